/* The same of fewer elements, which one thread writes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define N 100003
#include "permute-large.c"

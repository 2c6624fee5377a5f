/* Without the versions for strided rows and vectors the ordinary one reads them all, of less memory.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-fplugin-arg-nova-off=even,flat" } */

#define LONG 1000
#include "version-choice.c"

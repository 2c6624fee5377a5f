/* Without NOVA_CHECK nobody looks at operators: none of check-operators.c's is an error.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" } */

#define TOLD 0
#include "check-operators.c"

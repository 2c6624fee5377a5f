/* What the language has and this version does not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

void row (float *r);

void
f (float *p)
{
  nova_update_rows (row, p, 3, 4, 4);	/* { dg-error "'__nova_update_rows' is part of the language but this version of nova does not compile it" } */
}

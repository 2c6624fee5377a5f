/* What the language has and this version does not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct point { float x, y; };

void
f (float *p, nova_vec (float) v, nova_vec (struct point) q)
{
  nova_field (q, x);		/* { dg-error "'nova_field' is part of the language but this version of nova does not compile it" } */
}

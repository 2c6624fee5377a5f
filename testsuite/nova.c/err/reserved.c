/* What the language has and this version does not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct point { float x, y; };

void
f (float *p, nova_vec (float) v, nova_vec (struct point) q)
{
  nova_concat (v, v);		/* { dg-error "'__nova_concat' is part of the language but this version of nova does not compile it" } */
  nova_field (q, x);		/* { dg-error "'nova_field' is part of the language but this version of nova does not compile it" } */
  nova_pad (NOVA_CLAMP, 1, v);	/* { dg-error "'__nova_pad' is part of the language but this version of nova does not compile it" } */
}

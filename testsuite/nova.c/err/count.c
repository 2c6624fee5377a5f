/* Too few and too many operands.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

float mul (float a, float b);

void
f (float *x, nova_vec (float) v)
{
  nova_length ();		/* { dg-error "'__nova_length' takes 1 operand, 0 given" } */
  nova_map (mul);		/* { dg-error "'__nova_map' takes at least 2 operands, 1 given" } */
  nova_get (v, 1, 2);		/* { dg-error "'__nova_get' takes 2 operands, 3 given" } */
  nova_range (1, 2, 3, 4);	/* { dg-error "'__nova_range' takes at most 3 operands, 4 given" } */
  nova_view (x);		/* { dg-error "'__nova_view' takes at least 2 operands, 1 given" } */
}

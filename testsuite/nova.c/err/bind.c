/* nova_bind and nova_trust.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

float mul (float a, float b);		/* { dg-message "'mul' declared here" } */
float neg (float a);

void
f (float *x, nova_vec (float) v)
{
  nova_map (nova_bind (mul, x), v);		/* { dg-error "operand 2 of '__nova_bind' has type 'float \\*', wanted 'float'" } */
  nova_map (nova_bind (mul, 1, 2, 3), v);	/* { dg-error "operand 4 of '__nova_bind' is one too many: 'mul' takes 2 arguments" } */
  nova_map (nova_bind (mul, 1, 2), v);		/* { dg-error "operand 1 of '__nova_map': 'mul' takes 2 arguments, 2 of them bound, wanted 1 more" } */
  nova_map (nova_bind (3, 1), v);		/* { dg-error "operand 1 of '__nova_bind' has type 'int', wanted a function" } */
  nova_map (nova_trust (x), v);			/* { dg-error "operand 1 of '__nova_trust' has type 'float \\*', wanted a function" } */
  nova_map (nova_bind (nova_trust (mul), 1), v);
  nova_map (nova_trust (nova_bind (mul, 1)), v);
  nova_map (nova_trust (neg), v);
}

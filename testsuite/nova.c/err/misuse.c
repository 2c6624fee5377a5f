/* A vector is no pointer and no number.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

float neg (float a);
int many (int n, ...);

void
f (nova_vec (float) v, nova_vec (double) d, nova_vec (nova_vec (float)) w, float *p)
{
  v + 1;			/* { dg-error "invalid operands to binary \\+ \\(have 'nova_vec\\(float\\)' and 'int'\\)" } */
  v == v;			/* { dg-error "invalid operands to binary == \\(have 'nova_vec\\(float\\)' and 'nova_vec\\(float\\)'\\)" } */
  *v;				/* { dg-error "invalid type argument of unary '\\*' \\(have 'nova_vec\\(float\\)'\\)" } */
  v[0];				/* { dg-error {4: subscripted value has type 'nova_vec\(float\)', which is neither array nor pointer: 'nova_get' takes elements} } */
  v = d;			/* { dg-error "incompatible types when assigning to type 'nova_vec\\(float\\)' from type 'nova_vec\\(double\\)'" } */
  v = w;			/* { dg-error "from type 'nova_vec\\(nova_vec\\(float\\)\\)'" } */
  v = p;			/* { dg-error "from type 'float \\*'" } */
  v = 0;			/* { dg-error "from type 'int'" } */
  p = v;			/* { dg-error "from type 'nova_vec\\(float\\)'" } */
  nova_map (neg, d) + 1;	/* { dg-error "invalid operands to binary \\+ \\(have 'nova_vec\\(float\\)' and 'int'\\)" } */
}

void
g (nova_vec (float) v)
{
  many (1, v);			/* { dg-error "argument 2 of type 'nova_vec\\(float\\)' cannot be passed to '\\.\\.\\.'" } */
  asm ("" : : "r" (v));		/* { dg-error "a value of type 'nova_vec\\(float\\)' cannot be an operand of 'asm'" } */
}

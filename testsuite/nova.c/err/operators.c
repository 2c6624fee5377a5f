/* Generic operators admit the types of their class only.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct point { float x, y; };

void
f (nova_vec (float) v, nova_vec (struct point) p, nova_vec (float _Complex) c)
{
  nova_reduce (nova_band, 0, v);	/* { dg-error "operand 3 of '__nova_reduce' has type 'nova_vec\\(float\\)', but '__nova_band' works on integers" } */
  nova_reduce (nova_add, 0, p);		/* { dg-error "operand 3 of '__nova_reduce' has type 'nova_vec\\(struct point\\)', but '__nova_add' works on numbers" } */
  nova_map (nova_lt, c, c);		/* { dg-error "operand 2 of '__nova_map' has type 'nova_vec\\(complex float\\)', but '__nova_lt' works on real numbers" } */
  nova_map (nova_add, v);		/* { dg-error "operand 1 of '__nova_map', '__nova_add', takes 2 arguments, 1 given" } */
  nova_add (1, 2);			/* { dg-error "'__nova_add' is a function operand, it cannot be called" } */
  nova_map (nova_bind (nova_add, 1.0f), v);
  nova_reduce (nova_add, 0, nova_map (nova_mul, v, v));
}

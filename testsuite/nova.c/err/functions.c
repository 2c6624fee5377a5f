/* Functions that do not fit: arity, parameters, results, prototypes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct point { float x, y; };
float mul (float a, float b);		/* { dg-message "'mul' declared here" } */
float neg (float a);			/* { dg-message "'neg' declared here" } */
void nothing (float a);			/* { dg-message "'nothing' declared here" } */
struct point make (float a);		/* { dg-message "'make' declared here" } */
float *at (size_t i);
float from_pointer (float *p);		/* { dg-message "'from_pointer' declared here" } */
float many (float a, ...);		/* { dg-message "'many' declared here" } */
float old ();				/* { dg-message "'old' declared here" } */
struct point both (struct point a, struct point b);	/* { dg-message "'both' declared here" } */

void
f (nova_vec (float) v, nova_vec (struct point) p)
{
  nova_map (mul, v, v, v);		/* { dg-error "operand 1 of '__nova_map': 'mul' takes 2 arguments, wanted 3" } */
  nova_map (neg, p);			/* { dg-error "18: operand 2 of '__nova_map' has elements of type 'struct point', wanted 'float' for parameter 1 of 'neg'" } */
  nova_map (nothing, v);		/* { dg-error "operand 1 of '__nova_map' gives 'void', which cannot be the element type of a vector: it has no values" } */
  nova_filter (make, v);		/* { dg-error "operand 1 of '__nova_filter' gives 'struct point', wanted a scalar to compare with 0" } */
  nova_tabulate (from_pointer, 3);	/* { dg-error "operand 1 of '__nova_tabulate': parameter 1 of 'from_pointer' has type 'float \\*', wanted .* for an index" } */
  nova_map (many, v);			/* { dg-error "operand 1 of '__nova_map': 'many' takes a variable number of arguments" } */
  nova_map (old, v);			/* { dg-error "operand 1 of '__nova_map': 'old' is declared without a prototype" } */
  nova_reduce (both, 0, v);		/* { dg-error "operand 3 of '__nova_reduce' has elements of type 'float', wanted 'struct point' for parameter 1 of 'both'" } */
  nova_reduce (both, 0, p);		/* { dg-error "operand 2 of '__nova_reduce' has type 'int', wanted 'struct point'" } */
  nova_map (nova_map, v);		/* { dg-error "operand 1 of '__nova_map' is '__nova_map', which is no function operand" } */
}

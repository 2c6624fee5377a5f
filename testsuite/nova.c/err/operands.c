/* An operand of the wrong type: one error, at the operand, also at a plain variable.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

float mul (float a, float b);

float
f (size_t n, float *x, float y, nova_vec (float) v)
{
  nova_map (mul, v, x);			/* { dg-error "21: operand 3 of '__nova_map' has type 'float \\*', wanted a vector" } */
  nova_map (mul,
	    y,				/* { dg-error "13: operand 2 of '__nova_map' has type 'float', wanted a vector" } */
	    v);
  nova_map (v, v);			/* { dg-error "13: operand 1 of '__nova_map' has type 'nova_vec\\(float\\)', wanted a function" } */
  nova_map (3, v);			/* { dg-error "13: operand 1 of '__nova_map' has type 'int', wanted a function" } */
  nova_get (v, y);			/* { dg-error "16: operand 2 of '__nova_get' has type 'float', wanted an integer" } */
  nova_length (x);			/* { dg-error "operand 1 of '__nova_length' has type 'float \\*', wanted a vector" } */
  nova_gather (v, v);			/* { dg-error "operand 1 of '__nova_gather' has type 'nova_vec\\(float\\)', wanted a vector of integers" } */
  nova_slice (v, 1, 2);			/* { dg-error "operand 1 of '__nova_slice' has type 'nova_vec\\(float\\)', wanted an integer" } */
  nova_slice (1, 2, x);			/* { dg-error "operand 3 of '__nova_slice' has type 'float \\*', wanted a vector" } */
  nova_range (1, 2.5);			/* { dg-error "operand 2 of '__nova_range' has type 'double', wanted an integer" } */
  nova_replicate (x, 2);		/* { dg-error "operand 1 of '__nova_replicate' has type 'float \\*', wanted an integer" } */
  return nova_reduce (nova_add, 0.0f, x);	/* { dg-error "39: operand 3 of '__nova_reduce' has type 'float \\*', wanted a vector" } */
}

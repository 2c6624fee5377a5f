/* The header operations report in their own name.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct point { float x, y; };

void
f (nova_vec (struct point) p, nova_vec (float) v, float _Complex *c, size_t n)
{
  nova_sum (p);				/* { dg-error "operand 1 of 'nova_sum' has type 'nova_vec\\(struct point\\)', wanted a vector of arithmetic elements" } */
  nova_minimum (nova_view (c, n));	/* { dg-error "operand 1 of 'nova_minimum' has type .*, wanted a vector of real elements" } */
  nova_sum_as (struct point, v);	/* { dg-error "operand 1 of 'nova_sum_as' is the type 'struct point', wanted an arithmetic type" } */
  nova_convert (struct point, v);	/* { dg-error "operand 2 of 'nova_convert' has type 'nova_vec\\(float\\)', wanted 'nova_vec\\(struct point\\)'" } */
  nova_count (v, v);			/* { dg-error "operand 1 of 'nova_count' has type 'nova_vec\\(float\\)', wanted a function" } */
  nova_print (n);			/* { dg-error "operand 1 of 'nova_print' has type 'size_t'.*, wanted a vector" } */
}

/* A function whose return has an error gives no value: that says nothing new, of whichever function with an
   error, also of one that another is nested in.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-Wall -Wextra -O2" } */

#include <nova.h>

float neg (float a);

float
first (nova_vec (float) v)
{
  return nova_sum (nova_map (neg, 1));	/* { dg-error "35: operand 2 of '__nova_map' has type 'int', wanted a vector" } */
}

nova_vec (float)
second (nova_vec (nova_vec (float)) v, int unused_but_for_the_error)
{
  float row (nova_vec (float) r)
  {
    return nova_get (r, r, unused_but_for_the_error);	/* { dg-error "12: '__nova_get' takes 2 operands, 3 given" } */
  }
  return nova_map (row, v);
}

float
third (nova_vec (float) v)	/* { dg-warning "25: unused parameter 'v'" } */
{
}				/* { dg-warning "1: control reaches end of non-void function" } */

float
fourth (nova_vec (float) v)
{
  return nova_sum (v, v);	/* { dg-error "10: 'nova_sum' takes 1 operand, 2 given" } */
}

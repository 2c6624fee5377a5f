/* Nested functions that cannot be lifted: jumps out, and addresses of what captures.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

float
f (nova_vec (float) v, float k)
{
  __label__ out;
  float s = nova_sum (nova_map (nova_lambda (float, (float a), { if (a > k) goto out; return a; }), v));	/* { dg-error "33: the lambda passed to '__nova_map' jumps out of itself to label 'out'" } */
/* { dg-message "here" "" {} .-1 } */
out:
  return s;
}

typedef float one (float);

float
g (nova_vec (float) v, float k)
{
  float add (float a) { return a + k; }
  float use (float a) { one *p = add; return p (a); }	/* { dg-message "address taken here" } */
  return nova_sum (nova_map (use, v));	/* { dg-error "30: function 'use' passed to '__nova_map' uses 'add', which captures variables and has its address taken inside a function operand, as 'add'" } */
}
float
h (nova_vec (float) v, float k)
{
  float down (float a) { float (*p) (float) = down; return a > k ? p (a - 1) : a; }	/* { dg-message "address taken here" } */
  return nova_sum (nova_map (down, v));	/* { dg-error "30: function 'down' passed to '__nova_map' captures variables and has its address taken inside a function operand, as 'down'" } */
}

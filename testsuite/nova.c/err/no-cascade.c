/* One error a mistake: what is built on it stays silent.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

float neg (float a);

float
f (size_t n, const float *x, nova_vec (float) v)
{
  nova_vec (float) w = nova_map (neg, nova_map (neg, x));	/* { dg-error "operand 2 of '__nova_map' has type 'const float \\*', wanted a vector" } */
  float s = nova_reduce (nova_add, 0, nova_map (neg, undeclared));	/* { dg-error "'undeclared' undeclared" } */
  /* { dg-message "each undeclared identifier is reported only once" "" {} .-1 } */
  return s + nova_sum (nova_map (missing, v));	/* { dg-error "'missing' undeclared" } */
}

/* What the front end leaves out behind an operand that it cannot read is not missed.  */
void
unreadable (nova_vec (float) v)
{
  nova_map (neg v);			/* { dg-error "16: expected '\\)' before 'v'" } */
  nova_map (neg);			/* { dg-error "3: '__nova_map' takes at least 2 operands, 1 given" } */
}

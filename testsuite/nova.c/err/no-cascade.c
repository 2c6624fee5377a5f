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

/* What is declared by a wrong operand's type is not looked at.  */
void
declared (nova_vec (float) v)
{
  __typeof__ (nova_map (3, v)) a;	/* { dg-error "25: operand 1 of '__nova_map' has type 'int', wanted a function" } */
  a = v;
  nova_map (neg, a);
  __typeof__ (nova_map (neg)) b = v, c = v;	/* { dg-error "15: '__nova_map' takes at least 2 operands, 1 given" } */
  b + 1;
  c + 1;
  __auto_type d = nova_map (neg, 3);	/* { dg-error "34: operand 2 of '__nova_map' has type 'int', wanted a vector" } */
  nova_map (neg, d);
  nova_vec (struct incomplete) e;	/* { dg-error "20: 'struct incomplete' cannot be the element type of a vector: it is incomplete" } */
  e = v;
  nova_vec (nosuch) f = v;		/* { dg-error "13: 'nosuch' undeclared" } */
  nova_map (neg, f);
}

float
parameter (nova_vec (void) x)		/* { dg-error "12: 'void' cannot be the element type of a vector: it has no values" } */
{
  return nova_sum (nova_map (neg, x));
}

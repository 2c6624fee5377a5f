/* A template that is used wrongly ends where its macro ends: what is declared behind it, without a
   semicolon between, is as good as ever, and so are the mistakes made with it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-Wall" } */

#include <nova.h>

#define BODY(T, X) { return (T) (X); }	/* { dg-message "34: in definition of macro 'BODY'" } */
#define TWICE(T) T twice_##T (T a) BODY (T, 2 * a)	/* { dg-error "47: invalid operands to binary \\*" } */
#define SUM(T) T sum_##T (nova_vec (T) v) { return nova_sum (v, v); }	/* { dg-message "52: in definition of macro 'SUM'" } */

typedef struct { float f; } s;

TWICE (s)	/* { dg-message "1: in expansion of macro 'TWICE'" } */
static int counter;

float
count (float a)
{
  counter = a.f;	/* { dg-error "14: request for member 'f' in something not a structure or union" } */
  return a + counter;
}

SUM (float)	/* { dg-error "1: 'nova_sum' takes 1 operand, 2 given" } */
float
use (int n, nova_vec (float) v)
{
  return n.f + nova_get (v, n);	/* { dg-error "11: request for member 'f' in something not a structure or union" } */
}

/* A variable whose value is wrong is lost in its own function only, whatever a comment says: {}; */
void
lost (nova_vec (float) v)
{
  nova_print (v);	/* ; { } */
  __auto_type w = nova_sum (v, v);	/* { dg-error "19: 'nova_sum' takes 1 operand, 2 given" } */
  w = 2;
}

float
not_lost (void)
{
  return w;	/* { dg-error "10: 'w' undeclared" } */
}

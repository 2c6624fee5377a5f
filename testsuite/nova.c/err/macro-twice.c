/* A macro that has its operand twice, as assert and the like do: a mistake in it is one.  Two uses of a
   macro are two.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <assert.h>
#include <nova.h>

#define MAX(A, B) ((A) > (B) ? (A) : (B))
#define BOTH_EMPTY(A, B) (!(A) && !(B))	/* { dg-error "27: a value of type 'nova_vec\\(float\\)' cannot be an operand of a unary operator" } */
/* { dg-error "35: a value of type 'nova_vec\\(float\\)' cannot be an operand of a unary operator" "" {} .-1 } */

/* Another operator at the same operand; of another operand; in another expression.  */
#define ABS(A) ((A) < 0 ? -(A) : (A))	/* { dg-error "21: invalid operands to binary < " } */
#define NEAR(A, B) ((A) < (B) || -(B) > (A))	/* { dg-error "25: invalid operands to binary < " } */
#define SIGNS(A, B) (-(A) * ABS (-(B)))	/* { dg-error "22: a value of type 'nova_vec\\(float\\)' cannot be an operand of a unary operator" } */
/* { dg-error "34: a value of type 'nova_vec\\(float\\)' cannot be an operand of a unary operator" "" {} .-1 } */

/* Two builtins on one operand.  */
#define MEAN(V) (nova_sum (V) / nova_length (V))

struct h { nova_vec (float) v; };

float neg (float a);

size_t
twice (nova_vec (float) v, nova_vec (float) w, struct h h, int k)
{
  assert (nova_sum (nova_map (neg, k)) > 0);	/* { dg-error "36: operand 2 of '__nova_map' has type 'int', wanted a vector" } */
  assert (h.v == w);	/* { dg-error "15: invalid operands to binary == " } */
  assert (h.v);	/* { dg-error "3: a value of type 'nova_vec\\(float\\)' cannot be a condition" } */
  assert (v);	/* { dg-error "3: a value of type 'nova_vec\\(float\\)' cannot be a condition" } */
  k = MAX (nova_length (k), nova_length (k));	/* { dg-error "25: operand 1 of '__nova_length' has type 'int', wanted a vector" } */
  /* { dg-error "42: operand 1 of '__nova_length' has type 'int', wanted a vector" "" {} .-1 } */
  k = BOTH_EMPTY (v, w);	/* { dg-message "7: in expansion of macro 'BOTH_EMPTY'" } */
  return MAX (nova_length (k), MAX (nova_get (v, v), 2));	/* { dg-error "28: operand 1 of '__nova_length' has type 'int', wanted a vector" } */
  /* { dg-error "50: operand 2 of '__nova_get' has type 'nova_vec\\(float\\)', wanted an integer" "" {} .-1 } */
}

int
operators (nova_vec (float) v, nova_vec (float) w)
{
  int k = ABS (v);	/* { dg-message "11: in expansion of macro 'ABS'" } */
  k += NEAR (v, w);	/* { dg-message "8: in expansion of macro 'NEAR'" } */
  k += SIGNS (v, w);	/* { dg-message "8: in expansion of macro 'SIGNS'" } */
  k += MEAN (k);	/* { dg-error "14: operand 1 of 'nova_sum' has type 'int', wanted a vector" } */
  return k + ABS (v + 1);	/* { dg-error "21: invalid operands to binary \\+ " } */
}

/* nova_for: qualifiers that are none, in the wrong place or wrong in themselves are one error each, at
   the qualifier; what is wrong in an expression is said there.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-Wall -Wextra" } */

#include <nova.h>

struct s { int a, b; };
typedef nova_vec (int) ints;
#define LENGTH(E) nova_length (E)

void
qualifiers (ints v, ints *to)
{
  to[0] = nova_for (int, i * 2);	/* { dg-error "11: 'nova_for': no .name, vector. before the element" } */
  to[0] = nova_for (int);		/* { dg-error "'nova_for': no element" } */
  to[0] = nova_for ((i, v), 1);		/* { dg-error "11: 'nova_for': no .name, vector. before the element" } */
  to[0] = nova_for (int, (i, v), i < 3, i);	/* { dg-error "34: 'nova_for': a qualifier is neither .name, vector. nor nova_when, nova_let, nova_sorted or nova_grouped" } */
  to[0] = nova_for (int, (i, v), (i + 1) % 2 == 0, i);	/* { dg-error "34: 'nova_for': a qualifier is neither" } */
  to[0] = nova_for (int, (i, v), !i, i);	/* { dg-error "11: 'nova_for': a qualifier is neither" } */
  to[0] = nova_for (int, (i), i);	/* { dg-error "26: 'nova_for': a qualifier is neither" } */
  to[0] = nova_for (int, (i, v, j), i);	/* { dg-error "26: 'nova_for': a qualifier is neither" } */
  to[0] = nova_for (int, (i, v), (), i);	/* { dg-error "34: 'nova_for': a qualifier is neither" } */
  to[0] = nova_for (struct s, (i, v), (struct s) { i, 3 });	/* { dg-error "39: 'nova_for': a qualifier is neither" } */
  to[0] = nova_for (int, nova_when (v), (i, v), i);	/* { dg-error "26: 'nova_for': nova_when before the first .name, vector." } */
  to[0] = nova_for (int, nova_let (int, k, 3), (i, v), i);	/* { dg-error "26: 'nova_for': nova_let before the first .name, vector." } */
  to[0] = nova_for (int, nova_sorted (3), (i, v), i);	/* { dg-error "26: 'nova_for': nova_sorted before the first .name, vector." } */
  to[0] = nova_for (int, nova_grouped (3), (i, v), i);	/* { dg-error "26: 'nova_for': nova_grouped before the first .name, vector." } */
  to[0] = nova_for (int, (i, v), (j, v), (k, v), (l, v), (m, v), (o, v), (p, v), (q, v), (r, v), i);	/* { dg-error "11: 'nova_for': more than eight qualifiers" } */
  to[0] = nova_for (int, (i, v), );	/* { dg-error "34: 'nova_for': no element" } */
}

void
operands (ints v, float *q, int n, ints *to)
{
  to[0] = nova_for (int, (i, q), i);	/* { dg-error "11: 'nova_for': what a name is taken from has type 'float \\*', wanted a vector" } */
  to[0] = nova_for (int, (i, v, j, 3), i + j);	/* { dg-error "11: 'nova_for': what a name is taken from has type 'int', wanted a vector" } */
  to[0] = nova_for (int, (3, v), 3);	/* { dg-error "27: expected ';', ',' or '\\)' before numeric constant" } */
  to[0] = nova_for (int, (i, v), nova_when (), i);	/* { dg-error "11: expected expression before '\\)' token" } */
  to[0] = nova_for (int, (i, v), nova_let (int, k), i);	/* { dg-error "11: expected expression before ';' token" } */
  to[0] = nova_for (int, (i, v), nova_let (ints, k, 3), i);	/* { dg-error "53: incompatible types when initializing type 'nova_vec\\(int\\)' using type 'int'" } */
  to[0] = nova_for (int, (i, v), nova_sorted (q), i);	/* { dg-error "11: operand 1 of '__nova_sort_by' gives 'float \\*', wanted a key: a real or enumerated type" } */
  to[0] = nova_for (int, (i, v), nova_grouped (i), i);	/* { dg-error "52: incompatible types when returning type 'nova_vec\\(int\\)' but 'int' was expected" } */
  to[0] = nova_for (int, (i, v), nova_when (n++), i);	/* { dg-error "11: the lambda passed to '__nova_filter' assigns to the captured variable 'n'" } */
	/* { dg-message "46: assigned here" "" {} .-1 } */
  to[0] = nova_for (nosuch, (i, v), 1);	/* { dg-error "21: 'nosuch' undeclared" } */
  to[0] = nova_for (int, (i, v), i[3]);	/* { dg-error "35: subscripted value is neither array nor pointer nor vector" } */
  to[0] = nova_for (int, (i, v), nova_when (j1), i);	/* { dg-error "45: 'j1' undeclared" } */
  to[0] = nova_for (int, (i, v), nova_get (q, i));	/* { dg-error "44: operand 1 of '__nova_get' has type 'float \\*', wanted a vector" } */
  to[0] = nova_for (float, (i, v), 1.5f * i);	/* { dg-error "11: incompatible types when assigning to type 'ints'" } */
}

size_t
in_macros (ints v)
{
  int f (int i)
  {
    return nova_sum (nova_for (int, (j, nova_range (i)), j2));	/* { dg-error "58: 'j2' undeclared" } */
  }
  nova_map (f, v);
  nova_map (nova_lambda (int, (int a), { return nova_sum (nova_for (int, (i, a), i)); }), v);	/* { dg-error "59: 'nova_for': what a name is taken from has type 'int', wanted a vector" } */
  return LENGTH (nova_for (int, (i, v), i - 2, i));	/* { dg-error "41: 'nova_for': a qualifier is neither" } */
}

void
good (ints v, ints *to)
{
  to[0] = nova_for (int, (i, v), (j, v), (k, v), (l, v), (m, v), (o, v), (p, v), (q, v), i);
}

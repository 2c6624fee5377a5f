/* Where GCC's own error does not say the type, it is said, as far as the text tells it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-std=gnu11 -Wall -Wextra" } */

#include <nova.h>

struct h { nova_vec (float) v; int n; struct { nova_vec (int) i; } in[2]; };
nova_vec (double) makes (int k);
extern void subscripts (nova_vec (float), struct h, struct h *, int *, int);
extern void conditions (nova_vec (float), nova_vec (double), struct h *, int);
extern void others (nova_vec (float), struct h *, int);
extern void gives (nova_vec (float), int);
extern void gives_call (nova_vec (float), float (float));
extern int casts (nova_vec (float), struct h *, int);

void
subscripts (nova_vec (float) v, struct h h, struct h *hp, int *p, int k)
{
  p[0] = p[v];			/* { dg-error {11: array subscript is not an integer \(have 'nova_vec\(float\)'\)} } */
  p[0] = p[hp->in[1].i];	/* { dg-error {11: array subscript is not an integer \(have 'nova_vec\(int\)'\)} } */
  p[0] = k[(v)];		/* { dg-error {11: array subscript has type 'nova_vec\(float\)'} } */
  h.v[0] = 1;			/* { dg-error {6: subscripted value has type 'nova_vec\(float\)', which is neither array nor pointer: 'nova_get' takes elements} } */
  hp->in[k].i.x = 1;		/* { dg-error {14: request for member 'x' in something not a structure or union \(have 'nova_vec\(int\)'\)} } */
  makes (3)[k] = 1;		/* { dg-error {12: subscripted value has type 'nova_vec\(double\)', which is neither} } */
  int a[v];			/* { dg-error {7: size of array 'a' has non-integer type \(have 'nova_vec\(float\)'\)} } */
  k = sizeof (int [hp->v]);	/* { dg-error {19: size of unnamed array has non-integer type \(have 'nova_vec\(float\)'\)} } */
}

void
conditions (nova_vec (float) v, nova_vec (double) d, struct h *hp, int k)
{
  v = k ? v : d;		/* { dg-error {13: type mismatch in conditional expression \(have 'nova_vec\(float\)' and 'nova_vec\(double\)'\)} } */
  v = k ? 0 : hp->v;		/* { dg-error {13: type mismatch in conditional expression \(have 'int' and 'nova_vec\(float\)'\)} } */
  d = k ? makes (k) : v;	/* { dg-error {21: type mismatch in conditional expression \(have 'nova_vec\(double\)' and 'nova_vec\(float\)'\)} } */
  v = k ? nova_reverse (v) : -1;	/* { dg-error {28: type mismatch in conditional expression \(have 'nova_vec\(float\)'\)} } */
  switch (hp->v)		/* { dg-error {11: switch quantity not an integer \(have 'nova_vec\(float\)'\)} } */
    {
    case 1: break;
    }
}

void
others (nova_vec (float) v, struct h *hp, int k)
{
  goto *v;			/* { dg-error {(?:computed goto must be pointer type \(have|a value of type) 'nova_vec\(float\)'} } */
  v (k);			/* { dg-error {3: called object 'v' is not a function or function pointer \(have 'nova_vec\(float\)'\)} } */
  _Static_assert (v, "v");	/* { dg-error {19: expression in static assertion is not an integer \(have 'nova_vec\(float\)'\)} } */
  enum { E = hp->v };		/* { dg-error {14: enumerator value for 'E' is not an integer constant \(have 'nova_vec\(float\)'\)} } */
  float *q = nova_scratch (float,
			   v);	/* { dg-error {28: operand 2 of 'nova_scratch' has type 'nova_vec\(float\)', wanted an integer} } */
  nova_vec (float) b[2] = { 1, 2 };	/* { dg-error {29: incompatible types when initializing type 'nova_vec\(float\)' using type 'int'} } */
  /* { dg-message "29: near initialization for 'b.0.'" "" {} .-1 } */
  /* { dg-error {32: incompatible types when initializing type 'nova_vec\(float\)' using type 'int'} "" {} .-2 } */
  /* { dg-message "32: near initialization for 'b.1.'" "" {} .-3 } */
}

void
gives (nova_vec (float) v, int k)	/* { dg-message "1: declared here" } */
{
  if (k)
    return v;			/* { dg-error {12: a value of type 'nova_vec\(float\)' cannot be returned by a function without a result} } */
}

void
gives_call (nova_vec (float) v, float f (float))	/* { dg-message "1: declared here" } */
{
  return nova_map (nova_trust (f), v);	/* { dg-error {10: a value of type 'nova_vec\(float\)' cannot be returned by a function without a result} } */
}

int
casts (nova_vec (float) v, struct h *hp, int k)
{ k = (int) v;			/* { dg-error {7: a value of type 'nova_vec\(float\)' cannot be converted to 'int'} } */
  k = 3 + (int)
    hp->v			/* { dg-error {11: a value of type 'nova_vec\(float\)' cannot be converted to 'int'} "" {} .-1 } */
    + 2;
  return k + (long) hp->in[k].i;	/* { dg-error {14: a value of type 'nova_vec\(int\)' cannot be converted to 'long int'} } */
}

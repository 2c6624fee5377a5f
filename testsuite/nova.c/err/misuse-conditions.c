/* Vectors as conditions, with subscripts and members: the message has the type, and no operator that
   nobody wrote.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

float neg (float a);
struct holds { nova_vec (float) v; int n; };
nova_vec (double) outside;

int
conditions (nova_vec (float) v, struct holds h, int k)
{
  if (v)				/* { dg-error {7: a value of type 'nova_vec\(float\)' cannot be a condition} } */
    k++;
  while (h.v)				/* { dg-error {10: a value of type 'nova_vec\(float\)' cannot be a condition} } */
    k++;
  do k++; while (outside);		/* { dg-error {18: a value of type 'nova_vec\(double\)' cannot be a condition} } */
  for (; nova_map (neg, v);)		/* { dg-error {10: a value of type 'nova_vec\(float\)' cannot be a condition} } */
    k++;
  k = v ? 1 : 2;			/* { dg-error {9: a value of type 'nova_vec\(float\)' cannot be a condition} } */
  k = k && v;				/* { dg-error {9: invalid operands to binary && \(have 'int' and 'nova_vec\(float\)'\)} } */
  k = v != v;				/* { dg-error {9: invalid operands to binary != \(have 'nova_vec\(float\)' and 'nova_vec\(float\)'\)} } */
  k = 1.5 != &k;			/* { dg-error {11: invalid operands to binary != \(have 'double' and 'int \*'\)} } */
  return k;
}

void
parts (nova_vec (float) v, nova_vec (float) *p, struct holds h, int k)
{
  v[k] = 1;				/* { dg-error {4: subscripted value has type 'nova_vec\(float\)', which is neither} } */
  outside [k];				/* { dg-error {11: subscripted value has type 'nova_vec\(double\)', which is neither} } */
  nova_map (neg, v)[0];			/* { dg-error {20: subscripted value has type 'nova_vec\(float\)', which is neither} } */
  h.v[0];				/* { dg-error {6: subscripted value has type 'nova_vec\(float\)', which is neither} } */
  k[0];					/* { dg-error {4: subscripted value is neither array nor pointer} } */
  v.n;					/* { dg-error {4: request for member 'n' in something not a structure or union \(have 'nova_vec\(float\)'\)} } */
  k.n;					/* { dg-error {4: request for member 'n' in something not a structure or union(?! \(have)} } */
  p[0]->n;				/* { dg-error {7: invalid type argument of '->' \(have 'nova_vec\(float\)'\)} } */
}

/* A vector is returned by a function without a result: an error also where the compiler warns of nothing,
   once, in the order of the program.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-w" } */

#include <nova.h>

struct held { nova_vec (int) v; };

void
both (nova_vec (float) v, struct held *h, int *p)	/* { dg-message "1: declared here" } */
{
  if (p)
    return v;	/* { dg-error {12: a value of type 'nova_vec\(float\)' cannot be returned by a function without a result} } */
  p = v;	/* { dg-error {7: incompatible types when assigning to type 'int \*' from type 'nova_vec\(float\)'} } */
  if (*p)
    return nova_reverse (h->v);	/* { dg-error {12: a value of type 'nova_vec\(int\)' cannot be returned by a function without a result} } */
  void inner (int a)	/* { dg-message "8: declared here" } */
  {
    return h[a].v;	/* { dg-error {16: a value of type 'nova_vec\(int\)' cannot be returned by a function without a result} } */
  }
  return inner (1);
}

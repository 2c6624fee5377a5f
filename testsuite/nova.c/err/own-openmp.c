/* OpenMP's clauses that copy a vector where it cannot be counted.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fopenmp" } */

#include <nova.h>

typedef nova_vec (int) vec;
extern vec make (int k);
extern int at (vec v);

vec
copies (vec v, int n)
{
  vec w = v;
#pragma omp parallel for lastprivate (w)	/* { dg-error {'lastprivate' of this construct cannot copy the vectors of 'w'} } */
  for (int k = 0; k < n; k++)
    w = make (k);
#pragma omp parallel
#pragma omp for firstprivate (w)	/* { dg-error {'firstprivate' of this construct cannot copy the vectors of 'w'} } */
  for (int k = 0; k < n; k++)
    w = make (at (w));
#pragma omp parallel
  {
    vec t;
#pragma omp single copyprivate (t)	/* { dg-error {'copyprivate' of this construct cannot copy the vectors of 't'} } */
    t = make (n);
    at (t);
  }
  return w;
}

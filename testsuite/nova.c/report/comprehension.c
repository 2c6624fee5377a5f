/* Comprehensions that are consumed: one loop, and nothing in memory.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

long
pairs (int n)
{
  return nova_sum_as (long, nova_for (int, (i, nova_range (n)), (j, nova_range (i + 1, n)),
				      nova_when ((i + j) % 17 == 0), nova_let (int, k, i * j),
				      nova_when (k > 3), k));
}

long
triples (int n)
{
  return nova_sum_as (long, nova_for (int, (x, nova_range (1, n)), (y, nova_range (x, n)),
				      (z, nova_range (y, x + y)),
				      nova_when (x * x + y * y == z * z), z));
}

double
product (size_t n, const double *x, const double *y)
{
  return nova_sum (nova_for (double, (a, nova_view (x, n), b, nova_view (y, n)), a * b));
}

double
some (size_t n, const double *x, const double *y)
{
  return nova_sum (nova_for (double, (a, nova_view (x, n), b, nova_view (y, n)), nova_when (a > b),
			     a * b));
}

/* { dg-final { scan-report {^[^ ]*comprehension.c:12: region pairs: line 12$} } } */
/* { dg-final { scan-report {^[^ ]*comprehension.c:20: region triples: line 20$} } } */
/* { dg-final { scan-report {^  lambda .12. is read$} } } */
/* { dg-final { scan-report-not {in memory|buffer|not fused} } } */
/* { dg-final { scan-imp-dump-times {^ *parfor } 4 } } */

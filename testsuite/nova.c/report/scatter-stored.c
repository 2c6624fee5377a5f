/* What a scatter, a permutation and bins write is made where it is stored, or, kept, in one vector:
   what the scatter begins with is never in memory by itself.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

void
stored (size_t n, size_t m, double to[n], const int ix[m], const double x[m])
{
  nova_store (to, n, nova_scatter (nova_replicate (n, 0.0), nova_view (ix, m), nova_view (x, m)));
}

void
in_place (size_t n, size_t m, double to[n], const int ix[m], const double x[m])
{
  nova_store (to, n, nova_scatter (nova_view (to, n), nova_view (ix, m), nova_view (x, m)));
}

void
added (size_t n, size_t m, double to[n], const int ix[m], const double x[m])
{
  nova_store (to, n, nova_reduce_into (nova_add, nova_replicate (n, 0.0), nova_view (ix, m),
				       nova_view (x, m)));
}

void
permuted (size_t n, double to[n], const int ix[n], const double x[n])
{
  nova_store (to, n, nova_permute (nova_view (ix, n), nova_view (x, n)));
}

/* One vector each.  */

nova_vec (double)
kept (size_t n, size_t m, const int ix[m], const double x[m])
{
  return nova_scatter (nova_replicate (n, 0.0), nova_view (ix, m), nova_view (x, m));
}

nova_vec (double)
kept_twice (size_t n, size_t m, const int ix[m], const double x[m])
{
  return nova_scatter (nova_scatter (nova_replicate (n, 0.0), nova_view (ix, m), nova_view (x, m)),
		       nova_view (ix, m / 2), nova_view (x, m / 2));
}

nova_vec (double)
kept_sum (size_t n, size_t m, const int ix[m], const double x[m])
{
  return nova_reduce_into (nova_add, nova_replicate (n, 0.0), nova_view (ix, m), nova_view (x, m));
}

/* { dg-final { scan-imp-dump-times "vecnew " 3 } } */
/* { dg-final { scan-report-times "parallel, by what makes the elements" 4 } } */

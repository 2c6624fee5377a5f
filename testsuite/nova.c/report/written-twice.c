/* What is written twice is one value of a region: offsets are checked once, and rows cut at them
   are not made.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

typedef nova_vec (double) reals;
typedef nova_vec (int) ints;

void
spmv (size_t m, size_t n, const size_t *at, const int *col, const double *val, size_t w,
      const double *x, double *y)
{
  reals v = nova_view (x, w);
  double dot (reals r, ints c) { return nova_sum (nova_map (nova_mul, r, nova_gather (c, v))); }
  nova_store (y, m, nova_map (dot, nova_segments (nova_view (val, n), nova_view (at, m + 1)),
			      nova_segments (nova_view (col, n), nova_view (at, m + 1))));
}

struct matrix
{
  size_t m, n;
  const size_t *at;
  const int *col;
  const double *val;
};

void
spmv_of (const struct matrix *a, size_t w, const double *x, double *y)
{
  reals v = nova_view (x, w);
  double dot (reals r, ints c) { return nova_sum (nova_map (nova_mul, r, nova_gather (c, v))); }
  nova_store (y, a->m, nova_map (dot, nova_segments (nova_view (a->val, a->n),
						     nova_view (a->at, a->m + 1)),
				 nova_segments (nova_view (a->col, a->n),
						nova_view (a->at, a->m + 1))));
}

struct pair { const struct matrix *a, *b; };

/* A pointer that is loaded twice; a value that is loaded before the first that is read.  */
double
early (const struct pair *p)
{
  size_t n = p->a->n, k = n;
  return nova_sum (nova_view (p->a->val, p->a->n)) + nova_sum (nova_view (p->a->val, k));
}

double
changing (const double *p, const volatile size_t *n)
{
  size_t a = *n, b = *n;
  return nova_sum (nova_view (p, a)) + nova_sum (nova_view (p, b));
}

/* { dg-final { scan-dump extract {^region @spmv \(([^u)]*u64){5}[^u)]*\)} } } */
/* { dg-final { scan-dump extract {^region @spmv \(([^p)]*ptr){5}[^p)]*\)} } } */
/* { dg-final { scan-dump extract {^region @spmv_of \(([^u)]*u64){5}[^u)]*\)} } } */
/* { dg-final { scan-dump extract {^region @spmv_of \(([^p)]*ptr){5}[^p)]*\)} } } */
/* { dg-final { scan-dump extract {^region @early \(([^u)]*u64){1}[^u)]*\)} } } */
/* { dg-final { scan-dump extract {^region @early \(([^p)]*ptr){1}[^p)]*\)} } } */
/* { dg-final { scan-dump extract {^region @changing \(([^u)]*u64){2}[^u)]*\)} } } */
/* { dg-final { scan-imp-dump-not "vecnew " } } */

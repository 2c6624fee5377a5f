/* Host statements that may trap end a region only behind builtins that may fail.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-report" } */

#include <nova.h>

struct matrix
{
  size_t n;
  double *value;
  long *column;
};

/* Operands are loaded first.  */
double
operands (const struct matrix *m, size_t n, const double *x)
{
  return nova_sum (nova_map (nova_mul, nova_gather (nova_view (m->column, m->n), nova_view (x, n)),
			     nova_view (m->value, m->n)));
}

/* M has been followed before.  */
double
followed (const struct matrix *m, size_t n, const double *x)
{
  nova_vec (long) at = nova_view (m->column, m->n);
  nova_vec (double) there = nova_gather (at, nova_view (x, n));

  return nova_sum (nova_map (nova_mul, there, nova_view (m->value, m->n)));
}

/* Sums do not fail, and views are checked where they stand.  */
double
sums (size_t n, const double *x, const struct matrix *m)
{
  double s = nova_sum (nova_view (x, n));

  return s + nova_sum (nova_view (m->value, m->n));
}

/* One region if M is not null.  */
double
tested (size_t n, const long *at, const double *x, const struct matrix *m)
{
  nova_vec (double) there = nova_gather (nova_view (at, n), nova_view (x, n));

  return nova_sum (nova_map (nova_mul, there, nova_view (m->value, m->n)));
}

/* A place that depends on an index.  */
double
ended (size_t n, const long *at, const double *x, const double *y)
{
  double s = nova_sum (nova_gather (nova_view (at, n), nova_view (x, n)));
  double t = y[n];

  return s + t + nova_sum (nova_view (x, n));
}

/* { dg-final { scan-report "region operands: line 20" } } */
/* { dg-final { scan-report-not "region operands_2" } } */
/* { dg-final { scan-report-not "region followed_2" } } */
/* { dg-final { scan-report-not "region sums_2" } } */
/* { dg-final { scan-report "region tested: lines 47-49" } } */
/* { dg-final { scan-report "joined with line 49 if disjoint" } } */
/* { dg-final { scan-report "ended by line 57: it may trap, and what stands before" } } */

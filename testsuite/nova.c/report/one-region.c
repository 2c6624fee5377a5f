/* What stands between builtins and yet ends no region: host arithmetic on results, elements of
   results, local arrays that are only viewed, slices of rows that are mapped.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) int_rows;

static ints
filters (ints x)
{
  if (nova_length (x) <= 1)
    return x;
  int pivot = nova_get (x, nova_length (x) / 2);
  int below (int v) { return v < pivot; }
  int above (int v) { return v > pivot; }
  ints less = nova_filter (below, x), more = nova_filter (above, x);
  size_t n = nova_length (less), cuts[3] = { 0, n, n + nova_length (more) };
  int_rows parts = nova_segments (nova_concat (less, more), nova_view (cuts, 3));
  int_rows done = nova_map (filters, parts);
  return nova_concat (nova_get (done, 0), nova_get (done, 1));
}

ints
buckets (ints x)
{
  int key (int v) { return v & 3; }
  int sum (ints v) { return nova_sum (v); }
  int_rows parts = nova_bucket (4, key, x);
  return nova_map (sum, nova_slice (0, 2, 4, parts));
}

double
mean (const double *p, size_t n)
{
  double mean = nova_sum (nova_view (p, n)) / n;
  double square (double v) { return (v - mean) * (v - mean); }
  return nova_sum (nova_map (square, nova_view (p, n))) / n;
}

/* The array's address is somewhere else, too.  */
extern void see (int *);

int
seen (int k)
{
  int a[2] = { 1, k };
  see (a);
  int s = nova_sum (nova_view (a, 2));
  a[1] = 7;
  return s + nova_product (nova_view (a, 2));
}

/* A store between a view and its use.  */
int
stored (int k)
{
  int a[2] = { 1, k };
  ints v = nova_view (a, 2);
  int s = nova_sum (v);
  a[1] = 7;
  return s + nova_product (v);
}

/* A row that the caller gets is a view of the rows in host code.  */
ints
row (ints x)
{
  int key (int v) { return v & 3; }
  int_rows parts = nova_bucket (4, key, x);
  return nova_get (parts, 1);
}

ints
call (const int *p, size_t n)
{
  return filters (nova_view (p, n));
}

/* { dg-final { scan-report {region filters: lines 21-25$} } } */
/* { dg-final { scan-report-not {region filters_2} } } */
/* { dg-final { scan-report {region buckets: lines 33-34$} } } */
/* { dg-final { scan-report {^  slice .34. fused into map .34.$} } } */
/* { dg-final { scan-report {region mean: lines 40-42$} } } */
/* { dg-final { scan-report {region seen_2: line 55$} } } */
/* { dg-final { scan-report {region stored_2: line 66$} } } */
/* { dg-final { scan-report {region row: line 74$} } } */
/* { dg-final { scan-report-not {region row_2} } } */
/* { dg-final { scan-report-not {get .75.} } } */

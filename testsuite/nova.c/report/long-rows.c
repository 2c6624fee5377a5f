/* What becomes of long rows: cut, loops of their own, or why not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

typedef nova_vec (double) reals;
#define ROWS nova_segments (nova_view (x, n), nova_view (at, m + 1))

void
sums (size_t n, const double *x, size_t m, const size_t *at, double *to)
{
  double sum (reals row) { return nova_sum (row); }
  nova_store (to, m, nova_map (sum, ROWS));
}

void
spreads (size_t n, const double *x, size_t m, const size_t *at, double *to)
{
  double spread (reals row)
  {
    double mean = nova_sum (row) / (double) nova_length (row);
    double off (double a) { return (a - mean) * (a - mean); }
    return nova_sum (nova_map (off, row));
  }
  nova_store (to, m, nova_map (spread, ROWS));
}

double
most (size_t n, const double *x, size_t m, const size_t *at)
{
  double sum (reals row) { return nova_sum (row); }
  return nova_reduce (nova_max, 0.0, nova_map (sum, ROWS));
}

void
sorted (size_t n, const double *x, size_t m, const size_t *at, double *to)
{
  reals sort (reals row) { return nova_sort (nova_lt, row); }
  nova_store (to, n, nova_map (sort, ROWS));
}

typedef nova_vec (int) ints;

void
histograms (size_t n, const int *x, size_t m, const size_t *at, int *to)
{
  ints counts (ints row)
  {
    return nova_reduce_by_index (nova_add, 0, 64, row, nova_replicate (nova_length (row), 1));
  }
  nova_store (to, m * 64, nova_map (counts, ROWS));
}

void
large (size_t n, const double *x, size_t m, const size_t *at, double *to, size_t *lengths)
{
  int some (double a) { return a > 20; }
  reals kept (reals row) { return nova_filter (some, row); }
  nova_vec (reals) all = nova_map (kept, ROWS);
  nova_store (to, n, all);
  nova_store (lengths, m, nova_lengths (all));
}

/* The elements of a filter may fail.  */
void
distinct (size_t n, const int *x, size_t m, const size_t *at, size_t *to)
{
  size_t count (ints row)
  {
    ints r = nova_sort (nova_lt, row);
    int first (size_t i, int v) { return i == 0 || nova_get (r, i - 1) != v; }
    return nova_length (nova_filter (first, nova_range (nova_length (r)), r));
  }
  nova_store (to, m, nova_map (count, ROWS));
}

void
found (size_t n, const double *x, size_t m, const size_t *at, size_t *to)
{
  int large (double a) { return a > 20; }
  size_t where (reals row) { return nova_find (large, row); }
  nova_store (to, m, nova_map (where, ROWS));
}

void
gathered (size_t n, const int *x, size_t m, const size_t *at, size_t k, const double *v, double *to)
{
  reals from = nova_view (v, k);
  reals gather (ints row) { return nova_gather (row, from); }
  nova_store (to, n, nova_map (gather, ROWS));
}

void
permuted (size_t n, const int *x, size_t m, const size_t *at, int *to)
{
  ints inverse (ints row) { return nova_permute (row, nova_range ((int) nova_length (row))); }
  nova_store (to, n, nova_map (inverse, ROWS));
}

void
ranked (size_t n, const double *x, size_t m, const size_t *at, size_t *to)
{
  nova_vec (size_t) rank (reals row)
  {
    int before (size_t i, size_t j) { return nova_get (row, i) < nova_get (row, j); }
    return nova_sort (before, nova_range (nova_length (row)));
  }
  nova_store (to, n, nova_map (rank, ROWS));
}

/* Rows of different lengths are made of the elements of a row.  */
void
expanded (size_t n, const int *x, size_t m, const size_t *at, size_t k, int *to)
{
  ints expand (ints row)
  {
    int size (int v) { return v; }
    int value (int v, int i) { return v ^ i; }
    return nova_expand (size, value, row);
  }
  nova_store (to, k, nova_flatten (nova_map (expand, ROWS)));
}

__attribute__ ((noipa)) static int
half (int v)
{
  if (v < 0)
    nova_fail ("less than nothing");
  return v / 2;
}

void
halved (size_t n, const int *x, size_t m, const size_t *at, int *to)
{
  ints halves (ints row) { return nova_map (half, row); }
  nova_store (to, n, nova_map (halves, ROWS));
}

/* A function is called for a row.  */
void
shifted (size_t n, const int *x, size_t m, const size_t *at, int *to)
{
  ints shift (ints row)
  {
    int by = half ((int) nova_length (row));
    int less (int v) { return v - by; }
    return nova_map (less, row);
  }
  nova_store (to, n, nova_map (shift, ROWS));
}

/* A function takes the row, and may raise an error. */
__attribute__ ((noipa)) static int
checked (ints row)
{
  if (nova_length (row) > 0 && nova_get (row, 0) < 0)
    nova_fail ("less than nothing");
  return 1;
}

void
guarded (size_t n, const int *x, size_t m, const size_t *at, int *to)
{
  ints guard (ints row)
  {
    int by = checked (row);
    int less (int v) { return v - by; }
    return nova_map (less, row);
  }
  nova_store (to, n, nova_map (guard, ROWS));
}

/* Rows of a row are put in another order, and kept. */
void
reordered (size_t n, const int *x, size_t m, const size_t *at, size_t k, int *to)
{
  ints order (ints row)
  {
    int size (int v) { return v & 7; }
    int value (int v, int i) { return v ^ i; }
    int last (ints r) { return nova_length (r) > 2 ? nova_get (r, nova_length (r) - 1) : 0; }
    return nova_flatten (nova_sort_by (last, nova_expand_nested (size, value, row)));
  }
  nova_store (to, k, nova_flatten (nova_map (order, ROWS)));
}

/* The state of turns is a row.  */
void
smoothed (size_t n, const double *x, size_t m, const size_t *at, int turns, double *to)
{
  reals smooth (reals row)
  {
    reals v = row;
    for (int t = 0; t < turns; t++)
      {
	double s = nova_sum (v);
	double near (double a, double b) { return (a + b) / s; }
	v = nova_map (near, v, nova_rotate (1, v));
      }
    return v;
  }
  nova_store (to, n, nova_flatten (nova_map (smooth, ROWS)));
}

/* { dg-final { scan-report {^  store .16.: parallel, long rows are cut where chunks end$} } } */
/* { dg-final { scan-report {^  store .28.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .35.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .42.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .54.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .62.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .77.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .85.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .93.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .100.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .111.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .124.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .139.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .152.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .173.: parallel, a long row is one thread's: a function in it may fail} } } */
/* { dg-final { scan-report { .187.: parallel, a long row is one thread's: not all that is} } } */
/* { dg-final { scan-report { .205.: parallel, long rows have loops of their own$} } } */

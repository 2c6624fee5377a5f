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
/* { dg-final { scan-report {^  store .16.: parallel, long rows are cut where chunks end$} } } */
/* { dg-final { scan-report {^  store .28.: parallel, long rows have loops of their own$} } } */
/* { dg-final { scan-report { .35.: parallel, a long row is one thread's: what rows give is put} } } */
/* { dg-final { scan-report { .42.: parallel, a long row is one thread's: much is done with it$} } } */

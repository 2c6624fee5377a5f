/* Larger loops have code for AVX2, too, if their elements are dear: the time goes into vectors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-O2" } */
/* { dg-final { scan-report {^  segments .19.: also for AVX2$} } } */
/* { dg-final { scan-assembler {%ymm} } } */

#include <nova.h>

typedef nova_vec (double) reals;
typedef nova_vec (reals) rows;

/* Sums of sums of rows: some two hundred instructions for each block of rows.  */
double
sums (size_t n, const double *x, size_t m, const size_t *at, size_t blocks, const size_t *over)
{
  double row (reals r) { return nova_sum (r); }
  double block (rows b) { return nova_sum (nova_map (row, b)); }
  rows all = nova_segments (nova_view (x, n), nova_view (at, m + 1));
  return nova_sum (nova_map (block, nova_segments (all, nova_view (over, blocks + 1))));
}

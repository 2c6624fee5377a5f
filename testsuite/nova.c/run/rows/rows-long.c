/* Long rows of elements that filter, sort, count into bins, concatenate, or are put together:
   results are those of loops, and the same bits on any number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-output "^(\[a-z\]+ \[0-9a-f\]+\n)+$" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../good.h"

typedef nova_vec (double) reals;
typedef nova_vec (reals) rows;
typedef nova_vec (int) ints;

enum { N = 150000, BINS = 40 };
static double x[N], out[2 * N + BINS * 1001], sorted[N];
static int k[N], iout[N + BINS * 1001], scratch[N];
static size_t at[N + 1], lengths[N], m;

static void
hash (const char *what, const void *p, size_t bytes)
{
  unsigned long h = 14695981039346656037ul;
  for (size_t i = 0; i < bytes; i++)
    h = (h ^ ((const unsigned char *) p)[i]) * 1099511628211ul;
  printf ("%s %lx\n", what, h);
}

static int
up (const void *p, const void *q)
{
  double a = *(const double *) p, b = *(const double *) q;
  return a < b ? -1 : a > b;
}

static int
iup (const void *p, const void *q)
{
  int a = *(const int *) p, b = *(const int *) q;
  return a < b ? -1 : a > b;
}

static int
large (double a)
{
  return a > 30;
}

static reals
larger (reals row)
{
  return nova_filter (large, row);
}

/* Two loops, the second of what the first keeps.  */
static double
least_large (reals row)
{
  reals kept = nova_filter (large, row);
  return nova_reduce (nova_min, 1e9, kept);
}

static reals
above_mean (reals row)
{
  double mean = nova_sum (row) / (double) nova_length (row);
  int above (double a) { return a > mean; }
  return nova_filter (above, row);
}

static ints
histogram (ints row)
{
  return nova_reduce_by_index (nova_add, 0, BINS, row, nova_replicate (nova_length (row), 1));
}

static int
commonest (ints row)
{
  return nova_maximum (histogram (row));
}

/* Bins of floats, and bins whose operator has no neutral element.  */
static reals
weights (ints row, reals values)
{
  return nova_reduce_by_index (nova_add, 1.0, BINS, row, values);
}

static ints
firsts (ints row)
{
  int first (int a, int b) { return a == 1000 ? b : a; }
  return nova_reduce_by_index (first, 1000, BINS, row, row);
}

static double
median (reals row)
{
  size_t n = nova_length (row);
  return n ? nova_get (nova_sort (nova_lt, row), n / 2) : -1;
}

static ints
sorted_ints (ints row)
{
  return nova_sort (nova_lt, row);
}

static reals
twice (reals row)
{
  return nova_concat (row, nova_reverse (row));
}

static double
sum (reals row)
{
  return nova_sum (row);
}

static int
heavy (reals row)
{
  return nova_sum (row) > 40.0 * (double) nova_length (row);
}

/* All of this with M rows, of which the elements begin at AT.  */
static void
shape (const char *what)
{
  rows r = nova_segments (nova_view (x, at[m]), nova_view (at, m + 1));
  nova_vec (ints) ir = nova_segments (nova_view (k, at[m]), nova_view (at, m + 1));

  rows kept = nova_map (larger, r);
  size_t n = nova_store (out, N, kept), pos = 0;
  nova_store (lengths, m, nova_lengths (kept));
  for (size_t i = 0; i < m; i++)
    {
      size_t begin = pos;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	if (x[j] > 30)
	  check (what, out[pos++] == x[j]);
      check (what, lengths[i] == pos - begin);
    }
  check (what, pos == n);

  nova_store (out, m, nova_map (least_large, r));
  for (size_t i = 0; i < m; i++)
    {
      double least = 1e9;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	least = x[j] > 30 && x[j] < least ? x[j] : least;
      check (what, out[i] == least);
    }

  n = nova_store (out, N, nova_flatten (nova_map (above_mean, r)));
  hash (what, out, n * sizeof *out);

  n = nova_store (out, N, nova_flatten (nova_filter (heavy, r)));
  hash (what, out, n * sizeof *out);

  nova_store (iout, m * BINS, nova_map (histogram, ir));
  for (size_t i = 0; i < m; i++)
    {
      for (size_t j = at[i]; j < at[i + 1]; j++)
	iout[i * BINS + k[j]]--;
      for (size_t q = 0; q < BINS; q++)
	check (what, iout[i * BINS + q] == 0);
    }
  nova_store (iout, m, nova_map (commonest, ir));
  for (size_t i = 0; i < m; i++)
    {
      int count[BINS] = { 0 }, most = 0;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	most = ++count[k[j]] > most ? count[k[j]] : most;
      check (what, iout[i] == most);
    }
  nova_store (out, m * BINS, nova_map (weights, ir, r));
  hash (what, out, m * BINS * sizeof *out);
  nova_store (iout, m * BINS, nova_map (firsts, ir));
  for (size_t i = 0; i < m; i++)
    {
      int has[BINS] = { 0 };
      for (size_t j = at[i]; j < at[i + 1]; j++)
	has[k[j]] = 1;
      for (int q = 0; q < BINS; q++)
	check (what, iout[i * BINS + q] == (has[q] ? q : 1000));
    }

  nova_store (out, m, nova_map (median, r));
  memcpy (sorted, x, sizeof sorted);
  for (size_t i = 0; i < m; i++)
    {
      qsort (sorted + at[i], at[i + 1] - at[i], sizeof *sorted, up);
      check (what, out[i] == (at[i] < at[i + 1] ? sorted[at[i] + (at[i + 1] - at[i]) / 2] : -1));
    }
  nova_store (iout, N, nova_map (sorted_ints, ir));
  memcpy (scratch, k, sizeof scratch);
  for (size_t i = 0; i < m; i++)
    {
      qsort (scratch + at[i], at[i + 1] - at[i], sizeof *scratch, iup);
      check (what, !memcmp (scratch + at[i], iout + at[i], (at[i + 1] - at[i]) * sizeof *iout));
    }

  nova_store (out, 2 * N, nova_map (twice, r));
  for (size_t i = 0; i < m; i++)
    for (size_t j = at[i]; j < at[i + 1]; j++)
      check (what, out[at[i] + j] == x[j] && out[at[i] + at[i + 1] + at[i + 1] - 1 - j] == x[j]);

  double all = nova_sum (nova_map (sum, r)), most = nova_reduce (nova_max, -1.0, nova_map (sum, r));
  hash (what, &all, sizeof all);
  hash (what, &most, sizeof most);
}

int
main (void)
{
  for (size_t i = 0; i < N; i++)
    {
      x[i] = (double) (i * 7919 % 10007) / 160;
      k[i] = (int) (i * 7919 % 10007 % BINS);
    }
  m = 0;
  shape ("none");
  m = 1;
  at[1] = N;
  shape ("one");
  for (m = 0; m < 1000; m++)
    at[m + 1] = m < 300 ? 0 : m < 700 ? N - 1 : N - 1 + (m == 800 || at[m] == N);
  shape ("lone");
  for (m = 0; m < 9; m++)
    at[m + 1] = (m + 1) * N / 9;
  shape ("nine");
  for (m = 0; m < 1000; m++)
    at[m + 1] = at[m] + (m == 417 ? N / 2 : N / 2 / 1000);
  shape ("half");
  return 0;
}

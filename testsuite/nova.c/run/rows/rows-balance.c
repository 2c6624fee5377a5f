/* Loops along rows of several lengths: their chunks are parts of the rows' weight, long rows are
   cut, or taken by themselves.  Results are the same bits on any number of threads, and those of the
   loop by hand.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-output "^(\[a-z\]+ \[0-9a-f\]+\n)+$" } */

#include <math.h>
#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../good.h"

typedef nova_vec (double) reals;
typedef nova_vec (reals) rows;
typedef nova_vec (int) ints;

enum { N = 200000 };
static double x[N], out[2 * N];
static int k[N], iout[2 * N];
static size_t at[N + 1], m;

static double
sum (reals row)
{
  return nova_sum (row);
}

static double
top (reals row)
{
  return nova_reduce (nova_max, (double) NAN, row);
}

/* Two loops: long rows are taken by themselves.  */
static double
spread (reals row)
{
  double mean = nova_sum (row) / (double) nova_length (row);
  double off (double a) { return (a - mean) * (a - mean); }
  return nova_sum (nova_map (off, row));
}

static reals
running (reals row)
{
  return nova_scan (nova_add, 0.0, row);
}

static reals
centred (reals row)
{
  double most = nova_reduce (nova_max, 0.0, row);
  double less (double a) { return most - a; }
  return nova_map (less, row);
}

static ints
sorted (ints row)
{
  return nova_sort (nova_lt, row);
}

static int
long_row (ints row)
{
  return nova_sum (row) > 40;
}

static ints
sums (ints row)
{
  return nova_scan (nova_add, 0, row);
}

static void
hash (const char *what, const void *p, size_t bytes)
{
  unsigned long h = 14695981039346656037ul;
  for (size_t i = 0; i < bytes; i++)
    h = (h ^ ((const unsigned char *) p)[i]) * 1099511628211ul;
  printf ("%s %lx\n", what, h);
}

/* All of this with M rows, of which the elements begin at AT.  */
static void
shape (const char *what)
{
  rows r = nova_segments (nova_view (x, at[m]), nova_view (at, m + 1));
  nova_vec (ints) ir = nova_segments (nova_view (k, at[m]), nova_view (at, m + 1));

  nova_store (out, m, nova_map (sum, r));
  for (size_t i = 0; i < m; i++)
    {
      double s = 0, most = 0;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	{
	  s += x[j];
	  most += fabs (x[j]);
	}
      check (what, fabs (out[i] - s) <= 1e-12 * (most + 1));
    }
  hash (what, out, m * sizeof *out);
  nova_store (out, m, nova_map (top, r));
  for (size_t i = 0; i < m; i++)
    {
      double most = NAN;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	most = fmax (most, x[j]);
      check (what, most == out[i] || (isnan (most) && isnan (out[i])));
    }
  nova_store (out, m, nova_map (spread, r));
  hash (what, out, m * sizeof *out);
  for (size_t i = 0; i < m; i++)
    {
      double mean = 0, s = 0;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	mean += x[j];
      mean /= (double) (at[i + 1] - at[i]);
      for (size_t j = at[i]; j < at[i + 1]; j++)
	s += (x[j] - mean) * (x[j] - mean);
      check (what, fabs (out[i] - s) <= 1e-9 * s);
    }
  nova_store (out, N, nova_map (running, r));
  hash (what, out, at[m] * sizeof *out);
  for (size_t i = 0; i < m; i++)
    {
      double s = 0, all = 0;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	{
	  s += x[j];
	  all += fabs (x[j]);
	  check (what, fabs (out[j] - s) <= 1e-10 * all);
	}
    }
  nova_store (out, N, nova_map (centred, r));
  for (size_t i = 0; i < m; i++)
    {
      double most = 0;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	most = x[j] > most ? x[j] : most;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	check (what, out[j] == most - x[j]);
    }
  double all = nova_sum (nova_map (sum, r));
  hash (what, &all, sizeof all);
  /* Two passes.  */
  size_t n = nova_store (iout, N, nova_flatten (nova_filter (long_row, ir))), pos = 0;
  for (size_t i = 0; i < m; i++)
    {
      int s = 0;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	s += k[j];
      for (size_t j = at[i]; s > 40 && j < at[i + 1]; j++)
	check (what, iout[pos++] == k[j]);
    }
  check (what, pos == n);
  nova_store (iout, N, nova_flatten (nova_map (sums, ir)));
  for (size_t i = 0; i < m; i++)
    for (size_t j = at[i], s = 0; j < at[i + 1]; j++)
      check (what, iout[j] == (int) (s += k[j]));
  nova_store (iout, N, nova_flatten (nova_map (sorted, ir)));
  for (size_t i = 0; i < m; i++)
    for (size_t j = at[i] + 1; j < at[i + 1]; j++)
      check (what, iout[j - 1] <= iout[j]);
  /* Offsets that do not begin with 0; rows in another order.  */
  if (m < 3)
    return;
  nova_store (out, m, nova_map (sum, nova_slice (2, m, r)));
  for (size_t i = 2; i < m; i++)
    check (what, at[i] < at[i + 1] || out[i - 2] == 0);
  hash (what, out, (m - 2) * sizeof *out);
  nova_store (out, m, nova_map (sum, nova_reverse (r)));
  hash (what, out, m * sizeof *out);
}

int
main (void)
{
  for (size_t i = 0; i < N; i++)
    {
      x[i] = sin ((double) i) * exp2 ((double) (i % 40));
      k[i] = (int) (i * 7919 % 17);
    }
  m = 0;
  shape ("none");
  m = 5;
  shape ("empty");
  m = 1;
  at[1] = N;
  shape ("one");
  for (m = 0; m < 1000; m++)
    at[m + 1] = m < 300 ? 0 : m < 700 ? N - 1 : N - 1 + (m == 800 || at[m] == N);
  shape ("lone");
  for (m = 0; m < 7; m++)
    at[m + 1] = (m + 1) * N / 7;
  shape ("seven");
  at[1] = N / 2;
  for (m = 1; at[m] < N; m++)
    at[m + 1] = at[m] + 2 < N ? at[m] + 2 : N;
  shape ("arrow");
  for (m = 0; at[m] < N; m++)
    {
      at[m + 1] = at[m] + (m * 31 % 11 ? m * 7 % 5 : (size_t) (20000 / (m % 97 + 1)));
      at[m + 1] = at[m + 1] < N ? at[m + 1] : N;
    }
  shape ("power");
  for (m = 0; m < N; m++)
    at[m + 1] = m + 1;
  shape ("single");
  /* As many elements as rows, one of which is empty in each 50000.  */
  for (m = 0; m < N; m++)
    at[m + 1] = m + 1 - (m % 50000 == 777);
  shape ("nearly");
  return 0;
}

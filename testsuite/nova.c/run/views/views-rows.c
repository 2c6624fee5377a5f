/* Rows that a function of the index views between offsets in memory: chunks are parts of their
   weight, whatever the type of the offsets; long rows are taken by themselves.  Results are those
   of the loop by hand, also if the offsets are negative, or are stored to; an error is that of the
   first row that fails.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdbool.h>
#include <stdlib.h>
#include "../fails.h"
#include "../good.h"

enum { N = 100000, M = N + 1 };
static double x[N], out[M], want[M];
static int index_of[N], narrow[M];
static long wide[M];
static size_t plain[M], m;

/* Rows of 0 to 3 elements but one, which has half of all; the offsets begin at FROM.  */
static void
make_rows (long from)
{
  m = 0;
  wide[0] = from;
  for (long k = 0; k < N; m++)
    {
      long l = m == 1000 ? N / 2 : (long) (m * 7 % 4);
      k += l = l < N - k ? l : N - k;
      wide[m + 1] = from + k;
    }
  for (size_t i = 0; i <= m; i++)
    {
      narrow[i] = (int) wide[i];
      plain[i] = (size_t) wide[i];
    }
}

static void
sums_narrow (const double *p, double *y)
{
  double sum (size_t i) { return nova_sum (nova_view (p + narrow[i], narrow[i + 1] - narrow[i])); }
  nova_store (y, m, nova_map (sum, nova_range (m)));
}

static void
sums_at (const double *p, const int *at, double *y)
{
  double sum (size_t i) { return nova_sum (nova_view (p + at[i], at[i + 1] - at[i])); }
  nova_store (y, m, nova_map (sum, nova_range (m)));
}

static void
sums_wide (const double *p, const long *at, double *y)
{
  double sum (size_t i) { return nova_sum (nova_view (p + at[i], at[i + 1] - at[i])); }
  nova_store (y, m, nova_map (sum, nova_range (m)));
}

static void
sums_plain (const double *p, const size_t *at, double *y)
{
  double sum (size_t i)
  {
    size_t n = at[i + 1] - at[i];
    return n ? nova_sum (nova_view (p + at[i], n)) : 0;
  }
  nova_store (y, m, nova_map (sum, nova_range (m)));
}

/* Array and offsets are variables of the program, which are there in regions without rows, too.  */
static const double *from_here;
static const size_t *at_here;

static void
sums_here (size_t rows, double *y)
{
  double sum (size_t i)
  {
    return nova_sum (nova_view (from_here + at_here[i], at_here[i + 1] - at_here[i]));
  }
  nova_store (y, rows, nova_map (sum, nova_range (rows)));
}

/* Into the offsets.  */
static void
counts (const int *v, int *at)
{
  bool odd (int a) { return a & 1; }
  int count (size_t i)
  {
    return (int) nova_count (odd, nova_view (v + at[i], at[i + 1] - at[i]));
  }
  nova_store (at, m, nova_map (count, nova_range (m)));
}

static void
check_sums (const char *what)
{
  for (size_t i = 0; i < m; i++)
    check (what, out[i] == want[i]);
  memset (out, 0, sizeof out);
}

int
main (void)
{
  for (long from = 0; from >= -N; from -= N / 2)
    {
      make_rows (from);
      for (size_t i = 0; i < N; i++)
        x[i] = (double) (i % 5);
      for (size_t i = 0; i < m; i++)
        {
          want[i] = 0;
          for (long k = wide[i]; k < wide[i + 1]; k++)
            want[i] += x[k - from];
        }
      sums_narrow (x - from, out);
      check_sums ("narrow");
      sums_at (x - from, narrow, out);
      check_sums ("at");
      sums_wide (x - from, wide, out);
      check_sums ("wide");
      sums_plain (x - from, plain, out);
      check_sums ("plain");
      sums_here (0, out);
      from_here = x - from;
      at_here = plain;
      sums_here (m, out);
      check_sums ("here");
      at_here = NULL;
      from_here = NULL;
    }
  make_rows (0);
  for (int i = 0; i < N; i++)
    index_of[i] = i / 3;
  counts (index_of, narrow);
  for (size_t i = 0; i < m; i++)
    {
      int n = 0;
      for (long k = wide[i]; k < wide[i + 1]; k++)
        n += index_of[k] & 1;
      check ("counts", narrow[i] == n);
    }
  make_rows (0);
  nova_set_error_handler (handler);
  narrow[3000] = narrow[3001] + 1;
  narrow[4000] = narrow[4001] + 2;
  FAILS (sums_at (x, narrow, out), "a size, is -1");
  narrow[1001] = narrow[1000] - 7;
  FAILS (sums_at (x, narrow, out), "a size, is -7");
  return 0;
}

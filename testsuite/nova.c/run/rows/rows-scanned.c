/* Rows that are scanned, of none, few and many elements, wherever they begin; backwards, too, and
   where they stand.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define N 20000
#define ROWS 40

typedef nova_vec (double) reals;

static double
wanted (const double *x, size_t i, size_t b, size_t e, int back)
{
  double s = 1;
  for (size_t j = b; j <= i; j++)
    s += x[back ? e - 1 - (j - b) : j];
  return s;
}

static void
check (const char *what, const double *d, const double *x, const size_t *at, size_t m, int back)
{
  for (size_t r = 0; r < m; r++)
    for (size_t i = at[r]; i < at[r + 1]; i += 1 + (at[r + 1] - i) / 7)
      if (d[i] != wanted (x, i, at[r], at[r + 1], back))
	{
	  printf ("%s: element %zu of row %zu\n", what, i - at[r], r);
	  exit (1);
	}
}

int
main (void)
{
  static double x[N], d[N], y[N];
  size_t at[ROWS + 1], n = N - 1, m = 0;
  static const size_t lengths[] = { 0, 1, 0, 0, 255, 256, 257, 3, 0, 1000, 16, 4099, 0, 511 };
  reals sums (reals row) { return nova_scan (nova_add, 1.0, row); }
  reals back (reals row) { return nova_scan (nova_add, 1.0, nova_reverse (row)); }

  for (size_t i = 0; i < N; i++)
    x[i] = y[i] = nova_random (5, i) % 64;
  for (at[0] = 0; m < sizeof lengths / sizeof *lengths; m++)
    at[m + 1] = at[m] + lengths[m];
  at[++m] = n;
  nova_store (d, n, nova_map (sums, nova_segments (nova_view (x, n), nova_view (at, m + 1))));
  check ("sums", d, x, at, m, 0);
  nova_store (d, n, nova_map (back, nova_segments (nova_view (x, n), nova_view (at, m + 1))));
  check ("back", d, x, at, m, 1);
  nova_store (y, n, nova_map (sums, nova_segments (nova_view (y, n), nova_view (at, m + 1))));
  check ("in place", y, x, at, m, 0);
  return 0;
}

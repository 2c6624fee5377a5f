/* Scans of every length near the sizes of tiles and chunks; one that keeps the greatest so far.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define N 200001
static long x[N], y[N], z[N];

static long greater (long a, long b) { return a > b ? a : b; }

static int
sums (size_t n)
{
  long s = 10;

  nova_store (y, n, nova_scan (nova_add, 10L, nova_view (x, n)));
  nova_store (z, n, nova_exscan (nova_add, 10L, nova_view (x, n)));
  for (size_t i = 0; i < n; i++)
    {
      if (z[i] != s)
	return 0;
      s += x[i];
      if (y[i] != s)
	return 0;
    }
  return 1;
}

static int
greatest (size_t n)
{
  long s = -1000;

  nova_store (y, n, nova_scan (greater, s, nova_view (x, n)));
  for (size_t i = 0; i < n; i++)
    if (y[i] != (s = greater (s, x[i])))
      return 0;
  return 1;
}

int
main (void)
{
  static const size_t sizes[] = { 0, 1, 2, 15, 16, 17, 255, 256, 257, 10000, 65536, N };

  for (int i = 0; i < N; i++)
    x[i] = (long) (i * 2654435761u % 1001) - 500;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    if (!sums (sizes[k]) || !greatest (sizes[k]))
      {
	printf ("length %zu\n", sizes[k]);
	return 1;
      }
  return 0;
}

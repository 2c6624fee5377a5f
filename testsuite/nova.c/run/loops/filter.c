/* Filters: into a reduction, as a vector of the host program, chained, with a second vector.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define N 30000
static int x[N], y[N];

static int odd (int v) { return v & 1; }
static int big (int v) { return v > 500; }
static int less (int v, int w) { return v < w; }
static long square (int v) { return (long) v * v; }

int
main (void)
{
  long want = 0, got;
  size_t n = 0, i, k = 0;
  int good = 1;

  for (i = 0; i < N; i++)
    {
      x[i] = (i * 7919) % 1009;
      y[i] = (i * 104729) % 997;
    }
  for (i = 0; i < N; i++)
    if (x[i] & 1)
      want += (long) x[i] * x[i];
  got = nova_reduce (nova_add, 0L, nova_map (square, nova_filter (odd, nova_view (x, N))));
  good &= got == want;

  nova_vec (int) v = nova_filter (big, nova_filter (odd, nova_view (x, N)));
  for (i = 0; i < N; i++)
    if ((x[i] & 1) && x[i] > 500)
      {
	good &= nova_get (v, n) == x[i];
	n++;
      }
  good &= n == nova_length (v);
  good &= n == nova_count (odd, nova_filter (big, nova_view (x, N)));

  nova_vec (int) w = nova_filter (less, nova_view (x, N), nova_view (y, N));
  const int *d = nova_data (w);
  for (i = 0; i < N; i++)
    if (x[i] < y[i])
      good &= d[k++] == x[i];
  good &= k == nova_length (w);
  good &= nova_length (nova_filter (odd, nova_view (x, 0))) == 0;
  if (!good)
    puts ("wrong");
  return !good;
}

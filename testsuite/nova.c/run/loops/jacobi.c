/* Iteration to a tolerance: new state from shifted slices, largest change, store over the state.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 1000
#define LEAST 1e-4
static double a[N], b[N], c[N];

static int
with_vectors (void)
{
  double average (double l, double r) { return (l + r) / 2; }
  double difference (double p, double q) { return fabs (p - q); }
  double change;
  int k = 0;

  do
    {
      nova_vec (double) x = nova_view (a, N);
      nova_vec (double) n = nova_map (average, nova_slice (0, N - 2, x), nova_slice (2, N, x));
      change = nova_reduce (nova_max, 0.0, nova_map (difference, n, nova_slice (1, N - 1, x)));
      nova_store (a + 1, N - 2, n);
    }
  while (change > LEAST && ++k < 100);
  return k;
}

static int
with_loops (void)
{
  double change;
  int k = 0;

  do
    {
      change = 0;
      memcpy (b, c, sizeof b);
      for (int i = 1; i < N - 1; i++)
	{
	  c[i] = (b[i - 1] + b[i + 1]) / 2;
	  change = fmax (change, fabs (c[i] - b[i]));
	}
    }
  while (change > LEAST && ++k < 100);
  return k;
}

int
main (void)
{
  int k, l;

  a[0] = c[0] = 1;
  k = with_vectors ();
  l = with_loops ();
  if (k == l && k > 10 && memcmp (a, c, sizeof a) == 0)
    return 0;
  printf ("%d %d\n", k, l);
  return 1;
}

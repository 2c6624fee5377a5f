/* What a filter keeps out is never given to the functions behind it: they may divide by it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define N 100000
static int x[N], y[N];

static int nonzero (int v) { return v; }
static int quotient (int v) { return 1000 / v; }
static int remainder_of (int v) { return 1000 % v; }
static int third (int v) { return v % 3 == 0; }

int
main (void)
{
  long sum = 0, s;
  size_t n, k = 0;

  for (int i = 0; i < N; i++)
    {
      x[i] = (i * 7919) % 1000 - 300;
      sum += x[i] ? 1000 / x[i] : 0;
    }
  s = nova_reduce (nova_add, 0L, nova_map (quotient, nova_filter (nonzero, nova_view (x, N))));
  n = nova_store (y, N, nova_map (remainder_of,
				  nova_filter (third, nova_filter (nonzero, nova_view (x, N)))));
  for (int i = 0; i < N; i++)
    if (x[i] && x[i] % 3 == 0 && y[k++] != 1000 % x[i])
      {
	printf ("element %zu\n", k - 1);
	return 1;
      }
  if (s == sum && n == k)
    return 0;
  printf ("%ld %ld %zu %zu\n", s, sum, n, k);
  return 1;
}

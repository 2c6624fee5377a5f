/* Sums of integers of which the first elements differ from the others, of all lengths around those of
   blocks.
   { dg-nova-levels "-O1" "-O3" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define N 200000

static int x[N];

static int
look (size_t n)
{
  nova_vec (int) v = nova_view (x, n);
  int starts (int a, size_t i) { return i == 0 || nova_get (v, i - 1) != a; }
  int more (int a, size_t i) { return i < 5 ? 1000 * a : a; }
  size_t r = nova_sum_as (size_t, nova_map (starts, v, nova_range (n))), want = 0;
  int s = nova_sum (nova_map (more, v, nova_range (n))), sum = 0;

  for (size_t i = 0; i < n; i++)
    {
      want += i == 0 || x[i - 1] != x[i];
      sum += i < 5 ? 1000 * x[i] : x[i];
    }
  if (r == want && s == sum)
    return 0;
  printf ("%zu: %zu, not %zu; %d, not %d\n", n, r, want, s, sum);
  return 1;
}

int
main (void)
{
  int failed = 0;

  for (int i = 0; i < N; i++)
    x[i] = i * 2654435761u >> 20 & 1;
  for (size_t n = 0; n < 140; n++)
    failed |= look (n);
  for (size_t n = 1000; n <= N; n = 2 * n + 7)
    failed |= look (n);
  return failed | look (N);
}

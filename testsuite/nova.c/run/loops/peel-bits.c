/* What is anded with 1 is not taken for a condition where the ends of a loop are peeled off.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" } */

#include <assert.h>
#include <nova.h>

#define N 1000

static int
odd (int x)
{
  return x & 1;
}

static int
behind_first (int e, size_t i)
{
  return (i > 0) & e;
}

static int
but_first (int e, size_t i)
{
  return (i == 0 ? 4 : e) & 1;
}

__attribute__ ((noinline)) static int
sum_behind (size_t n, const int *x)
{
  return nova_sum (nova_map (behind_first, nova_view (x, n), nova_range (n)));
}

__attribute__ ((noinline)) static int
sum_but (size_t n, const int *x)
{
  return nova_sum (nova_map (but_first, nova_view (x, n), nova_range (n)));
}

__attribute__ ((noinline)) static size_t
count (size_t n, const int *x)
{
  nova_vec (int) v = nova_view (x, n);
  int at (size_t i)
  {
    return nova_get (v, i == n / 2 ? 0 : i);
  }
  return nova_length (nova_filter (odd, nova_tabulate (at, n)));
}

int
main (void)
{
  int x[N];

  for (int i = 0; i < N; i++)
    x[i] = i;
  assert (sum_behind (N, x) == N / 2);
  assert (sum_but (N, x) == N / 2);
  assert (count (N, x) == N / 2);
  return 0;
}

/* Vectors through loops, branches, helpers, and conditional expressions of the host program.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define N 1000
static int x[N];

static int inc (int v) { return v + 1; }
static int dbl (int v) { return 2 * v; }
static int even (int v) { return v % 2 == 0; }

static nova_vec (int)
step (nova_vec (int) v, int k)
{
  return k & 1 ? nova_map (dbl, v) : nova_map (inc, v);
}

static nova_vec (int)
evens (nova_vec (int) v)
{
  return nova_filter (even, v);
}

static long
loop (int n)
{
  nova_vec (int) v = nova_view (x, N);
  long acc = 0;

  for (int k = 0; k < n; k++)
    {
      v = step (v, k);
      if (k % 3 == 2)
	continue;
      acc += nova_sum (nova_convert (long, v));
      if (acc < 0)
	return acc;
    }
  return acc + nova_length (evens (v));
}

static long
plain (int n)
{
  static int v[N];
  long acc = 0, count = 0;

  for (int i = 0; i < N; i++)
    v[i] = x[i];
  for (int k = 0; k < n; k++)
    {
      for (int i = 0; i < N; i++)
	v[i] = k & 1 ? 2 * v[i] : v[i] + 1;
      if (k % 3 == 2)
	continue;
      for (int i = 0; i < N; i++)
	acc += v[i];
    }
  for (int i = 0; i < N; i++)
    count += v[i] % 2 == 0;
  return acc + count;
}

static int
choose (int c)
{
  nova_vec (int) a = nova_view (x, N), b = nova_range (N), r;

  r = c ? a : b;
  if (c > 1)
    r = nova_map (inc, r);
  return nova_sum (r);
}

int
main (void)
{
  int sum = 0, good = 1;

  for (int i = 0; i < N; i++)
    sum += x[i] = i % 9;
  for (int n = 0; n < 12; n++)
    good &= loop (n) == plain (n);
  good &= choose (0) == N * (N - 1) / 2;
  good &= choose (1) == sum;
  good &= choose (2) == sum + N;
  if (!good)
    puts ("wrong");
  return !good;
}

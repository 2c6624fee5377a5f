/* What fits into one pass allocates nothing, however often it runs: every allocation of the runtime
   fails here.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-env "NOVA_FAULT=alloc:1+" } */
/* { dg-nova-output "^11 499500 1$" } */

#include <nova.h>
#include <stdio.h>

enum { N = 1000 };
static float x[N];
static int y[N];

static float greater (float a, float b) { return a > b ? a : b; }
static float apart (float a, float b) { return a > b ? a - b : b - a; }
static float relax (float v) { return (v + 2) / 2; }

/* New state, largest change, store.  */
static int
converge (int n)
{
  int k = 0;
  float d;
  do
    {
      nova_vec (float) old = nova_view (x, n), now = nova_map (relax, old);
      d = nova_reduce (greater, 0.0f, nova_map (apart, old, now));
      nova_store (x, n, now);
      k++;
    }
  while (d > 1e-3f);
  return k;
}

int
main (void)
{
  long s = 0;
  int good = 1;
  for (int k = 0; k < 10000; k++)
    {
      nova_vec (int) r = nova_range (N), t = r;
      s = nova_sum_as (long, t);
      nova_store (y, N, nova_map (nova_add, r, nova_replicate (N, k)));
      good &= y[3] == k + 3 && nova_length (r) == N;
    }
  printf ("%d %ld %d\n", converge (N), s, good);
  return 0;
}

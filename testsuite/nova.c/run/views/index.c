/* Ranges, replicates, slices, reverses, gathers; also as handles of their own.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define N 1000
static int x[N];

static nova_vec (int)
pass (nova_vec (int) v)
{
  return v;
}

/* V is the N elements of WANT.  */
static int
equal (nova_vec (int) v, size_t n, const int *want)
{
  int good = nova_length (v) == n;

  for (size_t i = 0; good && i < n; i++)
    good &= nova_get (v, i) == want[i];
  return good;
}

int
main (void)
{
  int good = 1;
  nova_vec (int) v = nova_view (x, N);

  for (int i = 0; i < N; i++)
    x[i] = 3 * i;
  good &= equal (nova_range (4), 4, (const int[]) { 0, 1, 2, 3 });
  good &= equal (nova_range (2, 5), 3, (const int[]) { 2, 3, 4 });
  good &= equal (nova_range (5, 2), 0, x);
  good &= equal (nova_range (0, 10, 4), 3, (const int[]) { 0, 4, 8 });
  good &= equal (nova_range (9, -1, -5), 2, (const int[]) { 9, 4 });
  good &= equal (nova_replicate (3, 7), 3, (const int[]) { 7, 7, 7 });
  good &= equal (nova_slice (2, 5, v), 3, (const int[]) { 6, 9, 12 });
  good &= equal (nova_slice (2, 3, 10, v), 3, (const int[]) { 6, 15, 24 });
  good &= equal (nova_slice (N - 1, -400, -1, v), 3, (const int[]) { 2997, 1797, 597 });
  good &= equal (nova_slice (7, 7, v), 0, x);
  good &= equal (nova_slice (0, 3, nova_reverse (v)), 3, (const int[]) { 2997, 2994, 2991 });
  good &= equal (nova_gather (nova_range (0, 9, 3), v), 3, (const int[]) { 0, 9, 18 });
  good &= equal (pass (nova_reverse (nova_range (3))), 3, (const int[]) { 2, 1, 0 });
  good &= nova_sum (nova_slice (0, N - 1, v)) == 3 * (N - 1) * (N - 2) / 2;
  good &= nova_sum (nova_map (nova_mul, nova_range (N), nova_replicate (N, 2))) == N * (N - 1);
  nova_vec (int) old = nova_copy (v);
  x[0] = 5;
  good &= nova_get (old, 0) == 0 && nova_get (v, 0) == 5;
  if (!good)
    puts ("wrong");
  return !good;
}

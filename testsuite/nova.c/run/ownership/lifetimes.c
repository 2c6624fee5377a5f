/* Slices and reverses of vectors whose own variable is gone: they keep alive what they read.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define N 1000
static int x[N];

static int
dbl (int v)
{
  return 2 * v;
}

int
main (void)
{
  long sum = 0, want = 0;

  for (int i = 0; i < N; i++)
    x[i] = i;
  nova_vec (int) v = nova_reverse (nova_map (dbl, nova_view (x, N)));
  x[3] = 7;
  /* Something else takes the memory, if it was given back too early.  */
  nova_vec (int) other = nova_map (nova_add, nova_view (x, N), nova_view (x, N));
  for (int k = 0; k < 3; k++)
    {
      sum += nova_sum (nova_slice (k, 10, v));
      for (int i = k; i < 10; i++)
	want += 2 * (N - 1 - i);
    }
  nova_vec (int) w = v;
  v = nova_slice (1, 5, v);
  sum += nova_sum (w) + nova_sum (v);
  want += N * (N - 1L) + 2 * (998 + 997 + 996 + 995);
  if (sum != want || nova_get (other, 3) != 14)
    printf ("%ld, not %ld\n", sum, want);
  return sum != want;
}

/* What -fplugin-arg-nova-unchecked leaves out is the check alone: indices beyond a view, but inside its
   array, name what stands there; those that bins and scatter have no place for are in none.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-fplugin-arg-nova-unchecked=get,gather,slice,permute,scatter,reduce_by_index,reduce_into,bucket,expand,expand_nested" } */

#include <nova.h>
#include <stdio.h>

#define N 3000
static int x[2 * N], ix[N], out[2 * N];
static int failed;

#define IS(A, B) \
  do \
    { \
      long a = (A), b = (B); \
      if (a != b) \
	printf ("%d: %ld, not %ld\n", __LINE__, a, b), failed = 1; \
    } \
  while (0)

static int key (int a) { return a; }
static int one (int a) { return a & 1; }
static int get (int a, int k) { return a + k; }

int
main (void)
{
  for (int i = 0; i < 2 * N; i++)
    x[i] = i;
  for (int i = 0; i < N; i++)
    ix[i] = N - 1 - i;
  nova_vec (int) v = nova_view (x, N), at = nova_view (ix, N);
  int beyond (int a) { return nova_get (v, a + N); }
  IS (nova_get (v, N + 5), N + 5);
  IS (nova_get (nova_map (beyond, v), 7), N + 7);
  IS (nova_sum (nova_slice (N, N + 4, v)), 4 * N + 6);
  IS (nova_get (nova_permute (at, v), 0), N - 1);
  ix[4] = N + 2, ix[5] = -7;
  IS (nova_get (nova_gather (nova_slice (0, 5, at), v), 4), N + 2);
  IS (nova_get (nova_scatter (v, at, v), N - 1 - 4), N - 1 - 4);
  IS (nova_get (nova_scatter (v, at, v), N - 1 - 6), 6);
  IS (nova_sum (nova_reduce_by_index (nova_add, 0, N, at, nova_replicate (N, 1))), N - 2);
  IS (nova_sum (nova_reduce_into (nova_add, nova_replicate (N, 1), at, nova_replicate (N, 1))), 2 * N - 2);
  IS (nova_length (nova_flatten (nova_bucket (9, key, v))), 9);
  IS (nova_length (nova_expand (one, get, v)), N / 2);
  IS (nova_store (out, 2 * N, nova_expand_nested (one, get, v)), N / 2);
  return failed;
}

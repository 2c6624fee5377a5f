/* Debug information about macros; names declared in regions, of which nothing is left.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0 -g3" "-O2 -ggdb3 -fopenmp" "-O3 -g3 -fvar-tracking-assignments" } */

#include <nova.h>
#include <stdio.h>

#ifndef __NOVA__
# error "the plugin defines no macro"
#endif
#define N 1000
#define SQUARE(X) ((X) * (X))

static long x[N], y[N];
static long square (long v) { return SQUARE (v); }

int
main (void)
{
  for (int i = 0; i < N; i++)
    x[i] = i;
  nova_vec (long) v = nova_view (x, N);
  nova_vec (long) squares = nova_map (square, v);
  nova_vec (long) back = nova_reverse (squares);
  long total = nova_sum (back);
  size_t n = nova_store (y, N, back);
  if (n == N && total == 332833500 && y[0] == SQUARE (N - 1) && nova_get (v, 7) == 7)
    return 0;
  printf ("%ld %zu %ld\n", total, n, y[0]);
  return 1;
}

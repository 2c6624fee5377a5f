/* OpenMP's simd loops in a function operand.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-fopenmp-simd" } */

#include <nova.h>

static int
f (int x)
{
  int l[16], s = 0;
#pragma omp simd
  for (int i = 0; i < 16; i++)
    l[i] = x + i;
#pragma omp simd reduction(+:s)
  for (int i = 0; i < 16; i++)
    s += l[i];
  return s;
}

int
main (void)
{
  int a[3] = { 1, 2, 3 };
  return nova_sum (nova_map (f, nova_view (a, 3))) != 16 * 6 + 3 * 120;
}

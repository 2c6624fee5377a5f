/* What only some ways made is released where they meet, not before its elements are read there.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O1" "-O2" "-O3" } */
/* { dg-nova-env "MALLOC_PERTURB_=85" } */

#include <nova.h>

typedef nova_vec (int) ints;

static int out[1000];

__attribute__ ((noinline)) static long
either (const int *p, size_t n, int way)
{
  const int *data = out;
  long sum = 0;
  ints v;

  if (way)
    {
      v = nova_map (nova_add, nova_view (p, n), nova_view (p, n));
      data = nova_data (v);
    }
  for (size_t k = 0; k < n; k++)
    sum += data[k];
  return sum;
}

/* The same without a loop between.  */
__attribute__ ((noinline)) static long
one (const int *p, size_t n, int way)
{
  const int *data = out;
  ints v;

  if (way)
    {
      v = nova_map (nova_add, nova_view (p, n), nova_view (p, n));
      data = nova_data (v);
    }
  return data[n - 1] + data[0];
}

int
main (void)
{
  int x[1000];
  for (int k = 0; k < 1000; k++)
    x[k] = k;
  for (int k = 0; k < 100; k++)
    {
      if (either (x, 1000, k % 2) != (k % 2 ? 999000 : 0)
	  || one (x, 1000, k % 2) != (k % 2 ? 1998 : 0))
	return 1;
    }
  return 0;
}

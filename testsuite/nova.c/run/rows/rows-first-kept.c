/* Rows that have a greatest element, which begins with the first one, a scan, a filter and a
   partition: how many elements are kept is read of rows without elements, too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-fplugin-arg-nova-checking -O1" } */

#include <nova.h>
#include <assert.h>
#include <stdlib.h>

typedef nova_vec (double) reals;

static int odd (double a) { return (long) a & 1; }
static double larger (double a, double b) { return a < b ? b : a; }
static size_t size (double a) { return (size_t) ((long) a % 4); }
static double item (double a, size_t k) { return a + k; }
static double largest (reals r) { return nova_reduce (larger, 0, r); }
static reals odd_ones (reals r) { return nova_filter (odd, r); }
static reals so_far (reals r) { return nova_scan (larger, 0, r); }
static nova_vec (reals) parts (reals r) { return nova_partition (odd, r); }

int
main (void)
{
  for (size_t n = 0; n <= 2000; n = n * 4 + 5)
    {
      double *a = malloc ((n + 1) * sizeof *a);
      for (size_t k = 0; k < n; k++)
	a[k] = k * 7 % 101;
      nova_vec (reals) x = nova_expand_nested (size, item, nova_view (a, n));
      reals most = nova_map (largest, x);
      nova_vec (reals) kept = nova_map (odd_ones, x);
      nova_vec (reals) runs = nova_map (so_far, x);
      nova_vec (nova_vec (reals)) both = nova_map (parts, x);
      for (size_t k = 0; k < n; k++)
	{
	  size_t all = size (a[k]), q = 0;
	  double best = 0;
	  for (size_t j = 0; j < all; j++)
	    {
	      double v = item (a[k], j);
	      best = larger (best, v);
	      assert (nova_get (nova_get (runs, k), j) == best);
	      if (odd (v))
		assert (nova_get (nova_get (kept, k), q++) == v);
	    }
	  assert (nova_get (most, k) == best);
	  assert (nova_length (nova_get (kept, k)) == q);
	  assert (nova_length (nova_get (nova_get (both, k), 0)) == q);
	  assert (nova_length (nova_get (nova_get (both, k), 1)) == all - q);
	}
      free (a);
    }
  return 0;
}

/* Vectors, what host code computes from them, and elements of them, in one region: releases of what
   only some ways made, local arrays that are only viewed, rows that are sliced, functions that map
   themselves.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O1" "-O2 -fchecking=2" "-O3" } */
/* { dg-nova-output "\\A-9 2 15113 15115 37 812\n3 \\[1,2,3\\]\n3 \\[3,6,9\\]\n3 \\[18,36,54\\]" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include "../quicksort.h"

typedef nova_vec (double) reals;
typedef nova_vec (size_t) sizes;

/* Buckets, of which a slice is mapped, and one is used as it is.  */
static ints
by_buckets (ints x)
{
  if (nova_length (x) <= 1)
    return x;
  int pivot = nova_get (x, nova_length (x) / 2);
  int side (int v) { return (v > pivot) - (v < pivot) + 1; }
  int_rows parts = nova_bucket (3, side, x);
  int_rows outer = nova_map (by_buckets, nova_slice (0, 2, 3, parts));
  return nova_concat (nova_get (outer, 0), nova_get (parts, 1), nova_get (outer, 1));
}

/* Scalars between: host arithmetic on results, an element of a result.  */
static double
scalars (reals x, int *rest)
{
  size_t n = nova_length (x);
  double mean = nova_sum (x) / n;
  double off (double v) { return v - mean; }
  reals y = nova_map (off, x);
  int less (double a, double b) { return a < b; }
  reals s = nova_sort (less, y);
  size_t half = nova_length (s) / 2;
  double median = nova_get (s, half);
  int above (double v) { return v > median; }
  size_t many = nova_count (above, y);
  *rest = many * 3 % 7;
  return nova_sum (nova_slice (0, many, s)) + median;
}

/* Arithmetic on a result that nobody needs.  */
static int
unused (ints x)
{
  unsigned u = nova_sum (x);
  u = 3 * u;
  long w = u + 1L;
  (void) w;
  return 0;
}

/* The same array is viewed again after a store, in one and in several ways.  */
static long
arrays (ints x, int way)
{
  int few[4] = { 1, 2, 3 }, two[2] = { nova_sum (x), 7 };
  long a = nova_sum (nova_map (nova_mul, nova_view (few, 4), nova_view (few, 4)));
  few[3] = 5;
  long b = nova_sum (nova_view (few, 4));
  if (way)
    two[1] = 9;
  return a * 1000 + b * 100 + nova_sum (nova_view (two, 2));
}

/* A view that outlives stores to its array: it is read as it is then.  */
static long
later (void)
{
  int a[2] = { 1, 2 };
  ints v = nova_view (a, 2);
  long s = nova_sum (v);
  a[0] = 5;
  return 10 * s + nova_sum (v);
}

/* In a loop each turn has its own values.  */
static long
turns (ints x)
{
  long all = 0;
  for (int k = 0; k < 5; k++)
    {
      int pair[2] = { k, k * nova_sum (x) };
      ints v = nova_view (pair, 2);
      all = 3 * all + nova_sum (nova_map (nova_add, v, nova_reverse (v)));
    }
  return all;
}

/* What a way out of a loop made is given back on it.  */
static ints
leaves (ints x, int n)
{
  ints made;
  for (int k = 0; k < n; k++)
    {
      ints twice = nova_map (nova_add, x, x);
      if (nova_sum (twice) > 100)
	return twice;
      made = nova_map (nova_add, twice, x);
      if (k == 3)
	return nova_concat (made, twice);
      x = nova_map (nova_max, made, x);
    }
  return x;
}

static int
wrong (ints y, const int *want, size_t n)
{
  if (nova_length (y) != n)
    return 1;
  for (size_t k = 0; k < n; k++)
    if (nova_get (y, k) != want[k])
      return 1;
  return 0;
}

static int
compare (const void *p, const void *q)
{
  int a = *(const int *) p, b = *(const int *) q;
  return (a > b) - (a < b);
}

int
main (void)
{
  static const size_t sizes_of[] = { 0, 1, 2, 3, 10, 1000, 30000 };
  for (unsigned s = 0; s < sizeof sizes_of / sizeof *sizes_of; s++)
    {
      size_t n = sizes_of[s];
      int *x = malloc (n * sizeof *x + 1), *y = malloc (n * sizeof *y + 1);
      for (size_t i = 0; i < n; i++)
	x[i] = y[i] = (int) ((i * 2654435761u) >> 8) % (n < 1000 ? 5 : 5000);
      qsort (y, n, sizeof *y, compare);
      if (wrong (quicksort (nova_view (x, n)), y, n) || wrong (by_buckets (nova_view (x, n)), y, n))
	{
	  printf ("not sorted: %zu\n", n);
	  return 1;
	}
      free (x), free (y);
    }
  double d[7] = { 1, 9, 2, 8, 3, 7, 5 };
  int rest, some[3] = { 1, 2, 3 };
  ints x = nova_view (some, 3);
  double r = unused (x) + scalars (nova_view (d, 7), &rest);
  printf ("%g %d %ld %ld %ld %ld\n", r, rest, arrays (x, 0), arrays (x, 1), later (), turns (x));
  nova_print (leaves (x, 0));
  nova_print (leaves (x, 1));
  nova_print (leaves (x, 9));
  return 0;
}

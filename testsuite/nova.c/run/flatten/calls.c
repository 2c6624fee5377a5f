/* Functions that take and return vectors, called from functions of ragged rows; and recursion.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

#define APART static __attribute__ ((noinline))

APART int total (ints a) { return nova_sum (a); }
APART ints to (int n) { return nova_range (n); }
APART ints to_total (ints a) { return nova_range (nova_sum (a) & 15); }

static int taken (ints a) { return total (nova_slice (0, nova_length (a) / 2, a)); }
static void
taken_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n / 2; i++)
    s += a[i];
  put (s);
}
OF_ROW (int, taken)

static int given (ints a) { return nova_sum (to (nova_length (a) % 50)); }
static void
given_plain (const int *a, size_t n)
{
  int k = n % 50;
  (void) a;
  put (k * (k - 1) / 2);
}
OF_ROW (int, given)

static ints both (ints a) { return nova_concat (to_total (a), to_total (to_total (a))); }
static void
both_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  s &= 15;
  for (int i = 0; i < s; i++)
    put (i);
  s = s * (s - 1) / 2 & 15;
  for (int i = 0; i < s; i++)
    put (i);
}
OF_ROW (ints, both)

/* Several results: vectors and numbers in a struct.  */
struct results { ints up, down; int count; };
APART struct results
several (ints a, int by)
{
  int add (int v) { return v + by; }
  int positive (int v) { return v > 0; }
  struct results r;
  r.up = nova_map (add, a);
  r.down = nova_filter (positive, a);
  r.count = nova_length (r.down) + by;
  return r;
}
static ints
of_several (ints a)
{
  struct results r = several (a, nova_length (a));
  struct results s = several (r.down, r.count);
  return nova_concat (s.up, nova_slice (0, nova_length (r.up) / 2, r.up),
		      nova_replicate (1, s.count));
}
static void
of_several_plain (const int *a, size_t n)
{
  int k = 0;
  for (size_t i = 0; i < n; i++)
    k += a[i] > 0;
  for (size_t i = 0; i < n; i++)
    if (a[i] > 0)
      put (a[i] + k + (int) n);
  for (size_t i = 0; i < n / 2; i++)
    put (a[i] + (int) n);
  put (k + k + (int) n);
}
OF_ROW (ints, of_several)

/* What is the same for every row is made outside, by a call.  */
APART ints squares (int n) { return nova_map (nova_mul, nova_range (n), nova_range (n)); }
SEEN ints
shared (rows x)
{
  ints s = squares (10);
  int of (ints a)
  {
    int look (int v) { return nova_get (s, v < 0 ? 9 : v % 10); }
    return nova_sum (nova_map (look, a));
  }
  return nova_map (of, x);
}
static void
shared_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      int s = 0;
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	{
	  int k = r->x[j] < 0 ? 9 : r->x[j] % 10;
	  s += k * k;
	}
      put (s);
    }
}
OF_ROWS (ints, shared)

/* A function updates a copy of its argument from the middle on.  */
APART ints
updated (ints a, ints b)
{
  int n = nova_length (a), m = nova_length (b);
  return nova_scatter (a, nova_range (n - m, n), b);
}
static ints
of_updated (ints a)
{
  int n = nova_length (a);
  return updated (a, nova_range (n / 2));
}
static void
of_updated_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (i < n - n / 2 ? a[i] : (int) (i - (n - n / 2)));
}
OF_ROW (ints, of_updated)

/* Recursion on numbers, with a map in it: as deep as the number.  */
static int
depth (int n)
{
  if (n == 0)
    return 0;
  return 1 + nova_reduce (nova_max, 0, nova_map (depth, nova_range (n)));
}
static int
depths (ints a)
{
  int of (int v) { return depth (v & 3); }
  return nova_sum (nova_map (of, a));
}
static void
depths_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i] & 3;
  put (s);
}
OF_ROW (int, depths)

/* Recursion on vectors: the halves' results, put together.  */
static int
odd_even (ints a)
{
  size_t n = nova_length (a);
  if (n == 0)
    return 1;
  if (n == 1)
    return nova_get (a, 0);
  return odd_even (nova_slice (0, n / 2, a)) - 2 * odd_even (nova_slice (n / 2, n, a)) % 1000;
}
static int
plain_odd_even (const int *a, size_t n)
{
  if (n < 2)
    return n ? a[0] : 1;
  return plain_odd_even (a, n / 2) - 2 * plain_odd_even (a + n / 2, n - n / 2) % 1000;
}
static void odd_even_plain (const int *a, size_t n) { put (plain_odd_even (a, n)); }
OF_ROW (int, odd_even)

/* Quicksort: of three parts the outer two, each by itself.  */
static ints
quick (ints a)
{
  if (nova_length (a) < 2)
    return a;
  int p = nova_get (a, nova_length (a) / 2);
  int below (int v) { return v < p; }
  int same (int v) { return v == p; }
  int above (int v) { return v > p; }
  return nova_concat (quick (nova_filter (below, a)), nova_filter (same, a),
		      quick (nova_filter (above, a)));
}
static void
quick_plain (const int *a, size_t n)
{
  for (int v = -8; v < 15; v++)
    for (size_t i = 0; i < n; i++)
      if (a[i] == v)
	put (v);
}
OF_ROW (ints, quick)

/* The same with the two parts in a map of the function itself.  */
static ints
quick_map (ints a)
{
  if (nova_length (a) < 2)
    return a;
  int p = nova_get (a, nova_length (a) / 2);
  int side (int v) { return (v > p) - (v < p) + 1; }
  rows parts = nova_bucket (3, side, a);
  rows outer = nova_map (quick_map, nova_slice (0, 2, 3, parts));
  return nova_concat (nova_get (outer, 0), nova_get (parts, 1), nova_get (outer, 1));
}
static void quick_map_plain (const int *a, size_t n) { quick_plain (a, n); }
OF_ROW (ints, quick_map)

/* Two functions that call one another.  */
static int odd_length (ints a);
static int
even_length (ints a)
{
  return nova_length (a) == 0 ? 1 : odd_length (nova_slice (1, nova_length (a), a));
}
static int
odd_length (ints a)
{
  return nova_length (a) == 0 ? 0 : even_length (nova_slice (1, nova_length (a), a));
}
static int even (ints a) { return even_length (nova_slice (0, nova_length (a) % 40, a)); }
static void even_plain (const int *a, size_t n) { (void) a; put (n % 40 % 2 == 0); }
OF_ROW (int, even)

int
main (void)
{
  RUN (taken);
  RUN (given);
  RUN (both);
  RUN (of_several);
  RUN (shared);
  RUN (of_updated);
  RUN (depths);
  RUN (odd_even);
  RUN (quick);
  RUN (quick_map);
  RUN (even);
  return failed != 0;
}

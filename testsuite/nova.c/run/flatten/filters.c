/* Filters of ragged rows, and in them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

static ints
odd (ints a)
{
  int is (int v) { return v & 1; }
  return nova_filter (is, a);
}
static void
odd_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (a[i] & 1)
      put (a[i]);
}
OF_ROW (ints, odd)

/* Its length, and its sum, without the vector.  */
static int
odd_sum (ints a)
{
  int is (int v) { return v & 1; }
  ints b = nova_filter (is, a);
  return 1000 * (int) nova_length (b) + nova_sum (b);
}
static void
odd_sum_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i] & 1 ? 1000 + a[i] : 0;
  put (s);
}
OF_ROW (int, odd_sum)

/* Filtered by the mean, scanned, and filtered again by a number of the row.  */
static ints
twice (ints a)
{
  int n = nova_length (a), total = nova_sum (a);
  int above (int v) { return v * n >= total; }
  int some (int v) { return v % 3 != n % 3; }
  return nova_filter (some, nova_scan (nova_add, 0, nova_filter (above, a)));
}
static void
twice_plain (const int *a, size_t n)
{
  int total = 0, s = 0;
  for (size_t i = 0; i < n; i++)
    total += a[i];
  for (size_t i = 0; i < n; i++)
    if (a[i] * (int) n >= total)
      {
	s += a[i];
	if (s % 3 != (int) n % 3)
	  put (s);
      }
}
OF_ROW (ints, twice)

/* Of a range, by the numbers beside it.  */
static ints
places (ints a)
{
  int taken (int i, int v) { (void) i; return v < 0; }
  return nova_filter (taken, nova_range ((int) nova_length (a)), a);
}
static void
places_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (a[i] < 0)
      put (i);
}
OF_ROW (ints, places)

static rows
parted (ints a)
{
  int small (int v) { return v < 3; }
  return nova_partition (small, a);
}
static void
parted_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (a[i] < 3)
      put (a[i]);
  end_row ();
  for (size_t i = 0; i < n; i++)
    if (a[i] >= 3)
      put (a[i]);
  end_row ();
}
OF_ROW (rows, parted)

/* Whole rows: those with a positive sum; of these what is odd.  */
static int positive (ints a) { return nova_sum (a) > 0; }
SEEN rows taken (rows x) { return nova_filter (positive, x); }
static int
sum_of (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  return s;
}
static void
taken_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    if (sum_of (r->x + r->o[i], r->o[i + 1] - r->o[i]) > 0)
      {
	for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	  put (r->x[j]);
	end_row ();
      }
}
OF_ROWS (rows, taken)

SEEN rows odd_taken (rows x) { return nova_map (odd, nova_filter (positive, x)); }
static void
odd_taken_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    if (sum_of (r->x + r->o[i], r->o[i + 1] - r->o[i]) > 0)
      {
	odd_plain (r->x + r->o[i], r->o[i + 1] - r->o[i]);
	end_row ();
      }
}
OF_ROWS (rows, odd_taken)

/* Rows that are not empty when they are filtered; then their greatest.  */
static int not_empty (ints a) { return nova_length (a) > 0; }
static int greatest (ints a) { return nova_maximum (a); }
SEEN ints tops (rows x) { return nova_map (greatest, nova_filter (not_empty, nova_map (odd, x))); }
static void
tops_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      int k = 0, most = 0;
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	if (r->x[j] & 1)
	  most = !k++ || r->x[j] > most ? r->x[j] : most;
      if (k)
	put (most);
    }
}
OF_ROWS (ints, tops)

/* Parted rows, one part mapped, put together again.  */
static ints
rejoined (ints a)
{
  int small (int v) { return v < 3; }
  int doubled (int v) { return 2 * v; }
  rows p = nova_partition (small, a);
  return nova_concat (nova_get (p, 1), nova_map (doubled, nova_get (p, 0)));
}
static void
rejoined_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (a[i] >= 3)
      put (a[i]);
  for (size_t i = 0; i < n; i++)
    if (a[i] < 3)
      put (2 * a[i]);
}
OF_ROW (ints, rejoined)

/* For each number those that divide it, in the row's range.  */
static rows
divisors (ints a)
{
  ints of (int v)
  {
    int divides (int d) { return v % d == 0; }
    return nova_filter (divides, nova_range (1, v + 1));
  }
  return nova_map (of, a);
}
static void
divisors_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      for (int d = 1; d <= a[i]; d++)
	if (a[i] % d == 0)
	  put (d);
      end_row ();
    }
}
OF_ROW (rows, divisors)

/* All that is taken, of all rows, in one vector; and a filter of that.  */
SEEN ints
flat (rows x)
{
  int small (int v) { return v < 9; }
  return nova_filter (small, nova_flatten (nova_map (odd, x)));
}
static void
flat_plain (const struct ragged *r)
{
  for (size_t j = 0; j < r->o[r->n]; j++)
    if (r->x[j] & 1 && r->x[j] < 9)
      put (r->x[j]);
}
OF_ROWS (ints, flat)

/* Whether equal neighbours are dropped.  */
static ints
unique (ints a)
{
  size_t n = nova_length (a);
  int first (size_t i) { return i == 0 || nova_get (a, i) != nova_get (a, i - 1); }
  return nova_gather (nova_filter (first, nova_range (n)), a);
}
static void
unique_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (i == 0 || a[i] != a[i - 1])
      put (a[i]);
}
OF_ROW (ints, unique)

int
main (void)
{
  RUN (odd);
  RUN (odd_sum);
  RUN (twice);
  RUN (places);
  RUN (parted);
  RUN (taken);
  RUN (odd_taken);
  RUN (tops);
  RUN (rejoined);
  RUN (divisors);
  RUN (flat);
  RUN (unique);
  return failed != 0;
}

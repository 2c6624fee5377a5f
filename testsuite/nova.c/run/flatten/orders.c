/* Ragged rows sorted, grouped and distributed, each by itself.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

/* A sorted copy of A: by insertion, so of short rows only.  */
static int *
sorted (const int *a, size_t n, int sign)
{
  static int b[NUMBERS_MOST + 1];
  for (size_t i = 0; i < n; i++)
    {
      size_t j = i;
      for (; j > 0 && sign * b[j - 1] > sign * a[i]; j--)
	b[j] = b[j - 1];
      b[j] = a[i];
    }
  return b;
}
static void
puts_of (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (a[i]);
}

static ints up (ints a) { return nova_sort (nova_lt, a); }
static void up_plain (const int *a, size_t n) { puts_of (sorted (a, n, 1), n); }
OF_ROW (ints, up)

static ints
down (ints a)
{
  int key (int v) { return -v; }
  return nova_sort_by (key, a);
}
static void down_plain (const int *a, size_t n) { puts_of (sorted (a, n, -1), n); }
OF_ROW (ints, down)

/* The order is the row's own: up or down, as its length says.  */
static ints
either (ints a)
{
  int sign = nova_length (a) % 2 ? 1 : -1;
  int less (int v, int w) { return sign * v < sign * w; }
  return nova_sort (less, a);
}
static void
either_plain (const int *a, size_t n)
{
  puts_of (sorted (a, n, n % 2 ? 1 : -1), n);
}
OF_ROW (ints, either)

/* The three least.  */
static ints
least (ints a)
{
  size_t n = nova_length (a);
  return nova_slice (0, n < 3 ? n : 3, nova_sort (nova_lt, a));
}
static void least_plain (const int *a, size_t n) { puts_of (sorted (a, n, 1), n < 3 ? n : 3); }
OF_ROW (ints, least)

static int
median (ints a)
{
  size_t n = nova_length (a);
  return n ? nova_get (nova_sort (nova_lt, a), n / 2) : 0;
}
static void median_plain (const int *a, size_t n) { put (n ? sorted (a, n, 1)[n / 2] : 0); }
OF_ROW (int, median)

/* Where the sorted numbers were: a permutation of the row's range.  */
static ints
places (ints a)
{
  int key (int i) { return nova_get (a, i); }
  return nova_sort_by (key, nova_range ((int) nova_length (a)));
}
static void
places_plain (const int *a, size_t n)
{
  int *b = sorted (a, n, 1);
  for (size_t i = 0; i < n; i++)
    if (i == 0 || b[i] != b[i - 1])
      for (size_t j = 0; j < n; j++)
	if (a[j] == b[i])
	  put (j);
}
OF_ROW (ints, places)

static rows
groups (ints a)
{
  int key (int v) { return (v + 9) / 4; }
  return nova_group_by (key, a);
}
static void
groups_plain (const int *a, size_t n)
{
  for (int k = 0; k < 10; k++)
    {
      int some = 0;
      for (size_t i = 0; i < n; i++)
	if ((a[i] + 9) / 4 == k)
	  some = 1, put (a[i]);
      if (some)
	end_row ();
    }
}
OF_ROW (rows, groups)

static int
group_sizes (ints a)
{
  int key (int v) { return v & 3; }
  int size (ints g) { return nova_length (g); }
  return nova_reduce (nova_max, 0, nova_map (size, nova_group_by (key, a)));
}
static void
group_sizes_plain (const int *a, size_t n)
{
  int k[4] = { 0 }, most = 0;
  for (size_t i = 0; i < n; i++)
    k[a[i] & 3]++;
  for (int j = 0; j < 4; j++)
    most = k[j] > most ? k[j] : most;
  put (most);
}
OF_ROW (int, group_sizes)

/* As many buckets as the row has numbers, but seven at most.  */
static rows
buckets (ints a)
{
  size_t n = nova_length (a), k = n < 7 ? n : 7;
  int key (int v) { return (v + 8) % (int) k; }
  return nova_bucket (k, key, a);
}
static void
buckets_plain (const int *a, size_t n)
{
  int k = n < 7 ? n : 7;
  for (int j = 0; j < k; j++)
    {
      for (size_t i = 0; i < n; i++)
	if ((a[i] + 8) % k == j)
	  put (a[i]);
      end_row ();
    }
}
OF_ROW (rows, buckets)

/* The rows themselves are sorted: by length, and by their first number.  */
static size_t length (ints a) { return nova_length (a); }
SEEN rows by_length (rows x) { return nova_sort_by (length, x); }
static void
by_length_plain (const struct ragged *r)
{
  size_t done = 0;
  for (size_t l = 0; done < r->n; l++)
    for (size_t i = 0; i < r->n; i++)
      if (r->o[i + 1] - r->o[i] == l)
	{
	  puts_of (r->x + r->o[i], l);
	  end_row ();
	  done++;
	}
}
OF_ROWS (rows, by_length)

static int few (ints a) { return nova_length (a) ? nova_get (a, 0) & 3 : 4; }
SEEN planes by_first (rows x) { return nova_group_by (few, x); }
static void
by_first_plain (const struct ragged *r)
{
  for (int k = 0; k < 5; k++)
    {
      int some = 0;
      for (size_t i = 0; i < r->n; i++)
	{
	  size_t l = r->o[i + 1] - r->o[i];
	  if ((l ? r->x[r->o[i]] & 3 : 4) == k)
	    {
	      puts_of (r->x + r->o[i], l);
	      end_row ();
	      some = 1;
	    }
	}
      if (some)
	end_plane ();
    }
}
OF_ROWS (planes, by_first)

/* Sorted rows of a filter, and a search in them.  */
static int
found (ints a)
{
  int odd (int v) { return v & 1; }
  ints b = nova_sort (nova_lt, nova_filter (odd, a));
  return nova_sum_as (int, nova_search (nova_lt, b, a));
}
static void
found_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      s += (a[j] & 1) && a[j] < a[i];
  put (s);
}
OF_ROW (int, found)

/* A heap's worth of order inside: each number's digits, sorted.  */
static rows
digits (ints a)
{
  ints of (int v)
  {
    int digit (int k) { int w = (v + 9) * 37; while (k--) w /= 10; return w % 10; }
    return nova_sort (nova_gt, nova_map (digit, nova_range (4)));
  }
  return nova_map (of, a);
}
static void
digits_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      int w = (a[i] + 9) * 37, d[4] = { w % 10, w / 10 % 10, w / 100 % 10, w / 1000 % 10 };
      puts_of (sorted (d, 4, -1), 4);
      end_row ();
    }
}
OF_ROW (rows, digits)

int
main (void)
{
  FEW (up);
  FEW (down);
  FEW (either);
  FEW (least);
  FEW (median);
  FEW (places);
  RUN (groups);
  RUN (group_sizes);
  RUN (buckets);
  RUN (by_length);
  RUN (by_first);
  FEW (found);
  RUN (digits);
  return failed != 0;
}

/* Ranges, replicates, tabulations and expansions whose size each row says itself.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

static int of_range (ints a) { return nova_sum (nova_range ((int) nova_length (a) % 100)); }
static void
of_range_plain (const int *a, size_t n)
{
  int k = n % 100;
  (void) a;
  put (k * (k - 1) / 2);
}
OF_ROW (int, of_range)

/* From, to and step.  */
static ints
stepped (ints a)
{
  int n = nova_length (a) % 300;
  return nova_range (n, -n, -(n % 4 + 1));
}
static void
stepped_plain (const int *a, size_t m)
{
  int n = m % 300;
  (void) a;
  for (int i = n; i > -n; i -= n % 4 + 1)
    put (i);
}
OF_ROW (ints, stepped)

static ints replicated (ints a) { return nova_replicate (nova_length (a) % 9, nova_sum (a)); }
static void
replicated_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  for (size_t i = 0; i < n % 9; i++)
    put (s);
}
OF_ROW (ints, replicated)

/* Rows are replicated, as often as they are long; then one of these is changed in one place.  */
static rows
row_replicated (ints a)
{
  size_t n = nova_length (a) < 7 ? nova_length (a) : 7;
  ints b = nova_slice (0, n, a);
  rows m = nova_replicate (n, b);
  ints c = nova_scatter (b, nova_replicate (1, n ? (int) n - 1 : -1), nova_replicate (1, 99));
  return nova_scatter (m, nova_replicate (1, n ? 0 : -1), nova_replicate (1, c));
}
static void
row_replicated_plain (const int *a, size_t n)
{
  size_t m = n < 7 ? n : 7;
  for (size_t i = 0; i < m; i++)
    {
      for (size_t j = 0; j < m; j++)
	put (i == 0 && j == m - 1 ? 99 : a[j]);
      end_row ();
    }
}
OF_ROW (rows, row_replicated)

/* A matrix of each row's own size, summed by rows, and its diagonal.  */
static ints
tabulated (ints a)
{
  size_t n = nova_length (a) % 8;
  int cell (size_t i, size_t j) { return i * 10 + j; }
  rows m = nova_tabulate (cell, n, n + 1);
  int total (ints r) { return nova_sum (r); }
  int at (size_t i) { return nova_get (nova_get (m, i), i); }
  return nova_concat (nova_map (total, m), nova_map (at, nova_range (n)));
}
static void
tabulated_plain (const int *a, size_t m)
{
  size_t n = m % 8;
  (void) a;
  for (size_t i = 0; i < n; i++)
    put ((n + 1) * i * 10 + n * (n + 1) / 2);
  for (size_t i = 0; i < n; i++)
    put (11 * i);
}
OF_ROW (ints, tabulated)

/* Triangles: rows of a range's length, of those ranges.  */
static rows
triangle (ints a)
{
  size_t m = nova_length (a) % 12;
  ints row (size_t i)
  {
    int cell (size_t j) { return nova_get (a, i) + j; }
    return nova_tabulate (cell, i);
  }
  return nova_map (row, nova_range (m));
}
static void
triangle_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n % 12; i++)
    {
      for (size_t j = 0; j < i; j++)
	put (a[i] + j);
      end_row ();
    }
}
OF_ROW (rows, triangle)

/* The range is the index of another range's numbers, of its own length.  */
static int
range_of_range (ints a)
{
  int n = nova_length (a) % 60;
  ints b = nova_range (3, 3 + n);
  int at (int i) { return nova_get (b, i * i % n); }
  return n ? nova_sum (nova_map (at, nova_range (n / 2))) : -1;
}
static void
range_of_range_plain (const int *a, size_t m)
{
  int n = m % 60, s = 0;
  (void) a;
  for (int i = 0; i < n / 2; i++)
    s += 3 + i * i % n;
  put (n ? s : -1);
}
OF_ROW (int, range_of_range)

/* Each number is expanded, in the row.  */
static ints
expanded (ints a)
{
  int size (int v) { return v < 0 ? 0 : v % 6; }
  int get (int v, int k) { return 10 * v + k; }
  return nova_expand (size, get, a);
}
static void
expanded_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    for (int k = 0; k < (a[i] < 0 ? 0 : a[i] % 6); k++)
      put (10 * a[i] + k);
}
OF_ROW (ints, expanded)

static rows
expanded_nested (ints a)
{
  int n = nova_length (a);
  int size (int v) { return (v + n) % 3 ? 0 : v & 7; }
  int get (int v, int k) { return v + n * k; }
  return nova_expand_nested (size, get, a);
}
static void
expanded_nested_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      for (int k = 0; k < ((a[i] + (int) n) % 3 ? 0 : a[i] & 7); k++)
	put (a[i] + (int) n * k);
      end_row ();
    }
}
OF_ROW (rows, expanded_nested)

/* Expanded twice, filtered, and summed.  */
static int
expanded_twice (ints a)
{
  int size (int v) { return v & 3; }
  int get (int v, int k) { return v + k; }
  int odd (int v) { return v & 1; }
  return nova_sum (nova_filter (odd, nova_expand (size, get, nova_expand (size, get, a))));
}
static void
expanded_twice_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    for (int k = 0; k < (a[i] & 3); k++)
      for (int l = 0; l < ((a[i] + k) & 3); l++)
	s += (a[i] + k + l) & 1 ? a[i] + k + l : 0;
  put (s);
}
OF_ROW (int, expanded_twice)

/* Pairs of a row's numbers: a row for each number, in one vector.  */
static ints
all_pairs (ints a)
{
  ints b = nova_slice (0, nova_length (a) < 9 ? nova_length (a) : 9, a);
  ints with (int v)
  {
    int times (int w) { return v * w; }
    return nova_map (times, b);
  }
  return nova_flatten (nova_map (with, b));
}
static void
all_pairs_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n && i < 9; i++)
    for (size_t j = 0; j < n && j < 9; j++)
      put (a[i] * a[j]);
}
OF_ROW (ints, all_pairs)

/* A cube whose sides differ from row to row.  */
static rows
cube (ints a)
{
  size_t n = nova_length (a) % 4, m = nova_length (a) % 3;
  int cell (size_t i, size_t j, size_t k) { return (i * 10 + j) * 10 + k; }
  return nova_flatten (nova_tabulate (cell, n, m, 2));
}
static void
cube_plain (const int *a, size_t l)
{
  (void) a;
  for (size_t i = 0; i < l % 4; i++)
    for (size_t j = 0; j < l % 3; j++)
      {
	put (i * 100 + j * 10);
	put (i * 100 + j * 10 + 1);
	end_row ();
      }
}
OF_ROW (rows, cube)

/* All of one length, whatever comes in.  */
static ints
regular (ints a)
{
  size_t n = nova_length (a);
  int at (size_t i) { return i < n ? nova_get (a, i) : -1; }
  return nova_tabulate (at, 3);
}
static void
regular_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < 3; i++)
    put (i < n ? a[i] : -1);
}
OF_ROW (ints, regular)

SEEN rows columns (rows x) { return nova_transpose (nova_map (regular, x)); }
static void
columns_plain (const struct ragged *r)
{
  for (size_t k = 0; r->n && k < 3; k++)
    {
      for (size_t i = 0; i < r->n; i++)
	put (k < r->o[i + 1] - r->o[i] ? r->x[r->o[i] + k] : -1);
      end_row ();
    }
}
OF_ROWS (rows, columns)

int
main (void)
{
  RUN (of_range);
  RUN (stepped);
  RUN (replicated);
  RUN (row_replicated);
  RUN (tabulated);
  RUN (triangle);
  RUN (range_of_range);
  RUN (expanded);
  RUN (expanded_nested);
  RUN (expanded_twice);
  RUN (all_pairs);
  RUN (cube);
  RUN (regular);
  RUN (columns);
  return failed != 0;
}

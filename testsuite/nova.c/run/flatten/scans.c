/* Scans of ragged rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

static ints prefix (ints a) { return nova_scan (nova_add, 0, a); }
static void
prefix_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    put (s += a[i]);
}
OF_ROW (ints, prefix)

static ints before (ints a) { return nova_exscan (nova_max, -5, a); }
static void
before_plain (const int *a, size_t n)
{
  int s = -5;
  for (size_t i = 0; i < n; i++)
    {
      put (s);
      s = a[i] > s ? a[i] : s;
    }
}
OF_ROW (ints, before)

/* Mapped before and after, by numbers of the row.  */
static ints
mapped (ints a)
{
  int n = nova_length (a);
  int up (int v) { return v + n; }
  int down (int v) { return 2 * v - n; }
  return nova_map (down, nova_scan (nova_add, n, nova_map (up, a)));
}
static void
mapped_plain (const int *a, size_t n)
{
  int s = n;
  for (size_t i = 0; i < n; i++)
    {
      s += a[i] + (int) n;
      put (2 * s - (int) n);
    }
}
OF_ROW (ints, mapped)

/* A scan, then a reduction of it; and one number of it.  */
static int
highest (ints a)
{
  ints s = nova_scan (nova_add, 0, a);
  int n = nova_length (a);
  return nova_reduce (nova_max, 0, s) - (n ? nova_get (s, n / 2) : 7);
}
static void
highest_plain (const int *a, size_t n)
{
  int s = 0, most = 0, middle = 7;
  for (size_t i = 0; i < n; i++)
    {
      s += a[i];
      most = s > most ? s : most;
      middle = i == n / 2 ? s : middle;
    }
  put (most - middle);
}
OF_ROW (int, highest)

/* The scan, what it was made of, and both together, one after the other.  */
static ints
three (ints a)
{
  int one_up (int v) { return v + 1; }
  int mix (int s, int v) { return 2 * s + v; }
  ints b = nova_map (one_up, a);
  ints s = nova_scan (nova_add, 0, b);
  return nova_concat (nova_map (mix, s, b), b, s);
}
static void
three_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    put (2 * (s += a[i] + 1) + a[i] + 1);
  for (size_t i = 0; i < n; i++)
    put (a[i] + 1);
  s = 0;
  for (size_t i = 0; i < n; i++)
    put (s += a[i] + 1);
}
OF_ROW (ints, three)

/* Only of structs: the count and the last number that was negative.  */
struct mark { int is, last; };
static ints
last_negative (ints a)
{
  struct mark of (int v) { return (struct mark) { v < 0, v < 0 ? v : 0 }; }
  struct mark later (struct mark p, struct mark q)
  {
    return (struct mark) { p.is + q.is, q.is ? q.last : p.last };
  }
  int both (struct mark m) { return 100 * m.is + m.last; }
  return nova_map (both, nova_scan (later, ((struct mark) { 0, 50 }), nova_map (of, a)));
}
static void
last_negative_plain (const int *a, size_t n)
{
  int k = 0, last = 50;
  for (size_t i = 0; i < n; i++)
    {
      if (a[i] < 0)
	k++, last = a[i];
      put (100 * k + last);
    }
}
OF_ROW (ints, last_negative)

/* A scan of a range that is in no memory, read by index.  */
static int
of_range (ints a)
{
  int n = nova_length (a);
  return n ? nova_get (nova_scan (nova_add, 0, nova_range (n)), n * 2 / 3) : -1;
}
static void
of_range_plain (const int *a, size_t n)
{
  int k = n * 2 / 3;
  (void) a;
  put (n ? k * (k + 1) / 2 : -1);
}
OF_ROW (int, of_range)

/* The scan goes on over all rows: each starts from what those before it sum to.  */
static int total (ints a) { return nova_sum (a); }
SEEN rows
across (rows x)
{
  ints starts = nova_exscan (nova_add, 0, nova_map (total, x));
  ints from (int start, ints a) { return nova_scan (nova_add, start, a); }
  return nova_map (from, starts, x);
}
static void
across_plain (const struct ragged *r)
{
  int s = 0;
  for (size_t i = 0; i < r->n; i++)
    {
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	put (s += r->x[j]);
      end_row ();
    }
}
OF_ROWS (rows, across)

/* A scan of rows with an operator of rows, over the first four numbers of the longer ones.  */
static ints
row_scan (ints a)
{
  ints plus (ints b, ints c) { return nova_map (nova_add, b, c); }
  size_t n = nova_length (a) / 3;
  rows three = nova_split (3, nova_slice (0, 3 * n, a));
  return nova_flatten (nova_scan (plus, nova_replicate (3, 1), three));
}
static void
row_scan_plain (const int *a, size_t n)
{
  int s[3] = { 1, 1, 1 };
  for (size_t i = 0; i < n / 3 * 3; i++)
    put (s[i % 3] += a[i]);
}
OF_ROW (ints, row_scan)

/* Scans inside: of each number's own range.  */
static rows
inner (ints a)
{
  ints of (int v) { return nova_scan (nova_add, v, nova_range (v < 0 ? 0 : v % 6)); }
  return nova_map (of, a);
}
static void
inner_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      int s = a[i];
      for (int k = 0; k < (a[i] < 0 ? 0 : a[i] % 6); k++)
	put (s += k);
      end_row ();
    }
}
OF_ROW (rows, inner)

/* An inner vector's one number, of each number of a scan, at an index from outside.  */
static int
opaque_index (ints a)
{
  int at (int s)
  {
    int up (int v) { return v + 2; }
    ints t = nova_map (up, nova_range ((s < 0 ? -s : s) % 64));
    return nova_length (t) ? nova_get (t, nova_length (t) / 2) : 1;
  }
  ints s = nova_scan (nova_add, 0, a);
  return nova_sum (nova_map (at, s)) + nova_sum (s);
}
static void
opaque_index_plain (const int *a, size_t n)
{
  int s = 0, t = 0;
  for (size_t i = 0; i < n; i++)
    {
      s += a[i];
      int k = (s < 0 ? -s : s) % 64;
      t += s + (k ? k / 2 + 2 : 1);
    }
  put (t);
}
OF_ROW (int, opaque_index)

int
main (void)
{
  RUN (prefix);
  RUN (before);
  RUN (mapped);
  RUN (highest);
  RUN (three);
  RUN (last_negative);
  RUN (of_range);
  RUN (across);
  RUN (row_scan);
  RUN (inner);
  RUN (opaque_index);
  return failed != 0;
}

/* Branches in functions of ragged rows, with vectors of other lengths on either side.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

static int
of_numbers (ints a)
{
  int f (int v) { return v < 0 ? v * v : 2 * v; }
  return nova_sum (nova_map (f, a));
}
static void
of_numbers_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i] < 0 ? a[i] * a[i] : 2 * a[i];
  put (s);
}
OF_ROW (int, of_numbers)

/* The same length on both sides, by a number from outside the row: the same for all rows.  */
static int mode = 5;
static ints
by_outside (ints a)
{
  int n = nova_length (a);
  int m = mode;
  int times (int v) { return v * n; }
  int plus (int v) { return v + n; }
  return m == 5 ? nova_map (times, a) : nova_map (plus, a);
}
static void
by_outside_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (mode == 5 ? a[i] * (int) n : a[i] + (int) n);
}
OF_ROW (ints, by_outside)

/* Other lengths: the row, its odd numbers, a range, or nothing.  */
static ints
four_ways (ints a)
{
  int odd (int v) { return v & 1; }
  size_t n = nova_length (a);
  if (n % 4 == 0)
    return a;
  if (n % 4 == 1)
    return nova_filter (odd, a);
  if (n % 4 == 2)
    return nova_range ((int) n % 7);
  ints none;
  return none;
}
static void
four_ways_plain (const int *a, size_t n)
{
  if (n % 4 == 2)
    for (int i = 0; i < (int) n % 7; i++)
      put (i);
  else if (n % 4 < 2)
    for (size_t i = 0; i < n; i++)
      if (n % 4 == 0 || a[i] & 1)
	put (a[i]);
}
OF_ROW (ints, four_ways)

/* A switch, with a number and a vector out of each case.  */
static int
cases (ints a)
{
  int k;
  ints b;
  switch (nova_length (a) % 5)
    {
    case 0:
      k = 3;
      b = nova_range (5);
      break;
    case 1:
      k = 5;
      b = nova_range ((int) nova_length (a) % 11);
      break;
    case 2:
      k = 7;
      b = nova_reverse (a);
      break;
    case 3:
      k = 9;
      /* Fall through.  */
    default:
      k = 1;
      b = nova_concat (a, nova_range (3));
    }
  return nova_sum (b) * k - (int) nova_length (b);
}
static void
cases_plain (const int *a, size_t n)
{
  int s = 0, m = n % 11;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  switch (n % 5)
    {
    case 0: put (10 * 3 - 5); break;
    case 1: put (m * (m - 1) / 2 * 5 - m); break;
    case 2: put (s * 7 - (int) n); break;
    default: put (s + 3 - (int) n - 3);
    }
}
OF_ROW (int, cases)

/* Only one side reads the vector that was made before.  */
static int
one_side (ints a)
{
  int n = nova_length (a), first = n ? nova_get (a, 0) : -1;
  int f (int v) { return v * v - first; }
  ints b = nova_map (f, a);
  return first < 0 ? -1 : nova_sum (b);
}
static void
one_side_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i] * a[i] - a[0];
  put (!n || a[0] < 0 ? -1 : s);
}
OF_ROW (int, one_side)

/* In the innermost map, rows on both sides, of a row from further out.  */
static rows
within (ints a)
{
  ints some = nova_slice (0, nova_length (a) < 4 ? nova_length (a) : 4, a);
  ints of (int v)
  {
    int times (int w) { return v * w; }
    int plus (int w) { return v + w; }
    return v >= 4 ? nova_map (times, some) : nova_concat (nova_map (plus, some), nova_range (2));
  }
  return nova_map (of, a);
}
static void
within_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      for (size_t j = 0; j < n && j < 4; j++)
	put (a[i] >= 4 ? a[i] * a[j] : a[i] + a[j]);
      if (a[i] < 4)
	{
	  put (0);
	  put (1);
	}
      end_row ();
    }
}
OF_ROW (rows, within)

/* Rows of rows on both sides.  */
static rows
planes_of (ints a)
{
  size_t n = nova_length (a);
  ints to (int v) { return nova_range (v < 0 ? 1 : v % 4); }
  if (n % 2)
    return nova_split (1, a);
  return nova_map (to, a);
}
static void
planes_of_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      if (n % 2)
	put (a[i]);
      else
	for (int k = 0; k < (a[i] < 0 ? 1 : a[i] % 4); k++)
	  put (k);
      end_row ();
    }
}
OF_ROW (rows, planes_of)

/* Which of two vectors is read is known by their sums; that one is also given.  */
static ints
larger (ints a)
{
  int n = nova_length (a);
  ints b = nova_slice (0, n / 2, a), c = nova_slice (n / 2, n, a);
  int left = nova_sum (b), right = nova_sum (c);
  ints d = left > right ? b : c;
  return nova_length (d) > 100 ? nova_slice (0, 100, d) : d;
}
static void
larger_plain (const int *a, size_t n)
{
  int left = 0, right = 0;
  for (size_t i = 0; i < n; i++)
    if (i < n / 2)
      left += a[i];
    else
      right += a[i];
  size_t from = left > right ? 0 : n / 2, to = left > right ? n / 2 : n;
  for (size_t i = from; i < to && i < from + 100; i++)
    put (a[i]);
}
OF_ROW (ints, larger)

/* The reading that would fail is on the side that is not taken.  */
static int
guarded (ints a)
{
  int n = nova_length (a);
  int at (int i) { return i + 2 < n ? nova_get (a, i + 2) : nova_get (a, 0); }
  return n ? nova_sum (nova_map (at, nova_range (n))) : nova_get (nova_range (3), 2);
}
static void
guarded_plain (const int *a, size_t n)
{
  int s = n ? 0 : 2;
  for (size_t i = 0; i < n; i++)
    s += a[i + 2 < n ? i + 2 : 0];
  put (s);
}
OF_ROW (int, guarded)

int
main (void)
{
  RUN (of_numbers);
  RUN (by_outside);
  mode = 6;
  RUN (by_outside);
  RUN (four_ways);
  RUN (cases);
  RUN (one_side);
  RUN (within);
  RUN (planes_of);
  RUN (larger);
  RUN (guarded);
  return failed != 0;
}

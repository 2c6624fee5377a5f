/* Maps of ragged rows: of several, with numbers and vectors from outside, and with others' results.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

SEEN ints numbers (rows x)
{
  ints a = nova_flatten (x);
  int sum (int v, int w) { return v + w; }
  return nova_map (sum, a, nova_reverse (a));
}
static void
numbers_plain (const struct ragged *r)
{
  size_t n = r->o[r->n];
  for (size_t i = 0; i < n; i++)
    put (r->x[i] + r->x[n - 1 - i]);
}
OF_ROWS (ints, numbers)

/* Scalars between that are no vectors' business.  */
static int
scalars (ints a)
{
  int n = nova_length (a), g = n * 5 + 100, y = g * 55, z = 2 * y + 7;
  return (z % 1000) * g + nova_sum (a);
}
static void
scalars_plain (const int *a, size_t l)
{
  int n = l, g = n * 5 + 100, y = g * 55, z = 2 * y + 7, s = 0;
  for (size_t i = 0; i < l; i++)
    s += a[i];
  put ((z % 1000) * g + s);
}
OF_ROW (int, scalars)

/* Two results of one row, in this order and in the other.  */
static rows
in_order (ints a)
{
  int n = nova_length (a);
  int one_up (int v) { return v + 1; }
  int up (int v) { return v + n; }
  ints b = nova_map (one_up, a);
  ints c = nova_map (up, b);
  return nova_concat (nova_replicate (1, c), nova_replicate (1, b));
}
static void
in_order_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (a[i] + 1 + (int) n);
  end_row ();
  for (size_t i = 0; i < n; i++)
    put (a[i] + 1);
  end_row ();
}
OF_ROW (rows, in_order)

/* Of two nested vectors of one shape, of which one is made of the other's lengths.  */
SEEN rows
of_two (rows x)
{
  ints other (ints a) { return nova_range ((int) nova_length (a)); }
  rows y = nova_map (other, x);
  ints times (ints a, ints b) { return nova_map (nova_mul, a, b); }
  return nova_map (times, x, y);
}
static void
of_two_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	put (r->x[j] * (int) (j - r->o[i]));
      end_row ();
    }
}
OF_ROWS (rows, of_two)

/* A number for each row goes to all of its numbers; and the other way round.  */
SEEN rows
distributed (rows x)
{
  ints sums = nova_map (nova_lambda (int, (ints a), { return nova_sum (a); }), x);
  ints add (ints a, int s)
  {
    int by (int v) { return 2 * v + s; }
    return nova_map (by, a);
  }
  return nova_map (add, x, sums);
}
static void
distributed_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      int s = 0;
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	s += r->x[j];
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	put (2 * r->x[j] + s);
      end_row ();
    }
}
OF_ROWS (rows, distributed)

/* A vector that is the same for all rows meets each number of each.  */
SEEN rows
with_fixed (rows x)
{
  static const int weights[4] = { 1, -2, 3, 5 };
  ints w = nova_view (weights, 4);
  ints of_row (ints a)
  {
    int of (int v)
    {
      int times (int k) { return k * v % 7; }
      return nova_reduce (nova_max, -100, nova_map (times, w));
    }
    return nova_map (of, a);
  }
  return nova_map (of_row, x);
}
static void
with_fixed_plain (const struct ragged *r)
{
  static const int weights[4] = { 1, -2, 3, 5 };
  for (size_t i = 0; i < r->n; i++)
    {
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	{
	  int most = -100;
	  for (int k = 0; k < 4; k++)
	    most = weights[k] * r->x[j] % 7 > most ? weights[k] * r->x[j] % 7 : most;
	  put (most);
	}
      end_row ();
    }
}
OF_ROWS (rows, with_fixed)

/* The whole nest is captured by the function of each of its rows.  */
SEEN ints
all_captured (rows x)
{
  size_t n = nova_length (x);
  int of (ints a)
  {
    ints other = nova_get (x, nova_length (a) % n);
    ints first = nova_slice (0, nova_length (other) < 5 ? nova_length (other) : 5, other);
    int in (int v)
    {
      int same (int w) { return v == w; }
      return nova_any (same, first);
    }
    return nova_count (in, a);
  }
  return nova_map (of, x);
}
static void
all_captured_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      size_t n = r->o[i + 1] - r->o[i], k = n % r->n, s = 0;
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	for (size_t l = r->o[k]; l < r->o[k + 1] && l < r->o[k] + 5; l++)
	  if (r->x[j] == r->x[l])
	    {
	      s++;
	      break;
	    }
      put (s);
    }
}
OF_ROWS (ints, all_captured)

/* Identity: by index, by map, and by both in turn.  */
SEEN rows
same (rows x)
{
  ints itself (ints a) { return a; }
  ints at (size_t i) { return nova_get (x, i); }
  int number (int v) { return v; }
  ints again (ints a) { return nova_map (number, a); }
  return nova_map (again, nova_map (itself, nova_map (at, nova_range (nova_length (x)))));
}
static void
same_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	put (r->x[j]);
      end_row ();
    }
}
OF_ROWS (rows, same)

/* The numbers flat, with their row's place, and cut again.  */
SEEN rows
cut_again (rows x)
{
  ints flat = nova_flatten (x);
  int mark (int v, size_t i) { return v * 3 + (int) (i % 5); }
  ints marked = nova_map (mark, flat, nova_range (nova_length (flat)));
  return nova_segments (marked, nova_offsets (x));
}
static void
cut_again_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	put (r->x[j] * 3 + (int) (j % 5));
      end_row ();
    }
}
OF_ROWS (rows, cut_again)

/* Other types on the way: wide, narrow, floating, and back.  */
static int
types (ints a)
{
  double half (int v) { return v / 2.0; }
  signed char narrow (double d) { return (signed char) (4 * d); }
  long long wide (signed char c) { return c * 10000000000LL; }
  int back (long long l) { return (int) (l / 10000000000LL); }
  return nova_sum (nova_map (back, nova_map (wide, nova_map (narrow, nova_map (half, a)))));
}
static void
types_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += 2 * a[i];
  put (s);
}
OF_ROW (int, types)

int
main (void)
{
  RUN (numbers);
  RUN (scalars);
  RUN (in_order);
  RUN (of_two);
  RUN (distributed);
  RUN (with_fixed);
  RUN (all_captured);
  RUN (same);
  RUN (cut_again);
  RUN (types);
  return failed != 0;
}

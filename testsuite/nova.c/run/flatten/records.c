/* Ragged rows of structs, of floating-point numbers, and of what is made of both.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

struct item { int key; double weight; char kind; };
typedef nova_vec (struct item) items;

static struct item
item (int v)
{
  return (struct item) { v, v / 4.0, v < 0 ? 'n' : 'p' };
}

/* Made, filtered by one member, summed by another.  */
static int
weights (ints a)
{
  int positive (struct item i) { return i.kind == 'p'; }
  items b = nova_filter (positive, nova_map (item, a));
  return (int) (8 * nova_sum (nova_field (b, weight)));
}
static void
weights_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i] < 0 ? 0 : 2 * a[i];
  put (s);
}
OF_ROW (int, weights)

/* Rows of structs as a whole: nested, and taken apart again.  */
SEEN rows
keys (rows x)
{
  items of_row (ints a) { return nova_map (item, a); }
  nova_vec (items) y = nova_map (of_row, x);
  ints apart (items b) { return nova_reverse (nova_field (b, key)); }
  return nova_map (apart, y);
}
static void
keys_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      for (size_t j = r->o[i + 1]; j-- > r->o[i];)
	put (r->x[j]);
      end_row ();
    }
}
OF_ROWS (rows, keys)

/* The best of each row, with its place.  */
struct best { int v; size_t at; };
static int
best (ints a)
{
  struct best pair (int v, size_t i) { return (struct best) { v, i }; }
  struct best greater (struct best p, struct best q) { return q.v > p.v ? q : p; }
  struct best b = nova_reduce (greater, ((struct best) { -100, 77 }),
			       nova_map (pair, a, nova_range (nova_length (a))));
  return b.v * 100000 + (int) b.at;
}
static void
best_plain (const int *a, size_t n)
{
  int v = -100, at = 77;
  for (size_t i = 0; i < n; i++)
    if (a[i] > v)
      v = a[i], at = i;
  put (v * 100000 + at);
}
OF_ROW (int, best)

/* Sorted by a member, grouped by another; the groups' sizes.  */
static ints
grouped (ints a)
{
  char kind (struct item i) { return i.kind; }
  int by_weight (struct item p, struct item q) { return p.weight > q.weight; }
  int first (items b) { return nova_get (nova_sort (by_weight, b), 0).key; }
  return nova_map (first, nova_group_by (kind, nova_map (item, a)));
}
static void
grouped_plain (const int *a, size_t n)
{
  int some[2] = { 0, 0 }, most[2] = { 0, 0 };
  for (size_t i = 0; i < n; i++)
    {
      int k = a[i] >= 0;
      if (!some[k]++ || a[i] > most[k])
	most[k] = a[i];
    }
  for (int k = 0; k < 2; k++)
    if (some[k])
      put (most[k]);
}
OF_ROW (ints, grouped)

/* Zipped with what other rows say.  */
struct pair { int v, w; };
static int
zipped (ints a)
{
  int product (struct pair p) { return p.v * p.w; }
  return nova_sum (nova_map (product, nova_zip (struct pair, a, nova_reverse (a))));
}
static void
zipped_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i] * a[n - 1 - i];
  put (s);
}
OF_ROW (int, zipped)

/* A mean and a variance for each row, exactly, in doubles.  */
static int
variance (ints a)
{
  double n = nova_length (a), mean = n ? nova_sum_as (double, a) / n : 0;
  double square (int v) { return (v * n - mean * n) * (v * n - mean * n); }
  return n && n < 500 ? (int) (nova_sum (nova_map (square, a)) / n + 0.5) : 0;
}
static void
variance_plain (const int *a, size_t n)
{
  long long s = 0, q = 0;
  for (size_t i = 0; i < n; i++)
    {
      s += a[i];
      q += (long long) a[i] * a[i];
    }
  put (n && n < 500 ? (int) (q * (long long) n - s * s) : 0);
}
OF_ROW (int, variance)

/* Structs with arrays in them.  */
struct counts { int of[4]; };
static ints
arrays (ints a)
{
  struct counts one (int v)
  {
    struct counts c = { { 0 } };
    c.of[v & 3] = 1 + (v < 0);
    return c;
  }
  struct counts plus (struct counts p, struct counts q)
  {
    for (int i = 0; i < 4; i++)
      p.of[i] += q.of[i];
    return p;
  }
  struct counts c = nova_reduce (plus, ((struct counts) { { 0 } }), nova_map (one, a));
  int at (size_t i) { return c.of[i]; }
  return nova_tabulate (at, 4);
}
static void
arrays_plain (const int *a, size_t n)
{
  int c[4] = { 0 };
  for (size_t i = 0; i < n; i++)
    c[a[i] & 3] += 1 + (a[i] < 0);
  for (int i = 0; i < 4; i++)
    put (c[i]);
}
OF_ROW (ints, arrays)

/* Two vectors from one pass over structs, in a function of the row.  */
static rows
apart (ints a)
{
  nova_vec (struct pair) p = nova_map (nova_lambda (struct pair, (int v), {
      return (struct pair) { v / 3, v % 3 };
    }), a);
  return nova_concat (nova_replicate (1, nova_field (p, w)), nova_replicate (1, nova_field (p, v)));
}
static void
apart_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (a[i] % 3);
  end_row ();
  for (size_t i = 0; i < n; i++)
    put (a[i] / 3);
  end_row ();
}
OF_ROW (rows, apart)

int
main (void)
{
  RUN (weights);
  RUN (keys);
  RUN (best);
  RUN (grouped);
  RUN (zipped);
  RUN (variance);
  RUN (arrays);
  RUN (apart);
  return failed != 0;
}

/* Reductions of ragged rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

static int sum (ints a) { return nova_sum (a); }
static void
sum_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  put (s);
}
OF_ROW (int, sum)

/* What is reduced is mapped first, by what the row says.  */
static int
spread (ints a)
{
  int n = nova_length (a);
  int far (int v) { return v * n; }
  return nova_reduce (nova_max, -1, nova_map (far, a));
}
static void
spread_plain (const int *a, size_t n)
{
  int s = -1;
  for (size_t i = 0; i < n; i++)
    s = a[i] * (int) n > s ? a[i] * (int) n : s;
  put (s);
}
OF_ROW (int, spread)

/* It starts from a number of the row's own.  */
static int
started (ints a)
{
  int start = nova_length (a) % 3 ? 100 : 0;
  return nova_reduce (nova_add, start, a) + start;
}
static void
started_plain (const int *a, size_t n)
{
  int start = n % 3 ? 100 : 0, s = start;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  put (s + start);
}
OF_ROW (int, started)

/* An operator that does not commute: affine maps, one after the other.  */
struct affine { unsigned k, d; };
static struct affine
after (struct affine f, struct affine g)
{
  return (struct affine) { g.k * f.k, g.k * f.d + g.d };
}
static struct affine affine_of (int v) { return (struct affine) { 2 * v + 1, v }; }
static int
composed (ints a)
{
  struct affine f = nova_reduce (after, ((struct affine) { 1, 0 }), nova_map (affine_of, a));
  return f.k % 1000 + f.d % 1000;
}
static void
composed_plain (const int *a, size_t n)
{
  struct affine f = { 1, 0 };
  for (size_t i = 0; i < n; i++)
    f = after (f, affine_of (a[i]));
  put (f.k % 1000 + f.d % 1000);
}
OF_ROW (int, composed)

/* Two reductions of one row, the second by the first.  */
static int
above_mean (ints a)
{
  int n = nova_length (a), total = nova_sum (a);
  int above (int v) { return v * n > total; }
  return nova_count (above, a);
}
static void
above_mean_plain (const int *a, size_t n)
{
  int total = 0, k = 0;
  for (size_t i = 0; i < n; i++)
    total += a[i];
  for (size_t i = 0; i < n; i++)
    k += a[i] * (int) n > total;
  put (k);
}
OF_ROW (int, above_mean)

/* Of rows that are the same for all: only the start differs.  */
static const int fixed[5] = { 3, 1, 4, 1, 5 };
static int
of_the_same (ints a)
{
  int n = nova_length (a);
  return nova_reduce (nova_add, n, nova_view (fixed, 5)) + n;
}
static void of_the_same_plain (const int *a, size_t n) { (void) a; put (14 + 2 * n); }
OF_ROW (int, of_the_same)

/* A fold with a state of another type.  */
struct runs { int first, last, changes; };
static int
changes (ints a)
{
  struct runs step (struct runs r, int v)
  {
    if (r.changes < 0)
      return (struct runs) { v, v, 0 };
    return (struct runs) { r.first, v, r.changes + (r.last != v) };
  }
  struct runs join (struct runs a, struct runs b)
  {
    if (a.changes < 0 || b.changes < 0)
      return a.changes < 0 ? b : a;
    return (struct runs) { a.first, b.last, a.changes + b.changes + (a.last != b.first) };
  }
  return nova_fold (step, join, ((struct runs) { 0, 0, -1 }), a).changes;
}
static void
changes_plain (const int *a, size_t n)
{
  int k = n ? 0 : -1;
  for (size_t i = 1; i < n; i++)
    k += a[i] != a[i - 1];
  put (k);
}
OF_ROW (int, changes)

/* An inner reduction that an outer one takes up at once, and its greatest.  */
SEEN ints
of_all (rows x)
{
  int largest = nova_reduce (nova_max, -1000, nova_map (sum, x));
  int total = nova_reduce (nova_add, 0, nova_map (sum, x));
  return nova_concat (nova_replicate (1, largest), nova_replicate (1, total));
}
static void
of_all_plain (const struct ragged *r)
{
  int largest = -1000, total = 0;
  for (size_t i = 0; i < r->n; i++)
    {
      int s = 0;
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	s += r->x[j];
      largest = s > largest ? s : largest;
      total += s;
    }
  put (largest);
  put (total);
}
OF_ROWS (ints, of_all)

/* The operator takes rows: number by number, of four rows made of one, each as long as it.  */
static int
row_operator (ints a)
{
  ints plus (ints b, ints c) { return nova_map (nova_add, b, c); }
  ints times (int k) { int by (int v) { return k * v; } return nova_map (by, a); }
  return nova_sum (nova_reduce (plus, nova_replicate (nova_length (a), 1),
				nova_map (times, nova_range (4))));
}
static void
row_operator_plain (const int *a, size_t n)
{
  int s = n;
  for (size_t i = 0; i < n; i++)
    s += 6 * a[i];
  put (s);
}
OF_ROW (int, row_operator)

/* The numbers of an inner reduction are read by index from another row of this row's.  */
static int
by_index (ints a)
{
  int line (int v) { return 3 * v + 1; }
  ints b = nova_map (line, nova_range ((int) nova_length (a) + 1));
  int at (int i) { return nova_get (b, i) + nova_get (b, i + 1); }
  return nova_sum (nova_map (at, nova_range ((int) nova_length (a))));
}
static void
by_index_plain (const int *a, size_t n)
{
  int s = 0;
  (void) a;
  for (size_t i = 0; i < n; i++)
    s += 3 * i + 1 + 3 * (i + 1) + 1;
  put (s);
}
OF_ROW (int, by_index)

/* Each number of a row meets the whole row again.  */
static int
pairs (ints a)
{
  int with (int v)
  {
    int times (int w) { return v * w; }
    return v % 2 ? nova_sum (nova_map (times, a)) : v;
  }
  return nova_reduce (nova_max, -1, nova_map (with, a));
}
static void
pairs_plain (const int *a, size_t n)
{
  int best = -1;
  for (size_t i = 0; i < n; i++)
    {
      int s = 0;
      for (size_t j = 0; j < n; j++)
	s += a[i] * a[j];
      s = a[i] % 2 ? s : a[i];
      best = s > best ? s : best;
    }
  put (best);
}
OF_ROW (int, pairs)

static int
matches (ints a)
{
  int odd (int v) { return v & 1; }
  int large (int v) { return v > 100; }
  return nova_any (odd, a) + 2 * nova_all (odd, a) + 4 * nova_any (large, a)
    + 8 * (int) nova_find (odd, a);
}
static void
matches_plain (const int *a, size_t n)
{
  int any = 0, all = 1, first = n;
  for (size_t i = 0; i < n; i++)
    {
      any |= a[i] & 1;
      all &= a[i] & 1;
      if (a[i] & 1 && first == (int) n)
	first = i;
    }
  put (any + 2 * all + 8 * first);
}
OF_ROW (int, matches)

static int
ends (ints a)
{
  if (nova_length (a) == 0)
    return -1;
  return 100 * (int) nova_argmin (nova_lt, a) + (int) nova_argmax (nova_lt, a);
}
static void
ends_plain (const int *a, size_t n)
{
  int least = 0, most = 0;
  for (size_t i = 1; i < n; i++)
    {
      least = a[i] < a[least] ? (int) i : least;
      most = a[i] > a[most] ? (int) i : most;
    }
  put (n ? 100 * least + most : -1);
}
OF_ROW (int, ends)

int
main (void)
{
  RUN (sum);
  RUN (spread);
  RUN (started);
  RUN (composed);
  RUN (above_mean);
  RUN (of_the_same);
  RUN (changes);
  RUN (of_all);
  RUN (row_operator);
  RUN (by_index);
  FEW (pairs);
  RUN (matches);
  RUN (ends);
  return failed != 0;
}

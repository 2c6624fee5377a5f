/* Minima and maxima of rows with NaNs, zeros and infinities, from numbers and NaNs: as fmin and
   fmax, or letting NaNs through.  Rows are short, longer than the lanes, and empty.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { ROWS = 60, MOST = 90 };
typedef nova_vec (double) row;
struct two { double low, high; };

static int same (double a, double b) { return a == b || (a != a && b != b); }
static double least (row r) { return nova_reduce (nova_min, NAN, r); }
static double most (row r) { return nova_reduce (nova_max, NAN, r); }
static double least_from (row r) { return nova_reduce (nova_min, 3.0, r); }
static double most_from (row r) { return nova_reduce (nova_max, -INFINITY, r); }
static double least_nan (row r) { return nova_reduce (nova_min_nan, 3.0, r); }
static double most_nan (row r) { return nova_reduce (nova_max_nan, -INFINITY, r); }
static double least_after (row r)	/* of numbers alone, whatever was there before */
{
  return nova_reduce (nova_min, least_nan (r), r);
}
static double last (row r)
{
  size_t n = nova_length (r);

  return n ? nova_get (nova_scan (nova_max, -1.0, r), n - 1) : -1;
}
static struct two
step (struct two s, double v)
{
  return (struct two) { fmin (v, s.low), fmax (s.high, v) };
}
static struct two
join (struct two s, struct two t)
{
  return (struct two) { fmin (s.low, t.low), fmax (t.high, s.high) };
}
static struct two
both (row r)
{
  struct two none = { INFINITY, -INFINITY };

  return nova_fold (step, join, none, r);
}

static double
reduced (double (*f) (double, double), double i, const double *x, size_t n)
{
  for (size_t k = 0; k < n; k++)
    i = f (i, x[k]);
  return i;
}
static double min_nan (double a, double b) { return a != a ? a : b != b ? b : fmin (a, b); }
static double max_nan (double a, double b) { return a != a ? a : b != b ? b : fmax (a, b); }

int
main (void)
{
  static double x[ROWS * MOST], out[8][ROWS];
  static struct two pairs[ROWS];
  size_t o[ROWS + 1] = { 0 };
  const double special[] = { NAN, -NAN, INFINITY, -INFINITY, 0.0, -0.0 };

  srand (1);
  for (size_t i = 0; i < ROWS; i++)
    {
      o[i + 1] = o[i] + (i % 5 == 0 ? (size_t) rand () % MOST : i % 5);
      for (size_t k = o[i]; k < o[i + 1]; k++)
	x[k] = i % 3 == 0 ? special[rand () % (i % 2 ? 2 : 6)]
	       : rand () % 4 ? rand () % 100 - 50 : special[rand () % 6];
    }

  nova_vec (row) rows = nova_segments (nova_view (x, o[ROWS]), nova_view (o, ROWS + 1));

  nova_store (out[0], ROWS, nova_map (least, rows));
  nova_store (out[1], ROWS, nova_map (most, rows));
  nova_store (out[2], ROWS, nova_map (least_from, rows));
  nova_store (out[3], ROWS, nova_map (most_from, rows));
  nova_store (out[4], ROWS, nova_map (least_nan, rows));
  nova_store (out[5], ROWS, nova_map (most_nan, rows));
  nova_store (out[6], ROWS, nova_map (last, rows));
  nova_store (out[7], ROWS, nova_map (least_after, rows));
  nova_store (pairs, ROWS, nova_map (both, rows));
  for (size_t i = 0; i < ROWS; i++)
    {
      const double *r = x + o[i];
      size_t n = o[i + 1] - o[i];

      assert (same (out[0][i], reduced (fmin, NAN, r, n)));
      assert (same (out[1][i], reduced (fmax, NAN, r, n)));
      assert (same (out[2][i], reduced (fmin, 3.0, r, n)));
      assert (same (out[3][i], reduced (fmax, -INFINITY, r, n)));
      assert (same (out[4][i], reduced (min_nan, 3.0, r, n)));
      assert (same (out[5][i], reduced (max_nan, -INFINITY, r, n)));
      assert (same (out[6][i], reduced (fmax, -1.0, r, n)));
      assert (same (out[7][i], reduced (fmin, reduced (min_nan, 3.0, r, n), r, n)));
      assert (same (pairs[i].low, reduced (fmin, INFINITY, r, n)));
      assert (same (pairs[i].high, reduced (fmax, -INFINITY, r, n)));
    }
}

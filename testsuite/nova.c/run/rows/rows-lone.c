/* Long rows are the same whether a thread takes them as others, as it may if it is alone, or their
   elements are shared out: those above all before, and the greatest and the least so far, among NaNs
   and zeros of both signs; a scan of records of which one field is kept; and rows of one each.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stddef.h>

enum { N = 60000, ROWS = 40 };
static double out[2 * N];
#include "all-threads.h"

typedef nova_vec (double) reals;
typedef nova_vec (reals) real_rows;
typedef nova_vec (int) ints;

struct affine { double a, b; };

static double x[N];
static int k[N];
static size_t at[ROWS + 1], one[N + 1];

#define ROWS_OF(P) nova_segments (nova_view (P, N), nova_view (at, ROWS + 1))

static size_t
above (void)
{
  reals seen (reals row)
  {
    int above (double v, double before) { return v > before; }
    return nova_filter (above, row, nova_exscan (nova_max, -1.0, row));
  }
  return nova_store (out, N, nova_map (seen, ROWS_OF (x)));
}

/* The scan of rows of x by OP, from I on, as NAME.  */
#define SO_FAR(NAME, SCAN, OP, I)					\
  static size_t								\
  NAME (void)								\
  {									\
    reals scanned (reals row) { return SCAN (OP, I, row); }		\
    return nova_store (out, N, nova_map (scanned, ROWS_OF (x)));	\
  }
SO_FAR (highest, nova_scan, nova_max, -0.0)
SO_FAR (highest_any, nova_scan, nova_max, -INFINITY)
SO_FAR (highest_before, nova_exscan, nova_max, -INFINITY)
SO_FAR (lowest, nova_scan, nova_min, 0.0)
SO_FAR (lowest_before, nova_exscan, nova_min, INFINITY)

static size_t
reached (void)
{
  ints opens (ints row)
  {
    int first (int v, int before) { return v > before; }
    return nova_filter (first, row, nova_exscan (nova_max, -1, row));
  }
  return nova_store ((int *) out, N, nova_map (opens, ROWS_OF (k)));
}

static reals
smoothed (reals row)
{
  struct affine step (double v) { return (struct affine) { 0.75, 0.25 * v }; }
  struct affine then (struct affine f, struct affine g)
  {
    return (struct affine) { g.a * f.a, g.a * f.b + g.b };
  }
  struct affine same = { 1, 0 };
  return nova_field (nova_scan (then, same, nova_map (step, row)), b);
}

static size_t
smooth (void)
{
  return nova_store (out, N, nova_map (smoothed, ROWS_OF (x)));
}

static size_t
smooth_ones (void)
{
  return nova_store (out, N, nova_map (smoothed, nova_segments (nova_view (x, N),
								nova_view (one, N + 1))));
}

int
main (void)
{
  static const double odd[] = { NAN, 0.0, -0.0, -NAN };
  double v = 0;

  nova_set_error_handler (handler);
  for (size_t i = 0; i < N; i++)
    {
      size_t r = nova_random (3, i);
      x[i] = r % 7 ? odd[r % 4] : (double) (r % 1000) - 990;
      k[i] = r % 100000;
      one[i + 1] = i + 1;
    }
  for (size_t r = 1; r < ROWS; r++)
    at[r] = r < 20 ? 3 * r : N / 2 + r;
  at[ROWS] = N;
  all_threads ("above", above, NULL);
  all_threads ("highest", highest, NULL);
  all_threads ("highest any", highest_any, NULL);
  all_threads ("highest before", highest_before, NULL);
  all_threads ("lowest", lowest, NULL);
  all_threads ("lowest before", lowest_before, NULL);
  all_threads ("reached", reached, NULL);
  for (size_t i = 0; i < N; i++)
    x[i] = nova_random (4, i) % 64;
  all_threads ("smooth", smooth, NULL);
  for (size_t r = 0; r < ROWS; r++)
    for (size_t i = at[r]; i < at[r + 1]; i++)
      {
	v = i > at[r] ? 0.75 * v + 0.25 * x[i] : 0.25 * x[i];
	check ("smooth", fabs (out[i] - v) < 1e-9);
      }
  all_threads ("ones", smooth_ones, NULL);
  for (size_t i = 0; i < N; i++)
    check ("ones", out[i] == 0.25 * x[i]);
  return 0;
}

/* Sums of rows that are zero but where a key says, as bins: as loops, in one chunk and in several,
   with keys that there is nothing for; rows with a number behind them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include "row-sums.h"

typedef nova_vec (int) ints;

static reals
most_rows (reals a, reals b)
{
  return nova_map (nova_max, a, b);
}

/* N points of 4 coordinates in 8 clusters, or in none.  */
static int
points (size_t n)
{
  double *p = malloc ((4 * n + 1) * sizeof *p), r[40], s[40];
  int *k = malloc ((n + 1) * sizeof *k), bad = 0;
  ints key = nova_view (k, n);
  real_rows x = nova_view (p, n, 4);

  for (size_t i = 0; i < 4 * n; i++)
    p[i] = i * 7919 % 23;
  for (size_t i = 0; i < n; i++)
    k[i] = (int) (i * 31 % 11) - 1;
#define EACH(BEGIN, W, STEP) \
  do \
    { \
      for (size_t j = 0; j < W; j++) \
	s[j] = BEGIN; \
      for (size_t i = 0; i < n; i++) \
	for (size_t j = 0; j < W; j++) \
	  STEP; \
    } \
  while (0)

  reals hot (int c, reals q)
  {
    double e (size_t j) { return (int) (j / 4) == c ? nova_get (q, j % 4) : 0; }
    return nova_tabulate (e, 32);
  }
  nova_store (r, 32, nova_reduce (add_rows, nova_replicate (32, 0.0), nova_map (hot, key, x)));
  EACH (0, 32, s[j] += k[i] == (int) (j / 4) ? p[4 * i + j % 4] : 0);
  bad |= differ ("sums", r, s, 32);

  reals one (int c) { double e (size_t j) { return (int) j == c; } return nova_tabulate (e, 20); }
  nova_store (r, 20, nova_reduce (add_rows, nova_replicate (20, 0.0), nova_map (one, key)));
  EACH (0, 20, s[j] += k[i] == (int) j);
  bad |= differ ("counts", r, s, 20);

  reals high (int c, reals q)
  {
    double e (size_t j) { return j == (size_t) c ? nova_get (q, 2) : -1; }
    return nova_tabulate (e, 20);
  }
  nova_store (r, 20, nova_reduce (most_rows, nova_replicate (20, -1.0), nova_map (high, key, x)));
  EACH (-1, 20, s[j] = k[i] == (int) j && p[4 * i + 2] > s[j] ? p[4 * i + 2] : s[j]);
  bad |= differ ("greatest", r, s, 20);

  double second (reals q) { return nova_get (q, 1); }
  reals y = nova_map (second, x);
  double sum (size_t j)
  {
    int is (double, int c) { return (size_t) c == j; }
    return nova_sum (nova_filter (is, y, key));
  }
  nova_store (r, 20, nova_tabulate (sum, 20));
  EACH (0, 20, s[j] += k[i] == (int) j ? p[4 * i + 1] : 0);
  bad |= differ ("columns", r, s, 20);

  int none (int c) { return c >= 8 ? -1 : c; }
  reals with (reals q) { return nova_concat (q, nova_replicate (1, 1.0)); }
  nova_store (r, 40, nova_reduce_by_index (add_rows, nova_replicate (5, 0.0), 8,
					   nova_map (none, key), nova_map (with, x)));
  EACH (0, 40, s[j] += k[i] == (int) (j / 5) ? j % 5 < 4 ? p[4 * i + j % 5] : 1 : 0);
  bad |= differ ("sums and counts", r, s, 40);
  free (p);
  free (k);
  return bad;
}

int
main (void)
{
  return points (0) | points (1) | points (1000) | points (100000);
}

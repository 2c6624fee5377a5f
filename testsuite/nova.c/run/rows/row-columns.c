/* Bins of columns with the same indices, as loops: of rows in memory, of made numbers, two of a
   column, as many columns as there are; errors.  One-hot rows that are picked whole.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>
#include "../fails.h"
#include "row-sums.h"

typedef nova_vec (int) ints;

/* N points of 4 coordinates in 8 clusters, or in none; W columns.  */
static int
points (size_t n, size_t w)
{
  double *p = malloc ((4 * n + 1) * sizeof *p), *r = malloc ((8 * w + 32) * sizeof *r);
  double *s = malloc ((8 * w + 32) * sizeof *s);
  int *k = malloc ((n + 1) * sizeof *k), bad = 0;
  ints key = nova_view (k, n);
  real_rows x = nova_view (p, n, 4);
  size_t m;

  for (size_t i = 0; i < 4 * n; i++)
    p[i] = i * 7919 % 23;
  for (size_t i = 0; i < n; i++)
    k[i] = (int) (i * 31 % 9) - 1;
#define EACH(BEGIN, W, STEP) \
  do \
    { \
      for (size_t j = 0; j < 8 * (W); j++) \
	s[j] = BEGIN; \
      for (size_t i = 0; i < n; i++) \
	for (size_t j = 0; k[i] >= 0 && j < (W); j++) \
	  { \
	    double *t = &s[k[i] * (W) + j]; \
	    STEP; \
	  } \
    } \
  while (0)

  reals sum (reals y) { return nova_reduce_by_index (nova_add, 0.0, 8, key, y); }
  m = nova_store (r, 32, nova_transpose (nova_map (sum, nova_transpose (x))));
  EACH (0, 4, *t += p[4 * i + j]);
  bad |= m != (n ? 32 : 0) || differ ("sums", r, s, m);

  reals spread (reals y)
  {
    double less (double a, double b) { return a - b; }
    return nova_map (less, nova_reduce_by_index (nova_max, -1.0, 8, key, y),
		     nova_reduce_by_index (nova_min, 99.0, 8, key, y));
  }
  m = nova_store (r, 32, nova_transpose (nova_map (spread, nova_transpose (x))));
  EACH (-1, 4, *t = *t < p[4 * i + j] ? p[4 * i + j] : *t);
  for (size_t j = 0; j < 32; j++)
    {
      double least = 99;

      for (size_t i = 0; i < n; i++)
	if (k[i] == (int) (j / 4) && p[4 * i + j % 4] < least)
	  least = p[4 * i + j % 4];
      s[j] -= least;
    }
  bad |= differ ("spread", r, s, m);

  reals power (size_t j)
  {
    double times (double a) { return a * (double) j + 1; }
    double first (reals q) { return nova_get (q, 0); }
    return nova_reduce_by_index (nova_add, 0.0, 8, key, nova_map (times, nova_map (first, x)));
  }
  m = nova_store (r, 8 * w, nova_transpose (nova_tabulate (power, w)));
  EACH (0, w, *t += p[4 * i] * (double) j + 1);
  bad |= m != 8 * w || differ ("made", r, s, m);

  reals hot (int c, reals q)
  {
    reals z = nova_replicate (4, 0.0);
    reals row (int b) { return b == c ? q : z; }
    return nova_flatten (nova_map (row, nova_range (8)));
  }
  nova_store (r, 32, nova_reduce (add_rows, nova_replicate (32, 0.0), nova_map (hot, key, x)));
  EACH (0, 4, *t += p[4 * i + j]);
  bad |= differ ("picked", r, s, 32);
  free (p);
  free (r);
  free (s);
  free (k);
  return bad;
}

int
main (void)
{
  int k[] = { 0, 1, 2, 0 };
  double p[] = { 1, 2, 3, 4, 5, 6, 7, 8 }, r[6];
  ints key = nova_view (k, 4);

  nova_set_error_handler (handler);
  if (points (0, 3) || points (1, 1) || points (1000, 0) || points (1000, 5) || points (60000, 3))
    return 1;
  reals sum (reals y) { return nova_reduce_by_index (nova_add, 0.0, 2, key, y); }
  FAILS (nova_store (r, 4, nova_flatten (nova_map (sum, nova_transpose (nova_view (p, 4, 2))))),
	 "__nova_reduce_by_index: operand 4: element 2, the index 2, is not below 2");
  /* No column, no index that is looked at.  */
  reals times (size_t j)
  {
    double by (double a) { return a * (double) j; }
    return nova_reduce_by_index (nova_add, 0.0, 2, key, nova_map (by, nova_view (p, 4)));
  }
  return nova_store (r, 6, nova_flatten (nova_tabulate (times, (size_t) (p[0] - 1)))) != 0;
}

/* Groups and buckets of rows that are summed, as loops; columns of rows that an element picks, also
   where there are none; keys far apart, elements of no bucket; errors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>
#include "../fails.h"
#include "row-sums.h"

typedef nova_vec (size_t) sizes;
typedef nova_vec (int) ints;

/* N points of W coordinates in C groups, whose keys are SPREAD apart.  */
static int
groups (size_t n, size_t w, size_t c, int spread)
{
  double *p = malloc ((n * w + 1) * sizeof *p), *v = malloc ((n + 1) * sizeof *v);
  double *r = malloc ((w * c + 1) * sizeof *r), *s = malloc ((w * c + 1) * sizeof *s);
  int *k = malloc ((n + 1) * sizeof *k), bad = 0;
  size_t m = w * c;

  for (size_t i = 0; i < n * w; i++)
    p[i] = i * 7919 % 23;
  for (size_t i = 0; i < n; i++)
    {
      k[i] = i < c ? (int) i : i * 6007 % c;
      v[i] = i % 5;
    }
  for (size_t q = 0; q < m; q++)
    s[q] = 0;
  for (size_t i = 0; i < n * w; i++)
    s[k[i / w] * w + i % w] += p[i] * v[i / w];
  real_rows points = nova_view (p, n, w);
  reals weights = nova_view (v, n);
  ints label = nova_view (k, n);
  int key (size_t i) { return nova_get (label, i) * spread; }
  int number (size_t i) { return i % 7 == 6 ? -1 : nova_get (label, i); }
  reals scaled (size_t i)
  {
    double times (double e) { return e * nova_get (weights, i); }
    return nova_map (times, nova_get (points, i));
  }
  reals sum (sizes g)
  {
    return nova_reduce (add_rows, nova_replicate (w, 0.0), nova_map (scaled, g));
  }
  nova_store (r, m, nova_map (sum, nova_group_by (key, nova_range (n))));
  bad |= differ ("groups", r, s, m);
  for (size_t q = 0; q < m; q++)
    s[q] = 0;
  for (size_t i = 0; i < n * w; i++)
    if (i / w % 7 != 6)
      s[k[i / w] * w + i % w] += p[i] * v[i / w];
  nova_store (r, m, nova_map (sum, nova_bucket (c, number, nova_range (n))));
  bad |= differ ("buckets", r, s, m);
  double total (sizes g)
  {
    double each (size_t i) { return nova_get (weights, i); }
    return nova_sum (nova_map (each, g)) + nova_length (g);
  }
  if (w)
    {
      for (size_t q = 0; q < c; q++)
	s[q] = 0;
      for (size_t i = 0; i < n; i++)
	if (i % 7 != 6)
	  s[k[i]] += v[i] + 1;
      nova_store (r, c, nova_map (total, nova_bucket (c, number, nova_range (n))));
      bad |= differ ("totals", r, s, c);
    }
  free (p);
  free (v);
  free (r);
  free (s);
  free (k);
  return bad;
}

/* A sparse matrix of N rows, times a dense one of M rows of 3.  */
static int
product (size_t n, size_t m)
{
  size_t *at = malloc ((n + 1) * sizeof *at), l = 0;
  double *r = malloc ((3 * n + 1) * sizeof *r), *s = calloc (3 * n + 1, sizeof *s);
  double *x = malloc ((4 * n + 1) * sizeof *x), *d = malloc ((3 * m + 1) * sizeof *d);
  int *col = malloc ((4 * n + 1) * sizeof *col), bad;

  for (size_t i = 0; i < 3 * m; i++)
    d[i] = i % 13;
  for (size_t i = 0; i < n; i++)
    {
      at[i] = l;
      for (size_t k = 0; k < i % 5; k++, l++)
	{
	  col[l] = m ? (i * 31 + k * 7) % m : 5;
	  x[l] = l % 3;
	  for (size_t j = 0; j < 3 && m; j++)
	    s[3 * i + j] += x[l] * d[3 * col[l] + j];
	}
    }
  at[n] = l;
  real_rows dense = nova_view (d, m, 3);
  sizes begin = nova_view (at, n + 1);
  reals row (ints cols, reals vals)
  {
    double entry (reals column)
    {
      return nova_sum (nova_map (nova_mul, vals, nova_gather (cols, column)));
    }
    return nova_map (entry, nova_transpose (dense));
  }
  size_t made = nova_store (r, 3 * n, nova_map (row, nova_segments (nova_view (col, l), begin),
						nova_segments (nova_view (x, l), begin)));
  bad = made != (m ? 3 * n : 0) || differ ("product", r, s, made);
  if (m && n > 1)
    {
      col[0] = m;
      FAILS (nova_store (r, 3 * n, nova_map (row, nova_segments (nova_view (col, l), begin),
					     nova_segments (nova_view (x, l), begin))),
	     "is not below");
    }
  free (at);
  free (r);
  free (s);
  free (x);
  free (d);
  free (col);
  return bad;
}

int
main (void)
{
  nova_set_error_handler (handler);
  return groups (1, 1, 1, 1) || groups (1000, 4, 3, 1) || groups (60000, 5, 8, 1)
	 || groups (2000, 16, 300, 1) || groups (40, 3, 8, 100000) || groups (40, 0, 3, 1)
	 || product (100, 10) || product (20000, 500) || product (10, 0) || product (0, 3);
}

/* Bins of rows that are combined element by element: as loops, in one chunk and in several, with
   operators that have a neutral element and with others; rows that are made where they are needed;
   errors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>
#include "../fails.h"
#include "row-sums.h"

/* b's element after a's, unless that is 0: associative, without a neutral element that is known.  */
static double
last (double a, double b)
{
  return b != 0 ? b : a;
}

static reals
least_rows (reals a, reals b)
{
  double at (size_t j) { double x = nova_get (a, j), y = nova_get (b, j); return y < x ? y : x; }
  return nova_tabulate (at, nova_length (a));
}

static reals
last_rows (reals a, reals b)
{
  return nova_map (last, a, b);
}

/* N points of W coordinates in C clusters.  */
static int
clusters (size_t n, size_t w, size_t c)
{
  double *p = malloc ((n * w + 1) * sizeof *p), *v = malloc ((n + 1) * sizeof *v);
  double *r = malloc ((w * c + 1) * sizeof *r), *s = malloc ((w * c + 1) * sizeof *s);
  int *k = malloc ((n + 1) * sizeof *k), bad = 0;
  size_t m = w * c;

  for (size_t i = 0; i < n * w; i++)
    p[i] = i * 7919 % 23;
  for (size_t i = 0; i < n; i++)
    {
      k[i] = i * 31 % 17 == 3 ? -1 : (int) (i * 6007 % c);
      v[i] = i % 5;
    }
#define EACH(BEGIN, STEP) \
  do \
    { \
      for (size_t q = 0; q < m; q++) \
	s[q] = BEGIN; \
      for (size_t i = 0; i < n; i++) \
	for (size_t j = 0; k[i] >= 0 && j < w; j++) \
	  { \
	    double *t = &s[k[i] * w + j], e = p[i * w + j]; \
	    STEP; \
	  } \
    } \
  while (0)
  nova_vec (int) key = nova_view (k, n);
  real_rows points = nova_view (p, n, w);

  EACH (0, *t += e);
  nova_store (r, m, nova_reduce_by_index (add_rows, nova_replicate (w, 0.0), c, key, points));
  bad |= differ ("sums", r, s, m);
  EACH (9, *t = e < *t ? e : *t);
  nova_store (r, m, nova_reduce_by_index (least_rows, nova_replicate (w, 9.0), c, key, points));
  bad |= differ ("least", r, s, m);
  EACH (q % w, *t = last (*t, e));
  double begin (size_t j) { return j; }
  nova_store (r, m, nova_reduce_by_index (last_rows, nova_tabulate (begin, w), c, key, points));
  bad |= differ ("last", r, s, m);
  reals scale (reals x, double a)
  {
    double times (double e) { return e * a; }
    return nova_map (times, x);
  }
  EACH (0, *t += e * v[i]);
  nova_store (r, m, nova_reduce_by_index (add_rows, nova_replicate (w, 0.0), c, key,
					  nova_map (scale, points, nova_view (v, n))));
  bad |= differ ("scaled", r, s, m);
  reals longer (reals x) { return nova_concat (x, nova_replicate (1, 1.0)); }
  double count (size_t b)
  {
    double add (double a, int i) { return a + (i == (int) b); }
    return nova_fold (add, nova_add, 0.0, key);
  }
  double *g = malloc ((m + c + 1) * sizeof *g);
  EACH (0, *t += e);
  nova_store (g, m + c, nova_reduce_by_index (add_rows, nova_replicate (w + 1, 0.0), c, key,
					      nova_map (longer, points)));
  for (size_t b = 0; b < c; b++)
    {
      double number = count (b);
      bad |= differ ("with counts", g + b * (w + 1), s + b * w, w);
      bad |= differ ("counts", g + b * (w + 1) + w, &number, 1);
    }
  /* Into what is there, in place.  */
  EACH (q, *t += e);
  for (size_t q = 0; q < m; q++)
    r[q] = q;
  nova_store (r, m, nova_reduce_into (add_rows, nova_view (r, c, w), key, points));
  bad |= differ ("into", r, s, m);
  free (p);
  free (v);
  free (r);
  free (s);
  free (g);
  free (k);
  return bad;
}

int
main (void)
{
  int k[] = { 0, 1, 2, 0 };
  double p[] = { 1, 2, 3, 4, 5, 6, 7, 8 }, r[6];

  nova_set_error_handler (handler);
  if (clusters (0, 3, 2) || clusters (1, 1, 1) || clusters (1000, 4, 3) || clusters (60000, 5, 8)
      || clusters (2000, 16, 300) || clusters (40, 0, 3))
    return 1;
  nova_vec (int) key = nova_view (k, 4);
  FAILS (nova_store (r, 6, nova_reduce_by_index (add_rows, nova_replicate (2, 0.0), 2, key,
						 nova_view (p, 4, 2))),
	 "__nova_reduce_by_index: operand 4: element 2, the index 2, is not below 2");
  FAILS (nova_store (r, 6, nova_reduce_into (add_rows, nova_view (p, 2, 2), key,
					     nova_view (p, 4, 2))),
	 "__nova_reduce_into: operand 3: element 2, the index 2, is not below 2");
  /* A beginning of another length.  */
  FAILS (nova_store (r, 9, nova_reduce_by_index (add_rows, nova_replicate (3, 0.0), 3, key,
						 nova_view (p, 4, 2))), "operand");
  /* Of an empty bin it is the result.  */
  key = nova_slice (0, 0, key);
  if (nova_store (r, 6, nova_reduce_by_index (add_rows, nova_replicate (3, 2.0), 2, key,
					      nova_view (p, 0, 2))) != 6 || r[5] != 2)
    return 1;
  return 0;
}

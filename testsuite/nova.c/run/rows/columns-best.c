/* Where the extreme of a column is, as argmax and argmin find it, and a reduction of records that
   begins with the first row: matrices of all shapes, equal elements, NaNs, and no rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-leaks "vectors of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include <math.h>
#include <stdlib.h>
#include "../check.h"
#include "../raised.h"

typedef nova_vec (float) floats;
typedef nova_vec (int) ints;

struct best { size_t at; int v; };

static size_t greatest (floats x) { return nova_argmax (nova_lt, x); }
static size_t least (ints x) { return nova_argmin (nova_lt, x); }
static struct best better (struct best a, struct best b) { return b.v > a.v ? b : a; }

static struct best
first_greatest (ints x)
{
  struct best begin = { 0, nova_get (x, 0) };

  return nova_reduce (better, begin,
		      nova_zip (struct best, nova_range (nova_length (x)), x));
}

static void
shape (size_t n, size_t m)
{
  float *p = malloc (n * m * sizeof *p);
  int *q = malloc (n * m * sizeof *q);
  size_t *g = malloc (m * sizeof *g), *l = malloc (m * sizeof *l);
  struct best *f = malloc (m * sizeof *f);
  unsigned seed = (unsigned) (n * 31 + m);

  for (size_t i = 0; i < n * m; i++)
    {
      seed = seed * 1103515245u + 12345;
      p[i] = (float) (seed >> 16 & 63) - 32;
      q[i] = (int) (seed >> 20 & 31) - 16;
    }
  nova_store (g, m, nova_map (greatest, nova_transpose (nova_view (p, n, m))));
  nova_store (l, m, nova_map (least, nova_transpose (nova_view (q, n, m))));
  nova_store (f, m, nova_map (first_greatest, nova_transpose (nova_view (q, n, m))));
  for (size_t j = 0; j < m; j++)
    {
      size_t a = 0, b = 0, c = 0;

      for (size_t i = 1; i < n; i++)
	{
	  if (p[i * m + j] > p[a * m + j])
	    a = i;
	  if (q[i * m + j] < q[b * m + j])
	    b = i;
	  if (q[i * m + j] > q[c * m + j])
	    c = i;
	}
      CHECK (g[j] == a, 1);
      CHECK (l[j] == b, 1);
      CHECK (f[j].at == c, 1);
      CHECK (f[j].v == q[c * m + j], 1);
    }
  free (p);
  free (q);
  free (g);
  free (l);
  free (f);
}

/* Columns of NaNs, zeros of both signs, and infinities.  */
static void
odd (void)
{
  enum { N = 6, M = 40 };
  static const float x[N][5] = { { -INFINITY, 0.0f, -INFINITY, -0.0f, NAN },
				 { NAN, -0.0f, NAN, 0.0f, -INFINITY },
				 { NAN, NAN, -INFINITY, NAN, NAN },
				 { -1, -0.0f, INFINITY, NAN, NAN },
				 { -1, 0.0f, INFINITY, -0.0f, NAN },
				 { NAN, -1, NAN, 0.0f, 7 } };
  static const size_t want[5] = { 3, 0, 3, 0, 0 };
  float p[N][M];
  size_t g[M];

  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < M; j++)
      p[i][j] = x[i][j % 5];
  nova_store (g, M, nova_map (greatest, nova_transpose (nova_view (&p[0][0], N, M))));
  for (size_t j = 0; j < M; j++)
    CHECK (g[j] == want[j % 5], 1);
}

/* Reductions of the empty columns of a matrix without rows fail in the first one.  */
static void
no_rows (void)
{
  int d[3] = { 0 };
  size_t o[] = { 0, 0, 0, 0 }, to[3] = { 5, 5, 5 };
  nova_vec (ints) x = nova_segments (nova_view (d, 0), nova_view (o, 4));

  TRY (nova_store (to, 3, nova_map (least, x)));
  CHECK (raised, 1);
}

int
main (void)
{
  static const size_t n[] = { 1, 2, 3, 4, 5, 17, 300 },
		      m[] = { 1, 2, 7, 8, 9, 31, 32, 33, 255, 300, 1000 };

  nova_set_error_handler (handler);
  for (unsigned i = 0; i < sizeof n / sizeof *n; i++)
    for (unsigned j = 0; j < sizeof m / sizeof *m; j++)
      shape (n[i], m[j]);
  shape (5000, 20);
  shape (20, 5000);
  odd ();
  no_rows ();
  return 0;
}

/* The first few of a sort, of rows short and long and of a whole vector: those of the whole sort,
   and equal ones in the same order, whatever is NaN.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300000, ROWS = 2000, MOST = 8 };
typedef struct { int key, place; } pair;
typedef nova_vec (double) reals;
typedef nova_vec (pair) pairs;
#define ROWS_OF(X) nova_segments (X, nova_view (at, ROWS + 1))
static double x[N], some[MOST * ROWS];
static int key[N];
static size_t at[ROWS + 1];
static pair out[MOST * ROWS];

static int
before (pair a, pair b)
{
  return a.key < b.key;
}

static int
later (const void *p, const void *q)
{
  const pair *a = p, *b = q;
  return a->key != b->key ? (a->key > b->key) - (a->key < b->key) : a->place - b->place;
}

static int
greater (const void *p, const void *q)
{
  double a = *(const double *) p, b = *(const double *) q;
  return (a < b) - (a > b);
}

static reals
top (reals g)
{
  size_t n = nova_length (g);
  return nova_slice (0, n < 3 ? n : 3, nova_sort (nova_gt, g));
}

static pairs
least (pairs g)
{
  size_t n = nova_length (g);
  return nova_slice (0, n < MOST ? n : MOST, nova_sort (before, g));
}

static double
second (reals g)
{
  return nova_length (g) < 2 ? -1 : nova_get (nova_sort (nova_lt, g), 1);
}

static pair
make (int k, size_t i)
{
  return (pair) { k, (int) i };
}

/* So many as the caller says.  */
static size_t
greatest (size_t n, size_t m)
{
  return nova_store (some, m, nova_slice (0, n < m ? n : m, nova_sort (nova_gt, nova_view (x, n))));
}

static size_t
least_of_rows (size_t n, size_t m)
{
  reals first (reals g)
  {
    size_t k = nova_length (g);
    return nova_slice (0, k < m ? k : m, nova_sort (nova_lt, g));
  }
  return nova_store (some, MOST * ROWS,
		     nova_flatten (nova_map (first, ROWS_OF (nova_view (x, n)))));
}

static void
check_rows (size_t n)
{
  static double w[N], one[ROWS];
  static pair p[N];
  size_t made, pairs;
  made = nova_store (some, MOST * ROWS, nova_flatten (nova_map (top, ROWS_OF (nova_view (x, n)))));
  pairs = nova_store (out, MOST * ROWS,
		      nova_flatten (nova_map (least, ROWS_OF (nova_map (make, nova_view (key, n),
									nova_range (n))))));
  size_t k = 0, l = 0;
  nova_store (one, ROWS, nova_map (second, ROWS_OF (nova_view (x, n))));
  for (size_t r = 0; r < ROWS; r++)
    {
      size_t m = at[r + 1] - at[r];
      memcpy (w, x + at[r], m * sizeof *w);
      qsort (w, m, sizeof *w, greater);
      assert (one[r] == (m < 2 ? -1 : w[m - 2]));
      for (size_t j = 0; j < m && j < 3; j++, k++)
	assert (some[k] == w[j]);
      for (size_t j = 0; j < m; j++)
	p[j] = make (key[at[r] + j], at[r] + j);
      qsort (p, m, sizeof *p, later);
      for (size_t j = 0; j < m && j < MOST; j++, l++)
	assert (out[l].key == p[j].key && out[l].place == p[j].place);
    }
  assert (k == made && l == pairs);
  k = 0;
  made = least_of_rows (n, MOST);
  for (size_t r = 0; r < ROWS; r++)
    {
      size_t m = at[r + 1] - at[r];
      memcpy (w, x + at[r], m * sizeof *w);
      qsort (w, m, sizeof *w, greater);
      for (size_t j = 0; j < m && j < MOST; j++, k++)
	assert (some[k] == w[m - 1 - j]);
    }
  assert (k == made);
}

int
main (void)
{
  for (size_t i = 0; i < N; i++)
    {
      x[i] = (i * 7919 + 13) % 1000003;
      key[i] = (int) (i * 40503 % 1031) - 500;
    }
  for (size_t r = 0; r <= ROWS; r++)
    at[r] = r * 150 - (r % 3) * (r < ROWS) * 50;
  check_rows (N);
  /* A long row, the last ones empty.  */
  for (size_t r = 1; r <= ROWS; r++)
    at[r] = r < 40 ? r : N;
  check_rows (N);

  size_t made = nova_store (some, 16, nova_slice (0, 16, nova_sort (nova_gt, nova_view (x, N))));
  static double w[N];
  memcpy (w, x, sizeof w);
  qsort (w, N, sizeof *w, greater);
  assert (made == 16 && memcmp (w, some, 16 * sizeof *w) == 0);
  for (size_t m = 0; m < 40; m = m < 3 ? m + 1 : 2 * m)
    {
      assert (greatest (N, m) == m && memcmp (w, some, m * sizeof *w) == 0);
      assert (greatest (2, m) == (m < 2 ? m : 2));
    }
  /* NaNs are where they are in the whole sort.  */
  for (size_t i = 0; i < N; i += 1000)
    x[i] = NAN;
  double all[N / 100];
  nova_store (all, N / 100, nova_slice (0, N / 100, nova_sort (nova_gt, nova_view (x, N))));
  nova_store (some, 10, nova_slice (0, 10, nova_sort (nova_gt, nova_view (x, N))));
  assert (memcmp (all, some, 10 * sizeof *some) == 0);
  return 0;
}

/* reduce_by_index of flattened rows, of indices and of values, that are as long as each other, or not
   all of them: the transposed product of a matrix in profile, and rows with offsets of their own.
   Against loops, on few rows and many, short and long.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 3000
#define MOST 40000

typedef nova_vec (double) reals;
typedef nova_vec (reals) real_rows;
typedef nova_vec (size_t) sizes;
typedef nova_vec (int) ints;
typedef nova_vec (ints) int_rows;

static size_t at[ROWS + 1], other[ROWS + 1];
static double x[MOST], v[ROWS], got[MOST], want[MOST];
static int first[ROWS], column[MOST];
static unsigned state = 13;
static int failed;

static unsigned
next (void)
{
  return state = state * 1664525u + 1013904223u, state >> 8;
}

/* Rows of at most MOST_IN_ROW elements; every third has one more at OTHER, the first of the next.  */
static size_t
fill (size_t rows, size_t most_in_row)
{
  for (size_t r = 0; r < rows; r++)
    {
      at[r + 1] = at[r] + next () % (most_in_row + 1);
      v[r] = (int) (next () % 7) - 3;
      first[r] = next () % 50;
    }
  for (size_t r = 0; r < rows; r++)
    other[r + 1] = at[r + 1] + (r % 3 == 1 && r + 1 < rows && at[r + 2] > at[r + 1]);
  for (size_t k = 0; k < at[rows]; k++)
    {
      x[k] = (int) (next () % 100) - 50;
      column[k] = next () % 50;
    }
  return at[rows];
}

static void
compare (const char *what, size_t rows, size_t columns)
{
  for (size_t k = 0; k < columns; k++)
    if (got[k] != want[k])
      {
	printf ("%s of %zu rows: column %zu is %g, not %g\n", what, rows, k, got[k], want[k]);
	failed = 1;
	return;
      }
}

static void
profile (size_t rows, size_t n, size_t columns)
{
  real_rows a = nova_segments (nova_view (x, n), nova_view (at, rows + 1));
  sizes places (reals row, int f) { return nova_range ((size_t) f, f + nova_length (row)); }
  reals scaled (reals row, double s)
  {
    return nova_map (nova_lambda (double, (double e), { return e * s; }), row);
  }
  ints begin = nova_view (first, rows);

  nova_store (got, columns,
	      nova_reduce_by_index (nova_add, 0.0, columns,
				    nova_flatten (nova_map (places, a, begin)),
				    nova_flatten (nova_map (scaled, a, nova_view (v, rows)))));
  for (size_t k = 0; k < columns; k++)
    want[k] = 0;
  for (size_t r = 0; r < rows; r++)
    for (size_t k = at[r]; k < at[r + 1]; k++)
      want[first[r] + k - at[r]] += x[k] * v[r];
  compare ("the profile", rows, columns);
}

static void
offsets (size_t rows, size_t n, const size_t *o)
{
  int_rows c = nova_segments (nova_view (column, n), nova_view (at, rows + 1));
  real_rows a = nova_segments (nova_view (x, n), nova_view (o, rows + 1));
  ints left (ints row) { return nova_map (nova_lambda (int, (int k), { return 49 - k; }), row); }
  reals twice (reals row)
  {
    return nova_map (nova_lambda (double, (double e), { return 2 * e; }), row);
  }

  nova_store (got, 50, nova_reduce_by_index (nova_add, 0.0, 50, nova_flatten (nova_map (left, c)),
					     nova_flatten (nova_map (twice, a))));
  for (size_t k = 0; k < 50; k++)
    want[k] = 0;
  for (size_t k = 0; k < n; k++)
    want[49 - column[k]] += 2 * x[k];
  compare (o == at ? "the same offsets" : "other offsets", rows, 50);
}

int
main (void)
{
  static const size_t some[] = { 1, 2, 5, 100, ROWS };

  for (size_t i = 0; i < sizeof some / sizeof *some; i++)
    for (size_t most = 0; most < 12; most += most + 1)
      {
	size_t rows = some[i], n = fill (rows, most);

	profile (rows, n, 50 + most + n % 3);
	profile (rows, n, MOST);
	offsets (rows, n, at);
	offsets (rows, n, other);
      }
  return failed;
}

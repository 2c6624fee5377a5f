/* What stops early, in rows and flat: nova_find, nova_any, nova_all, decided at each place of rows
   with and without blocks.  What is behind the place that decides may still raise an error.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-leaks "views of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include "../says.h"

#define ROWS 460
#define MOST 300
typedef nova_vec (double) reals;
typedef nova_vec (int) ints;

static size_t at[ROWS + 1], first[ROWS];
static double x[ROWS * MOST];
static int y[ROWS * MOST], any[ROWS], all[ROWS], ix[MOST];

/* The only element of row R, of N elements, that has the property; none if it is not below N.  */
static size_t
hit (size_t r, size_t n)
{
  return r < 230 ? r : (r * 7919) % (n + 3);
}

static void
make (void)
{
  for (size_t r = 0; r < ROWS; r++)
    {
      size_t n = r < 230 ? r + r % 3 : r % MOST;
      at[r + 1] = at[r] + n;
      for (size_t i = 0; i < n; i++)
	{
	  x[at[r] + i] = i == hit (r, n) ? 99 : (double) (i % 7);
	  y[at[r] + i] = i == hit (r, n) ? -1 : (int) i;
	}
    }
}

static int large (double v) { return v > 50; }
static int natural (int v) { return v >= 0; }
static size_t find (reals row) { return nova_find (large, row); }
static int some (reals row) { return nova_any (large, row); }
static int every (ints row) { return nova_all (natural, row); }

static void
rows (void)
{
  reals v = nova_view (x, at[ROWS]);
  ints w = nova_view (y, at[ROWS]);
  nova_store (first, ROWS, nova_map (find, nova_segments (v, nova_view (at, ROWS + 1))));
  nova_store (any, ROWS, nova_map (some, nova_segments (v, nova_view (at, ROWS + 1))));
  nova_store (all, ROWS, nova_map (every, nova_segments (w, nova_view (at, ROWS + 1))));
  for (size_t r = 0; r < ROWS; r++)
    {
      size_t n = at[r + 1] - at[r], h = hit (r, n), want = h < n ? h : n;
      if (first[r] != want || any[r] != (h < n) || all[r] != !(h < n))
	{
	  printf ("row %zu of %zu: %zu %d %d, want %zu\n", r, n, first[r], any[r], all[r], want);
	  bad = 1;
	}
    }
}

static void
flat (void)
{
  for (size_t r = 0; r < ROWS; r++)
    {
      size_t n = at[r + 1] - at[r], h = hit (r, n);
      const double *p = x + at[r];
      const int *q = y + at[r];
      if (nova_find (large, nova_view (p, n)) != (h < n ? h : n)
	  || nova_any (large, nova_view (p, n)) != (h < n)
	  || nova_all (natural, nova_view (q, n)) != !(h < n))
	{
	  printf ("flat row %zu of %zu\n", r, n);
	  bad = 1;
	}
    }
}

/* An index behind the element that decides is wrong.  */
static void
errors (size_t n)
{
  int at_index (int i) { return nova_get (nova_view (y, n), i) >= 0; }
  for (size_t i = 0; i < MOST; i++)
    ix[i] = 0;
  y[0] = 1;
  ix[MOST - 2] = 1000000;
  SAYS (any[0] = nova_any (at_index, nova_view (ix, MOST)),
	"__nova_get: operand 2: index 1000000 is not below 200");
  any[0] = nova_find (at_index, nova_view (ix, MOST)) != 0;
  bad |= any[0];
}

int
main (void)
{
  nova_set_error_handler (handler);
  make ();
  rows ();
  flat ();
  errors (200);
  return bad;
}

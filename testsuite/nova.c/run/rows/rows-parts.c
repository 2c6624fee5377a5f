/* Rows that are combined element by element, in chunks: sums, extremes, of some rows only, several at
   once, of long rows and of few, from something that is not neutral.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <assert.h>
#include <stdlib.h>

enum { BINS = 7, MOST = 60000, LONG = 3000 };
typedef nova_vec (int) ints;
typedef nova_vec (double) reals;

static int key[MOST];

static int (bin) (int v, size_t j) { return v % BINS == (int) j; }
static double part (int v, size_t j) { return (double) (v % 11) * (double) j; }

static void
counts (size_t n, int from)
{
  int got[BINS], want[BINS];
  ints one (int v) { int is (size_t j) { return bin (v, j); } return nova_tabulate (is, BINS); }
  ints add (ints a, ints b) { return nova_map (nova_add, a, b); }

  nova_store (got, BINS, nova_reduce (add, nova_replicate (BINS, from),
				      nova_map (one, nova_view (key, n))));
  for (size_t j = 0; j < BINS; j++)
    {
      want[j] = from;
      for (size_t i = 0; i < n; i++)
	want[j] += bin (key[i], j);
      assert (got[j] == want[j]);
    }
}

/* Sums of the rows of even keys, and the greatest of all; rows of W elements.  */
static void
both (size_t n, size_t w)
{
  double *sum = malloc (w * sizeof *sum), *most = malloc (w * sizeof *most);
  reals row (int v) { double e (size_t j) { return part (v, j); } return nova_tabulate (e, w); }
  reals add (reals a, reals b) { return nova_map (nova_add, a, b); }
  reals max (reals a, reals b) { return nova_map (nova_max, a, b); }
  int even (int v) { return v % 2 == 0; }

  nova_store (sum, w, nova_reduce (add, nova_replicate (w, 1.0),
				   nova_map (row, nova_filter (even, nova_view (key, n)))));
  assert (!w || sum[0] == 1);
  nova_store (most, w, nova_reduce (max, nova_replicate (w, 2.0),
				    nova_map (row, nova_view (key, n))));
  for (size_t j = 0; j < w; j++)
    {
      double s = 1, m = 2;

      for (size_t i = 0; i < n; i++)
	{
	  double e = part (key[i], j);

	  s += even (key[i]) ? e : 0;
	  m = e > m ? e : m;
	}
      assert (sum[j] == s && most[j] == m);
    }
  free (sum);
  free (most);
}

int
main (void)
{
  for (size_t i = 0; i < MOST; i++)
    key[i] = (int) (i * 7919 % 10007);
  counts (0, 3);
  counts (1, 0);
  counts (100, 3);
  counts (MOST, -5);
  both (0, 4);
  both (3, 4);
  both (MOST, 4);
  both (5000, 0);
  both (5, LONG);
  both (2000, LONG);
}

/* Rows expanded as often as a walk through them tells, against loops: the pairs of a row that are
   close.  Rows that are empty, short, or whose pairs need more room than a chunk has at first.  Counts
   that are negative and indices that are too large fail, the first one, all counts of a row before
   its indices.  The harness compares the texts of 1, 2 and 5 threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../fails.h"

#define ROWS 300
#define MOST (ROWS * 12 + 700)

struct pair
{
  int a, b;
};

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;
typedef nova_vec (struct pair) pairs;

static int x[MOST], bad, lessen, much;
static size_t at[ROWS + 1];
static struct pair got[MOST * 40], want[MOST * 40];

static __attribute__ ((noinline)) size_t
close_pairs (size_t n, size_t r, int most)
{
  rows all = nova_segments (nova_view (x, n), nova_view (at, r + 1));
  int less = lessen, more = much;
  pairs of (ints t)
  {
    size_t m = nova_length (t);
    int reach (size_t i)
    {
      size_t j = i + 1;

      while (j < m && nova_get (t, j) - nova_get (t, i) < most)
	j++;
      return (int) (j - i - 1) - (nova_get (t, i) == less ? 1000 : 0)
	     + (nova_get (t, i) == more ? 1 : 0);
    }
    struct pair make (size_t i, int k)
    {
      return (struct pair) { nova_get (t, i), nova_get (t, i + 1 + k) };
    }
    return nova_expand (reach, make, nova_range (m));
  }
  return nova_store (got, sizeof got / sizeof *got, nova_flatten (nova_map (of, all)));
}

static size_t
by_loops (int most)
{
  size_t k = 0;

  for (size_t r = 0; r < ROWS; r++)
    for (size_t i = at[r]; i < at[r + 1]; i++)
      for (size_t j = i + 1; j < at[r + 1] && x[j] - x[i] < most; j++)
	want[k++] = (struct pair) { x[i], x[j] };
  return k;
}

/* ROWS rows of fewer than 12 elements, but for a long one.  */
static size_t
fill (void)
{
  unsigned seed = 5;
  size_t n = 0;

  for (size_t r = 0; r < ROWS; r++)
    {
      size_t m;
      int to = 0;

      at[r] = n;
      seed = seed * 1103515245 + 12345;
      m = r == 71 ? 700 : r == 72 ? 0 : (seed >> 16) % 12;
      for (size_t k = 0; k < m; k++)
	{
	  seed = seed * 1103515245 + 12345;
	  x[n++] = to += (seed >> 16) % 20;
	}
    }
  at[ROWS] = n;
  return n;
}

static void
try (size_t n, int most)
{
  size_t made = close_pairs (n, ROWS, most), k = by_loops (most);

  bad |= made != k;
  for (size_t i = 0; i < k; i++)
    bad |= got[i].a != want[i].a || got[i].b != want[i].b;
}

int
main (void)
{
  size_t n = fill (), r = 20;

  nova_set_error_handler (handler);
  lessen = much = -1;
  try (n, 12);
  try (n, 1);
  try (n, 300);
  if (bad)
    return 1;
  much = x[at[100] - 1];
  FAILS (close_pairs (n, ROWS, 12), "index");
  puts (strrchr (message, '_') + 1);
  while (at[r + 1] - at[r] < 6)
    r++;
  x[at[r] + 1] = much = 50000;
  FAILS (close_pairs (n, ROWS, 12), "index");
  puts (strrchr (message, '_') + 1);
  /* A count, though of a later element.  */
  x[at[r + 1] - 1] = lessen = 60000;
  FAILS (close_pairs (n, ROWS, 12), "a size, is -1000");
  puts (strrchr (message, '_') + 1);
  return 0;
}

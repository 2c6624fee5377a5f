/* What an element computes in each turn of a loop along its row, by a search, the second pass does not
   compute again: pairs of neighbours in sorted buckets.  The first error is the one of the least
   bucket, as before.
   { dg-nova-levels "-O1" "-O3" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>
#include "../fails.h"

#define N 30000
#define M 4000

struct pair { int a, b; };
typedef nova_vec (int) ints;
typedef nova_vec (struct pair) pairs;

static int x[N];
static size_t at[M + 1], made, wanted;
static struct pair got[16 * N], want[16 * N];

/* An element of the row LATE places behind each neighbour.  */
static void
sweep (size_t m, size_t late)
{
  nova_vec (ints) buckets = nova_segments (nova_view (x, at[m]), nova_view (at, m + 1));
  pairs near (ints t)
  {
    size_t n = nova_length (t);
    int reach (size_t i)
    {
      size_t j = i + 1;
      while (j < n && nova_get (t, j) - nova_get (t, i) < 5)
	j++;
      if (nova_get (t, i) == -7)
	nova_fail ("seven");
      return (int) (j - i - 1);
    }
    struct pair make (size_t i, int k)
    {
      return (struct pair) { nova_get (t, i), nova_get (t, i + 1 + k + late) };
    }
    return nova_expand (reach, make, nova_range (n));
  }
  made = nova_store (got, 16 * N, nova_flatten (nova_map (near, buckets)));
}

static void
look (size_t m)
{
  wanted = 0;
  for (size_t r = 0; r < m; r++)
    for (size_t i = at[r]; i < at[r + 1]; i++)
      for (size_t j = i + 1; j < at[r + 1] && x[j] - x[i] < 5; j++)
	want[wanted++] = (struct pair) { x[i], x[j] };
}

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

/* M buckets, one of which has half of all if LONG.  */
static void
fill (size_t m, int one)
{
  size_t n = one ? N / 2 : N, r = 0;

  for (size_t i = 0; i < N; i++)
    x[i] = (int) ((i * 7919) % 30011);
  for (; r <= m; r++)
    at[r] = r * n / m + (one && r > m / 2 ? N - n : 0);
  for (r = 0; r < m; r++)
    qsort (x + at[r], at[r + 1] - at[r], sizeof *x, compare);
}

int
main (void)
{
  int bad = 0;

  nova_set_error_handler (handler);
  for (int one = 0; one < 2; one++)
    for (size_t m = 1; m <= M; m = m * 3 + 1)
      {
	fill (m, one);
	look (m);
	sweep (m, 0);
	if (made != wanted || memcmp (got, want, made * sizeof *got))
	  printf ("%zu buckets, %d: %zu pairs, not %zu\n", m, one, made, wanted), bad = 1;
      }
  fill (M, 0);
  at[1] = 0;
  at[2] = 2;
  x[0] = 1, x[1] = 2;
  FAILS (sweep (M, 1), "index 2 is not below 2");
  FAILS (sweep (0, 0), "");
  x[at[2]] = -7;
  FAILS (sweep (M, 0), "seven");
  FAILS (sweep (M, 1), "index 2 is not below 2");
  at[1] = 3;
  FAILS (sweep (M, 0), "offset");
  return bad;
}

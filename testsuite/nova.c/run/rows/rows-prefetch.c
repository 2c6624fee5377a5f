/* Rows that indices lead to, of which many are asked for ahead: with offsets, of one length, copied,
   and where an index is none.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-output "^1 1 1 1\n1 1\n3 raised\n$" } */

#include <nova.h>
#include <stdio.h>
#include "../raised.h"

#define M 700
#define K 5000

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

static int pick[K], x[8 * M], wide[M][20], kept[K * 8];
static size_t at[M + 1];
static long long out[K];

static long long
sum (ints row)
{
  long long widened (int v) { return v; }
  return nova_sum (nova_map (widened, row));
}

static void
sums (size_t k, rows r)
{
  nova_store (out, K, nova_map (sum, nova_gather (nova_view (pick, k), r)));
}

/* An index is looked at before its row.  */
static void
checked (size_t k, rows r)
{
  long long of (int p) { return sum (nova_get (r, p)); }
  nova_store (out, K, nova_map (of, nova_view (pick, k)));
}

static void
fixed (size_t k, rows r)
{
  long long of (int p) { return sum (nova_get (r, p)); }
  nova_store (out, K, nova_map (of, nova_view (pick, k)));
}

static size_t
copied (size_t k, rows r)
{
  return nova_store (kept, K * 8, nova_flatten (nova_gather (nova_view (pick, k), r)));
}

static size_t
filtered (size_t k, rows r)
{
  ints odd = nova_for (int, (p, nova_view (pick, k)), (v, nova_get (r, p)), nova_when (v % 2 != 0),
		       v);
  return nova_length (odd);
}

/* In the first K picks, is OUT what loops give; of rows of one length if WIDE?  */
static int
right (size_t k, int is_wide)
{
  for (size_t i = 0; i < k; i++)
    {
      long long s = 0;

      if (is_wide)
	for (int j = 0; j < 20; j++)
	  s += wide[pick[i]][j];
      else
	for (size_t j = at[pick[i]]; j < at[pick[i] + 1]; j++)
	  s += x[j];
      if (out[i] != s)
	return 0;
      out[i] = 0;
    }
  return 1;
}

int
main (void)
{
  size_t n = 0, odd = 0;
  int same = 1;

  for (int i = 0; i < M; i++)
    at[i + 1] = at[i] + i * 7 % 9 % 8;
  for (int i = 0; i < 8 * M; i++)
    x[i] = i * 31 % 1009;
  for (int i = 0; i < M * 20; i++)
    wide[i / 20][i % 20] = i * 37 % 1013;
  for (int i = 0; i < K; i++)
    pick[i] = (int) (i * 7919ll % M);
  rows r = nova_segments (nova_view (x, at[M]), nova_view (at, M + 1));
  rows w = nova_view (&wide[0][0], M, 20);
  sums (K, r);
  printf ("%d ", right (K, 0));
  checked (K, r);
  printf ("%d ", right (K, 0));
  fixed (K, w);
  printf ("%d ", right (K, 1));
  sums (20, r);
  printf ("%d\n", right (20, 0));
  size_t made = copied (K, r);
  for (int i = 0; i < K; i++)
    {
      for (size_t j = at[pick[i]]; j < at[pick[i] + 1]; j++)
	same &= kept[n++] == x[j];
      for (int j = 0; j < 20; j++)
	odd += wide[pick[i]][j] % 2;
    }
  printf ("%d %d\n", same && made == n, filtered (K, w) == odd);
  /* The last index, and one in between, of which nothing is loaded.  */
  nova_set_error_handler (handler);
  pick[K - 1] = -1;
  pick[K / 2] = 1 << 30;
  TRY (checked (K, r));
  TRY (fixed (K, w));
  TRY (sums (K, r));
  printf ("%d raised\n", raised);
  return 0;
}

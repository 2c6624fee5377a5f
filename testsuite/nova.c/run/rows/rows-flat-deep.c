/* Maps and filters of rows of rows of rows, which run over the flat elements; and what functions say
   of empty rows alone, which goes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../check.h"

enum { N = 30000, ROWS = 7000, BLOCKS = 500 };
typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;
typedef nova_vec (rows) blocks;

static int x[N], out[N + ROWS];
static size_t at[ROWS + 1], over[BLOCKS + 1];

static int step (int v) { return 3 * v + 1; }
static int odd (int v) { return v % 2; }

static ints steps (ints row) { return nova_map (step, row); }
static rows block_steps (rows block) { return nova_map (steps, block); }

static ints odds (ints row) { return nova_filter (odd, row); }
static rows block_odds (rows block) { return nova_map (odds, block); }

/* As it is, if it is empty.  */
static ints
reversed (ints row)
{
  int n = nova_length (row);
  int from_end (int i) { return step (nova_get (row, n - 1 - i)); }
  if (nova_length (row) == 0)
    return row;
  return nova_map (from_end, nova_range (n));
}

static int
sum (ints row)
{
  return nova_length (row) > 0 ? nova_reduce (nova_add, 5, row) : 5;
}

static int
sum_but (ints row)
{
  return nova_length (row) > 0 ? nova_reduce (nova_add, 5, row) : 4;
}

static ints
at_once (ints row)
{
  if (nova_length (row) < 1)
    return nova_range (0);
  return nova_filter (odd, nova_map (step, row));
}

int
main (void)
{
  size_t k = 0;
  for (int i = 0; i < N; i++)
    x[i] = i * 7 % 1001;
  for (int i = 0; i < ROWS; i++)
    at[i + 1] = at[i] + (i % 5 == 3 ? 0 : i % 9);
  for (int i = 0; i < BLOCKS; i++)
    over[i + 1] = over[i] + (i % 7 == 2 ? 0 : i % 29);
  size_t n = at[ROWS], m = over[BLOCKS] < ROWS ? over[BLOCKS] : ROWS;
  for (int i = 0; i <= BLOCKS; i++)
    over[i] = over[i] < m ? over[i] : m;
  over[BLOCKS] = m;
  n = at[m];
  CHECK (n <= N, 1);
  rows r = nova_segments (nova_view (x, n), nova_view (at, m + 1));
  blocks b = nova_segments (r, nova_view (over, BLOCKS + 1));

  CHECK (nova_store (out, N, nova_map (block_steps, b)), n);
  for (size_t i = 0; i < n; i++)
    CHECK (out[i], 3 * x[i] + 1);
  size_t made = nova_store (out, N, nova_map (block_odds, b));
  for (size_t i = 0; i < n; i++)
    if (x[i] % 2)
      CHECK (out[k++], x[i]);
  CHECK (made, k);

  CHECK (nova_store (out, N, nova_map (reversed, r)), n);
  for (size_t i = 0; i < m; i++)
    for (size_t j = at[i]; j < at[i + 1]; j++)
      CHECK (out[j], 3 * x[at[i] + at[i + 1] - 1 - j] + 1);
  nova_store (out, N, nova_map (sum, r));
  for (size_t i = 0; i < m; i++)
    {
      int s = 5;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	s += x[j];
      CHECK (out[i], s);
    }
  nova_store (out, N, nova_map (sum_but, r));
  for (size_t i = 0; i < m; i++)
    {
      int s = at[i] < at[i + 1] ? 5 : 4;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	s += x[j];
      CHECK (out[i], s);
    }
  made = nova_store (out, N, nova_map (at_once, r));
  k = 0;
  for (size_t i = 0; i < n; i++)
    if ((3 * x[i] + 1) % 2)
      CHECK (out[k++], 3 * x[i] + 1);
  CHECK (made, k);
  return 0;
}

/* A part of ragged rows that is kept in a variable, cut further, split, and read by other regions:
   neither its elements nor its offsets are copied.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../check.h"

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;
typedef nova_vec (rows) groups;

enum { M = 4000, G = 5 };
static int x[40 * M];
static size_t at[M + 1];

static int sum (ints r) { return nova_sum (r); }
static int largest (rows g) { return nova_reduce (nova_max, 0, nova_map (sum, g)); }
static ints twice (ints r) { return nova_map (nova_lambda (int, (int v), { return 2 * v; }), r); }
static int full (ints r) { return nova_length (r) > 0; }

static int
own_sum (size_t r)
{
  int s = 0;
  for (size_t j = at[r]; j < at[r + 1]; j++)
    s += x[j];
  return s;
}

/* Rows B to E of V, which are rows FROM on of what AT cuts.  */
static void
part (rows v, size_t b, size_t e, size_t from)
{
  rows s = nova_slice (b, e, v);
  size_t n = e - b, base = at[from + b];
  int sums[M + 1], flat[40 * M + 1], largests[M + 1];
  CHECK (nova_store (sums, M, nova_map (sum, s)), n);
  for (size_t r = 0; r < n; r++)
    CHECK (sums[r], own_sum (from + b + r));
  size_t total = nova_store (flat, 40 * M, nova_flatten (nova_map (twice, nova_filter (full, s))));
  CHECK (total, at[from + e] - base);
  for (size_t j = 0; j < total; j++)
    CHECK (flat[j], 2 * x[base + j]);
  CHECK (nova_store (flat, 40 * M, s), total);
  CHECK (nova_get (nova_offsets (s), 0), 0);
  CHECK (nova_get (nova_offsets (s), n), total);
  if (n % G)
    return;
  groups g = nova_split (G, s);
  CHECK (nova_store (largests, M, nova_map (largest, g)), n / G);
  for (size_t k = 0; k < n / G; k++)
    {
      int most = 0;
      for (int r = 0; r < G; r++)
        most = own_sum (from + b + G * k + r) > most ? own_sum (from + b + G * k + r) : most;
      CHECK (largests[k], most);
    }
  if (n == 0)
    return;
  rows last = nova_get (g, n / G - 1);
  CHECK (nova_length (last), G);
  CHECK (nova_sum (nova_get (last, 1)), own_sum (from + e - G + 1));
  if (at[from + e] > at[from + e - G])
    CHECK (nova_data (last)[0], x[at[from + e - G]]);
}

static rows
kept (size_t b, size_t e)
{
  rows all = nova_copy (nova_segments (nova_view (x, at[M]), nova_view (at, M + 1)));
  return nova_slice (b, e, all);
}

int
main (void)
{
  for (size_t r = 0; r < M; r++)
    at[r + 1] = at[r] + r * r % 41;
  for (size_t j = 0; j < at[M]; j++)
    x[j] = j * 7919 % 1000;
  rows all = nova_segments (nova_view (x, at[M]), nova_view (at, M + 1));
  part (all, 0, M, 0);
  part (all, 0, 3000, 0);
  part (all, 1001, 3001, 0);
  part (all, 1001, 1001, 0);
  part (all, M, M, 0);
  part (nova_slice (500, 3500, all), 7, 1007, 500);
  part (kept (300, 2800), 10, 2010, 300);
  return 0;
}

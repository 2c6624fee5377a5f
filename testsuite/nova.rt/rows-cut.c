/* nova_rows_cut: where the rows of a chunk begin; the longest chunk.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include "rt.h"

static uint64_t seed = 1;

static size_t
below (size_t n)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % n;
}

/* Of N rows with offsets O: each cut has so much before it, and the row before has less.  */
static void
check_cuts (const uint64_t *o, size_t n, size_t k)
{
  size_t all = nova_rows_weight (o, n, k);

  for (size_t w = 0; w <= all + 1; w++)
    {
      size_t i = nova_rows_cut (o, n, k, w);

      CHECK (i <= n);
      CHECK (w > all || o[i] - o[0] + k * i >= w);
      CHECK (i == 0 || o[i - 1] - o[0] + k * (i - 1) < w);
    }
}

/* The same rows with offsets of four bytes, the first of which is FROM, are cut where those of O
   are.  */
static void
check_narrow (const uint64_t *o, size_t n, size_t k, int32_t from)
{
  size_t all = nova_rows_weight (o, n, k);
  int32_t *p = malloc ((n + 1) * sizeof *p);

  for (size_t i = 0; i <= n; i++)
    p[i] = from + (int32_t) (o[i] - o[0]);
  CHECK (nova_rows_weight_i32 (p, n, k) == all);
  for (size_t w = 0; w <= all + 1; w++)
    CHECK (nova_rows_cut_i32 (p, n, k, w) == nova_rows_cut (o, n, k, w));
  free (p);
}

/* Of any offsets, not in order: what is cut does not decrease, from 0 to N.  */
static void
check_order (const uint64_t *o, size_t n, size_t k)
{
  size_t all = nova_rows_weight (o, n, k), before = 0, step = all / 64 + 1;

  CHECK (nova_rows_cut (o, n, k, 0) == 0 && nova_rows_cut (o, n, k, all) == n);
  CHECK (all + step > all);
  for (size_t w = 0; w < all; w += step)
    {
      size_t i = nova_rows_cut (o, n, k, w);

      CHECK (before <= i && i <= n);
      before = i;
    }
}

/* With N elements in M rows of offsets O, that cost 3 each: the chunk of most elements has at most
   one in 64.  */
static void
check_balance (const uint64_t *o, size_t n, size_t m)
{
  size_t all = nova_rows_weight (o, m, 2), size = nova_chunk_size (all, 3), most = 0, end = 0;

  for (size_t c = 0; c < nova_chunks (all, size); c++)
    {
      size_t b = nova_rows_cut (o, m, 2, c * size), e = nova_rows_cut (o, m, 2, c * size + size);

      CHECK (b == end);
      end = e;
      most = o[e] - o[b] > most ? o[e] - o[b] : most;
    }
  CHECK (end == m && most <= n / 64);
}

int
main (void)
{
  enum { ROWS = 200, ELEMENTS = 10000000 };
  static uint64_t o[ELEMENTS + 1];
  static const uint64_t none[] = { 0 }, behind[] = { 7, 7 };

  check_cuts (none, 0, 1);
  CHECK (nova_rows_weight (NULL, 0, 5) == 0 && nova_rows_cut (NULL, 0, 5, 9) == 0);
  CHECK (nova_rows_weight_i32 (NULL, 0, 5) == 0 && nova_rows_cut_i32 (NULL, 0, 5, 9) == 0);
  check_cuts (behind, 1, 2);
  for (unsigned t = 0; t < 200; t++)
    {
      size_t n = 1 + below (ROWS), most = t % 3 ? 4 : 40;

      o[0] = t % 2 * 5;
      for (size_t i = 0; i < n; i++)
        o[i + 1] = o[i] + (below (4) ? below (most) : 0);
      check_cuts (o, n, 1 + t % 5);
      check_narrow (o, n, 1 + t % 5, (int32_t) below (200) - 100);
      for (size_t i = 0; i <= n; i++)
        o[i] = t % 2 ? below (100) : (uint64_t) 0 - below (100);
      check_order (o, n, 1 + t % 5);
    }
  for (size_t i = 0; i <= ELEMENTS; i++)
    o[i] = i;
  check_balance (o, ELEMENTS, ELEMENTS);
  size_t m = 0;
  for (; o[m] < ELEMENTS; m++)
    o[m + 1] = o[m] + below (65);
  check_balance (o, o[m], m);
  return 0;
}

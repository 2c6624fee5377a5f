/* An element of a flattened vector is found without a walk over the rows before it: else the loops
   here take minutes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

enum { N = 200000 };
static int x[N];

static nova_vec (int) row (int i) { return nova_range (i % 3); }

/* Rows of one length that are no matrix: each is three rows again, of 0, 1 and 2 elements.  */
static size_t
repeated (void)
{
  nova_vec (nova_vec (int)) three = nova_map (row, nova_view (x, 3));
  nova_vec (nova_vec (int)) all = nova_flatten (nova_replicate ((size_t) N, three));
  size_t sum = 0;

  for (size_t i = 0; i < nova_length (all); i++)
    sum += nova_length (nova_get (all, i));
  return sum;
}

static size_t
turned (void)
{
  nova_vec (nova_vec (int)) three = nova_map (row, nova_view (x, 3));
  nova_vec (nova_vec (int)) all
    = nova_flatten (nova_rotate (1, nova_replicate ((size_t) N, three)));

  return nova_length (nova_get (all, 3 * (size_t) N - 1));
}

/* Cut: rows of different lengths, of rows of different lengths.  */
static size_t
cut (void)
{
  nova_vec (nova_vec (int)) rows = nova_map (row, nova_view (x, N));
  int last (size_t k) { return k == 1 ? 0 : k == N ? N : (int) (k / 2); }
  nova_vec (nova_vec (int)) all
    = nova_flatten (nova_segments (nova_reverse (rows), nova_tabulate (last, (size_t) N + 1)));
  size_t sum = 0;

  for (size_t i = 0; i < nova_length (all); i++)
    sum += nova_length (nova_get (all, i)) * (i % 7);
  return sum;
}

int
main (void)
{
  size_t wanted = 0;

  for (int i = 0; i < N; i++)
    {
      x[i] = i;
      wanted += (size_t) ((N - 1 - i) % 3 * (i % 7));
    }
  if (repeated () != 3 * (size_t) N)
    return 1;
  if (turned () != 2)
    return 2;
  return cut () != wanted ? 3 : 0;
}

/* Rows that a filter keeps become others, which are flattened, stored, returned, or reduced: in
   short rows, in long ones, and where an element fails.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <string.h>
#include "../check.h"

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

enum { N = 120000, M = 3001 };
static int x[N], out[N], want[N];
static size_t at[M + 1];

static int wide (ints r) { return nova_length (r) > 1 && nova_minimum (r) != nova_maximum (r); }

static ints
from_least (ints r)
{
  int least = nova_minimum (r);
  return nova_map (nova_lambda (int, (int v), { return v - least; }), r);
}

static ints
steps (ints r)
{
  size_t n = nova_length (r);
  return nova_map (nova_lambda (int, (size_t i), { return nova_get (r, i + 1) - nova_get (r, i); }),
		   nova_range (n - 1));
}

static int
wide_row (size_t r)
{
  for (size_t j = at[r]; j < at[r + 1]; j++)
    if (x[j] != x[at[r]])
      return 1;
  return 0;
}

static void
compare (size_t made, size_t n)
{
  CHECK (made, n);
  CHECK (memcmp (out, want, n * sizeof *out), 0);
}

static rows differences (rows all) { return nova_map (steps, nova_filter (wide, all)); }

static void
all_ways (void)
{
  rows all = nova_segments (nova_view (x, N), nova_view (at, M + 1));
  size_t n = 0, k = 0, rows_kept = 0;
  for (size_t r = 0; r < M; r++)
    if (wide_row (r))
      {
	int least = x[at[r]];
	for (size_t j = at[r]; j < at[r + 1]; j++)
	  least = x[j] < least ? x[j] : least;
	for (size_t j = at[r]; j < at[r + 1]; j++)
	  want[n++] = x[j] - least;
	rows_kept++;
      }
  compare (nova_store (out, N, nova_flatten (nova_map (from_least, nova_filter (wide, all)))), n);
  for (size_t r = 0; r < M; r++)
    for (size_t j = at[r] + 1; wide_row (r) && j < at[r + 1]; j++)
      want[k++] = x[j] - x[j - 1];
  rows d = differences (all);
  CHECK (nova_length (d), rows_kept);
  compare (nova_store (out, N, d), k);
  int sum = 0;
  for (size_t j = 0; j < k; j++)
    sum += want[j] * want[j] % 7;
  CHECK (nova_sum (nova_map (nova_lambda (int, (int v), { return v * v % 7; }), nova_flatten (d))), sum);
}

int
main (void)
{
  for (size_t j = 0; j < N; j++)
    x[j] = j / 3 * 7919 % 5;
  for (size_t r = 0; r < M; r++)
    at[r + 1] = at[r] + r * r % 41;
  at[M] = N;
  all_ways ();
  for (size_t r = 0; r < M; r++)
    at[r + 1] = r < 17 ? 0 : N;
  all_ways ();
  return 0;
}

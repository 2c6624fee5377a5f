/* Rows that chunks keep by groups: with as many values each, most at the end, most at the beginning,
   none, and one that fails in the last group; of two errors the first in the order of the program.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>
#include "../fails.h"

#define N 120000
#define MOST 8

typedef nova_vec (int) ints;

static int few[N], got[MOST * N];

/* How many different numbers row I of K in all kinds has.  */
static int
values (int kind, int i, int k)
{
  return kind == 0 ? i % MOST : kind == 1 ? i < k - k / 4 ? i % 64 == 0 : MOST
	 : kind == 2 ? i < k / 8 ? MOST : 0 : 0;
}

/* The different numbers of K rows, each of which is there twice; ODD looks behind the table.  */
__attribute__ ((noinline)) ints
numbers_of (size_t k, int odd)
{
  ints table = nova_view (few, k);
  ints row (int i)
  {
    int n = nova_get (table, i + (odd == i));
    int number (int j) { return i + j / 2; }
    ints numbers = nova_map (number, nova_range (2 * n));
    return nova_for (int, (v, numbers), nova_grouped (v), nova_get (v, 0) + (int) nova_length (v));
  }
  return nova_flatten (nova_map (row, nova_range ((int) k)));
}

/* The same; what comes before looks behind the table for row FIRST.  */
__attribute__ ((noinline)) ints
numbers_before (size_t k, int first, int odd)
{
  ints table = nova_view (few, k);
  int before (int i) { return nova_get (table, i + (first == i ? N : 0)) + i - few[i]; }
  ints row (int i)
  {
    int n = nova_get (table, i + (odd == i ? 2 * N : 0));
    int number (int j) { return i + j / 2; }
    ints numbers = nova_map (number, nova_range (2 * n));
    return nova_for (int, (v, numbers), nova_grouped (v), nova_get (v, 0) + (int) nova_length (v));
  }
  return nova_flatten (nova_map (row, nova_map (before, nova_range ((int) k))));
}

/* To GOT; how many.  */
static size_t
before (size_t k, int first, int odd)
{
  ints all = numbers_before (k, first, odd);

  return nova_store (got, MOST * N, all);
}

static size_t
groups (size_t k, int odd)
{
  ints all = numbers_of (k, odd);

  return nova_store (got, MOST * N, all);
}

int
main (void)
{
  static const int rows[] = { 0, 1, 100, 5000, N };

  nova_set_error_handler (handler);
  for (int kind = 0; kind < 4; kind++)
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
      {
	size_t k = rows[r], at = 0;

	for (size_t i = 0; i < k; i++)
	  few[i] = values (kind, i, k);
	size_t n = groups (k, -1);
	for (size_t i = 0; i < k; i++)
	  for (int j = 0; j < few[i]; j++, at++)
	    if (at >= n || got[at] != (int) i + j + 2)
	      {
		printf ("kind %d, %zu rows: value %zu\n", kind, k, at);
		return 1;
	      }
	if (n != at)
	  {
	    printf ("kind %d, %zu rows: %zu values, not %zu\n", kind, k, n, at);
	    return 1;
	  }
      }
  FAILS (groups (N, N - 1), "index 120000 is not below 120000");
  for (int i = 0; i < N; i++)
    few[i] = i % MOST;
  for (size_t k = 900; k <= N; k += N - 900)
    {
      if (before (k, -1, -1) != groups (k, -1))
	return 2;
      FAILS (before (k, (int) k - 1, -1), k == N ? "index 239999 is not" : "index 120899 is not");
      FAILS (before (k, (int) k - 1, 10), k == N ? "index 239999 is not" : "index 120899 is not");
      FAILS (before (k, -1, 10), "index 240010 is not");
    }
  return 0;
}

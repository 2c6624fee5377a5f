/* Products of small matrices, and of a sparse one and a dense one: rows of one length, made where
   they are stored, over what they are made of, too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 3000
#define SIDE 3
#define EACH (SIDE * SIDE)
#define COLUMNS 5

#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); exit (1); } while (0)

typedef nova_vec (int) ints;
typedef nova_vec (ints) int_rows;

static int area[3 * N * EACH], was[3 * N * EACH];
static int dense[N * COLUMNS], out[N * COLUMNS], column[4 * N];
static size_t at[N + 1];

static int
dot (ints a, ints b)
{
  return nova_sum (nova_map (nova_mul, a, b));
}

__attribute__ ((noipa)) static size_t
products (int *to, size_t n, size_t side, const int *a, const int *b)
{
  int_rows product (int_rows a, int_rows b)
  {
    int_rows columns = nova_transpose (b);
    ints row (ints r)
    {
      int entry (ints c) { return dot (r, c); }
      return nova_map (entry, columns);
    }
    return nova_map (row, a);
  }
  return nova_store (to, n * side * side,
		     nova_map (product, nova_view (a, n, side, side), nova_view (b, n, side, side)));
}

__attribute__ ((noipa)) static size_t
products_of_3 (int *to, size_t n, const int *a, const int *b)
{
  int_rows product (int_rows a, int_rows b)
  {
    int_rows columns = nova_transpose (b);
    ints row (ints r)
    {
      int entry (ints c) { return dot (r, c); }
      return nova_map (entry, columns);
    }
    return nova_map (row, a);
  }
  return nova_store (to, n * EACH,
		     nova_map (product, nova_view (a, n, SIDE, SIDE), nova_view (b, n, SIDE, SIDE)));
}

__attribute__ ((noipa)) static size_t
sparse (size_t m)
{
  int_rows b = nova_view (dense, m, COLUMNS);
  ints row (ints of)
  {
    int entry (ints c) { return nova_sum (nova_gather (of, c)); }
    return nova_map (entry, nova_transpose (b));
  }
  return nova_store (out, N * COLUMNS,
		     nova_map (row, nova_segments (nova_view (column, at[N]), nova_view (at, N + 1))));
}

static void
try (size_t to, size_t a, size_t b, int known)
{
  for (size_t i = 0; i < 3 * N * EACH; i++)
    area[i] = was[i] = i * 7919 % 1000;
  size_t n = known ? products_of_3 (area + to, N, area + a, area + b)
		   : products (area + to, N, SIDE, area + a, area + b);
  CHECK (n == N * EACH);
  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < SIDE; j++)
      for (size_t k = 0; k < SIDE; k++)
	{
	  int sum = 0;
	  for (size_t l = 0; l < SIDE; l++)
	    sum += was[a + i * EACH + j * SIDE + l] * was[b + i * EACH + l * SIDE + k];
	  CHECK (area[to + i * EACH + j * SIDE + k] == sum);
	}
}

int
main (void)
{
  static const size_t places[] = { 0, 1, EACH, N * EACH - 1, N * EACH, 2 * N * EACH };
  for (unsigned k = 0; k < 6 * 6 * 2; k++)
    {
      try (places[k / 12], N * EACH, places[k / 2 % 6], k % 2);
      try (places[k / 12], places[k / 2 % 6], N, k % 2);
    }
  CHECK (products (area, 0, SIDE, area, area) == 0);
  CHECK (products (area, N, 0, area, area) == 0);

  for (size_t i = 0; i < N; i++)
    at[i + 1] = at[i] + i % 4;
  for (size_t i = 0; i < at[N]; i++)
    column[i] = i * 31 % N;
  for (size_t i = 0; i < N * COLUMNS; i++)
    dense[i] = i % 101;
  CHECK (sparse (N) == N * COLUMNS);
  for (size_t i = 0; i < N; i++)
    for (size_t c = 0; c < COLUMNS; c++)
      {
	int sum = 0;
	for (size_t j = at[i]; j < at[i + 1]; j++)
	  sum += dense[column[j] * COLUMNS + c];
	CHECK (out[i * COLUMNS + c] == sum);
      }
  at[N] = 0;
  memset (at, 0, sizeof at);
  CHECK (sparse (0) == 0);
  return 0;
}

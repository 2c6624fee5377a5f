/* Rows that are sorted, counted in bins, or permuted are made where they are stored: over what they
   are made of, too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40000
#define ROWS 6000
#define BINS 5

#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); exit (1); } while (0)

typedef nova_vec (int) ints;

static int x[N], place[N], sorted[N], by_tens[N], permuted[N], binned[ROWS * BINS], area[3 * N];
static size_t at[ROWS + 1];

static inline nova_vec (ints)
cut (const int *from)
{
  return nova_segments (nova_view (from, N), nova_view (at, ROWS + 1));
}

static size_t
sort_rows (int *p, const int *from)
{
  ints row (ints r) { return nova_sort (nova_lt, r); }
  return nova_store (p, N, nova_map (row, cut (from)));
}

static size_t
sort_rows_by_tens (int *p, const int *from)
{
  int less (int a, int b) { return a / 10 < b / 10; }
  ints row (ints r) { return nova_sort (less, r); }
  return nova_store (p, N, nova_map (row, cut (from)));
}

static size_t
permute_rows (int *p, const int *from)
{
  ints row (ints r, ints to) { return nova_permute (to, r); }
  return nova_store (p, N, nova_map (row, cut (from), cut (place)));
}

static size_t
bin_rows (int *p, const int *from)
{
  ints row (ints r)
  {
    int fifth (int v) { return v % BINS; }
    return nova_reduce_by_index (nova_add, 0, BINS, nova_map (fifth, r), r);
  }
  return nova_store (p, ROWS * BINS, nova_map (row, cut (from)));
}

static int
ascending (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static void
fill (void)
{
  unsigned s = 1;
  for (int i = 0; i < N; i++)
    x[i] = (s = s * 1103515245 + 12345) >> 16 & 63;
  for (int i = 0; i <= ROWS; i++)
    at[i] = i == ROWS ? N : (i - (i % 4 == 3)) * 6 + (i % 4 == 1);
  at[8] = at[7] + 5, at[9] = at[8];
  for (int i = 10; i < 30; i++)
    at[i] = at[9];
  memcpy (sorted, x, sizeof x);
  for (int i = 0; i < ROWS; i++)
    {
      qsort (sorted + at[i], at[i + 1] - at[i], sizeof *sorted, ascending);
      size_t to = at[i];
      for (int ten = 0; ten < 7; ten++)
	for (size_t k = at[i]; k < at[i + 1]; k++)
	  if (x[k] / 10 == ten)
	    by_tens[to++] = x[k];
      for (size_t k = at[i]; k < at[i + 1]; k++)
	{
	  place[k] = at[i + 1] - 1 - k;
	  permuted[at[i] + place[k]] = x[k];
	  binned[i * BINS + x[k] % BINS] += x[k];
	}
    }
}

static void
check (size_t (*rows) (int *, const int *), const int *wanted, size_t n)
{
  for (int shift = -3; shift <= 3; shift++)
    {
      memcpy (area + N, x, sizeof x);
      CHECK (rows (area + N + shift, area + N) == n);
      CHECK (memcmp (area + N + shift, wanted, n * sizeof *wanted) == 0);
    }
  memset (area, -1, sizeof area);
  CHECK (rows (area + N, x) == n && memcmp (area + N, wanted, n * sizeof *wanted) == 0);
  CHECK (area[N - 1] == -1 && area[N + n] == -1);
}

int
main (void)
{
  fill ();
  check (sort_rows, sorted, N);
  check (sort_rows_by_tens, by_tens, N);
  check (permute_rows, permuted, N);
  check (bin_rows, binned, ROWS * BINS);
  return 0;
}

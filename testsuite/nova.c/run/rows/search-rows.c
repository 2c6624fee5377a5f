/* Searches of the rows of one nest in those of another, long and short, in order and not: as bsearch
   would.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { N = 100000, ROWS = 1500 };
typedef nova_vec (double) reals;
typedef nova_vec (size_t) sizes;
typedef nova_vec (reals) real_rows;
#define ROWS_OF(X) nova_segments (nova_view (X, N), nova_view (at, ROWS + 1))
static double x[N], key[N];
static size_t at[ROWS + 1], bound[N], common[ROWS];

static size_t
lower_bound (const double *p, size_t n, double k)
{
  size_t b = 0;
  while (b < n && p[b] < k)
    b++;
  return b;
}

int
main (void)
{
  for (size_t i = 0; i < ROWS; i++)
    at[i + 1] = i == ROWS - 1 ? N : at[i] + (i % 5 == 4 ? 200 : i % 5 == 3 ? 0 : i % 50);
  for (size_t i = 0, j = 0; i < ROWS; i++)
    for (; j < at[i + 1]; j++)
      {
	unsigned r = (unsigned) (j * 2654435761u) >> 10;
	size_t k = j - at[i];
	x[j] = k;
	key[j] = i % 3 == 2 ? r % 300 : k + 0.5 * (double) (r % 2);
	if (i % 7 == 6 && r % 100 == 0)
	  key[j] = NAN;
      }
  real_rows keys = ROWS_OF (key), last = ROWS_OF (x), in = nova_rotate (1, last);
  sizes find (reals r, reals s) { return nova_search (nova_lt, r, s); }
  size_t has (reals r, reals s)
  {
    size_t n = nova_length (r);
    size_t there (double v, size_t b) { return b < n && nova_get (r, b) == v; }
    return nova_sum (nova_map (there, s, nova_search (nova_lt, r, s)));
  }
  nova_store (bound, N, nova_flatten (nova_map (find, in, keys)));
  nova_store (common, ROWS, nova_map (has, in, keys));
  for (size_t i = 0; i < ROWS; i++)
    {
      size_t q = (i + 1) % ROWS, n = at[q + 1] - at[q], sum = 0;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	{
	  size_t b = lower_bound (x + at[q], n, key[j]);
	  if (isnan (key[j]))
	    b = bound[j];
	  assert (bound[j] == b);
	  sum += b < n && x[at[q] + b] == key[j];
	}
      assert (common[i] == sum);
    }
  return 0;
}

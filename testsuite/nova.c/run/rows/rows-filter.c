/* Rows that a filter does not take leave no trace: not behind the result, not in another's part.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>

#define N 100000
static double x[N];

/* Read as a value: each row is made in memory for it.  */
static __attribute__ ((noinline)) double
last (const double *p, size_t n)
{
  return n ? p[n - 1] : 0;
}

static int
some (nova_vec (double) row)
{
  return last (nova_data (row), nova_length (row)) < 0;
}

int
main (void)
{
  size_t offsets[5] = { 0, N / 4, N / 2, N - N / 4, N };

  for (int i = 0; i < N; i++)
    x[i] = i;
  x[N / 2 - 1] = -1;
  nova_vec (nova_vec (double)) r
    = nova_filter (some, nova_segments (nova_view (x, N), nova_view (offsets, 5)));
  if (nova_length (r) != 1 || nova_length (nova_get (r, 0)) != N / 4)
    return 1;
  for (int i = 0; i < N / 4; i++)
    if (nova_data (r)[i] != x[N / 4 + i])
      return 1;
  x[N / 2 - 1] = 1;
  for (int k = 0; k < 100; k++)
    {
      r = nova_filter (some, nova_segments (nova_view (x, N), nova_view (offsets, 5)));
      if (nova_length (r) != 0)
	return 1;
    }
  return 0;
}

/* Rows cut where something is found in them, and rows beside these: what the parts give, and which
   error is the first.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <nova.h>
#include "../raised.h"

#define N 5000
#define M 700

typedef nova_vec (double) reals;
typedef nova_vec (int) ints;
typedef nova_vec (size_t) sizes;

static double d[N], v[M], r[M];
static int c[N];
static size_t o[M + 1];

static int
low (double e)
{
  return e < 0;
}

static double
times (reals row, ints columns)
{
  size_t k = nova_find (low, row);
  return nova_sum (nova_map (nova_mul, nova_slice (0, k, row),
			     nova_gather (nova_slice (0, k, columns), nova_view (v, M))));
}

static int
compute (void)
{
  nova_vec (reals) s = nova_segments (nova_view (d, N), nova_view (o, M + 1));
  nova_vec (ints) t = nova_segments (nova_view (c, N), nova_view (o, M + 1));
  return nova_store (r, M, nova_map (times, s, t)) == M;
}

int
main (void)
{
  static int bad;
  for (int i = 0; i < N; i++)
    {
      d[i] = i % 37 == 11 ? -1 : i % 7;
      c[i] = i * 31 % M;
    }
  for (int i = 0; i < M; i++)
    v[i] = i % 5;
  /* Rows of none to 12 elements, and what is left.  */
  for (int i = 0; i < M; i++)
    o[i + 1] = i == M - 1 ? N : o[i] + (i * 7 % 13 < (int) (N - o[i]) ? i * 7 % 13 : 0);
  bad |= !compute ();
  for (int i = 0; i < M; i++)
    {
      double s = 0;
      for (size_t j = o[i]; j < o[i + 1] && d[j] >= 0; j++)
	s += d[j] * v[c[j]];
      bad |= s != r[i];
    }
  /* An index that is no column counts only in front of what is found: there it is the first error
     of its row, though the sum comes behind it.  */
  nova_set_error_handler (handler);
  c[11] = c[12] = M;
  c[48] = -1;
  TRY (compute ());
  bad |= raised << 1;
  c[10] = M;
  TRY (compute ());
  bad |= (raised != 1) << 2;
  printf ("%d\n", bad);
  return bad;
}

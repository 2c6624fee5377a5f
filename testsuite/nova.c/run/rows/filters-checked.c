/* What a filter keeps of each row is counted ahead, and an element that is kept may fail in a loop:
   the loop, and what tells whether it has failed, is left out where elements are counted.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../good.h"

#define N 120
#define M 9

typedef nova_vec (int) ints;

static int x[N], a[M], b[M];
static long want[N * 8];

/* Where x is greater than J, modulo 4, the greatest of a[k] * J + b[k].  */
static __attribute__ ((noinline)) nova_vec (long)
kept (ints v, ints p, ints q)
{
  return nova_for (long, (e, v), (j, nova_range (e & 7)), nova_when (e % 4 > j % 3),
		   nova_reduce (nova_max, -1L,
				nova_for (long, (s, p, t, q), (k, nova_range (j)), s * j + t - k)));
}

int
main (void)
{
  size_t n = 0;

  for (int i = 0; i < N; i++)
    x[i] = i * 7 % 31;
  for (int k = 0; k < M; k++)
    {
      a[k] = k * 5 % M;
      b[k] = k * 3 % 4;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < (x[i] & 7); j++)
      if (x[i] % 4 > j % 3)
	{
	  long most = -1;
	  for (int k = 0; k < M; k++)
	    if (j && a[k] * j + b[k] > most)
	      most = a[k] * j + b[k];
	  want[n++] = most;
	}

  nova_vec (long) r = kept (nova_view (x, N), nova_view (a, M), nova_view (b, M));
  check ("the number of elements", nova_length (r) == n);
  for (size_t i = 0; i < n; i++)
    check ("an element", nova_get (r, i) == want[i]);
  return 0;
}

/* Where the extreme of a row is, as argmax and argmin find it: rows of constant and of any length,
   shorter and longer than a block, equal elements, and NaNs, also in the first place.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stdlib.h>
#include "../check.h"

#define N 200

static float p[N * 100];
static size_t greatest[N], least[N];

typedef nova_vec (float) floats;

static size_t most (floats x) { return nova_argmax (nova_lt, x); }
static size_t less (floats x) { return nova_argmin (nova_lt, x); }

static void
are (size_t m)
{
  for (size_t i = 0; i < N; i++)
    {
      const float *row = p + i * m;
      size_t a = 0, b = 0;

      for (size_t j = 1; j < m; j++)
	{
	  if (row[j] > row[a])
	    a = j;
	  if (row[j] < row[b])
	    b = j;
	}
      CHECK (greatest[i] == a, 1);
      CHECK (least[i] == b, 1);
    }
}

static void
any (size_t m)
{
  nova_store (greatest, N, nova_map (most, nova_view (p, N, m)));
  nova_store (least, N, nova_map (less, nova_view (p, N, m)));
  are (m);
}

static void
constant (void)
{
  nova_store (greatest, N, nova_map (most, nova_view (p, N, 20)));
  nova_store (least, N, nova_map (less, nova_view (p, N, 20)));
  are (20);
}

int
main (void)
{
  static const float odd[] = { NAN, INFINITY, -INFINITY, 0.0f, -0.0f };
  unsigned seed = 1;

  for (size_t i = 0; i < sizeof p / sizeof *p; i++)
    {
      seed = seed * 1103515245u + 12345;
      p[i] = seed >> 28 ? (float) (seed >> 16 & 63) - 32 : odd[(seed >> 16) % 5];
    }
  constant ();
  for (size_t m = 1; m <= 100; m += m < 36 ? 1 : 9)
    any (m);
  return 0;
}

/* Regions that say the same have one code, and each names its own places: in errors of a check, and
   of an element.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O2" "-O0" "-O3 -march=native" } */
/* { dg-nova-leaks "vectors of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include "../fails.h"

enum { N = 5000 };

static int at[N];
static float x[N], y[N];

/* An element fails, in a worker.  */
static void
gather_1 (size_t n, size_t m)
{
  nova_store (y, n, nova_gather (nova_view (at, n), nova_view (x, m)));
}

static void
gather_2 (size_t n, size_t m)
{
  nova_store (y, n, nova_gather (nova_view (at, n), nova_view (x, m)));
}

/* A check of whole operands, the builtins in two lines.  */
static float
lengths_1 (size_t n, size_t m)
{
  return nova_sum (nova_map (nova_mul, nova_view (x, n),
			     nova_view (y, m)));
}

static float
lengths_2 (size_t n, size_t m)
{
  nova_vec (float) p = nova_map (nova_mul, nova_view (x, n), nova_view (y, m));

  return nova_sum (p);
}

/* The first element fails of those of two builtins; both are named.  */
static void
twice_1 (size_t n, size_t m)
{
  nova_store (y, n, nova_gather (nova_gather (nova_view (at, n), nova_view (at, n)),
				 nova_view (x, m)));
}

static void
twice_2 (size_t n, size_t m)
{
  nova_vec (int) again = nova_gather (nova_view (at, n), nova_view (at, n));

  nova_store (y, n, nova_gather (again, nova_view (x, m)));
}

/* Does STMT fail at line LINE of this file?  */
#define FAILS_AT(LINE, STMT)						\
  do									\
    {									\
      char text[50];							\
      snprintf (text, sizeof text, "error-shared.c:%d:", LINE);		\
      FAILS (STMT, text);						\
    }									\
  while (0)

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      at[i] = N - 1 - i;
      x[i] = (float) i;
    }
  nova_set_error_handler (handler);
  gather_1 (N, N);
  gather_2 (N, N);
  if (y[0] != N - 1 || y[N - 1] != 0)
    return 1;
  FAILS_AT (20, gather_1 (N, N - 1));
  FAILS_AT (26, gather_2 (N, N - 1));
  FAILS_AT (20, gather_1 (N, 7));
  FAILS_AT (33, lengths_1 (10, 11));
  FAILS_AT (40, lengths_2 (10, 11));
  twice_1 (N, N);
  twice_2 (N, N);
  if (y[0] != 0 || y[N - 1] != N - 1)
    return 1;
  FAILS_AT (49, twice_1 (N, 4000));
  FAILS_AT (58, twice_2 (N, 4000));
  FAILS_AT (49, twice_1 (N - 3, N));
  FAILS_AT (56, twice_2 (N - 3, N));
  return 0;
}

/* The lengths of rows that take no memory by themselves are added up before the rows are made: a sum
   that wraps would say that there is room for them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-leaks "views of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include "../raised.h"

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

enum { N = 96, ROW = 8 };
static int x[N], out[N];

static int bad;

/* E raises TIMES errors.  What they say depends on whether rows are made one by one.  */
#define RAISES(TIMES, E)						\
  do									\
    {									\
      raised = 0;							\
      TRY (E);								\
      bad |= raised != TIMES;						\
    }									\
  while (0)

/* Element 5 has MANY.  */
static void
flat (size_t many, int last)
{
  ints times (int v) { return nova_replicate (v == 5 ? many : 1, v); }
  nova_vec (long) longs (int v) { return nova_range (0L, v < last ? 1L << 62 : 1L); }
  ints even (int v) { return nova_replicate (many, v); }
  ints xs = nova_view (x, N);

  RAISES (1, nova_store (out, N, nova_flatten (nova_map (times, xs))));
  RAISES (1, nova_data (nova_map (longs, xs)));
  RAISES (1, nova_store (out, N, nova_flatten (nova_map (even, xs))));
}

/* The same of rows; then each row fits, but all of them do not.  */
static void
in_rows (size_t many, size_t some)
{
  ints times (int v) { return nova_replicate (v == 5 ? many : 1, v); }
  ints few (int v) { return nova_replicate (v & 1 ? some : 1, v); }
  ints row (ints r) { return nova_flatten (nova_map (times, r)); }
  ints fits (ints r) { return nova_flatten (nova_map (few, r)); }
  int third (ints r) { return nova_get (nova_sort (nova_lt, nova_flatten (nova_map (times, r))), 2); }
  rows xs = nova_split (ROW, nova_view (x, N));

  RAISES (1, nova_store (out, N, nova_flatten (nova_map (row, xs))));
  RAISES (1, nova_data (nova_map (row, xs)));
  RAISES (1, nova_data (nova_map (third, xs)));
  RAISES (1, nova_store (out, N, nova_flatten (nova_map (fits, xs))));
}

/* No more than there is room for.  */
static void
enough (size_t one)
{
  ints times (int v) { return nova_replicate (v == 5 ? one + 1 : one, v); }
  ints row (ints r) { return nova_flatten (nova_map (times, r)); }
  rows xs = nova_split (ROW, nova_view (x, N - ROW));

  RAISES (0, nova_store (out, N, nova_flatten (nova_map (row, xs))));
}

int
main (void)
{
  nova_set_error_handler (handler);
  for (int i = 0; i < N; i++)
    x[i] = i;
  flat ((size_t) -3, 8);
  in_rows ((size_t) -3, (size_t) 1 << 58);
  enough (1);
  return bad;
}

/* What is made of the elements of rows is not made before the rows have been checked: it may
   divide by zero.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-leaks "views of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include "../raised.h"

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

enum { N = 8, ROW = 4 };
static int x[N] = { 1, 2, 3, 4, 5, 6, 7, 8 }, to[N];

/* Each row is also split in rows of K.  */
static void
stored (int k)
{
  int one (int e) { return e + 1; }
  int part (int e) { return e / k; }
  ints row (ints r)
  {
    ints a = nova_map (one, r);
    rows s = nova_split (k, r);
    return nova_length (s) ? a : r;
  }

  nova_store (to, N, nova_map (part, nova_flatten (nova_map (row, nova_split (ROW,
									     nova_view (x, N))))));
}

/* X is split in rows of K behind what makes the rows.  */
static ints
made (int k)
{
  int one (int e) { return e + 1; }
  int part (int e) { return e / k; }
  ints row (ints r) { return nova_map (one, nova_reverse (r)); }
  rows y = nova_map (row, nova_split (ROW, nova_view (x, N)));
  rows s = nova_split (k, nova_view (x, N));

  return nova_length (s) ? nova_map (part, nova_flatten (y)) : nova_view (x, 0);
}

int
main (void)
{
  nova_set_error_handler (handler);
  TRY (stored (0));
  if (raised != 1)
    return 1;
  TRY (made (0));
  if (raised != 2)
    return 2;
  stored (2);
  for (int i = 0; i < N; i++)
    if (to[i] != (x[i] + 1) / 2)
      return 3;
  ints m = made (2);
  for (int i = 0; i < N; i++)
    if (nova_get (m, i) != (x[i / ROW * ROW + ROW - 1 - i % ROW] + 1) / 2)
      return 4;
  return 0;
}

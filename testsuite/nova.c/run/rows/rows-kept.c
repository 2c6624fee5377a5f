/* A row of what a function gives back, which is what it was given: an accumulator keeps it on when the
   rows of the region have gone.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

typedef nova_vec (int) row;
typedef nova_vec (row) rows;

__attribute__ ((noinline)) static rows
same (row a, rows b)
{
  return nova_length (b) > nova_length (a) + 100 ? nova_split (1, a) : b;
}

__attribute__ ((noinline)) static row
second (row a, row b)
{
  return b;
}

int
main (void)
{
  static int x[300];
  row of (rows b) { return nova_get (same (nova_get (b, 0), b), 1); }
  row last (row a, row b) { return nova_get (same (a, nova_split (2, b)), nova_length (b) / 2 - 1); }
  row step (row a, row b) { return nova_map (nova_add, second (a, b), nova_replicate (2, 1)); }

  for (int i = 0; i < 300; i++)
    x[i] = i;
  row r = nova_reduce (second, nova_view (x, 2), nova_map (of, nova_view (x, 75, 2, 2)));
  if (nova_length (r) != 2 || nova_get (r, 0) != 298 || nova_get (r, 1) != 299)
    return 1;
  r = nova_reduce (second, nova_view (x, 2), nova_view (x, 150, 2));
  if (nova_get (r, 0) != 298)
    return 2;
  r = nova_fold (last, second, nova_view (x, 2), nova_view (x, 150, 2));
  if (nova_length (r) != 2 || nova_get (r, 1) != 299)
    return 3;
  r = nova_fold (step, second, nova_view (x, 2), nova_view (x, 150, 2));
  return nova_get (r, 0) != 299 || nova_get (r, 1) != 300;
}

/* A function that maps itself is cloned while its regions are replaced.  The clone has no call that
   takes a vector which is not made any more.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O2 -fchecking=2" } */

#include <nova.h>
#include <stdio.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;
typedef nova_vec (rows) rows3;

rows
leaves (int depth)
{
  if (depth == 0)
    {
      size_t cuts[2] = { 0, 2 };
      return nova_copy (nova_segments (nova_range (2), nova_view (cuts, 2)));
    }
  int kids[2] = { depth - 1, depth - 1 };
  rows3 r = nova_map (nova_trust (leaves), nova_view (kids, 2));
  return nova_flatten (r);
}

int
main (void)
{
  rows r = leaves (3);
  ints x = nova_flatten (r);
  if (nova_length (r) != 8 || nova_length (x) != 16 || nova_sum (x) != 8)
    {
      printf ("%zu %zu %d\n", nova_length (r), nova_length (x), nova_sum (x));
      return 1;
    }
  return 0;
}

/* A check in a branch of a function, for a result that nobody needs, fails the element all the same.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-fails "^[^:]*error-branch.c:19: nova_minimum: operand 1 has 0 elements$" } */

#include <nova.h>

static int x[] = { 3, 1, 2 };

__attribute__ ((noipa)) static int
total (nova_vec (int) v, size_t from, int wanted, size_t n)
{
  int checked (int p)
  {
    if (p >= wanted)
      {
	nova_vec (int) some = nova_slice (from, 3, v);
	(void) nova_minimum (some);
      }
    return p;
  }
  return nova_reduce (nova_add, 0, nova_map (checked, nova_range (0, (int) n, 1)));
}

int
main (void)
{
  if (total (nova_view (x, 3), 2, 5, 1000) != 499500)
    return 2;
  return total (nova_view (x, 3), 3, 5, 1000) != 499500;
}

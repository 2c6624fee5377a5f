/* The first of several bad indices, whatever the threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-fails "^[^:]*error-gather.c:19: __nova_gather: operand 1: element 70000, the index -3, is not below 10$" } */

#include <nova.h>

static int x[10], ix[200000];

int
main (void)
{
  ix[70000] = -3;
  ix[70001] = 10;
  ix[150000] = 99;

  return nova_sum (nova_map (nova_mul, nova_view (ix, 200000),
			     nova_gather (nova_view (ix, 200000), nova_view (x, 10))));
}

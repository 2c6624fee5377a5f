/* Vectors of different lengths.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-fails "^[^:]*error-lengths.c:15: __nova_map: operand 3 has 99 elements, operand 2 has 100$" } */

#include <nova.h>

static int x[100];

int
main (void)
{
  /* Nobody uses the result.  */
  nova_vec (int) v = nova_map (nova_add, nova_view (x, 100), nova_view (x, 99));
  return 0;
}

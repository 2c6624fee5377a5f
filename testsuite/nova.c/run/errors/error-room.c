/* A store that does not fit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-fails "^[^:]*error-room.c:14: __nova_store: operand 2 has room for 7 elements, operand 3 has 9$" } */

#include <nova.h>

static int x[9], y[9];

int
main (void)
{
  return nova_store (y, 7, nova_view (x, 9));
}

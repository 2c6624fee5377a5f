/* A filter is stored where there is room for sure, and as many elements elsewhere, where there is
   none: the first store is done by then.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../fails.h"

static int
odd (long a)
{
  return a & 1;
}

__attribute__ ((noipa)) static void
kept (size_t n, const long *restrict x, long *restrict y, long *restrict z, size_t room)
{
  nova_vec (long) e = nova_filter (odd, nova_view (x, n));
  size_t k = nova_store (y, nova_length (e), e);

  nova_store (z, room, nova_replicate (k, 1L));
}

int
main (void)
{
  long x[] = { 1, 2, 3, 4, 5 }, y[] = { 0, 0, 0 }, z[] = { 7, 7, 7 };

  nova_set_error_handler (handler);
  FAILS (kept (5, x, y, z, 2), "operand 2 has room for 2 elements, operand 3 has 3");
  if (y[0] != 1 || y[1] != 3 || y[2] != 5 || z[0] != 7)
    return 1;
  kept (5, x, y, z, 3);
  return z[0] != 1 || z[2] != 1;
}

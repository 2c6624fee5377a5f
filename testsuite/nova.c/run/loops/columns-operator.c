/* Reductions of columns whose operator depends on the column.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

static int a[6] = { 1, 2, 3, 4, 5, 6 }, y[3], z[3] = { 0, 1, 0 };

__attribute__ ((noinline)) static void
columns (size_t m, size_t c, int *d)
{
  int column (nova_vec (int) r, int s)
  {
    int op (int p, int q) { return s ? (p > q ? p : q) : p + q; }
    return nova_reduce (op, 0, r);
  }
  nova_store (d, c, nova_map (column, nova_transpose (nova_view (a, m, c)), nova_view (z, c)));
}

int
main (void)
{
  columns (2, 3, y);
  if (y[0] != 5 || y[1] != 5 || y[2] != 9)
    __builtin_abort ();
  return 0;
}

/* A view of a view that has a handle, but is empty, does not keep what regions read again behind it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

static int x[40], y[40];
static int twice (int v) { return 2 * v; }

int
main (void)
{
  int failed = 0;

  for (int i = 0; i < 40; i++)
    x[i] = i;
  for (size_t n = 3; n <= 40; n += 37)
    {
      size_t t = 0;
      nova_vec (nova_vec (int)) v
	= nova_transpose (nova_split (4, nova_slice (0, n - n % 4,
						     nova_map (twice, nova_view (x, n)))));
      for (size_t j = 0; j < nova_length (v); j++)
	t += nova_length (nova_get (v, j));
      if (t <= n)
	nova_store (y, n, v);
      failed |= t != n - n % 4 || y[39] != (n == 3 ? 0 : 78);
    }
  if (failed)
    puts ("wrong");
  return failed;
}

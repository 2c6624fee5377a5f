/* Filters of structures without members: what is kept has no size, but a number.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <assert.h>

struct nothing { };

static int kept;

int
main (void)
{
  static struct nothing x[1000], y[1000];
  for (size_t n = 0; n <= 1000; n = n * 3 + 1)
    {
      int all (struct nothing e) { (void) e; return 1; }
      int known (struct nothing e) { (void) e; return kept; }
      nova_vec (struct nothing) v = nova_view (x, n);
      kept = 1;
      assert (nova_store (y, 1000, nova_filter (all, v)) == n);
      assert (nova_store (y, 1000, nova_filter (known, v)) == n);
      kept = 0;
      assert (nova_store (y, 1000, nova_filter (known, v)) == 0);
      assert (nova_length (nova_get (nova_partition (known, v), 1)) == n);
    }
  return 0;
}

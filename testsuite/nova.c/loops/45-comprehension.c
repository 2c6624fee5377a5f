/* Nested loops with a condition: all pairs.
   One loop over the pairs, none of which is in memory.  See the chapter about comprehensions.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->m; i++)
    for (size_t j = i + 1; j < d->m; j++)
      if (d->k[i] == d->k[j])
	d->r += d->x[i] * d->x[j];
}

static void
with_nova (struct data *d)
{
  int n = d->m;

  d->r = nova_sum (nova_for (double, (i, nova_range (n)), (j, nova_range (i + 1, n)),
			     nova_when (d->k[i] == d->k[j]), d->x[i] * d->x[j]));
}

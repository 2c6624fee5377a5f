/* Compaction: their indices.
   A filter's predicate may look at further vectors; only the first one is kept.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    if (d->k[i] == 3)
      d->iout[d->p++] = (int) i;
}

static void
with_nova (struct data *d)
{
  int three (int i, int k) { return k == 3; }
  d->p = nova_store (d->iout, d->n,
		     nova_filter (three, nova_range ((int) d->n), nova_view (d->k, d->n)));
}

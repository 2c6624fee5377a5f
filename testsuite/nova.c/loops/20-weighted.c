/* A histogram with weights, into existing sums.
   All sums are written: for few elements and very many sums a for is better.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    d->out[d->k[i]] += d->x[i];
}

static void
with_nova (struct data *d)
{
  nova_store (d->out, BINS,
	      nova_reduce_into (nova_add, nova_view (d->out, BINS), nova_view (d->k, d->n),
				nova_view (d->x, d->n)));
}

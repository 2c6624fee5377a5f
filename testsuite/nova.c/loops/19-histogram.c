/* A histogram.
   A key outside is an error; in the loop it overwrites something.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    d->iout[d->k[i]]++;
}

static void
with_nova (struct data *d)
{
  nova_store (d->iout, BINS,
	      nova_reduce_by_index (nova_add, 0, BINS, nova_view (d->k, d->n),
				    nova_replicate (d->n, 1)));
}

/* Row sums of a matrix.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->m; i++)
    for (size_t j = 0; j < d->n; j++)
      d->out[i] += d->x[i * d->n + j];
}

static void
with_nova (struct data *d)
{
  double sum (nova_vec (double) row) { return nova_sum (row); }
  nova_store (d->out, d->m, nova_map (sum, nova_view (d->x, d->m, d->n)));
}

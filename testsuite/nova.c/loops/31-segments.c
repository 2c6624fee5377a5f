/* Sums of ragged rows: a segmented reduction.
   Where offsets are given, as in a sparse matrix, the last two lines are all.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0, at = 0; i < d->n; i++)
    for (int j = 0; j < d->k[i] / 8; j++)
      d->out[i] += d->x[at++];
}

static void
with_nova (struct data *d)
{
  int length (int k) { return k / 8; }
  nova_vec (int) lengths = nova_map (length, nova_view (d->k, d->n));
  int all = nova_sum (lengths);
  nova_vec (int) offsets = nova_scan (nova_add, 0, nova_concat (nova_replicate (1, 0), lengths));
  double sum (nova_vec (double) piece) { return nova_sum (piece); }

  nova_store (d->out, d->n,
	      nova_map (sum, nova_segments (nova_view (d->x, (size_t) all), offsets)));
}

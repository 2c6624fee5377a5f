/* A moving average.
   Each window is summed anew, so no rounding is carried along.  For long windows scan once with
   nova_scan and take differences.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  double sum = 0;

  for (size_t i = 0; i < d->n; i++)
    {
      sum += d->x[i];
      if (i >= 8)
	sum -= d->x[i - 8];
      if (i >= 7)
	d->out[i - 7] = sum / 8;
    }
}

static void
with_nova (struct data *d)
{
  double mean (nova_vec (double) w) { return nova_sum (w) / 8; }
  nova_vec (double) means = nova_map (mean, nova_window (8, nova_view (d->x, d->n)));

  nova_store (d->out, nova_length (means), means);
}

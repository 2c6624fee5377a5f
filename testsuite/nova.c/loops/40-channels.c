/* Interleaved channels.
   Strides are in elements and may be negative: then p points to the first element used.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n / 3; i++)
    {
      d->out[i] = (d->x[3 * i] + d->x[3 * i + 1]) / 2;
      d->out2[3 * i + 2] = d->x[3 * i];
    }
}

static void
with_nova (struct data *d)
{
  size_t third = d->n / 3;
  double mean (double a, double b) { return (a + b) / 2; }
  nova_vec (double) red = nova_view_strided (d->x, third, 3);
  nova_vec (double) green = nova_view_strided (d->x + 1, third, 3);

  nova_store (d->out, third, nova_map (mean, red, green));
  nova_store_strided (d->out2 + 2, third, 3, red);
}

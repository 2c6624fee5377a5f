/* Minimum and maximum in one pass.
   Both run in one loop over x.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define LEAST 1
#include "loops.h"

static void
loop (struct data *d)
{
  d->r = d->r2 = d->x[0];
  for (size_t i = 1; i < d->n; i++)
    {
      d->r = d->x[i] < d->r ? d->x[i] : d->r;
      d->r2 = d->x[i] > d->r2 ? d->x[i] : d->r2;
    }
}

static void
with_nova (struct data *d)
{
  nova_vec (double) v = nova_view (d->x, d->n);

  d->r = nova_minimum (v);
  d->r2 = nova_maximum (v);
}

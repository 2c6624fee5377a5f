/* A dot product.
   The loop adds in one order, so without -ffast-math it does not vectorise.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    d->r += d->x[i] * d->y[i];
}

static void
with_nova (struct data *d)
{
  d->r = nova_sum (nova_map (nova_mul, nova_view (d->x, d->n), nova_view (d->y, d->n)));
}

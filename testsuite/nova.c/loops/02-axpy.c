/* Element-wise: two arrays, one updated (axpy).
   In place without a copy: each element goes back where it came from.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    d->y[i] += 3 * d->x[i];
}

static void
with_nova (struct data *d)
{
  double f (double x, double y) { return y + 3 * x; }
  nova_store (d->y, d->n, nova_map (f, nova_view (d->x, d->n), nova_view (d->y, d->n)));
}

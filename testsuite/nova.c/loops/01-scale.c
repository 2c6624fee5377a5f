/* Element-wise: one array.
   With one thread the same code as the loop.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    d->out[i] = 2 * d->x[i] + 1;
}

static void
with_nova (struct data *d)
{
  double f (double x) { return 2 * x + 1; }
  nova_store (d->out, d->n, nova_map (f, nova_view (d->x, d->n)));
}

/* Gather.
   Indices are checked.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    d->out[i] = d->x[d->ix[i]];
}

static void
with_nova (struct data *d)
{
  nova_store (d->out, d->n, nova_gather (nova_view (d->ix, d->n), nova_view (d->x, d->n)));
}

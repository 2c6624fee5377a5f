/* Scatter by a permutation.
   That ix is a permutation is checked.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    d->out[d->ix[i]] = d->x[i];
}

static void
with_nova (struct data *d)
{
  nova_store (d->out, d->n, nova_permute (nova_view (d->ix, d->n), nova_view (d->x, d->n)));
}

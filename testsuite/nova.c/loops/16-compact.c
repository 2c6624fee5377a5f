/* Compaction: the elements that satisfy a condition.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    if (d->x[i] > 0)
      d->out[d->p++] = d->x[i];
}

static void
with_nova (struct data *d)
{
  int positive (double x) { return x > 0; }
  d->p = nova_store (d->out, d->n, nova_filter (positive, nova_view (d->x, d->n)));
}

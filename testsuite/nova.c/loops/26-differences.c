/* Differences of neighbours.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 1; i < d->n; i++)
    d->out[i - 1] = d->x[i] - d->x[i - 1];
}

static void
with_nova (struct data *d)
{
  double less (double a, double b) { return b - a; }
  size_t pairs = d->n ? d->n - 1 : 0;

  nova_store (d->out, pairs,
	      nova_map (less, nova_view (d->x, pairs), nova_view (d->x + 1, pairs)));
}

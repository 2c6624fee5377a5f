/* Prefix sums: an inclusive scan.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  double sum = 0;

  for (size_t i = 0; i < d->n; i++)
    d->out[i] = sum += d->x[i];
}

static void
with_nova (struct data *d)
{
  nova_store (d->out, d->n, nova_scan (nova_add, 0.0, nova_view (d->x, d->n)));
}

/* A running maximum.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  double most = -__builtin_inf ();

  for (size_t i = 0; i < d->n; i++)
    d->out[i] = most = d->x[i] > most ? d->x[i] : most;
}

static void
with_nova (struct data *d)
{
  nova_store (d->out, d->n, nova_scan (nova_max, -__builtin_inf (), nova_view (d->x, d->n)));
}

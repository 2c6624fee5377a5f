/* Exchanging two arrays.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    {
      double t = d->x[i];

      d->x[i] = d->y[i];
      d->y[i] = t;
    }
}

static void
with_nova (struct data *d)
{
  nova_store_all (d->n, d->x, nova_view (d->y, d->n), d->y, nova_view (d->x, d->n));
}

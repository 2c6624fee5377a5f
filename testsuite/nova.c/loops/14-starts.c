/* Offsets from lengths: an exclusive scan.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  int at = 0;

  for (size_t i = 0; i < d->n; i++)
    {
      d->iout[i] = at;
      at += d->k[i];
    }
}

static void
with_nova (struct data *d)
{
  nova_store (d->iout, d->n, nova_exscan (nova_add, 0, nova_view (d->k, d->n)));
}

/* Reversing in place.
   The store overlaps what it reads and takes a buffer; the loop needs none.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0, j = d->n; i + 1 < j; i++)
    {
      double t = d->x[i];

      d->x[i] = d->x[--j];
      d->x[j] = t;
    }
}

static void
with_nova (struct data *d)
{
  nova_store (d->x, d->n, nova_reverse (nova_view (d->x, d->n)));
}

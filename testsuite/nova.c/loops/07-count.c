/* Counting elements.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    d->p += d->x[i] > 10;
}

static void
with_nova (struct data *d)
{
  int large (double x) { return x > 10; }
  d->p = nova_count (large, nova_view (d->x, d->n));
}

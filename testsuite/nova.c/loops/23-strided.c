/* A strided slice.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; 3 * i < d->n; i++)
    d->out[i] = d->x[3 * i] / 2;
}

static void
with_nova (struct data *d)
{
  double half (double x) { return x / 2; }
  nova_store (d->out, d->n, nova_map (half, nova_slice (0, 3, d->n, nova_view (d->x, d->n))));
}

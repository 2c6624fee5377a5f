/* A norm: the square root of a sum of squares.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    d->r += d->x[i] * d->x[i];
  d->r = __builtin_sqrt (d->r);
}

static void
with_nova (struct data *d)
{
  double square (double x) { return x * x; }
  d->r = __builtin_sqrt (nova_sum (nova_map (square, nova_view (d->x, d->n))));
}

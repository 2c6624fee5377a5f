/* Element-wise with a condition: clamping.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    if (d->x[i] < 0)
      d->x[i] = 0;
    else if (d->x[i] > 40)
      d->x[i] = 40;
}

static void
with_nova (struct data *d)
{
  double clamp (double x)
  {
    if (x < 0)
      return 0;
    return x > 40 ? 40 : x;
  }
  nova_store (d->x, d->n, nova_map (clamp, nova_view (d->x, d->n)));
}

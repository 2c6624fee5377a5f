/* A stencil with a boundary rule.
   Neither the padded vector nor the windows are materialised.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define LEAST 1
#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    {
      double left = i > 0 ? d->x[i - 1] : d->x[0];
      double right = i + 1 < d->n ? d->x[i + 1] : d->x[d->n - 1];

      d->out[i] = (left + 2 * d->x[i] + right) / 4;
    }
}

static void
with_nova (struct data *d)
{
  double smooth (nova_vec (double) w)
  {
    return (nova_get (w, 0) + 2 * nova_get (w, 1) + nova_get (w, 2)) / 4;
  }
  nova_store (d->out, d->n,
	      nova_map (smooth, nova_window (3, nova_pad (NOVA_CLAMP, 1,
							  nova_view (d->x, d->n)))));
}

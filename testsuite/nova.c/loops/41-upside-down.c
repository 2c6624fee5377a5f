/* Rows upside down, in place.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->m / 2; i++)
    for (size_t j = 0; j < d->n; j++)
      {
	double *top = d->x + i * d->n + j, *bottom = d->x + (d->m - 1 - i) * d->n + j, t = *top;

	*top = *bottom;
	*bottom = t;
      }
}

static void
with_nova (struct data *d)
{
  nova_store (d->x, d->m * d->n, nova_reverse (nova_view (d->x, d->m, d->n)));
}

/* Updating rows in place.
   The function owns its row; what else it reads are operands, or captured views.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 1; i < d->m; i++)
    for (size_t j = 0; j < d->n; j++)
      d->x[i * d->n + j] -= d->y[i] * d->x[j];
}

static void
with_nova (struct data *d)
{
  size_t width = d->n;
  nova_vec (double) first = nova_view (d->x, d->n);
  void reduce (double *row, double factor)
  {
    for (size_t j = 0; j < width; j++)
      row[j] -= factor * nova_get (first, j);
  }

  if (d->m > 1)
    nova_update_rows (reduce, d->x + d->n, d->m - 1, d->n, d->n,
		      nova_view (d->y + 1, d->m - 1));
}

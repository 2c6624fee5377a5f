/* Reversing the rows of a matrix in place.
   A view that begins at the last row, with a negative stride.  nova_reverse of the rows does the
   same.
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
  ptrdiff_t back = -(ptrdiff_t) d->n;
  double *last = d->m ? d->x - (ptrdiff_t) (d->m - 1) * back : d->x;

  nova_store (d->x, d->m * d->n, nova_view_strided (last, d->m, back, d->n, 1));
}

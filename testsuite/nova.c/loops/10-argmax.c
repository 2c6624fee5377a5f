/* Argmax.
   An empty vector is an error; the loop reads past the array.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define LEAST 1
#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 1; i < d->n; i++)
    if (d->x[i] > d->x[d->p])
      d->p = i;
  d->r = d->x[d->p];
}

static void
with_nova (struct data *d)
{
  d->p = nova_argmax (nova_lt, nova_view (d->x, d->n));
  d->r = d->x[d->p];
}

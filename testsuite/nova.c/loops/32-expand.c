/* Expansion: several results for each element.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    for (int j = 0; j < d->k[i] % 3; j++)
      d->iout[d->p++] = 100 * d->k[i] + j;
}

static void
with_nova (struct data *d)
{
  int how_many (int k) { return k % 3; }
  int get (int k, int j) { return 100 * k + j; }
  nova_vec (int) all = nova_expand (how_many, get, nova_view (d->k, d->n));

  d->p = nova_store (d->iout, 2 * d->n, all);
}

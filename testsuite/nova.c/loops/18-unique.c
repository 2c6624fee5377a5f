/* Removing consecutive duplicates.
   The loop is shorter; take nova where it is hot.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    if (i == 0 || d->k[i] / 4 != d->k[i - 1] / 4)
      d->iout[d->p++] = d->k[i] / 4;
}

static void
with_nova (struct data *d)
{
  int quarter (int k) { return k / 4; }
  nova_vec (int) q = nova_map (quarter, nova_view (d->k, d->n));
  int fresh (int k, size_t i) { return i == 0 || nova_get (q, i - 1) != k; }

  d->p = nova_store (d->iout, d->n, nova_filter (fresh, q, nova_range (d->n)));
}

/* Do all elements satisfy a condition?
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  d->p = 1;
  for (size_t i = 0; i < d->n; i++)
    if (d->k[i] >= BINS)
      {
	d->p = 0;
	break;
      }
}

static void
with_nova (struct data *d)
{
  int below (int k) { return k < BINS; }
  d->p = (size_t) nova_all (below, nova_view (d->k, d->n));
}

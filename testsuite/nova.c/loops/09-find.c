/* Linear search.
   It stops early.  Where the match is nearly always among the first few, a for is as good.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (d->p = 0; d->p < d->n; d->p++)
    if (d->x[d->p] == 17)
      break;
}

static void
with_nova (struct data *d)
{
  int fits (double x) { return x == 17; }
  d->p = nova_find (fits, nova_view (d->x, d->n));
}

/* Two results for each element.
   A function returns one value, here a struct; nova_field takes a member; one pass stores both.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

struct pair
{
  double sum, difference;
};

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    {
      double a = d->x[i], b = d->y[i];

      d->out[i] = a + b;
      d->out2[i] = a - b;
    }
}

static void
with_nova (struct data *d)
{
  struct pair both (double a, double b) { return (struct pair) { a + b, a - b }; }
  nova_vec (struct pair) c = nova_map (both, nova_view (d->x, d->n), nova_view (d->y, d->n));

  nova_store_all (d->n, d->out, nova_field (c, sum), d->out2, nova_field (c, difference));
}

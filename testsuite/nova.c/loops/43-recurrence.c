/* A linear recurrence.
   If two steps compose to one of the same form, as @math{a h + b} does, scan the steps: checksums,
   recursive filters, exponential averages.  On one thread the loop is faster.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

/* h becomes a * h + b.  */
struct step
{
  unsigned a, b;
};

static struct step
then (struct step f, struct step g)
{
  return (struct step) { f.a * g.a, f.b * g.a + g.b };
}

static void
loop (struct data *d)
{
  unsigned h = 7;

  for (size_t i = 0; i < d->n; i++)
    {
      h = 31 * h + (unsigned) d->k[i];
      d->iout[i] = (int) h;
    }
}

static void
with_nova (struct data *d)
{
  struct step of (int k) { return (struct step) { 31, (unsigned) k }; }
  struct step first = { 0, 7 };
  nova_vec (struct step) steps = nova_scan (then, first, nova_map (of, nova_view (d->k, d->n)));

  nova_store (d->iout, d->n, nova_field (steps, b));
}

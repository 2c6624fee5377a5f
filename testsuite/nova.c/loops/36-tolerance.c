/* Iterating until convergence.
   New state, largest change and stores are one pass, which allocates nothing.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  double change = 1;

  while (d->n > 2 && change > 0.5)
    {
      change = 0;
      for (size_t i = 0; i < d->n; i++)
	{
	  double t = d->x[i] - d->x[i] / 4, c = __builtin_fabs (t - d->x[i]);

	  change = c > change ? c : change;
	  d->out[i] = t;
	}
      memcpy (d->x, d->out, d->n * sizeof *d->x);
    }
}

static void
with_nova (struct data *d)
{
  double change = 1;
  double next (double x) { return x - x / 4; }
  double apart (double a, double b) { return __builtin_fabs (a - b); }

  while (d->n > 2 && change > 0.5)
    {
      nova_vec (double) now = nova_view (d->x, d->n), then = nova_map (next, now);

      change = nova_maximum (nova_map (apart, then, now));
      nova_store_all (d->n, d->out, then, d->x, then);
    }
}

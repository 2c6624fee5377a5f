/* Mean and variance (Welford): a record as the state.
   A second function joins two states.  Rounding may differ from the loop, so the example rounds.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

/* How many, their mean, and the sum of squared distances from it.  */
struct moments
{
  double n, mean, m2;
};

static struct moments
add (struct moments a, double x)
{
  double delta = x - a.mean;

  a.n++;
  a.mean += delta / a.n;
  a.m2 += delta * (x - a.mean);
  return a;
}

static struct moments
join (struct moments a, struct moments b)
{
  double n = a.n + b.n, delta = b.mean - a.mean;

  if (n == 0)
    return a;
  return (struct moments) { n, a.mean + delta * b.n / n,
			    a.m2 + b.m2 + delta * delta * a.n * b.n / n };
}

static void
loop (struct data *d)
{
  struct moments a = { 0, 0, 0 };

  for (size_t i = 0; i < d->n; i++)
    a = add (a, d->x[i]);
  d->r = a.n;
  d->r2 = d->n ? __builtin_round (1000 * a.m2 / a.n) : 0;
}

static void
with_nova (struct data *d)
{
  struct moments none = { 0, 0, 0 };
  struct moments a = nova_fold (add, join, none, nova_view (d->x, d->n));

  d->r = a.n;
  d->r2 = d->n ? __builtin_round (1000 * a.m2 / a.n) : 0;
}

/* Updating one member of each record.
   The function changes a copy of the record, which is stored in place.  For large
   records write void back (struct particle *a) and take them as rows of one, without a copy:
   nova_update_rows (back, q, number, 1, 1).
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

struct particle
{
  double place, speed;
};

static void
loop (struct data *d)
{
  struct particle *q = (struct particle *) d->x;
  size_t number = d->n * d->m / 2;

  for (size_t i = 0; i < number; i++)
    if (q[i].speed < 0)
      q[i].place -= q[i].speed;
}

static void
with_nova (struct data *d)
{
  struct particle *q = (struct particle *) d->x;
  size_t number = d->n * d->m / 2;
  struct particle back (struct particle a)
  {
    if (a.speed < 0)
      a.place -= a.speed;
    return a;
  }

  nova_store (q, number, nova_map (back, nova_view (q, number)));
}

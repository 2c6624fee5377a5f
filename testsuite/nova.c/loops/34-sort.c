/* Sorting records by a key.
   nova_sort_by is stable; qsort is not, so the loop compares positions, too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

struct entry
{
  int key, at;
};

static int
order (const void *p, const void *q)
{
  const struct entry *a = (const struct entry *) p, *b = (const struct entry *) q;

  return a->key != b->key ? (a->key > b->key) - (a->key < b->key) : (a->at > b->at) - (a->at < b->at);
}

static void
loop (struct data *d)
{
  struct entry *e = (struct entry *) malloc (d->n * sizeof *e + 1);

  for (size_t i = 0; i < d->n; i++)
    e[i] = (struct entry) { d->k[i], (int) i };
  qsort (e, d->n, sizeof *e, order);
  for (size_t i = 0; i < d->n; i++)
    d->iout[i] = e[i].at;
  free (e);
}

static void
with_nova (struct data *d)
{
  struct entry entry (int key, int at) { return (struct entry) { key, at }; }
  int key (struct entry e) { return e.key; }
  int at (struct entry e) { return e.at; }

  nova_store (d->iout, d->n,
	      nova_map (at, nova_sort_by (key, nova_map (entry, nova_view (d->k, d->n),
							 nova_range ((int) d->n)))));
}

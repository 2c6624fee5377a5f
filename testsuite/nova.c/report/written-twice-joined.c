/* What is written twice is one value of a region also if it stands in two blocks: in front of the
   test whether stores are disjoint, and behind it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

typedef nova_vec (double) reals;

struct table
{
  size_t m, n, made;
  const size_t *at;
  const double *x, *y;
  double *out;
  size_t *lengths;
};

void
joined (struct table *t)
{
  reals products (reals x, reals y) { return nova_map (nova_mul, x, y); }
  nova_vec (reals) rows
    = nova_map (products, nova_segments (nova_view (t->x, t->n), nova_view (t->at, t->m + 1)),
		nova_segments (nova_view (t->y, t->n), nova_view (t->at, t->m + 1)));
  t->made = nova_store (t->out, t->n, rows);
  nova_store (t->lengths, t->m, nova_lengths (rows));
}

/* { dg-final { scan-dump extract {^region @joined \(([^p)]*ptr){5}[^p)]*\)} } } */
/* { dg-final { scan-dump extract {^region @joined_2 \(([^p)]*ptr){4}[^p)]*\)} } } */

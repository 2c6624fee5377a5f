/* Counting words in a text.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  const char *c = (const char *) d->k;
  size_t bytes = d->n * sizeof *d->k;

  for (size_t i = 0; i < bytes; i++)
    d->p += c[i] && (i == 0 || !c[i - 1]);
}

static void
with_nova (struct data *d)
{
  const char *c = (const char *) d->k;
  size_t bytes = d->n * sizeof *d->k;
  nova_vec (char) text = nova_view (c, bytes);
  int starts (char c, size_t i) { return c && (i == 0 || !nova_get (text, i - 1)); }

  d->p = nova_sum_as (size_t, nova_map (starts, text, nova_range (bytes)));
}

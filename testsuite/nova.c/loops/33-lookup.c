/* Binary search in a sorted table.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    {
      size_t b = 0, e = d->n;

      while (b < e)
	{
	  size_t half = b + (e - b) / 2;

	  if (d->s[half] < d->x[i])
	    b = half + 1;
	  else
	    e = half;
	}
      d->iout[i] = (int) b;
    }
}

static void
with_nova (struct data *d)
{
  nova_store (d->iout, d->n,
	      nova_search (nova_lt, nova_view (d->s, d->n), nova_view (d->x, d->n)));
}

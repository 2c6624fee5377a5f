/* An inner loop for each element.
   The loop's body becomes the function unchanged.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "loops.h"

static void
loop (struct data *d)
{
  for (size_t i = 0; i < d->n; i++)
    {
      unsigned a = (unsigned) (d->k[i] + 1), b = 60;

      while (b)
	{
	  unsigned c = a % b;

	  a = b;
	  b = c;
	}
      d->iout[i] = (int) a;
    }
}

static void
with_nova (struct data *d)
{
  int with_60 (int k)
  {
    unsigned a = (unsigned) (k + 1), b = 60;

    while (b)
      {
	unsigned c = a % b;

	a = b;
	b = c;
      }
    return (int) a;
  }
  nova_store (d->iout, d->n, nova_map (with_60, nova_view (d->k, d->n)));
}

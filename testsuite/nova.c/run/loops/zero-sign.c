/* The constant -0.0 keeps its sign: as the sum of nothing, beside zeros, repeated.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stdio.h>

static int bad;
#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); bad = 1; } while (0)

static double zeros[] = { -0.0, -0.0 };

int
main (void)
{
  CHECK (signbit (nova_reduce (nova_add, -0.0, nova_view (zeros, 0))));
  CHECK (signbit (nova_reduce (nova_add, -0.0, nova_view (zeros, 2))));
  CHECK (signbit (nova_get (nova_copy (nova_replicate (2, -0.0)), 1)));
  CHECK (!signbit (nova_reduce (nova_add, 0.0, nova_view (zeros, 2))));
  return bad;
}

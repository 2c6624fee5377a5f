/* Types with qualifiers of their own: a typedef of constant vectors, of constant structures, vectors of
   constant elements.  What the front end makes of them when it reads a value is known to nothing but the
   call, and is freed under -flto.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later
   { dg-nova-levels "-O0" "-O2" "-O2 -flto" "-O1 -flto -g" "-O0 -flto" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); exit (1); } while (0)

typedef const nova_vec (int) constants;
typedef const struct { int x, y; } point;
typedef nova_vec (const int) of_constants;
typedef const nova_vec (constants) rows;

static int
sum (constants v)
{
  return nova_sum (v);
}

static int
sum_of_constants (of_constants v)
{
  return nova_sum (v);
}

static int
x_of (point p)
{
  return p.x;
}

static int
xs (const nova_vec (point) v)
{
  return nova_sum (nova_map (x_of, v));
}

static int
all (rows v)
{
  return nova_sum (nova_map (sum, v));
}

int
main (void)
{
  const int a[] = { 1, 2, 3 };
  point p[] = { { 1, 2 }, { 3, 4 } }, q = p[1];
  size_t offsets[] = { 0, 1, 3 };
  constants r = nova_range (6), *at = &r;
  const of_constants c = nova_view (a, 3);
  rows s = nova_segments (c, nova_view (offsets, 3));
  CHECK (sum (r) == 15 && sum (*at) == 15 && sum_of_constants (c) == 6 && sum (c) == 6);
  CHECK (xs (nova_view (p, 2)) == 4);
  CHECK (xs (nova_replicate (3, q)) == 9);
  CHECK (all (s) == 6 && sum (nova_get (s, 1)) == 5);
  int b[6];
  CHECK (nova_store (b, 6, r) == 6 && b[5] == 5);
  return 0;
}

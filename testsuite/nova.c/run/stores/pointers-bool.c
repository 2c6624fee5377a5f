/* Pointers become _Bool as by assignment: whether they are null.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

static int bad;
#define WANT(E) \
  do { if (!(E)) { bad = 1; printf ("%d: %s\n", __LINE__, #E); } } while (0)

struct mark { _Bool b; int k; };

static int yes (_Bool b) { return b + 1; }
static _Bool both (_Bool a, _Bool b) { return a && b; }

int
main (void)
{
  static int z;
  int *p[] = { &z, NULL, &z }, (*f[]) (int) = { abs, NULL, NULL };
  nova_vec (int *) v = nova_view (p, 3);
  nova_vec (_Bool) b = nova_convert (_Bool, v), c = nova_convert (_Bool, nova_view (f, 3));
  WANT (nova_get (b, 0) && !nova_get (b, 1) && nova_get (b, 2));
  WANT (nova_get (c, 0) && !nova_get (c, 1) && !nova_get (c, 2));
  nova_vec (nova_vec (_Bool)) rows = nova_convert (_Bool, nova_split (1, v));
  WANT (nova_get (nova_get (rows, 2), 0) && !nova_get (nova_get (rows, 1), 0));

  WANT (nova_sum (nova_map (yes, v)) == 5 && nova_sum (nova_map (yes, nova_view (f, 3))) == 4);
  WANT (nova_get (nova_map (both, v, nova_replicate (3, p[0])), 2));
  nova_vec (struct mark) m = nova_zip (struct mark, v, nova_range (3));
  WANT (nova_get (m, 0).b && !nova_get (m, 1).b && nova_get (m, 2).k == 2);

  _Bool out[3] = { 0, 1, 0 }, wide[6] = { 0 };
  nova_store (out, 3, v);
  WANT (out[0] && !out[1] && out[2]);
  nova_store_strided (wide, 3, 2, v);
  WANT (wide[0] && !wide[2] && wide[4]);
  nova_store_all (3, out, nova_view (f, 3), wide, v);
  WANT (out[0] && !out[2] && wide[0] && !wide[1] && wide[2]);
  return bad;
}

/* Views of views are views: what is stored to the array shows in each of them, however they are
   used.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "^8 \\\[42,2,1,0,7,6,5,4\\\]$" } */

#include <nova.h>
#include <stdio.h>

struct s { int a; union { int i; float f; } u; unsigned b : 3; };
static int x[64];
static struct s z[8];
static int bad;

#define CHECK(C) do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

static int sum (nova_vec (int) r) { return nova_reduce (nova_add, 0, r); }

static void
flat (volatile int *p)
{
  nova_vec (int) v = nova_view (x, 8), t = nova_rotate (3, v), r = nova_reverse (t),
		 s = nova_view_strided (x + 7, 4, -2), f = nova_flatten (nova_transpose (nova_split (2, v))),
		 c = nova_slice (0, 3, 8, t), m = nova_field (nova_view (z, 8), a),
		 pad = nova_pad (NOVA_CLAMP, 1, v);
  nova_vec (unsigned) b = nova_field (nova_view (z, 8), b);
  *p = 42;
  z[5].a = 7;
  z[5].b = 6;
  /* x[3] is 42.  */
  CHECK (nova_get (t, 0) == 42 && nova_get (r, 7) == 42 && nova_get (s, 2) == 42);
  CHECK (nova_get (f, 5) == 42 && nova_get (c, 0) == 42);
  CHECK (nova_get (c, 1) == 6 && nova_length (c) == 3);
  CHECK (nova_get (m, 5) == 7 && nova_get (b, 5) == 6);
  CHECK (nova_sum (t) == nova_sum (r) && nova_sum (t) == nova_sum (v));
  CHECK (nova_sum (f) == nova_sum (v));
  CHECK (nova_sum (s) == 42 + 1 + 5 + 7 && nova_sum (m) == 7 && nova_sum (b) == 6);
  CHECK (nova_get (pad, 4) == 3 && nova_sum (pad) == 28 + 7);
  x[0] = 9;
  CHECK (nova_get (t, 5) == 9 && nova_get (f, 0) == 9);
  x[0] = 0;
  nova_print (nova_rotate (-1, nova_reverse (t)));
  nova_vec (int) again = t;
  for (int i = 0; i < 3; i++)
    {
      x[4] = i;
      CHECK (nova_get (again, 1) == i);
    }
}

static void
nested (void)
{
  nova_vec (nova_vec (int)) w = nova_window (3, nova_view (x, 6)),
			    t = nova_transpose (nova_view (x, 2, 3)),
			    s = nova_split (2, nova_view (x, 6)), d = nova_view_strided (x, 2, 1, 3, 2);
  int off[] = { 0, 1, 6 };
  nova_vec (nova_vec (int)) g = nova_segments (nova_view (x, 6), nova_view (off, 3));
  off[1] = 3;
  x[4] = 100;
  CHECK (nova_get (nova_get (w, 2), 2) == 100 && nova_get (nova_get (t, 1), 1) == 100);
  CHECK (nova_get (nova_get (s, 2), 0) == 100 && nova_get (nova_get (d, 0), 2) == 100);
  CHECK (nova_get (nova_get (g, 1), 3) == 100 && nova_length (nova_get (g, 0)) == 1);
  CHECK (nova_get (nova_map (sum, w), 3) == nova_sum (nova_view (x + 3, 3)));
  CHECK (nova_length (w) == 4 && nova_length (t) == 3 && nova_length (nova_get (t, 2)) == 2);
  CHECK (nova_get (nova_field (nova_field (nova_view (z, 8), u), i), 1) == 0);
  z[1].u.i = 5;
  CHECK (nova_get (nova_field (nova_field (nova_view (z, 8), u), i), 1) == 5);
  /* In place, again and again.  */
  nova_vec (int) turned = nova_rotate (1, nova_view (x, 4));
  for (int i = 0; i < 4; i++)
    nova_store (x, 4, turned);
  CHECK (x[0] == 0 && x[1] == 1 && x[2] == 2 && x[3] == 42);
}

int
main (void)
{
  for (int i = 0; i < 64; i++)
    x[i] = i;
  flat (x + 3);
  nested ();
  return bad;
}

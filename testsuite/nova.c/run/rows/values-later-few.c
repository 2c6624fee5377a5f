/* A later store does not show in what may be a row of the array that is viewed and is no view, at all
   levels; a row is right in loops that store between its uses, too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

typedef nova_vec (int) vec;
static int a[3][2], bad;

static vec last (vec r, vec s) { return s; }

__attribute__ ((noipa)) static void
fill (int by)
{
  for (int i = 0; i < 6; i++)
    a[i / 2][i % 2] = by + i;
}

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

/* M is a view of A, or has the numbers 0 ... 5 of its own.  */
__attribute__ ((noipa)) static void
rows (nova_vec (vec) m)
{
  vec none = nova_view (a[0], 0);
  fill (0);
  vec g = nova_get (m, 1), r = nova_reduce (last, none, m), f = nova_fold (last, last, none, m);
  vec back = nova_reverse (nova_get (m, 2));
  nova_vec (vec) times = nova_replicate (3, nova_get (m, 1)), c = nova_convert (int, m);
  fill (100);
  CHECK (nova_get (g, 0) == 2 && nova_sum (g) == 5);
  CHECK (nova_get (r, 0) == 4 && nova_sum (r) == 9);
  CHECK (nova_get (f, 0) == 4 && nova_sum (f) == 9);
  CHECK (nova_get (back, 0) == 5 && nova_sum (back) == 9);
  CHECK (nova_get (nova_get (times, 2), 1) == 3 && nova_sum (nova_flatten (times)) == 15);
  CHECK (nova_get (nova_get (c, 2), 1) == 5 && nova_sum (nova_flatten (c)) == 15);
}

/* Each row is what it is when it is taken, though others are written behind it.  */
__attribute__ ((noipa)) static void
swap (nova_vec (vec) m)
{
  fill (0);
  for (size_t i = 0; i + 1 < nova_length (m); i++)
    {
      vec r = nova_get (m, i), s = nova_get (m, i + 1);
      for (int j = 0; j < 2; j++)
	a[i][j] = nova_get (s, j);
      for (int j = 0; j < 2; j++)
	a[i + 1][j] = nova_get (r, j);
    }
  CHECK (a[0][0] == 2 && a[1][1] == 5 && a[2][0] == 0 && a[2][1] == 1);
}

/* The row of one time round is used in the next.  */
__attribute__ ((noipa)) static int
before (nova_vec (vec) m)
{
  vec old = nova_get (m, 0);
  int s = 0;
  fill (0);
  for (size_t i = 1; i < 3; i++)
    {
      vec now = nova_get (m, i);
      a[i][0] = 50;
      s = s * 100 + nova_get (old, 0);
      old = now;
    }
  return s * 100 + nova_get (old, 0);
}

/* What stays if there is nothing to reduce.  */
__attribute__ ((noipa)) static vec
init (vec i)
{
  vec r = nova_reduce (last, i, nova_view (a[0], 0, 2));
  fill (100);
  return r;
}

int
main (void)
{
  nova_vec (vec) m = nova_view (a[0], 3, 2);
  fill (0);
  nova_vec (vec) own = nova_copy (m);
  rows (m);
  rows (own);
  swap (m);
  fill (0);
  CHECK (before (m) == 204 && before (own) == 204);
  fill (0);
  CHECK (nova_sum (init (nova_view (a[1], 2))) == 5);
  return bad;
}

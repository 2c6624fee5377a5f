/* Rows of which only elements are read need no memory: right all the same where what they are rows of
   goes or is written over, where they are long, and where the runtime has to be asked for them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

typedef nova_vec (int) vec;
typedef nova_vec (vec) mat;
static int a[300], bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

__attribute__ ((noipa)) static void
fill (int by)
{
  for (int i = 0; i < 300; i++)
    a[i] = by + i;
}

__attribute__ ((noipa)) static mat
make (int by, size_t k)
{
  return nova_split (k, nova_copy (nova_range (by, by + 300)));
}

static mat kept;

__attribute__ ((noipa)) static void
forget (void)
{
  nova_release (kept);
}

/* The last row of M, whatever M is, and 100 times the first after a store to what it may be a view of.  */
__attribute__ ((noipa)) static int
ends (mat m, int *p)
{
  int s = 0;
  vec last = nova_get (m, nova_length (m) - 1), first = nova_get (m, 0);
  for (size_t j = 0; j < nova_length (last); j++)
    {
      s += nova_get (last, j);
      p[0] = -1;
    }
  return s + 100 * nova_get (first, 0);
}

/* What the row is one of goes before it is read.  */
__attribute__ ((noipa)) static int
gone (mat m)
{
  vec r = nova_get (make (7, 3), 1), s = nova_get (m, 1);
  m = make (50, 3);
  kept = make (1000, 3);
  vec k = nova_get (kept, 2);
  forget ();
  return nova_get (r, 0) + nova_get (s, 0) + nova_get (k, 0);
}

/* A region may write over what nobody else has.  */
__attribute__ ((noipa)) static int
reused (void)
{
  int s = 0;
  vec x = nova_copy (nova_range (12));
  mat m = nova_split (4, x);
  vec r = nova_get (m, 1);
  x = nova_map (nova_add, x, x);
  for (int j = 0; j < 4; j++)
    s += nova_get (r, j);
  return s * 100 + nova_get (x, 4);
}

/* One or the other, and that of the time before.  */
__attribute__ ((noipa)) static int
either (mat m)
{
  int s = 0;
  vec old = nova_get (m, 0);
  for (size_t i = 0; i < 4; i++)
    {
      vec r = i & 1 ? nova_get (m, i) : nova_get (m, i + 4);
      s = 2 * s + nova_get (r, 0) + nova_get (old, 0);
      if (i == 2)
	continue;
      old = nova_get (m, i + 1);
      fill (0);
    }
  return s;
}

__attribute__ ((noipa)) static int
deeper (mat m, size_t i)
{
  vec r = nova_get (m, i);
  int s = nova_get (r, 0);
  a[0] = 0;
  return (i + 1 < nova_length (m) ? deeper (m, i + 1) : 0) + s + nova_get (r, 1);
}

int
main (void)
{
  static const int cuts[] = { 0, 3, 3, 300 };
  mat m = nova_view (a, 100, 3), wide = nova_view (a, 3, 100), own = make (0, 3);
  mat ragged = nova_segments (nova_view (a, 300), nova_view (cuts, 4));
  mat across = nova_transpose (m), turned = nova_rotate (1, m), windows = nova_window (2, nova_view (a, 300));
  fill (0);
  CHECK (ends (m, a) == 894);
  fill (0);
  CHECK (ends (wide, a) == 24950);
  fill (0);
  CHECK (ends (own, a) == 894 && ends (make (0, 100), a) == 24950);
  fill (0);
  CHECK (ends (ragged, a) == 297 * 302 / 2);
  fill (0);
  CHECK (ends (across, a) == 100 * 2 + 3 * 4950);
  fill (0);
  CHECK (ends (turned, a) == 3 + 300);
  fill (0);
  CHECK (ends (windows, a) == 298 + 299);
  fill (0);
  CHECK (ends (nova_reverse (m), a) == 3 + 29700);
  fill (0);
  CHECK (ends (nova_slice (0, 2, 100, m), a) == 294 + 295 + 296);
  fill (0);
  CHECK (gone (m) == 10 + 3 + 1006 && gone (own) == 1019);
  CHECK (reused () == 2208);
  int e = either (own);
  CHECK (either (m) == e);
  fill (0);
  CHECK (deeper (own, 97) == deeper (m, 97));
  nova_vec (nova_vec (float)) f = nova_convert (float, m);
  CHECK (nova_get (nova_get (f, 2), 1) == 7);
  return bad;
}

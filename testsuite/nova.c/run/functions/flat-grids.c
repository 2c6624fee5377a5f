/* Grids in flat vectors, whose rows and columns functions find by / and %: of counts and of ints,
   also negative ones, whose product may be a length.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2 -fchecking=2" "-O3" } */

#include <nova.h>
#include <stdio.h>

enum { MOST = 6000 };

static int from[MOST], to[MOST];

/* What a place in row Y, at X, of H rows of W at U becomes: that before in the same column, ...  */
#define GRID(NAME, I, MAKE) \
  static int \
  NAME (I w, I h, const int *u) \
  { \
    nova_vec (int) v = nova_view (u, w * h); \
    int f (I i) \
    { \
      I y = i / w, x = i % w; \
      int up = y > 0 ? nova_get (v, i - w) : -1, down = y < h - 1 ? nova_get (v, i + w) : -2; \
      int left = x > 0 ? nova_get (v, y * w + x - 1) : -3, right = -4, far = -5; \
      if (x < w - 1 && y > 0) \
	{ \
	  right = nova_get (v, y * w + x + 1); \
	  far = nova_get (v, (y - 1) * w + (x + 1)); \
	} \
      return up + 3 * down + 5 * left + 7 * right + 11 * far + 13 * nova_get (v, y * w + x) \
	     + 17 * (int) y + 19 * (int) x; \
    } \
    return nova_store (to, MOST, MAKE); \
  }

GRID (counts, size_t, nova_tabulate (f, w * h))
GRID (ints, int, nova_tabulate (f, w * h))
GRID (int_range, int, nova_map (f, nova_range (w * h)))
GRID (longs, long, nova_tabulate (f, w * h))
GRID (long_range, long, nova_map (f, nova_range (w * h)))

static int
element (long w, long h, long i)
{
  long y = i / w, x = i % w;
  int up = y > 0 ? from[i - w] : -1, down = y < h - 1 ? from[i + w] : -2;
  int left = x > 0 ? from[i - 1] : -3, right = -4, far = -5;

  if (x < w - 1 && y > 0)
    {
      right = from[i + 1];
      far = from[i - w + 1];
    }
  return up + 3 * down + 5 * left + 7 * right + 11 * far + 13 * from[i] + 17 * (int) y
	 + 19 * (int) x;
}

static int
wrong (long w, long h)
{
  int n = 0;

  for (long i = 0; i < w * h; i++)
    n += to[i] != element (w, h, i);
  return n;
}

int
main (void)
{
  static const int sizes[][2] = { { 1, 1 }, { 1, 7 }, { 7, 1 }, { 3, 2 }, { 60, 90 }, { 90, 60 },
				  { 5, 1000 }, { 1000, 5 }, { 0, 4 }, { -3, -2 }, { -50, -90 } };
  int bad = 0;

  for (int i = 0; i < MOST; i++)
    from[i] = i * 7919 % 1009;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      int w = sizes[k][0], h = sizes[k][1];

      bad += ints (w, h, from) != w * h || wrong (w, h);
      bad += int_range (w, h, from) != w * h || wrong (w, h);
      bad += longs (w, h, from) != w * h || wrong (w, h);
      bad += long_range (w, h, from) != w * h || wrong (w, h);
      if (w >= 0)
	bad += counts (w, h, from) != w * h || wrong (w, h);
    }
  printf ("%d\n", bad);
  return bad != 0;
}

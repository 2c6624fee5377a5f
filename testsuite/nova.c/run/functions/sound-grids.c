/* Grids that are read beside the edges that their functions test for, all of it, at the start: rows
   counted with an int, also a negative one, and sizes, also ones whose product wraps.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2 -fchecking=2" "-O3" } */

#include <nova.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 6000 };

static int from[MOST], to[MOST];

/* What a place becomes in H rows of W at U, stored at OUT, and the sum of that.  */
#define GRID(NAME, I) \
  __attribute__ ((noipa)) static void \
  store_##NAME (I w, I h, const int *u, int *out) \
  { \
    nova_vec (int) v = nova_view (u, w * h); \
    int f (I i) \
    { \
      I y = i / w, x = i % w; \
      if (y == 0 || y == h - 1 || x == 0 || x == w - 1) \
	return nova_get (v, i); \
      return nova_get (v, i - w) + 3 * nova_get (v, i + w) + 5 * nova_get (v, i - 1) \
	     + 7 * nova_get (v, i + 1); \
    } \
    nova_store (out, MOST, nova_map (f, nova_range (w * h))); \
  } \
  __attribute__ ((noipa)) static long \
  sum_##NAME (I w, I h, const int *u) \
  { \
    nova_vec (int) v = nova_view (u, w * h); \
    long f (I i) \
    { \
      I y = i / w, x = i % w; \
      return y == 0 || y == h - 1 || x == 0 || x == w - 1 ? 0 \
	     : nova_get (v, i - w) + nova_get (v, i + w); \
    } \
    return nova_sum (nova_map (f, nova_range (w * h))); \
  }

GRID (int, int)
GRID (long, long)
GRID (size, size_t)

static int
element (long w, long h, long i)
{
  long y = i / w, x = i % w;

  return y == 0 || y == h - 1 || x == 0 || x == w - 1 ? from[i]
	 : from[i - w] + 3 * from[i + w] + 5 * from[i - 1] + 7 * from[i + 1];
}

static void
check (long w, long h, const int *got)
{
  for (long i = 0; i < w * h; i++)
    if (got[i] != element (w, h, i))
      abort ();
}

#define CHECK(NAME) \
  do \
    { \
      memset (to, 0, sizeof to); \
      store_##NAME (w, h, from, to); \
      check (w, h, to); \
      memcpy (to, from, sizeof to); \
      store_##NAME (w, h, to, to); \
      check (w, h, to); \
      if (sum_##NAME (w, h, from) != sum) \
	abort (); \
    } \
  while (0)

static void
check_grid (long w, long h)
{
  long sum = 0;

  for (long i = 0; i < w * h; i++)
    if (i / w && i / w < h - 1 && i % w && i % w < w - 1)
      sum += from[i - w] + from[i + w];
  CHECK (int);
  CHECK (long);
  CHECK (size);
}

int
main (void)
{
  size_t half = (size_t) -1 / 2 + 1;	/* twice this is 0 */

  for (int i = 0; i < MOST; i++)
    from[i] = i * 2654435761u >> 20;
  for (int t = 1; t <= 3; t++)
    {
      nova_set_num_threads (t);
      for (int w = 1; w < 60; w += w < 5 ? 1 : 13)
	for (int h = 1; h < 90; h += h < 4 ? 1 : 20)
	  check_grid (w, h);
      /* Rows of one element, or one row: these have edges only.  */
      if (sum_int (-1, -40, from) || sum_int (-40, -1, from))
	abort ();
      if (sum_size (half, 2, from) || sum_size (2, half, from) || sum_size (half + 20, 2, from))
	abort ();
    }
  return 0;
}

/* Grids and rings whose edges meet: indices by remainders, of ints and of sizes, in views and through
   pointers.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2 -fchecking=2" "-O3" } */

#include <nova.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4000 };
typedef unsigned char cell;
typedef nova_vec (cell) cells;
static cell from[ROOM], to[ROOM];

__attribute__ ((noipa)) static void
life_int (int w, int h)
{
  nova_vec (cells) grid = nova_view (from, h, w);
  cell next (int y, int x)
  {
    int s = 0;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
	if (dx || dy)
	  s += nova_get (nova_get (grid, (y + dy + h) % h), (x + dx + w) % w);
    return s == 3 || (s == 2 && nova_get (nova_get (grid, y), x));
  }
  nova_store (to, ROOM, nova_tabulate (next, h, w));
}

__attribute__ ((noipa)) static void
life_size (size_t w, size_t h)
{
  nova_vec (cells) grid = nova_view (from, h, w);
  cell next (size_t y, size_t x)
  {
    int s = 0;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
	if (dx || dy)
	  s += nova_get (nova_get (grid, (y + dy + h) % h), (x + dx + w) % w);
    return s == 3 || (s == 2 && nova_get (nova_get (grid, y), x));
  }
  nova_store (to, ROOM, nova_tabulate (next, h, w));
}

__attribute__ ((noipa)) static void
life_flat (int w, int h)
{
  cell next (int i)
  {
    int y = i / w, x = i % w, s = 0;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
	if (dx || dy)
	  s += from[(y + dy + h) % h * w + (x + dx + w) % w];
    return s == 3 || (s == 2 && from[i]);
  }
  nova_store (to, ROOM, nova_map (next, nova_range (w * h)));
}

static cell
next_of (int w, int h, int y, int x)
{
  int s = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy)
	s += from[(y + dy + h) % h * w + (x + dx + w) % w];
  return s == 3 || (s == 2 && from[y * w + x]);
}

static void
check_grid (int w, int h)
{
  for (int form = 0; form < 3; form++)
    {
      memset (to, 9, sizeof to);
      if (form == 0)
	life_int (w, h);
      else if (form == 1)
	life_size (w, h);
      else
	life_flat (w, h);
      for (int y = 0; y < h; y++)
	for (int x = 0; x < w; x++)
	  if (to[y * w + x] != next_of (w, h, y, x))
	    abort ();
      if (to[w * h] != 9)
	abort ();
    }
}

/* Each element of a ring of N and the one STEP from it; STEP may be negative, or beyond the ring.  */
__attribute__ ((noipa)) static void
pairs (int n, int step)
{
  cells ring = nova_view (from, n);
  cell pair (int i) { return 2 * nova_get (ring, i) + nova_get (ring, ((i + step) % n + n) % n); }
  nova_store (to, ROOM, nova_map (pair, nova_range (n)));
}

static void
check_ring (int n, int step)
{
  memset (to, 9, sizeof to);
  pairs (n, step);
  for (int i = 0; i < n; i++)
    if (to[i] != 2 * from[i] + from[((i + step) % n + n) % n])
      abort ();
}

int
main (void)
{
  static const int sizes[] = { 1, 2, 3, 9, 10, 11, 12, 50 };

  for (int i = 0; i < ROOM; i++)
    from[i] = i * 2654435761u >> 31;
  for (int t = 1; t <= 3; t++)
    {
      nova_set_num_threads (t);
      check_grid (0, 3);
      for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
	for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++)
	  check_grid (sizes[i], sizes[j]);
      for (int n = 1; n < 40; n += 6)
	for (int step = -100; step <= 100; step += 7)
	  check_ring (n, step);
    }
  return 0;
}

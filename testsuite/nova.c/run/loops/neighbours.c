/* Grids whose function asks for each neighbour whether there is one, of ints and of sizes, small
   ones and such with one row or column; and one that asks for the row's half, of which the compiler
   guesses wrong: against loops.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <string.h>

#define MOST 40
static int in[MOST * MOST], out[MOST * MOST], expected[MOST * MOST];

/* The sum of the neighbours of (Y, X) in H x W elements at P, and their number; below row M only.  */
static int
blur (const int *p, int h, int w, int m, int y, int x)
{
  int s = 0, n = 0;

  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w && y + dy < m)
	{
	  s += p[(y + dy) * w + x + dx];
	  n++;
	}
  return 100 * s + n;
}

static int
cross (const int *p, size_t h, size_t w, size_t y, size_t x)
{
  int s = 0;

  if (y > 0)
    s += p[(y - 1) * w + x];
  if (y + 1 != h)
    s += 2 * p[(y + 1) * w + x];
  if (x > 0)
    s += 3 * p[y * w + x - 1];
  if (w > x + 1)
    s += 4 * p[y * w + x + 1];
  return s;
}

static int
wrong (const char *what, int h, int w, int m)
{
  if (memcmp (out, expected, sizeof out) == 0)
    return 0;
  printf ("%s of %d x %d, %d, is wrong\n", what, h, w, m);
  return 1;
}

static int
grid (int h, int w, int m)
{
  const int *p = in;
  int bad;

  int blurred (int y, int x) { return blur (p, h, w, m, y, x); }
  int crossed (size_t y, size_t x) { return cross (p, h, w, y, x); }

  memset (out, 0, sizeof out);
  memset (expected, 0, sizeof out);
  nova_store (out, MOST * MOST, nova_tabulate (blurred, h, w));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      expected[y * w + x] = blur (p, h, w, m, y, x);
  bad = wrong ("blur", h, w, m);
  nova_store (out, MOST * MOST, nova_tabulate (crossed, h, w));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      expected[y * w + x] = cross (p, h, w, y, x);
  return bad | wrong ("cross", h, w, m);
}

int
main (void)
{
  int bad = 0;

  for (int i = 0; i < MOST * MOST; i++)
    in[i] = i * 7919 % 1000;
  for (int w = 1; w <= MOST; w += w < 14 ? 1 : 13)
    for (int h = 1; h <= 7; h++)
      for (int m = 0; m <= h; m++)
	bad |= grid (h, w, m);
  return bad;
}

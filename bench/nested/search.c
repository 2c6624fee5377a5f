/* What makes its elements: expansions, loops in loops, searches, a tree.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "nested.h"

struct triangle { int a, b, c; };
struct board { unsigned columns, left, right; };
struct node { int depth, children; uint32_t seed; };

static inline int
larger (int a, int b)
{
  return a > b ? a : b;
}

/* How many pixels L has, and pixel I of them.  */
static inline int
pixels (struct line l)
{
  return larger (abs (l.x1 - l.x0), abs (l.y1 - l.y0)) + 1;
}

static inline struct pixel
pixel (struct line l, int i)
{
  int n = larger (pixels (l) - 1, 1);
  return (struct pixel) { l.x0 + (2 * i * (l.x1 - l.x0) + n) / (2 * n),
			  l.y0 + (2 * i * (l.y1 - l.y0) + n) / (2 * n) };
}

static inline uint32_t
mixed (uint32_t s, uint32_t i)
{
  s = (s ^ (i + 1) * 0x9e3779b9u) * 0x85ebca6bu;
  s ^= s >> 13;
  s *= 0xc2b2ae35u;
  return s ^ s >> 16;
}

/* The largest I for which SIZE (I) is at most N.  */
static inline int
largest (double (*size) (double), size_t n)
{
  int i = 1;
  while (size (i + 1) <= n)
    i++;
  return i;
}

static double pairs (double i) { return i * i / 2; }
static double triples (double i) { return i * i * i / 6; }
static double power (double i) { return pow (i / 2, DEPTH); }

/* Queens of which at most N placements are tried; so many are for boards of 4, 5, ...  */
static int
board_for (size_t n)
{
  static const size_t placements[]
    = { 17, 54, 153, 552, 2057, 8394, 35539, 166926, 856189, 4674890 };
  int size = 4;
  while (size < 13 && placements[size - 3] <= n)
    size++;
  return size;
}

#ifdef __NOVA__

PROGRAM (redexpand)
{
  int size (int length) { return length; }
  int64_t item (int length, int i) { return 3 * length + i; }
  d->out[0] = nova_sum (nova_expand (size, item, nova_view (d->length, d->m)));
  d->made = 1;
}

PROGRAM (lines)
{
  struct pixel *out = (struct pixel *) d->iout;
  d->imade = 2 * nova_store (out, d->n, nova_expand (pixels, pixel, nova_view (d->line, d->lines)));
}

/* The right triangles with integer sides: a < b < limit.  */
PROGRAM (pyth)
{
  int limit = largest (pairs, d->n);
  int longer (int a) { return limit - a - 1; }
  struct triangle triangle (int a, int i)
  {
    int b = a + 1 + i;
    return (struct triangle) { a, b, sqrt (a * a + b * b) };
  }
  int right (struct triangle t) { return t.a * t.a + t.b * t.b == t.c * t.c; }
  nova_vec (struct triangle) all = nova_expand (longer, triangle, nova_range (1, limit));
  struct triangle *out = (struct triangle *) d->iout;
  d->imade = 3 * nova_store (out, d->n / 2, nova_filter (right, all));
}

/* [ i + j + k | i < j < k < limit, i^2 + j^2 + k^2 divisible by 17 ]  */
PROGRAM (triple)
{
  int limit = largest (triples, d->n);
  ints with_one (int i)
  {
    ints with_two (int j)
    {
      int fits (int k) { return (i * i + j * j + k * k) % 17 == 0; }
      int sum (int k) { return i + j + k; }
      return nova_map (sum, nova_filter (fits, nova_range (j + 1, limit)));
    }
    return nova_flatten (nova_map (with_two, nova_range (i + 1, limit)));
  }
  d->imade = nova_store (d->iout, d->n, nova_flatten (nova_map (with_one, nova_range (limit))));
}

/* Row by row, all boards at once.  */
PROGRAM (queens)
{
  int size = board_for (d->n);
  unsigned all = (1u << size) - 1;
  struct board empty = { 0, 0, 0 };
  nova_vec (struct board) boards = nova_replicate (1, empty);
  int places (struct board b) { return __builtin_popcount (all & ~(b.columns | b.left | b.right)); }
  struct board with_queen (struct board b, int i)
  {
    unsigned free = all & ~(b.columns | b.left | b.right);
    while (i-- > 0)
      free &= free - 1;
    unsigned queen = free & -free;
    return (struct board) { b.columns | queen, (b.left | queen) << 1, (b.right | queen) >> 1 };
  }
  for (int row = 0; row < size; row++)
    boards = nova_expand (places, with_queen, boards);
  d->iout[0] = nova_length (boards);
  d->imade = 1;
}

static int64_t
leaves (struct node t)
{
  struct node child (uint32_t i)
  {
    return (struct node) { t.depth - 1, t.children, mixed (t.seed, i) };
  }
  if (t.depth == 0)
    return t.seed & 255;
  uint32_t children = t.seed % (t.children + 1u);
  return nova_sum (nova_map (leaves, nova_map (child, nova_range (children))));
}

/* A tree of depth DEPTH with about N leaves.  */
PROGRAM (tree)
{
  int children = largest (power, d->n);
  struct node top (uint32_t i) { return (struct node) { DEPTH - 1, children, mixed (17, i) }; }
  d->out[0] = nova_sum (nova_map (leaves, nova_map (top, nova_range ((uint32_t) children))));
  d->made = 1;
}

#else

PROGRAM (redexpand)
{
  int64_t s = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : s)
  for (size_t i = 0; i < d->m; i++)
    for (int k = 0; k < d->length[i]; k++)
      s += 3 * d->length[i] + k;
  d->out[0] = s;
  d->made = 1;
}

PROGRAM (lines)
{
  struct pixel *restrict out = (struct pixel *) d->iout;
  size_t to = 0;
  for (size_t i = 0; i < d->lines; i++)
    {
      struct line l = d->line[i];
      int n = pixels (l);
      for (int k = 0; k < n; k++)
	out[to++] = pixel (l, k);
    }
  d->imade = 2 * to;
}

PROGRAM (pyth)
{
  int limit = largest (pairs, d->n);
  struct triangle *out = (struct triangle *) d->iout;
  size_t to = 0;
  for (int a = 1; a < limit; a++)
    for (int b = a + 1; b < limit; b++)
      {
	int c = sqrt (a * a + b * b);
	if (a * a + b * b == c * c)
	  out[to++] = (struct triangle) { a, b, c };
      }
  d->imade = 3 * to;
}

PROGRAM (triple)
{
  int limit = largest (triples, d->n);
  size_t to = 0;
  for (int i = 0; i < limit; i++)
    for (int j = i + 1; j < limit; j++)
      for (int k = j + 1; k < limit; k++)
	if ((i * i + j * j + k * k) % 17 == 0)
	  d->iout[to++] = i + j + k;
  d->imade = to;
}

static int
solutions (unsigned all, struct board b)
{
  int s = 0;
  if (b.columns == all)
    return 1;
  for (unsigned free = all & ~(b.columns | b.left | b.right); free; free &= free - 1)
    {
      unsigned queen = free & -free;
      s += solutions (all, (struct board) { b.columns | queen, (b.left | queen) << 1,
					    (b.right | queen) >> 1 });
    }
  return s;
}

PROGRAM (queens)
{
  unsigned all = (1u << board_for (d->n)) - 1;
  d->iout[0] = solutions (all, (struct board) { 0, 0, 0 });
  d->imade = 1;
}

static int64_t
leaves (struct node t)
{
  int64_t s = 0;
  if (t.depth == 0)
    return t.seed & 255;
  for (uint32_t i = 0; i < t.seed % (t.children + 1u); i++)
    s += leaves ((struct node) { t.depth - 1, t.children, mixed (t.seed, i) });
  return s;
}

PROGRAM (tree)
{
  int children = largest (power, d->n);
  int64_t s = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : s)
  for (int i = 0; i < children; i++)
    s += leaves ((struct node) { DEPTH - 1, children, mixed (17, i) });
  d->out[0] = s;
  d->made = 1;
}

#endif

/* A step over a grid and what it changes, in one pass: the largest change, sums, counts, what is
   kept, and running sums, of grids of all shapes, as plain loops have them; and sums of floats, the
   same bits on any number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O1" "-O2" "-O3 -march=native" } */

#include <nova.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 100000
typedef nova_vec (double) row;
typedef nova_vec (row) grid;

static double u[MOST], next[MOST], wanted[MOST];
static int a[MOST], b[MOST], c[MOST];
static int64_t s[MOST];

/* Ends the program unless it is RIGHT.  */
static void
check (int right, const char *what, size_t h, size_t w)
{
  if (right)
    return;
  printf ("%s of %zu x %zu\n", what, h, w);
  exit (1);
}

static double
flow_at (size_t h, size_t w, size_t y, size_t x)
{
  size_t i = y * w + x;

  if (y == 0 || y == h - 1 || x == 0 || x == w - 1)
    return u[i];
  return (u[i - w] + u[i + w] + u[i - 1] + u[i + 1]) * 0.25;
}

/* The largest change, and the sum of all, of which the bits are printed.  */
static double
jacobi (size_t h, size_t w)
{
  grid g = nova_view (u, h, w);
  double at (size_t y, size_t x) { return nova_get (nova_get (g, y), x); }
  double flow (size_t y, size_t x)
  {
    if (y == 0 || y == h - 1 || x == 0 || x == w - 1)
      return at (y, x);
    return (at (y - 1, x) + at (y + 1, x) + at (y, x - 1) + at (y, x + 1)) * 0.25;
  }
  double change (double p, double q) { return fabs (p - q); }
  grid n = nova_tabulate (flow, h, w);
  row all = nova_flatten (n);
  double most = nova_reduce (nova_max, 0.0, nova_map (change, all, nova_view (u, h * w)));
  double sum = nova_sum (all), right = 0;

  nova_store (next, h * w, n);
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      {
	double v = wanted[y * w + x] = flow_at (h, w, y, x);

	right = fmax (right, fabs (v - u[y * w + x]));
      }
  check (most == right, "the largest change", h, w);
  check (!memcmp (next, wanted, h * w * sizeof *next), "the step", h, w);
  return sum;
}

/* Numbers, with int coordinates and no memory but what is captured.  */
static void
numbers (int h, int w)
{
  const int *restrict p = a;
  int *restrict to = b;
  int side (int y, int x)
  {
    int r = p[y * w + x] * (x - y);

    if (x > 0)
      r += p[y * w + x - 1];
    if (x < w - 1)
      r -= p[y * w + x + 1];
    return r;
  }
  int odd (int v) { return v & 1; }
  size_t n = (size_t) h * w, kept = 0, odds = 0;
  nova_vec (int) all = nova_flatten (nova_tabulate (side, h, w));
  int64_t sum = nova_sum_as (int64_t, all), right = 0;
  int least = nova_reduce (nova_min, 1000, all), small = 1000;

  nova_store (to, n, all);
  for (size_t i = 0; i < n; i++)
    {
      c[i] = side (i / w, i % w);
      right += c[i];
      s[i] = right;
      small = c[i] < small ? c[i] : small;
      odds += c[i] & 1;
    }
  check (!memcmp (b, c, n * sizeof *b), "numbers", h, w);
  check (sum == right && least == small, "the sum or least", h, w);
  check (nova_count (odd, nova_flatten (nova_tabulate (side, h, w))) == odds, "odd ones", h, w);
  kept = nova_store (to, n, nova_filter (odd, nova_flatten (nova_tabulate (side, h, w))));
  check (kept == odds, "the number of odd ones", h, w);
  for (size_t i = 0, k = 0; i < n; i++)
    if (c[i] & 1)
      check (b[k++] == c[i], "the odd ones", h, w);
  int64_t wide (int y, int x) { return side (y, x); }
  nova_vec (int64_t) run = nova_scan (nova_add, 0, nova_flatten (nova_tabulate (wide, h, w)));
  check (!memcmp (nova_data (run), s, n * sizeof *s), "running sums", h, w);
  if (n)
    check (c[nova_argmin (nova_lt, nova_flatten (nova_tabulate (side, h, w)))] == small
	   || small == 1000, "the place of the least", h, w);
}

/* Three dimensions.  */
static void
boxes (size_t d, size_t h, size_t w)
{
  int at (size_t z, size_t y, size_t x)
  {
    if (z == 0 || y == 0 || x == 0 || x == w - 1)
      return 1;
    return a[(z * h + y) * w + x] + a[((z - 1) * h + y) * w + x] - a[(z * h + y - 1) * w + x];
  }
  nova_vec (nova_vec (nova_vec (int))) all = nova_tabulate (at, d, h, w);
  int most = nova_reduce (nova_max, -1, nova_flatten (nova_flatten (all))), right = -1;

  nova_store (b, d * h * w, all);
  for (size_t z = 0; z < d; z++)
    for (size_t y = 0; y < h; y++)
      for (size_t x = 0; x < w; x++)
	{
	  int v = at (z, y, x);

	  check (b[(z * h + y) * w + x] == v, "a box", h, w);
	  right = v > right ? v : right;
	}
  check (most == right, "the largest of a box", h, w);
}

/* Small grids, each of an element.  */
static void
windows (size_t n, size_t k)
{
  int of (size_t i)
  {
    int at (size_t y, size_t x) { return a[i + y * 40 + x] * (int) (x + 1); }
    return nova_sum (nova_flatten (nova_tabulate (at, k, k)));
  }

  nova_store (b, n, nova_map (of, nova_range (n)));
  for (size_t i = 0; i < n; i++)
    {
      int sum = 0;

      for (size_t y = 0; y < k; y++)
	for (size_t x = 0; x < k; x++)
	  sum += a[i + y * 40 + x] * (int) (x + 1);
      check (b[i] == sum, "a window", n, k);
    }
}

int
main (void)
{
  static const size_t width[] = { 1, 2, 3, 15, 16, 17, 31, 67, 2049 };
  static const size_t height[] = { 0, 1, 2, 3, 16, 41 };

  for (size_t i = 0; i < MOST; i++)
    {
      u[i] = 1.0 / (double) (i * 7919 % 1013 + 1);
      a[i] = (int) (i * 7919 % 101) - 50;
    }
  for (size_t k = 0; k < sizeof width / sizeof *width; k++)
    for (size_t j = 0; j < sizeof height / sizeof *height; j++)
      {
	printf ("%a\n", jacobi (height[j], width[k]));
	numbers ((int) height[j], (int) width[k]);
      }
  printf ("%a %a\n", jacobi (313, 307), jacobi (9, 9973));
  numbers (313, 307);
  boxes (5, 7, 11);
  boxes (1, 1, 1);
  boxes (40, 17, 67);
  for (size_t k = 0; k < 40; k += 3)
    windows (300, k);
  return 0;
}

/* Columns whose elements need what their columns are as a whole: means and deviations, a block of
   columns at a time; any number of columns and rows, on any number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <string.h>

#define H 41
#define W 300

typedef nova_vec (double) vec;

static double a[H * W], y[H * W], z[H * W], mean[W], spread[W], want[W];

/* Sums are of small integers, so that their order does not matter.  */
__attribute__ ((noinline)) static void
standardise (size_t h, size_t w)
{
  nova_vec (vec) rows = nova_view (a, h, w);
  nova_vec (vec) columns = nova_transpose (rows);
  double middle (vec c) { return __builtin_floor (nova_sum (c) / (double) nova_length (c)); }
  double around (vec c, double m)
  {
    double square (double v) { return (v - m) * (v - m); }
    return nova_sum (nova_map (square, c));
  }
  vec means = nova_map (middle, columns);
  vec spreads = nova_map (around, columns, means);
  vec row (vec r)
  {
    double one (double v, double m, double s) { return (v - m) / (s + 1); }
    return nova_map (one, r, means, spreads);
  }

  nova_store (y, h * w, nova_flatten (nova_map (row, rows)));
  nova_store (mean, w, means);
  nova_store (spread, w, spreads);
}

/* The same of columns that need three passes.  */
__attribute__ ((noinline)) static void
most (size_t h, size_t w)
{
  double column (vec c)
  {
    double m = __builtin_floor (nova_sum (c) / (double) nova_length (c));
    double off (double v) { return __builtin_fabs (v - m); }
    double far = nova_maximum (nova_map (off, c));
    int at (double v) { return off (v) == far; }
    return nova_sum (nova_map (at, c)) + m;
  }

  nova_store (mean, w, nova_map (column, nova_transpose (nova_view (a, h, w))));
}

static int
right (size_t h, size_t w)
{
  for (size_t j = 0; j < w; j++)
    {
      double s = 0, m, q = 0, far = 0, n = 0;
      for (size_t i = 0; i < h; i++)
	s += a[i * w + j];
      m = __builtin_floor (s / (double) h);
      for (size_t i = 0; i < h; i++)
	{
	  double v = a[i * w + j] - m;
	  q += v * v;
	  far = __builtin_fabs (v) > far ? __builtin_fabs (v) : far;
	}
      for (size_t i = 0; i < h; i++)
	{
	  n += __builtin_fabs (a[i * w + j] - m) == far;
	  z[i * w + j] = (a[i * w + j] - m) / (q + 1);
	}
      if (mean[j] != m || spread[j] != q)
	return 0;
      want[j] = n + m;
    }
  return memcmp (y, z, h * w * sizeof *y) == 0;
}

int
main (void)
{
  for (size_t k = 0; k < H * W; k++)
    a[k] = (double) (k * k % 23) - 7;
  for (size_t h = 1; h <= H; h += h < 6 ? 1 : 35)
    for (size_t w = 1; w <= W; w += w < 36 ? 1 : 132)
      {
	standardise (h, w);
	if (!right (h, w))
	  return 1;
	most (h, w);
	if (memcmp (mean, want, w * sizeof *want))
	  return 2;
      }
  return 0;
}

/* Matrix products whose elements are loops of C, by rows, by the number of an element, and through
   pointers.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define MOST 41

typedef nova_vec (double) reals;
typedef nova_vec (reals) matrix;

static double a[MOST * MOST], b[MOST * MOST], c[MOST * MOST], d[MOST * MOST];

__attribute__ ((noinline)) static void
by_rows (int h, int n, int w)
{
  matrix x = nova_view (a, h, n), y = nova_view (b, n, w);
  reals row (reals r)
  {
    double element (int j)
    {
      double s = 0;
      for (int k = 0; k < n; k++)
	s += nova_get (r, k) * nova_get (nova_get (y, k), j);
      return s;
    }
    return nova_map (element, nova_range (w));
  }
  nova_store (c, h * w, nova_flatten (nova_map (row, x)));
}

__attribute__ ((noinline)) static void
by_number (size_t h, size_t n, size_t w, const double *x, const double *y)
{
  double element (size_t e)
  {
    size_t i = e / w, j = e % w;
    double s = 0;
    for (size_t k = 0; k < n; k++)
      s += x[i * n + k] * y[k * w + j];
    return s;
  }
  nova_store (c, h * w, nova_map (element, nova_range (h * w)));
}

/* The row is counted by a signed number, too.  */
__attribute__ ((noinline)) static void
by_int (int h, int n, int w, const double *restrict x, const double *restrict y)
{
  double element (int e)
  {
    int i = e / w, j = e % w;
    double s = 0;
    for (int k = 0; k < n; k++)
      s += x[i * n + k] * y[k * w + j];
    return s;
  }
  nova_store (c, h * w, nova_map (element, nova_range (h * w)));
}

static void
clear (void)
{
  for (int k = 0; k < MOST * MOST; k++)
    c[k] = -1;
}

static void
same (void)
{
  for (int k = 0; k < MOST * MOST; k++)
    if (c[k] != d[k])
      __builtin_abort ();
  clear ();
}

static void
product (int h, int n, int w)
{
  for (int k = 0; k < MOST * MOST; k++)
    d[k] = -1;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      {
	double s = 0;
	for (int k = 0; k < n; k++)
	  s += a[i * n + k] * b[k * w + j];
	d[i * w + j] = s;
      }
}

int
main (void)
{
  for (int k = 0; k < MOST * MOST; k++)
    {
      a[k] = k * 7 % 101;
      b[k] = k * 5 % 103;
    }
  clear ();
  for (int h = 1; h <= MOST; h += 13)
    for (int n = 0; n <= MOST; n += 8)
      for (int w = 1; w <= MOST; w += w < 10 ? 1 : 6)
	{
	  product (h, n, w);
	  by_rows (h, n, w);
	  same ();
	  by_number (h, n, w, a, b);
	  same ();
	  by_int (h, n, w, a, b);
	  same ();
	}
  return 0;
}

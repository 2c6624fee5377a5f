/* A function that divides a vector by filters and maps itself over the parts: the parts are passed
   on where they are, and so is what it returns: a part of its own operand, a view, a new vector.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

/* X in order.  */
static ints
sorted (ints x)
{
  size_t n = nova_length (x);
  if (n <= 1)
    return x;
  if (n == 2)
    return nova_get (x, 0) <= nova_get (x, 1) ? x : nova_reverse (x);
  int pivot = nova_get (x, n / 2);
  int below (int v) { return v < pivot; }
  int same (int v) { return v == pivot; }
  int above (int v) { return v > pivot; }
  ints less = nova_filter (below, x), equal = nova_filter (same, x), more = nova_filter (above, x);
  size_t m = nova_length (less), cuts[3] = { 0, m, m + nova_length (more) };
  rows parts = nova_segments (nova_concat (less, more), nova_view (cuts, 3));
  rows done = nova_map (sorted, parts);
  return nova_concat (nova_get (done, 0), equal, nova_get (done, 1));
}

/* X's odd elements and then its even ones, in two halves, wherever these meet; the halves likewise,
   and exchanged.  */
static ints
mixed (ints x)
{
  size_t n = nova_length (x);
  if (n < 4)
    return x;
  int odd (int v) { return v & 1; }
  int even (int v) { return !(v & 1); }
  ints a = nova_filter (odd, x), b = nova_filter (even, x);
  size_t cuts[3] = { 0, n / 2, n };
  rows done = nova_map (mixed, nova_segments (nova_concat (a, b), nova_view (cuts, 3)));
  return nova_concat (nova_get (done, 1), nova_get (done, 0));
}

static void
mixed_loop (int *x, size_t n)
{
  if (n < 4)
    return;
  int *y = malloc (n * sizeof *y);
  size_t k = 0, h = n / 2;
  for (int odd = 1; odd >= 0; odd--)
    for (size_t i = 0; i < n; i++)
      if ((x[i] & 1) == odd)
	y[k++] = x[i];
  mixed_loop (y, h);
  mixed_loop (y + h, n - h);
  for (size_t i = 0; i < n; i++)
    x[i] = i < n - h ? y[h + i] : y[i - (n - h)];
  free (y);
}

int
main (void)
{
  enum { MOST = 30000 };
  static const size_t sizes[] = { 0, 1, 2, 3, 4, 5, 8, 17, 100, 1000, MOST };
  static int x[MOST], y[MOST], z[MOST];
  int bad = 0;
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      size_t n = sizes[k];
      unsigned seed = 1;
      for (size_t i = 0; i < n; i++)
	{
	  seed = seed * 1103515245u + 12345u;
	  x[i] = z[i] = (int) (seed >> 8 & 0xfff);
	}
      if (nova_store (y, n, sorted (nova_view (x, n))) != n)
	bad |= 1;
      for (size_t i = 1; i < n; i++)
	bad |= y[i - 1] > y[i] ? 2 : 0;
      nova_store (y, n, mixed (nova_view (x, n)));
      mixed_loop (z, n);
      for (size_t i = 0; i < n; i++)
	bad |= y[i] != z[i] ? 4 : 0;
    }
  if (bad)
    printf ("%d\n", bad);
  return bad;
}

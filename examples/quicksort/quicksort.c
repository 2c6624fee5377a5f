/* Quicksort as in NESL: the numbers below the pivot, equal to it and above it; the outer two sorted
   by the function itself, side by side.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The parts are a vector of three rows, and the recursion is a map of two of them.  nova_sort is
   what a program would call; this shows that a function operand may call itself, on rows of lengths
   that nobody knows before.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../stopwatch.h"

#ifdef __NOVA__
#include <nova.h>

typedef nova_vec (double) numbers;

static numbers
quicksort (numbers a)
{
  if (nova_length (a) < 2)
    return a;
  double pivot = nova_get (a, nova_length (a) / 2);
  int side (double v) { return (v > pivot) - (v < pivot) + 1; }
  nova_vec (numbers) parts = nova_bucket (3, side, a);
  nova_vec (numbers) outer = nova_map (quicksort, nova_slice (0, 2, 3, parts));
  return nova_concat (nova_get (outer, 0), nova_get (parts, 1), nova_get (outer, 1));
}

static void
sort (size_t n, const double *x, double *y)
{
  nova_store (y, n, quicksort (nova_view (x, n)));
}
#else
static int
compare (const void *p, const void *q)
{
  double a = *(const double *) p, b = *(const double *) q;
  return (a > b) - (a < b);
}

static void
sort (size_t n, const double *x, double *y)
{
  memcpy (y, x, n * sizeof *x);
  qsort (y, n, sizeof *y, compare);
}
#endif

int
main (int argc, char **argv)
{
  FILE *f = argc == 2 ? fopen (argv[1], "r") : NULL;
  if (!f)
    {
      fprintf (stderr, "usage: quicksort FILE (numbers)\n");
      return 2;
    }
  size_t room = 1 << 10, n = 0;
  double *x = malloc (room * sizeof *x);
  while (fscanf (f, "%lf", &x[n]) == 1)
    if (++n == room)
      x = realloc (x, (room *= 2) * sizeof *x);
  fclose (f);
  double *y = malloc ((n + 1) * sizeof *y);
  STOPWATCH (3)
    sort (n, x, y);
  for (size_t i = 0; i < n; i++)
    printf ("%g\n", y[i]);
  free (x), free (y);
  return 0;
}

/* Summary statistics of one column of a CSV file: count, mean, standard deviation, least, greatest.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The five results come from one pass over the column: the sums of x and x squared and the extremes
   are separate reductions over the same vector, and run in one loop.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../stopwatch.h"

struct summary
{
  double sum, squares, least, greatest;
};

static inline double
square (double x)
{
  return x * x;
}

#ifdef __NOVA__
#include <nova.h>

static struct summary
summarise (size_t n, const double *column)
{
  nova_vec (double) x = nova_view (column, n);
  struct summary s;
  s.sum = nova_sum (x);
  s.squares = nova_sum (nova_map (square, x));
  s.least = nova_minimum (x);
  s.greatest = nova_maximum (x);
  return s;
}
#else
static struct summary
summarise (size_t n, const double *column)
{
  struct summary s = { 0, 0, column[0], column[0] };
  for (size_t i = 0; i < n; i++)
    {
      s.sum += column[i];
      s.squares += square (column[i]);
      s.least = fmin (s.least, column[i]);
      s.greatest = fmax (s.greatest, column[i]);
    }
  return s;
}
#endif

/* The numbers in column NAME of the CSV file F, whose first line names the columns; *N of them.  */
static double *
read_column (FILE *f, const char *name, size_t *n)
{
  char line[4096];
  int wanted = -1, k = 0;
  if (!fgets (line, sizeof line, f))
    return NULL;
  for (char *s = strtok (line, ",\r\n"); s; s = strtok (NULL, ",\r\n"), k++)
    if (!strcmp (s, name))
      wanted = k;
  if (wanted < 0)
    return NULL;
  size_t room = 1 << 10;
  double *x = malloc (room * sizeof *x);
  for (*n = 0; x && fgets (line, sizeof line, f);)
    {
      char *s = line, *end;
      for (k = 0; k < wanted && s; k++)
	if ((s = strchr (s, ',')))
	  s++;
      double v = s ? strtod (s, &end) : 0;
      if (!s || end == s)
	continue;
      if (*n == room)
	x = realloc (x, (room *= 2) * sizeof *x);
      x[(*n)++] = v;
    }
  return x;
}

int
main (int argc, char **argv)
{
  size_t n = 0;
  FILE *f = argc == 3 ? fopen (argv[1], "r") : NULL;
  double *x = f ? read_column (f, argv[2], &n) : NULL;
  if (!n)
    {
      fprintf (stderr, "usage: csvstats FILE COLUMN (a column of numbers)\n");
      return 2;
    }
  fclose (f);
  struct summary s;
  STOPWATCH (15)
    s = summarise (n, x);
  double mean = s.sum / n, variance = s.squares / n - mean * mean;
  printf ("%s: %zu values, mean %.6f, deviation %.6f, least %g, greatest %g\n", argv[2], n, mean,
	  sqrt (variance > 0 ? variance : 0), s.least, s.greatest);
  free (x);
  return 0;
}

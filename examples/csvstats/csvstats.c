/* Summary statistics of one column of a CSV file: count, mean, standard deviation, least, greatest;
   and the mean for each word of another column.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The five results come from one pass over the column: the sums of x and x squared and the extremes
   are separate reductions over the same vector, and run in one loop.  The means are a comprehension
   over the groups, of numbers and words in step.  */

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

static size_t
means (size_t n, const double *column, const int *word, double *to)
{
  return nova_store (to, n, nova_for (double, (x, nova_view (column, n), w, nova_view (word, n)),
				      nova_grouped (w), nova_sum (x) / nova_length (x)));
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

static size_t
means (size_t n, const double *column, const int *word, double *to)
{
  double sum[n];
  size_t count[n], k = 0;
  memset (sum, 0, sizeof sum);
  memset (count, 0, sizeof count);
  for (size_t i = 0; i < n; i++)
    {
      sum[word[i]] += column[i];
      count[word[i]]++;
    }
  for (size_t g = 0; g < n; g++)
    if (count[g])
      to[k++] = sum[g] / count[g];
  return k;
}
#endif

/* The words in column NAME of the CSV file F, numbered as they appear, of N lines; WORDS.  */
static int *
read_words (FILE *f, const char *name, size_t n, char words[100][40])
{
  char line[4096];
  int wanted = -1, k = 0, known = 0, *word = calloc (n, sizeof *word);
  rewind (f);
  if (!fgets (line, sizeof line, f))
    return NULL;
  for (char *s = strtok (line, ",\r\n"); s; s = strtok (NULL, ",\r\n"), k++)
    if (!strcmp (s, name))
      wanted = k;
  for (size_t i = 0; wanted >= 0 && i < n && fgets (line, sizeof line, f); i++)
    {
      char *s = strtok (line, ",\r\n");
      for (k = 0; k < wanted && s; k++)
	s = strtok (NULL, ",\r\n");
      for (word[i] = 0; word[i] < known && strcmp (words[word[i]], s ? s : ""); word[i]++)
	continue;
      if (word[i] == 100)
	return NULL;
      if (word[i] == known)
	snprintf (words[known++], 40, "%s", s ? s : "");
    }
  return wanted < 0 ? NULL : word;
}

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
  FILE *f = argc == 3 || argc == 4 ? fopen (argv[1], "r") : NULL;
  double *x = f ? read_column (f, argv[2], &n) : NULL;
  if (!n)
    {
      fprintf (stderr, "usage: csvstats FILE COLUMN [GROUPS] (columns of numbers, of words)\n");
      return 2;
    }
  static char words[100][40];
  int *word = argc == 4 ? read_words (f, argv[3], n, words) : NULL;
  fclose (f);
  struct summary s;
  STOPWATCH (15)
    s = summarise (n, x);
  double mean = s.sum / n, variance = s.squares / n - mean * mean;
  printf ("%s: %zu values, mean %.6f, deviation %.6f, least %g, greatest %g\n", argv[2], n, mean,
	  sqrt (variance > 0 ? variance : 0), s.least, s.greatest);
  if (word)
    {
      double *mean = malloc (n * sizeof *mean);
      size_t groups = means (n, x, word, mean);
      for (size_t g = 0; g < groups; g++)
	printf ("%s %.6f\n", words[g], mean[g]);
      free (mean), free (word);
    }
  free (x);
  return 0;
}

/* A sparse matrix from a Matrix Market file times a vector.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The matrix is kept in compressed rows.  A row's product is a nested function that reads the
   matrix around it; tabulate runs it for every row, and the rows are shared out among the
   threads.  */

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../stopwatch.h"

struct matrix
{
  size_t rows, columns, entries;
  size_t *begin;		/* rows + 1 */
  unsigned *column;
  double *value;
};

static inline double
row_times (size_t begin, size_t end, const unsigned *column, const double *value, const double *x)
{
  double sum = 0;
  for (size_t k = begin; k < end; k++)
    sum += value[k] * x[column[k]];
  return sum;
}

#ifdef __NOVA__
#include <nova.h>

static void
multiply (const struct matrix *a, const double *restrict x, double *restrict y)
{
  const size_t *restrict begin = a->begin;
  const unsigned *restrict column = a->column;
  const double *restrict value = a->value;
  double row (size_t i) { return row_times (begin[i], begin[i + 1], column, value, x); }
  nova_store (y, a->rows, nova_tabulate (row, a->rows));
}
#else
static void
multiply (const struct matrix *a, const double *restrict x, double *restrict y)
{
  for (size_t i = 0; i < a->rows; i++)
    y[i] = row_times (a->begin[i], a->begin[i + 1], a->column, a->value, x);
}
#endif

struct entry
{
  unsigned row, column;
  double value;
};

static int
by_row (const void *p, const void *q)
{
  const struct entry *a = p, *b = q;
  return a->row != b->row ? (a->row > b->row) - (a->row < b->row)
	 : (a->column > b->column) - (a->column < b->column);
}

/* Read a real "matrix coordinate" file, general or symmetric; 0 if F is none.  */
static int
read_matrix (FILE *f, struct matrix *a)
{
  char line[1024];
  size_t stored;
  if (!fgets (line, sizeof line, f) || strncmp (line, "%%MatrixMarket matrix coordinate", 32)
      || strstr (line, "complex"))
    return 0;
  int symmetric = strstr (line, "symmetric") != NULL, pattern = strstr (line, "pattern") != NULL;
  do
    if (!fgets (line, sizeof line, f))
      return 0;
  while (*line == '%');
  if (sscanf (line, "%zu %zu %zu", &a->rows, &a->columns, &stored) != 3)
    return 0;
  struct entry *e = malloc (2 * stored * sizeof *e);
  size_t n = 0;
  for (size_t k = 0; k < stored; k++)
    {
      struct entry t = { 0, 0, 1 };
      if (fscanf (f, "%u %u", &t.row, &t.column) != 2
	  || (!pattern && fscanf (f, "%lf", &t.value) != 1)
	  || t.row - 1 >= a->rows || t.column - 1 >= a->columns)
	return 0;
      t.row--, t.column--;
      e[n++] = t;
      if (symmetric && t.row != t.column)
	e[n++] = (struct entry) { t.column, t.row, t.value };
    }
  qsort (e, n, sizeof *e, by_row);
  a->entries = n;
  a->begin = calloc (a->rows + 1, sizeof *a->begin);
  a->column = malloc (n * sizeof *a->column);
  a->value = malloc (n * sizeof *a->value);
  for (size_t k = 0; k < n; k++)
    {
      a->begin[e[k].row + 1]++;
      a->column[k] = e[k].column;
      a->value[k] = e[k].value;
    }
  for (size_t i = 0; i < a->rows; i++)
    a->begin[i + 1] += a->begin[i];
  free (e);
  return 1;
}

int
main (int argc, char **argv)
{
  struct matrix a;
  FILE *f = argc == 2 ? fopen (argv[1], "r") : NULL;
  if (!f || !read_matrix (f, &a))
    {
      fprintf (stderr, "usage: spmv FILE (a real Matrix Market coordinate file)\n");
      return 2;
    }
  fclose (f);
  double *x = malloc (a.columns * sizeof *x), *y = malloc (a.rows * sizeof *y), norm = 0;
  for (size_t j = 0; j < a.columns; j++)
    x[j] = 1 + j % 7;
  STOPWATCH (9)
    multiply (&a, x, y);
  for (size_t i = 0; i < a.rows; i++)
    norm += y[i] * y[i];
  printf ("%zu x %zu, %zu entries, |A x| = %.6f\n", a.rows, a.columns, a.entries, sqrt (norm));
  for (size_t i = 0; i < a.rows && i < 4; i++)
    printf ("y[%zu] = %g\n", i, y[i]);
  free (a.begin), free (a.column), free (a.value), free (x), free (y);
  return 0;
}

/* What the programs with nested data are given, and what they leave.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A file of programs has each of them twice: with nova, as a reader of the manual writes it, and as
   the loop that one writes in C, which with -fopenmp is shared out where that takes no more than a
   line.  Numbers are small integers, so that most sums are exact.  */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 8, DIMENSIONS = 4, CENTRES = 16, DEPTH = 8, SPACE = 32 };

struct line { int x0, y0, x1, y1; };
struct pixel { int x, y; };

struct data
{
  size_t n, m;			/* elements, rows */
  size_t *at;			/* where the rows begin, and the end: m + 1 */
  int *length;			/* of the rows */
  size_t blocks, *over;		/* where blocks of rows begin, and the end: blocks + 1 */
  double *x, *y;		/* n each, below 64 */
  int *k;			/* n, below BINS */
  int *column, *column2;	/* n each, ascending in a row, below WIDTH */
  size_t width;
  int *kind, *perm;		/* of the rows: below 3, a permutation */
  size_t picks;
  int *pick;			/* some rows, ascending */
  double *weight;		/* of these */
  int start;			/* the longest row */
  int *owner;			/* the row of each element, in some order */
  double *vector;		/* WIDTH */
  double *centre;		/* CENTRES x DIMENSIONS */
  char *text;			/* n */
  int *number;			/* n, any */
  int *sorted, *sorted2;	/* n / 2 each, ascending */
  size_t lines;
  struct line *line;		/* of about n pixels */
  /* What the program leaves: MADE numbers, and IMADE integers.  */
  double *out;			/* room for 2 n + 4 m + 64 */
  int *iout;			/* room for 2 n + BINS m + 64 */
  size_t made, imade;
  int *scratch;			/* n + m + 64 */
};

/* A program: void (struct data *).  */
#define PROGRAM(NAME) void NAME (struct data *d)

#define NESTED_PROGRAM(NAME, SHAPES, SHARED, KEPT) PROGRAM (NAME);
#include "programs.def"
#undef NESTED_PROGRAM

#ifdef __NOVA__
#include <nova.h>

typedef nova_vec (int) ints;
typedef nova_vec (double) reals;
typedef nova_vec (size_t) sizes;
typedef nova_vec (ints) int_rows;
typedef nova_vec (reals) real_rows;

/* P, an array of D's elements, as rows.  */
#define ROWS(P) nova_segments (nova_view (P, d->n), nova_view (d->at, d->m + 1))
#endif

/* Programs with nested data, as nova and as the loops that one writes by hand: the main program.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   nested			lists programs, their shapes, and whether OpenMP shares their loop
   nested PROGRAM SHAPE N	prints the median time of a call in seconds, a digest of the results,
				the most bytes of memory that the process had, and those of vectors
				that the program with nova keeps
   nested all N			prints the digests of all programs and shapes
   One process measures one version.  */

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include "nested.h"
#include "../measure.h"

/* Those of files that are not linked are not there.  */
#define NESTED_PROGRAM(NAME, SHAPES, SHARED, KEPT) PROGRAM (NAME) __attribute__ ((weak));
#include "programs.def"
#undef NESTED_PROGRAM

/* Lengths of rows.  */
enum shape
{
  EVEN8, EVEN100, TINY, NORMAL, POWER, TEN, ARROW, LONE, ONES, OWN, SHAPES
};
static const char *const shape_names[] =
{
  "even8",			/* 8 each */
  "even100",			/* 100 each */
  "tiny",			/* 0 to 4 */
  "normal",			/* about 32, by the normal distribution */
  "power",			/* few are long, by a power law */
  "ten",			/* ten long rows */
  "arrow",			/* one with half of all, the others 2 each */
  "lone",			/* one with all, and a million empty ones */
  "ones",			/* 1 each */
  "-"				/* the program's own */
};

enum shape_set { NONE = 1 << OWN, ALL_SHAPES = NONE - 1,
		 GRAPHS = 1 << EVEN8 | 1 << TINY | 1 << NORMAL | 1 << POWER,
		 SPARSE = GRAPHS & ~(1 << NORMAL),
		 SHORT = 1 << EVEN8 | 1 << EVEN100 | 1 << TINY | 1 << NORMAL | 1 << ONES };

static uint64_t state;

/* Xorshift*, of Marsaglia and Vigna.  */
static uint32_t
random_bits (void)
{
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 0x2545f4914f6cdd1d >> 32;
}

/* From 0 to below N.  */
static size_t
below (size_t n)
{
  return (uint64_t) random_bits () * n >> 32;
}

static double
uniform (void)
{
  return (random_bits () + 0.5) / 4294967296.0;
}

static double
normal (void)
{
  double r = sqrt (-2 * log (uniform ()));
  return r * cos (6.283185307 * uniform ());
}

/* Row I of all N elements, of which LEFT are left.  */
static size_t
row_length (enum shape s, size_t i, size_t n, size_t left)
{
  size_t length = 8;
  switch (s)
    {
    case EVEN100: length = 100; break;
    case TINY: length = below (5); break;
    case NORMAL: length = fmax (0, 32 + 10 * normal ()); break;
    case POWER: length = fmin (pow (uniform (), -1 / 1.5), n / 4 + 1); break;
    case TEN: length = n / 10 + 1; break;
    case ARROW: length = i ? 2 : n / 2; break;
    case ONES: length = 1; break;
    default: break;
    }
  return length < left ? length : left;
}

static void
fill_rows (struct data *d, enum shape s, size_t n)
{
  size_t empty = s == LONE ? n < 100000 ? 10 * n : 1000000 : 0, most = 5 * n + 64 + empty, m = 0;
  d->n = n;
  d->at = room ((most + 1) * sizeof *d->at);
  d->at[0] = 0;
  if (s == LONE)
    for (; m <= empty; m++)
      d->at[m + 1] = m < empty / 2 ? 0 : n;
  else
    for (; d->at[m] < n && m < most; m++)
      d->at[m + 1] = d->at[m] + row_length (s, m, n, n - d->at[m]);
  d->m = m;
  d->n = d->at[m];
  d->length = room (m * 4), d->kind = room (m * 4), d->perm = room (m * 4), d->pick = room (m * 4);
  d->over = room ((m + 1) * sizeof *d->over), d->weight = room (m * 8);
  d->start = d->blocks = d->picks = d->over[0] = 0;
  for (size_t i = 0; i < m; i++)
    {
      d->length[i] = d->at[i + 1] - d->at[i];
      d->start = d->length[i] > d->length[d->start] ? (int) i : d->start;
      d->kind[i] = below (3);
      size_t j = below (i + 1);
      d->perm[i] = d->perm[j];
      d->perm[j] = i;
    }
  for (size_t i = d->start % 8; i < m; i += 8, d->picks++)
    {
      d->pick[d->picks] = i;
      d->weight[d->picks] = below (4);
    }
  for (size_t i = 0; i < m; d->over[++d->blocks] = i)
    {
      i += 8 + below (16);
      i = i < m ? i : m;
    }
  d->width = (size_t) d->length[d->start] > m ? (size_t) d->length[d->start] : m;
}

/* Columns of all rows, in each ascending and different.  */
static int *
columns (struct data *d)
{
  int *c = room (d->n * 4);
  for (size_t i = 0; i < d->m; i++)
    for (size_t j = d->at[i], n = d->at[i + 1] - j; j < d->at[i + 1]; j++)
      {
	size_t from = (j - d->at[i]) * d->width / n, to = (j - d->at[i] + 1) * d->width / n;
	c[j] = from + below (to - from);
      }
  return c;
}

static int
ascending_ints (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return (x > y) - (x < y);
}

static int *
sorted_numbers (size_t n)
{
  int *p = room (n * 4);
  for (size_t i = 0; i < n; i++)
    p[i] = below (2 * n);
  qsort (p, n, sizeof *p, ascending_ints);
  return p;
}

static void
fill (struct data *d, enum shape s, size_t n)
{
  state = 1;
  fill_rows (d, s, n);
  n = d->n;
  d->x = room (n * 8), d->y = room (n * 8), d->k = room (n * 4), d->owner = room (n * 4);
  d->text = room (n), d->number = room (n * 4), d->line = room (n * sizeof *d->line);
  d->vector = room (d->width * 8), d->centre = room (CENTRES * DIMENSIONS * 8);
  for (size_t i = 0, row = 0; i < n; i++)
    {
      d->x[i] = below (64);
      d->y[i] = below (64);
      d->k[i] = below (BINS);
      d->number[i] = random_bits ();
      d->text[i] = below (6) ? 'a' + (int) below (26) : " \n"[below (8) == 0];
      while (d->at[row + 1] <= i)
	row++;
      size_t j = below (i + 1);
      d->owner[i] = d->owner[j];
      d->owner[j] = row;
    }
  for (size_t i = 0; i + 12 < n; i += 12)	/* no word is longer */
    d->text[i] = ' ';
  for (size_t i = 0; i < d->width; i++)
    d->vector[i] = below (64);
  for (size_t i = 0; i < CENTRES * DIMENSIONS; i++)
    d->centre[i] = below (64);
  d->column = columns (d), d->column2 = columns (d);
  d->sorted = sorted_numbers (n / 2), d->sorted2 = sorted_numbers (n / 2);
  d->lines = 0;
  for (size_t pixels = 0; pixels + 2 * SPACE < n; d->lines++)
    {
      struct line l = { below (SPACE), below (SPACE), below (SPACE), below (SPACE) };
      size_t dx = abs (l.x1 - l.x0), dy = abs (l.y1 - l.y0);
      d->line[d->lines] = l;
      pixels += (dx > dy ? dx : dy) + 1;
    }
  d->out = room ((2 * n + 4 * d->m + 64) * 8), d->iout = room ((2 * n + BINS * d->m + 64) * 4);
  d->scratch = room ((n + d->m + 64) * 4);
}

static void
drop (struct data *d)
{
  void *all[] = { d->at, d->length, d->over, d->x, d->y, d->k, d->column, d->column2, d->kind,
		  d->perm, d->pick, d->weight, d->owner, d->vector, d->centre, d->text, d->number,
		  d->sorted, d->sorted2, d->line, d->out, d->iout, d->scratch };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    free (all[i]);
}

/* A number that depends on all results and their order.  */
static double
digest (struct data *d)
{
  double s = d->made + 2.0 * d->imade;
  for (size_t i = 0; i < d->made; i++)
    s += d->out[i] * (1 + i % 1009);
  for (size_t i = 0; i < d->imade; i++)
    s += (d->iout[i] & 0xffffff) * (1.0 + i % 1009);
  return s;
}

static const struct
{
  const char *name;
  void (*run) (struct data *);
  enum shape_set shapes;
  int shared;
} programs[] =
{
#define NESTED_PROGRAM(NAME, SHAPES, SHARED, KEPT) { #NAME, NAME, SHAPES, SHARED },
#include "programs.def"
#undef NESTED_PROGRAM
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

/* Does program K run on D?  Columns of a graph's matrix are rows.  */
static int
takes (size_t k, struct data *d)
{
  enum shape_set shapes = programs[k].shapes;
  return programs[k].run && ((shapes != GRAPHS && shapes != SPARSE) || d->width == d->m);
}

static void (*measured) (struct data *);

static double
run (struct data *d)
{
  d->made = d->imade = 0;
  measured (d);
  return 0;
}

static void
run_all (size_t n)
{
  for (enum shape s = 0; s < SHAPES; s++)
    {
      struct data d;
      fill (&d, s, n);
      for (size_t k = 0; k < PROGRAMS; k++)
	if (programs[k].shapes & 1 << s && takes (k, &d))
	  {
	    measured = programs[k].run;
	    run (&d);
	    printf ("%s %s %.12g\n", programs[k].name, shape_names[s], digest (&d));
	  }
      drop (&d);
    }
}

/* The bytes of the vectors that program K, which has left its results in D, keeps.  */
static size_t
kept (size_t k, const struct data *d)
{
  size_t n = d->n, m = d->m, longest = d->length[d->start], made = d->made, imade = d->imade;
  const size_t bytes[PROGRAMS] =
  {
#define NESTED_PROGRAM(NAME, SHAPES, SHARED, KEPT) KEPT,
#include "programs.def"
#undef NESTED_PROGRAM
  };
  return bytes[k];
}

/* The most bytes of memory that the process had.  */
static double
peak (void)
{
  struct rusage r;
  getrusage (RUSAGE_SELF, &r);
  return 1024.0 * r.ru_maxrss;
}

/* Measure program K.  */
static int
measure_one (size_t k, enum shape s, size_t n)
{
  struct data d;
  double nothing, time;
  fill (&d, s, n);
  if (!takes (k, &d))
    return 2;
  measured = programs[k].run;
  time = measure (run, &d, &nothing);
  printf ("%.9g %.12g %.0f %zu\n", time, digest (&d), peak (), kept (k, &d));
  drop (&d);
  return 0;
}

int
main (int argc, char **argv)
{
  size_t n = argc > 2 ? strtoul (argv[argc - 1], NULL, 10) : 0;
  if (argc == 3 && n)
    run_all (n);
  for (size_t k = 0; k < PROGRAMS; k++)
    for (enum shape s = 0; s < SHAPES; s++)
      if (!(programs[k].shapes & 1 << s))
	;
      else if (argc == 1)
	printf ("%s %s %d\n", programs[k].name, shape_names[s], programs[k].shared);
      else if (argc == 4 && n && !strcmp (argv[1], programs[k].name)
	       && !strcmp (argv[2], shape_names[s]))
	return measure_one (k, s, n);
  return argc == 2 || argc == 4 ? 2 : 0;
}

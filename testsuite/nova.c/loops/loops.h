/* What the tests of "Loops you know" share: inputs, and a main that runs both ways of a loop on
   inputs of several sizes and compares what they leave, byte by byte.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A test defines `loop' and `with_nova', each void (struct data *), and may define LEAST, the
   smallest size it is meant for.  Numbers are small integers, so that sums are exact.  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* M rows of N elements; K are keys below BINS, IX a permutation of the N numbers, S sorted.  */
struct data
{
  size_t n, m;
  double *x, *y, *s;
  int *k;
  size_t *ix;
  /* What is computed.  */
  double *out, *out2;
  int *iout;
  double r, r2;
  size_t p;
};

#define BINS 16

static void loop (struct data *d);
static void with_nova (struct data *d);

static void
fill (struct data *d, size_t n, size_t m)
{
  size_t all = n * m, room = (all + 2 * n + BINS + 64) * sizeof (double);

  d->n = n;
  d->m = m;
  d->x = (double *) malloc (room);
  d->y = (double *) malloc (room);
  d->s = (double *) malloc (room);
  d->k = (int *) malloc (room);
  d->ix = (size_t *) malloc (room);
  d->out = (double *) calloc (1, room);
  d->out2 = (double *) calloc (1, room);
  d->iout = (int *) calloc (1, room);
  d->r = d->r2 = 0;
  d->p = 0;
  for (size_t i = 0; i < all; i++)
    {
      d->x[i] = (double) (i * 7919 % 101) - 50;
      d->y[i] = (double) (i * 104729 % 37) - 18;
      d->s[i] = (double) (2 * i);
      d->k[i] = (int) (i * 31 % BINS);
    }
  /* 7 and the size have no common factor for the sizes below.  */
  for (size_t i = 0; i < n; i++)
    d->ix[i] = n % 7 ? i * 7 % n : n - 1 - i;
}

static int
same (struct data *a, struct data *b)
{
  size_t room = (a->n * a->m + 2 * a->n + BINS + 64) * sizeof (double);

  return memcmp (a->x, b->x, a->n * a->m * sizeof (double)) == 0
	 && memcmp (a->y, b->y, a->n * a->m * sizeof (double)) == 0
	 && memcmp (a->out, b->out, room) == 0 && memcmp (a->out2, b->out2, room) == 0
	 && memcmp (a->iout, b->iout, room) == 0 && a->r == b->r && a->r2 == b->r2 && a->p == b->p;
}

static void
drop (struct data *d)
{
  free (d->x);
  free (d->y);
  free (d->s);
  free (d->k);
  free (d->ix);
  free (d->out);
  free (d->out2);
  free (d->iout);
}

#ifndef LEAST
# define LEAST 0
#endif

int
main (void)
{
  static const size_t sizes[] = { 0, 1, 2, 3, 10, 99, 1000, 4096 };
  int bad = 0;

  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      size_t n = sizes[k], m = n < 100 ? n : 5;
      struct data a, b;

      if (n < LEAST)
	continue;
      fill (&a, n, m);
      fill (&b, n, m);
      loop (&a);
      with_nova (&b);
      if (!same (&a, &b))
	{
	  printf ("they differ for %zu elements\n", n);
	  bad = 1;
	}
      drop (&a);
      drop (&b);
    }
  if (!bad)
    puts ("the same");
  return bad;
}

/* Regions over statements: results assigned to members, values in between, several passes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stdio.h>

#define N 4096
static double x[N], y[N];

struct stats
{
  double sum, least, most, mean, variance;
};

static struct stats
statistics (const double *p, size_t n)
{
  struct stats r;
  double mean;

  r.sum = nova_reduce (nova_add, 0.0, nova_view (p, n));
  r.least = nova_minimum (nova_view (p, n));
  r.most = nova_maximum (nova_view (p, n));
  mean = r.sum / n;
  r.mean = mean;
  double square (double v) { return (v - mean) * (v - mean); }
  r.variance = nova_reduce (nova_add, 0.0, nova_map (square, nova_view (p, n))) / n;
  return r;
}

static void
pair (double *a, double *b)
{
  *a = nova_sum (nova_view (x, N));
  *b = nova_sum (nova_view (y, N));
}

/* The same array changes between two reads of one view.  */
static int
epochs (void)
{
  nova_vec (double) v = nova_view (x, N);
  double before = nova_sum (v), after;

  x[0] += 100;
  after = nova_sum (v);
  x[0] -= 100;
  return after == before + 100;
}

int
main (void)
{
  struct stats r;
  double a, b, sa = 0, sb = 0;

  for (int i = 0; i < N; i++)
    {
      sa += x[i] = i % 16;
      sb += y[i] = i % 8;
    }
  r = statistics (x, N);
  pair (&a, &b);
  if (r.sum == sa && r.least == 0 && r.most == 15 && r.mean == 7.5 && r.variance == 21.25
      && a == sa && b == sb && epochs ())
    return 0;
  printf ("%g %g %g %g %g %g %g\n", r.sum, r.least, r.most, r.mean, r.variance, a, b);
  return 1;
}

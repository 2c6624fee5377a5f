/* Functions between builtins: regions span them where that saves memory.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

typedef nova_vec (double) reals;

static reals
scaled (reals v, double k)
{
  double times (double a) { return a * k; }
  return nova_map (times, v);
}

static double
norm (reals v)
{
  double square (double a) { return a * a; }
  return nova_sum (nova_map (square, v));
}

static reals __attribute__ ((noinline))
apart (reals v)
{
  double half (double a) { return a / 2; }
  return nova_map (half, v);
}

double
result (size_t n, const double *x)
{
  return nova_sum (scaled (nova_view (x, n), 2));
}

double
operand (size_t n, const double *x)
{
  return norm (scaled (nova_view (x, n), 2));
}

double
shared (size_t n, const double *x)
{
  return norm (nova_view (x, n));
}

double
never (size_t n, const double *x)
{
  return nova_sum (apart (nova_view (x, n)));
}

/* It calls itself: an inlined copy would do so, too.  */
static reals
powers (reals v, int n)
{
  double twice (double a) { return 2 * a; }
  return n ? powers (nova_map (twice, v), n - 1) : v;
}

double
recursive (size_t n, const double *x)
{
  return nova_sum (powers (nova_view (x, n), 3));
}

/* { dg-final { scan-report {^[^ ]*: region recursive: line 67$} } } */
/* { dg-final { scan-report {^[^ ]*: region result: lines 15-35$} } } */
/* { dg-final { scan-report {^  map .15. fused into sum .35.$} } } */
/* { dg-final { scan-report {^[^ ]*: region operand: lines 15-22$} } } */
/* { dg-final { scan-report {^  map .15. fused into map .22.$} } } */
/* { dg-final { scan-report {^[^ ]*: region norm: line 22$} } } */
/* { dg-final { scan-report-not {region scaled} } } */
/* { dg-final { scan-report-not {region shared} } } */
/* { dg-final { scan-report {^[^ ]*: region apart: line 29$} } } */
/* { dg-final { scan-report {^[^ ]*: region never: line 53$} } } */

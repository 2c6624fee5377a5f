/* What belongs to one region and what does not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O0" } */

#include <nova.h>

struct stats
{
  double sum, least, variance;
};

extern void unknown (void);
extern double pure_function (double) __attribute__ ((const));

/* Results go to members of a local; the variance needs the mean.  */
struct stats
members (const double *p, size_t n)
{
  struct stats r;
  double mean;

  r.sum = nova_reduce (nova_add, 0.0, nova_view (p, n));
  r.least = nova_minimum (nova_view (p, n));
  mean = r.sum / n;
  double square (double v) { return (v - mean) * (v - mean); }
  r.variance = nova_sum (nova_map (square, nova_view (p, n))) / n;
  return r;
}

/* A result that another builtin takes as it is needs no second region.  */
double
direct (const double *p, size_t n)
{
  double least = nova_minimum (nova_view (p, n));
  double above (double v) { return v - least; }
  return nova_sum (nova_map (above, nova_view (p, n)));
}

double
calls (const double *p, size_t n)
{
  double a = nova_sum (nova_view (p, n)), b, c;

  a = pure_function (a);
  b = nova_product (nova_view (p, n));
  unknown ();
  c = nova_maximum (nova_view (p, n));
  return a + b + c;
}

double
writes (double *p, size_t n)
{
  double a = nova_sum (nova_view (p, n)), b;

  p[0] = 1;
  b = nova_sum (nova_view (p, n));
  return a + b;
}

double
loop (const double *p, size_t n)
{
  double a = nova_sum (nova_view (p, n));

  for (int i = 0; i < 3; i++)
    a += nova_product (nova_view (p + i, n));
  return a;
}

/* The second store reads what the first writes; with different arrays both are one pass.  */
void
chain (const float *restrict x, float *restrict y, float *restrict z, size_t n)
{
  float twice (float v) { return 2 * v; }
  nova_store (y, n, nova_map (twice, nova_view (x, n)));
  nova_store (z, n, nova_map (twice, nova_view (y, n)));
}

void
apart (const float *restrict x, float *restrict y, float *restrict z, size_t n)
{
  float twice (float v) { return 2 * v; }
  nova_store (y, n, nova_map (twice, nova_view (x, n)));
  nova_store (z, n, nova_view (x, n));
}

/* { dg-final { scan-report {region members: lines 24-25$} } } */
/* { dg-final { scan-report {^  reduce .24. shares the loop of minimum .25.$} } } */
/* { dg-final { scan-report {^  ended by line 28: it needs what the host program computes} } } */
/* { dg-final { scan-report {region members_2: line 28$} } } */
/* { dg-final { scan-report {region direct: lines 36-38$} } } */
/* { dg-final { scan-report-not {region direct_2} } } */
/* { dg-final { scan-report {region calls: lines 44-47$} } } */
/* { dg-final { scan-report {^  ended by line 48: a call that may do anything$} } } */
/* { dg-final { scan-report {region calls_2: line 49$} } } */
/* { dg-final { scan-report {region writes: line 56$} } } */
/* { dg-final { scan-report {^  ended by line 58: a write to memory$} } } */
/* { dg-final { scan-report {region writes_2: line 59$} } } */
/* { dg-final { scan-report {region loop: line 66$} } } */
/* { dg-final { scan-report {region loop_2: line 69$} } } */
/* { dg-final { scan-report {region chain: line 78$} } } */
/* { dg-final { scan-report {^  ended by line 79: it may read what the store before it writes$} } } */
/* { dg-final { scan-report {region apart: lines 86-87$} } } */
/* { dg-final { scan-report {^  store .8[67]. shares the loop of store .8[67].$} } } */
/* { dg-final { scan-report-not {region apart_2} } } */

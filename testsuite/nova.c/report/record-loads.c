/* A function that loads a record as a whole is read; members of a structure that a captured pointer
   leads to are memory of known extent.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-report" } */
/* { dg-final { scan-report {\n  twist \(\d+\) is read\n} } } */
/* { dg-final { scan-report {may need a buffer, if the destination overlaps what is read\n} } } */
/* { dg-final { scan-report-not {of unknown extent} } } */
/* { dg-final { scan-report {\n  volatiles \(\d+\) stays a call} } } */

#include <nova.h>

struct complex { float re, im; };
struct device { int at; volatile int now; };

void
twisted (size_t n, const struct complex *restrict x, const struct complex *restrict w,
	 struct complex *restrict y)
{
  struct complex twist (size_t i)
  {
    struct complex a = x[i], b = w[i];
    return (struct complex) { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
  }
  nova_store (y, n, nova_tabulate (twist, n));
}

void
watched (size_t n, const struct device *d, int *restrict y)
{
  int volatiles (size_t i)
  {
    struct device v = d[i];
    return v.at;
  }
  nova_store (y, n, nova_tabulate (volatiles, n));
}

struct scaled { int k; float by[2]; };

void
third (size_t n, const float *x, const struct complex *w, float *y)
{
  float by (float v) { struct complex a = w[2]; return a.re * v + a.im; }
  nova_store (y, n, nova_map (by, nova_view (x, n)));
}

void
scaled (size_t n, const float *x, const struct scaled *s, float *y)
{
  float scale (float v) { return v * s->by[1] + s->k; }
  nova_store (y, n, nova_map (scale, nova_view (x, n)));
}

/* Four kernels as nova, as OpenMP by hand and as plain C, chosen by how this file is compiled.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   kernels KERNEL N: prints the median time of a call in seconds, and the result as a check.  One
   process measures one version, so that no pool's spinning disturbs another's.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline float times (float a, float b) { return a * b; }
static inline float square (float a) { return a * a; }
static inline int positive (float a) { return a > 0; }
static inline float plus_one (float a) { return a + 1; }

#ifdef __NOVA__
#include <nova.h>

__attribute__ ((noipa)) static double
sum (size_t n, float *x, float *y)
{
  (void) y;
  return nova_sum (nova_view (x, n));
}

__attribute__ ((noipa)) static double
dot (size_t n, float *x, float *y)
{
  return nova_sum (nova_map (times, nova_view (x, n), nova_view (y, n)));
}

__attribute__ ((noipa)) static double
saxpy (size_t n, float *x, float *y)
{
  float a = 0.5f;
  float step (float p, float q) { return a * p + q; }
  nova_store (y, n, nova_map (step, nova_view (x, n), nova_view (y, n)));
  return 0;
}

__attribute__ ((noipa)) static double
fmr (size_t n, float *x, float *y)
{
  (void) y;
  return nova_sum (nova_map (square, nova_filter (positive, nova_view (x, n))));
}

/* A pipeline as its author writes it: three steps and a sum, two results.  */
__attribute__ ((noipa)) static double
pipeline (size_t n, float *x, float *y)
{
  nova_vec (float) s = nova_map (square, nova_view (x, n)), t = nova_map (plus_one, s);
  float total = nova_sum (t);
  nova_store (y, n, t);
  return total;
}
#else
__attribute__ ((noipa)) static double
sum (size_t n, float *x, float *y)
{
  float s = 0;
  (void) y;
#pragma omp parallel for simd reduction(+ : s)
  for (size_t i = 0; i < n; i++)
    s += x[i];
  return s;
}

__attribute__ ((noipa)) static double
dot (size_t n, float *x, float *y)
{
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (size_t i = 0; i < n; i++)
    s += times (x[i], y[i]);
  return s;
}

__attribute__ ((noipa)) static double
saxpy (size_t n, float *restrict x, float *restrict y)
{
  float a = 0.5f;
#pragma omp parallel for simd
  for (size_t i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
  return 0;
}

__attribute__ ((noipa)) static double
fmr (size_t n, float *x, float *y)
{
  float s = 0;
  (void) y;
#pragma omp parallel for simd reduction(+ : s)
  for (size_t i = 0; i < n; i++)
    s += positive (x[i]) ? square (x[i]) : 0;
  return s;
}

/* The same steps, a loop a step, as a library of parallel loops would run them.  */
__attribute__ ((noipa)) static double
pipeline (size_t n, float *restrict x, float *restrict y)
{
  static float *s;
  float total = 0;
  if (!s)
    s = malloc (n * sizeof *s);
#pragma omp parallel for simd
  for (size_t i = 0; i < n; i++)
    s[i] = square (x[i]);
#pragma omp parallel for simd
  for (size_t i = 0; i < n; i++)
    y[i] = plus_one (s[i]);
#pragma omp parallel for simd reduction(+ : total)
  for (size_t i = 0; i < n; i++)
    total += y[i];
  return total;
}
#endif

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int
ascending (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

int
main (int argc, char **argv)
{
  static const struct { const char *name; double (*run) (size_t, float *, float *); } kernels[]
    = { { "sum", sum }, { "dot", dot }, { "saxpy", saxpy }, { "fmr", fmr }, { "pipeline", pipeline } };
  size_t n = argc == 3 ? strtoul (argv[2], NULL, 10) : 0;
  double (*run) (size_t, float *, float *) = NULL;
  for (size_t k = 0; argc == 3 && k < sizeof kernels / sizeof *kernels; k++)
    if (!strcmp (argv[1], kernels[k].name))
      run = kernels[k].run;
  if (!run || !n)
    return 2;
  float *x = aligned_alloc (64, (n * 4 + 63) & ~63ul), *y = aligned_alloc (64, (n * 4 + 63) & ~63ul);
  for (size_t i = 0; i < n; i++)
    x[i] = (float) (i % 17) / 16 - 0.5f, y[i] = (float) (i % 13) / 13;
  double t[25], result = 0;
  size_t calls = n < 1000000 ? 20000000 / n : 1;
  for (size_t k = 0; k < 3; k++)
    result = run (n, x, y);
  for (size_t k = 0; k < 25; k++)
    {
      double start = now ();
      for (size_t c = 0; c < calls; c++)
	run (n, x, y);
      t[k] = (now () - start) / calls;
    }
  qsort (t, 25, sizeof *t, ascending);
  printf ("%.9g %.6g\n", t[12], result);
  return 0;
}

/* What a parallel loop costs: libnovart, or libgomp with -DOMP, each a process of its own.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     gcc -O3 -march=native loop.c -lnovart -pthread -o loop-nova
     gcc -O3 -march=native -fopenmp -DOMP loop.c -o loop-omp
     ./loop-nova CASE [N]

   CASE is one (a loop of one chunk), empty (two chunks that do nothing, one after the other), cold
   (the same after 10 ms of sleep), or sum (of N floats, 32 lanes).  Prints the median of the
   nanoseconds of one loop.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static float *x;
static size_t n;
static volatile float result;

/* The sum of X from B to E in 32 lanes.  */
static float
lanes (const float *v, size_t b, size_t e)
{
  float acc[32] = { 0 }, r = 0;
  size_t i;
  for (i = b; e - i >= 32; i += 32)
#pragma GCC ivdep
    for (unsigned k = 0; k < 32; k++)
      acc[k] += v[i + k];
  for (unsigned k = 0; k < 32; k++)
    r += acc[k];
  for (; i < e; i++)
    r += v[i];
  return r;
}

#ifdef OMP

#include <omp.h>

static void
empty (void)
{
#pragma omp parallel for schedule(static)
  for (int c = 0; c < 2; c++)
    __asm__ volatile ("");
}

static void
one (void)
{
#pragma omp parallel for schedule(static)
  for (int c = 0; c < 1; c++)
    __asm__ volatile ("");
}

static void
sum (void)
{
  float r = 0;
#pragma omp parallel reduction(+ : r)
  {
    size_t t = (size_t) omp_get_thread_num (), nt = (size_t) omp_get_num_threads ();
    r += lanes (x, n * t / nt, n * (t + 1) / nt);
  }
  result = r;
}

#else

#include <nova/abi.h>

static void
nothing (void *args, size_t c)
{
  __asm__ volatile ("");
}

static void
empty (void)
{
  nova_parfor (nothing, NULL, 2, 1000000, NULL);
}

static void
one (void)
{
  nova_parfor (nothing, NULL, 1, 1000000, NULL);
}

struct args
{
  const float *x;
  size_t n, size;
  float *part;
};

static void
sum_chunk (void *p, size_t c)
{
  const struct args *a = p;
  size_t b = c * a->size, e = a->n - b < a->size ? a->n : b + a->size;
  a->part[c] = lanes (a->x, b, e);
}

static void
sum (void)
{
  enum { COST = 1 };
  size_t size = nova_chunk_size (n, COST), chunks = nova_chunks (n, size);
  struct args a = { x, n, size, nova_temp_new (chunks, sizeof (float), NULL) };
  float r = 0;
  nova_parfor (sum_chunk, &a, chunks, size * COST, NULL);
  for (size_t c = 0; c < chunks; c++)
    r += a.part[c];
  nova_temp_free (a.part);
  result = r;
}

#endif

enum { RUNS = 201 };

/* The median time of F over RUNS runs of REPEAT calls each, IDLE ns of sleep before each run.  */
static double
median (void (*f) (void), int repeat, long idle)
{
  static double t[RUNS];
  for (int k = 0; k < RUNS; k++)
    {
      struct timespec pause = { 0, idle };
      if (idle)
        nanosleep (&pause, NULL);
      double start = now ();
      for (int i = 0; i < repeat; i++)
        f ();
      t[k] = (now () - start) / repeat;
    }
  qsort (t, RUNS, sizeof *t, compare);
  return t[RUNS / 2];
}

int
main (int argc, char **argv)
{
  const char *which = argc > 1 ? argv[1] : "";
  double ns;
  n = argc > 2 ? strtoul (argv[2], NULL, 10) : 100000;
  x = malloc (n * sizeof *x);
  for (size_t i = 0; i < n; i++)
    x[i] = 1;
  if (!strcmp (which, "one"))
    ns = median (one, 1000, 0);
  else if (!strcmp (which, "empty"))
    ns = median (empty, 1000, 0);
  else if (!strcmp (which, "cold"))
    ns = median (empty, 1, 10000000);
  else if (!strcmp (which, "sum"))
    ns = median (sum, n > 1000000 ? 1 : 100, 0);
  else
    {
      fprintf (stderr, "usage: %s one|empty|cold|sum [N]\n", argv[0]);
      return 2;
    }
  printf ("%.0f\n", ns);
  free (x);
  return 0;
}

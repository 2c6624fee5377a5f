/* Functions that take vectors of 32 bytes by value expect them in memory if compiled for any
   processor: code for AVX2 would pass them in a register.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-Wno-psabi" } */
/* { dg-nova-levels "-O0" "-O2" } */

#include <nova.h>

typedef float eight __attribute__ ((vector_size (32)));

struct sums
{
  eight v;
};

__attribute__ ((noipa, const)) static struct sums
twice (struct sums a)
{
  a.v *= 2;
  return a;
}

__attribute__ ((noipa, const)) static float
first (struct sums a)
{
  return a.v[0] + a.v[7];
}

/* Inlined, with the calls.  */
static float
number (int i)
{
  struct sums a = { { i, i, i, i, i, i, i, i } };
  return first (twice (a));
}

typedef double four __attribute__ ((vector_size (32)));

__attribute__ ((noipa)) four
minus (four a, double b)
{
  return a - b;
}

/* Inlined without a clone, also into another.  */
__attribute__ ((optimize ("Os"))) static inline double
small (double x)
{
  four a = { x, x + 1, x + 2, x + 3 };
  a = minus (a, 1);
  return a[0] + a[3];
}

static double
through (double x)
{
  return small (x) + 1;
}

/* The same function by another name.  */
static double other (double) __attribute__ ((alias ("small")));

static double
around (double x)
{
  return other (x) + 1;
}

enum { N = 1000 };
static struct sums x[N], y[N];
static float z[N], w[N];
static double t[N], u[N], v[N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    x[i].v = (eight) { i, 1, 1, 1, 1, 1, 1, 3 };
  nova_store (y, N, nova_map (twice, nova_view (x, N)));
  nova_store (z, N, nova_map (first, nova_view (x, N)));
  nova_store (w, N, nova_map (number, nova_range (N)));
  for (int i = 0; i < N; i++)
    t[i] = u[i] = v[i] = i;
  nova_store (t, N, nova_map (around, nova_view (t, N)));
  nova_store (u, N, nova_map (small, nova_view (u, N)));
  nova_store (v, N, nova_map (through, nova_view (v, N)));
  for (int i = 0; i < N; i++)
    if (t[i] != 2 * i + 2 || u[i] != 2 * i + 1 || v[i] != 2 * i + 2
	|| y[i].v[0] != 2 * i || y[i].v[7] != 6 || z[i] != i + 3 || w[i] != 4 * i)
      return 1;
  return 0;
}

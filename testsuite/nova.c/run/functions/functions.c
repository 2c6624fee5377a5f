/* Function operands by every kind of name: defined before and after, external, of libm, through
   pointers; arguments and results convert as in C's calls; all generic operators.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stdio.h>

#define N 200
static double x[N], y[N];
static int bad;

extern double later (double);
static double before (double);
double global (double v) { return v + 1; }
static double (*pointer) (double) nova_passive;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

/* Y is F of X, up to LIMIT (fused operations round once).  */
static int
is (double (*f) (double), double limit)
{
  for (int i = 0; i < N; i++)
    if (fabs (y[i] - f (x[i])) > limit)
      return 0;
  return 1;
}

static void
names (void)
{
  nova_vec (double) v = nova_view (x, N);
  int whole (int i) { return i; }

  nova_store (y, N, nova_map (later, v));
  CHECK (is (later, 1e-14));
  nova_store (y, N, nova_map (before, v));
  CHECK (is (before, 1e-14));
  nova_store (y, N, nova_map (global, v));
  CHECK (is (global, 1e-14));
  nova_store (y, N, nova_map (sin, v));
  CHECK (is (sin, 1e-14));
  pointer = sqrt;
  nova_store (y, N, nova_map (pointer, v));
  CHECK (is (sqrt, 1e-14));
  nova_store (y, N, nova_map (nova_trust (pointer), v));
  CHECK (is (sqrt, 1e-14));
  /* int to double, and back.  */
  nova_store (y, 5, nova_map (sqrt, nova_map (whole, nova_range (5))));
  CHECK (y[4] == 2);
  CHECK (nova_sum (nova_map (whole, v)) == 100);
}

static void
operators (void)
{
  nova_vec (double) v = nova_view (x, N);
  float f[2] = { NAN, 1 }, g[2] = { 1, NAN };
  int z[3], b[3] = { 1, 0, 2 };

  CHECK (nova_reduce (fmax, 0.0, v) == x[N - 1]);
  CHECK (nova_reduce (nova_min, 9.0, v) == 0 && nova_reduce (nova_max, 0.0, v) == x[N - 1]);
  CHECK (nova_reduce (nova_min, 5.0f, nova_view (f, 2)) == 1);
  CHECK (nova_reduce (nova_min, 5.0f, nova_view (g, 2)) == 1);
  CHECK (nova_reduce (nova_max, 0.0f, nova_view (g, 2)) == 1);
  CHECK (isnan (nova_reduce (nova_min_nan, 5.0f, nova_view (f, 2))));
  CHECK (isnan (nova_reduce (nova_max_nan, 5.0f, nova_view (f, 2))));
  nova_store (z, 3, nova_map (nova_lt, nova_view (x, 3), nova_replicate (3, 0.015)));
  CHECK (z[0] == 1 && z[1] == 1 && z[2] == 0);
  nova_store (z, 3, nova_map (nova_gt, nova_view (x, 3), nova_replicate (3, 0.015)));
  CHECK (z[0] == 0 && z[1] == 0 && z[2] == 1);
  CHECK (nova_reduce (nova_land, 1, nova_view (b, 3)) == 0);
  CHECK (nova_reduce (nova_lor, 0, nova_view (b, 3)) == 1);
  CHECK (nova_reduce (nova_bxor, 0, nova_view (b, 3)) == 3);
  CHECK (nova_reduce (nova_band, 7, nova_view (b, 3)) == 0);
  CHECK (nova_reduce (nova_bor, 4, nova_view (b, 3)) == 7);
  CHECK (nova_reduce (nova_mul, 3, nova_range (1, 5)) == 72);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    x[i] = i * 0.01;
  names ();
  operators ();
  return bad;
}

double later (double v) { return v * 3; }
static double before (double v) { return v - 2; }

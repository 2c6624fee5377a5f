/* Single elements of a few that are sorted: windows of any length, keys of any kind.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-O3 -march=native" } */

#include <math.h>
#include <string.h>
#include <nova.h>
#include "../check.h"

enum { N = 203 };

struct both { double first, second; };

/* Stable insertion of the M at P into R, NaNs last.  */
#define SORTED(T, M, P, R) \
  for (int j = 0; j < (M); j++) \
    { \
      T v = (P)[j]; \
      int k = j; \
      for (; k > 0 && (v < (R)[k - 1] || ((R)[k - 1] != (R)[k - 1] && v == v)); k--) \
	(R)[k] = (R)[k - 1]; \
      (R)[k] = v; \
    }

/* Of each window of M: element K.  */
#define PICK(NAME, T, M, K) \
  static void \
  NAME (const T *x) \
  { \
    static T y[N], want[N]; \
    T pick (nova_vec (T) row) { return nova_get (nova_sort (nova_lt, row), K); } \
    size_t n = nova_store (y, N, nova_map (pick, nova_window (M, nova_view (x, N)))); \
    for (int i = 0; i + M <= N; i++) \
      { \
	T r[M]; \
	SORTED (T, M, x + i, r) \
	want[i] = r[K]; \
      } \
    CHECK (n, N - M + 1); \
    CHECK (memcmp (y, want, n * sizeof *y), 0); \
  }

PICK (median3, int, 3, 1)
PICK (median5, int, 5, 2)
PICK (largest8, int, 8, 7)
PICK (second7, int, 7, 1)
PICK (fifth9, int, 9, 4)
PICK (bytes4, unsigned char, 4, 2)
PICK (doubles5, double, 5, 2)
PICK (floats6, float, 6, 4)

/* From the greatest down, in a row of its own, and two of one.  */
static void
zeros (const double *x)
{
  struct both y[N], want;
  struct both two (nova_vec (double) row)
  {
    double key (double v) { return -v; }
    nova_vec (double) s = nova_sort_by (key, row);
    return (struct both) { nova_get (s, 0), nova_get (s, 2) };
  }
  size_t n = nova_store (y, N, nova_map (two, nova_window (3, nova_view (x, N))));
  CHECK (n, N - 2);
  for (size_t i = 0; i < n; i++)
    {
      double m[3] = { -x[i], -x[i + 1], -x[i + 2] }, r[3];
      SORTED (double, 3, m, r)
      want = (struct both) { -r[0], -r[2] };
      CHECK (memcmp (&y[i], &want, sizeof want), 0);
    }
}

int
main (void)
{
  static int x[N];
  static unsigned char b[N];
  static double d[N];
  static float f[N];
  static const double odd[] = { 0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY };
  unsigned s = 1;
  for (int i = 0; i < N; i++)
    {
      s = s * 1103515245 + 12345;
      x[i] = (int) (s >> 16) % 100 - 50;
      b[i] = s >> 20;
      d[i] = odd[(s >> 16) % 6];
      f[i] = (float) ((int) (s >> 16) % 9);
    }
  median3 (x);
  median5 (x);
  largest8 (x);
  second7 (x);
  fifth9 (x);
  bytes4 (b);
  doubles5 (d);
  floats6 (f);
  zeros (d);
  return 0;
}

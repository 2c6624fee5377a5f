/* The same bits on any number of threads: sums, scans, an operator that is not associative, libm,
   filters.  The harness compares the texts.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 1234567
static float x[N], y[N];
static double d[N];

static float halves (float a, float b) { return a * 0.5f + b; }
static double wave (double v) { return sin (v) * exp (-fabs (v)); }
static double root (float v) { return sqrt (v); }
static int positive (float v) { return v > 0; }

static void
bits (const char *what, double v)
{
  uint64_t u;

  memcpy (&u, &v, sizeof u);
  printf ("%s %016lx\n", what, (unsigned long) u);
}

int
main (void)
{
  uint64_t s = 1;
  uint32_t hash = 0, u;

  for (int i = 0; i < N; i++)
    {
      s = s * 6364136223846793005u + 1442695040888963407u;
      x[i] = (float) (s >> 40) / (1 << 24) - 0.5f;
      d[i] = x[i] * 1e5;
    }
  bits ("sum", nova_reduce (nova_add, 0.0f, nova_view (x, N)));
  nova_store (y, N, nova_scan (nova_add, 0.0f, nova_view (x, N)));
  for (int i = 0; i < N; i++)
    {
      memcpy (&u, y + i, sizeof u);
      hash = hash * 31 + u;
    }
  printf ("scan %08x\n", hash);
  bits ("halves", nova_reduce (halves, 0.0f, nova_view (x, N)));
  bits ("wave", nova_sum (nova_map (wave, nova_view (d, N))));
  bits ("roots", nova_reduce (nova_add, 0.0,
			      nova_map (root, nova_filter (positive, nova_view (x, N)))));
  return 0;
}

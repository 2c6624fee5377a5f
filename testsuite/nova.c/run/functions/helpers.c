/* Vectors through helper functions: a stencil that reads a captured vector, slices in a loop, one
   result for several stores.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stdio.h>

#define N 5000
static float a[N], b[N], c[N];

struct image { size_t h, w; float *p; };

static float lerp (float p, float q, float t) { return p + (q - p) * t; }
static float square (float v) { return v * v; }

static float
around (const float *p, size_t i)
{
  return (p[i ? i - 1 : 0] + p[i] + p[i + 1 < N ? i + 1 : i]) / 3;
}

static nova_vec (float)
blur (nova_vec (float) x, size_t n)
{
  float f (size_t i)
  {
    size_t l = i ? i - 1 : 0, r = i + 1 < n ? i + 1 : i;
    return (nova_get (x, l) + nova_get (x, i) + nova_get (x, r)) / 3;
  }
  return nova_tabulate (f, n);
}

static size_t
count_above (const struct image *m, float t)
{
  int above (float v) { return v > t; }
  return nova_count (above, nova_view (m->p, m->h * m->w));
}

static double
first_hundred (void)
{
  double acc = 0;

  for (int k = 0; k < 10; k++)
    {
      float s = nova_reduce (nova_add, 0.0f, nova_slice (k * 10, k * 10 + 10, nova_view (a, N)));
      if (s < 0)
	continue;
      acc += s;
    }
  return acc;
}

int
main (void)
{
  struct image m = { 50, N / 50, a };
  float t = 0.25f;
  double want = 0;
  int good = 1;

  for (int i = 0; i < N; i++)
    a[i] = i % 10;
  nova_store (b, N, blur (nova_view (a, N), N));
  for (int i = 0; i < N; i++)
    good &= b[i] == around (a, i);
  good &= count_above (&m, 4.5f) == N / 2;
  float mix (float p, float q) { return lerp (p, q, t); }
  nova_store (a, N, nova_map (mix, nova_view (a, N), nova_view (b, N)));
  good &= fabsf (a[7] - lerp (7, b[7], t)) < 1e-5f;
  for (int i = 0; i < 100; i++)
    want += a[i];
  good &= fabs (first_hundred () - want) < 1e-3;
  nova_vec (float) x = nova_view (a, N), s = nova_map (square, x);
  nova_store (b, N, s);
  nova_store (c, N, nova_map (nova_add, s, x));
  for (int i = 0; i < N; i++)
    good &= b[i] == a[i] * a[i] && fabsf (c[i] - (a[i] * a[i] + a[i])) < 1e-3f;
  if (!good)
    puts ("wrong");
  return !good;
}

/* Elements that look through the same vector, where few need the value that is dear to make: of the
   points within reach the one with the least quotient.  Against loops, for points that no element, one
   or all can reach, NaNs, reaches that end amid the points; and a struct with an index, read where it
   was found.  The harness compares the texts of 1, 2 and 5 threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 1500
#define POINTS 128

struct hit { float t; int at; };

static float x[MOST], point[POINTS], weight[POINTS], got[MOST], want[MOST];
static const size_t sizes[] = { 0, 1, 15, 16, 64, 65, 127, 129, 300, MOST };
static const size_t lengths[] = { 1, 2, 31, 100, POINTS };
static int bad;

static float
quotient (float d, float reach, float none)
{
  return d > 0 && d < reach ? 1024 / d : none;
}

static void
wrong (const char *what, size_t n, size_t m, float reach, size_t i)
{
  printf ("%s, %zu elements, %zu points, reach %g: element %zu\n", what, n, m, (double) reach, i);
  bad = 1;
}

/* By argmin.  */
static void
least (size_t n, size_t m, float reach, float none)
{
  nova_vec (float) points = nova_view (point, m), weights = nova_view (weight, m);
  float element (float v)
  {
    float value (float p) { float d = fabsf (p - v); return quotient (d, reach, none); }
    nova_vec (float) all = nova_map (value, points);
    size_t k = nova_argmin (nova_lt, all);
    return nova_get (weights, k) + nova_get (all, k);
  }

  nova_store (got, n, nova_map (element, nova_view (x, n)));
  for (size_t i = 0; i < n; i++)
    {
      size_t best = 0;

      for (size_t k = 0; k < m; k++)
	if (quotient (fabsf (point[k] - x[i]), reach, none)
	    < quotient (fabsf (point[best] - x[i]), reach, none))
	  best = k;
      want[i] = weight[best] + quotient (fabsf (point[best] - x[i]), reach, none);
      if (!(got[i] == want[i] || (isnan (got[i]) && isnan (want[i]))))
	wrong ("argmin", n, m, reach, i);
    }
}

/* By a reduction of one's own.  */
static void
hits (size_t n, size_t m, float reach, float none)
{
  nova_vec (float) points = nova_view (point, m), weights = nova_view (weight, m);
  float element (float v)
  {
    struct hit at (size_t k)
    {
      struct hit h = { quotient (fabsf (nova_get (points, k) - v), reach, none), k };
      return h;
    }
    struct hit nearer (struct hit a, struct hit b) { return b.t < a.t ? b : a; }
    struct hit start = { 1e6f, -1 };
    struct hit h = nova_reduce (nearer, start, nova_tabulate (at, m));
    return h.at >= 0 ? nova_get (weights, h.at) + h.t : -1;
  }

  nova_store (got, n, nova_map (element, nova_view (x, n)));
  for (size_t i = 0; i < n; i++)
    {
      struct hit h = { 1e6f, -1 };

      for (size_t k = 0; k < m; k++)
	{
	  float t = quotient (fabsf (point[k] - x[i]), reach, none);
	  if (t < h.t)
	    h = (struct hit) { t, k };
	}
      want[i] = h.at >= 0 ? weight[h.at] + h.t : -1;
      if (got[i] != want[i])
	wrong ("hits", n, m, reach, i);
    }
}

int
main (void)
{
  static const float reaches[] = { 0, 2, 64, 1e9f }, nones[] = { 2048, 1e9f, 3 };
  uint32_t r = 12345;

  for (size_t k = 0; k < POINTS; k++)
    {
      r = r * 1664525 + 1013904223;
      point[k] = k % 17 == 11 ? NAN : (float) (r >> 20);
      weight[k] = (float) (k * 4096);
    }
  for (size_t i = 0; i < MOST; i++)
    x[i] = i % 97 == 96 ? NAN : (float) (i * 3 % 4096);
  for (size_t a = 0; a < sizeof sizes / sizeof *sizes; a++)
    for (size_t b = 0; b < sizeof lengths / sizeof *lengths; b++)
      for (size_t c = 0; c < sizeof reaches / sizeof *reaches; c++)
	for (size_t d = 0; d < sizeof nones / sizeof *nones; d++)
	  {
	    least (sizes[a], lengths[b], reaches[c], nones[d]);
	    hits (sizes[a], lengths[b], reaches[c], nones[d]);
	  }
  puts (bad ? "wrong" : "right");
  return bad;
}

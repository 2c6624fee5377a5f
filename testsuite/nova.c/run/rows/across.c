/* Elements that all look through the same vector: the nearest of few points, how many are below, the
   least distance, against loops: ties and NaNs, no points, few elements, points that are many, the
   element's own index, a read of what is nearest.  The first element that fails is the one that says
   so.  The harness compares the texts of 1, 2 and 5 threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <stdint.h>
#include "../fails.h"

#define MOST 3000
#define POINTS 200

static float x[MOST], point[POINTS], least[MOST], want[MOST];
static int key[MOST], bound[POINTS];
static size_t at[MOST];
static long count[MOST];
static const size_t sizes[] = { 0, 1, 15, 16, 17, 127, 128, 129, 1000, MOST };
static const size_t lengths[] = { 1, 2, 7, 32, 128, 129, POINTS };
static int bad;

static void
wrong (const char *what, size_t n, size_t m, size_t i)
{
  printf ("%s, %zu elements, %zu points: element %zu\n", what, n, m, i);
  bad = 1;
}

static void
nearest (size_t n, size_t m)
{
  nova_vec (float) points = nova_view (point, m);
  size_t element (float v)
  {
    float distance (float p) { return fabsf (p - v); }
    return nova_argmin (nova_lt, nova_map (distance, points));
  }
  float reads (float v)
  {
    float distance (float p) { return fabsf (p - v) + 1; }
    nova_vec (float) all = nova_map (distance, points);
    size_t k = nova_argmin (nova_lt, all);

    return nova_get (all, k) + nova_get (points, k);
  }

  nova_store (at, n, nova_map (element, nova_view (x, n)));
  nova_store (least, n, nova_map (reads, nova_view (x, n)));
  for (size_t i = 0; i < n; i++)
    {
      size_t best = 0, other = 0;
      float r;

      for (size_t k = 0; k < m; k++)
	{
	  if (fabsf (point[k] - x[i]) < fabsf (point[best] - x[i]))
	    best = k;
	  if (fabsf (point[k] - x[i]) + 1 < fabsf (point[other] - x[i]) + 1)
	    other = k;
	}
      r = fabsf (point[other] - x[i]) + 1 + point[other];
      if (at[i] != best)
	wrong ("nearest", n, m, i);
      if (memcmp (&least[i], &r, sizeof r) && !(isnan (r) && isnan (least[i])))
	wrong ("nearest, read", n, m, i);
    }
}

static void
counts (size_t n, size_t m)
{
  nova_vec (int) bounds = nova_view (bound, m);
  long below (int v)
  {
    long is (int b) { return b < v; }
    return nova_sum (nova_map (is, bounds));
  }
  long indexed (size_t i)
  {
    long is (int b) { return b < (int) i % 50 ? (long) i : 0; }
    return nova_sum (nova_map (is, bounds));
  }

  nova_store (count, n, nova_map (below, nova_view (key, n)));
  for (size_t i = 0; i < n; i++)
    {
      long c = 0;

      for (size_t k = 0; k < m; k++)
	c += bound[k] < key[i];
      if (c != count[i])
	wrong ("below", n, m, i);
    }
  nova_store (count, n, nova_tabulate (indexed, n));
  for (size_t i = 0; i < n; i++)
    {
      long c = 0;

      for (size_t k = 0; k < m; k++)
	c += bound[k] < (int) i % 50 ? (long) i : 0;
      if (c != count[i])
	wrong ("index", n, m, i);
    }
}

/* In place: what an element stores, no other reads.  */
static void
in_place (size_t n, size_t m)
{
  nova_vec (float) points = nova_view (point, m);
  float element (float v)
  {
    float distance (float p) { return fabsf (p - v); }
    return nova_reduce (nova_min, 1e9f, nova_map (distance, points));
  }

  memcpy (least, x, sizeof x);
  nova_store (want, n, nova_map (element, nova_view (x, n)));
  nova_store (least, n, nova_map (element, nova_view (least, n)));
  if (memcmp (least, want, n * sizeof *want))
    wrong ("in place", n, m, 0);
  memcpy (least, x, sizeof x);
  points = nova_view (least, m);
  nova_store (least, n, nova_map (element, nova_view (x, n)));
  for (size_t i = 0; i < n; i++)
    {
      float d = 1e9f;

      for (size_t k = 0; k < m; k++)
	d = fminf (d, fabsf (x[k] - x[i]));
      if (least[i] != d)
	wrong ("over the points", n, m, i);
    }
}

/* Only points below LIMIT may be nearest.  */
static int
failures (void)
{
  volatile size_t limit = 5;
  nova_vec (float) points = nova_view (point, 8);
  nova_vec (int) some = nova_view (bound, limit);
  int element (float v)
  {
    float distance (float p) { return fabsf (p - v); }
    return nova_get (some, nova_argmin (nova_lt, nova_map (distance, points)));
  }

  for (int k = 0; k < 8; k++)
    point[k] = k;
  for (int i = 0; i < MOST; i++)
    x[i] = i % 5;
  x[2900] = 7;
  x[1701] = 6;
  x[1702] = 5;
  FAILS (nova_store (key, MOST, nova_map (element, nova_view (x, MOST))),
	 "index 6 is not below 5");
  x[130] = 7;
  FAILS (nova_store (key, MOST, nova_map (element, nova_view (x, MOST))),
	 "index 7 is not below 5");
  points = nova_view (point, 0);
  FAILS (nova_store (key, MOST, nova_map (element, nova_view (x, MOST))), "has 0 elements");
  return 0;
}

int
main (void)
{
  uint32_t s = 1;

  for (int i = 0; i < MOST; i++)
    {
      s = s * 1664525 + 1013904223;
      x[i] = (float) (s >> 24) / 8;
      key[i] = s >> 26;
    }
  for (int k = 0; k < POINTS; k++)
    {
      s = s * 1664525 + 1013904223;
      point[k] = (float) (s >> 27);
      bound[k] = s >> 26;
    }
  for (unsigned a = 0; a < sizeof sizes / sizeof *sizes; a++)
    for (unsigned b = 0; b < sizeof lengths / sizeof *lengths; b++)
      {
	nearest (sizes[a], lengths[b]);
	counts (sizes[a], lengths[b]);
	if (lengths[b] <= sizes[a])
	  in_place (sizes[a], lengths[b]);
      }
  counts (100, 0);
  point[1] = point[40] = NAN;
  nearest (MOST, 65);
  x[7] = x[200] = NAN;
  nearest (MOST, 65);
  point[0] = NAN;
  nearest (MOST, 65);
  nova_set_error_handler (handler);
  return failures () || bad;
}

/* Maps stored in place, shifted, reversed, elsewhere: as if the vector were complete first.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <string.h>

#define N 20000
static float x[N], y[N], want[N];

static float
axpy (float p, float q)
{
  return 2.5f * p + q;
}

static float
twice (float p)
{
  return p + p;
}

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    {
      x[i] = i % 11;
      y[i] = i % 17;
    }
}

static int
same (const char *what, const float *got)
{
  if (memcmp (got, want, sizeof want) == 0)
    return 1;
  printf ("%s: wrong\n", what);
  return 0;
}

static int
saxpy (void)
{
  fill ();
  for (int i = 0; i < N; i++)
    want[i] = 2.5f * x[i] + y[i];
  if (nova_store (y, N, nova_map (axpy, nova_view (x, N), nova_view (y, N))) != N)
    return 0;
  return same ("saxpy", y);
}

/* The store is N - 1 elements behind or before what it reads.  */
static int
shifted (int up)
{
  size_t n = N - 1;

  fill ();
  memcpy (want, x, sizeof x);
  for (size_t i = 0; i < n; i++)
    want[i + up] = 2 * x[i + !up];
  nova_store (x + up, n, nova_map (twice, nova_view (x + !up, n)));
  return same (up ? "shifted up" : "shifted down", x);
}

static int
reversed (void)
{
  fill ();
  for (int i = 0; i < N; i++)
    want[i] = x[N - 1 - i];
  nova_store (x, N, nova_reverse (nova_view (x, N)));
  return same ("reversed", x);
}

/* Two stores, each reading what the other writes: two steps, in order.  */
static int
two (void)
{
  fill ();
  for (int i = 0; i < N; i++)
    want[i] = 2 * (2 * x[i]);
  nova_store (y, N, nova_map (twice, nova_view (x, N)));
  nova_store (x, N, nova_map (twice, nova_view (y, N)));
  return same ("two", x);
}

/* A later store to a viewed array never shows in an earlier result.  */
static int
earlier (void)
{
  nova_vec (float) v;
  float s;

  fill ();
  v = nova_map (twice, nova_view (x, N));
  for (int i = 0; i < N; i++)
    {
      want[i] = 2 * x[i];
      x[i] = -1;
    }
  s = nova_sum (nova_view (x, N));
  nova_store (y, N, v);
  return same ("earlier", y) && s == -N;
}

int
main (void)
{
  int good = saxpy ();

  good &= shifted (1);
  good &= shifted (0);
  good &= reversed ();
  good &= two ();
  good &= earlier ();
  return !good;
}

/* Instrumentation neither breaks regions nor makes function operands look as if they wrote.
   { dg-nova-levels "-O0 -finstrument-functions" "-O2 -finstrument-functions" "-O2 -fstack-protector-all" "-O2 -fsanitize=undefined" "-O0 -fsanitize=address" "-O2 -fprofile-generate -fprofile-update=atomic" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <math.h>
#include <string.h>

#define N 1000

static float
square (float x)
{
  float t[4] = { x, x, x, x }, s = 0;
  for (int i = 0; i < 4; i++)
    s += t[i] * t[i];
  return s / 4;
}

static void
put (float *p, float v)
{
  *p = v;
}

static float
through_pointer (float x)
{
  float r;
  char b[16];
  put (&r, x);
  memset (b, 0, sizeof b);
  memcpy (b, &r, sizeof r);
  memcpy (&r, b, sizeof r);
  return r;
}

static int
factorial (int n)
{
  return n < 2 ? 1 : n * factorial (n - 1);
}

static float
variable_length (int n)
{
  float a[n + 1];
  for (int i = 0; i <= n; i++)
    a[i] = i;
  return a[n];
}

int
main (void)
{
  static float x[N], y[N];
  static int k[N];
  float shifted (float v) { return v + x[3]; }
  for (int i = 0; i < N; i++)
    {
      x[i] = i % 100;
      k[i] = i % 10;
    }
  nova_store (y, N, nova_map (square, nova_view (x, N)));
  if (y[7] != 49 || nova_sum (nova_map (factorial, nova_slice (0, 5, nova_view (k, N)))) != 34)
    return 1;
  nova_store (y, N, nova_map (through_pointer, nova_map (shifted, nova_view (x, N))));
  if (y[7] != 10 || nova_sum (nova_map (variable_length, nova_view (k, N))) != 4500)
    return 2;
  return 0;
}

/* A function operand whose address goes elsewhere too: a copy is lifted, the original stays nested.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-Wl,-z,execstack" } */

#include <nova.h>
#include <stdio.h>

#define N 100

static float x[N];
static int failures;

static void
expect (const char *what, double found, double wanted)
{
  if (found == wanted)
    return;
  printf ("%s: %g, wanted %g\n", what, found, wanted);
  failures++;
}

static __attribute__ ((noinline)) float
call (float (*f) (float), float a)
{
  return f (a);
}

/* A function whose address goes elsewhere too keeps its nested original.  */
static void
escapes (float a, int m)
{
  float t[3] = { 1, a, 3 };
  float g (float p)
  {
    float s = 0;
    float square (float q) { return q * q + t[2]; }
    for (int i = 0; i < m; i++)
      s += t[i] * square (p);
    return s + a;
  }
  double wanted = 0;
  for (int i = 0; i < 100; i++)
    wanted += call (g, x[i]);
  expect ("escapes", nova_sum_as (double, nova_map (g, nova_view (x, 100))), wanted);
  expect ("escapes, called", g (2), call (g, 2));
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    x[i] = i % 17;
  escapes (2, 3);
  return failures != 0;
}

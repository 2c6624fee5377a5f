/* The program of the README, compiled from an installed nova.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stddef.h>

float
dot (size_t n, const float x[n], const float y[n])
{
  float mul (float a, float b) { return a * b; }
  return nova_reduce (nova_add, 0.0f, nova_map (mul, nova_view (x, n), nova_view (y, n)));
}

int
main (void)
{
  enum { N = 1000 };
  float x[N], y[N];
  for (int i = 0; i < N; i++)
    {
      x[i] = i % 7;
      y[i] = i % 5;
    }
  float sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i] * y[i];
  /* Small integers: exact in any order.  */
  return dot (N, x, y) != sum;
}

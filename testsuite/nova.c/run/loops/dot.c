/* The dot product of the manual: a nested function, a generic operator, two views.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

float
dot (size_t n, const float x[n], const float y[n])
{
  float mul (float a, float b) { return a * b; }
  return nova_reduce (nova_add, 0.0f, nova_map (mul, nova_view (x, n), nova_view (y, n)));
}

/* Small whole numbers: their sums are exact in any order.  */
static int
check (size_t n)
{
  float *x = malloc (n * sizeof *x + 1), *y = malloc (n * sizeof *y + 1), want = 0, got;

  for (size_t i = 0; i < n; i++)
    {
      x[i] = i % 3;
      y[i] = (int) (i % 5) - 2;
      want += x[i] * y[i];
    }
  got = dot (n, x, y);
  if (got != want)
    printf ("n = %zu: %g, not %g\n", n, got, want);
  free (x);
  free (y);
  return got == want;
}

int
main (void)
{
  static const size_t sizes[] = { 0, 1, 2, 31, 32, 33, 63, 64, 1000, 65536, 100003, 1000000 };
  int good = 1;

  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    good &= check (sizes[k]);
  return !good;
}

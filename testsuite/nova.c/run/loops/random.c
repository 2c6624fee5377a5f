/* Random numbers: the published values of the generator, the same in ordinary C and in function
   operands, moments and quantiles; memory of a call's own.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define N 100000

static int failed;

static void
check (int good, const char *what)
{
  if (!good)
    {
      puts (what);
      failed = 1;
    }
}

/* The median of the K random numbers from I on.  */
static double
median (size_t i)
{
  int k = 2 * (i % 5) + 1;
  double *x = nova_scratch (double, k);

  for (int j = 0; j < k; j++)
    {
      double v = nova_uniform (3, i + j);
      int at = j;

      for (; at > 0 && x[at - 1] > v; at--)
	x[at] = x[at - 1];
      x[at] = v;
    }
  return x[k / 2];
}

int
main (void)
{
  nova_vec (uint64_t) r = nova_map (nova_bind (nova_random, 42), nova_range (N));
  nova_vec (double) u = nova_map (nova_bind (nova_uniform, 42), nova_range (N));
  nova_vec (double) g = nova_map (nova_bind (nova_normal, 42), nova_range (N));
  nova_vec (double) m = nova_map (median, nova_range ((size_t) N));
  double sum = 0, squares = 0, fourth = 0, half = 0;
  size_t below = 0;

  /* Threefry-2x64-20 of the key 0 and the counter 0.  */
  check (nova_random (0, 0) == 0xc2b6e3a8c2c69865, "the published value");
  for (int i = 0; i < N; i++)
    {
      double v = nova_get (g, i), w = nova_get (u, i);

      if (nova_get (r, i) != nova_random (42, i) || w != nova_uniform (42, i)
	  || v != nova_normal (42, i) || nova_get (m, i) != median (i) || !(w >= 0 && w < 1))
	{
	  check (0, "not the same in a function operand");
	  break;
	}
      half += w;
      sum += v;
      squares += v * v;
      fourth += v * v * v * v;
      below += v < 1.6448536269514722;
    }
  check (half / N > 0.497 && half / N < 0.503, "the mean of uniform");
  check (sum / N > -0.01 && sum / N < 0.01, "the mean of normal");
  check (squares / N > 0.98 && squares / N < 1.02, "the variance of normal");
  check (fourth / N > 2.85 && fourth / N < 3.15, "the fourth moment of normal");
  check (below > 0.947 * N && below < 0.953 * N, "a quantile of normal");
  return failed;
}

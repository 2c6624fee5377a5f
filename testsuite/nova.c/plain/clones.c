/* { dg-nova-levels "-O3" "-O3 -fopenmp" "-O2 -g -gno-record-gcc-switches -fopenmp" } */
/* Functions that the compiler makes of the program's, clones for constant arguments and bodies of
   parallel regions, with indices that are truth values: they are not the plugin's.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

static void __attribute__ ((noinline))
plus_one (int *restrict out, const int *restrict p, int n, int k)
{
  for (int i = 0; i < n; i++)
    out[i] = p[k + (int) (p[i] != 0)];
}

static void __attribute__ ((noinline))
times (int *restrict out, const int *restrict p, const unsigned char *c, int n, int k)
{
  for (int i = 0; i < n; i++)
    out[i] = p[k * (c[i] > 7)];
}

void
constant_arguments (int *out, const int *p, const unsigned char *c)
{
  plus_one (out, p, 1000, 5);
  times (out, p, c, 1000, 5);
}

void
parallel (int *restrict out, const int *restrict p, int n, int k)
{
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    out[i] = p[(int) (p[i + 2] > k)];
}

/* A function of which a part is inlined.  */
int calls;
int
partly (int *p, int n)
{
  if (!p)
    return 0;
  calls++;
  for (int i = 0; i < n; i++)
    p[i] = p[p[i] != 0];
  return *p;
}

int
uses_part (int *p)
{
  return partly (p, 100) + partly (p + 1, 200);
}

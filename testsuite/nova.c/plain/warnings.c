/* { dg-nova-levels "-O2 -Wall -Wextra -fopenmp" "-O3 -Wall -fopenmp -fdiagnostics-color=always" "-O2 -Wall -fopenmp -fdiagnostics-format=json" } */
/* What is wrong in functions that the compiler makes of the program's is said.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>

int numbers[10];
char small[10], text[30];

void
in_parallel (int *p)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    {
      memset (small, i, 20);
      memcpy (text + 1, text, 20);
      p[i] = i;
    }
}

void
past_the_end (void)
{
#pragma omp parallel
  for (int i = 0; i <= 10; i++)
    numbers[i] = i;
}

static void __attribute__ ((noinline))
fill (char *p, int n, int c)
{
  memset (p, c, n);
  for (int i = 0; i < n; i++)
    text[i]++;
}

void
constant_size (int c)
{
  fill (small, 40, c);
}

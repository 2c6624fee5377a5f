/* Rows that a function of the index views, many of them of a negative size: the error is that of the
   first one, and what was gathered before is asked first, also where the function is called, at -O0.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" } */

#include <nova.h>
#include <stdlib.h>
#include "../fails.h"

enum { N = 100000, FIRST = 40000 };
static double x[N], out[N];
static int size_of[N], from[N];

static void
sums (double *y)
{
  double sum (size_t i) { return nova_sum (nova_view (x, size_of[i])); }
  nova_store (y, N, nova_map (sum, nova_range (N)));
}

static void
sums_strided (double *y)
{
  double sum (size_t i) { return nova_sum (nova_view_strided (x, size_of[i], 1)); }
  nova_store (y, N, nova_map (sum, nova_range (N)));
}

static void
sums_and (double *y)
{
  double sum (size_t i, double v) { return nova_sum (nova_view (x, size_of[i])) + v; }
  nova_vec (double) gathered = nova_gather (nova_view (from, N), nova_view (x, N));
  nova_store (y, N, nova_map (sum, nova_range (N), gathered));
}

int
main (void)
{
  nova_set_error_handler (handler);
  /* The chunk of the first has rows before it that take long.  */
  for (int i = 0; i < N; i++)
    size_of[i] = i < FIRST - 50 ? i % 3 : i < FIRST ? N : -i;
  FAILS (sums (out), "operand 2, a size, is -40000");
  FAILS (sums_strided (out), "operand 2, a size, is -40000");
  FAILS (sums_and (out), "operand 2, a size, is -40000");
  from[70000] = -1;
  FAILS (sums_and (out), "element 70000, the index -1");
  return 0;
}

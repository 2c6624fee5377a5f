/* What the static analyzer sees in generated functions of a sort is not said; with FAULT, what it
   finds in the program's own function is.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>

#ifdef FAULT
extern int *first_sum (int *x, size_t n);
int *
first_sum (int *x, size_t n)
{
  int *y = malloc (sizeof *y);
  y[0] = nova_sum (nova_view (x, n));
  return y;
}
#else
static int
less (int a, int b)
{
  return a < b;
}

extern void sorted (int *x, size_t n);
void
sorted (int *x, size_t n)
{
  nova_store (x, n, nova_sort (less, nova_view (x, n)));
}
#endif

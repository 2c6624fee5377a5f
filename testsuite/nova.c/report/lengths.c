/* The length of what a region has made, in a condition on its own, is a load and no region.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2" } */
/* { dg-final { scan-assembler-times {\n[^\n]*call[^\n]*\.nova\.[0-9]+(?:@PLT)?\n} 1 } } */

#include <nova.h>

double
smooth (size_t n, const double *x, const double *y)
{
  nova_vec (double) v = nova_map (nova_add, nova_view (x, n), nova_view (y, n));
  double s = 0;
  for (size_t i = 0; i < nova_length (v); i++)
    s = s * 0.5 + nova_get (v, i);
  return s;
}

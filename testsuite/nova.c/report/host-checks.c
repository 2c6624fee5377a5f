/* Indices that a loop checks in each turn are checked before it, and it is vectorised.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O3 -msse4.2 -mno-avx -std=gnu11" } */
/* { dg-final { scan-assembler {mulps} } } */
/* { dg-final { scan-assembler {divpd} } } */
/* { dg-final { scan-assembler {psrldq} } } */

#include <nova.h>

void
host (const float *x, size_t m, size_t b, size_t n, float *restrict o)
{
  nova_vec (float) v = nova_view (x, m);
  for (size_t j = b; j <= n; j++)
    o[j] = nova_get (v, j) * 3;
}

int
greatest (const int *x, size_t m, size_t n)
{
  nova_vec (int) v = nova_view (x, m);
  int most = 0;
  for (size_t j = 0; j < n; j++)
    most = nova_get (v, j) > most ? nova_get (v, j) : most;
  return most;
}

void
rows (size_t n, size_t m, double *x, const double *y)
{
  nova_vec (double) v = nova_copy (nova_view (y, m));
  void by (double *row, size_t i)
  {
    for (size_t j = 0; j <= i; j++)
      row[j] /= nova_get (v, j);
  }
  nova_update_rows (by, x, n, n, n, nova_range (n));
}

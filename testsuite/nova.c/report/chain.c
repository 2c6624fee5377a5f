/* A row's sum of products whose elements may fail is one chain: where a chain of additions is faster
   than one of FMA, GCC keeps the products apart.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O3 -mtune=znver3 -mavx2 -mfma" } */
/* { dg-final { scan-assembler {vmulsd} } } */
/* { dg-final { scan-assembler-not {vfmadd231sd} } } */

#include <nova.h>

typedef nova_vec (double) vec;

void
product (size_t rows, const size_t *off, size_t n, const int *col, const double *a, size_t m,
	 const double *x, double *y)
{
  vec v = nova_view (x, m);
  double times (double a, int c) { return a * nova_get (v, c); }
  double row (nova_vec (double) a, nova_vec (int) c)
  {
    return nova_sum (nova_map (times, a, c));
  }
  nova_store (y, rows, nova_map (row, nova_segments (nova_view (a, n), nova_view (off, rows + 1)),
				 nova_segments (nova_view (col, n), nova_view (off, rows + 1))));
}

/* A function that uses builtins is called with columns, windows and strided rows: no copy is made of
   them and no handle, and nothing is called.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

typedef nova_vec(double) vec;

static double inner (vec r) { return nova_sum (r); }

void
columns (size_t n, size_t m, const double *restrict a, double *restrict to)
{
  nova_store (to, m, nova_map (inner, nova_transpose (nova_view (a, n, m))));
}

void
windows (size_t n, size_t k, const double *restrict a, double *restrict to)
{
  nova_store (to, n, nova_map (inner, nova_window (k, nova_view (a, n))));
}

void
strided (size_t n, size_t m, const double *restrict a, double *restrict to)
{
  nova_store (to, n, nova_map (inner, nova_view_strided (a, n, 1, m, (ptrdiff_t) n)));
}

/* { dg-final { scan-imp-dump-not {vecnew|copy|contiguous|lend|leaf|loose} } } */

/* What is stored with steps of two levels takes no memory, whoever makes it; nor do the lengths of
   rows that are even by the way they are made.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-report -fplugin-arg-nova-dump=chunk" } */

#include <nova.h>

static float twice (float a) { return a * 2; }
static float at (size_t i, size_t j) { return i * j; }

void
copied (float *a, const float *p, size_t n, size_t m, ptrdiff_t s)
{
  nova_store_strided (a, n, s, m, 2, nova_view (p, n, m));
}

void
turned (float *a, const float *p, size_t n, size_t m, ptrdiff_t s)
{
  nova_store_strided (a, n, s, m, 2, nova_transpose (nova_view (p, m, n)));
}

void
made (float *a, size_t n, size_t m, ptrdiff_t s)
{
  nova_store_strided (a, n, s, m, 2, nova_tabulate (at, n, m));
}

void
mapped (float *a, const float *p, size_t n, size_t m, ptrdiff_t s)
{
  nova_store_strided (a, n, s, m, 2, nova_split (m, nova_map (twice, nova_view (p, n * m))));
}

/* { dg-final { scan-report-times "by the loop that makes the elements" 4 } } */
/* { dg-final { scan-report-not "in memory" } } */
/* { dg-final { scan-report-not "rows of the innermost level" } } */
/* { dg-final { scan-imp-dump-not "vecnew" } } */

/* The dot product: one pass over two arrays, no temporary vector.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

float
dot (size_t n, const float x[n], const float y[n])
{
  float mul (float a, float b) { return a * b; }
  return nova_reduce (nova_add, 0.0f, nova_map (mul, nova_view (x, n), nova_view (y, n)));
}

/* { dg-final { scan-report {^[^ ]*dot.c:13: region dot: line 13$} } } */
/* { dg-final { scan-report {^  map .13. fused into reduce .13.$} } } */
/* { dg-final { scan-report {^  reduce .13.: parallel, lanes of 32$} } } */
/* { dg-final { scan-report-not {in memory|buffer|sequential} } } */
/* { dg-final { scan-imp-dump-times {^ *parfor } 1 } } */
/* { dg-final { scan-imp-dump-not {temp |vecnew |check lengths } } } */
/* { dg-final { scan-dump extract {^region @dot } } } */
/* { dg-final { scan-assembler-not {call\t__nova_} } } */

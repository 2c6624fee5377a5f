/* Small loops have code for AVX2, too; not those that call libm's vector functions, whose results would
   differ, nor where the target was named.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-O2" } */
/* { dg-final { scan-report {^  store .17.: also for AVX2$} } } */
/* { dg-final { scan-report-not {also for.*\n(.*\n)*.*also for} } } */
/* { dg-final { scan-assembler {vaddps\t[^\n]*%ymm} } } */
/* { dg-final { scan-assembler-times {\mnova_march\M} 1 } } */

#include <nova.h>

void
twice (size_t n, float *y, const float *x)
{
  float f (float a) { return a * 2; }
  nova_store (y, n, nova_map (f, nova_view (x, n)));
}

void
exps (size_t n, float *y, const float *x)
{
  nova_store (y, n, nova_map (__builtin_expf, nova_view (x, n)));
}

__attribute__ ((target ("sse4.1"))) void
named (size_t n, float *y, const float *x)
{
  float f (float a) { return a * 2; }
  nova_store (y, n, nova_map (f, nova_view (x, n)));
}

__attribute__ ((optimize ("O0"))) void
slow (size_t n, float *y, const float *x)
{
  float f (float a) { return a * 2; }
  nova_store (y, n, nova_map (f, nova_view (x, n)));
}

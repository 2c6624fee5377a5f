/* GCC may take either of two zeros, differently for each processor: there is one version.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-O2 -fno-signed-zeros" } */
/* { dg-final { scan-report-not {also for} } } */
/* { dg-final { scan-assembler-not {nova_march} } } */

#include <nova.h>

void
twice (size_t n, float *y, const float *x)
{
  float f (float a) { return a * 2; }
  nova_store (y, n, nova_map (f, nova_view (x, n)));
}

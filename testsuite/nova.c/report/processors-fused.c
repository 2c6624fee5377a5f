/* Which products are added in one operation depends on what GCC vectorises: there is one version.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-O2 -mfma" } */
/* { dg-final { scan-report-not {also for} } } */
/* { dg-final { scan-assembler-not {nova_march} } } */

#include <nova.h>

void
sums (size_t n, float *y, const float *a, const float *b, const unsigned *bits, const unsigned *at)
{
  float sum (float a, float b, unsigned bits, unsigned at)
  {
    float p = a * b;
    return (bits >> (at & 31)) & 1 ? p + a : p - b;
  }
  nova_store (y, n, nova_map (sum, nova_view (a, n), nova_view (b, n), nova_view (bits, n),
			      nova_view (at, n)));
}

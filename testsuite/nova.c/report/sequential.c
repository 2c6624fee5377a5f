/* Operations inside a function operand that stays a call run in its thread: said in the report and
   by -warn-sequential; not of a function that the host program calls too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-warn-sequential" } */

#include <nova.h>

void
rows (size_t n, size_t m, const float *a, float *y)
{
  float __attribute__ ((noinline)) row (nova_vec (float) r)
  {
    nova_vec (float) s = nova_scan (nova_add, 0.0f, r);	/* { dg-warning "scan .15.: sequential, in a function that is called for elements" } */
    return nova_reduce (nova_max, 0.0f, nova_copy (s));	/* { dg-warning "reduce .16.: sequential" } */
  }
  nova_store (y, n, nova_map (row, nova_view (a, n, m)));
}

static float __attribute__ ((noinline))
both (nova_vec (float) r)
{
  return nova_sum (nova_copy (r));
}

float
host (size_t n, size_t m, const float *a, float *y)
{
  nova_store (y, n, nova_map (both, nova_view (a, n, m)));
  return both (nova_view (y, n));
}

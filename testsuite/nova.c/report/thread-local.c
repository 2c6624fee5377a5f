/* A loop whose function reads a variable of the thread stays in the thread that calls it: said in
   the report and by -warn-sequential, also of what shares that loop; not of other loops.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-warn-sequential" } */

#include <nova.h>

static _Thread_local float base;

static float __attribute__ ((noinline))
based (float a)
{
  return a + base;
}

static float twice (float a) { return 2 * a; }

void
f (size_t n, const float *x, float *y, float *z)
{
  nova_store (y, n, nova_map (based, nova_view (x, n)));	/* { dg-warning "sequential, a function reads a variable of the thread" } */
  __asm__ volatile ("" : : : "memory");
  nova_store (z, n, nova_map (twice, nova_view (x, n)));
}

float
g (size_t n, const float *x, float *r)
{
  nova_vec (float) v = nova_map (based, nova_view (x, n));
  *r = nova_reduce (nova_add, 0.0f, v);			/* { dg-warning "reduce .32.: sequential, a function reads" } */
  return nova_reduce (nova_max, 0.0f, v);		/* { dg-warning "reduce .33.: sequential, a function reads" } */
}
/* { dg-final { scan-report-times "sequential, a function reads a variable of the thread" 3 } } */
/* { dg-final { scan-report-times "parallel" 1 } } */

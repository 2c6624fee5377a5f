/* Rows of a few elements, with steps that are known: nobody asks whether two elements have one address,
   and rows go one by one, their elements together.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-dump=nest" } */

#include <nova.h>

static float add1 (float p) { return p + 1; }

void
six (float *a, const float *p, size_t m)
{
  nova_store_strided (a, m, 64, 6, 1,
		      nova_split (6, nova_map (add1, nova_flatten (nova_view_strided (p, m, 64, 6, 1)))));
}

/* The step of the outermost level may go backwards.  */
void
back (float *a, const float *p, size_t m)
{
  nova_store_strided (a, m, -16, 4, 4, 3, 1, nova_view (p, m, 4, 3));
}

/* { dg-final { scan-assembler-not {nova_strided_clash} } } */
/* { dg-final { scan-dump-times nest {1:u64 scalar} 3 } } */
/* { dg-final { scan-dump-times nest {array t\.\d+: f32 \[} 2 } } */

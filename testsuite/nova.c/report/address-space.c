/* What a function operand reads in a named address space is read there, in one with vectors of its
   own, too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -std=gnu11" } */
/* { dg-final { scan-assembler {%gs:} } } */

#include <nova.h>

int
nested (const int __seg_gs *p, size_t n, const int *q)
{
  int f (int i)
  {
    int g (int k) { return k * i; }
    return p[i] + nova_sum (nova_map (g, nova_range (1, i)));
  }
  return nova_sum (nova_map (f, nova_view (q, n)));
}

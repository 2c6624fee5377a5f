/* Ints of a range are counted in vectors of ints, not made of indices of 64 bits.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -mavx2" } */

#include <nova.h>

void
fill (int n, int a, int *out)
{
  int f (int i) { return i ^ a; }
  nova_store (out, n, nova_map (f, nova_range (n)));
}

/* { dg-final { scan-assembler {vpxor\t[^\n]*%ymm} } } */
/* { dg-final { scan-assembler-not {vpaddq\t[^\n]*%ymm} } } */

/* Loops of generated functions begin a line of code, and so do these functions.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2" } */
/* { dg-final { scan-assembler {\.p2align 6\n(\t\.p2align 3\n)?\.L} } } */
/* { dg-final { scan-assembler {\.p2align 6\n(\t\.p2align 3\n)?\t\.type} } } */

#include <nova.h>

void
twice (size_t n, const float *x, float *y)
{
  float f (float a) { return a + a; }
  nova_store (y, n, nova_map (f, nova_view (x, n)));
}

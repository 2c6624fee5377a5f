/* Loops of generated functions begin in the middle of a line of code or at its start, and these
   functions a line.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2" } */
/* { dg-final { scan-assembler {\.p2align 5\n} } } */
/* { dg-final { scan-assembler {\.p2align 6\n} } } */

#include <nova.h>

void
twice (size_t n, const float *x, float *y)
{
  float f (float a) { return a + a; }
  nova_store (y, n, nova_map (f, nova_view (x, n)));
}

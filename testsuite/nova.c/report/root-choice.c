/* A square root that only some elements need is one instruction for eight elements, whether or not
   the user's flags let it set errno.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -mavx2 -fPIC" } */

#include <math.h>
#include <nova.h>

static float
nearer (float b, float d)
{
  return d > 0 ? b - sqrtf (d > 0 ? d : 0) : 1e30f;
}

void
distances (size_t n, const float *b, const float *d, float *r)
{
  nova_store (r, n, nova_map (nearer, nova_view (b, n), nova_view (d, n)));
}

/* { dg-final { scan-assembler {vsqrtps\t[^\n]*%ymm} } } */
/* { dg-final { scan-assembler-not {call\tsqrtf} } } */

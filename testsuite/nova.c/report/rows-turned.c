/* Rows that are reversed and only stored are read by the region where they lie: no handle is made.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

size_t
turned (size_t n, const float *a, float *b)
{
  return nova_store (b, n * n, nova_reverse (nova_view (a, n, n)));
}

/* { dg-final { scan-assembler-not {nova_vec_} } } */

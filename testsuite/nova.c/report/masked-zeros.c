/* The last elements of a short row are loaded under a mask, and what the mask leaves out is set by the
   same instruction: nothing of the row before is kept, in a register or in memory.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-O2 -march=skylake-avx512" } */
/* { dg-final { scan-assembler {vmovdqu32\t[^\n]*, %[xyz]mm[0-9]+.%k[1-7]..z.\n} } } */
/* { dg-final { scan-assembler-not {vmovdqu32\t[^\n%]*\(%r[^\n]*, %[xyz]mm[0-9]+.%k[1-7].\n} } } */

#include <nova.h>

size_t
sums (size_t n, size_t m, const int *x, const size_t *at, int *out)
{
  int sum (nova_vec (int) row) { return nova_sum (row); }
  return nova_store (out, m, nova_map (sum, nova_segments (nova_view (x, n),
							   nova_view (at, m + 1))));
}

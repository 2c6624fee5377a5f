/* Whether offsets decrease is seen in one pass that keeps nothing; where segments keeps a copy of
   them, in the pass that makes it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

static int sum (nova_vec (int) r) { return nova_sum (r); }

void
read_rows (size_t n, size_t m, const int x[m], const size_t o[n + 1], int to[n])
{
  nova_store (to, n, nova_map (sum, nova_segments (nova_view (x, m), nova_view (o, n + 1))));
}

nova_vec (nova_vec (int))
kept (size_t n, size_t m, const int x[m], const int o[n + 1])
{
  return nova_segments (nova_view (x, m), nova_view (o, n + 1));
}

/* One copy, one loop.  */
/* { dg-final { scan-imp-dump-times "vecnew " 1 } } */
/* { dg-final { scan-imp-dump-times "parfor " 3 } } */
/* { dg-final { scan-imp-dump-not "while " } } */

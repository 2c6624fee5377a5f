/* Lanes of the least and the greatest, fewer than of a sum, are in registers: the loop over them is
   unrolled, behind the vectoriser.  So it is where a grid's largest change is found beside its
   step, whose rows are made before what they give is combined.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -mavx2 -fplugin-arg-nova-dump=nest" } */
/* { dg-final { scan-assembler {vmaxpd\t%ymm[0-9]+, %ymm[0-9]+, %ymm[0-9]+} } } */
/* { dg-final { scan-assembler-not {vmaxpd\t\(%r[a-z0-9]+,%r[a-z0-9]+\), %ymm} } } */
/* { dg-final { scan-assembler-not {v(min|max)pd\t\(%r[a-z0-9]+\), %ymm} } } */
/* { dg-final { scan-dump nest {array v\.[0-9]+: f64 .2048} } } */
/* { dg-final { scan-dump-times nest {by lanes} 1 } } */
/* { dg-final { scan-dump-not nest {(div|rem) \(i} } } */

#include <nova.h>
#include <math.h>

typedef nova_vec (double) row;
typedef nova_vec (row) grid;

double
step (size_t h, size_t w, const double u[h * w], double next[h * w])
{
  grid g = nova_view (u, h, w);
  double at (size_t y, size_t x) { return nova_get (nova_get (g, y), x); }
  double flow (size_t y, size_t x)
  {
    if (y == 0 || y == h - 1 || x == 0 || x == w - 1)
      return at (y, x);
    return (at (y - 1, x) + at (y + 1, x) + at (y, x - 1) + at (y, x + 1)) / 4;
  }
  double change (double a, double b) { return fabs (a - b); }
  grid n = nova_tabulate (flow, h, w);
  double d = nova_reduce (nova_max, 0.0,
			  nova_map (change, nova_flatten (n), nova_view (u, h * w)));

  nova_store (next, h * w, n);
  return d;
}

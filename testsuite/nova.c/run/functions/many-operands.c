/* More operands than anybody writes by hand: a map of 512 vectors has no limit to meet.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

/* F (K0), ..., F (K7); 64 and 512 of them.  */
#define X8(F, K)							\
  F (K##0), F (K##1), F (K##2), F (K##3), F (K##4), F (K##5), F (K##6), F (K##7)
#define X64(F, K)							\
  X8 (F, K##0), X8 (F, K##1), X8 (F, K##2), X8 (F, K##3), X8 (F, K##4),	\
  X8 (F, K##5), X8 (F, K##6), X8 (F, K##7)
#define X512(F, K)							\
  X64 (F, K##0), X64 (F, K##1), X64 (F, K##2), X64 (F, K##3),		\
  X64 (F, K##4), X64 (F, K##5), X64 (F, K##6), X64 (F, K##7)

#define PARAM(A) int A
#define VIEW(A) nova_view (x, n)

static int
go (int n, const int *x, const int *last)
{
  int f (X512 (PARAM, a), int z) { return a000 + a777 + z; }
  return nova_sum (nova_map (f, X512 (VIEW, a), nova_view (last, n)));
}

int
main (void)
{
  int x[3] = { 1, 2, 3 }, last[3] = { 100, 200, 300 };
  return go (3, x, last) != 612;
}

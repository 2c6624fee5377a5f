/* An inline definition that is no external one is what a function operand of its name means, also
   without optimisation, and when it is too large to be inlined.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O1" "-O2" "-Os" } */

#include <nova.h>

inline int
square (int x)
{
  return x * x;
}

extern inline __attribute__ ((gnu_inline)) int
next (int x)
{
  return x + 1;
}

#define MIXED(NAME)				\
unsigned					\
NAME (unsigned x)				\
{						\
  unsigned s = 0;				\
  for (unsigned i = 0; i < x; i++)		\
    for (unsigned j = i; j < x; j++)		\
      s += (i * j) ^ x;				\
  for (unsigned i = 0; i < x; i++)		\
    s = s * 3 + (s >> 2) % 7;			\
  return s;					\
}

inline MIXED (mixed)
static MIXED (reference)

int
main (void)
{
  int a[4] = { 1, 2, 3, 4 };
  unsigned b[2] = { 0, 2 };
  nova_vec (int) v = nova_view (a, 4);
  return nova_sum (nova_map (square, v)) != 30 || nova_sum (nova_map (next, v)) != 14
         || nova_sum (nova_map (mixed, nova_view (b, 2))) != reference (0) + reference (2);
}

/* Constants, and numbers of 80 bits, where long double is a double, or has 128 bits.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-levels "-O0 -mlong-double-64" "-O2 -mlong-double-64" "-O0 -mlong-double-128" "-O2 -mlong-double-128" } */

#include <nova.h>
#include <stdlib.h>

static int above (float x) { return x > 3 && x < __builtin_inf (); }
static long double half (long double x) { return x * 0.5L; }
static __float80 third (__float80 x) { return x / 3.0w; }

int
main (void)
{
  float a[] = { 2, 3, 4, __builtin_inff () };
  long double b[] = { 1, -3 }, c[2];
  __float80 d[] = { 1, 2 }, e[2], sum;

  if (nova_count (above, nova_view (a, 4)) != 1)
    abort ();
  nova_store (c, 2, nova_map (half, nova_view (b, 2)));
  if (c[0] != 0.5 || c[1] != -1.5 || nova_sum (nova_view (b, 2)) != -2)
    abort ();
  nova_store (e, 2, nova_map (third, nova_view (d, 2)));
  sum = nova_reduce (nova_add, 0, nova_view (e, 2));
  if (e[0] != d[0] / 3 || e[1] != d[1] / 3 || sum != e[0] + e[1])
    abort ();
  return 0;
}

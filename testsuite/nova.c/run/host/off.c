/* Passes left out: without fuse every operation is a loop of its own, and all results are the same.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-fplugin-arg-nova-off=inline,simplify,cse,dce,fuse,hoist" } */

#include <nova.h>
#include <stdlib.h>

static int
square (int x)
{
  return x * x;
}

static int
odd (int x)
{
  return x & 1;
}

int
main (void)
{
  static int a[1000];
  nova_vec (int) v = nova_view (a, 1000);

  nova_store (a, 1000, nova_range (1000));
  nova_vec (int) o = nova_filter (odd, nova_reverse (v));
  nova_vec (int) s = nova_scan (nova_add, 0, nova_slice (0, 2, 1000, v));
  if (nova_sum_as (long, nova_map (square, v)) != 332833500
      || nova_length (o) != 500 || nova_get (o, 0) != 999 || nova_get (s, 499) != 249500)
    abort ();
  nova_store (a, 1000, nova_reverse (v));
  if (a[0] != 999 || a[999] != 0)
    abort ();
}

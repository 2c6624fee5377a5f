/* Extremes, also of filtered elements, under -ffast-math: no NaN may be needed.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-ffast-math" } */

#include <nova.h>
#include <stdlib.h>

static int
odd (double v)
{
  return (long) v & 1;
}

static double
largest (nova_vec (double) r)
{
  return nova_maximum (r);
}

__attribute__ ((noipa)) static nova_vec (double)
each (nova_vec (nova_vec (double)) m)
{
  return nova_map (largest, m);
}

int
main (void)
{
  static double x[1000];
  for (int i = 0; i < 1000; i++)
    x[i] = (i * 7) % 1000;
  nova_vec (double) v = nova_view (x, 1000);
  if (nova_minimum (v) != 0 || nova_maximum (v) != 999)
    abort ();
  if (nova_reduce (nova_min, 5000.0, nova_filter (odd, v)) != 1
      || nova_reduce (nova_max, -5.0, nova_filter (odd, nova_view (x, 1))) != -5)
    abort ();
  /* Of rows, too: the first element of each was compared with a NaN.  */
  nova_vec (double) rows = each (nova_view (x, 100, 10));
  if ((int) nova_get (rows, 0) != 63 || (int) nova_get (rows, 99) != 993)
    abort ();
  return 0;
}

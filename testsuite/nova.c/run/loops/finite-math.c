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
  return 0;
}

/* Output is admitted for debugging.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-nova-debug" } */

#include <nova.h>
#include <stdio.h>

static int f_output (int x)
{
  printf ("%d\n", x);
  puts ("here");
  return x;
}

int all (int *a, size_t n)
{
  return nova_sum (nova_map (f_output, nova_view (a, n)));
}

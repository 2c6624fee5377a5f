/* Partial sums that overflow where the sequential sum does not: no sanitizer may see it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0 -ftrapv" "-O2 -ftrapv" "-O3 -fsanitize=signed-integer-overflow" } */
/* { dg-nova-output "^0 1000000000 1000000000\n$" } */

#include <nova.h>
#include <stdio.h>

#define N 100000
static int x[N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    x[i] = i & 1 ? -1000000000 : 1000000000;
  nova_vec (int) s = nova_scan (nova_add, 0, nova_view (x, N));
  printf ("%d %d %d\n", nova_reduce (nova_add, 0, nova_view (x, N)), nova_get (s, N - 2),
	  nova_maximum (s));
  return 0;
}

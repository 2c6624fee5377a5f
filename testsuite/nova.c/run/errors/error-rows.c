/* A function that combines rows, and fails at the first one, leaves each vector once: the initial row that
   nothing was combined with, too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-output "^600 times\n$" } */
/* { dg-nova-leaks "vectors of the function that fails, which longjmp leaves" } */

#include <nova.h>
#include <stdio.h>
#include "../raised.h"

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

static int plus (int a, int b) { return a + b; }
static ints rows_plus (ints a, ints b) { return nova_map (plus, a, b); }

static __attribute__ ((noinline)) int
sum (rows v)
{
  return nova_sum (nova_reduce (rows_plus, nova_get (v, 0), v));
}

int
main (void)
{
  size_t starts[] = { 0, 7, 7, 30, 60, 61, 90, 120 };
  nova_vec (size_t) o = nova_view (starts, 8);
  rows v = nova_segments (nova_range (120), o);
  volatile int i;

  nova_set_error_handler (handler);
  for (i = 0; i < 600; i = i + 1)
    TRY (sum (v));
  printf ("%d times\n", raised);
  return 0;
}

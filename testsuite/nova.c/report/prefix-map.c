/* Objects name files as __FILE__ does, so that they are the same from any folder.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-do compile } */
/* { dg-options "-O2 -fmacro-prefix-map=/=//elsewhere/" } */

#include <nova.h>

const char *file = __FILE__;

int
sum (nova_vec (int) x, nova_vec (int) y)
{
  int add (int a, int b) { return a + b; }
  return nova_sum (nova_map (add, x, y)) + nova_get (x, 3);
}

void
print (nova_vec (int) x)
{
  nova_print (x);
}

/* { dg-final { scan-assembler "\"//elsewhere/.*prefix-map.c\"" } } */
/* { dg-final { scan-assembler-not "\"/\[^/\].*prefix-map.c\"" } } */

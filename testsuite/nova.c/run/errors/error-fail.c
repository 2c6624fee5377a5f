/* nova_fail in a function operand: its own line, the first element.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-fails "^[^:]*error-fail.c:15: nova_fail: negative$" } */

#include <nova.h>

static int x[100000];

static int
root (int v)
{
  if (v < 0)
    nova_fail ("negative");
  return v / 2;
}

int
main (void)
{
  x[5000] = x[90000] = -1;
  return nova_sum (nova_map (root, nova_view (x, 100000)));
}

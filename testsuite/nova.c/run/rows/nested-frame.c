/* A function operand with a nested function of its own that reads what it changes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

static int a[40], b[40];

static int
f (int p)
{
  int q = p;
  int plus (int x) { return x + q; }

  if (p > 3)
    q = 5;
  return plus (p);
}

int
main (void)
{
  for (int i = 0; i < 40; i++)
    a[i] = i;
  nova_store (b, 40, nova_map (f, nova_view (a, 40)));
  for (int i = 0; i < 40; i++)
    if (b[i] != (i > 3 ? i + 5 : 2 * i))
      return 1;
  return 0;
}

/* { dg-nova-levels "-O0 -fdump-tree-gimple-uid=stderr" "-g -gno-record-gcc-switches -fdump-tree-gimple-uid=stderr" } */
/* The numbers of declarations and types are those that they have without the plugin: the order of
   these numbers decides what debug information says of where variables are.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

struct pair { int a, b; };

static int
twice (int x)
{
  int result = x + x;
  return result;
}

int
function (struct pair *p, int n)
{
  int outer = 0, k = n > 0 ? p->a : p->b;
  int nested (int y) { return y + outer + k; }
  for (int i = 0; i < n; i++)
    {
      int inner = twice (p[i].a) + nested (p[i].b);
      outer += inner;
    }
  return outer;
}

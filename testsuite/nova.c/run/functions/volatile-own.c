/* Function operands with volatile parameters and locals, and volatile variables around them, which
   are read once, where the builtin stands.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../check.h"

struct pair { int a; volatile int b; };

static int parameter (volatile int x) { x++; return x; }

static int local (int x)
{
  volatile int own = x;
  own *= 2;
  return own;
}

static int array (int x)
{
  volatile int a[4] = { 1, 2, 3, 4 };
  a[x & 3] += x;
  return a[x & 3];
}

static int record (int x)
{
  struct pair p = { x, x };
  p.b += 2;
  return p.b;
}

static int loop (int x)
{
  int t = 0;
  for (volatile int i = 0; i < x; i++)
    t += i;
  return t;
}

static int scratch (int x)
{
  volatile int *p = nova_scratch (int, 4);
  p[1] = x;
  return p[1];
}

int
main (void)
{
  int a[] = { 1, 2, 3, 4, 5 };
  nova_vec (int) x = nova_view (a, 5), y;
  volatile int around = 3;
  struct pair p = { 7, 8 };
  int nested (int x) { return x + around; }
  int member (int x) { return x * p.b; }

  CHECK (nova_sum (nova_map (parameter, x)), 20);
  CHECK (nova_sum (nova_map (local, x)), 30);
  CHECK (nova_sum (nova_map (array, x)), 27);
  CHECK (nova_sum (nova_map (record, x)), 25);
  CHECK (nova_sum (nova_map (loop, x)), 20);
  CHECK (nova_sum (nova_map (scratch, x)), 15);
  y = nova_map (nested, x);
  around = 100;
  CHECK (nova_sum (y), 30);
  CHECK (nova_sum (nova_map (nested, x)), 515);
  y = nova_map (member, x);
  p.b = 1;
  CHECK (nova_sum (y), 120);
  CHECK (nova_sum (nova_map (member, x)), 15);
  return 0;
}

/* Scans, inclusive and exclusive, with operators that do not commute.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

/* x -> a x + b: composition is associative and does not commute.  */
struct affine
{
  unsigned a, b;
};

static struct affine
then (struct affine f, struct affine g)
{
  struct affine r = { g.a * f.a, g.a * f.b + g.b };

  return r;
}

static struct affine
make (int v)
{
  struct affine r = { 2 * v + 1, v };

  return r;
}

#define N 50000
static int x[N];

static int
sums (void)
{
  nova_vec (int) v = nova_scan (nova_add, 10, nova_view (x, N));
  nova_vec (int) w = nova_exscan (nova_add, 10, nova_view (x, N));
  int acc = 10, good = nova_length (v) == N && nova_length (w) == N;

  for (int i = 0; i < N; i++)
    {
      good &= nova_get (w, i) == acc;
      acc += x[i];
      good &= nova_get (v, i) == acc;
    }
  return good;
}

static int
affine (void)
{
  struct affine one = { 1, 0 }, acc = one, last;
  nova_vec (struct affine) f = nova_map (make, nova_view (x, N));
  nova_vec (struct affine) s = nova_scan (then, one, f);
  int good = 1;

  last = nova_reduce (then, one, f);
  for (int i = 0; i < N; i++)
    {
      struct affine e = nova_get (s, i);

      acc = then (acc, make (x[i]));
      good &= e.a == acc.a && e.b == acc.b;
    }
  return good && last.a == acc.a && last.b == acc.b;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    x[i] = i % 23 - 11;
  if (sums () && affine ())
    return 0;
  puts ("wrong");
  return 1;
}

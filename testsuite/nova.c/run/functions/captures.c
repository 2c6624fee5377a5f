/* Captures: scalars, structs, arrays, vectors, pointers; lambdas in place and in lambdas; bind.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define N 5000
static int x[N];

struct line
{
  int a, b;
};

static int
shift (int by, int v)
{
  return v + by;
}

static int
sums (int k)
{
  struct line l = { 3, k };
  int table[4] = { 1, 10, 100, 1000 };
  const int *p = table;
  nova_vec (int) v = nova_view (x, N);
  nova_vec (int) w = nova_map (nova_bind (shift, 7), v);
  int good = 1, want;

  int scale (int e) { return e * k; }
  int linear (int e) { return l.a * e + l.b; }
  int lookup (int e) { return table[e % 4] + p[(e + 1) % 4]; }
  int other (int e) { return nova_get (w, e); }

  want = 0;
  for (int i = 0; i < N; i++)
    want += x[i] * k;
  good &= nova_sum (nova_map (scale, v)) == want;
  want = 0;
  for (int i = 0; i < N; i++)
    want += 3 * x[i] + k;
  good &= nova_sum (nova_map (linear, v)) == want;
  want = 0;
  for (int i = 0; i < N; i++)
    want += table[x[i] % 4] + table[(x[i] + 1) % 4];
  good &= nova_sum (nova_map (lookup, v)) == want;
  want = 0;
  for (int i = 0; i < N; i++)
    want += x[x[i]] + 7;
  good &= nova_sum (nova_map (other, v)) == want;
  want = 0;
  for (int i = 0; i < N; i++)
    want += x[i] + k + 1;
  good &= nova_sum (nova_map (nova_lambda (int, (int e), { return e + k + 1; }), v)) == want;
  return good;
}

/* A lambda that itself reduces, with a lambda in it that captures from both.  */
static int
nested (int k)
{
  int row (size_t i)
  {
    int cell (size_t j) { return (int) (i * j) % 7 + k; }
    return nova_sum (nova_tabulate (cell, (size_t) 5));
  }
  int want = 0;

  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 5; j++)
      want += i * j % 7 + k;
  return nova_sum (nova_tabulate (row, (size_t) 100)) == want;
}

int
main (void)
{
  int good = 1;

  for (int i = 0; i < N; i++)
    x[i] = i % 37;
  for (int k = 0; k < 3; k++)
    good &= sums (k) & nested (k);
  if (!good)
    puts ("wrong");
  return !good;
}

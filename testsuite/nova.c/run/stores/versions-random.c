/* Stores and results behind pointers that may overlap what is read later: random placements against
   the same steps in plain C.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-fno-strict-aliasing" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int
f (int x)
{
  return x * 3 + 1;
}
static int
g (int x)
{
  return x ^ 5;
}
static int
add (int a, int b)
{
  return a + b;
}
struct r
{
  long s;
  int mx, mn;
  long n;
};
__attribute__ ((noipa)) static void
two (size_t n, int *a, int *b, const int *x)
{
  nova_vec (int) v = nova_view (x, n);
  nova_store (a, n, nova_map (f, v));
  nova_store (b, n, nova_map (g, v));
}
__attribute__ ((noipa)) static void
two_ref (size_t n, int *a, int *b, const int *x)
{
  int t[200];
  memcpy (t, x, n * 4);
  for (size_t i = 0; i < n; i++)
    t[i] = f (x[i]);
  memcpy (a, t, n * 4);
  for (size_t i = 0; i < n; i++)
    t[i] = g (x[i]);
  memcpy (b, t, n * 4);
}
__attribute__ ((noipa)) static void
chain (size_t n, int *a, int *b, int *c)
{
  nova_store (a, n, nova_map (f, nova_view (b, n)));
  nova_store (b, n, nova_map (add, nova_view (a, n), nova_view (c, n)));
  nova_store (c, n, nova_map (g, nova_view (b, n)));
}
__attribute__ ((noipa)) static void
chain_ref (size_t n, int *a, int *b, int *c)
{
  int t[200];
  for (size_t i = 0; i < n; i++)
    t[i] = f (b[i]);
  memcpy (a, t, n * 4);
  for (size_t i = 0; i < n; i++)
    t[i] = add (a[i], c[i]);
  memcpy (b, t, n * 4);
  for (size_t i = 0; i < n; i++)
    t[i] = g (b[i]);
  memcpy (c, t, n * 4);
}
__attribute__ ((noipa)) static void
out (size_t n, const int *x, struct r *o)
{
  nova_vec (int) v = nova_view (x, n);
  o->s = nova_reduce (nova_add, 0L, nova_map (nova_lambda (long, (int q), { return q; }), v));
  o->mx = nova_reduce (nova_max, -1000000, v);
  o->mn = nova_reduce (nova_min, 1000000, v);
  o->n = nova_count (f, v);
}
__attribute__ ((noipa)) static void
out_ref (size_t n, const int *x, struct r *o)
{
  long s = 0;
  for (size_t i = 0; i < n; i++)
    s += x[i];
  o->s = s;
  int m = -1000000;
  for (size_t i = 0; i < n; i++)
    if (x[i] > m)
      m = x[i];
  o->mx = m;
  m = 1000000;
  for (size_t i = 0; i < n; i++)
    if (x[i] < m)
      m = x[i];
  o->mn = m;
  s = 0;
  for (size_t i = 0; i < n; i++)
    s += f (x[i]) != 0;
  o->n = s;
}
__attribute__ ((noipa)) static long
mix (size_t n, int *x, int *y, int *p, long *q)
{
  nova_vec (int) v = nova_view (x, n), w = nova_view (y, n);
  *p = nova_reduce (nova_add, 0, v);
  nova_store (y, n, nova_map (add, v, w));
  *q = nova_reduce (nova_add, 0, w) + *p;
  long t = nova_reduce (nova_max, 0, v);
  if (t > 100)
    *p = 7;
  return t + nova_reduce (nova_add, 0, nova_map (f, v));
}
__attribute__ ((noipa)) static long
mix_ref (size_t n, int *x, int *y, int *p, long *q)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += x[i];
  *p = s;
  int t[200];
  for (size_t i = 0; i < n; i++)
    t[i] = x[i] + y[i];
  memcpy (y, t, n * 4);
  s = 0;
  for (size_t i = 0; i < n; i++)
    s += y[i];
  *q = s + *p;
  int m = 0;
  for (size_t i = 0; i < n; i++)
    if (x[i] > m)
      m = x[i];
  long tt = m;
  if (tt > 100)
    *p = 7;
  s = 0;
  for (size_t i = 0; i < n; i++)
    s += f (x[i]);
  return tt + s;
}
static int A[600], B[600];
int
main (void)
{
  srand (1);
  for (int k = 0; k < 4000; k++)
    {
      for (int i = 0; i < 600; i++)
        A[i] = B[i] = rand () % 200 - 50;
      size_t n = rand () % 90;
      int o[4];
      for (int j = 0; j < 4; j++)
        o[j] = rand () % 8 ? (rand () % 4) * 128 + rand () % 3 : rand () % 400;
      if (k % 3 == 0)
        for (int j = 1; j < 4; j++)
          o[j] = o[0] + (rand () % 5) - 2 < 0 ? 0 : o[0] + (rand () % 5);
      long ra = 0, rb = 0;
      o[3] &= ~1;
      switch (k % 4)
        {
        case 0:
          two (n, A + o[0], A + o[1], A + o[2]);
          two_ref (n, B + o[0], B + o[1], B + o[2]);
          break;
        case 1:
          chain (n, A + o[0], A + o[1], A + o[2]);
          chain_ref (n, B + o[0], B + o[1], B + o[2]);
          break;
        case 2:
          out (n, A + o[0], (struct r *)(A + o[3]));
          out_ref (n, B + o[0], (struct r *)(B + o[3]));
          break;
        case 3:
          ra = mix (n, A + o[0], A + o[1], A + o[2], (long *)(A + o[3]));
          rb = mix_ref (n, B + o[0], B + o[1], B + o[2], (long *)(B + o[3]));
          break;
        }
      if (memcmp (A, B, sizeof A) || ra != rb)
        {
          printf ("case %d n=%zu o=%d %d %d %d: %ld %ld\n", k % 4, n, o[0], o[1], o[2], o[3], ra,
                  rb);
          return 1;
        }
    }
  puts ("ok");
}

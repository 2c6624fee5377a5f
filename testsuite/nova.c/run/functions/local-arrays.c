/* Local arrays and copies of records in memory, in functions that are read: what C says.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-levels "-O0" "-O2" "-O3" } */
/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <stdio.h>
#include "../check.h"

#define N 300
struct point { short x; struct { float a; char b; } in; double d; };
static int in[N], out[N];
static struct point points[N];
static const struct point fixed[3] = { { 1, { 2, 3 }, 4 }, { 5, { 6, 7 }, 8 }, { 9, { 10, 11 }, 12 } };

/* The middle of five, by exchanges at constant places.  */
static int
middle (int v)
{
  int p[5];
  for (int k = 0; k < 5; k++)
    p[k] = (v + k) * 37 % 11;
#define ORDER(I, J) if (p[I] > p[J]) { int t = p[I]; p[I] = p[J]; p[J] = t; }
  ORDER (0, 1) ORDER (2, 3) ORDER (0, 2) ORDER (1, 3) ORDER (1, 2) ORDER (2, 4) ORDER (1, 2)
  return p[2];
}

/* An index that only the element decides, of constants, and an element that one path sets.  */
static int
looked_up (int v)
{
  unsigned char c[4] = { 3, 1, 4, 1 }, s[4] = "ab";
  if (v & 8)
    c[v & 3] = 9;
  return c[(v >> 1) & 3] * 1000 + s[v & 3];
}

/* A loop that stays.  */
static int
counted (int v)
{
  int h[4] = { 0 };
  for (int k = 0; k < v; k++)
    h[(k * k + v) & 3]++;
  return h[0] + 10 * h[1] + 100 * h[2] + 1000 * h[3];
}

static int
product (int v)
{
  int a[2][3], b[3][2], s = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      a[i][j] = v + 3 * i + j, b[j][i] = v - i * j;
  for (int j = 0; j < 3; j++)
    s = 3 * s + a[1][j] * b[j][0] + a[0][j] * b[j][1];
  return s;
}

static int (*const plain[]) (int) = { middle, looked_up, counted, product };

__attribute__ ((noipa)) static void
compare (int which)
{
  for (int i = 0; i < N; i++)
    CHECK (out[i], plain[which] (in[i]));
}

__attribute__ ((noipa)) static void
copies (const struct point *p)
{
  int f (size_t i)
  {
    struct point q = p[i], r = fixed[i % 3];
    q.in.a += 1;
    r.in = i % 2 ? q.in : r.in;
    return q.x + q.d + 10 * r.in.a + 100 * r.in.b + 1000 * r.x;
  }
  nova_store (out, N, nova_tabulate (f, N));
  for (size_t i = 0; i < N; i++)
    CHECK (out[i], f (i));
}

int
main (void)
{
  nova_vec (int) v = nova_view (in, N);

  for (int i = 0; i < N; i++)
    {
      in[i] = i;
      points[i] = (struct point) { i, { i % 7, i % 5 }, i % 3 };
    }
  nova_store (out, N, nova_map (middle, v));
  compare (0);
  nova_store (out, N, nova_map (looked_up, v));
  compare (1);
  nova_store (out, N, nova_map (counted, v));
  compare (2);
  nova_store (out, N, nova_map (product, v));
  compare (3);
  copies (points);
  puts ("done");
}

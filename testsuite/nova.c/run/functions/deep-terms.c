/* Indices and conditions that are computed in many steps, each of which uses the one before it several
   times: whoever looks at what they are made of looks at each step once, or not so far back.  A
   compiler that does not never ends.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */
/* { dg-nova-options "-fplugin-arg-nova-unchecked=get" } */
/* { dg-nova-levels "-O0" "-O2" } */

#include <nova.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MIX(x) x = (x ^ (x >> 7)) + (x << 3);
#define MIX8(x) MIX (x) MIX (x) MIX (x) MIX (x) MIX (x) MIX (x) MIX (x) MIX (x)
#define MIX24(x) MIX8 (x) MIX8 (x) MIX8 (x)
#define LIFE(p, q, r) { int t = (p & q) | (p & r); r = (q | p) & (r | q); q = p | (t & q); p = t; }
#define LIFE8(p, q, r) LIFE (p, q, r) LIFE (p, q, r) LIFE (p, q, r) LIFE (p, q, r) \
  LIFE (p, q, r) LIFE (p, q, r) LIFE (p, q, r) LIFE (p, q, r)
#define TURN(a, b) { size_t t = a + b; b = a - b; a = t; }
#define TURN8(a, b) TURN (a, b) TURN (a, b) TURN (a, b) TURN (a, b) \
  TURN (a, b) TURN (a, b) TURN (a, b) TURN (a, b)

enum { N = 40, M = 10 };
static float v[N * N];

static inline size_t
column (size_t i)
{
  uint64_t x = i;
  MIX24 (x)
  return x % M;
}

static inline int
alive (float a, float b)
{
  int p = a < 300, q = a > b, r = b < 500;
  LIFE8 (p, q, r) LIFE8 (p, q, r) LIFE8 (p, q, r)
  return p ? q : r;
}

static inline size_t
turned (size_t i)
{
  size_t a = i, b = M;
  TURN8 (a, b) TURN8 (a, b) TURN8 (a, b)
  return a % M;
}

/* As many parts as 2^K, of which none is in memory where it was made.  */
static int
doubled (int k)
{
  static float wanted[3 << 12];
  nova_vec (float) a = nova_view (v + 5, 3);
  size_t n = 3;
  memcpy (wanted, v + 5, sizeof (float[3]));
#define DOUBLE(a) a = nova_concat (a, nova_reverse (a)); n *= 2;
#define DOUBLE4(a) DOUBLE (a) DOUBLE (a) DOUBLE (a) DOUBLE (a)
  DOUBLE4 (a) DOUBLE4 (a) DOUBLE4 (a)
  for (size_t m = 3; m < n; m *= 2)
    for (size_t i = 0; i < m; i++)
      wanted[m + i] = wanted[m - 1 - i];
  if (nova_length (a) != n)
    return 1;
  for (size_t i = 0; i < n; i++)
    if (nova_get (a, i) != wanted[i])
      return 1;
  return nova_sum (nova_map (nova_mul, a, nova_replicate (n, 2.0f))) != 2 * k * (v[5] + v[6] + v[7]);
}

int
main (void)
{
  nova_vec (float) x = nova_view (v, N * N);
  float of (size_t j)
  {
    float at (size_t i)
    {
      uint64_t x_ = i;
      MIX24 (x_)
      return nova_get (x, j + x_ % M);
    }
    return nova_sum (nova_tabulate (at, N));
  }
  int lives (size_t i) { return alive (nova_get (x, i), nova_get (x, 2 * i)); }
  float turn (size_t i)
  {
    size_t a = i, b = M;
    TURN8 (a, b) TURN8 (a, b) TURN8 (a, b)
    return nova_get (x, a % M) + nova_get (x, i);
  }
  nova_vec (float) sums, turns;
  nova_vec (int) living;
  int bad = 0;
  for (int k = 0; k < N * N; k++)
    v[k] = k % 731;
  bad |= doubled (1 << 12);
  sums = nova_tabulate (of, N);
  living = nova_tabulate (lives, N);
  turns = nova_tabulate (turn, N);
  for (int j = 0; j < N; j++)
    {
      float sum = 0;
      for (int i = 0; i < N; i++)
	sum += v[j + column (i)];
      bad |= nova_get (sums, j) != sum || nova_get (living, j) != alive (v[j], v[2 * j])
	     || nova_get (turns, j) != v[turned (j)] + v[j];
    }
  puts (bad ? "wrong" : "done");
  return bad;
}

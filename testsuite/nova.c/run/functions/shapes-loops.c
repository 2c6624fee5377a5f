/* Functions with loops: break, continue, nesting, records that loops assign, returns from inside;
   the same as plain loops over them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-O3" "-O2 -fwrapv" "-O2 -g" } */

#include <nova.h>
#include <stdio.h>
#include "../both.h"

#define N 2000

struct pair
{
  int a, b;
};

BOTH (int, counted, (int x, int y),
      int r = y;
      for (int i = 0; i < 10; i++)
	r = r * 31 % 1009 + x;
      return r;)

BOTH (int, gcd, (int x, int y), while (y) { int t = x % y; x = y; y = t; } return x;)

BOTH (int, collatz, (int x, int y),
      int k = 0;
      while (x > 1)
	{
	  x = x & 1 ? 3 * x + 1 : x / 2;
	  if (++k > 50 + y) break;
	}
      return k;)

BOTH (int, skips, (int x, int y),
      int s = 0, i = 0;
      for (; i < x; i++)
	{
	  if (i % 3 == y % 3) continue;
	  s += i;
	  if (s > 300) { s = -s; break; }
	  if (s == 77) return i;
	}
      return s * 2 + i;)

BOTH (int, once, (int x, int y), int k = 0; do { k += x; x -= 7; } while (x > y); return k + x;)

BOTH (int, inner, (int x, int y),
      int c = 0;
      for (int i = 2; i < x; i++)
	{
	  int prime = 1;
	  for (int j = 2; j * j <= i; j++)
	    if (i % j == 0) { prime = 0; break; }
	  if (prime) c += i - y; else continue;
	  if (c > 400) break;
	}
      return c;)

BOTH (int, two, (int x, int y),
      int c = 0;
      for (int i = 0; i < x; i++) c += i ^ y;
      for (int i = x; i > 0; i -= 3) c -= i;
      return c;)

BOTH (int, out, (int x, int y),
      for (int i = 0; i < x; i++)
	for (int j = i; j < x; j++)
	  if (i * j - y == 60) return i * 100 + j;
      return -1;)

BOTH (int, state, (int x, int y),
      int s = 0;
      while (x > 0)
	switch (s)
	  {
	  case 0: s = x & 1 ? 2 : 1; x--; break;
	  case 1: s = 3; y++;
	  case 2: x -= 2; if (y > 90) return y; s = y & 1; break;
	  default: x -= 3; s = 0; continue;
	  }
      return s * 1000 + x + y;)

BOTH (struct pair, fibonacci, (int x, int y),
      struct pair p = { y, 1 };
      for (int i = 0; i < x; i++)
	{
	  struct pair q = { p.b, p.a + p.b };
	  if (q.b > 5000) q.b = q.a % 13;
	  p = q;
	}
      return p;)

BOTH (struct pair, bounds, (struct pair p, int x),
      struct pair r = p;
      while (r.a < x)
	if ((r.a & 3) == 1) { r.a += 5; r.b--; }
	else r.a++;
      return r;)

BOTH (double, root, (double a),
      double x = a > 1 ? a : 1;
      for (int i = 0; i < 50; i++)
	{
	  double d = (x * x - a) / (2 * x);
	  x -= d;
	  if (d < 1e-9 && d > -1e-9) break;
	}
      return x;)

/* Recursion stays a call.  */
static int ackermann (int m, int n)
{ return !m ? n + 1 : ackermann (m - 1, n ? ackermann (m, n - 1) : 1); }
static int deep (int x, int y) { return ackermann (x & 1, y & 7) + x; }
#define plain_deep deep

static int x[N], y[N];
static double f[N];
static struct pair p[N];
static int wrong;

static void
check (const char *name, int good)
{
  if (!good)
    printf ("%s\n", name);
  wrong |= !good;
}

#define SAME(A, B) ((A) == (B))
#define SAME_PAIR(A, B) ((A).a == (B).a && (A).b == (B).b)
#define MAP(RESULT, NAME, EQUAL, AT, ...) \
  { \
    static RESULT r[N]; \
    int good = 1; \
    nova_store (r, N, nova_map (NAME, __VA_ARGS__)); \
    for (int i = 0; i < N; i++) \
      { \
	RESULT e = plain_##NAME AT; \
	good &= EQUAL (r[i], e); \
      } \
    check (#NAME, good); \
  }
#define V(A) nova_view (A, N)
#define OF_TWO(NAME) MAP (int, NAME, SAME, (x[i], y[i]), V (x), V (y))

int
main (void)
{
  unsigned seed = 1;

  for (int i = 0; i < N; i++)
    {
      seed = seed * 1664525 + 1013904223;
      x[i] = (int) (seed >> 8) % 70 - 10;
      y[i] = (int) (seed >> 16) % 40;
      f[i] = (seed >> 10) * 0.001;
      p[i] = (struct pair) { x[i] - 20, y[i] };
    }
  OF_TWO (counted)
  OF_TWO (gcd)
  OF_TWO (collatz)
  OF_TWO (skips)
  OF_TWO (once)
  OF_TWO (inner)
  OF_TWO (two)
  OF_TWO (out)
  OF_TWO (state)
  OF_TWO (deep)
  MAP (struct pair, fibonacci, SAME_PAIR, (x[i], y[i]), V (x), V (y))
  MAP (struct pair, bounds, SAME_PAIR, (p[i], x[i]), V (p), V (x))
  MAP (double, root, SAME, (f[i]), V (f))
  /* In a reduction, and two in one loop.  */
  int least = 1 << 30, sum = 0;
  for (int i = 0; i < N; i++)
    {
      int g = plain_gcd (x[i], y[i]);
      least = g < least ? g : least;
      sum += plain_skips (x[i], y[i]);
    }
  check ("sum", nova_minimum (nova_map (gcd, V (x), V (y))) == least
		&& nova_sum (nova_map (skips, V (x), V (y))) == sum);
  return wrong;
}

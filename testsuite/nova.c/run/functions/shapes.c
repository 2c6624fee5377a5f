/* Functions with branches: chains, nested ifs, early returns, && and ||, switches, records that are
   assigned in branches; the same as plain loops over them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" "-O3" "-O2 -fwrapv" "-O2 -g" } */

#include <nova.h>
#include <stdio.h>
#include "../both.h"

#define N 5000

struct pair
{
  int low, high;
};

BOTH (int, chain, (int x, int y),
      if (x < -50) return -1;
      else if (x < 0) y += x;
      else if (x == 7) { y = 3; x = y * 2; }
      else if (x > 90) return y;
      else y -= x;
      return x * 3 + y;)

BOTH (int, nested, (int x, int y),
      int r = 0;
      if (x > 0)
	{
	  if (y > 0)
	    r = x < y ? 1 : 2;
	  else if (y < -20)
	    { r = 5; if (x & 1) r++; }
	}
      else if (y)
	r = 9;
      return r;)

BOTH (int, early, (int x, int y),
      if (!y) return x;
      if (x % y == 0) return x / y;
      if (x > y) return x - y;
      return -x;)

BOTH (int, guarded, (int x, int y),
      if (y != 0 && x / y > 2) return 1;
      if (y == 0 || x % y == 1 || (x > 3 && (y < 5 || x == 50))) return 2;
      return (x && y) + 2 * (x > 0 || 10 / y > 1);)

BOTH (int, through, (int x, int y),
      int r = y;
      switch (x % 8)
	{
	case 0: r++;
	case 1: r *= 2;
	case 2: break;
	case 3: return -7;
	case -1: r = x; break;
	case 4: case 5: if (y > 0) break; r--;
	default: r += 100;
	}
      return r;)

BOTH (int, ranges, (int x),
      switch (x)
	{
	case -100 ... -50: return 1;
	case -49 ... -1: return x & 1 ? 2 : 3;
	case 0: return 4;
	case 1 ... 9: x += 5; break;
	default: if (x > 60) return 6;
	}
      return x;)

BOTH (struct pair, ordered, (int x, int y),
      struct pair p = { x, y };
      if (x > y) { p.low = y; p.high = x; }
      else if (x == y) p.high = x + 1;
      return p;)

BOTH (struct pair, chosen, (struct pair p, int x),
      struct pair q = p, zero = { 0, 0 };
      if (x > 20) q = zero;
      else if (x < -20) return p;
      q.high += x;
      return x & 1 ? q : p;)

BOTH (int, spread, (struct pair p), return p.high > p.low ? p.high - p.low : 0;)

BOTH (float, kinked, (float x),
      float r;
      if (x < -1) r = x * x;
      else if (x < 1) r = 3 * x - 1;
      else r = 1 / x;
      return r + (x != x);)

BOTH (int, unordered, (float x, float y),
      if (__builtin_isnan (x)) return -1;
      return __builtin_isgreater (x, y) + 2 * __builtin_isunordered (y, x) + 4 * !(x < y)
	     + 8 * __builtin_islessgreater (x, y) + 16 * !__builtin_isless (x, y);)

BOTH (signed char, narrow, (signed char x, unsigned short y),
      if (x < 0) return x - y;
      return y > 30000u ? x * 3 : (signed char) (x + y);)

BOTH (_Bool, truth, (int x, int y), if (x > y) return x; return x < -40 || !y;)

BOTH (int, promised, (int x),
      if (x > 1000) __builtin_unreachable ();
      if (__builtin_expect (x < 0, 0)) x = -x;
      return x;)

BOTH (const char *, named, (const char *s, int x), return x > 0 ? s + x % 5 : x < -50 ? 0 : s;)

BOTH (int, least, (int x, int y), if (x < y) return x; return y;)
BOTH (short, most, (short x, short y), short r = y; if (x >= y) r = x; return r;)
BOTH (unsigned char, clamp, (unsigned char x, unsigned char y),
      return (x < y ? x : y) > 99 ? 99 : x < y ? x : y;)
BOTH (float, lesser, (float x, float y), return x < y ? x : y;)

static int x[N], y[N];
static float f[N];
static signed char c[N];
static unsigned short u[N];
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
#define SAME_FLOAT(A, B) ((A) == (B) || ((A) != (A) && (B) != (B)))
#define SAME_PAIR(A, B) ((A).low == (B).low && (A).high == (B).high)

/* map NAME over views of the arrays ..., compared by SAME with plain calls; AT: the arguments.  */
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
#define REDUCE(TYPE, NAME, INIT, ARRAY) \
  { \
    TYPE e = INIT, r = nova_reduce (NAME, (TYPE) INIT, nova_view (ARRAY, N)); \
    for (int i = 0; i < N; i++) \
      e = plain_##NAME (e, ARRAY[i]); \
    check (#NAME, e == r); \
  }

#define V(A) nova_view (A, N)

int
main (void)
{
  static const char text[] = "abcdefgh";
  static short s[N];
  static unsigned char b[N];
  unsigned seed = 1;

  for (int i = 0; i < N; i++)
    {
      seed = seed * 1664525 + 1013904223;
      x[i] = (int) (seed >> 8) % 120;
      if (seed & 64)
	x[i] = -x[i];
      y[i] = (int) (seed >> 16) % 17 - 8;
      f[i] = x[i] * 0.0625f;
      c[i] = seed >> 24;
      u[i] = seed >> 12;
      s[i] = x[i] * 100;
      b[i] = (seed >> 20) | 64;
      p[i] = (struct pair) { x[i], y[i] };
    }
  f[17] = __builtin_nanf ("");
  f[18] = -0.0f;
  MAP (int, chain, SAME, (x[i], y[i]), V (x), V (y))
  MAP (int, nested, SAME, (x[i], y[i]), V (x), V (y))
  MAP (int, early, SAME, (x[i], y[i]), V (x), V (y))
  MAP (int, guarded, SAME, (x[i], y[i]), V (x), V (y))
  MAP (int, through, SAME, (x[i], y[i]), V (x), V (y))
  MAP (int, ranges, SAME, (x[i]), V (x))
  MAP (struct pair, ordered, SAME_PAIR, (x[i], y[i]), V (x), V (y))
  MAP (struct pair, chosen, SAME_PAIR, (p[i], x[i]), V (p), V (x))
  MAP (int, spread, SAME, (p[i]), V (p))
  MAP (float, kinked, SAME_FLOAT, (f[i]), V (f))
  MAP (int, unordered, SAME, (f[i], f[N - 1 - i]), V (f), nova_reverse (V (f)))
  MAP (signed char, narrow, SAME, (c[i], u[i]), V (c), V (u))
  MAP (_Bool, truth, SAME, (x[i], y[i]), V (x), V (y))
  MAP (int, promised, SAME, (x[i]), V (x))
  MAP (const char *, named, SAME, (text, x[i]), nova_replicate (N, (const char *) text), V (x))
  REDUCE (int, least, 1000, x)
  REDUCE (short, most, -30000, s)
  REDUCE (unsigned char, clamp, 255, b)
  f[17] = 0;
  REDUCE (float, lesser, 1000, f)
  return wrong;
}

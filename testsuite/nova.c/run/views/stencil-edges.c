/* Loops whose elements look at their neighbours stand there without the conditions of their ends for
   those in between: every length up to a few blocks, padding of every mode, conditions of every form
   and type, reductions whose order shows, two dimensions; against loops.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdint.h>
#include <stdio.h>

#define N 1300
static int x[N], y[N], z[N];

static int
wrong (const char *what, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (y[i] != z[i])
      {
	printf ("%s of %zu: element %zu is %d, not %d\n", what, n, i, y[i], z[i]);
	return 1;
      }
  return 0;
}

static long
padded (int mode, long i, long n)
{
  if (i >= 0 && i < n)
    return i;
  if (mode == NOVA_ZERO)
    return -1;
  if (mode == NOVA_CLAMP || n == 1)
    return mode == NOVA_WRAP || i < 0 ? 0 : n - 1;
  if (mode == NOVA_WRAP)
    return ((i % n) + n) % n;
  i = ((i % (2 * n - 2)) + 2 * n - 2) % (2 * n - 2);
  return i < n ? i : 2 * n - 2 - i;
}

/* Five neighbours, padded.  */
#define PADDED(MODE) \
  static int \
  pad_##MODE (size_t n) \
  { \
    int weigh (nova_vec (int) w) \
    { \
      return nova_get (w, 0) + 2 * nova_get (w, 1) + 4 * nova_get (w, 2) + 8 * nova_get (w, 3) \
	     + 16 * nova_get (w, 4); \
    } \
    nova_store (y, n, nova_map (weigh, nova_window (5, nova_pad (MODE, 2, nova_view (x, n))))); \
    for (long i = 0; i < (long) n; i++) \
      { \
	z[i] = 0; \
	for (long k = 0; k < 5; k++) \
	  if (padded (MODE, i + k - 2, n) >= 0) \
	    z[i] += x[padded (MODE, i + k - 2, n)] << k; \
      } \
    return wrong (#MODE, n); \
  }
PADDED (NOVA_CLAMP)
PADDED (NOVA_WRAP)
PADDED (NOVA_REFLECT)
PADDED (NOVA_ZERO)

/* E is what is done with element I of N, of type I_TYPE.  */
#define GUARDED(NAME, I_TYPE, E) \
  static int \
  NAME (size_t size) \
  { \
    I_TYPE n = (I_TYPE) size; \
    nova_vec (int) v = nova_view (x, size); \
    int f (size_t index) \
    { \
      I_TYPE i = (I_TYPE) index; \
      return E (nova_get, v); \
    } \
    nova_store (y, size, nova_tabulate (f, size)); \
    for (size_t k = 0; k < size; k++) \
      { \
	I_TYPE i = (I_TYPE) k; \
	z[k] = E (GET, x); \
      } \
    return wrong (#NAME, size); \
  }
#define GET(X, I) X[I]
#define BEFORE(G, V) ((i > 0 ? G (V, i - 1) : 7) + (i + 1 < n ? G (V, i + 1) * 3 : 5))
#define TURNED(G, V) ((i < 3 ? 9 : G (V, i - 3)) + (n - 2 <= i ? 11 : G (V, i + 2)))
#define EQUAL(G, V) (i == 0 || i == n - 1 ? G (V, i) : G (V, i - 1) - G (V, i + 1))
#define UNEQUAL(G, V) ((i != 0 ? G (V, i - 1) : 1) + 2 * (i != n - 1 ? G (V, i + 1) : 1))
#define MIDDLE(G, V) (i < n / 2 ? G (V, i) : -G (V, i))
#define ONE(G, V) (i == n / 3 ? 1000000 : G (V, i) + (i >= 2 ? G (V, i - 2) : 0))
#define FROM(G, V) (i > 40 ? G (V, i - 40) : G (V, n - 1 - i))
#define WRAPS(G, V) ((size_t) (i - 1) < (size_t) n ? G (V, i - 1) : 3)
GUARDED (before, size_t, BEFORE)
GUARDED (before_signed, long, BEFORE)
GUARDED (before_int, int, BEFORE)
GUARDED (before_unsigned, unsigned, BEFORE)
GUARDED (turned, size_t, TURNED)
GUARDED (turned_signed, long, TURNED)
GUARDED (equal, size_t, EQUAL)
GUARDED (equal_signed, long, EQUAL)
GUARDED (unequal, size_t, UNEQUAL)
GUARDED (middle, size_t, MIDDLE)
GUARDED (middle_signed, long, MIDDLE)
GUARDED (one, size_t, ONE)
GUARDED (from, size_t, FROM)
GUARDED (from_signed, long, FROM)
GUARDED (wraps, size_t, WRAPS)
GUARDED (wraps_signed, long, WRAPS)

/* A reduction whose operator does not commute, of what neighbours give.  */
struct line { uint32_t mul, add; };

static struct line
after (struct line a, struct line b)
{
  return (struct line) { a.mul * b.mul, a.add * b.mul + b.add };
}

static int
reduced (size_t n)
{
  nova_vec (int) v = nova_view (x, n);
  struct line f (size_t i)
  {
    int l = i > 0 ? nova_get (v, i - 1) : 3, r = i + 1 < n ? nova_get (v, i + 1) : 8;
    return (struct line) { 2 * l + 1, r };
  }
  struct line got = nova_reduce (after, ((struct line) { 1, 0 }), nova_tabulate (f, n));
  struct line want = { 1, 0 };
  for (size_t i = 0; i < n; i++)
    want = after (want, (struct line) { 2 * (i > 0 ? x[i - 1] : 3) + 1, i + 1 < n ? x[i + 1] : 8 });
  if (got.mul != want.mul || got.add != want.add)
    return printf ("reduced %zu\n", n);
  return 0;
}

/* Of all neighbours in a plane of rows of M.  */
static int
plane (size_t n, size_t m)
{
  size_t rows = n / m;
  nova_vec (nova_vec (int)) v = nova_view (x, rows, m);
  int f (size_t i, size_t j)
  {
    int s = nova_get (nova_get (v, i), j);
    if (i > 0)
      s += 3 * nova_get (nova_get (v, i - 1), j);
    if (i + 1 < rows)
      s += 5 * nova_get (nova_get (v, i + 1), j);
    if (j > 0)
      s += 7 * nova_get (nova_get (v, i), j - 1);
    if (j + 1 < m)
      s += 11 * nova_get (nova_get (v, i), j + 1);
    return s;
  }
  nova_store (y, n, nova_tabulate (f, rows, m));
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < m; j++)
      z[i * m + j] = x[i * m + j] + (i > 0 ? 3 * x[(i - 1) * m + j] : 0)
		     + (i + 1 < rows ? 5 * x[(i + 1) * m + j] : 0) + (j > 0 ? 7 * x[i * m + j - 1] : 0)
		     + (j + 1 < m ? 11 * x[i * m + j + 1] : 0);
  return wrong ("plane", rows * m);
}

static int
all (size_t n)
{
  int bad = pad_NOVA_CLAMP (n) | pad_NOVA_WRAP (n) | pad_NOVA_REFLECT (n) | pad_NOVA_ZERO (n)
	    | before (n) | before_signed (n) | before_int (n) | before_unsigned (n) | turned (n)
	    | turned_signed (n) | equal (n) | equal_signed (n) | unequal (n) | middle (n)
	    | middle_signed (n) | one (n) | wraps (n) | wraps_signed (n) | reduced (n);
  if (n > 1)
    bad |= from (n) | from_signed (n);
  for (size_t m = 1; m <= n; m = m * 2 + m / 3)
    bad |= plane (n, m);
  return bad;
}

int
main (void)
{
  int bad = 0;

  for (int i = 0; i < N; i++)
    x[i] = (i * 7919 + 13) % 1009;
  for (size_t n = 4; n < 70; n++)
    bad |= all (n);
  for (size_t n = 250; n < 262; n++)
    bad |= all (n);
  return bad | all (512) | all (N);
}

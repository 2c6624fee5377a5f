/* Vectors in the host program: members, globals, heap, function pointers, captured views, recursion, variables that change between builtins, arrays of variable length, jumps.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#define N 2000
static int x[N], y[N], z[N];
struct holder { nova_vec (int) v; int k; };
static int
dbl (int v) { return 2 * v; }
static int good = 1;
#define T(c) do { if (!(c)) { good = 0; printf ("line %d\n", __LINE__); } } while (0)
static long sumv (nova_vec (int) v) { return nova_sum (nova_convert (long, v)); }
static long
sx (void) { long s = 0; for (int i = 0; i < N; i++) s += x[i]; return s; }

static void
members (void)
{
  struct holder h;
  h.v = nova_map (dbl, nova_view (x, N));
  h.k = 3;
  struct holder g = h;
  g.v = nova_map (dbl, g.v);
  T (sumv (h.v) == 2 * sx ());
  T (sumv (g.v) == 4 * sx ());
}
static nova_vec (int) global;
static void
globals (void)
{
  global = nova_map (dbl, nova_view (x, N));
  T (sumv (global) == 2 * sx ());
  nova_release (global);
  T (nova_length (global) == 0);
  nova_vec (int) *p = calloc (2, sizeof *p);
  p[0] = nova_view (x, N);
  p[1] = nova_map (dbl, p[0]);
  T (sumv (p[1]) == 2 * sx () && sumv (p[0]) == sx ());
  nova_release (p[0]); nova_release (p[1]);
  free (p);
}
static int (*choose (int c)) (int) __attribute__ ((noinline));
static int
neg (int v) { return -v; }
static int (*choose (int c)) (int) { return c ? dbl : neg; }
static void
pointers (void)
{
  int (*f) (int) = choose (1);
  T (nova_sum (nova_map (nova_trust (f), nova_view (x, N))) == 2 * sx ());
  f = choose (0);
  T (nova_sum (nova_map (nova_trust (f), nova_view (x, N))) == -sx ());
}
static void
captured_view (void)
{
  nova_vec (int) v = nova_view (x, N), r = nova_range (N), w = nova_slice (1, N, v);
  int f (size_t i) { return nova_get (v, i) + nova_get (r, i); }
  int g (size_t i) { return nova_get (w, i); }
  T (nova_sum (nova_tabulate (f, (size_t) N)) == sx () + N * (N - 1) / 2);
  T (nova_sum (nova_tabulate (g, (size_t) N - 1)) == sx () - x[0]);
}
static int
depth (size_t n)
{
  int f (size_t i) { return depth (i); }
  if (n == 0) return 1;
  return 1 + nova_sum (nova_tabulate (f, n));
}
static void
between (void)
{
  struct { int a, b; } s = { 1, 2 }; 
  int f (int v) { return v * s.a + s.b; }
  nova_vec (int) t = nova_map (f, nova_view (x, N));
  s.a = 5;
  nova_vec (int) u = nova_map (f, nova_view (x, N));
  T (sumv (t) == sx () + 2 * N);
  T (sumv (u) == 5 * sx () + 2 * N);
}
static void
twostores (void)
{
  size_t a = nova_store (y, N, nova_map (dbl, nova_view (x, N)));
  int s = nova_sum (nova_view (x, N));
  size_t b = nova_store (z, N, nova_map (neg, nova_view (x, N)));
  int q = nova_sum (nova_view (y, N));
  T (a == N && b == N && s == sx () && q == 2 * s && z[7] == -x[7]);
}
static void
signedsizes (int n, const int *p)
{
  T (nova_sum (nova_view (p, n)) == sx ());
  T (nova_sum (nova_replicate (n, 2)) == 2 * n);
  T (nova_length (nova_range (n)) == (size_t) n);
}
static void
vla (int n)
{
  int a[n], b[3][n];
  for (int i = 0; i < n; i++) a[i] = b[0][i] = b[1][i] = b[2][i] = i;
  T (nova_sum (nova_view (a, n)) == n * (n - 1) / 2);
  T (nova_sum (nova_view (b[1], n)) == n * (n - 1) / 2);
  nova_store (b[2], n, nova_view (a + 0, n));
}
static int
switches (int k)
{
  nova_vec (int) v;
  switch (k)
    {
    case 0: v = nova_view (x, 10); break;
    case 1: v = nova_range (10); break;
    case 2: v = nova_map (dbl, nova_range (10)); break;
    default: break;
    }
  again:
  if (k-- > 0) { v = nova_map (dbl, v); goto again; }
  return nova_sum (v);
}
int
main (void)
{
  for (int i = 0; i < N; i++) x[i] = i % 13;
  members (); globals (); pointers (); captured_view (); between (); twostores (); signedsizes (N, x); vla (50);
  T (depth (8) == 256);
  int s10 = 0; for (int i = 0; i < 10; i++) s10 += x[i];
  T (switches (0) == s10); T (switches (1) == 90); T (switches (2) == 360); T (switches (3) == 0);
  return !good;
}

/* Vectors in the host program: members, globals, the heap, pointers to functions, captured views.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define N 2000
static int x[N], y[N], z[N];
static int good = 1;

struct holder
{
  nova_vec (int) v;
  int k;
};

#define CHECK(CONDITION)						\
  do									\
    if (!(CONDITION))							\
      {									\
	good = 0;							\
	printf ("line %d\n", __LINE__);					\
      }									\
  while (0)

static int dbl (int v) { return 2 * v; }
static int neg (int v) { return -v; }

static long
total (nova_vec (int) v)
{
  return nova_sum (nova_convert (long, v));
}

static long
plain (void)
{
  long s = 0;

  for (int i = 0; i < N; i++)
    s += x[i];
  return s;
}

static void
members (void)
{
  struct holder h, g;

  h.v = nova_map (dbl, nova_view (x, N));
  h.k = 3;
  g = h;
  g.v = nova_map (dbl, g.v);
  CHECK (total (h.v) == 2 * plain ());
  CHECK (total (g.v) == 4 * plain () && g.k == 3);
}

static nova_vec (int) global;

static void
globals (void)
{
  nova_vec (int) *p = calloc (2, sizeof *p);

  global = nova_map (dbl, nova_view (x, N));
  CHECK (total (global) == 2 * plain ());
  nova_release (global);
  CHECK (nova_length (global) == 0);
  p[0] = nova_view (x, N);
  p[1] = nova_map (dbl, p[0]);
  CHECK (total (p[1]) == 2 * plain () && total (p[0]) == plain ());
  nova_release (p[0]);
  nova_release (p[1]);
  free (p);
}

static void
pointers (int c)
{
  int (*f) (int) = c ? dbl : neg;

  CHECK (nova_sum (nova_map (nova_trust (f), nova_view (x, N))) == (c ? 2 : -1) * plain ());
}

static void
captured (void)
{
  nova_vec (int) v = nova_view (x, N), r = nova_range (N), w = nova_slice (1, N, v);
  int f (size_t i) { return nova_get (v, i) + nova_get (r, i); }
  int g (size_t i) { return nova_get (w, i); }

  CHECK (nova_sum (nova_tabulate (f, (size_t) N)) == plain () + N * (N - 1) / 2);
  CHECK (nova_sum (nova_tabulate (g, (size_t) N - 1)) == plain () - x[0]);
}

/* A function operand whose function uses it again.  */
static int
depth (size_t n)
{
  int f (size_t i) { return depth (i); }

  return n == 0 ? 1 : 1 + nova_sum (nova_tabulate (f, n));
}

/* A captured variable changes between two builtins.  */
static void
changes (void)
{
  struct { int a, b; } s = { 1, 2 };
  int f (int v) { return v * s.a + s.b; }
  nova_vec (int) t = nova_map (f, nova_view (x, N)), u;

  s.a = 5;
  u = nova_map (f, nova_view (x, N));
  CHECK (total (t) == plain () + 2 * N);
  CHECK (total (u) == 5 * plain () + 2 * N);
}

static void
stores (void)
{
  size_t a = nova_store (y, N, nova_map (dbl, nova_view (x, N)));
  int s = nova_sum (nova_view (x, N));
  size_t b = nova_store (z, N, nova_map (neg, nova_view (x, N)));
  int q = nova_sum (nova_view (y, N));

  CHECK (a == N && b == N && s == plain () && q == 2 * s && z[7] == -x[7]);
}

/* Sizes of signed types; arrays of variable length.  */
static void
sizes (int n, const int *p)
{
  int a[50], b[3][50 + n - N];

  for (int i = 0; i < 50; i++)
    a[i] = b[1][i] = i;
  CHECK (nova_sum (nova_view (p, n)) == plain ());
  CHECK (nova_sum (nova_replicate (n, 2)) == 2 * n);
  CHECK (nova_length (nova_range (n)) == (size_t) n);
  CHECK (nova_sum (nova_view (a, n - N + 50)) == 50 * 49 / 2);
  CHECK (nova_sum (nova_view (b[1], n - N + 50)) == 50 * 49 / 2);
}

static int
jumps (int k)
{
  nova_vec (int) v;

  switch (k)
    {
    case 0:
      v = nova_view (x, 10);
      break;
    case 1:
      v = nova_range (10);
      break;
    case 2:
      v = nova_map (dbl, nova_range (10));
      break;
    default:
      break;
    }
again:
  if (k-- > 0)
    {
      v = nova_map (dbl, v);
      goto again;
    }
  return nova_sum (v);
}

int
main (void)
{
  int ten = 0;

  for (int i = 0; i < N; i++)
    x[i] = i % 13;
  for (int i = 0; i < 10; i++)
    ten += x[i];
  members ();
  globals ();
  pointers (0);
  pointers (1);
  captured ();
  changes ();
  stores ();
  sizes (N, x);
  CHECK (depth (8) == 256);
  CHECK (jumps (0) == ten && jumps (1) == 90 && jumps (2) == 360 && jumps (3) == 0);
  return !good;
}

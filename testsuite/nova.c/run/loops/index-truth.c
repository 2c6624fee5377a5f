/* An index of plain C code that is a comparison's result: before the table stands what an index of
   -1 would find.  The processor that compiles has gather instructions or not: both ways.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O1" "-O3" "-O3 -march=native" "-O3 -flto" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000

static short a[N];
static int t[2][2] = { { 90, 91 }, { 7, 8 } };
static struct pair { int key, of; } p[N];

static struct pair
pair (short x)
{
  int v = x != 0;

  return (struct pair) { t[1][(unsigned long) v & 31], v };
}

/* Two comparisons, and an index computed from them.  */
static struct pair
both (short x, short y)
{
  int v = x > 3 && y > 5;

  return (struct pair) { t[1][v], t[1][1 - v] };
}

static int key (int x) { return t[1][x & 1]; }
static int holds (short x) { return x != 0; }

/* Ends the program unless P's N elements are those of WANTED; no loop of it becomes vectors.  */
static void
compare (const char *what, size_t n, struct pair (*wanted) (size_t i, size_t n))
{
  for (size_t i = 0; i < n; i++)
    {
      struct pair w = wanted (i, n);

      if (p[i].key != w.key || p[i].of != w.of)
	{
	  printf ("%s of %zu: element %zu is %d, %d\n", what, n, i, p[i].key, p[i].of);
	  exit (1);
	}
    }
}

static struct pair pair_at (size_t i, size_t n) { (void) n; return pair (a[i]); }
static struct pair both_at (size_t i, size_t n) { return both (a[i], a[n - 1 - i]); }

static void
all (size_t n)
{
  static int sorted[N];

  nova_store (p, N, nova_map (pair, nova_view (a, n)));
  compare ("pair", n, pair_at);
  nova_store (p, N, nova_map (both, nova_view (a, n), nova_reverse (nova_view (a, n))));
  compare ("both", n, both_at);
  nova_store (sorted, N, nova_sort_by (key, nova_map (holds, nova_view (a, n))));
  for (size_t i = 1; i < n; i++)
    if (sorted[i - 1] > sorted[i])
      {
	printf ("sorted %zu: %zu\n", n, i);
	exit (1);
      }
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    a[i] = i * 7919 % 13 % 3 ? 0 : i;
  all (64);
  all (N);
  return 0;
}

/* Which functions are read, and what keeps the others calls.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

#include <nova.h>

extern int elsewhere (int) __attribute__ ((const));
static const int table[8] = { 1, 2, 3 };

static int straight (int x) { return x * 2 + 1; }
static int branch (int x) { return x > 3 && x < 90 ? x : 7; }
static int turns (int x)
{
  int k = 0;
  while (x > 1)
    x = x & 1 ? 3 * x + 1 : x / 2, k++;
  return k;
}
static int reads (int x)
{
  if (x < 0)
    return 0;
  return table[x & 7];
}
static int itself (int x) { return x < 2 ? x : itself (x - 1) + itself (x - 2); }
static int leaves (int x)
{
  for (int i = 0; i < x; i++)
    for (int j = 0; j < x; j++)
      if (i * j == 42)
	return i;
  return 0;
}
static int calls (int x) { return reads (x) + straight (x); }
static int least (int x, int y)
{
  if (x < y)
    return x;
  return y;
}
static float lesser (float x, float y) { return x < y ? x : y; }

int
f (int n, const int *x)
{
  int s = nova_sum (nova_map (straight, nova_view (x, n)));

  s += nova_sum (nova_map (branch, nova_view (x, n)));
  s += nova_sum (nova_map (turns, nova_view (x, n)));
  s += nova_sum (nova_map (calls, nova_view (x, n)));
  s += nova_sum (nova_map (itself, nova_view (x, n)));
  s += nova_sum (nova_map (leaves, nova_view (x, n)));
  s += nova_sum (nova_map (elsewhere, nova_view (x, n)));
  return s;
}

int
elements (size_t n, const int *x)
{
  nova_vec (int) v = nova_view (x, n);
  int neighbour (size_t i) { return i ? nova_get (v, i - 1) : (int) nova_length (v); }
  return nova_sum (nova_tabulate (neighbour, n));
}

int
commutes (int n, const int *x)
{
  return nova_reduce (least, 1000, nova_view (x, n));
}

float
keeps (int n, const float *x)
{
  return nova_reduce (lesser, 1000.0f, nova_view (x, n));
}

static unsigned turned (unsigned x) { return x << 3 | x >> 29; }

unsigned
rotates (int n, const unsigned *x)
{
  return nova_sum (nova_map (turned, nova_view (x, n)));
}

static int
points (int x)
{
  int s = 0;
  for (int k = 0; k < 3; k++)
    s += table[(x + k) & 7];
  return s;
}
static int chain (int x) { int k = 0; while (x) x = table[x & 7], k++; return k; }

int
loads (int n, const int *x)
{
  return nova_sum (nova_map (points, nova_view (x, n)))
	 + nova_sum (nova_map (chain, nova_view (x, n)));
}

size_t
columns (int h, int w, const int *x, int *y)
{
  int column (int j) { int s = 0; for (int i = 1; i < h; i++) s += x[i * w + j]; return s; }
  return nova_store (y, w, nova_map (column, nova_range (w)));
}

/* { dg-final { scan-report {^  straight .12. is read$} } } */
/* { dg-final { scan-report {^  branch .13. is read$} } } */
/* { dg-final { scan-report {^  turns .14. is read$} } } */
/* { dg-final { scan-report {^  reads .21. is read$} } } */
/* { dg-final { scan-report {^  itself .27. stays a call: recursion .27.$} } } */
/* { dg-final { scan-report {^  leaves .28. stays a call: a jump out of two loops .3[0-4].$} } } */
/* { dg-final { scan-report {^  calls .36. is read$} } } */
/* { dg-final { scan-report {^  elsewhere .9. stays a call: no definition$} } } */
/* { dg-final { scan-report {^  neighbour .63. is read$} } } */
/* { dg-final { scan-report {^  least .37. is read$} } } */
/* { dg-final { scan-report {^  reduce .70.: parallel, lanes of} } } */
/* { dg-final { scan-report {^  reduce .76.: parallel, tree of} } } */
/* { dg-final { scan-report {^  turned .79. stays a call: an operation that has no primitive .[lr]rotate_expr. .79.$} } } */
/* { dg-final { scan-report {^  points .88. is read$} } } */
/* { dg-final { scan-report {^  chain .95. stays a call: a loop that reads memory$} } } */
/* { dg-final { scan-report {^  column .107. is read$} } } */

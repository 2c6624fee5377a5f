/* Rows that a branch makes are written where they are stored, also where that is what they are
   made of.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000 };
typedef nova_vec (int) ints;
static int x[N], y[N], want[N];
static size_t o[N + 1], m;
static int bad;

/* The rows of 0 to 4 elements, one of a third of all.  */
static void
start (void)
{
  m = 0;
  for (size_t i = 0; i < N; i++)
    x[i] = (int) (i * 7919 % 1000), y[i] = -1;
  while (o[m] < N)
    {
      size_t k = m == 100 ? N / 3 : m % 5;
      o[m + 1] = o[m] + k > N ? N : o[m] + k;
      m++;
    }
}

static ints
steps (ints r)
{
  int less (int p, int q) { return q - p; }
  size_t k = nova_length (r);
  return k < 2 ? r : nova_map (less, nova_slice (0, k - 1, r), nova_slice (1, k, r));
}

static ints
even (ints r)
{
  int keep (int p) { return p % 2 == 0; }
  int half (int p) { return p / 2; }
  size_t k = nova_length (r);
  if (k == 3)
    return nova_filter (keep, r);
  if (k == 4)
    return nova_map (half, r);
  return r;
}

/* Both, from row R of P to Q; returns how many it has.  */
static size_t
loop (const int *p, size_t r, int how, int *q)
{
  size_t k = o[r + 1] - o[r], n = 0;
  p += o[r];
  for (size_t j = 0; j < k; j++)
    if (!how && k >= 2)
      {
	if (j + 1 < k)
	  q[n++] = p[j + 1] - p[j];
      }
    else if (!how || k != 3 || p[j] % 2 == 0)
      q[n++] = how && k == 4 ? p[j] / 2 : p[j];
  return n;
}

static void
check (const char *what, int how, const int *to, size_t n)
{
  size_t all = 0;
  start ();
  for (size_t r = 0; r < m; r++)
    all += loop (x, r, how, want + all);
  if (n != all || memcmp (to, want, all * sizeof *want))
    printf ("%s: wrong\n", what), bad = 1;
}

#define ROWS nova_segments (nova_view (x, N), nova_view (o, m + 1))

int
main (void)
{
  static int in[N];
  size_t n;
  start ();
  n = nova_store (y, N, nova_map (steps, ROWS));
  memcpy (in, y, sizeof in);
  check ("steps", 0, in, n);
  n = nova_store (y, N, nova_map (even, ROWS));
  memcpy (in, y, sizeof in);
  check ("even", 1, in, n);
  n = nova_store (x, N, nova_map (steps, ROWS));
  memcpy (in, x, sizeof in);
  check ("steps in place", 0, in, n);
  n = nova_store (x, N, nova_map (even, ROWS));
  memcpy (in, x, sizeof in);
  check ("even in place", 1, in, n);
  n = nova_store (x + 1, N - 1, nova_map (steps, ROWS));
  memcpy (in, x + 1, n * sizeof *in);
  check ("steps one on", 0, in, n);
  return bad;
}

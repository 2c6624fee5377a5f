/* Parts of a matrix that are stored over parts that they read, as in LU and Cholesky factorisation:
   rows and columns beside the part, in it, or anywhere; against plain C.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef nova_vec (int) row_t;

enum { KINDS = 4, AREA = 300000 };
static int a[AREA], b[AREA], was[AREA], made[AREA];

/* M rows of N elements are read at A + FROM, in steps of R, and stored at A + TO, in steps of S;
   vectors begin at ROW and COLUMN, the column in steps of Q.  */
struct placed
{
  size_t m, n, from, to, row, column;
  ptrdiff_t r, s, q;
};

__attribute__ ((noipa)) static void
store (int kind, int *p, struct placed q)
{
  nova_vec (row_t) rows = nova_view_strided (p + q.from, q.m, q.r, q.n, 1);
  row_t r = nova_view (p + q.row, q.n);
  row_t c = nova_view_strided (p + q.column, q.m, q.q);
  row_t d = nova_view_strided (p + q.column, q.n, q.q);
  row_t outer (row_t x, int f)
  {
    int g (int v, int w) { return v - f * w; }
    return nova_map (g, x, r);
  }
  row_t square (row_t x, int f)
  {
    int g (int v, int w) { return v - f * w; }
    return nova_map (g, x, d);
  }
  row_t column (row_t x, int f)
  {
    int g (int v) { return v - f; }
    return nova_map (g, x);
  }
  int each (size_t i, size_t j) { return nova_get (c, i) * nova_get (r, j); }
  int *to = p + q.to;
  switch (kind)
    {
    case 0: nova_store_strided (to, q.m, q.s, q.n, 1, nova_map (outer, rows, c)); break;
    case 1: nova_store_strided (to, q.m, q.s, q.n, 1, nova_map (square, rows, c)); break;
    case 2: nova_store_strided (to, q.m, q.s, q.n, 1, nova_map (column, rows, c)); break;
    case 3: nova_store_strided (to, q.m, q.s, q.n, 1, nova_tabulate (each, q.m, q.n)); break;
    }
}

static void
plain (int kind, int *p, struct placed q)
{
  for (size_t i = 0; i < q.m; i++)
    for (size_t j = 0; j < q.n; j++)
      {
	int v = p[(ptrdiff_t) (q.from + j) + (ptrdiff_t) i * q.r];
	int c = p[(ptrdiff_t) q.column + (ptrdiff_t) i * q.q];
	int d = p[(ptrdiff_t) q.column + (ptrdiff_t) j * q.q];
	int r = p[q.row + j];
	made[i * q.n + j] = kind == 0 ? v - c * r : kind == 1 ? v - c * d : kind == 2 ? v - c : c * r;
      }
  for (size_t i = 0; i < q.m; i++)
    for (size_t j = 0; j < q.n; j++)
      p[(ptrdiff_t) (q.to + j) + (ptrdiff_t) i * q.s] = made[i * q.n + j];
}

static size_t
any (size_t n)
{
  return (size_t) rand () % n;
}

/* Part of a square of SIDE elements.  */
static struct placed
place (size_t side)
{
  struct placed q;
  size_t k = any (side - 1);
  q.m = q.n = side - k - 1;
  if (any (3) == 0)
    q.m = 1 + any (q.m);
  q.r = q.s = q.q = (ptrdiff_t) side;
  q.to = q.from = (k + 1) * side + k + 1;
  q.row = k * side + k + 1;
  q.column = (k + 1) * side + k;
  if (any (3) == 0)
    q.row = any (side * side);
  if (any (3) == 0)
    q.column = any (side * side);
  if (any (4) == 0)
    q.from = any (side * side);
  if (any (6) == 0)
    q.r = (ptrdiff_t) any (side + 2);
  if (any (6) == 0)
    q.q = (ptrdiff_t) any (side + 2);
  return q;
}

static void
test (int kind, size_t side)
{
  struct placed q = place (side);
  size_t area = 2 * (side + 2) * (side + 2) + side;
  for (size_t i = 0; i < area; i++)
    was[i] = a[i] = b[i] = (int) any (9) - 4;
  plain (kind, b, q);
  for (int threads = 1; threads <= 2; threads++)
    {
      nova_set_num_threads (threads);
      store (kind, a, q);
      if (memcmp (a, b, area * sizeof *a) != 0)
	{
	  printf ("%d, %d threads: %zu x %zu from %zu, %td to %zu row %zu column %zu, %td\n", kind,
		  threads, q.m, q.n, q.from, q.r, q.to, q.row, q.column, q.q);
	  exit (1);
	}
      memcpy (a, was, area * sizeof *a);
    }
}

int
main (void)
{
  for (int n = 0; n < 400; n++)
    for (int kind = 0; kind < KINDS; kind++)
      test (kind, 3 + any (12));
  for (int n = 0; n < 8; n++)
    for (int kind = 0; kind < KINDS; kind++)
      test (kind, 350);
  puts ("done");
}

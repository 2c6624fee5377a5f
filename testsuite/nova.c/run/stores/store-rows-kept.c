/* Rows that are stored over rows that they read, as in elimination: a row and a column that all of
   them read, other elements of their own, vectors that overlap the rows by chance; against the same
   rows made elsewhere in plain C.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef nova_vec (int) row_t;
typedef nova_vec (row_t) rows_t;

enum { KINDS = 17, AREA = 400000 };
static int a[AREA], b[AREA], was[AREA], made[AREA];

/* M rows of N elements are read at A + FROM and stored at A + TO; vectors begin at ROW and COLUMN;
   column K and row L are read by all.  */
struct placed
{
  size_t m, n, from, to, row, column, k, l;
};

__attribute__ ((noipa)) static void
store (int kind, int *p, struct placed q)
{
  size_t n = q.n, k = q.k, before = k - 1;
  int narrow = (int) k;
  rows_t rows = nova_view (p + q.from, q.m, n);
  row_t r = nova_view (p + q.row, n);
  row_t c = nova_view_strided (p + q.column, q.m, n);
  int less (int x, int y) { return x < y ? x : y; }
  row_t by_column (row_t x)
  {
    int f = nova_get (x, k);
    int g (int v, int w) { return v - f * w; }
    return nova_map (g, x, r);
  }
  row_t by_operand (row_t x, int f)
  {
    int g (int v, int w) { return less (v, f + w); }
    return nova_map (g, x, r);
  }
  row_t by_index (row_t x)
  {
    int f = nova_get (x, k) * 3;
    int g (size_t j)
    {
      return j < k ? nova_get (x, j) : j == k ? f : nova_get (x, j) - f * nova_get (r, j);
    }
    return nova_tabulate (g, n);
  }
  row_t shifted (row_t x)
  {
    int g (size_t j) { return nova_get (x, j) - nova_get (x, (j + 1) % n); }
    return nova_tabulate (g, n);
  }
  row_t by_sum (row_t x)
  {
    int f = nova_reduce (nova_add, 0, x);
    int g (int v) { return v - f; }
    return nova_map (g, x);
  }
  row_t two_columns (row_t x)
  {
    int f = nova_get (x, k), h = nova_get (x, n - 1 - k);
    int g (int v, int w) { return v * h - f * w; }
    return nova_map (g, x, r);
  }
  row_t other_row (row_t x, size_t i)
  {
    row_t y = nova_get (rows, q.m - 1 - i);
    int g (int v, int w) { return v - 2 * w; }
    return nova_map (g, x, y);
  }
  row_t diagonal (row_t x, size_t i)
  {
    int f = nova_get (x, i % n);
    int g (int v) { return v - f; }
    return nova_map (g, x);
  }
  row_t by_both (row_t x, int f)
  {
    int h = nova_get (x, k);
    int g (int v, int w) { return v - f * w + h; }
    return nova_map (g, x, r);
  }
  int each (size_t i, size_t j)
  {
    return nova_get (nova_get (rows, i), j)
	   - nova_get (nova_get (rows, i), k) * nova_get (nova_get (rows, q.l), j);
  }
  int each_least (size_t i, size_t j)
  {
    return less (nova_get (nova_get (rows, i), j), nova_get (c, i) + nova_get (r, j));
  }
  int each_next (size_t i, size_t j)
  {
    return nova_get (nova_get (rows, i), j) - nova_get (nova_get (rows, (i + 1) % q.m), j);
  }
  int each_beside (size_t i, size_t j)
  {
    return nova_get (nova_get (rows, i), j) - nova_get (nova_get (rows, i), (j + 1) % n);
  }
  int each_pivot (size_t i, size_t j)
  {
    int v = nova_get (nova_get (rows, i), j), w = nova_get (nova_get (rows, q.l), k);
    return i == q.l ? v * 2 : v - w - nova_get (nova_get (rows, q.l), n - 1 - j);
  }
  row_t by_narrow (row_t x)
  {
    int f = nova_get (x, narrow);
    int g (int v, int w) { return v - f * w; }
    return nova_map (g, x, r);
  }
  int each_narrow (int i, int j)
  {
    return nova_get (nova_get (rows, i), j)
	   - nova_get (nova_get (rows, i), before + 1) * nova_get (nova_get (rows, q.l), j);
  }
  int minus (int v) { return -v; }
  int *to = p + q.to;
  size_t all = q.m * n;
  switch (kind)
    {
    case 0: nova_store (to, all, nova_map (by_column, rows)); break;
    case 1: nova_store (to, all, nova_map (by_operand, rows, c)); break;
    case 2: nova_store (to, all, nova_map (by_index, rows)); break;
    case 3: nova_store (to, all, nova_map (shifted, rows)); break;
    case 4: nova_store (to, all, nova_map (by_sum, rows)); break;
    case 5: nova_store (to, all, nova_map (two_columns, rows)); break;
    case 6: nova_store (to, all, nova_map (other_row, rows, nova_range (q.m))); break;
    case 7: nova_store (to, all, nova_map (diagonal, rows, nova_range (q.m))); break;
    case 8: nova_store (to, all, nova_map (by_both, rows, c)); break;
    case 9: nova_store (to, all, nova_tabulate (each, q.m, n)); break;
    case 10: nova_store (to, all, nova_tabulate (each_least, q.m, n)); break;
    case 11: nova_store (to, all, nova_tabulate (each_next, q.m, n)); break;
    case 12: nova_store (to, all, nova_tabulate (each_beside, q.m, n)); break;
    case 13: nova_store (to, all, nova_tabulate (each_pivot, q.m, n)); break;
    case 14:
      nova_store (to, all, nova_tabulate (each, q.m, n));
      nova_store (p + q.row, n, nova_map (minus, r));
      break;
    case 15: nova_store (to, all, nova_map (by_narrow, rows)); break;
    case 16: nova_store (to, all, nova_tabulate (each_narrow, (int) q.m, (int) n)); break;
    }
}

static int
element (int kind, const int *p, struct placed q, size_t i, size_t j)
{
  const int *x = p + q.from + i * q.n, *r = p + q.row;
  int c = p[q.column + i * q.n], v = x[j], s = 0;
  switch (kind)
    {
    case 0: case 15: return v - x[q.k] * r[j];
    case 1: return v < c + r[j] ? v : c + r[j];
    case 2: return j < q.k ? v : j == q.k ? x[q.k] * 3 : v - x[q.k] * 3 * r[j];
    case 3: return v - x[(j + 1) % q.n];
    case 4:
      for (size_t l = 0; l < q.n; l++)
	s += x[l];
      return v - s;
    case 5: return v * x[q.n - 1 - q.k] - x[q.k] * r[j];
    case 6: return v - 2 * p[q.from + (q.m - 1 - i) * q.n + j];
    case 7: return v - x[i % q.n];
    case 8: return v - c * r[j] + x[q.k];
    case 9: case 14: case 16: return v - x[q.k] * p[q.from + q.l * q.n + j];
    case 10: return v < c + r[j] ? v : c + r[j];
    case 11: return v - p[q.from + (i + 1) % q.m * q.n + j];
    case 12: return v - x[(j + 1) % q.n];
    case 13:
      return i == q.l ? v * 2
	     : v - p[q.from + q.l * q.n + q.k] - p[q.from + q.l * q.n + q.n - 1 - j];
    }
  abort ();
}

static void
plain (int kind, int *p, struct placed q)
{
  for (size_t i = 0; i < q.m; i++)
    for (size_t j = 0; j < q.n; j++)
      made[i * q.n + j] = element (kind, p, q, i, j);
  memcpy (p + q.to, made, q.m * q.n * sizeof *made);
  for (size_t j = 0; kind == 14 && j < q.n; j++)
    p[q.row + j] = -p[q.row + j];
}

static size_t
any (size_t n)
{
  return (size_t) rand () % n;
}

static struct placed
place (int large)
{
  static const size_t shape[][2] = { { 150, 300 }, { 300, 150 }, { 3, 30000 }, { 20000, 4 } };
  struct placed q;
  q.m = large ? shape[large - 1][0] : 1 + any (12);
  q.n = large ? shape[large - 1][1] : 1 + any (12);
  size_t all = q.m * q.n, room = 3 * all + q.n;
  q.to = q.from = any (room - all);
  if (any (3) == 0)
    q.from = any (room - all);
  else if (any (4) == 0)
    q.from += any (2) ? 1 : q.n;
  q.k = any (q.n);
  q.l = any (q.m);
  q.row = any (2) ? q.from + any (q.m) * q.n : any (room);
  q.column = any (2) ? q.from + q.k : any (room);
  return q;
}

static void
test (int kind, int large)
{
  struct placed q = place (large);
  size_t area = large ? AREA : 1000;
  for (size_t i = 0; i < area; i++)
    was[i] = a[i] = b[i] = (int) any (9) - 4;
  plain (kind, b, q);
  for (int threads = 1; threads <= 2; threads++)
    {
      nova_set_num_threads (threads);
      store (kind, a, q);
      if (memcmp (a, b, area * sizeof *a) != 0)
	{
	  printf ("%d, %d threads: %zu x %zu from %zu to %zu row %zu column %zu k %zu\n", kind,
		  threads, q.m, q.n, q.from, q.to, q.row, q.column, q.k);
	  exit (1);
	}
      memcpy (a, was, area * sizeof *a);
    }
}

int
main (void)
{
  for (int n = 0; n < 150; n++)
    for (int kind = 0; kind < KINDS; kind++)
      test (kind, 0);
  for (int large = 1; large <= 4; large++)
    for (int n = 0; n < 3; n++)
      for (int kind = 0; kind < KINDS; kind++)
	test (kind, large);
  puts ("done");
}

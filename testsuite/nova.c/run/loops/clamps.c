/* Filters whose windows are clamped at the edges, as programs write that: by nova_pad, by ?:, by
   macros, with sizes, longs and ints, in rows and in planes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2" } */

#include <assert.h>
#include <nova.h>

#define N 3000
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

typedef nova_vec (int) row;

static int x[N], o[N];

static inline size_t
clamp (long i, size_t n)
{
  return i < 0 ? 0 : i >= (long) n ? n - 1 : i;
}

static inline int
clamp_int (int i, int n)
{
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static int
weigh (int a, int b, int c, int d, int e)
{
  return a + 10 * b + 100 * c + 1000 * d + 10000 * e;
}

/* --- Rows ------------------------------------------------------------------------------------ */

__attribute__ ((noinline)) static void
by_macros (size_t n)
{
  row v = nova_view (x, n);
  int f (size_t i)
  {
    int at (long d)
    {
      return nova_get (v, MIN (MAX ((long) i + d, 0), (long) n - 1));
    }
    return weigh (at (-2), at (-1), at (0), at (1), at (2));
  }
  nova_store (o, n, nova_tabulate (f, n));
}

__attribute__ ((noinline)) static void
by_function (size_t n)
{
  row v = nova_view (x, n);
  int f (size_t i)
  {
    return weigh (nova_get (v, clamp (i - 2, n)), nova_get (v, clamp (i - 1, n)), nova_get (v, i),
		  nova_get (v, clamp (i + 1, n)), nova_get (v, clamp (i + 2, n)));
  }
  nova_store (o, n, nova_tabulate (f, n));
}

__attribute__ ((noinline)) static void
by_ints (int n)
{
  row v = nova_view (x, n);
  int f (int i)
  {
    return weigh (nova_get (v, clamp_int (i - 2, n)), nova_get (v, clamp_int (i - 1, n)),
		  nova_get (v, i), nova_get (v, clamp_int (i + 1, n)),
		  nova_get (v, clamp_int (i + 2, n)));
  }
  nova_store (o, n, nova_map (f, nova_range (n)));
}

__attribute__ ((noinline)) static void
by_pad (size_t n)
{
  int f (row w)
  {
    return weigh (nova_get (w, 0), nova_get (w, 1), nova_get (w, 2), nova_get (w, 3),
		  nova_get (w, 4));
  }
  nova_store (o, n, nova_map (f, nova_window (5, nova_pad (NOVA_CLAMP, 2, nova_view (x, n)))));
}

__attribute__ ((noinline)) static void
by_sum (size_t n)
{
  int k[] = { 1, 10, 100, 1000, 10000 };
  row weights = nova_view (k, 5);
  int times (int a, int b)
  {
    return a * b;
  }
  int f (row w)
  {
    return nova_sum (nova_map (times, w, weights));
  }
  nova_store (o, n, nova_map (f, nova_window (5, nova_pad (NOVA_CLAMP, 2, nova_view (x, n)))));
}

static void
check_row (size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      assert (o[i] == weigh (x[clamp (i - 2, n)], x[clamp (i - 1, n)], x[i], x[clamp (i + 1, n)],
			     x[clamp (i + 2, n)]));
      o[i] = 0;
    }
}

/* --- Planes ---------------------------------------------------------------------------------- */

__attribute__ ((noinline)) static void
plane (size_t m, size_t n)
{
  nova_vec (row) v = nova_view (x, m, n);
  int f (size_t i, size_t j)
  {
    int at (long di, long dj)
    {
      return nova_get (nova_get (v, clamp (i + di, m)), clamp (j + dj, n));
    }
    return weigh (at (-1, -1) + at (-1, 0) + at (-1, 1), at (0, -1), at (0, 0), at (0, 1),
		  at (1, -1) + at (1, 0) + at (1, 1));
  }
  nova_store (o, m * n, nova_tabulate (f, m, n));
}

__attribute__ ((noinline)) static void
plane_ints (int m, int n)
{
  row v = nova_view (x, m * n);
  int f (int k)
  {
    int i = k / n, j = k % n;
    int a = i > 0 ? i - 1 : 0, b = i < m - 1 ? i + 1 : m - 1;
    int l = j > 0 ? j - 1 : 0, r = j < n - 1 ? j + 1 : n - 1;
    return weigh (nova_get (v, a * n + l) + nova_get (v, a * n + j) + nova_get (v, a * n + r),
		  nova_get (v, i * n + l), nova_get (v, k), nova_get (v, i * n + r),
		  nova_get (v, b * n + l) + nova_get (v, b * n + j) + nova_get (v, b * n + r));
  }
  nova_store (o, m * n, nova_map (f, nova_range (m * n)));
}

__attribute__ ((noinline)) static void
plane_pad (size_t m, size_t n)
{
  row line (nova_vec (row) w)
  {
    int f (row a, row b, row c)
    {
      return weigh (nova_sum (a), nova_get (b, 0), nova_get (b, 1), nova_get (b, 2),
		    nova_sum (c));
    }
    row wide (size_t k)
    {
      return nova_pad (NOVA_CLAMP, 1, nova_get (w, k));
    }
    return nova_map (f, nova_window (3, wide (0)), nova_window (3, wide (1)),
		     nova_window (3, wide (2)));
  }
  nova_store (o, m * n,
	      nova_map (line, nova_window (3, nova_pad (NOVA_CLAMP, 1, nova_view (x, m, n)))));
}

static int
at (size_t i, size_t j, size_t m, size_t n)
{
  return x[clamp (i, m) * n + clamp (j, n)];
}

static int
row_of (size_t i, size_t j, size_t m, size_t n)
{
  return at (i, j - 1, m, n) + at (i, j, m, n) + at (i, j + 1, m, n);
}

static void
check_plane (size_t m, size_t n)
{
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++)
      {
	assert (o[i * n + j] == weigh (row_of (i - 1, j, m, n), at (i, j - 1, m, n),
				       at (i, j, m, n), at (i, j + 1, m, n),
				       row_of (i + 1, j, m, n)));
	o[i * n + j] = 0;
      }
}

int
main (void)
{
  const size_t sizes[] = { 1, 2, 3, 5, 9, 12, 13, 14, 100, N };
  const size_t planes[][2] = { { 1, 1 }, { 1, 20 }, { 20, 1 }, { 2, 3 }, { 12, 11 }, { 50, 60 } };

  for (size_t i = 0; i < N; i++)
    x[i] = i * 7919 % 9;
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      size_t n = sizes[k];

      by_macros (n), check_row (n);
      by_function (n), check_row (n);
      by_ints ((int) n), check_row (n);
      by_pad (n), check_row (n);
      by_sum (n), check_row (n);
    }
  for (size_t k = 0; k < sizeof planes / sizeof *planes; k++)
    {
      size_t m = planes[k][0], n = planes[k][1];

      plane (m, n), check_plane (m, n);
      plane_ints ((int) m, (int) n), check_plane (m, n);
      plane_pad (m, n), check_plane (m, n);
    }
  return 0;
}

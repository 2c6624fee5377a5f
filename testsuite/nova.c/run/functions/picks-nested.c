/* Reductions that pick, in the values and initial values of others, under selects: what is known of
   an index that they give is found in a time that does not grow with every way through them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../good.h"

typedef nova_vec (int) ints;

enum { N = 9 };

static int
below (int i, int j, int k, int n)
{
  int t = k < j ? k : k < i ? j : k > 7 ? i : k > 5 ? j - 1 : k > 4 ? i - 1 : k > 3 ? j + 1 : 0;
  return t < 0 ? 0 : t > n ? k : t;
}

static int
largest (int i, int j, int most)
{
  return most < j ? most : most < i ? j : most > 7 ? i : most;
}

static int
in_vectors (const int *px, const int *py)
{
  ints x = nova_view (px, N), y = nova_view (py, N);
  int of (int i)
  {
    int row (int j)
    {
      int at (int k) { return below (i, j, k, N); }
      return largest (i, j, nova_reduce (nova_max, j < i ? j : i, nova_map (at, nova_range (N))));
    }
    int r = nova_reduce (nova_min, i < 5 ? i : 5, nova_map (row, nova_range (i)));
    int column (int j)
    {
      int q = nova_reduce (nova_max, r < j ? r : j, nova_map (row, nova_range (r)));
      return q < r ? q : q > 3 ? r : j;
    }
    int s = nova_reduce (nova_max, r < i ? r : i, nova_map (column, nova_range (r + 1)));
    return nova_get (x, s) + nova_get (y, s < r ? s : r)
	   + nova_get (x, r < 3 ? r + 1 : s < 2 ? s : i);
  }
  return nova_reduce (nova_add, 0, nova_map (of, nova_range (N)));
}

static int
in_loops (const int *x, const int *y)
{
  int sum = 0;
  int row (int i, int j)
  {
    int most = j < i ? j : i;
    for (int k = 0; k < N; k++)
      if (below (i, j, k, N) > most)
	most = below (i, j, k, N);
    return largest (i, j, most);
  }
  for (int i = 0; i < N; i++)
    {
      int r = i < 5 ? i : 5;
      for (int j = 0; j < i; j++)
	r = row (i, j) < r ? row (i, j) : r;
      int s = r < i ? r : i;
      for (int j = 0; j <= r; j++)
	{
	  int q = r < j ? r : j;
	  for (int k = 0; k < r; k++)
	    q = row (i, k) > q ? row (i, k) : q;
	  q = q < r ? q : q > 3 ? r : j;
	  s = q > s ? q : s;
	}
      sum += x[s] + y[s < r ? s : r] + x[r < 3 ? r + 1 : s < 2 ? s : i];
    }
  return sum;
}

int
main (void)
{
  int x[N] = { 1, 20, 300, 4000, 50000, 6, 70, 800, 9000 }, y[N] = { 5, 4, 3, 2, 1, 7, 8, 9, 6 };

  check ("picks", in_vectors (x, y) == in_loops (x, y));
  return 0;
}

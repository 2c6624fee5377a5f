/* Windows of rows, of a constant and of another size: each row's is checked, and may be too large.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define SEED 23
#include "../loops.h"

typedef nova_vec (double) reals;

static void
test (size_t n, size_t most, size_t k)
{
  double *x = malloc ((n + 1) * sizeof *x), *y = malloc ((n + 1) * sizeof *y);
  double *z = malloc ((n + 1) * sizeof *z);
  size_t *o = malloc ((n + 2) * sizeof *o), m = 0, many = 0, some = 0, made, stored;
  double sum (reals w) { return nova_sum (w); }
  reals three (reals s) { return nova_map (sum, nova_window (3, s)); }
  reals any (reals s) { return nova_map (sum, nova_window (k, s)); }

  o[0] = 0;
  while (o[m] < n && m < n)
    {
      size_t l = next () % (most + 1);
      o[m + 1] = o[m] + (l < n - o[m] ? l : n - o[m]);
      m++;
    }
  for (size_t i = 0; i < n; i++)
    x[i] = next () % 1000;
  nova_vec (reals) s = nova_segments (nova_view (x, o[m]), nova_view (o, m + 1));
  made = nova_store (y, n, nova_map (three, s));
  stored = nova_store (z, n, nova_map (any, s));
  for (size_t v = 0; v < m; v++)
    for (size_t i = o[v]; i < o[v + 1]; i++)
      {
	double t = 0;
	if (i + 3 <= o[v + 1] && (many >= made || y[many++] != x[i] + x[i + 1] + x[i + 2]))
	  wrong ("a window of three", i);
	if (k > o[v + 1] - i)
	  continue;
	for (size_t j = 0; j < k; j++)
	  t += x[i + j];
	if (some >= stored || z[some++] != t)
	  wrong ("a window", i);
      }
  if (many != made || some != stored)
    wrong ("the number of windows", made);
  free (x);
  free (y);
  free (z);
  free (o);
}

int
main (void)
{
  test (0, 3, 1);
  test (2000, 3, 2);
  test (5000, 12, 5);
  test (20000, 20000, 40);
  test (100, 20, (size_t) 1 << 62);
  return failed;
}

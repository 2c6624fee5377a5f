/* A sparse matrix in ELLPACK form: rows gather through the columns of its indices.  Blocks of
   valid rows are taken as columns; of several invalid indices the first of the first row is named.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>
#include "../fails.h"

enum { MOST = 700, WIDTH = 5, LONG = 31 };
typedef nova_vec (int) ints;
typedef nova_vec (double) reals;

static int column[WIDTH * MOST];
static double value[WIDTH * MOST], x[LONG], y[MOST];

/* N rows, of M elements each, times L elements of x.  */
__attribute__ ((noinline)) static void
times (size_t n, size_t m, size_t l)
{
  reals vector = nova_view (x, l);
  double dot (reals v, ints c)
  {
    return nova_sum (nova_map (nova_mul, v, nova_gather (c, vector)));
  }
  nova_store (y, n, nova_map (dot, nova_transpose (nova_view (value, m, n)),
			      nova_transpose (nova_view (column, m, n))));
}

int
main (void)
{
  const size_t sizes[] = { 0, 1, 255, 256, 257, 512, MOST };

  nova_set_error_handler (handler);
  for (size_t k = 0; k < LONG; k++)
    x[k] = (double) k - 7;
  for (size_t k = 0; k < WIDTH * MOST; k++)
    {
      column[k] = rand () % LONG;
      value[k] = rand () % 9 - 4;
    }
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (size_t m = 1; m <= WIDTH; m++)
      {
	size_t n = sizes[s];

	y[n < MOST ? n : 0] = -1;
	times (n, m, LONG);
	if (n < MOST && y[n] != -1)
	  abort ();
	for (size_t i = 0; i < n; i++)
	  {
	    double sum = 0;

	    for (size_t k = 0; k < m; k++)
	      sum += value[k * n + i] * x[column[k * n + i]];
	    if (y[i] != sum)
	      abort ();
	  }
      }

  column[1 * MOST + 650] = LONG;
  FAILS (times (MOST, WIDTH, LONG), "element 1, the index 31, is not below 31");
  column[4 * MOST + 400] = -1;
  column[3 * MOST + 400] = LONG + 2;
  FAILS (times (MOST, WIDTH, LONG), "element 3, the index 33, is not below 31");
  FAILS (times (1, 1, 0), "is not below 0");
  return 0;
}

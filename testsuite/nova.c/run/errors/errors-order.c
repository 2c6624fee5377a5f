/* Of several errors the first: in the order of the program, and of one builtin the least element;
   whole operands are checked even if the result is unused.  Afterwards the library is usable.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../fails.h"

#define N 100000
static int x[N], ix[N], y[N];

static int
order (void)
{
  int bad (int v) { if (v == 50000 || v == 99) nova_fail ("v"); return v; }
  int worse (int v) { if (v == 3) nova_fail ("w"); return v; }

  FAILS (nova_store (y, N, nova_gather (nova_view (ix, N), nova_view (x, N))),
	 "__nova_gather: operand 1: element 30, the index -5, is not below 100000");
  /* The builtin that is first in the program, whatever its element.  */
  FAILS (nova_store (y, N, nova_map (worse, nova_map (bad, nova_view (x, N)))), "nova_fail: v");
  FAILS (nova_store (y, N, nova_map (bad, nova_gather (nova_view (ix, N), nova_view (x, N)))),
	 "__nova_gather: operand 1: element 30");
  /* Of two operands the left one.  */
  FAILS (nova_store (y, N, nova_map (nova_add, nova_map (bad, nova_view (x, N)),
				     nova_map (worse, nova_view (x, N)))), "nova_fail: v");
  FAILS (y[0] = nova_sum (nova_concat (nova_gather (nova_view (ix, N), nova_view (x, N)),
				       nova_map (worse, nova_view (x, N)))),
	 "__nova_gather: operand 1: element 30");
  FAILS (nova_concat (nova_range (0, 5, x[0]), nova_slice (0, x[0], 5, nova_view (x, N))),
	 "__nova_range: operand 3, the step, is 0");
  FAILS (nova_store (y, nova_get (nova_view (x, N), N), nova_view (x, nova_get (nova_view (x, N), -1))),
	 "__nova_get: operand 2: index 100000 is");
  /* Nobody needs an element: what is checked are the lengths.  */
  FAILS (({ nova_vec (int) u = nova_map (nova_add, nova_view (x, 5), nova_view (x, 6));
	    (void) u; }),
	 "__nova_map: operand 3 has 6 elements, operand 2 has 5");
  FAILS (nova_sum (nova_map (nova_add, nova_view (x, 5), nova_filter (bad, nova_view (x, 5)))),
	 "__nova_map: operand 3 has 4 elements, operand 2 has 5");
  return 0;
}

static int
nested (void)
{
  int inner (int v) { return nova_get (nova_view (x, 10), v); }
  int deep (int v)
  {
    int f (int w) { if (w == 7 && v == 20) nova_fail ("deep"); return w; }
    return nova_sum (nova_map (f, nova_range (10)));
  }

  FAILS (nova_store (y, 100, nova_map (inner, nova_range (100))),
	 "__nova_get: operand 2: index 10 is not below 10");
  FAILS (nova_store (y, 100, nova_map (deep, nova_range (100))), "nova_fail: deep");
  return 0;
}

static int
operands (void)
{
  size_t huge = (size_t) 1 << 62;

  FAILS (nova_range (1, 5, 0), "__nova_range: operand 3, the step, is 0");
  FAILS (nova_store (y, 3, nova_range (4)), "__nova_store: operand 2 has room for 3 elements");
  FAILS (nova_view (x, huge), "__nova_view: operand 2: a size of 4611686018427387904 elements");
  FAILS (nova_data (nova_copy (nova_replicate (huge / 8, 1.0))), "__nova_copy: no memory for");
  FAILS (nova_maximum (nova_view (x, 0)), "nova_maximum: operand 1 has 0 elements");
  FAILS (nova_get (nova_view (x, 5), -1), "__nova_get: operand 2: index -1 is not below 5");
  return 0;
}

int
main (void)
{
  nova_set_error_handler (handler);
  for (int i = 0; i < N; i++)
    x[i] = ix[i] = i;
  ix[70000] = N;
  ix[30] = -5;
  ix[N - 1] = 1 << 30;
  if (order () || nested () || operands ())
    return 1;
  return nova_sum (nova_view (x, 100)) != 4950;
}

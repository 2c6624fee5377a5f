/* Errors of what regions take in between their builtins: elements of results, arrays of values,
   slices of rows.  They come in the order of the program, and only if control gets there.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-leaks "vectors of the host that longjmp leaves" } */
/* { dg-nova-levels "-O0" "-O1" "-O2" "-O3" } */

#include <nova.h>
#include "../fails.h"

typedef nova_vec (int) ints;
typedef nova_vec (ints) int_rows;

static int x[100], y[100];

static int
bad (int v)
{
  if (v == 50)
    nova_fail ("fifty");
  return v;
}

/* An element of a filter, used by the next builtin; then the builtin itself.  */
static int
element (ints v, size_t i, int least)
{
  int above (int a) { return a >= least; }
  ints some = nova_filter (above, v);
  int e = nova_get (some, i);
  int less (int a) { return bad (a) + e; }
  return nova_sum (nova_map (less, v));
}

/* The builtin before the element fails first.  */
static int
before (ints v, size_t i)
{
  ints m = nova_map (bad, v);
  int e = nova_get (m, i);
  int plus (int a) { return a + e; }
  return nova_sum (nova_map (plus, v));
}

/* Rows of offsets in a local array.  */
static int
rows (ints v, long a, long b, long c, int k)
{
  long cuts[3] = { a, b, c };
  int_rows r = nova_segments (nova_map (nova_add, v, v), nova_view (cuts, 3));
  return nova_sum (nova_concat (nova_get (r, k), nova_get (r, 0)));
}

/* Rows of a slice of rows.  */
static int
slices (ints v, int end)
{
  int key (int a) { return a % 4; }
  int total (ints a) { return nova_sum (a); }
  int_rows r = nova_bucket (4, key, v);
  return nova_sum (nova_map (total, nova_slice (1, 2, end, r)));
}

int
main (void)
{
  for (int i = 0; i < 100; i++)
    x[i] = i, y[i] = i % 50;
  ints v = nova_view (x, 100), w = nova_view (y, 100);

  nova_set_error_handler (handler);
  GIVES_NONE (element (v, 10, 90), "__nova_get: operand 2: index 10 is not below 10");
  GIVES_NONE (element (v, 9, 90), "nova_fail: fifty");
  if (element (w, 9, 40) != 2450 + 4900)
    return 2;
  GIVES_NONE (before (v, 100), "nova_fail: fifty");
  GIVES_NONE (before (w, 100), "__nova_get: operand 2: index 100 is not below 100");
  GIVES_NONE (rows (v, 1, 2, 100, 0), "__nova_segments: operand 2, the offsets, begins with 1");
  GIVES_NONE (rows (v, 0, -1, 100, 0), "operand 2: offset 1 of 3 is less than the one before it");
  GIVES_NONE (rows (v, 0, 101, 100, 0), "operand 2: offset 2 of 3 is less than the one before it");
  GIVES_NONE (rows (v, 0, 50, 99, 0), "__nova_segments: operand 2, the offsets, ends with 99");
  GIVES_NONE (rows (v, 0, 50, 100, 2), "__nova_get: operand 2: index 2 is not below 2");
  if (rows (v, 0, 50, 100, 1) != 2 * 4950)
    return 3;
  GIVES_NONE (slices (v, 6), "__nova_slice: operand 1: element 2, the index 5, is not below 4");
  if (slices (v, 4) != 25 * 49 + 25 * 51)
    return 4;
  return 0;
}

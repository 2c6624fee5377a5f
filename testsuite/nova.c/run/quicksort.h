/* A sort of three regions, which maps itself over two parts: by filters, and a local array of where
   the parts end.  PIVOT (X): the number that divides X.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

typedef nova_vec (int) ints;
typedef nova_vec (ints) int_rows;

#ifndef PIVOT
#define PIVOT(X) nova_get (X, nova_length (X) / 2)
#endif

static ints
quicksort (ints x)
{
  if (nova_length (x) <= 1)
    return x;
  int pivot = PIVOT (x);
  int below (int v) { return v < pivot; }
  int same (int v) { return v == pivot; }
  int above (int v) { return v > pivot; }
  ints less = nova_filter (below, x), equal = nova_filter (same, x), more = nova_filter (above, x);
  size_t n = nova_length (less), cuts[3] = { 0, n, n + nova_length (more) };
  int_rows parts = nova_segments (nova_concat (less, more), nova_view (cuts, 3));
  int_rows done = nova_map (quicksort, parts);
  return nova_concat (nova_get (done, 0), equal, nova_get (done, 1));
}

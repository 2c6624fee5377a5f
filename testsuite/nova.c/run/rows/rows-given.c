/* A row that a function gives back, or a part of it, outlives the row that it was called with.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

/* Without the zeros in front: the row itself, or a view of it.  */
static ints
stripped (ints r)
{
  size_t n = nova_length (r);
  return n > 0 && nova_get (r, 0) == 0 ? stripped (nova_slice (1, n, r)) : r;
}

/* The same backwards.  */
static ints
turned (ints r)
{
  size_t n = nova_length (r);
  return n > 0 && nova_get (r, 0) == 0 ? turned (nova_slice (1, n, r)) : nova_reverse (r);
}

/* Memory of vectors that are gone is used again.  */
static ints
swapped (ints a, ints b, int depth)
{
  size_t cuts[3] = { 0, nova_length (a), nova_length (a) + nova_length (b) };
  rows parts = nova_segments (nova_concat (a, b), nova_view (cuts, 3));
  rows done = nova_map (stripped, parts);
  ints x = nova_get (done, 0), y = nova_get (done, 1);
  return depth ? swapped (y, x, depth - 1) : nova_concat (y, x);
}

int
main (void)
{
  int x[] = { 0, 0, 1, 2, 0, 3, 0, 0, 0, 4, 5 };
  size_t o[] = { 0, 4, 4, 6, 8, 11 };
  const int want[] = { 1, 2, 3, 4, 5 }, back[] = { 2, 1, 3, 5, 4 };
  rows r = nova_segments (nova_view (x, 11), nova_view (o, 6));
  int y[11], z[11];
  if (nova_store (y, 11, nova_flatten (nova_map (stripped, r))) != 5
      || nova_store (z, 11, nova_flatten (nova_map (turned, r))) != 5)
    return 1;
  for (int i = 0; i < 5; i++)
    if (y[i] != want[i] || z[i] != back[i])
      return 2 + i;
  for (int depth = 0; depth < 4; depth++)
    {
      ints s = swapped (nova_view (x, 4), nova_view (x + 4, 2), depth);
      if (nova_length (s) != 3 || nova_get (s, depth % 2 ? 2 : 0) != 3
	  || nova_get (s, depth % 2 ? 0 : 1) != 1)
	return 10 + depth;
    }
  return 0;
}

/* A later store to the array that is viewed does not show in the rows of an earlier result, but in
   those of a view.  What replicate gives of rows is not looked at here.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define N 6
typedef nova_vec (int) vec;
static int a[N][2];
static int bad;

static int first (vec r) { return nova_get (r, 0); }
static int some (vec r) { return nova_length (r) > 1; }
static int less (vec r, vec s) { return nova_get (r, 0) < nova_get (s, 0); }
static vec same (vec r) { return r; }
static vec backwards (vec r) { return nova_reverse (r); }
static vec last (vec r, vec s) { return nova_length (s) ? s : r; }
static vec front (vec r) { return nova_slice (0, 1, r); }

__attribute__ ((noipa)) static void
fill (int by)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 2; j++)
      a[i][j] = by + 2 * i + j;
}

/* The sum of the elements of X, first made from a[i][j] = 2 i + j, once they are 100 more.  */
#define LATER(X, SUM) \
  do \
    { \
      fill (0); \
      nova_vec (vec) x_ = X; \
      fill (100); \
      int sum_ = 0; \
      for (size_t i_ = 0; i_ < nova_length (x_); i_++) \
	for (size_t j_ = 0; j_ < nova_length (nova_get (x_, i_)); j_++) \
	  sum_ += nova_get (nova_get (x_, i_), j_); \
      if (sum_ != (SUM)) \
	printf ("line %d: %d\n", __LINE__, sum_), bad = 1; \
    } \
  while (0)
#define ROWS nova_view (&a[0][0], N, 2)
#define INDICES nova_view (ix, N)

int
main (void)
{
  static const size_t ix[N] = { 5, 4, 3, 2, 1, 0 };

  LATER (nova_gather (INDICES, ROWS), 66);
  LATER (nova_permute (INDICES, ROWS), 66);
  LATER (nova_scatter (ROWS, INDICES, ROWS), 66);
  LATER (nova_copy (ROWS), 66);
  LATER (nova_filter (some, ROWS), 66);
  LATER (nova_map (same, ROWS), 66);
  LATER (nova_map (backwards, ROWS), 66);
  LATER (nova_map (front, ROWS), 30);
  LATER (nova_concat (ROWS, ROWS), 132);
  LATER (nova_sort (less, ROWS), 66);
  LATER (nova_sort_by (first, ROWS), 66);
  LATER (nova_reverse (ROWS), 66 + 1200);
  LATER (nova_slice (0, 3, ROWS), 15 + 600);
  LATER (nova_rotate (1, ROWS), 66 + 1200);
  LATER (nova_transpose (ROWS), 66 + 1200);
  LATER (nova_split (3, nova_view (&a[0][0], 12)), 66 + 1200);
  LATER (nova_convert (int, ROWS), 66);
  LATER (nova_split (2, nova_convert (int, nova_view (&a[0][0], 12))), 66);
  /* The last row, 10 + 11; of no rows the initial value, 0 + 1.  */
  LATER (nova_split (1, nova_reduce (last, nova_view (a[0], 2), ROWS)), 21);
  LATER (nova_split (1, nova_reduce (last, nova_view (a[0], 2), nova_view (a[0], 0, 2))), 1);
  LATER (nova_split (1, nova_fold (last, last, nova_view (a[0], 0), ROWS)), 21);
  LATER (nova_split (1, nova_fold (last, last, nova_view (a[0], 2), nova_view (a[0], 0, 2))), 1);
  return bad;
}

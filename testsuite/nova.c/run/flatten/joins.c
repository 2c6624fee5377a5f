/* Concatenations in functions of ragged rows, and vectors made of a few numbers.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

static int square (int v) { return v * v; }

static ints joined (ints a) { return nova_concat (a, nova_map (square, a), nova_range (2)); }
static void
joined_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (a[i]);
  for (size_t i = 0; i < n; i++)
    put (a[i] * a[i]);
  put (0);
  put (1);
}
OF_ROW (ints, joined)

static int
joined_sum (ints a)
{
  int n = nova_length (a) % 200;
  return nova_sum (nova_concat (nova_replicate (n, 1), nova_range (n), nova_reverse (a)));
}
static void
joined_sum_plain (const int *a, size_t m)
{
  int n = m % 200, s = n + n * (n - 1) / 2;
  for (size_t i = 0; i < m; i++)
    s += a[i];
  put (s);
}
OF_ROW (int, joined_sum)

/* Read by index, across the seam.  */
static int
across (ints a)
{
  size_t n = nova_length (a);
  ints b = nova_concat (a, nova_range ((int) n + 1));
  int at (size_t i) { return nova_get (b, (7 * i + n / 2) % (2 * n + 1)); }
  return nova_sum (nova_map (at, nova_range (n)));
}
static void
across_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    {
      size_t k = (7 * i + n / 2) % (2 * n + 1);
      s += k < n ? a[k] : (int) (k - n);
    }
  put (s);
}
OF_ROW (int, across)

/* The row is turned: its two parts change places.  */
static ints
parts (ints a)
{
  size_t n = nova_length (a);
  return nova_concat (nova_slice (n / 3, n, a), nova_slice (0, n / 3, a));
}
static void
parts_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (a[(i + n / 3) % n]);
}
OF_ROW (ints, parts)

/* Of a few numbers: from an array of the function's own.  */
static rows
few (ints a)
{
  ints of (int v)
  {
    int three[3] = { 10, v, v + 1 };
    return nova_copy (nova_view (three, 3));
  }
  return nova_map (of, a);
}
static void
few_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      put (10);
      put (a[i]);
      put (a[i] + 1);
      end_row ();
    }
}
OF_ROW (rows, few)

/* Two vectors of other lengths are the two rows of a result; each is mapped and summed.  */
static ints
pair_of (ints a)
{
  rows two = nova_concat (nova_replicate (1, a), nova_replicate (1, nova_range (2, 5)));
  ints doubled (ints b)
  {
    int twice (int v) { return 2 * v; }
    return nova_map (twice, b);
  }
  int total (ints b) { return nova_sum (b); }
  return nova_map (total, nova_map (doubled, two));
}
static void
pair_of_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += 2 * a[i];
  put (s);
  put (18);
}
OF_ROW (ints, pair_of)

/* Rows of two nested vectors: one after the other, and side by side.  */
SEEN rows
behind (rows x)
{
  ints twice (ints a) { return nova_concat (a, a); }
  return nova_concat (nova_map (twice, x), x, nova_map (joined, x));
}
static void
behind_plain (const struct ragged *r)
{
  for (int turn = 0; turn < 3; turn++)
    for (size_t i = 0; i < r->n; i++)
      {
	for (int k = 0; k < 2 - turn; k++)
	  for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	    put (r->x[j]);
	if (turn == 2)
	  joined_plain (r->x + r->o[i], r->o[i + 1] - r->o[i]);
	end_row ();
      }
}
OF_ROWS (rows, behind)

SEEN rows
beside (rows x)
{
  ints both (ints a, ints b) { return nova_concat (a, nova_reverse (b)); }
  return nova_map (both, x, nova_reverse (x));
}
static void
beside_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      size_t k = r->n - 1 - i;
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	put (r->x[j]);
      for (size_t j = r->o[k + 1]; j-- > r->o[k];)
	put (r->x[j]);
      end_row ();
    }
}
OF_ROWS (rows, beside)

/* Joined in a map in a map, of slices.  */
static rows
inner_parts (ints a)
{
  size_t n = nova_length (a) < 6 ? nova_length (a) : 6;
  ints turned (size_t i) { return nova_concat (nova_slice (i, n, a), nova_slice (0, i, a)); }
  return nova_map (turned, nova_range (n));
}
static void
inner_parts_plain (const int *a, size_t m)
{
  size_t n = m < 6 ? m : 6;
  for (size_t i = 0; i < n; i++)
    {
      for (size_t j = 0; j < n; j++)
	put (a[(i + j) % n]);
      end_row ();
    }
}
OF_ROW (rows, inner_parts)

int
main (void)
{
  RUN (joined);
  RUN (joined_sum);
  RUN (across);
  RUN (parts);
  RUN (few);
  RUN (pair_of);
  RUN (behind);
  RUN (beside);
  RUN (inner_parts);
  return failed != 0;
}

/* Regular matrices in functions of ragged rows: each row is cut into one of its own size.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

/* Three columns, as many rows as there are numbers for.  */
static rows
matrix (ints a)
{
  size_t n = nova_length (a) / 3;
  return nova_split (3, nova_slice (0, 3 * n, a));
}
#define M(I, J) a[3 * (I) + (J)]

static rows turned (ints a) { return nova_transpose (matrix (a)); }
static void
turned_plain (const int *a, size_t n)
{
  for (size_t j = 0; n >= 3 && j < 3; j++)
    {
      for (size_t i = 0; i < n / 3; i++)
	put (M (i, j));
      end_row ();
    }
}
OF_ROW (rows, turned)

static int total (ints a) { return nova_sum (a); }

static ints columns (ints a) { return nova_map (total, nova_transpose (matrix (a))); }
static void
columns_plain (const int *a, size_t n)
{
  for (size_t j = 0; n >= 3 && j < 3; j++)
    {
      int s = 0;
      for (size_t i = 0; i < n / 3; i++)
	s += M (i, j);
      put (s);
    }
}
OF_ROW (ints, columns)

/* A block of it: its first column's sum, of two columns from the second row on.  */
static int
block (ints a)
{
  rows m = matrix (a);
  size_t n = nova_length (m);
  ints cut (ints r) { return nova_slice (1, 3, r); }
  rows b = nova_map (cut, nova_slice (1, n, m));
  ints sums = nova_map (total, nova_transpose (b));
  return nova_length (sums) ? nova_get (sums, 0) : 5;
}
static void
block_plain (const int *a, size_t n)
{
  int s = n / 3 > 1 ? 0 : 5;
  for (size_t i = 1; i < n / 3; i++)
    s += M (i, 1);
  put (s);
}
OF_ROW (int, block)

/* The product with its own transpose.  */
static rows
product (ints a)
{
  rows m = nova_transpose (matrix (a));
  ints of_row (ints r)
  {
    int dot (ints c) { return nova_sum (nova_map (nova_mul, r, c)); }
    return nova_map (dot, m);
  }
  return nova_map (of_row, m);
}
static void
product_plain (const int *a, size_t n)
{
  for (size_t i = 0; n >= 3 && i < 3; i++)
    {
      for (size_t j = 0; j < 3; j++)
	{
	  int s = 0;
	  for (size_t k = 0; k < n / 3; k++)
	    s += M (k, i) * M (k, j);
	  put (s);
	}
      end_row ();
    }
}
OF_ROW (rows, product)

/* The other way round, as large as the row is long.  */
static ints
large_product (ints a)
{
  rows m = matrix (nova_slice (0, nova_length (a) < 60 ? nova_length (a) : 60, a));
  int of_row (ints r)
  {
    int dot (ints c) { return nova_sum (nova_map (nova_mul, r, c)); }
    return nova_reduce (nova_max, -1000, nova_map (dot, m));
  }
  return nova_map (of_row, m);
}
static void
large_product_plain (const int *a, size_t l)
{
  size_t n = l < 60 ? l / 3 : 20;
  for (size_t i = 0; i < n; i++)
    {
      int most = -1000;
      for (size_t k = 0; k < n; k++)
	{
	  int s = 0;
	  for (size_t j = 0; j < 3; j++)
	    s += M (i, j) * M (k, j);
	  most = s > most ? s : most;
	}
      put (most);
    }
}
OF_ROW (ints, large_product)

/* A stencil with its edges, twice.  */
static ints
smoothed (ints a)
{
  int mean (ints w) { return nova_sum (w); }
  ints once (ints b) { return nova_map (mean, nova_window (3, nova_pad (NOVA_ZERO, 1, b))); }
  return once (once (a));
}
static void
smoothed_plain (const int *a, size_t n)
{
  int *b = calloc (n + 4, sizeof *b), *c = calloc (n + 4, sizeof *c);
  for (size_t i = 0; i < n; i++)
    b[i + 2] = a[i];
  for (size_t i = 0; i < n; i++)
    c[i + 2] = b[i + 1] + b[i + 2] + b[i + 3];
  for (size_t i = 0; i < n; i++)
    put (c[i + 1] + c[i + 2] + c[i + 3]);
  free (b);
  free (c);
}
OF_ROW (ints, smoothed)

/* Windows of a width of the row's own.  */
static ints
widest (ints a)
{
  size_t k = nova_length (a) % 5 + 1;
  return nova_map (total, nova_window (k, a));
}
static void
widest_plain (const int *a, size_t n)
{
  size_t k = n % 5 + 1;
  for (size_t i = 0; i + k <= n; i++)
    {
      int s = 0;
      for (size_t j = 0; j < k; j++)
	s += a[i + j];
      put (s);
    }
}
OF_ROW (ints, widest)

/* Split at a width of its own, which divides it; each part reversed.  */
static rows
split (ints a)
{
  size_t n = nova_length (a), k = n % 4 == 0 ? 4 : n % 3 == 0 ? 3 : 1;
  ints back (ints r) { return nova_reverse (r); }
  return nova_map (back, nova_split (k, a));
}
static void
split_plain (const int *a, size_t n)
{
  size_t k = n % 4 == 0 ? 4 : n % 3 == 0 ? 3 : 1;
  for (size_t i = 0; i < n; i += k)
    {
      for (size_t j = k; j-- > 0;)
	put (a[i + j]);
      end_row ();
    }
}
OF_ROW (rows, split)

/* Each number twice, each row twice, the whole twice.  */
SEEN rows
doubled (rows x)
{
  ints of_row (ints a)
  {
    int half (size_t i) { return nova_get (a, i / 2); }
    return nova_tabulate (half, 2 * nova_length (a));
  }
  rows twice (ints a) { return nova_replicate (2, a); }
  rows once = nova_flatten (nova_map (twice, nova_map (of_row, x)));
  return nova_concat (once, once);
}
static void
doubled_plain (const struct ragged *r)
{
  for (int turn = 0; turn < 2; turn++)
    for (size_t i = 0; i < 2 * r->n; i++)
      {
	for (size_t j = 2 * r->o[i / 2]; j < 2 * r->o[i / 2 + 1]; j++)
	  put (r->x[j / 2]);
	end_row ();
      }
}
OF_ROWS (rows, doubled)

/* A scan down the columns, of rows.  */
static rows
down (ints a)
{
  ints plus (ints b, ints c) { return nova_map (nova_add, b, c); }
  return nova_scan (plus, nova_replicate (3, 0), matrix (a));
}
static void
down_plain (const int *a, size_t n)
{
  int s[3] = { 0 };
  for (size_t i = 0; i < n / 3; i++)
    {
      for (int j = 0; j < 3; j++)
	put (s[j] += M (i, j));
      end_row ();
    }
}
OF_ROW (rows, down)

/* Three dimensions, the outer one and the inner one exchanged, read flat at one place.  */
static int
cube (ints a)
{
  size_t n = nova_length (a) % 10;
  rows sub (size_t i)
  {
    int cell (size_t j, size_t k) { return (i * 2 + j) * 3 + k; }
    return nova_tabulate (cell, 2, 3);
  }
  planes p = nova_map (sub, nova_range (n));
  rows turn (rows q) { return nova_transpose (q); }
  planes q = nova_transpose (nova_map (turn, p));
  ints flat = nova_flatten (nova_flatten (q));
  return n ? nova_get (flat, 3 * n + 1) : -1;
}
static void
cube_plain (const int *a, size_t l)
{
  size_t n = l % 10, at = 3 * n + 1, k = at / (n ? 2 * n : 1), i = n ? at / 2 % n : 0, j = at % 2;
  (void) a;
  put (n ? (int) ((i * 2 + j) * 3 + k) : -1);
}
OF_ROW (int, cube)

int
main (void)
{
  RUN (turned);
  RUN (columns);
  RUN (block);
  RUN (product);
  RUN (large_product);
  RUN (smoothed);
  RUN (widest);
  RUN (split);
  RUN (doubled);
  RUN (down);
  RUN (cube);
  return failed != 0;
}

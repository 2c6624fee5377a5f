/* Loops of C in function operands whose end is a variable from outside, of one type or another, and
   whose begin is one: in columns and in rows, of views and through pointers.  An end behind that of
   a vector, or a begin before it, is the error of the first turn that reads there.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include "../says.h"

#define H 41
#define W 77

static int a[H * W];
static unsigned y[W], z[W];
static signed char b[H * W];
typedef nova_vec (int) row;
typedef nova_vec (row) grid;

static void
same (int line, size_t n)
{
  for (size_t k = 0; k < n; k++)
    if (y[k] != z[k])
      {
	printf ("line %d: element %zu is %u, not %u\n", line, k, y[k], z[k]);
	bad = 1;
	return;
      }
}

/* Columns, from LO to HI: NAME_view of nova_get, NAME_load through a pointer, PLAIN.  */
#define COLUMNS(NAME, T, J)							\
  static __attribute__ ((noinline)) void					\
  NAME##_view (size_t h, size_t w, T lo, T hi)					\
  {										\
    grid g = nova_view (a, h, w);						\
    unsigned column (size_t j)							\
    {										\
      unsigned s = 1;								\
      for (T i = lo; i < hi; i++)						\
	s = s * 3 + nova_get (nova_get (g, i), j);				\
      return s;									\
    }										\
    nova_store (y, w, nova_tabulate (column, w));				\
  }										\
  static __attribute__ ((noinline)) void					\
  NAME##_load (const int *x, J w, T lo, T hi)					\
  {										\
    unsigned column (J j)								\
    {										\
      unsigned s = 1;								\
      for (T i = lo; i < hi; i++)						\
	s = s * 3 + x[i * w + j];						\
      return s;									\
    }										\
    nova_store (y, W, nova_map (column, nova_range (w)));			\
  }										\
  static __attribute__ ((noinline)) void					\
  NAME##_plain (size_t w, T lo, T hi)						\
  {										\
    for (size_t j = 0; j < w; j++)						\
      {										\
	z[j] = 1;								\
	for (T i = lo; i < hi; i++)						\
	  z[j] = z[j] * 3 + a[i * w + j];					\
      }										\
  }										\
  static void									\
  NAME (void)									\
  {										\
    for (size_t w = 1; w <= W; w += 19)						\
      for (int lo = 0; lo < H; lo += 20)					\
	for (int hi = 0; hi <= H; hi += H / 4)					\
	  {									\
	    NAME##_plain (w, lo, hi);						\
	    NAME##_view (H, w, lo, hi);						\
	    same (__LINE__, w);							\
	    NAME##_load (a, w, lo, hi);						\
	    same (__LINE__, w);							\
	  }									\
    SAYS (NAME##_view (H, W, 1, H + 1),						\
	  "__nova_get: operand 2: index 41 is not below 41");			\
    SAYS (NAME##_view (3, W, 7, H), "__nova_get: operand 2: index 7 is not below 3");	\
    SAYS (NAME##_view (0, W, 7, 7), "");					\
    SAYS (NAME##_view (3, 0, 0, 9), "");					\
  }

COLUMNS (ints, int, int)
COLUMNS (int_size, int, size_t)
COLUMNS (sizes, size_t, size_t)
COLUMNS (longs, long, long)
COLUMNS (unsigneds, unsigned, size_t)

/* The first elements of rows, N of each, and the next, N more.  */
static __attribute__ ((noinline)) void
firsts (size_t h, size_t w, int n)
{
  grid g = nova_view (a, h, w);
  unsigned first (row r)
  {
    unsigned s = 0;
    for (int i = 0; i < n; i++)
      s += nova_get (r, i) * (i + 1);
    for (int i = n; i < 2 * n; i++)
      s ^= nova_get (r, i);
    return s;
  }
  nova_store (y, h, nova_map (first, g));
}

static void
rows (void)
{
  for (int n = 0; n <= W / 2; n += 19)
    {
      firsts (H, W, n);
      for (int j = 0; j < H; j++)
	{
	  z[j] = 0;
	  for (int i = 0; i < n; i++)
	    z[j] += a[j * W + i] * (i + 1);
	  for (int i = n; i < 2 * n; i++)
	    z[j] ^= a[j * W + i];
	}
      same (__LINE__, H);
    }
  SAYS (firsts (H, W, W), "__nova_get: operand 2: index 77 is not below 77");
  SAYS (firsts (H, 5, 3), "__nova_get: operand 2: index 5 is not below 5");
}

/* Bytes, and what one of them says where another is.  */
static __attribute__ ((noinline)) void
bytes (const signed char *x, int h, int w)
{
  unsigned column (int j)
  {
    unsigned s = 0;
    for (int i = 0; i < h; i++)
      s += x[i * w + j] ^ x[x[i * w + j]];
    return s;
  }
  nova_store (y, w, nova_map (column, nova_range (w)));
  for (int j = 0; j < w; j++)
    z[j] = column (j);
  same (__LINE__, w);
}

/* A begin below 0 is an index behind all others.  */
static __attribute__ ((noinline)) int
from (size_t n, int lo)
{
  row v = nova_view (a, n);
  int sum (int k)
  {
    int s = k;
    for (int i = lo; i < 3; i++)
      s += nova_get (v, i);
    return s;
  }
  return nova_sum (nova_map (sum, nova_range (2)));
}

int
main (void)
{
  nova_set_error_handler (handler);
  for (int k = 0; k < H * W; k++)
    {
      a[k] = k * 37 % 1009;
      b[k] = k * 11 % 127;
    }
  ints ();
  int_size ();
  sizes ();
  longs ();
  unsigneds ();
  rows ();
  bytes (b, H, W);
  bytes (b, 3, 5);
  SAYS (from (9, -2), "__nova_get: operand 2: index -2 is not below 9");
  SAYS (from (2, 1), "__nova_get: operand 2: index 2 is not below 2");
  if (from (9, 1) != 1 + 2 * (a[1] + a[2]) || from (9, 5) != 1)
    bad = 1;
  return bad;
}

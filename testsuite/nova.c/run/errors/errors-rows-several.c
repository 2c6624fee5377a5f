/* Of several elements of a row that fail, and of several such rows, the first is the error, on any
   number of threads; what comes before and behind them is not lost.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-leaks "views of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include "../fails.h"

#define ROWS 300
#define COLS 100

static double a[ROWS * ROWS], x[COLS], y[ROWS];
static int col[ROWS * ROWS];
static size_t off[ROWS + 1];

/* Row I has I elements.  */
static void
products (void)
{
  nova_vec (double) v = nova_view (x, COLS);
  size_t n = off[ROWS];
  double times (double a, int c) { return a * nova_get (v, c); }
  double row (nova_vec (double) a, nova_vec (int) c)
  {
    return nova_sum (nova_map (times, a, c));
  }
  nova_vec (size_t) o = nova_view (off, ROWS + 1);

  nova_store (y, ROWS, nova_map (row, nova_segments (nova_view (a, n), o),
				 nova_segments (nova_view (col, n), o)));
}

/* The greatest of a row, and how many elements it has: the loop goes on with both.  */
static void
greatest (void)
{
  nova_vec (double) v = nova_view (x, COLS);
  size_t n = off[ROWS];
  double at (int c) { return nova_get (v, c); }
  double row (nova_vec (int) c)
  {
    nova_vec (double) e = nova_map (at, c);
    return nova_reduce (nova_max, -1., e) + nova_sum (e);
  }

  nova_store (y, ROWS, nova_map (row, nova_segments (nova_view (col, n), nova_view (off, ROWS + 1))));
}

static int
right (void)
{
  products ();
  for (size_t i = 0; i < ROWS; i++)
    {
      double s = 0;
      for (size_t j = off[i]; j < off[i + 1]; j++)
	s += a[j] * x[col[j]];
      if (y[i] != s)
	return 0;
    }
  greatest ();
  for (size_t i = 0; i < ROWS; i++)
    {
      double s = 0, most = -1;
      for (size_t j = off[i]; j < off[i + 1]; j++)
	{
	  s += x[col[j]];
	  most = x[col[j]] > most ? x[col[j]] : most;
	}
      if (y[i] != s + most)
	return 0;
    }
  return 1;
}

static int
wrong (void)
{
  /* Rows 7, 50 and 299; row 7 is the elements 21 to 27.  */
  col[off[299] + 298] = 1000;
  col[off[50]] = -3;
  FAILS (products (), "operand 2: index -3 is not below 100");
  FAILS (greatest (), "operand 2: index -3 is not below 100");
  col[off[7] + 6] = 107;
  col[off[7] + 5] = 106;
  FAILS (products (), "operand 2: index 106 is not below 100");
  FAILS (greatest (), "operand 2: index 106 is not below 100");
  col[off[7]] = 101;
  FAILS (products (), "operand 2: index 101 is not below 100");
  FAILS (greatest (), "operand 2: index 101 is not below 100");
  return 0;
}

int
main (void)
{
  for (size_t i = 0; i < ROWS; i++)
    off[i + 1] = off[i] + i;
  for (int i = 0; i < COLS; i++)
    x[i] = i % 11 - 4;
  for (size_t j = 0; j < off[ROWS]; j++)
    {
      a[j] = (double) (j % 7);
      col[j] = (int) (j * 31 % COLS);
    }
  if (!right ())
    return 2;
  nova_set_error_handler (handler);
  if (wrong ())
    return 1;
  for (size_t j = 0; j < off[ROWS]; j++)
    col[j] = (int) (j * 31 % COLS);
  return right () ? 0 : 3;
}

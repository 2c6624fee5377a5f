/* A function that gives rows fails for one of them: the rows that were kept till then are given back,
   in loops inside others, too, and in functions that map themselves; so are rows that are parts of
   others, and those that the function was given.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-sanitize "-O1" "an argument that longjmp leaves is counted there at -O0" } */
/* { dg-nova-output "^300 of 400\n$" } */

#include <nova.h>
#include <stdio.h>
#include "../raised.h"

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

/* N, and the numbers below the first N of these; fails if there are too few.  */
static int data[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };

static __attribute__ ((noinline)) ints
some (int n)
{
  int at (int i) { return nova_get (nova_view (data, 8), i); }
  return nova_map (at, nova_range (n));
}

/* A part of what it makes, what it is given, or a new one.  */
static __attribute__ ((noinline)) ints
part (ints x)
{
  if (nova_length (x) < 2)
    return x;
  rows all = nova_map (some, x);
  return nova_get (all, nova_length (all) - 1);
}

static rows
some_rows (ints x)
{
  return nova_map (some, x);
}

static ints
joined (ints x)
{
  return nova_flatten (nova_map (some, x));
}

static ints
down (ints x)
{
  if (nova_length (x) <= 1)
    return some (nova_get (x, 0));
  size_t cuts[3] = { 0, 1, nova_length (x) };
  return nova_flatten (nova_map (down, nova_segments (x, nova_view (cuts, 3))));
}

static int total (rows x) { return nova_sum (nova_flatten (x)); }

static __attribute__ ((noinline)) int
run (int way, ints x, rows r)
{
  switch (way)
    {
    case 0: return total (nova_map (some, x));
    case 1: return total (nova_map (part, r));
    case 2: return total (nova_flatten (nova_map (some_rows, r)));
    case 3: return total (nova_map (joined, r));
    default: return nova_sum (down (x));
    }
}

int
main (void)
{
  static int good[300], bad[300];
  static size_t cuts[31];
  for (int i = 0; i < 300; i++)
    good[i] = bad[i] = i % 8;
  bad[170] = bad[210] = 9;
  for (int i = 0; i < 31; i++)
    cuts[i] = i < 2 ? (size_t) i : (size_t) (i - 2) * 10 + 10;
  cuts[30] = 300;
  ints g = nova_view (good, 300), b = nova_view (bad, 300);
  rows gr = nova_segments (g, nova_view (cuts, 31)), br = nova_segments (b, nova_view (cuts, 31));
  nova_set_error_handler (handler);
  for (volatile int k = 0; k < 400; k = k + 1)
    TRY (run (k / 4 % 5, k % 4 ? b : g, k % 4 ? br : gr));
  printf ("%d of 400\n", raised);
  return 0;
}

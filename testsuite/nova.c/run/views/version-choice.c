/* Which version of a region runs: the first one that can read all its vectors where they are.  Where
   a wrong one runs, rows are read as others or vectors are made that no memory has room for.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

/* How long a range, and how many rows.  */
#ifndef LONG
#define LONG 1000000000000
#endif

#define CHECK(E) \
  do if (!(E)) { printf ("line %d: %s\n", __LINE__, #E); failures++; } while (0)
#define NOIPA __attribute__ ((noipa))

static int failures;
static long a[1000], b[1000];

/* Ten elements of X, ten of M.  */
static NOIPA long
some (nova_vec (long) x, nova_vec (nova_vec (long)) m)
{
  long at (size_t i) { return nova_get (x, 7 * i) * nova_get (nova_get (m, 5 * i), i); }
  return nova_sum (nova_tabulate (at, 10));
}

/* Two flat ones, of which either may be a range.  */
static NOIPA long
flat (nova_vec (long) x, nova_vec (long) y)
{
  long at (size_t i) { return nova_get (x, 7 * i) * nova_get (y, 3 * i); }
  return nova_sum (nova_tabulate (at, 10));
}

/* Rows alone.  */
static NOIPA long
rows (nova_vec (nova_vec (long)) m)
{
  long at (size_t i) { return nova_get (nova_get (m, 5 * i), i); }
  return nova_sum (nova_tabulate (at, 10));
}

/* The sum of (3 + I X) (Y0 + I Y) for ten I.  */
static long
want (long x, long y0, long y)
{
  long s = 0;
  for (long i = 0; i < 10; i++)
    s += (3 + i * x) * (y0 + i * y);
  return s;
}

int
main (void)
{
  static size_t cuts[101];
  for (int i = 0; i < 1000; i++)
    {
      a[i] = i;
      b[i] = 3 + 2 * i;
    }
  /* Of 9, 11 or more elements.  */
  for (int i = 1; i < 100; i++)
    cuts[i] = i % 2 ? 10 * i + 2 : 10 * i + 3;
  cuts[100] = 1000;
  nova_vec (long) array = nova_view (b, 1000), range = nova_range (3l, (long) LONG);
  nova_vec (nova_vec (long)) matrix = nova_view (a, 100, 10);
  nova_vec (nova_vec (long)) ragged = nova_segments (nova_view (a, 1000), nova_view (cuts, 101));
  nova_vec (nova_vec (long)) columns = nova_transpose (nova_view_strided (a, 10, 1, LONG, 0));
  nova_vec (nova_vec (long)) again = nova_replicate (LONG, nova_view (a, 10));
  long some_ragged = 0, rows_ragged = 0;
  for (int i = 0; i < 10; i++)
    {
      some_ragged += (3 + 7 * i) * a[cuts[5 * i] + i];
      rows_ragged += a[cuts[5 * i] + i];
    }

  CHECK (some (array, matrix) == want (14, 0, 51));
  CHECK (some (range, matrix) == want (7, 0, 51));
  CHECK (some (array, again) == want (14, 0, 1));
  CHECK (some (range, again) == want (7, 0, 1));
  CHECK (some (array, columns) == want (14, 0, 1));
  CHECK (some (range, columns) == want (7, 0, 1));
  CHECK (some (range, ragged) == some_ragged);
  CHECK (some (nova_range (3l, 100l), ragged) == some_ragged);
  CHECK (flat (range, array) == want (7, 3, 6));
  CHECK (flat (array, range) == want (14, 3, 3));
  CHECK (flat (range, range) == want (7, 3, 3));
  CHECK (rows (matrix) == 45 * 50 + 45 && rows (again) == 45 && rows (columns) == 45);
  CHECK (rows (ragged) == rows_ragged);
  return failures != 0;
}

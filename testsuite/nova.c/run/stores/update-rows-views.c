/* Rows updated with rows of strided, transposed, reversed and windowed views, also of the very
   memory that is updated.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

static double m[12], was[12], other[20], x[20];
static int bad;

static void
add (double *row, nova_vec (double) v)
{
  for (size_t i = 0; i < nova_length (v); i++)
    row[i] += nova_get (v, i);
}

/* Before: C is M itself or not; X says what it holds.  */
static double *
begin (int same)
{
  for (int k = 0; k < 20; k++)
    {
      if (k < 12)
	m[k] = was[k] = 10 * k;
      other[k] = k * k;
      x[k] = same && k < 12 ? m[k] : other[k];
    }
  return same ? m : other;
}

#define JUDGE(ADDED)							\
  for (int i = 0; i < 4; i++)						\
    for (int j = 0; j < 3; j++)						\
      if (m[3 * i + j] != was[3 * i + j] + (ADDED))			\
	{								\
	  printf ("line %d: row %d, %d: %g\n", __LINE__, i, j, m[3 * i + j]); \
	  bad = 1;							\
	}

int
main (void)
{
  for (int same = 0; same < 2; same++)
    {
      double *c = begin (same);
      nova_update_rows (add, m, 4, 3, 3, nova_view_strided (c, 4, 1, 3, 4));
      JUDGE (x[4 * j + i])
      c = begin (same);
      nova_update_rows (add, m, 4, 3, 3, nova_transpose (nova_view (c, 3, 4)));
      JUDGE (x[4 * j + i])
      c = begin (same);
      nova_update_rows (add, m, 4, 3, 3, nova_window (3, nova_reverse (nova_view (c, 6))));
      JUDGE (x[5 - i - j])
      c = begin (same);
      nova_update_rows (add, m, 4, 3, 3, nova_rotate (1, nova_view (c, 4, 3)));
      JUDGE (x[3 * ((i + 1) % 4) + j])
    }
  return bad;
}

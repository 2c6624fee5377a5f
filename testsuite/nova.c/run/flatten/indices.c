/* Indices, slices and updates in ragged rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

static int
middle (ints a)
{
  size_t n = nova_length (a);
  return n ? nova_get (a, n / 2) : -9;
}
static void middle_plain (const int *a, size_t n) { put (n ? a[n / 2] : -9); }
OF_ROW (int, middle)

/* Of a row that is made, one number.  */
static int
of_made (ints a)
{
  size_t n = nova_length (a);
  int f (int v) { return 3 * v + (int) n; }
  return n ? nova_get (nova_map (f, a), n - 1) : 0;
}
static void of_made_plain (const int *a, size_t n) { put (n ? 3 * a[n - 1] + (int) n : 0); }
OF_ROW (int, of_made)

/* Slices whose ends and step are the row's own.  */
static ints
sliced (ints a)
{
  ptrdiff_t n = nova_length (a), s = n % 3 + 1;
  return nova_slice (n / 4, s, n - n / 5, a);
}
static void
sliced_plain (const int *a, size_t n)
{
  for (size_t i = n / 4; i < n - n / 5; i += n % 3 + 1)
    put (a[i]);
}
OF_ROW (ints, sliced)

static int
sliced_sum (ints a)
{
  ptrdiff_t n = nova_length (a);
  int f (int v) { return v + (int) n; }
  return nova_sum (nova_map (f, nova_slice (n - 1, -2, -1, a)));
}
static void
sliced_sum_plain (const int *a, size_t n)
{
  int s = 0;
  for (ptrdiff_t i = (ptrdiff_t) n - 1; i > -1; i -= 2)
    s += a[i] + (int) n;
  put (s);
}
OF_ROW (int, sliced_sum)

/* Neighbours, by windows and by index.  */
static ints
steps (ints a)
{
  int step (ints w) { return nova_get (w, 1) - nova_get (w, 0); }
  return nova_map (step, nova_window (2, a));
}
static void
steps_plain (const int *a, size_t n)
{
  for (size_t i = 0; i + 1 < n; i++)
    put (a[i + 1] - a[i]);
}
OF_ROW (ints, steps)

static ints
turned (ints a)
{
  return nova_rotate ((int) nova_length (a) / 3 + 1, nova_reverse (a));
}
static void
turned_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (a[n - 1 - (i + n / 3 + 1) % n]);
}
OF_ROW (ints, turned)

/* Gathered by places that are computed, in the row itself and in another.  */
static ints
gathered (ints a)
{
  size_t n = nova_length (a);
  size_t place (size_t i) { return i * i % n; }
  return nova_gather (nova_map (place, nova_range (n)), a);
}
static void
gathered_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (a[i * i % n]);
}
OF_ROW (ints, gathered)

static ints
permuted (ints a)
{
  size_t n = nova_length (a);
  size_t place (size_t i) { return i % 2 ? i / 2 : n - 1 - i / 2; }
  return nova_permute (nova_map (place, nova_range (n)), a);
}
static void
permuted_plain (const int *a, size_t n)
{
  for (size_t k = 0; k < n; k++)
    for (size_t i = k < n / 2 ? 2 * k + 1 : 2 * (n - 1 - k), once = 1; once; once = 0)
      put (a[i]);
}
OF_ROW (ints, permuted)

/* One number is replaced, as far as the row has it.  */
static ints
one_replaced (ints a)
{
  int n = nova_length (a);
  return nova_scatter (a, nova_replicate (1, n > 5 ? 5 : -1), nova_replicate (1, n));
}
static void
one_replaced_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (i == 5 && n > 5 ? (int) n : a[i]);
}
OF_ROW (ints, one_replaced)

/* A part is replaced: with a step, by a range, of a row that is replicated.  */
static int
part_replaced (ints a)
{
  int n = nova_length (a), k = n / 2;
  ints b = nova_scatter (nova_replicate (n, 6), nova_range (0, 2 * k, 2), nova_range (k));
  int weighted (int i, int v) { return (i % 5) * v; }
  return nova_sum (nova_map (weighted, nova_range (n), b));
}
static void
part_replaced_plain (const int *a, size_t n)
{
  int s = 0;
  (void) a;
  for (size_t i = 0; i < n; i++)
    s += (int) (i % 5) * (i % 2 == 0 && i < 2 * (n / 2) ? (int) i / 2 : 6);
  put (s);
}
OF_ROW (int, part_replaced)

/* Only the numbers that are written come from the row; the last of equal places counts.  */
static ints
written (ints a)
{
  int place (int v) { return (v + 8) % 5; }
  return nova_scatter (nova_range (100, 105), nova_map (place, a), a);
}
static void
written_plain (const int *a, size_t n)
{
  int b[5] = { 100, 101, 102, 103, 104 };
  for (size_t i = 0; i < n; i++)
    b[(a[i] + 8) % 5] = a[i];
  for (int i = 0; i < 5; i++)
    put (b[i]);
}
OF_ROW (ints, written)

/* Some places are left out, as (I) -1.  */
static ints
some_written (ints a)
{
  int n = nova_length (a);
  int place (int i, int v) { return v < 0 ? -1 : n - 1 - i; }
  return nova_scatter (a, nova_map (place, nova_range (n), a), nova_range (n));
}
static void
some_written_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (a[n - 1 - i] < 0 ? a[i] : (int) (n - 1 - i));
}
OF_ROW (ints, some_written)

/* Row by row of a matrix that each row makes: one row of it is replaced.  */
static rows
row_replaced (ints a)
{
  size_t n = nova_length (a) / 2;
  rows m = nova_split (2, nova_slice (0, 2 * n, a));
  rows with = nova_replicate (1, nova_range (7, 9));
  return nova_scatter (m, nova_replicate (1, n > 1 ? 1 : -1), with);
}
static void
row_replaced_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n / 2; i++)
    {
      put (i == 1 ? 7 : a[2 * i]);
      put (i == 1 ? 8 : a[2 * i + 1]);
      end_row ();
    }
}
OF_ROW (rows, row_replaced)

/* Rows by index: each is read from another row, or from itself.  */
SEEN rows
next_row (rows x)
{
  size_t n = nova_length (x);
  ints of (size_t i) { return nova_get (x, (i * 5 + 2) % n); }
  return nova_map (of, nova_range (n));
}
static void
next_row_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      size_t k = (i * 5 + 2) % r->n;
      for (size_t j = r->o[k]; j < r->o[k + 1]; j++)
	put (r->x[j]);
      end_row ();
    }
}
OF_ROWS (rows, next_row)

SEEN rows
rows_turned (rows x)
{
  size_t n = nova_length (x);
  return nova_concat (nova_reverse (nova_slice (0, n / 2, x)), nova_gather (nova_range (n / 3), x));
}
static void
rows_turned_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n / 2 + r->n / 3; i++)
    {
      size_t k = i < r->n / 2 ? r->n / 2 - 1 - i : i - r->n / 2;
      for (size_t j = r->o[k]; j < r->o[k + 1]; j++)
	put (r->x[j]);
      end_row ();
    }
}
OF_ROWS (rows, rows_turned)

/* Between rows: the numbers of each at the places that the row before it says.  */
SEEN ints
linked (rows x)
{
  size_t n = nova_length (x);
  int of (size_t i)
  {
    ints a = nova_get (x, i), b = nova_get (x, i ? i - 1 : n - 1);
    size_t m = nova_length (a);
    int at (int v) { return nova_get (a, (size_t) (v + 8) % m); }
    return m ? nova_sum (nova_map (at, b)) : -1;
  }
  return nova_map (of, nova_range (n));
}
static void
linked_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      size_t k = i ? i - 1 : r->n - 1, m = r->o[i + 1] - r->o[i];
      int s = 0;
      for (size_t j = r->o[k]; m && j < r->o[k + 1]; j++)
	s += r->x[r->o[i] + (r->x[j] + 8) % m];
      put (m ? s : -1);
    }
}
OF_ROWS (ints, linked)

int
main (void)
{
  RUN (middle);
  RUN (of_made);
  RUN (sliced);
  RUN (sliced_sum);
  RUN (steps);
  RUN (turned);
  RUN (gathered);
  RUN (permuted);
  RUN (one_replaced);
  RUN (part_replaced);
  RUN (written);
  RUN (some_written);
  RUN (row_replaced);
  RUN (next_row);
  RUN (rows_turned);
  RUN (linked);
  return failed != 0;
}

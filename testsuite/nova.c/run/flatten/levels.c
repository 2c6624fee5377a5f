/* Three levels and more: of ragged rows within ragged rows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

/* The rows are dealt out to planes: skewed ones, too, with empty ones among them.  */
static size_t
plane_end (size_t i, size_t n, size_t planes)
{
  return i == planes ? n : i * i * n / (planes * planes);
}
#define PLANES 6
static planes
dealt (rows x)
{
  size_t n = nova_length (x);
  size_t end (size_t i) { return plane_end (i, n, PLANES); }
  return nova_segments (x, nova_map (end, nova_range ((size_t) PLANES + 1)));
}

static int sum (ints a) { return nova_sum (a); }
static int row_sum (const struct ragged *r, size_t i)
{
  int s = 0;
  for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
    s += r->x[j];
  return s;
}
/* For each row of plane P of R.  */
#define EACH(I, P, R) \
  for (size_t I = plane_end (P, (R)->n, PLANES); I < plane_end (P + 1, (R)->n, PLANES); I++)

SEEN rows
row_sums (rows x)
{
  ints of (rows p) { return nova_map (sum, p); }
  return nova_map (of, dealt (x));
}
static void
row_sums_plain (const struct ragged *r)
{
  for (size_t p = 0; p < PLANES; p++)
    {
      EACH (i, p, r)
	put (row_sum (r, i));
      end_row ();
    }
}
OF_ROWS (rows, row_sums)

SEEN ints
sums_of_sums (rows x)
{
  int of (rows p) { return nova_reduce (nova_max, -7, nova_map (sum, p)); }
  return nova_map (of, dealt (x));
}
static void
sums_of_sums_plain (const struct ragged *r)
{
  for (size_t p = 0; p < PLANES; p++)
    {
      int most = -7;
      EACH (i, p, r)
	most = row_sum (r, i) > most ? row_sum (r, i) : most;
      put (most);
    }
}
OF_ROWS (ints, sums_of_sums)

/* Each level adds a number of its own.  */
SEEN planes
each_level (rows x)
{
  rows of_plane (rows p)
  {
    int k = nova_length (p);
    ints of_row (ints a)
    {
      int l = nova_length (a) + k;
      int add (int v) { return v + l; }
      return nova_map (add, a);
    }
    return nova_map (of_row, p);
  }
  return nova_map (of_plane, dealt (x));
}
static void
each_level_plain (const struct ragged *r)
{
  for (size_t p = 0; p < PLANES; p++)
    {
      size_t k = 0;
      EACH (i, p, r)
	k++;
      EACH (i, p, r)
	{
	  for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	    put (r->x[j] + (int) (r->o[i + 1] - r->o[i] + k));
	  end_row ();
	}
      end_plane ();
    }
}
OF_ROWS (planes, each_level)

/* Scans of rows in planes, and filters of these.  */
SEEN planes
scanned (rows x)
{
  ints of_row (ints a)
  {
    int odd (int v) { return v & 1; }
    return nova_filter (odd, nova_scan (nova_add, 0, a));
  }
  rows of_plane (rows p) { return nova_map (of_row, p); }
  return nova_map (of_plane, dealt (x));
}
static void
scanned_plain (const struct ragged *r)
{
  for (size_t p = 0; p < PLANES; p++)
    {
      EACH (i, p, r)
	{
	  int s = 0;
	  for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	    if ((s += r->x[j]) & 1)
	      put (s);
	  end_row ();
	}
      end_plane ();
    }
}
OF_ROWS (planes, scanned)

/* Rows are dropped in planes, and then planes.  */
SEEN planes
dropped (rows x)
{
  int full (ints a) { return nova_length (a) > 1; }
  rows of_plane (rows p) { return nova_filter (full, p); }
  int some (rows p) { return nova_length (p) > 0; }
  return nova_filter (some, nova_map (of_plane, dealt (x)));
}
static void
dropped_plain (const struct ragged *r)
{
  for (size_t p = 0; p < PLANES; p++)
    {
      size_t before = rows_put.n;
      EACH (i, p, r)
	if (r->o[i + 1] - r->o[i] > 1)
	  {
	    for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	      put (r->x[j]);
	    end_row ();
	  }
      if (rows_put.n > before)
	end_plane ();
    }
}
OF_ROWS (planes, dropped)

/* Each plane is flattened, sorted by length, or turned.  */
SEEN rows
flattened (rows x)
{
  ints of (rows p) { return nova_flatten (nova_reverse (p)); }
  return nova_map (of, dealt (x));
}
static void
flattened_plain (const struct ragged *r)
{
  for (size_t p = 0; p < PLANES; p++)
    {
      for (size_t i = plane_end (p + 1, r->n, PLANES); i-- > plane_end (p, r->n, PLANES);)
	for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	  put (r->x[j]);
      end_row ();
    }
}
OF_ROWS (rows, flattened)

SEEN planes
sorted (rows x)
{
  size_t length (ints a) { return nova_length (a); }
  rows of (rows p) { return nova_sort_by (length, p); }
  return nova_map (of, dealt (x));
}
static void
sorted_plain (const struct ragged *r)
{
  for (size_t p = 0; p < PLANES; p++)
    {
      size_t most = 0;
      EACH (i, p, r)
	most = r->o[i + 1] - r->o[i] > most ? r->o[i + 1] - r->o[i] : most;
      for (size_t l = 0; l <= most; l++)
	EACH (i, p, r)
	  if (r->o[i + 1] - r->o[i] == l)
	    {
	      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
		put (r->x[j]);
	      end_row ();
	    }
      end_plane ();
    }
}
OF_ROWS (planes, sorted)

/* A row for each number of a row, as long as that says; of these the sums, or the longest.  */
static rows
grown (ints a)
{
  rows of (int v)
  {
    ints to (int w) { return nova_range (w); }
    return nova_map (to, nova_range (v < 0 ? 0 : v % 4));
  }
  return nova_flatten (nova_map (of, a));
}
static void
grown_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    for (int w = 0; w < (a[i] < 0 ? 0 : a[i] % 4); w++)
      {
	for (int u = 0; u < w; u++)
	  put (u);
	end_row ();
      }
}
OF_ROW (rows, grown)

/* Four levels, reduced from the inside.  */
static int
four (ints a)
{
  int of (int v)
  {
    int of_w (int w)
    {
      int of_u (int u) { return u * w + v; }
      return nova_sum (nova_map (of_u, nova_range (w + v % 2)));
    }
    return nova_reduce (nova_max, 0, nova_map (of_w, nova_range (v < 0 ? 0 : v % 5)));
  }
  return nova_sum (nova_map (of, a));
}
static void
four_plain (const int *a, size_t n)
{
  int t = 0;
  for (size_t i = 0; i < n; i++)
    {
      int most = 0;
      for (int w = 0; w < (a[i] < 0 ? 0 : a[i] % 5); w++)
	{
	  int s = 0;
	  for (int u = 0; u < w + a[i] % 2; u++)
	    s += u * w + a[i];
	  most = s > most ? s : most;
	}
      t += most;
    }
  put (t);
}
OF_ROW (int, four)

/* Rows of rows that a row makes, read again for each number of a range.  */
static int
read_again (ints a)
{
  int n = nova_length (a) % 7;
  ints made (int i)
  {
    int add (int k) { return k + i; }
    return nova_map (add, nova_range (n));
  }
  rows m = nova_map (made, nova_range (n + 1));
  int of (int k)
  {
    int of_row (ints r) { return nova_sum (r) + k; }
    return nova_sum (nova_map (of_row, m));
  }
  return nova_sum (nova_map (of, nova_range (n)));
}
static void
read_again_plain (const int *a, size_t l)
{
  int n = l % 7, t = 0;
  (void) a;
  for (int k = 0; k < n; k++)
    for (int i = 0; i <= n; i++)
      t += n * (n - 1) / 2 + n * i + k;
  put (t);
}
OF_ROW (int, read_again)

/* A prefix of the planes' sums goes to each number of each row.  */
SEEN planes
prefix (rows x)
{
  planes p = dealt (x);
  int of_plane (rows q) { return nova_sum (nova_flatten (q)); }
  ints starts = nova_exscan (nova_add, 0, nova_map (of_plane, p));
  rows shift (int s, rows q)
  {
    ints of_row (ints a)
    {
      int by (int v) { return v + s; }
      return nova_map (by, a);
    }
    return nova_map (of_row, q);
  }
  return nova_map (shift, starts, p);
}
static void
prefix_plain (const struct ragged *r)
{
  int s = 0;
  for (size_t p = 0; p < PLANES; p++)
    {
      int t = 0;
      EACH (i, p, r)
	{
	  for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	    put (r->x[j] + s);
	  end_row ();
	  t += row_sum (r, i);
	}
      end_plane ();
      s += t;
    }
}
OF_ROWS (planes, prefix)

/* Three lengths of one nest.  */
SEEN ints
lengths (rows x)
{
  planes p = dealt (x);
  int number (size_t v) { return v; }
  return nova_concat (nova_map (number, nova_lengths (p)),
		      nova_map (number, nova_lengths (nova_flatten (p))),
		      nova_map (number, nova_offsets (p)));
}
static void
lengths_plain (const struct ragged *r)
{
  for (size_t p = 0; p < PLANES; p++)
    put (plane_end (p + 1, r->n, PLANES) - plane_end (p, r->n, PLANES));
  for (size_t i = 0; i < r->n; i++)
    put (r->o[i + 1] - r->o[i]);
  for (size_t p = 0; p <= PLANES; p++)
    put (plane_end (p, r->n, PLANES));
}
OF_ROWS (ints, lengths)

int
main (void)
{
  RUN (row_sums);
  RUN (sums_of_sums);
  RUN (each_level);
  RUN (scanned);
  RUN (dropped);
  RUN (flattened);
  FEW (sorted);
  RUN (grown);
  RUN (four);
  RUN (read_again);
  RUN (prefix);
  RUN (lengths);
  return failed != 0;
}

/* Ragged rows as the elements of every other operation: reduced, scanned, folded, sorted, searched,
   moved, put into bins.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

static void
puts_row (const struct ragged *r, size_t i)
{
  for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
    put (r->x[j]);
}
static size_t length_of (const struct ragged *r, size_t i) { return r->o[i + 1] - r->o[i]; }

static ints join (ints a, ints b) { return nova_concat (a, b); }
static const ints none;

/* The operator makes rows longer.  */
SEEN ints joined (rows x) { return nova_reduce (join, nova_range (2), x); }
static void
joined_plain (const struct ragged *r)
{
  put (0);
  put (1);
  for (size_t j = 0; j < r->o[r->n]; j++)
    put (r->x[j]);
}
OF_ROWS (ints, joined)

/* All beginnings: of the first rows only.  */
SEEN rows
beginnings (rows x)
{
  size_t n = nova_length (x) < 6 ? nova_length (x) : 6;
  ints few (ints a) { return nova_length (a) < 4 ? a : nova_slice (0, 4, a); }
  return nova_scan (join, nova_range (0), nova_map (few, nova_slice (0, n, x)));
}
static void
beginnings_plain (const struct ragged *r)
{
  for (size_t k = 0; k < r->n && k < 6; k++)
    {
      for (size_t i = 0; i <= k; i++)
	for (size_t j = r->o[i]; j < r->o[i + 1] && j < r->o[i] + 4; j++)
	  put (r->x[j]);
      end_row ();
    }
}
OF_ROWS (rows, beginnings)

/* The longest, the first of these.  */
SEEN ints
longest (rows x)
{
  ints longer (ints a, ints b) { return nova_length (b) > nova_length (a) ? b : a; }
  return nova_reduce (longer, nova_range (0), x);
}
static void
longest_plain (const struct ragged *r)
{
  size_t best = r->n;
  for (size_t i = 0; i < r->n; i++)
    if (length_of (r, i) > (best < r->n ? length_of (r, best) : 0))
      best = i;
  if (best < r->n)
    puts_row (r, best);
}
OF_ROWS (ints, longest)

/* Compared number by number, as words are.  */
static int
before (ints a, ints b)
{
  size_t n = nova_length (a), m = nova_length (b);
  for (size_t i = 0; i < n && i < m; i++)
    if (nova_get (a, i) != nova_get (b, i))
      return nova_get (a, i) < nova_get (b, i);
  return n < m;
}
static int
plain_before (const struct ragged *r, size_t i, size_t k)
{
  size_t n = length_of (r, i), m = length_of (r, k);
  for (size_t j = 0; j < n && j < m; j++)
    if (r->x[r->o[i] + j] != r->x[r->o[k] + j])
      return r->x[r->o[i] + j] < r->x[r->o[k] + j];
  return n < m;
}
SEEN rows sorted (rows x) { return nova_sort (before, x); }
static void
sorted_plain (const struct ragged *r)
{
  static size_t at[ROWS_MOST];
  for (size_t i = 0; i < r->n; i++)
    {
      size_t k = i;
      for (; k > 0 && plain_before (r, i, at[k - 1]); k--)
	at[k] = at[k - 1];
      at[k] = i;
    }
  for (size_t i = 0; i < r->n; i++)
    {
      puts_row (r, at[i]);
      end_row ();
    }
}
OF_ROWS (rows, sorted)

/* Which is least, the first that is longer than it, and where each would stand in the sorted.  */
SEEN ints
places (rows x)
{
  size_t n = nova_length (x), least = n ? nova_argmin (before, x) : 0;
  size_t limit = n ? nova_length (nova_get (x, least)) : 0;
  int longer (ints a) { return nova_length (a) > limit; }
  int number (size_t v) { return v; }
  nova_vec (size_t) found = nova_search (before, nova_sort (before, x), x);
  int next = nova_find (longer, x);
  return nova_concat (nova_replicate (1, (int) least), nova_replicate (1, next),
		      nova_map (number, found));
}
static void
places_plain (const struct ragged *r)
{
  size_t least = 0, i = 0;
  for (size_t k = 1; k < r->n; k++)
    least = plain_before (r, k, least) ? k : least;
  put (least);
  while (i < r->n && length_of (r, i) <= length_of (r, least))
    i++;
  put (i);
  for (i = 0; i < r->n; i++)
    {
      size_t k = 0;
      for (size_t j = 0; j < r->n; j++)
	k += plain_before (r, j, i);
      put (k);
    }
}
OF_ROWS (ints, places)

/* A state that is a struct, of rows; the joins are in order.  */
struct ends { int some, first, last, longest; };
SEEN ints
folded (rows x)
{
  struct ends step (struct ends e, ints a)
  {
    int n = nova_length (a), s = nova_sum (a);
    return (struct ends) { 1, e.some ? e.first : s, s, n > e.longest ? n : e.longest };
  }
  struct ends both (struct ends e, struct ends f)
  {
    if (!e.some || !f.some)
      return e.some ? e : f;
    return (struct ends) { 1, e.first, f.last, e.longest > f.longest ? e.longest : f.longest };
  }
  struct ends e = nova_fold (step, both, ((struct ends) { 0, 0, 0, 0 }), x);
  int part (int i) { return i == 0 ? e.first : i == 1 ? e.last : e.longest; }
  return nova_map (part, nova_range (3));
}
static void
folded_plain (const struct ragged *r)
{
  int first = 0, last = 0, longest = 0;
  for (size_t i = 0; i < r->n; i++)
    {
      int s = 0;
      for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
	s += r->x[j];
      first = i == 0 ? s : first;
      last = s;
      longest = (int) length_of (r, i) > longest ? (int) length_of (r, i) : longest;
    }
  put (first);
  put (last);
  put (longest);
}
OF_ROWS (ints, folded)

/* Rows go to other places: all, and some, over rows of other lengths.  */
SEEN rows
moved (rows x)
{
  size_t n = nova_length (x);
  size_t place (size_t i) { return (i + n / 3) % n; }
  return nova_permute (nova_map (place, nova_range (n)), x);
}
static void
moved_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      puts_row (r, (i + r->n - r->n / 3) % r->n);
      end_row ();
    }
}
OF_ROWS (rows, moved)

SEEN rows
some_moved (rows x)
{
  int n = nova_length (x);
  int place (int i) { return i % 3 ? -1 : n - 1 - i; }
  ints twice (ints a) { return nova_length (a) < 9 ? nova_concat (a, a) : a; }
  return nova_scatter (x, nova_map (place, nova_range (n)), nova_map (twice, x));
}
static void
some_moved_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      size_t k = r->n - 1 - i;
      puts_row (r, k % 3 ? i : k);
      if (k % 3 == 0 && length_of (r, k) < 9)
	puts_row (r, k);
      end_row ();
    }
}
OF_ROWS (rows, some_moved)

/* Neighbouring rows together: windows of rows, padded at the ends.  */
SEEN rows
neighbours (rows x)
{
  ints all (rows w) { return nova_flatten (w); }
  if (nova_length (x) == 0)
    return x;
  return nova_map (all, nova_window (3, nova_pad (NOVA_CLAMP, 1, x)));
}
static void
neighbours_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    {
      puts_row (r, i ? i - 1 : 0);
      puts_row (r, i);
      puts_row (r, i + 1 < r->n ? i + 1 : i);
      end_row ();
    }
}
OF_ROWS (rows, neighbours)

SEEN planes grouped (rows x)
{
  int key (ints a) { return nova_length (a) % 4; }
  return nova_bucket (4, key, x);
}
static void
grouped_plain (const struct ragged *r)
{
  for (size_t k = 0; k < 4; k++)
    {
      for (size_t i = 0; i < r->n; i++)
	if (length_of (r, i) % 4 == k)
	  {
	    puts_row (r, i);
	    end_row ();
	  }
      end_plane ();
    }
}
OF_ROWS (planes, grouped)

/* In bins, with an operator that makes them longer.  */
SEEN rows
binned (rows x)
{
  ints few (ints a) { return nova_length (a) < 40 ? a : nova_slice (0, 40, a); }
  int bin (ints a) { return nova_length (a) % 3; }
  return nova_reduce_by_index (join, nova_range (0), 3, nova_map (bin, x), nova_map (few, x));
}
static void
binned_plain (const struct ragged *r)
{
  for (size_t k = 0; k < 3; k++)
    {
      for (size_t i = 0; i < r->n; i++)
	if (length_of (r, i) % 3 == k)
	  for (size_t j = r->o[i]; j < r->o[i + 1] && j < r->o[i] + 40; j++)
	    put (r->x[j]);
      end_row ();
    }
}
OF_ROWS (rows, binned)

/* Expanded by its own numbers: each row once for each of its first few.  */
SEEN rows
expanded (rows x)
{
  size_t size (ints a) { return nova_length (a) < 3 ? nova_length (a) : 3; }
  ints get (ints a, size_t k) { return nova_slice (k, nova_length (a), a); }
  return nova_expand (size, get, x);
}
static void
expanded_plain (const struct ragged *r)
{
  for (size_t i = 0; i < r->n; i++)
    for (size_t k = 0; k < 3 && k < length_of (r, i); k++)
      {
	for (size_t j = r->o[i] + k; j < r->o[i + 1]; j++)
	  put (r->x[j]);
	end_row ();
      }
}
OF_ROWS (rows, expanded)

/* Replicated, as a whole; rotated; the empty vector among them.  */
SEEN planes
repeated (rows x)
{
  rows turned = nova_rotate (1, x);
  return nova_concat (nova_replicate (2, x), nova_replicate (1, turned),
		      nova_replicate (1, nova_replicate (2, none)));
}
static void
repeated_plain (const struct ragged *r)
{
  for (int turn = 0; turn < 3; turn++)
    {
      for (size_t i = 0; i < r->n; i++)
	{
	  puts_row (r, turn == 2 ? (i + 1) % r->n : i);
	  end_row ();
	}
      end_plane ();
    }
  end_row ();
  end_row ();
  end_plane ();
}
OF_ROWS (planes, repeated)

int
main (void)
{
  FEW (joined);
  RUN (beginnings);
  RUN (longest);
  FEW (sorted);
  FEW (places);
  RUN (folded);
  RUN (moved);
  RUN (some_moved);
  RUN (neighbours);
  RUN (grouped);
  RUN (binned);
  RUN (expanded);
  RUN (repeated);
  return failed != 0;
}

/* Bins in functions of ragged rows: histograms, and what is done with them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

static int last_digit (int v) { return (v + 8) % 10; }

static ints
histogram (ints a)
{
  return nova_reduce_by_index (nova_add, 0, 10, nova_map (last_digit, a),
			       nova_replicate (nova_length (a), 1));
}
static void
histogram_plain (const int *a, size_t n)
{
  int h[10] = { 0 };
  for (size_t i = 0; i < n; i++)
    h[last_digit (a[i])]++;
  for (int k = 0; k < 10; k++)
    put (h[k]);
}
OF_ROW (ints, histogram)

/* As many bins as the row has numbers; the greatest of a bin's places.  */
static ints
own_bins (ints a)
{
  int n = nova_length (a);
  int bin (int v) { return (v + 8) * 3 % n; }
  return nova_reduce_by_index (nova_max, -1, n, nova_map (bin, a), nova_range (n));
}
static void
own_bins_plain (const int *a, size_t n)
{
  int *last = malloc (n * sizeof *last + 1);
  for (size_t i = 0; i < n; i++)
    last[i] = -1;
  for (size_t i = 0; i < n; i++)
    last[(a[i] + 8) * 3 % n] = i;
  for (size_t k = 0; k < n; k++)
    put (last[k]);
  free (last);
}
OF_ROW (ints, own_bins)

/* Into a start of each row's own; some numbers are in no bin.  */
static ints
into (ints a)
{
  int n = nova_length (a);
  int bin (int v) { return v < 0 ? -1 : v % 4; }
  return nova_reduce_into (nova_add, nova_range (n, n + 4), nova_map (bin, a), a);
}
static void
into_plain (const int *a, size_t n)
{
  int h[4] = { n, n + 1, n + 2, n + 3 };
  for (size_t i = 0; i < n; i++)
    if (a[i] >= 0)
      h[a[i] % 4] += a[i];
  for (int k = 0; k < 4; k++)
    put (h[k]);
}
OF_ROW (ints, into)

/* The most common number.  */
static int
mode (ints a)
{
  int of (int v) { return v + 8; }
  ints h = nova_reduce_by_index (nova_add, 0, 24, nova_map (of, a),
				 nova_replicate (nova_length (a), 1));
  return (int) nova_argmax (nova_lt, h) - 8;
}
static void
mode_plain (const int *a, size_t n)
{
  int h[24] = { 0 }, best = 0;
  for (size_t i = 0; i < n; i++)
    h[a[i] + 8]++;
  for (int k = 1; k < 24; k++)
    best = h[k] > h[best] ? k : best;
  put (best - 8);
}
OF_ROW (int, mode)

/* How many distinct numbers: rounds of a hash table, until all have their place.  */
static int
distinct (ints a)
{
  int count = 0;
  for (int round = 1; nova_length (a) > 0; round++)
    {
      int n = nova_length (a);
      int place (int v) { return (v + 8) * round % 5; }
      ints hashes = nova_map (place, a);
      ints first = nova_reduce_by_index (nova_min, n, 5, hashes, nova_range (n));
      int owner (int h) { return nova_get (a, nova_get (first, h)); }
      int other (int v, int h) { return v != owner (h); }
      int some (int f) { return f < n; }
      count += nova_count (some, first);
      a = nova_filter (other, a, hashes);
    }
  return count;
}
static void
distinct_plain (const int *a, size_t n)
{
  int seen[24] = { 0 }, k = 0;
  for (size_t i = 0; i < n; i++)
    k += !seen[a[i] + 8]++;
  put (k);
}
OF_ROW (int, distinct)

/* Affine maps in bins: the order in a bin counts.  */
static ints
ordered (ints a)
{
  struct affine { unsigned k, d; };
  struct affine after (struct affine f, struct affine g)
  {
    return (struct affine) { g.k * f.k % 1000, (g.k * f.d + g.d) % 1000 };
  }
  struct affine of (int v) { return (struct affine) { v + 9, v + 8 }; }
  int shown (struct affine f) { return f.k * 1000 + f.d; }
  int bin (int v) { return v & 1; }
  return nova_map (shown, nova_reduce_by_index (after, ((struct affine) { 1, 0 }), 2,
						nova_map (bin, a), nova_map (of, a)));
}
static void
ordered_plain (const int *a, size_t n)
{
  unsigned k[2] = { 1, 1 }, d[2] = { 0, 0 };
  for (size_t i = 0; i < n; i++)
    {
      int b = a[i] & 1;
      unsigned g = a[i] + 9, e = a[i] + 8;
      d[b] = (g * d[b] + e) % 1000;
      k[b] = g * k[b] % 1000;
    }
  put (k[0] * 1000 + d[0]);
  put (k[1] * 1000 + d[1]);
}
OF_ROW (ints, ordered)

/* The bins are rows' numbers: all rows' histograms in one, and rows summed in bins.  */
SEEN ints
merged (rows x)
{
  ints plus (ints h, ints g) { return nova_map (nova_add, h, g); }
  return nova_reduce (plus, nova_replicate (10, 0), nova_map (histogram, x));
}
static void
merged_plain (const struct ragged *r)
{
  histogram_plain (r->x, r->o[r->n]);
}
OF_ROWS (ints, merged)

SEEN ints
by_length (rows x)
{
  int total (ints a) { return nova_sum (a); }
  int bin (ints a) { return nova_length (a) % 5; }
  return nova_reduce_by_index (nova_add, 0, 5, nova_map (bin, x), nova_map (total, x));
}
static void
by_length_plain (const struct ragged *r)
{
  int h[5] = { 0 };
  for (size_t i = 0; i < r->n; i++)
    for (size_t j = r->o[i]; j < r->o[i + 1]; j++)
      h[(r->o[i + 1] - r->o[i]) % 5] += r->x[j];
  for (int k = 0; k < 5; k++)
    put (h[k]);
}
OF_ROWS (ints, by_length)

/* A prefix of the histogram is where each number goes: a counting sort in each row.  */
static ints
counted (ints a)
{
  ints starts = nova_exscan (nova_add, 0, histogram (a));
  int key (int i) { return last_digit (nova_get (a, i)); }
  int place (int i)
  {
    int same (int j) { return j < i && key (j) == key (i); }
    return nova_get (starts, key (i)) + (int) nova_count (same, nova_range (i));
  }
  return nova_permute (nova_map (place, nova_range ((int) nova_length (a))), a);
}
static void
counted_plain (const int *a, size_t n)
{
  for (int k = 0; k < 10; k++)
    for (size_t i = 0; i < n; i++)
      if (last_digit (a[i]) == k)
	put (a[i]);
}
OF_ROW (ints, counted)

int
main (void)
{
  RUN (histogram);
  RUN (own_bins);
  RUN (into);
  RUN (mode);
  RUN (distinct);
  RUN (ordered);
  RUN (merged);
  RUN (by_length);
  FEW (counted);
  return failed != 0;
}

/* Long rows of which more is done than to reduce their elements: found, gathered, permuted,
   scattered, sorted by a function that may fail, put into bins of computed keys, merged, divided.
   Results are those of the same in short rows, the first error in order is raised, and both are the
   same on any number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-sanitize "-O1" "an argument that longjmp leaves is counted there at -O0" } */

#include <nova.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

enum { N = 60000, M = 999 };
static int x[N], to[N], at_least, out[N];
static size_t at[M + 1];
#include "all-threads.h"

/* Of X and of TO; an error leaves nothing of these behind.  */
static rows xs, tos;

static rows
rows_of (const int *p)
{
  return nova_segments (nova_view (p, at[M]), nova_view (at, M + 1));
}

static size_t
find (void)
{
  int large (int v) { return v >= at_least; }
  int where (ints r) { return (int) nova_find (large, r); }
  return nova_store (out, M, nova_map (where, xs));
}

static size_t
gather (void)
{
  ints taken (ints p, ints r) { return nova_gather (p, r); }
  return nova_store (out, N, nova_map (taken, tos, xs));
}

/* Rows that are as long as what is left of them.  */
static size_t
gather_some (void)
{
  int odd (int v) { return v & 1; }
  ints taken (ints p, ints r) { return nova_filter (odd, nova_gather (p, r)); }
  return nova_store (out, N, nova_flatten (nova_map (taken, tos, xs)));
}

static size_t
permute (void)
{
  ints moved (ints p, ints r) { return nova_permute (p, r); }
  return nova_store (out, N, nova_map (moved, tos, xs));
}

static size_t
scatter (void)
{
  ints moved (ints p, ints r) { return nova_scatter (r, p, nova_reverse (r)); }
  return nova_store (out, N, nova_map (moved, tos, xs));
}

/* Where each of a few keys comes last, and the least of where it comes and K.  */
static int
key (int to)
{
  return to < N ? to & 7 : to;
}

static size_t
last (void)
{
  ints last (ints p)
  {
    return nova_scatter (nova_replicate (8, -1), nova_map (key, p),
			 nova_range ((int) nova_length (p)));
  }
  return nova_store (out, N, nova_map (last, tos));
}

static size_t
least (void)
{
  ints most = nova_range (9, 17);
  ints least (ints p)
  {
    return nova_reduce_into (nova_min, most, nova_map (key, p),
			     nova_range ((int) nova_length (p)));
  }
  return nova_store (out, N, nova_map (least, tos));
}

/* The bins that a row of another vector becomes, put together: none are kept.  */
static size_t
added (void)
{
  ints some = nova_view (x, 8);
  int sum (ints p)
  {
    int most (int v) { return v & 255; }
    return nova_sum (nova_reduce_into (nova_add, some, nova_map (key, p), nova_map (most, p)));
  }
  return nova_store (out, M, nova_map (sum, tos));
}

/* The places in the order of what they lead to.  */
static size_t
rank (void)
{
  ints order (ints p, ints r)
  {
    int before (int i, int j) { return nova_get (r, i) < nova_get (r, j); }
    return nova_sort (before, p);
  }
  return nova_store (out, N, nova_map (order, tos, xs));
}

static size_t
bucket (void)
{
  int fullest (ints p)
  {
    int size (ints g) { return (int) nova_length (g); }
    int key (int v) { return v >> 7; }
    return nova_reduce (nova_max, 0, nova_map (size, nova_bucket ((N >> 7) + 1, key, p)));
  }
  return nova_store (out, M, nova_map (fullest, tos));
}

static size_t
divide (void)
{
  int even (int v) { return v % 2 == 0; }
  ints divided (ints r) { return nova_flatten (nova_partition (even, r)); }
  return nova_store (out, N, nova_map (divided, xs));
}

static size_t
halves (void)
{
  ints swapped (ints r)
  {
    size_t n = nova_length (r), h = n / 2;
    return nova_concat (nova_slice (h, n, r), nova_slice (0, h, r));
  }
  return nova_store (out, N, nova_flatten (nova_map (swapped, xs)));
}

static size_t
turns (void)
{
  int last (ints r)
  {
    int a = 1;
    for (int k = 0; k < 3; k++)
      {
	int near (int v) { return (v ^ a) & 7; }
	a = nova_sum (nova_map (near, r)) & 1023;
      }
    return a;
  }
  return nova_store (out, M, nova_map (last, xs));
}

/* The rows' elements, against loops.  */
static void
by_hand (void)
{
  all_threads ("permute", permute, NULL);
  for (size_t r = 0; r < M; r++)
    for (size_t k = at[r]; k < at[r + 1]; k++)
      check ("permute", out[at[r] + (size_t) to[k]] == x[k]);
  all_threads ("gather", gather, NULL);
  for (size_t r = 0; r < M; r++)
    for (size_t k = at[r]; k < at[r + 1]; k++)
      check ("gather", out[k] == x[at[r] + (size_t) to[k]]);
  all_threads ("gather some", gather_some, NULL);
  for (size_t r = 0, pos = 0; r < M; r++)
    for (size_t k = at[r]; k < at[r + 1]; k++)
      if (x[at[r] + (size_t) to[k]] & 1)
	check ("gather some", out[pos++] == x[at[r] + (size_t) to[k]]);
  all_threads ("scatter", scatter, NULL);
  for (size_t r = 0; r < M; r++)
    for (size_t k = at[r]; k < at[r + 1]; k++)
      check ("scatter", out[at[r] + (size_t) to[k]] == x[at[r + 1] - 1 - (k - at[r])]);
  all_threads ("last", last, NULL);
  for (size_t r = 0; r < M; r++)
    {
      int made[8] = { -1, -1, -1, -1, -1, -1, -1, -1 };
      for (size_t k = at[r]; k < at[r + 1]; k++)
	made[key (to[k])] = (int) (k - at[r]);
      check ("last", memcmp (out + 8 * r, made, sizeof made) == 0);
    }
  all_threads ("least", least, NULL);
  for (size_t r = 0; r < M; r++)
    {
      int made[8] = { 9, 10, 11, 12, 13, 14, 15, 16 };
      for (size_t k = at[r]; k < at[r + 1]; k++)
	if ((int) (k - at[r]) < made[key (to[k])])
	  made[key (to[k])] = (int) (k - at[r]);
      check ("least", memcmp (out + 8 * r, made, sizeof made) == 0);
    }
  all_threads ("added", added, NULL);
  for (size_t r = 0; r < M; r++)
    {
      int sum = 0;
      for (int k = 0; k < 8; k++)
	sum += x[k];
      for (size_t k = at[r]; k < at[r + 1]; k++)
	sum += to[k] & 255;
      check ("added", out[r] == sum);
    }
  all_threads ("rank", rank, NULL);
  for (size_t r = 0; r < M; r++)
    for (size_t k = at[r] + 1; k < at[r + 1]; k++)
      check ("rank", x[at[r] + (size_t) out[k - 1]] <= x[at[r] + (size_t) out[k]]);
  all_threads ("bucket", bucket, NULL);
  all_threads ("divide", divide, NULL);
  for (size_t r = 0; r < M; r++)
    for (size_t k = at[r] + 1; k < at[r + 1]; k++)
      check ("divide", !(out[k - 1] & 1) || (out[k] & 1));
  all_threads ("halves", halves, NULL);
  for (size_t r = 0; r < M; r++)
    for (size_t k = at[r], n = at[r + 1] - at[r]; k < at[r + 1]; k++)
      check ("halves", out[k] == x[at[r] + (k - at[r] + n / 2) % n]);
  all_threads ("turns", turns, NULL);
  for (at_least = 0; at_least < 3000; at_least += 700)
    {
      all_threads ("find", find, NULL);
      for (size_t r = 0; r < M; r++)
	{
	  size_t k = at[r];
	  while (k < at[r + 1] && x[k] < at_least)
	    k++;
	  check ("find", (size_t) out[r] == k - at[r]);
	}
    }
}

/* The element of row R with number K leads nowhere: the first error is that of element R.  */
static void
with_errors (size_t r, size_t k)
{
  int was = to[at[r] + k];
  char text[80];

  to[at[r] + k] = 2 * N;
  snprintf (text, sizeof text, "index %d", 2 * N);
  all_threads ("gather", gather, text);
  all_threads ("gather some", gather_some, text);
  all_threads ("permute", permute, text);
  all_threads ("scatter", scatter, text);
  all_threads ("last", last, text);
  all_threads ("least", least, text);
  all_threads ("added", added, text);
  if (at[r + 1] - at[r] > 1)
    all_threads ("rank", rank, text);
  all_threads ("bucket", bucket, "");
  to[at[r] + k] = was;
}

/* Twice the same place.  */
static void
with_repeats (size_t r)
{
  int was = to[at[r]];

  to[at[r]] = to[at[r + 1] - 1];
  all_threads ("permute", permute, "");
  to[at[r]] = was;
}

static void
shape (size_t part)
{
  unsigned long s = 88172645463325252ul;

  /* Row 400 has PART elements; the others are short.  */
  for (size_t r = 0; r <= M; r++)
    at[r] = r <= 400 ? r * (N - part) / M : part + (r - 1) * (N - part) / M;
  at[M] = N;
  for (size_t r = 0; r < M; r++)
    for (size_t k = at[r], n = 0; k < at[r + 1]; k++, n++)
      {
	s ^= s << 13;
	s ^= s >> 7;
	s ^= s << 17;
	x[k] = (int) (s >> 40) % 3000;
	to[k] = (int) n;
	size_t j = s % (n + 1);
	to[k] = to[at[r] + j];
	to[at[r] + j] = (int) n;
      }
  nova_release (xs);
  nova_release (tos);
  xs = rows_of (x);
  tos = rows_of (to);
  by_hand ();
  with_errors (400, 0);
  with_errors (400, (at[401] - at[400]) / 2);
  with_errors (400, at[401] - at[400] - 1);
  if (part < N)
    with_errors (700, 0);
  with_repeats (400);
}

int
main (void)
{
  nova_set_error_handler (handler);
  shape (N);
  shape (N / 2);
  shape (N / 3);
  nova_release (xs);
  nova_release (tos);
  return 0;
}

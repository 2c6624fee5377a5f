/* Long rows whose elements may fail, and are filtered, expanded, put in order, or made by functions
   that stay calls.  Results are those of loops, the first error in order is raised, and both are the
   same on any number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-sanitize "-O1" "an argument that longjmp leaves is counted there at -O0" } */

#include <nova.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

enum { N = 60000, M = 999, KEYS = 50 };
static int x[N], to[N], out[3 * N];
static size_t at[M + 1];
#include "all-threads.h"

/* Of X and of TO; an error leaves nothing of these behind.  */
static rows xs, tos;

static rows
rows_of (const int *p)
{
  return nova_segments (nova_view (p, at[M]), nova_view (at, M + 1));
}

/* How many elements differ from the one before them.  */
static size_t
count_changes (void)
{
  int changes (ints r)
  {
    int first (size_t i, int v) { return i == 0 || nova_get (r, i - 1) != v; }
    return (int) nova_length (nova_filter (first, nova_range (nova_length (r)), r));
  }
  return nova_store (out, M, nova_map (changes, xs));
}

static size_t
distinct (void)
{
  ints once (ints row)
  {
    ints r = nova_sort (nova_lt, row);
    int first (size_t i, int v) { return i == 0 || nova_get (r, i - 1) != v; }
    return nova_gather (nova_filter (first, nova_range (nova_length (r)), r), r);
  }
  return nova_store (out, N, nova_flatten (nova_map (once, xs)));
}

/* Of what is gathered the odd ones, less the greatest of them.  */
static size_t
below (void)
{
  int odd (int v) { return v & 1; }
  int sum (ints p, ints r)
  {
    ints f = nova_filter (odd, nova_gather (p, r));
    int most = nova_reduce (nova_max, 0, f);
    int under (int v) { return most - v; }
    return (int) nova_length (f) + nova_sum (nova_map (under, f));
  }
  return nova_store (out, M, nova_map (sum, tos, xs));
}

static size_t
expand (void)
{
  int sum (ints r)
  {
    int size (int v) { return v % 4; }
    int value (int v, int i) { return v ^ i; }
    return nova_sum (nova_expand (size, value, r));
  }
  return nova_store (out, M, nova_map (sum, xs));
}

static size_t
expand_rows (void)
{
  ints expanded (ints r)
  {
    int size (int v) { return v % 4; }
    int value (int v, int i) { return v ^ i; }
    return nova_expand (size, value, r);
  }
  return nova_store (out, 3 * N, nova_flatten (nova_map (expanded, xs)));
}

static size_t
order (void)
{
  ints ordered (ints r)
  {
    int key (int v) { return v / 60; }
    return nova_flatten (nova_bucket (KEYS, key, r));
  }
  return nova_store (out, N, nova_flatten (nova_map (ordered, xs)));
}

__attribute__ ((noipa)) static int
half (int v)
{
  if (v < 0)
    nova_fail ("less than nothing");
  if (v > N)
    nova_fail ("too much");
  return v / 2;
}

static size_t
halves (void)
{
  ints half_of (ints r) { return nova_map (half, r); }
  return nova_store (out, N, nova_map (half_of, xs));
}

static size_t
halves_flat (void)
{
  ints half_of (ints r) { return nova_map (half, r); }
  return nova_store (out, N, nova_flatten (nova_map (half_of, xs)));
}

/* The elements are made in the place of what they are made of.  */
static size_t
halves_twice (void)
{
  ints quarter_of (ints r)
  {
    int more (int v) { return v + 1; }
    return nova_map (half, nova_scan (nova_max, 0, nova_map (more, r)));
  }
  return nova_store (out, N, nova_flatten (nova_map (quarter_of, xs)));
}

static size_t
sum_of_halves (void)
{
  int sum (ints p, ints r) { return nova_sum (nova_map (half, nova_gather (p, r))); }
  return nova_store (out, M, nova_map (sum, tos, xs));
}

static int
ascends (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

/* Against loops.  */
static void
by_hand (void)
{
  static int sorted[N];
  size_t pos = 0, r, k;

  all_threads ("changes", count_changes, NULL);
  for (r = 0; r < M; r++)
    {
      int n = 0;
      for (k = at[r]; k < at[r + 1]; k++)
	n += k == at[r] || x[k] != x[k - 1];
      check ("changes", out[r] == n);
    }
  all_threads ("distinct", distinct, NULL);
  for (r = 0; r < M; r++)
    {
      memcpy (sorted, x + at[r], (at[r + 1] - at[r]) * sizeof *x);
      qsort (sorted, at[r + 1] - at[r], sizeof *x, ascends);
      for (k = 0; k < at[r + 1] - at[r]; k++)
	if (k == 0 || sorted[k] != sorted[k - 1])
	  check ("distinct", out[pos++] == sorted[k]);
    }
  all_threads ("below", below, NULL);
  for (r = 0; r < M; r++)
    {
      int n = 0, most = 0, sum = 0;
      for (k = at[r]; k < at[r + 1]; k++)
	if (x[k] & 1)
	  {
	    n++;
	    sum += x[k];
	    most = x[k] > most ? x[k] : most;
	  }
      check ("below", out[r] == n + n * most - sum);
    }
  all_threads ("expand", expand, NULL);
  for (r = 0; r < M; r++)
    {
      int sum = 0;
      for (k = at[r]; k < at[r + 1]; k++)
	for (int i = 0; i < x[k] % 4; i++)
	  sum += x[k] ^ i;
      check ("expand", out[r] == sum);
    }
  all_threads ("expand rows", expand_rows, NULL);
  for (k = pos = 0; k < N; k++)
    for (int i = 0; i < x[k] % 4; i++)
      check ("expand rows", out[pos++] == (x[k] ^ i));
  all_threads ("order", order, NULL);
  for (r = 0; r < M; r++)
    for (k = at[r] + 1; k < at[r + 1]; k++)
      check ("order", out[k - 1] / 60 <= out[k] / 60);
  all_threads ("halves", halves, NULL);
  for (k = 0; k < N; k++)
    check ("halves", out[k] == x[k] / 2);
  all_threads ("halves, flat", halves_flat, NULL);
  for (k = 0; k < N; k++)
    check ("halves, flat", out[k] == x[k] / 2);
  all_threads ("halves, twice", halves_twice, NULL);
  all_threads ("sum of halves", sum_of_halves, NULL);
  for (r = 0; r < M; r++)
    {
      int sum = 0;
      for (k = at[r]; k < at[r + 1]; k++)
	sum += x[k] / 2;
      check ("sum of halves", out[r] == sum);
    }
}

/* The element of row R with number K is wrong, and the last one of the row otherwise so.  */
static void
with_errors (size_t r, size_t k)
{
  size_t last = at[r + 1] - 1;
  int was = x[at[r] + k], wanted = to[at[r] + k], at_end = x[last];

  to[at[r] + k] = 2 * N;
  all_threads ("below", below, "index 120000");
  to[at[r] + k] = wanted;
  x[last] = 2 * N;
  x[at[r] + k] = -3;
  all_threads ("expand", expand, "");
  all_threads ("expand rows", expand_rows, "");
  all_threads ("halves", halves, "less than nothing");
  all_threads ("halves, flat", halves_flat, "less than nothing");
  all_threads ("sum of halves", sum_of_halves, "nova_fail");
  x[last] = -3;
  x[at[r] + k] = 2 * N;
  all_threads ("order", order, "");
  if (k < last - at[r])
    {
      all_threads ("halves", halves, "too much");
      all_threads ("halves, flat", halves_flat, "too much");
      all_threads ("halves, twice", halves_twice, "too much");
    }
  x[last] = at_end;
  x[at[r] + k] = was;
}

/* Row 400 has PART elements; the others are short.  */
static void
shape (size_t part)
{
  unsigned long s = 88172645463325252ul;

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
	if (n && s & 1)
	  x[k] = x[k - 1];
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

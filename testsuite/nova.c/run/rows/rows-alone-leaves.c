/* Long rows that are sorted, grouped, permuted, scattered and put into bins beside functions that
   stay calls, and may raise: these compare, make keys, or make what is sorted.  Results are those
   of the same in short rows, the first error in order is raised, and both are the same on any
   number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-sanitize "-O1" "an argument that longjmp leaves is counted there at -O0" } */

#include <nova.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

enum { N = 60000, M = 999, KEYS = 64 };
static int x[N], to[N], place[N], out[N];
static size_t at[M + 1];
#include "all-threads.h"

/* Of X, TO and PLACE, which has 0, 1, ... in each row; an error leaves nothing of these behind.  */
static rows xs, tos, places;

static rows
rows_of (const int *p)
{
  return nova_segments (nova_view (p, at[M]), nova_view (at, M + 1));
}

__attribute__ ((noipa)) static int
before (int a, int b)
{
  if (a < 0 || b < 0)
    nova_fail ("compared");
  return a < b;
}

__attribute__ ((noipa)) static int
key (int v)
{
  if (v < 0)
    nova_fail ("no key");
  return v % KEYS;
}

__attribute__ ((noipa)) static int
half (int v)
{
  if (v < 0)
    nova_fail ("halved");
  return v / 2;
}

static size_t
sort (void)
{
  ints sorted (ints r) { return nova_sort (before, r); }
  return nova_store (out, N, nova_map (sorted, xs));
}

static size_t
sort_flat (void)
{
  ints sorted (ints r) { return nova_sort (before, r); }
  return nova_store (out, N, nova_flatten (nova_map (sorted, xs)));
}

static size_t
by_key (void)
{
  ints sorted (ints r) { return nova_sort_by (key, r); }
  return nova_store (out, N, nova_map (sorted, xs));
}

/* The sum of the least of each group.  */
static size_t
group (void)
{
  int least (ints g) { return nova_reduce (nova_min, N, g); }
  int sum (ints r) { return nova_sum (nova_map (least, nova_group_by (key, r))); }
  return nova_store (out, M, nova_map (sum, xs));
}

static size_t
bucket (void)
{
  ints ordered (ints r) { return nova_flatten (nova_bucket (KEYS, key, r)); }
  return nova_store (out, N, nova_map (ordered, xs));
}

static size_t
sort_halves (void)
{
  ints sorted (ints r) { return nova_sort (nova_lt, nova_map (half, r)); }
  return nova_store (out, N, nova_map (sorted, xs));
}

static size_t
halve_sorted (void)
{
  ints halves (ints r) { return nova_map (half, nova_sort (before, r)); }
  return nova_store (out, N, nova_map (halves, xs));
}

static size_t
middle (void)
{
  int median (ints r)
  {
    ints s = nova_sort (nova_lt, nova_map (half, r));
    size_t n = nova_length (s);
    return n ? nova_get (s, n / 2) : -1;
  }
  return nova_store (out, M, nova_map (median, xs));
}

static size_t
permute (void)
{
  ints moved (ints p, ints r) { return nova_permute (p, nova_map (half, r)); }
  return nova_store (out, N, nova_map (moved, tos, xs));
}

static size_t
scatter (void)
{
  ints moved (ints p, ints r) { return nova_scatter (r, p, nova_map (half, r)); }
  return nova_store (out, N, nova_map (moved, tos, xs));
}

static size_t
count (void)
{
  int most (ints r)
  {
    ints n = nova_reduce_by_index (nova_add, 0, KEYS, nova_map (key, r),
				   nova_replicate (nova_length (r), 1));
    return nova_reduce (nova_max, 0, n);
  }
  return nova_store (out, M, nova_map (most, xs));
}

/* The second row is the longer one to take.  */
static size_t
look_up (void)
{
  int sum (ints p, ints r) { return (int) nova_sum (nova_search (nova_lt, p, r)); }
  return nova_store (out, M, nova_map (sum, places, xs));
}

static int
ascends (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

/* Row R sorted, in P.  */
static size_t
sorted_row (size_t r, int *p)
{
  size_t n = at[r + 1] - at[r];

  memcpy (p, x + at[r], n * sizeof *p);
  qsort (p, n, sizeof *p, ascends);
  return n;
}

/* Against loops.  */
static void
by_hand (void)
{
  static int s[N];
  size_t r, k, n;

  all_threads ("sort", sort, NULL);
  for (r = 0; r < M; r++)
    for (n = sorted_row (r, s), k = 0; k < n; k++)
      check ("sort", out[at[r] + k] == s[k]);
  all_threads ("sort, flat", sort_flat, NULL);
  for (r = 0; r < M; r++)
    for (n = sorted_row (r, s), k = 0; k < n; k++)
      check ("sort, flat", out[at[r] + k] == s[k]);
  all_threads ("sort halves", sort_halves, NULL);
  for (r = 0; r < M; r++)
    for (n = sorted_row (r, s), k = 0; k < n; k++)
      check ("sort halves", out[at[r] + k] == s[k] / 2);
  all_threads ("halve sorted", halve_sorted, NULL);
  for (r = 0; r < M; r++)
    for (n = sorted_row (r, s), k = 0; k < n; k++)
      check ("halve sorted", out[at[r] + k] == s[k] / 2);
  all_threads ("middle", middle, NULL);
  for (r = 0; r < M; r++)
    {
      n = sorted_row (r, s);
      check ("middle", out[r] == (n ? s[n / 2] / 2 : -1));
    }
  all_threads ("by key", by_key, NULL);
  for (r = 0; r < M; r++)
    for (k = at[r] + 1; k < at[r + 1]; k++)
      check ("by key", out[k - 1] % KEYS <= out[k] % KEYS);
  all_threads ("bucket", bucket, NULL);
  for (r = 0; r < M; r++)
    for (k = at[r] + 1; k < at[r + 1]; k++)
      check ("bucket", out[k - 1] % KEYS <= out[k] % KEYS);
  all_threads ("group", group, NULL);
  for (r = 0; r < M; r++)
    {
      int least[KEYS], sum = 0;
      for (k = 0; k < KEYS; k++)
	least[k] = N;
      for (k = at[r]; k < at[r + 1]; k++)
	if (x[k] < least[x[k] % KEYS])
	  least[x[k] % KEYS] = x[k];
      for (k = 0; k < KEYS; k++)
	sum += least[k] == N ? 0 : least[k];
      check ("group", out[r] == sum);
    }
  all_threads ("count", count, NULL);
  for (r = 0; r < M; r++)
    {
      int number[KEYS] = { 0 }, most = 0;
      for (k = at[r]; k < at[r + 1]; k++)
	if (++number[x[k] % KEYS] > most)
	  most = number[x[k] % KEYS];
      check ("count", out[r] == most);
    }
  all_threads ("permute", permute, NULL);
  for (r = 0; r < M; r++)
    for (k = at[r]; k < at[r + 1]; k++)
      check ("permute", out[at[r] + (size_t) to[k]] == x[k] / 2);
  all_threads ("scatter", scatter, NULL);
  for (r = 0; r < M; r++)
    for (k = at[r]; k < at[r + 1]; k++)
      check ("scatter", out[at[r] + (size_t) to[k]] == x[k] / 2);
  all_threads ("look up", look_up, NULL);
  for (r = 0; r < M; r++)
    {
      int sum = 0;
      for (n = at[r + 1] - at[r], k = at[r]; k < at[r + 1]; k++)
	sum += x[k] < (int) n ? x[k] : (int) n;
      check ("look up", out[r] == sum);
    }
}

/* The element of row R with number K is wrong.  */
static void
with_errors (size_t r, size_t k)
{
  int was = x[at[r] + k], wanted = to[at[r] + k];

  x[at[r] + k] = -3;
  if (at[r + 1] - at[r] > 1)
    {
      all_threads ("sort", sort, "compared");
      all_threads ("sort, flat", sort_flat, "compared");
      all_threads ("halve sorted", halve_sorted, "compared");
    }
  all_threads ("sort halves", sort_halves, "halved");
  all_threads ("middle", middle, "halved");
  all_threads ("by key", by_key, "no key");
  all_threads ("bucket", bucket, "no key");
  all_threads ("group", group, "no key");
  all_threads ("count", count, "no key");
  all_threads ("permute", permute, "halved");
  all_threads ("scatter", scatter, "halved");
  /* What is made is made first.  */
  to[at[r] + k] = 2 * N;
  all_threads ("permute", permute, "halved");
  x[at[r] + k] = was;
  all_threads ("permute", permute, "index 120000");
  all_threads ("scatter", scatter, "index 120000");
  to[at[r] + k] = wanted;
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
	place[k] = to[k] = (int) n;
	size_t j = s % (n + 1);
	to[k] = to[at[r] + j];
	to[at[r] + j] = (int) n;
      }
  nova_release (xs);
  nova_release (tos);
  nova_release (places);
  xs = rows_of (x);
  tos = rows_of (to);
  places = rows_of (place);
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
  nova_release (places);
  return 0;
}

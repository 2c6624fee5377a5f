/* Long rows that call functions which may raise: for the row as a whole, and in filters and scans of
   it.  Results are those of loops, the first error in order is raised, and both are the same on any
   number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-sanitize "-O1" "an argument that longjmp leaves is counted there at -O0" } */

#include <nova.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

enum { N = 60000, M = 999 };
static int x[N], out[N];
static size_t at[M + 1];
#include "all-threads.h"

/* Of X; an error leaves nothing of it behind.  */
static rows xs;

__attribute__ ((noipa)) static int
half (int v)
{
  if (v < 0)
    nova_fail ("less than nothing");
  if (v > N)
    nova_fail ("too much");
  return v / 2;
}

struct pair { int low; double mean; };

__attribute__ ((noipa)) static struct pair
pair_of (long sum, size_t n)
{
  if (sum < 0)
    nova_fail ("a sum below zero");
  return (struct pair) { (int) (sum % 7), n ? (double) sum / (double) n : 0 };
}

/* Between two loops, in a branch as well.  */
static size_t
middle (void)
{
  int below (ints r)
  {
    long wide (int v) { return v; }
    struct pair p = pair_of (nova_sum (nova_map (wide, r)), nova_length (r));
    int less (int v) { return v < p.mean; }
    int n = (int) nova_count (less, r);
    return p.low > 3 ? half (n + p.low) : n;
  }
  return nova_store (out, M, nova_map (below, xs));
}

/* Of rows that are counted before they are made.  */
static size_t
shifted (void)
{
  ints shift (ints r)
  {
    int by = half ((int) nova_length (r));
    int less (int v) { return v - by; }
    return nova_map (less, r);
  }
  return nova_store (out, N, nova_flatten (nova_map (shift, xs)));
}

static size_t
filtered (void)
{
  int sum (ints r)
  {
    int odd (int v) { return v & 1; }
    ints f = nova_filter (odd, nova_map (half, r));
    int most = nova_reduce (nova_max, 0, f);
    int under (int v) { return most - v; }
    return (int) nova_length (f) + nova_sum (nova_map (under, f));
  }
  return nova_store (out, M, nova_map (sum, xs));
}

/* Which elements are kept decides a function that is called for some of them.  */
static size_t
filtered_some (void)
{
  int sum (ints r)
  {
    int good (int v) { return v % 3 == 0 ? half (v) & 1 : v & 1; }
    ints f = nova_filter (good, r);
    int most = nova_reduce (nova_max, 0, f);
    int under (int v) { return most - v; }
    return (int) nova_length (f) + nova_sum (nova_map (under, f));
  }
  return nova_store (out, M, nova_map (sum, xs));
}

static size_t
scanned (void)
{
  int sum (ints r)
  {
    ints s = nova_scan (nova_max, 0, nova_map (half, r));
    int most = nova_reduce (nova_max, 0, s);
    int under (int v) { return most - v; }
    return nova_sum (nova_map (under, s));
  }
  return nova_store (out, M, nova_map (sum, xs));
}

/* Against loops.  */
static void
by_hand (void)
{
  size_t r, k;

  all_threads ("middle", middle, NULL);
  for (r = 0; r < M; r++)
    {
      long sum = 0;
      int n = 0;
      for (k = at[r]; k < at[r + 1]; k++)
	sum += x[k];
      for (k = at[r]; k < at[r + 1]; k++)
	n += x[k] < (double) sum / (double) (at[r + 1] - at[r]);
      check ("middle", out[r] == (sum % 7 > 3 ? (n + (int) (sum % 7)) / 2 : n));
    }
  all_threads ("shifted", shifted, NULL);
  for (r = 0; r < M; r++)
    for (k = at[r]; k < at[r + 1]; k++)
      check ("shifted", out[k] == x[k] - (int) (at[r + 1] - at[r]) / 2);
  all_threads ("filtered", filtered, NULL);
  for (r = 0; r < M; r++)
    {
      int n = 0, most = 0, sum = 0;
      for (k = at[r]; k < at[r + 1]; k++)
	if (x[k] / 2 & 1)
	  {
	    n++;
	    sum += x[k] / 2;
	    most = x[k] / 2 > most ? x[k] / 2 : most;
	  }
      check ("filtered", out[r] == n + n * most - sum);
    }
  all_threads ("filtered some", filtered_some, NULL);
  for (r = 0; r < M; r++)
    {
      int n = 0, most = 0, sum = 0;
      for (k = at[r]; k < at[r + 1]; k++)
	if (x[k] % 3 == 0 ? x[k] / 2 & 1 : x[k] & 1)
	  {
	    n++;
	    sum += x[k];
	    most = x[k] > most ? x[k] : most;
	  }
      check ("filtered some", out[r] == n + n * most - sum);
    }
  all_threads ("scanned", scanned, NULL);
  for (r = 0; r < M; r++)
    {
      int n = (int) (at[r + 1] - at[r]), most = 0, sum = 0;
      for (k = at[r]; k < at[r + 1]; k++)
	{
	  most = x[k] / 2 > most ? x[k] / 2 : most;
	  sum += most;
	}
      check ("scanned", out[r] == n * most - sum);
    }
}

/* The element of row R with number K is wrong, and the last one of the row otherwise so.  */
static void
with_errors (size_t r, size_t k)
{
  size_t last = at[r + 1] - 1;
  int was = x[at[r] + k], at_end = x[last];

  x[last] = 2 * N;
  x[at[r] + k] = -3;
  all_threads ("filtered", filtered, "less than nothing");
  all_threads ("filtered some", filtered_some, "less than nothing");
  all_threads ("scanned", scanned, "less than nothing");
  x[last] = -3;
  x[at[r] + k] = 2 * N;
  if (k < last - at[r])
    {
      all_threads ("filtered", filtered, "too much");
      all_threads ("filtered some", filtered_some, "too much");
      all_threads ("scanned", scanned, "too much");
    }
  x[at[r] + k] = -2000000000;
  all_threads ("middle", middle, "a sum below zero");
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
  for (size_t k = 0; k < N; k++)
    {
      s ^= s << 13;
      s ^= s >> 7;
      s ^= s << 17;
      x[k] = (int) (s >> 40) % 3000;
    }
  nova_release (xs);
  xs = nova_segments (nova_view (x, at[M]), nova_view (at, M + 1));
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
  return 0;
}

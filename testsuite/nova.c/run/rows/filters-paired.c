/* Rows of runs, made of where each begins and ends: of short rows, of some long ones, and where more
   begin than end; and pairs of each row by what is gathered.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-leaks "vectors of the host that longjmp leaves" } */

#include <nova.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;
typedef nova_vec (size_t) sizes;

struct run { int value, length; };

enum { N = 30000, M = 9001, ENDLESS = 77 };
static int x[N], by[N];
static size_t at[M + 1];
static struct run out[2 * N], want[2 * N];
#include "all-threads.h"

static rows
all (void)
{
  return nova_segments (nova_view (x, N), nova_view (at, M + 1));
}

static size_t
runs (void)
{
  nova_vec (struct run) packed (ints r)
  {
    size_t n = nova_length (r);
    int begins (size_t i) { return i == 0 || nova_get (r, i) != nova_get (r, i - 1); }
    int ends (size_t i)
    {
      return i + 1 == n ? nova_get (r, i) != ENDLESS : nova_get (r, i) != nova_get (r, i + 1);
    }
    struct run run (size_t b, size_t e) { return (struct run) { nova_get (r, b), e - b + 1 }; }
    sizes places = nova_range (n);
    return nova_map (run, nova_filter (begins, places), nova_filter (ends, places));
  }
  return nova_store (out, N, nova_flatten (nova_map (packed, all ())));
}

static size_t
pairs (void)
{
  nova_vec (int) keys = nova_view (by, N);
  return nova_store (out, 2 * N,
    nova_for (struct run, (r, all ()), (i, nova_range (nova_length (r))),
	      (j, nova_range (i + 1, nova_length (r))),
	      nova_when (nova_get (keys, nova_get (r, i)) == nova_get (keys, nova_get (r, j)) + 1),
	      ((struct run) { nova_get (r, i), nova_get (r, j) })));
}

static void
expect (const char *what, size_t (*f) (void), size_t n)
{
  all_threads (what, f, NULL);
  check (what, f () == n && memcmp (out, want, n * sizeof *out) == 0);
}

static void
runs_by_hand (void)
{
  size_t n = 0;

  for (size_t r = 0; r < M; r++)
    for (size_t i = at[r]; i < at[r + 1]; i++)
      if (i == at[r] || x[i] != x[i - 1])
	want[n++] = (struct run) { x[i], 1 };
      else
	want[n - 1].length++;
  expect ("runs", runs, n);
}

static void
pairs_by_hand (void)
{
  size_t n = 0;

  for (size_t r = 0; r < M; r++)
    for (size_t i = at[r]; i < at[r + 1]; i++)
      for (size_t j = i + 1; j < at[r + 1]; j++)
	if (by[x[i]] == by[x[j]] + 1)
	  want[n++] = (struct run) { x[i], x[j] };
  expect ("pairs", pairs, n);
}

static void
endless (size_t r)
{
  int *last = &x[at[r + 1] - 1], was = *last;

  *last = ENDLESS;
  all_threads ("endless", runs, "elements, operand 2 has");
  *last = was;
}

int
main (void)
{
  nova_set_error_handler (handler);
  for (size_t j = 0; j < N; j++)
    {
      x[j] = j / 3 * 7919 % 50;
      by[j] = j * 31 % 17;
    }
  for (size_t r = 0; r < M; r++)
    at[r + 1] = at[r] + r * r % 11 < N ? at[r] + r * r % 11 : N;
  runs_by_hand ();
  pairs_by_hand ();
  endless (4);
  endless (7004);
  for (size_t r = 40; r < M; r++)
    at[r + 1] = r < M / 2 ? at[40] : N - (M - r - 1);
  runs_by_hand ();
  endless (4);
  endless (M / 2);
  endless (M - 1);
  return 0;
}

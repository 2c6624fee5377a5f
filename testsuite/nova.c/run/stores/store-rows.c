/* Rows that are stored are made where they are stored: not where they read from what they overwrite,
   and of an error that is handled nothing has been stored.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include "stored.h"

typedef nova_vec (long) row_t;
typedef nova_vec (row_t) rows_t;

enum { N = 20000, M = 3000, B = 200, AREA = 3 * N };
static long to[AREA], want[AREA], x[N + 8];
static size_t at[M + 1], over[B + 1];

static void
fresh (void)
{
  for (int i = 0; i < AREA; i++)
    to[i] = want[i] = i % 7 - 3;
  for (int i = 0; i < N + 8; i++)
    x[i] = i * 7919L % 13 - 4;
}

/* Rows of 0 to 12 elements, and a long one; blocks of 0 to 29 rows.  */
static void
shape (void)
{
  size_t n = 0;
  for (int i = 0; i <= M; i++)
    {
      at[i] = n;
      n += i == M / 2 ? 1500 : (size_t) (i * 31 % 13);
      n = n > N || i == M - 1 ? N : n;
    }
  for (int i = 0; i <= B; i++)
    over[i] = i == B ? M : (size_t) (i * 14 + i % 3);
}

#define ROWS(V) nova_segments (nova_view (V, N), nova_view (at, M + 1))

static row_t sums (row_t r) { return nova_scan (nova_add, 0L, r); }
static int large (long v) { return v > 0; }
static row_t larger (row_t r) { return nova_filter (large, r); }
static row_t joined (row_t r, row_t s) { return nova_concat (r, s); }
static int kept (row_t r) { return nova_length (r) % 2 == 1; }
static rows_t block_sums (rows_t b) { return nova_map (sums, b); }
static row_t counts (row_t r)
{
  int key (long v) { return (int) (v + 4); }
  return nova_reduce_by_index (nova_add, 0L, 13, nova_map (key, r),
			       nova_replicate (nova_length (r), 1L));
}

__attribute__ ((noipa)) static size_t
stored (int kind, size_t room, long *p, const long *v)
{
  switch (kind)
    {
    case 0: return nova_store (p, room, nova_map (sums, ROWS (v)));
    case 1: return nova_store (p, room, nova_map (larger, ROWS (v)));
    case 2: return nova_store (p, room, nova_flatten (nova_map (joined, ROWS (v), ROWS (v))));
    case 3: return nova_store (p, room, nova_filter (kept, ROWS (v)));
    case 4:
      return nova_store (p, room, nova_map (block_sums,
					    nova_segments (ROWS (v), nova_view (over, B + 1))));
    default: return nova_store (p, room, nova_map (counts, ROWS (v)));
    }
}

/* The same as loops, of what V was.  */
static size_t
loops (int kind, long *p, const long *v)
{
  static long old[N];
  size_t n = 0;
  memcpy (old, v, sizeof old);
  for (int i = 0; i < M; i++)
    {
      long s = 0;
      size_t b = at[i], e = at[i + 1];
      for (int k = 0; kind == 5 && k < 13; k++)
	p[n + (size_t) k] = 0;
      if (kind == 3 && (e - b) % 2 == 0)
	continue;
      for (size_t j = b; j < e; j++)
	switch (kind)
	  {
	  case 0:
	  case 4: p[n++] = s += old[j]; break;
	  case 1:
	    if (old[j] > 0)
	      p[n++] = old[j];
	    break;
	  case 2: p[n] = p[n + e - b] = old[j]; n++; break;
	  case 3: p[n++] = old[j]; break;
	  default: p[n + (size_t) (old[j] + 4)]++; break;
	  }
      n += kind == 2 ? e - b : kind == 5 ? 13 : 0;
    }
  return n;
}

static void
apart (void)
{
  for (int kind = 0; kind < 6; kind++)
    {
      fresh ();
      size_t n = loops (kind, want, x);
      if (stored (kind, AREA, to, x) != n)
	abort ();
      COMPARE ();
    }
}

/* What is read lies where something is stored.  */
static void
overlapping (void)
{
  for (int kind = 0; kind < 6; kind++)
    for (int by = -300; by <= 300; by += by == -1 || by == 0 ? 1 : 299)
      {
	long *p = to + 400;
	fresh ();
	for (int i = 0; i < N; i++)
	  p[by + i] = want[400 + by + i] = x[i];
	loops (kind, want + 400, want + 400 + by);
	stored (kind, AREA - 400, p, p + by);
	COMPARE ();
      }
}

/* The offsets lie where something is stored.  */
__attribute__ ((noipa)) static void
over_offsets (long *p, size_t room, const long *v)
{
  size_t offset (long a) { return (size_t) a; }
  nova_store (p, room, nova_map (sums, nova_segments (nova_view (v, 6),
						      nova_map (offset, nova_view (p, 4)))));
}

static void
offsets (void)
{
  static const long v[6] = { 5, 6, 7, 8, 9, 10 }, sum[6] = { 5, 11, 7, 15, 24, 34 };
  fresh ();
  memcpy (to, (long[]) { 0, 2, 2, 6 }, 4 * sizeof *to);
  memcpy (want, sum, sizeof sum);
  over_offsets (to, 6, v);
  COMPARE ();
}

/* Nothing is stored of what does not fit; nor if a row fails.  */
static void
errors (void)
{
  for (int kind = 0; kind < 7; kind++)
    {
      fresh ();
      size_t n = kind == 6 ? AREA : loops (kind, want, x) - 1;
      fresh ();
      if (kind == 6)
	x[N - 1] = 9;
      nova_set_error_handler (handler);
      if (!setjmp (back))
	{
	  stored (kind == 6 ? 5 : kind, n, to, x);
	  printf ("no error %d\n", kind);
	}
      nova_set_error_handler (NULL);
      COMPARE ();
    }
}

int
main (void)
{
  shape ();
  apart ();
  overlapping ();
  offsets ();
  errors ();
  puts ("done");
  return 0;
}

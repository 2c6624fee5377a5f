/* A scatter, a permutation and bins that are stored are made where they are stored: not where they
   read from what they overwrite, and where an error is handled nothing has been stored.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include "stored.h"

enum { N = 20000, M = 15000 };
static long to[N + 8], x[N + 8], want[N + 8];
static int ix[N];

static void
fresh (void)
{
  for (int i = 0; i < N + 8; i++)
    {
      to[i] = want[i] = i * 3;
      x[i] = 1000 + i;
    }
  for (int i = 0; i < N; i++)
    ix[i] = (int) ((i * 7919L) % N);
}

static long square (long v) { return v * v % 1000; }

__attribute__ ((noipa)) static void
scattered (size_t n, size_t room, long *p, size_t m, const int *i, const long *v)
{
  nova_store (p, room, nova_scatter (nova_replicate (n, -5L), nova_view (i, m), nova_view (v, m)));
}

__attribute__ ((noipa)) static void
scattered_on (size_t n, long *p, const long *d, size_t m, const int *i, const long *v)
{
  nova_store (p, n, nova_scatter (nova_view (d, n), nova_view (i, m), nova_view (v, m)));
}

__attribute__ ((noipa)) static void
scattered_map (size_t n, long *p, const long *d, size_t m, const int *i, const long *v)
{
  nova_store (p, n, nova_scatter (nova_map (square, nova_view (d, n)), nova_view (i, m),
				  nova_map (square, nova_view (v, m))));
}

__attribute__ ((noipa)) static void
added (size_t n, long *p, size_t m, const int *i, const long *v)
{
  nova_store (p, n, nova_reduce_into (nova_add, nova_replicate (n, 2L), nova_view (i, m),
				      nova_view (v, m)));
}

__attribute__ ((noipa)) static void
binned (size_t n, long *p, size_t m, const int *i, const long *v)
{
  nova_store (p, n, nova_reduce_by_index (nova_add, 0L, n, nova_view (i, m), nova_view (v, m)));
}

__attribute__ ((noipa)) static void
permuted (size_t n, size_t room, long *p, const int *i, const long *v)
{
  nova_store (p, room, nova_permute (nova_view (i, n), nova_view (v, n)));
}

/* A scatter into a scatter, kept.  */
__attribute__ ((noipa)) static nova_vec (long)
twice (size_t n, size_t m, const int *i, const long *v)
{
  nova_vec (long) d = nova_scatter (nova_replicate (n, 1L), nova_view (i, m), nova_view (v, m));
  return nova_scatter (d, nova_view (i, m / 2), nova_map (square, nova_view (v, m / 2)));
}

/* The length of what was stored is used, and the sum of what was there before.  */
__attribute__ ((noipa)) static long
read_later (size_t n, long *p, size_t m, const int *i, const long *v)
{
  nova_vec (long) r = nova_scatter (nova_replicate (n, 0L), nova_view (i, m), nova_view (v, m));
  long before = nova_sum (nova_view (p, n));
  nova_store (p, n, r);
  return before + (long) nova_length (r);
}

static void
apart (void)
{
  fresh ();
  scattered (N, N, to, M, ix, x);
  for (int k = 0; k < N; k++)
    want[k] = -5;
  for (int k = 0; k < M; k++)
    want[ix[k]] = x[k];
  COMPARE ();
  fresh ();
  scattered_map (N, to, x, M, ix, x);
  for (int k = 0; k < N; k++)
    want[k] = square (x[k]);
  for (int k = 0; k < M; k++)
    want[ix[k]] = square (x[k]);
  COMPARE ();
  fresh ();
  added (N, to, M, ix, x);
  for (int k = 0; k < N; k++)
    want[k] = 2;
  for (int k = 0; k < M; k++)
    want[ix[k]] += x[k];
  COMPARE ();
  fresh ();
  binned (N, to, M, ix, x);
  for (int k = 0; k < N; k++)
    want[k] -= want[k];
  for (int k = 0; k < M; k++)
    want[ix[k]] += x[k];
  COMPARE ();
  fresh ();
  permuted (N, N, to, ix, x);
  for (int k = 0; k < N; k++)
    want[ix[k]] = x[k];
  COMPARE ();
}

/* What is read lies where something is stored.  */
static void
overlapping (void)
{
  for (int by = -1; by <= 1; by++)
    {
      long *p = to + 4, *v = p + by;

      fresh ();
      for (int k = 0; k < N; k++)
	want[4 + k] = -5;
      for (int k = 0; k < M; k++)
	want[4 + ix[k]] = v[k];
      scattered (N, N, p, M, ix, v);
      COMPARE ();
      fresh ();
      memcpy (want + 4, v, N * sizeof *v);
      for (int k = 0; k < M; k++)
	want[4 + ix[k]] = x[k];
      scattered_on (N, p, v, M, ix, x);
      COMPARE ();
      fresh ();
      memcpy (want + 4, v, N * sizeof *v);
      for (int k = 0; k < M; k++)
	want[4 + ix[k]] = v[k];
      scattered_on (N, p, v, M, ix, v);
      COMPARE ();
      fresh ();
      for (int k = 0; k < N; k++)
	want[4 + k] = square (v[k]);
      for (int k = 0; k < M; k++)
	want[4 + ix[k]] = square (x[k]);
      scattered_map (N, p, v, M, ix, x);
      COMPARE ();
      fresh ();
      for (int k = 0; k < N; k++)
	want[4 + ix[k]] = v[k];
      permuted (N, N, p, ix, v);
      COMPARE ();
    }
  fresh ();
  nova_vec (long) r = twice (N, M, ix, x);
  for (int k = 0; k < N; k++)
    want[k] = 1;
  for (int k = 0; k < M; k++)
    want[ix[k]] = x[k];
  for (int k = 0; k < M / 2; k++)
    want[ix[k]] = square (x[k]);
  nova_store (to, N, r);
  COMPARE ();
  fresh ();
  long sum = N;
  for (int k = 0; k < N; k++)
    sum += to[k];
  if (read_later (N, to, M, ix, x) != sum)
    abort ();
}

/* Nothing is stored before an error, and too much is not.  */
static void
errors (void)
{
  for (int k = 0; k < 5; k++)
    {
      fresh ();
      ix[M / 2] = k < 3 ? N : ix[M / 2];
      nova_set_error_handler (handler);
      if (!setjmp (back))
	{
	  switch (k)
	    {
	    case 0: scattered (N, N, to, M, ix, x); break;
	    case 1: added (N, to, M, ix, x); break;
	    case 2: permuted (N, N, to, ix, x); break;
	    case 3: scattered (N, N - 1, to, M, ix, x); break;
	    default: permuted (N, N - 1, to, ix, x); break;
	    }
	  printf ("no error %d\n", k);
	}
      nova_set_error_handler (NULL);
      COMPARE ();
    }
}

int
main (void)
{
  apart ();
  overlapping ();
  errors ();
  puts ("done");
  return 0;
}

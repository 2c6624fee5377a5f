/* Iterations whose state is a vector, or two, that begin as a row: what they return, of a row that has
   half of all elements, is that of the same loops in C, and the same bits on any number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

typedef nova_vec (unsigned) nats;
typedef nova_vec (nats) rows;
typedef nova_vec (double) reals;

enum { N = 60000, M = 999 };
static unsigned x[N], other[N];
static double y[N], real[N];
static size_t at[M + 1], bt[M + 1];
static unsigned out[2 * N];
static int most;
#include "all-threads.h"

/* Each turn needs the sum of the row of the one before.  */
static size_t
scaled (void)
{
  nats turns (nats row)
  {
    nats v = row;
    for (int t = 0; t < 4; t++)
      {
	unsigned s = nova_sum (v);
	unsigned f (unsigned a) { return a * 3 + s; }
	v = nova_map (f, v);
      }
    return v;
  }
  return nova_store (out, N, nova_flatten (nova_map (turns, nova_segments (nova_view (x, N),
									     nova_view (at, M + 1)))));
}

static size_t
scaled_c (void)
{
  memcpy (out, x, sizeof x);
  for (size_t r = 0; r < M; r++)
    for (int t = 0; t < 4; t++)
      {
	unsigned s = 0;
	for (size_t i = at[r]; i < at[r + 1]; i++)
	  s += out[i];
	for (size_t i = at[r]; i < at[r + 1]; i++)
	  out[i] = out[i] * 3 + s;
      }
  return N;
}

/* As many turns as an argument says, each with the neighbour, which another thread may have made;
   only the sum is returned.  */
static size_t
turned (void)
{
  int turns = most;
  unsigned sum (nats row)
  {
    nats v = row;
    for (int t = 1; t <= turns; t++)
      {
	unsigned k = nova_reduce (nova_max, 0u, v);
	unsigned f (unsigned a, unsigned b) { return a * 5 + b + k; }
	v = nova_map (f, v, nova_rotate (1, v));
      }
    return nova_sum (v);
  }
  return nova_store (out, N, nova_map (sum, nova_segments (nova_view (x, N),
							     nova_view (at, M + 1))));
}

static size_t
turned_c (void)
{
  static unsigned v[N], w[N];
  for (size_t r = 0; r < M; r++)
    {
      size_t n = at[r + 1] - at[r];
      memcpy (v, x + at[r], n * sizeof *v);
      for (int t = 1; t <= most; t++)
	{
	  unsigned k = 0;
	  for (size_t i = 0; i < n; i++)
	    k = v[i] > k ? v[i] : k;
	  for (size_t i = 0; i < n; i++)
	    w[i] = v[i] * 5 + v[(i + 1) % n] + k;
	  memcpy (v, w, n * sizeof *v);
	}
      out[r] = 0;
      for (size_t i = 0; i < n; i++)
	out[r] += v[i];
    }
  return M;
}

/* As many turns as the row needs.  */
static size_t
while_large (void)
{
  nats halved (nats row)
  {
    nats v = row;
    while (nova_reduce (nova_max, 0u, v) > 20)
      {
	unsigned f (unsigned a) { return a / 2 + (a & 1); }
	v = nova_map (f, v);
      }
    return v;
  }
  return nova_store (out, N, nova_flatten (nova_map (halved, nova_segments (nova_view (x, N),
									      nova_view (at, M + 1)))));
}

static size_t
while_large_c (void)
{
  memcpy (out, x, sizeof x);
  for (size_t r = 0; r < M; r++)
    for (unsigned most = 21; most > 20;)
      {
	most = 0;
	for (size_t i = at[r]; i < at[r + 1]; i++)
	  most = out[i] > most ? out[i] : most;
	for (size_t i = at[r]; most > 20 && i < at[r + 1]; i++)
	  out[i] = out[i] / 2 + (out[i] & 1);
      }
  return N;
}

/* Two states of other lengths, which change places.  */
static size_t
exchanged (void)
{
  int turns = most;
  unsigned f (nats a, nats b)
  {
    nats u = a, v = b;
    for (int t = 0; t < turns; t++)
      {
	unsigned more (unsigned p) { return p * 7 + 1; }
	nats w = nova_map (more, u);
	u = nova_map (more, v);
	v = w;
      }
    return nova_sum (u) * 1000003 + nova_sum (v) * 31 + (unsigned) nova_length (u);
  }
  return nova_store (out, N,
		     nova_map (f, nova_segments (nova_view (x, N), nova_view (at, M + 1)),
			       nova_segments (nova_view (other, N), nova_view (bt, M + 1))));
}

static unsigned
grown (const unsigned *p, size_t n)
{
  unsigned sum = 0;
  for (size_t i = 0; i < n; i++)
    {
      unsigned a = p[i];
      for (int t = 0; t < most; t++)
	a = a * 7 + 1;
      sum += a;
    }
  return sum;
}

static size_t
exchanged_c (void)
{
  for (size_t r = 0; r < M; r++)
    {
      size_t n = at[r + 1] - at[r], k = bt[r + 1] - bt[r];
      unsigned a = grown (x + at[r], n), b = grown (other + bt[r], k);
      out[r] = most & 1 ? b * 1000003 + a * 31 + (unsigned) k : a * 1000003 + b * 31 + (unsigned) n;
    }
  return M;
}

/* Rounded alike however many threads there are.  */
static size_t
rounded (void)
{
  reals turns (reals row)
  {
    reals v = row;
    for (int t = 0; t < 5; t++)
      {
	double s = nova_sum (v) * 1e-6;
	double f (double a, double b) { return a * 0.7 + b * 0.3 - s; }
	v = nova_map (f, v, nova_rotate (1, v));
      }
    return v;
  }
  nova_store (real, N, nova_flatten (nova_map (turns, nova_segments (nova_view (y, N),
								     nova_view (at, M + 1)))));
  memcpy (out, real, sizeof real);
  return N;
}

static void
same (const char *what, size_t (*f) (void), size_t (*by_loops) (void))
{
  static unsigned got[N];
  size_t n = 0, k;

  all_threads (what, f, NULL);
  memcpy (got, out, sizeof got);
  memset (out, 0, sizeof out);
  k = by_loops ();
  for (size_t i = 0; i < k; i++)
    n += out[i] != got[i];
  check (what, n == 0);
}

int
main (void)
{
  nova_set_error_handler (handler);
  for (size_t i = 0; i < N; i++)
    {
      x[i] = (unsigned) (i * 7919 % 30011);
      other[i] = (unsigned) (i * 104729 % 1009);
      y[i] = (double) (i % 977) / 7;
    }
  /* One of half of all, short ones, some of which are empty; then others.  */
  for (size_t r = 0; r < M; r++)
    {
      at[r + 1] = at[r] + (r == 500 ? N / 2 : r % 60);
      bt[r + 1] = bt[r] + (r == 501 ? N / 2 : (r + 7) % 60);
    }
  at[M] = bt[M] = N;
  same ("scaled", scaled, scaled_c);
  same ("while large", while_large, while_large_c);
  for (most = 0; most < 4; most++)
    {
      same ("turned", turned, turned_c);
      same ("exchanged", exchanged, exchanged_c);
    }
  all_threads ("rounded", rounded, NULL);
  return 0;
}

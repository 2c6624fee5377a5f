/* What a function operand, and a region around it, has when it raises is given back: vectors, rows,
   regions inside.  No variable of the host has a vector when the handler's longjmp passes over it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, ROUNDS = 240 };
static jmp_buf out;
static int x[N], y[N], twice_of[N];

static void
handler (const char *line)
{
  (void) line;
  longjmp (out, 1);
}

static __attribute__ ((noinline)) int
positive (int v)
{
  if (v <= 0)
    nova_fail ("not positive");
  return v;
}

static int twice (int v) { return 2 * v; }

/* Fails where the seed comes in, behind the loop.  */
static __attribute__ ((noinline)) int
add_to (int a, int b)
{
  if (a < 0)
    nova_fail ("a seed");
  return a + b;
}

/* At the region's own level: a vector, then a function that fails.  */
static int
level (const int *p, int n)
{
  nova_vec (int) t = nova_map (twice, nova_view (p, n));
  return nova_reduce (add_to, p[N / 2], t) + nova_get (t, 1);
}

/* A function with vectors of its own, which is called as it is.  */
static __attribute__ ((noinline)) int
holder (int v)
{
  static const int some[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  nova_vec (int) a = nova_copy (nova_view (some, 3 + v % 5));
  nova_vec (int) rows[2] = { nova_map (twice, a), nova_reverse (a) };
  int r = 0;
  for (int k = 0; k < 2; k++)
    {
      nova_vec (int) t = nova_scan (nova_add, 0, rows[k]);
      r += positive (v) + nova_get (t, 0);
      nova_release (rows[k]);
    }
  return r;
}

static int
holds (const int *p, int n)
{
  return nova_reduce (nova_add, 0, nova_map (holder, nova_view (p, n)));
}

/* Elements that are vectors.  */
static nova_vec (int)
row (int v)
{
  return nova_map (nova_lambda (int, (int k), { return k + positive (v); }),
		   nova_range (v < 0 ? 3 : v % 7));
}

/* Whoever only takes their number makes no rows, and meets no error.  */
static __attribute__ ((noinline)) size_t
number (nova_vec (nova_vec (int)) t)
{
  return nova_length (nova_flatten (t));
}

static size_t
rows (const int *p, int n)
{
  return number (nova_map (row, nova_view (p, n)));
}

/* A store before the error is done, and what comes after it is not.  */
static void
stored (const int *p, int n)
{
  nova_store (twice_of, n, nova_map (twice, nova_view (p, n)));
  nova_store (y, n, nova_map (positive, nova_view (p, n)));
}

static size_t
in_use (void)
{
  return mallinfo2 ().uordblks;
}

int
main (void)
{
  volatile size_t before = 0;
  volatile int round, raised = 0, way;

  nova_set_error_handler (handler);
  for (int k = 0; k < N; k++)
    x[k] = k + 1;
  for (round = 0; round < ROUNDS; round++)
    {
      x[N / 2] = round % 3 ? -1 : 151;
      x[0] = round % 3 == 1 ? 0 : 1;
      for (way = 0; way < 4; way++)
	if (setjmp (out) == 0)
	  switch (way)
	    {
	    case 0: if (level (x, N) <= N) return 2; break;
	    case 1: if (holds (x, N) <= N) return 3; break;
	    case 2: if (rows (x, N) <= N) return 4; break;
	    case 3: stored (x, N); break;
	    }
	else
	  raised++;
      if (twice_of[1] != 4 || twice_of[N / 2] != 2 * x[N / 2])
	return 5;
      if (round == ROUNDS / 2)
	before = in_use ();
    }
  if (raised != 4 * ROUNDS * 2 / 3)
    return printf ("%d raised\n", raised), 6;
  /* One small vector a round would be more; what threads keep of freed ones is less.  */
  if (in_use () > before + 100000)
    return printf ("%zu bytes more\n", in_use () - before), 7;
  puts ("done");
  return 0;
}

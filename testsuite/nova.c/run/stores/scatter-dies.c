/* What a variable holds is scattered into, and put back: in place, unless another variable holds it,
   too, or the indices are in the same memory.
   { dg-nova-levels "-O1" "-O3" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define N 50000

typedef nova_vec (int) ints;

static int want[N], got[N], at[N], value[N];
static jmp_buf env;
static char said[200];

static void
handler (const char *line)
{
  strcpy (said, line);
  longjmp (env, 1);
}

static int
look (const char *what, ints x)
{
  nova_store (got, N, x);
  if (!memcmp (got, want, sizeof want))
    return 0;
  printf ("%s\n", what);
  return 1;
}

static void
make (void)
{
  for (int i = 0; i < N; i++)
    want[i] = 3 * i;
}

static ints
fresh (void)
{
  int three (int i) { return 3 * i; }
  return nova_map (three, nova_range (N));
}

/* In turns, of more and more elements; some of which were read before.  */
static int
turns (void)
{
  ints x = fresh ();
  make ();
  for (int n = 1, k = 1; n <= N; n *= 7, k++)
    {
      ints i = nova_view (at, n);
      int more (int j) { return nova_get (x, j) + k; }
      ints y = nova_map (more, i);
      x = nova_scatter (x, i, y);
      int odd (int v) { return v & 1; }
      ints z = nova_filter (odd, y);
      int sum = nova_sum (z), plain = 0;
      for (int j = 0; j < n; j++)
	want[at[j]] += k, plain += want[at[j]] & 1 ? want[at[j]] : 0;
      if (sum != plain)
	return printf ("odd %d\n", n);
    }
  return look ("turns", x);
}

static int
shared (void)
{
  ints x = fresh (), y = x;
  make ();
  x = nova_scatter (x, nova_view (at, 10), nova_view (value, 10));
  int failed = look ("the other", y);
  for (int j = 0; j < 10; j++)
    want[at[j]] = value[j];
  return failed | look ("shared", x);
}

static int
bins (void)
{
  ints x = fresh ();
  make ();
  for (int k = 0; k < 3; k++)
    x = nova_reduce_into (nova_add, x, nova_view (at, N), nova_view (value, N));
  for (int j = 0; j < 3 * N; j++)
    want[at[j % N]] += value[j % N];
  return look ("bins", x);
}

static void
beyond (ints x)
{
  at[N - 1] = N;
  x = nova_scatter (x, nova_view (at, N), nova_view (value, N));
  nova_store (got, N, x);
}

int
main (void)
{
  nova_set_error_handler (handler);
  for (int i = 0; i < N; i++)
    {
      at[i] = i * 7919LL % N;
      value[i] = i % 100;
    }
  if (turns () || shared () || bins ())
    return 1;
  if (!setjmp (env))
    {
      beyond (fresh ());
      return 2;
    }
  if (!strstr (said, "the index 50000, is not below 50000"))
    return printf ("%s\n", said);
  return 0;
}

/* Indices of long rows, whose bins have loops of their own, and of short ones are wrong: the first
   of them is the error, on any number of threads, and nothing is stored.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

/* Row 1 has most of the elements, row 3 a quarter, the others 2 each.  */
#define N 200000
#define LONG (N / 2)
#define NEXT (N / 4)
#define BINS 10

static jmp_buf env;
static char said[200];
static int k[N], out[BINS * N], most[N];
static size_t at[N + 1], m;

static void
handler (const char *line)
{
  strcpy (said, strstr (line, ": "));
  longjmp (env, 1);
}

static nova_vec (int)
histogram (nova_vec (int) row)
{
  return nova_reduce_by_index (nova_add, 0, BINS, row, nova_replicate (nova_length (row), 1));
}

static void
all (void)
{
  nova_store (out, m * BINS, nova_map (histogram, nova_segments (nova_view (k, N),
								 nova_view (at, m + 1))));
}

/* The bins are memory of the row's.  */
static void
commonest (void)
{
  int common (nova_vec (int) row) { return nova_maximum (histogram (row)); }
  nova_store (most, m, nova_map (common, nova_segments (nova_view (k, N), nova_view (at, m + 1))));
}

/* Does F say that element ELEM, of value K, is wrong?  */
static int
fails (void (*f) (void), int elem, int value)
{
  char text[100];

  memset (out, -1, sizeof out);
  memset (most, -1, sizeof most);
  if (setjmp (env) == 0)
    return f (), 0;
  sprintf (text, "element %d, the index %d, is not below %d", elem, value, BINS);
  if (!strstr (said, text))
    return puts (said), 0;
  for (size_t i = 0; i < BINS * m; i++)
    if (out[i] != -1 || most[i / BINS] != -1)
      return puts ("stored"), 0;
  return 1;
}

static int
both_fail (int elem, int value)
{
  return fails (all, elem, value) && fails (commonest, elem, value);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    k[i] = i * 31 % BINS;
  for (m = 0; at[m] < N; m++)
    at[m + 1] = at[m] + (m == 1 ? LONG : m == 3 ? NEXT : 2);
  all ();
  commonest ();
  for (size_t i = 0; i < m; i++)
    {
      int n = 0;
      for (size_t j = at[i]; j < at[i + 1]; j++)
	out[i * BINS + (size_t) k[j]]--;
      for (size_t q = 0; q < BINS; q++)
	n |= out[i * BINS + q];
      if (n || !most[i])
	return 1;
    }
  nova_set_error_handler (handler);
  k[N - 1] = 20;
  if (!both_fail (1, 20))
    return 2;
  k[LONG + 5000] = 21;
  if (!both_fail (4996, 21))
    return 3;
  k[LONG - 10] = 22;
  k[LONG - 20] = 23;
  if (!both_fail (LONG - 22, 23))
    return 4;
  k[1] = 24;
  if (!both_fail (1, 24))
    return 5;
  k[N - 1] = k[LONG + 5000] = k[LONG - 10] = k[LONG - 20] = k[1] = 3;
  all ();
  commonest ();
  return 0;
}

/* Long rows whose elements each make a row: expanded, repeated, of several levels, with sizes that may
   be wrong.  Results are those of loops, the first error in order is raised, and both are the same on
   any number of threads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-sanitize "-O1" "an argument that longjmp leaves is counted there at -O0" } */

#include <nova.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

enum { N = 60000, M = 999 };
static int x[N], out[6 * N];
static size_t at[M + 1];
#include "all-threads.h"

static size_t often = 3;

/* Of X; an error leaves nothing of it behind.  */
static rows xs;

static size_t
expand (void)
{
  ints expanded (ints r)
  {
    int size (int v) { return v % 4; }
    int value (int v, int i) { return v ^ i; }
    return nova_expand (size, value, r);
  }
  return nova_store (out, 3 * N, nova_flatten (nova_map (expanded, xs)));
}

/* As often as it says.  */
static size_t
repeat (void)
{
  ints repeated (ints r)
  {
    ints times (int v) { return nova_replicate ((size_t) (v % 4), v); }
    return nova_flatten (nova_map (times, r));
  }
  return nova_store (out, 3 * N, nova_flatten (nova_map (repeated, xs)));
}

/* All as often.  */
static size_t
fixed (void)
{
  ints repeated (ints r)
  {
    ints times (int v) { return nova_replicate (often, v); }
    return nova_flatten (nova_map (times, r));
  }
  return nova_store (out, 3 * N, nova_flatten (nova_map (repeated, xs)));
}

/* 0, 0 1, 0 1 2, of each.  */
static size_t
triangle (void)
{
  ints made (ints r)
  {
    rows of (int v)
    {
      ints upto (int k) { return nova_range (0, k + 1); }
      return nova_map (upto, nova_range (0, v & 3));
    }
    return nova_flatten (nova_flatten (nova_map (of, r)));
  }
  return nova_store (out, 6 * N, nova_flatten (nova_map (made, xs)));
}

/* Beside the number of elements.  */
static size_t
longest (void)
{
  ints expanded (ints r)
  {
    int size (int v) { return v % 4; }
    int value (int v, int i) { return v + i; }
    return nova_expand (size, value, r);
  }
  int length (ints r) { return (int) nova_length (r); }
  rows es = nova_map (expanded, xs);
  size_t n = nova_store (out, 3 * N, nova_flatten (es));
  return n + (size_t) nova_reduce (nova_max, 0, nova_map (length, es));
}

/* Against loops.  */
static void
by_hand (void)
{
  size_t k, pos, most = 0, all;

  all_threads ("expand", expand, NULL);
  for (k = pos = 0; k < N; k++)
    for (int i = 0; i < x[k] % 4; i++)
      check ("expand", out[pos++] == (x[k] ^ i));
  check ("expand", expand () == pos);
  all_threads ("repeat", repeat, NULL);
  for (k = pos = 0; k < N; k++)
    for (int i = 0; i < x[k] % 4; i++)
      check ("repeat", out[pos++] == x[k]);
  check ("repeat", repeat () == pos);
  all_threads ("longest", longest, NULL);
  for (k = all = 0; k < M; k++)
    {
      size_t n = 0;
      for (size_t j = at[k]; j < at[k + 1]; j++)
	n += (size_t) (x[j] % 4);
      all += n;
      most = n > most ? n : most;
    }
  check ("longest", longest () == all + most);
  all_threads ("fixed", fixed, NULL);
  for (k = pos = 0; k < N; k++)
    for (size_t i = 0; i < often; i++)
      check ("fixed", out[pos++] == x[k]);
  check ("fixed", fixed () == pos);
  all_threads ("triangle", triangle, NULL);
  for (k = pos = 0; k < N; k++)
    for (int i = 0; i < (x[k] & 3); i++)
      for (int j = 0; j <= i; j++)
	check ("triangle", out[pos++] == j);
  check ("triangle", triangle () == pos);
}

/* Element K of row R has no size, the last one of the row neither.  */
static void
with_errors (size_t r, size_t k)
{
  size_t last = at[r + 1] - 1;
  int was = x[at[r] + k], at_end = x[last];
  char text[80];

  x[last] = -2;
  x[at[r] + k] = -3;
  snprintf (text, sizeof text, "element %zu", k);
  all_threads ("expand", expand, text);
  all_threads ("longest", longest, text);
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

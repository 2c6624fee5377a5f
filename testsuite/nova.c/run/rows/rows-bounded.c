/* Neighbours of vertices of fixed degree that a table admits are kept in one pass, whatever the
   degree is; one that is no vertex is an error of the first vertex that has it, as before.
   { dg-nova-levels "-O1" "-O3" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 20000

typedef nova_vec (int) vertices;

static jmp_buf env;
static char said[200];
static int near[64 * N], level[N], front[N], want[64 * N], got[64 * N];

static void
handler (const char *line)
{
  strcpy (said, line);
  longjmp (env, 1);
}

static size_t
next_of_four (size_t n, size_t m)
{
  nova_vec (vertices) rows = nova_view (near, m, 4);
  vertices d = nova_view (level, m);
  vertices v = nova_for (int, (v, nova_view (front, n)), (w, nova_get (rows, v)),
			 nova_when (nova_get (d, w) < 0), w);
  return nova_store (got, sizeof got / sizeof *got, v);
}

static size_t
next (size_t n, size_t m, size_t degree)
{
  nova_vec (vertices) rows = nova_view (near, m, degree);
  vertices d = nova_view (level, m);
  vertices v = nova_for (int, (v, nova_view (front, n)), (w, nova_get (rows, v)),
			 nova_when (nova_get (d, w) < 0), w);
  return nova_store (got, sizeof got / sizeof *got, v);
}

static void
look (const char *what, size_t made, size_t n, size_t degree)
{
  size_t k = 0;

  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < degree; j++)
      {
	int w = near[front[i] * degree + j];
	if (level[w] < 0)
	  want[k++] = w;
      }
  if (made != k || memcmp (got, want, k * sizeof *got))
    {
      printf ("%s of %zu, degree %zu: %zu, not %zu\n", what, n, degree, made, k);
      exit (1);
    }
}

static void
look_said (const char *error)
{
  if (!strstr (said, error))
    {
      printf ("%s: not said, but %s\n", error, said);
      exit (1);
    }
}

int
main (void)
{
  static const size_t degrees[] = { 0, 1, 3, 32, 33, 64 }, lengths[] = { 0, 1, 7, 3000, N };

  nova_set_error_handler (handler);
  for (size_t i = 0; i < 64 * N; i++)
    near[i] = (i * 2654435761u >> 7) % N;
  for (size_t i = 0; i < N; i++)
    {
      level[i] = i * 40503u % 8 < 3 ? -1 : 1;
      front[i] = i * 7919u % N;
    }
  for (unsigned l = 0; l < 5; l++)
    {
      look ("four", next_of_four (lengths[l], N), lengths[l], 4);
      for (unsigned k = 0; k < 6; k++)
	look ("any", next (lengths[l], N, degrees[k]), lengths[l], degrees[k]);
    }
  front[15000] = N + 5;
  front[17000] = -1;
  if (!setjmp (env))
    {
      next_of_four (N, N);
      return 1;
    }
  look_said ("operand 2: index 20005 is not below 20000");
  near[4 * front[14990] + 2] = -7;
  near[4 * front[14990] + 3] = N;
  near[4 * front[16000]] = N;
  if (!setjmp (env))
    {
      next_of_four (N, N);
      return 1;
    }
  look_said ("operand 2: index -7 is not below 20000");
  look ("before that", next (14990, N, 4), 14990, 4);
  return 0;
}

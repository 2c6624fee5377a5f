/* What is read behind a store is what was stored, where the two may be one: a variable of the
   program and a parameter, an allocation and a pointer that a function gives back, a restrict
   parameter and what is based on it, a vector that comes from elsewhere.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define ALONE static __attribute__ ((noipa))

enum { N = 40 };
typedef nova_vec (int) vec;
static int global[N], from[N];
static int bad;

static int square (int x) { return x * x; }
ALONE int *same (int *p) { return p; }
ALONE vec seen (const int *p) { return nova_view (p, N); }

static void
check (int is, int wanted, const char *what)
{
  if (is != wanted)
    printf ("%s: %d, not %d\n", what, is, wanted);
  bad |= is != wanted;
}

/* Each stores squares of FROM and sums up what it then sees.  */
#define BODY(TO, SEEN) \
  nova_store (TO, N, nova_map (square, nova_view (from, N))); \
  return nova_sum (SEEN)

ALONE int parameter (const int *p) { BODY (global, nova_view (p, N)); }
ALONE int restricted (int *restrict p) { int *q = same (p); BODY (p, nova_view (q, N)); }
ALONE int elsewhere (vec v, int *p) { BODY (p, v); }
ALONE int
allocated (void)
{
  int *m = malloc (N * sizeof *m), sum;
  for (int i = 0; i < N; i++)
    m[i] = 0;
  const int *q = same (m);
  nova_store (m, N, nova_map (square, nova_view (from, N)));
  sum = nova_sum (nova_view (q, N));
  free (m);
  return sum;
}

int
main (void)
{
  int want = 0;
  for (int i = 0; i < N; i++)
    {
      from[i] = i % 7;
      want += from[i] * from[i];
    }
#define AGAIN for (int i = 0; i < N; i++) global[i] = 0
  AGAIN;
  check (parameter (global), want, "a parameter");
  AGAIN;
  check (restricted (global), want, "a restrict parameter");
  AGAIN;
  check (elsewhere (seen (global), global), want, "a vector");
  check (allocated (), want, "an allocation");
  return bad;
}

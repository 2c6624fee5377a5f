/* A function of a row of fewer than 64 gives the same bits among others and alone, unless GCC
   contracts a product and a sum in one of them.  (The lanes of longer rows are folded by halves.)
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-options "-ffp-contract=off" } */

#include <nova.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 300, MOST = 63, N = ROWS * MOST };
typedef nova_vec (float) floats;
static float x[N], together[ROWS], parts[N], alone[N];
static size_t o[ROWS + 1];
static int bad;

static float
powers (floats r)
{
  floats p = nova_exscan (nova_mul, 1.0f, nova_replicate (nova_length (r), 0.97f));
  return nova_sum (nova_map (nova_mul, r, p));
}

/* The greatest sum of neighbours.  */
static float
best (floats r)
{
  float minus (float p, float q) { return p - q; }
  floats s = nova_scan (nova_add, 0.0f, r), least = nova_exscan (nova_min, 0.0f, s);
  return nova_reduce (nova_max, -1e30f, nova_map (minus, s, least));
}

/* A sum of sums, of those that are positive.  */
static float
sums (floats r)
{
  float positive (float p) { return p > 0 ? p : 0; }
  return nova_sum (nova_map (positive, nova_scan (nova_add, 0.25f, r)));
}

static floats
halves (floats r)
{
  int small (float p) { return p < 0.25f; }
  return nova_flatten (nova_partition (small, r));
}

static void
check (const char *what, const float *is, const float *wanted, size_t n)
{
  if (memcmp (is, wanted, n * sizeof *is))
    printf ("%s: differs\n", what), bad = 1;
}

#define EACH(F) \
  static __attribute__ ((noipa)) float F##_alone (const float *p, size_t n) \
  { \
    return F (nova_view (p, n)); \
  } \
  static void F##_rows (size_t n) \
  { \
    nova_store (together, ROWS, nova_map (F, nova_segments (nova_view (x, n), \
							    nova_view (o, ROWS + 1)))); \
    for (size_t r = 0; r < ROWS; r++) \
      alone[r] = F##_alone (x + o[r], o[r + 1] - o[r]); \
    check (#F, together, alone, ROWS); \
  }
EACH (powers)
EACH (best)
EACH (sums)

/* One that a loop in C makes.  */
static size_t
halves_loop (size_t n)
{
  size_t all = 0;
  for (size_t r = 0; r < ROWS; r++)
    for (int small = 1; small >= 0; small--)
      for (size_t i = o[r]; i < o[r + 1]; i++)
	if ((x[i] < 0.25f) == small)
	  alone[all++] = x[i];
  return all - n;
}

int
main (void)
{
  unsigned seed = 1;
  for (size_t i = 0; i < N; i++)
    seed = seed * 1103515245 + 12345, x[i] = (float) ((int) (seed >> 8) % 4001) / 3000 - 0.6f;
  for (size_t r = 0; r < ROWS; r++)
    o[r + 1] = o[r] + (r * r + r / 7) % (r % 3 ? MOST + 1 : 5);
  size_t n = o[ROWS];
  powers_rows (n);
  best_rows (n);
  sums_rows (n);
  bad |= nova_store (parts, N, nova_map (halves, nova_segments (nova_view (x, n),
								nova_view (o, ROWS + 1)))) != n;
  bad |= halves_loop (n) != 0;
  check ("halves", parts, alone, n);
  return bad;
}

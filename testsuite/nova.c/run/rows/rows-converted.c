/* Rows that are stored as another type, or of which something is stored for each element: where they
   are as long as what is read, and where they are not; over what they are made of, too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-leaks "vectors of the host that longjmp leaves" } */

#include <nova.h>
#include <stdlib.h>
#include "../says.h"

#define N 40000
#define ROWS 6000

#define CHECK(E) do if (!(E)) { printf ("%d: %s: %s\n", __LINE__, #E, message); exit (1); } while (0)

typedef nova_vec (int) ints;

static int x[N];
static double to[2 * N], sums[N], odds[N];
static size_t at[ROWS + 1], nodds;

static inline nova_vec (ints)
cut (const int *from)
{
  return nova_segments (nova_view (from, N), nova_view (at, ROWS + 1));
}

static size_t
store_sums (double *p, size_t room, const int *from)
{
  ints row (ints r) { return nova_scan (nova_add, 0, r); }
  return nova_store (p, room, nova_map (row, cut (from)));
}

static size_t
store_halves (double *p, size_t room, const int *from, double by)
{
  ints row (ints r) { return nova_scan (nova_add, 0, r); }
  double part (int v) { return v * by; }
  return nova_store (p, room, nova_map (part, nova_flatten (nova_map (row, cut (from)))));
}

static size_t
store_odd (double *p, size_t room, const int *from)
{
  int odd (int v) { return v % 2; }
  ints row (ints r) { return nova_filter (odd, r); }
  return nova_store (p, room, nova_map (row, cut (from)));
}

/* With rows whose elements may fail.  */
static size_t
store_found (double *p, size_t room, const int *from, size_t n)
{
  ints row (ints r) { return nova_gather (r, nova_view (from, n)); }
  return nova_store (p, room, nova_map (row, cut (from)));
}

static void
fill (void)
{
  unsigned s = 1;
  for (int i = 0; i < N; i++)
    x[i] = (s = s * 1103515245 + 12345) >> 16 & 63;
  for (int i = 0; i <= ROWS; i++)
    at[i] = i == ROWS ? N : (i - (i % 4 == 3)) * 6 + (i % 4 == 1);
  for (int i = 0; i < ROWS; i++)
    for (size_t k = at[i], sum = 0; k < at[i + 1]; k++)
      {
	sums[k] = sum += x[k];
	if (x[k] % 2)
	  odds[nodds++] = x[k];
      }
}

int
main (void)
{
  fill ();
  CHECK (store_sums (to, N, x) == N && memcmp (to, sums, sizeof sums) == 0 && to[N] == 0);
  CHECK (store_odd (to, N, x) == nodds && memcmp (to, odds, nodds * sizeof *to) == 0);
  CHECK (store_halves (to, N, x, 0.5) == N);
  for (int i = 0; i < N; i++)
    CHECK (to[i] == sums[i] / 2);
  CHECK (store_found (to, N, x, 64) == N);
  for (int i = 0; i < N; i++)
    CHECK (to[i] == x[x[i]]);

  for (size_t shift = 0; shift < 3; shift++)
    {
      int *y = (int *) (to + N / 2 + shift);
      memcpy (y, x, sizeof x);
      CHECK (store_sums (to + N / 4, N, y) == N);
      CHECK (memcmp (to + N / 4, sums, sizeof sums) == 0);
      memcpy (y, x, sizeof x);
      CHECK (store_odd (to + N / 2, N, y) == nodds);
      CHECK (memcmp (to + N / 2, odds, nodds * sizeof *to) == 0);
    }

  nova_set_error_handler (handler);
  memset (to, 0, sizeof to);
  SAYS (store_sums (to, N - 1, x),
	"__nova_store: operand 2 has room for 39999 elements, operand 3 has 40000");
  x[at[99] + 1] = 64;
  SAYS (store_found (to, N, x, 64),
	"__nova_gather: operand 1: element 1, the index 64, is not below 64");
  for (int i = 0; i < N; i++)
    CHECK (to[i] == 0);
  return bad;
}

/* Bins that are taken in blocks: the first index outside is reported, wherever it stands, -1 writes
   nothing, and values are what a loop combines.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdlib.h>
#include "../fails.h"

#define N 200000
#define BINS 300

static int ix[N], x[N], got[BINS], want[BINS];

static void
largest (size_t n)
{
  nova_store (got, BINS, nova_reduce_by_index (nova_max, -5, BINS, nova_view (ix, n),
					       nova_view (x, n)));
}

static int
check (size_t n)
{
  int bad = 0;
  largest (n);
  for (int b = 0; b < BINS; b++)
    want[b] = -5;
  for (size_t i = 0; i < n; i++)
    if (ix[i] >= 0 && x[i] > want[ix[i]])
      want[ix[i]] = x[i];
  for (int b = 0; b < BINS; b++)
    bad |= got[b] != want[b];
  if (bad)
    printf ("wrong, of %zu\n", n);
  return bad;
}

int
main (void)
{
  static const size_t sizes[] = { 0, 63, 64, 2399, 2400, 2401, 4800, N };
  static const int places[] = { 0, 63, 64, 4799, 100001, N - 1 };
  unsigned state = 1;
  int bad = 0;

  nova_set_error_handler (handler);
  for (size_t i = 0; i < N; i++)
    {
      state = state * 1664525u + 1013904223u;
      ix[i] = (state >> 8) % BINS;
      x[i] = (int) (state >> 4) - (1 << 27);
    }
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    bad |= check (sizes[k]);
  for (size_t i = 5; i < N; i += 1000)
    ix[i] = -1;
  bad |= check (N);
  for (unsigned k = 0; k < sizeof places / sizeof *places; k++)
    {
      int keep = ix[places[k]], last = ix[N - 1];
      char text[100];
      ix[N - 1] = -7;
      ix[places[k]] = BINS;
      snprintf (text, sizeof text, "element %d, the index 300, is not below 300", places[k]);
      FAILS (largest (N), text);
      ix[N - 1] = last;
      ix[places[k]] = keep;
    }
  bad |= check (N);
  return bad;
}

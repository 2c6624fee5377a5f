/* A parallel loop inside a chunk of another.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <stdatomic.h>

enum { ROWS = 37, COLS = 5 };

static atomic_int sum[ROWS];

static void
inner (void *args, size_t c)
{
  atomic_fetch_add (&sum[*(size_t *) args], (int) c + 1);
}

static void
outer (void *args, size_t c)
{
  (void) args;
  nova_parfor (inner, &c, COLS, LARGE, NULL);
}

int
main (void)
{
  struct nova_frame frame = { 0 };
  for (int k = 0; k < 100; k++)
    {
      nova_parfor (outer, NULL, ROWS, LARGE, k % 2 ? &frame : NULL);
      for (int i = 0; i < ROWS; i++)
        {
          CHECK (sum[i] == COLS * (COLS + 1) / 2);
          sum[i] = 0;
        }
    }
  /* A small outer loop, whose inner ones may use the pool.  */
  nova_parfor (outer, NULL, 3, 10, &frame);
  for (int i = 0; i < 3; i++)
    CHECK (sum[i] == COLS * (COLS + 1) / 2);
  CHECK (!frame.failed);
  return 0;
}

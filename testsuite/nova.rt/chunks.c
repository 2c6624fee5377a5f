/* Each chunk runs exactly once, for all kinds of counts.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <stdatomic.h>

static atomic_uchar count[200000];

static void
mark (void *args, size_t c)
{
  (void) args;
  atomic_fetch_add (&count[c], 1);
}

static void
run (size_t chunks, size_t cost)
{
  nova_parfor (mark, NULL, chunks, cost, NULL);
  for (size_t c = 0; c < chunks; c++)
    {
      CHECK (count[c] == 1);
      count[c] = 0;
    }
  CHECK (chunks == sizeof count || count[chunks] == 0);
}

int
main (void)
{
  static const size_t sizes[] = { 0, 1, 2, 3, 4, 5, 7, 8, 100, 1023, 1024, 65535, 65536, 65537,
                                  131072, 200000 };
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      run (sizes[k], LARGE);
      run (sizes[k], 0);
      run (sizes[k], SIZE_MAX);
    }
  for (int k = 0; k < 2000; k++)
    run (k % 9, LARGE);
  return 0;
}

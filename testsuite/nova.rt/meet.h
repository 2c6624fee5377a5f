/* A loop whose chunks wait, but not for ever, until a second thread has one.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <stdatomic.h>
#include <unistd.h>

/* So many chunks the loop has, each of at most 1 ms.  */
enum { PATIENCE = 10000 };

/* Threads that have had a chunk.  */
static atomic_int threads;

static void
meet (void *p, size_t c)
{
  static _Thread_local int here;
  (void) p, (void) c;
  if (!here)
    {
      here = 1;
      threads++;
    }
  if (threads < 2)
    usleep (1000);
}

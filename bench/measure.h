/* What the benchmarks that compare nova with a loop share: memory, clocks, the time of a call.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The benchmark defines struct data.  The time is that of the processor for one thread, which other
   work on the machine does not disturb, and that of the clock for more.  */

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct data;

static double
now (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int
ascending (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void *
room (size_t bytes)
{
  void *p = aligned_alloc (64, (bytes + 4096 + 63) & ~63ul);
  if (!p)
    abort ();
  return p;
}

/* The median time of RUN (D) in seconds, and what its first call gives in *RESULT.  */
static double
measure (double (*run) (struct data *), struct data *d, double *result)
{
  const char *threads = getenv ("NOVA_NUM_THREADS");
  clockid_t clock = threads && !strcmp (threads, "1") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
  *result = run (d);
  double t[9], once = now (clock);
  run (d);
  once = now (clock) - once;
  size_t calls = once < 1e-3 ? 1e-3 / (once + 1e-9) + 1 : 1;
  for (size_t k = 0; k < 9; k++)
    {
      double start = now (clock);
      for (size_t c = 0; c < calls; c++)
	run (d);
      t[k] = (now (clock) - start) / calls;
    }
  qsort (t, 9, sizeof *t, ascending);
  return t[4];
}

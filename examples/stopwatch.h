/* Times a computation of an example: the best of several runs, on stderr.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The results of a program go to stdout and must not depend on how it was compiled; the time goes
   to stderr as "seconds X", where the script that compares the two versions finds it.  */

#ifndef STOPWATCH_H
#define STOPWATCH_H

#include <stdio.h>
#include <time.h>

static inline double
stopwatch_now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Run the statement after it RUNS times and report the best time.  */
#define STOPWATCH(runs)								\
  for (double sw_best_ = 1e30, sw_start_, sw_k_ = 0;				\
       sw_k_ < (runs) ? (sw_start_ = stopwatch_now (), 1)			\
		      : (fprintf (stderr, "seconds %.9f\n", sw_best_), 0);	\
       sw_start_ = stopwatch_now () - sw_start_,				\
       sw_best_ = sw_start_ < sw_best_ ? sw_start_ : sw_best_, sw_k_++)

#endif

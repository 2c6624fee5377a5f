/* The cases of the benchmark: what they are given, and the least that they have to do.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CASES_H
#define CASES_H

#include <stdbool.h>
#include <stddef.h>
#include "bench.h"

/* The arrays of an output: x, y, z, p, q.  All have elements of 4 bytes.  */
enum { OUTPUTS = 5, FLOAT_OUTPUTS = 3 };

/* One case at one size.  */
struct job
{
  input in;
  output out;
  long len[OUTPUTS];		/* elements of out's arrays */
  int per;			/* not 0: so many of them for each of out.n are compared, not all */
  int scalars;			/* of out.r, compared */
  bool in_place;			/* out.x is a copy of in.x, and is updated */
  bool f64;			/* the operations are of doubles */
  /* The least that a run needs: bytes that are read and written, operations.  */
  double read, written, flops;
  double items;			/* where neither of these binds, so many things are done */
  double tolerance;		/* of what is compared, relative to the largest */
  double stray;			/* the part of the elements that may be out of it */
};

enum { SIZES = 3 };

/* The sizes' letters, ascending: about 1 MiB, 32 MiB and 1 GiB are touched, unless work binds.  */
extern const char size_letters[SIZES + 1];

/* A case: make NAME at size SIZE, an index of size_letters, in *J, which is empty.  Numbers are the
   same in every run.  */
struct bench_case
{
  const char *name;
  void (*make) (struct job *j, int size);
};

extern const struct bench_case bench_cases[];
extern const size_t bench_ncases;

/* BYTES of memory of zeros in huge pages, aligned to 2 MiB, for ever.  Exits if there is none.  */
extern void *grab (size_t bytes);

/* What was grabbed by bench_case's functions, in bytes.  */
extern size_t grabbed;

#endif

/* Between the functions that fir-wrap makes and fir-run.c.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef FIR_RUN_H
#define FIR_RUN_H 1

/* The region of DUMP begins, with its operands where ARGS point; it ends, with its results where
   RESULTS point.  */
void fir_before (const char *dump, void **args);
void fir_after (void **results);

/* An error with LINE is raised: does not return if it is that of a function which the evaluator
   called.  */
void fir_raised (const char *line);

/* What was evaluated, on stdout; 1 if a region's results were others.  */
int fir_summary (void);

/* The leaves that fir-run.c may call, by their names, the last one without.  */
struct fir_thunk
{
  const char *name;
  void (*run) (void **args, void *result);
};
extern const struct fir_thunk fir_thunks[];

#endif

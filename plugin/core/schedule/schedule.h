/* Passes from IMP to IMP: they change how a program runs, not what it computes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_H
#define NOVA_SCHEDULE_H

#include "imp/imp-make.h"
#include "pass/pass.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned schedule_function (struct imp_prog *p, struct imp_proc *proc);

#define IMP_PASS(NAME, TEXT, TAKES, FOR, NEEDS, NOT, GIVES, DOC) \
  extern schedule_function schedule_##NAME;
#include "imp-passes.def"
#undef IMP_PASS

/* What a pass runs over: the procedures of regions, or functions, too.  */
enum schedule_takes
{
  SCHEDULE_PROCS,
  SCHEDULE_ALL
};

/* What it is for: speed alone, or programs that could not be generated otherwise, too.  */
enum schedule_purpose
{
  SCHEDULE_FOR_ANY,
  SCHEDULE_FOR_SPEED
};

/* A row of imp-passes.def.  */
struct schedule_pass
{
  const char *name, *doc;
  enum schedule_takes takes;
  enum schedule_purpose purpose;
  unsigned needs, excludes, gives;	/* enum imp_prop */
  schedule_function *run;		/* over a procedure; how many changes it made */
};
extern const struct schedule_pass schedule_table[];
extern const unsigned schedule_count;

/* What a pass has made of a statement.  */
enum schedule_taken
{
  SCHEDULE_LEFT,		/* nothing: it stays, and what stands in it is looked at */
  SCHEDULE_TURNED,		/* another form of it, which is looked at in its place */
  SCHEDULE_TAKEN		/* something that is done with, but for what stands in INTO */
};

/* A walk over the statements of a procedure, in their order.  */
struct schedule_walk
{
  /* What becomes of S, of block B, goes to the end of H, unless it stays.  Statements behind S may
     go, too.  */
  enum schedule_taken (*take) (struct schedule_walk *w, struct imp_here *h, struct imp_block *b,
			       struct imp_stmt *s);
  bool inner_first;		/* what stands in S is looked at before S, else behind it */
  void *data;			/* of the pass */
  struct imp_stmt *into;	/* of TAKE, which finds NULL here */
  enum par_level level;		/* who runs what TAKE is given */
};

/* Note in ODD, here, a row of N elements: it stays 0 as long as each has SIZE.  */
extern void schedule_single_note (struct imp_here *h, const struct imp_expr *odd,
				  struct imp_expr *n, const struct imp_expr *size);

/* Look at what PROC does, as W says; how many statements have been taken.  */
extern unsigned schedule_walk (struct imp_prog *p, struct imp_proc *proc, struct schedule_walk *w);

/* Run the passes over P that OPT selects: those of OPT->only, in its order, or all if it names none
   of them; except those of OPT->off; up to OPT->stop_after.  OPT NULL: all.  After each, checks,
   prints and re-reads P, and passes it to OPT->dump_imp, as OPT says; a pass that leaves an invalid
   program is a fatal error with its name.  False if the order does not satisfy the needs of the
   passes, which has been reported.  */
extern bool schedule_run (struct imp_prog *p, const struct pass_options *opt);

/* Run the passes over P, in their order, that establish those of PROPS, enum imp_prop, which it
   lacks.  */
extern bool schedule_reach (struct imp_prog *p, unsigned props);

/* Stop if P, which WHAT has produced, is not valid IMP, or, if AGAIN, does not print and read back
   as itself.  */
extern void schedule_check (struct imp_prog *p, const char *what, bool again);

/* Do all passes that OPT names exist, over FIR or IMP?  The first that does not has been
   reported.  */
extern bool schedule_known (struct nova_ctx *ctx, const struct pass_options *opt);

#ifdef __cplusplus
}
#endif

#endif

/* Building statements of IMP at the current position of a pass.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_IMP_MAKE_H
#define NOVA_IMP_MAKE_H

#include "imp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The position: statements are appended to B, a block of PROC.  */
struct imp_here
{
  struct imp_prog *p;
  struct imp_proc *proc;
  struct imp_block *b;
};

/* --- imp-make.c: one statement each --- */

/* new NAME : T [:= INIT]; array NAME : T [N].  */
extern struct imp_var *imp_make_new (struct imp_here *h, const char *name, const struct type *t,
				     struct imp_expr *init);
extern struct imp_var *imp_make_array (struct imp_here *h, const char *name, const struct type *t,
				       uint64_t n);
extern void imp_make_assign (struct imp_here *h, struct imp_var *v, struct imp_expr *e);
extern void imp_make_store (struct imp_here *h, struct imp_expr *base, struct imp_expr *index,
			    struct imp_expr *value);
/* With empty blocks: the caller sets H->b to them, and back.  */
extern struct imp_stmt *imp_make_if (struct imp_here *h, struct imp_expr *cond);
extern struct imp_stmt *imp_make_for (struct imp_here *h, const char *name, struct imp_expr *begin,
				      struct imp_expr *end, uint64_t step, bool ivdep);
/* Is E simple, a constant or a variable, so that it can be used any number of times?  A second use
   of such an E.  E if it is simple, else a new variable NAME bound to it.  */
extern bool imp_simple (const struct imp_expr *e);
extern struct imp_expr *imp_again (struct imp_prog *p, const struct imp_expr *e);
extern struct imp_expr *imp_make_name (struct imp_here *h, struct imp_expr *e, const char *name);
/* A new variable NAME bound to E, simple or not.  */
extern struct imp_expr *imp_make_let (struct imp_here *h, const char *name, struct imp_expr *e);
/* X OP Y, of one type; comparisons are an i32.  C ? X : Y.  I as an i32.  */
extern struct imp_expr *imp_op (struct imp_prog *p, enum fir_op op, struct imp_expr *x,
				struct imp_expr *y);
extern struct imp_expr *imp_select (struct imp_prog *p, struct imp_expr *c, struct imp_expr *x,
				    struct imp_expr *y);
extern struct imp_expr *imp_i32 (struct imp_prog *p, int i);
/* V, with NEUTRAL, becomes an output of LOOP, combined by OP, which commutes; each element gives
   VALUE, at its end.  */
extern struct imp_stmt *imp_make_reduce (struct imp_here *h, struct imp_stmt *loop,
					 struct imp_var *v, enum fir_op op,
					 struct imp_expr *neutral, struct imp_expr *value);
/* O, a filter or cursor, becomes the sum of the values given to it.  */
extern void imp_make_count (struct imp_here *h, struct imp_stmt *o);
/* 0 of type T, a scalar.  */
extern struct imp_expr *imp_zero (struct imp_prog *p, const struct type *t);
/* The same as imp_use, imp_size, imp_again and imp_op, of the program of H.  */
extern struct imp_expr *here_use (struct imp_here *h, struct imp_var *v);
extern struct imp_expr *here_size (struct imp_here *h, uint64_t n);
extern struct imp_expr *here_again (struct imp_here *h, const struct imp_expr *e);
extern struct imp_expr *here_op (struct imp_here *h, enum fir_op op, struct imp_expr *x,
				 struct imp_expr *y);

/* for NAME = BEGIN to END step STEP; statements go into it from now on.  Returns its index.  */
extern struct imp_expr *here_begin_for (struct imp_here *h, const char *name,
					struct imp_expr *begin, struct imp_expr *end,
					uint64_t step, bool ivdep);

/* --- imp-copy.c: copies under a substitution --- */

/* A copy in progress: binders get new variables, and a variable that AS has an expression for is
   replaced by a copy of that at each use.  GIVE, NEED and KEEP, if there are any, are called for
   gives, needs and `kept' stores: true says that they have replaced S, perhaps by nothing.  */
struct imp_copy
{
  struct imp_here h;
  struct imp_expr **as;		/* by number of the variable, from FIRST on, N of them */
  unsigned first, n;
  bool both;			/* what rows do alone is copied, too, else only what all do */
  bool (*give) (struct imp_copy *c, const struct imp_stmt *s);
  bool (*need) (struct imp_copy *c, const struct imp_stmt *s);
  bool (*keep) (struct imp_copy *c, const struct imp_stmt *s);
  void *data;
};

/* Load, in the second pass, the value that S has kept in the first.  */
extern void imp_copy_found (struct imp_copy *c, const struct imp_stmt *s);
extern struct imp_copy imp_copy_new (struct imp_here *h);
/* From now on E is substituted for V, a variable of the original.  */
extern void imp_copy_set (struct imp_copy *c, const struct imp_var *v, struct imp_expr *e);
/* Is something substituted for V, as a binder of it that has been copied?  */
extern bool imp_copy_knows (const struct imp_copy *c, const struct imp_var *v);
/* E, which may be NULL.  */
extern struct imp_expr *imp_copy_expr (struct imp_copy *c, const struct imp_expr *e);
/* Copy S, or the statements of B, to the end of C->h.b; GIVE, NEED and KEEP are not called for S
   itself.  */
extern void imp_copy_stmt (struct imp_copy *c, const struct imp_stmt *s);
extern void imp_copy_block (struct imp_copy *c, const struct imp_block *b);
/* Apply the operator of output O to X and Y (NULL: it has one parameter), here; its result, NULL if
   it has none.  An argument that is used once is substituted for its parameter, whose use may be
   behind other statements: these must not write what it reads.  */
extern struct imp_expr *imp_apply (struct imp_here *h, const struct imp_stmt *o,
				   struct imp_expr *x, struct imp_expr *y);

/* --- imp-number.c: which variables are never a NaN --- */

struct imp_numbers
{
  uint64_t *of;			/* by number: bit 0 for a float, bit K for field K of a record */
  unsigned n;
};
extern struct imp_numbers imp_numbers_of (struct imp_prog *p, const struct imp_proc *proc);
/* Is E, of the procedure that N is of, a float and never a NaN?  */
extern bool imp_number (const struct imp_numbers *n, const struct imp_expr *e);

/* --- imp-binder.c: who binds each variable --- */

/* What is known of a variable.  */
struct imp_binder
{
  struct imp_stmt *by;		/* what binds it; NULL: nothing does */
  const struct imp_block *in;	/* BY stands in */
  unsigned written;		/* how often it is bound or written */
  unsigned begin;		/* the number of BY among all statements */
};

struct imp_binders
{
  struct imp_binder *of;	/* by number of the variable, N of them */
  unsigned n;
};

/* What is so in PROC now; V of that, NULL: it is newer.  */
extern struct imp_binders imp_binders_of (struct imp_prog *p, struct imp_proc *proc);
extern const struct imp_binder *imp_binder (const struct imp_binders *t, const struct imp_var *v);
/* The NEW that gives E, a variable that nothing else writes, its value, and that value; NULL: E is
   something else.  */
extern struct imp_stmt *imp_bound_by (const struct imp_binders *t, const struct imp_expr *e);
extern const struct imp_expr *imp_bound_to (const struct imp_binders *t,
					    const struct imp_expr *e);
/* Does LOOP bind or write V, which is read in it, otherwise than as its index?  */
extern bool imp_changes (const struct imp_binders *t, const struct imp_stmt *loop,
			 const struct imp_var *v);

/* --- imp-count.c: loops that only count --- */

/* Let output O of LOOP store nothing: a filter counts, a scan combines.  */
extern void imp_store_nothing (struct imp_here *h, struct imp_stmt *loop, struct imp_stmt *o);
/* Does O add up sizes, from 0 on?  */
extern bool imp_is_sum (struct imp_prog *p, const struct imp_stmt *o);
/* LOOP, of a first pass, counts the values of its filters in blocks if that can be.  */
extern void imp_count_in_blocks (struct imp_here *h, struct imp_stmt *loop);

/* --- imp-dead.c: dead code --- */

/* Remove dead code from BODY.  Filters of loops in it whose values are dead are left as counts.
   PASSED: nothing in it fails.  */
extern void imp_drop_dead (struct imp_here *h, struct imp_block *body, bool passed);
/* The same in BODY, of a pass before the one that records failures: what only these need, too.
   Elements that fail may then give other values, which do not depend on memory.  False, and nothing
   is removed: no loop that may fail is dead.  */
extern bool imp_drop_failing (struct imp_here *h, struct imp_block *body);
/* Remove from BODY its stores and moves to memory from outside, except stores of kept values:
   filters of loops in it then only count, and scans only combine.  */
extern void imp_drop_stores (struct imp_here *h, struct imp_block *body);
/* Does LOOP store only kept values, and to memory that is bound in it, or between its passes?  */
extern bool imp_stores_own (struct imp_prog *p, const struct imp_stmt *loop);

/* --- imp-fail.c: elements that fail --- */

/* Remove from BODY, of a loop, the code that runs only when an element fails, and the tests for
   that.  */
extern void imp_drop_fails (struct imp_prog *p, struct imp_block *body);

/* --- imp-loop.c: loops, element by element --- */

/* Do elements of LOOP only compute, and give?  Can it, of scans, be taken by sweep?  Do they only
   load what they give, from their own place?  What they load so for output V; or NULL.  */
extern bool imp_loop_plain (const struct imp_stmt *loop);
extern bool imp_loop_sweeps (const struct imp_stmt *loop);
extern bool imp_loop_loads (const struct imp_stmt *loop);
extern struct imp_expr *imp_loop_loaded (const struct imp_stmt *loop, const struct imp_var *v);

/* The elements B to E of LOOP, one after another; both are simple.  FIRST: there is a first
   element, and it initialises the accumulators that have no value.  */
extern void imp_loop_range (struct imp_here *h, const struct imp_stmt *loop, struct imp_expr *b,
			    struct imp_expr *e, bool first);
/* Do the elements of LOOP need nothing, give nothing and have no loops, so that GCC may vectorise
   over them?  */
extern bool imp_loop_independent (const struct imp_stmt *loop);
/* The NEED of an imp_copy: the rest of the copy runs only if S, a need, holds; else the element
   fails.  */
extern bool imp_loop_need (struct imp_copy *c, const struct imp_stmt *s);
/* By how much GIVE advances O, a filter or a cursor, as C copies it.  */
extern struct imp_expr *imp_loop_counted (struct imp_copy *c, const struct imp_stmt *o,
					  const struct imp_stmt *give);
/* Only advance the filters and cursors of LOOP, of a whole region, which are 0, by what its
   elements give.  */
extern void imp_loop_count (struct imp_here *h, const struct imp_stmt *loop);
/* All of LOOP, serially, without the statements between its passes.  */
extern void imp_loop_serial (struct imp_here *h, const struct imp_stmt *loop);
/* Element INDEX of LOOP; FIRST: it is the first one.  */
extern void imp_loop_element (struct imp_here *h, const struct imp_stmt *loop,
			      struct imp_expr *index, bool first);
/* The number of values, 1 or 0, that guard G, or NULL, lets pass.  Converted, not selected: GCC
   makes branches of selects by conditions that exclude one another.  */
extern struct imp_expr *imp_loop_passed (struct imp_here *h, struct imp_expr *g);
/* V to the end of what filter O has kept, where there is room for it in any case; it is kept if G,
   or NULL, holds.  Without a branch, which would be mispredicted half of the time in the worst
   case.  */
extern void imp_loop_keep_wide (struct imp_here *h, const struct imp_stmt *o, struct imp_expr *v,
				struct imp_expr *g);
/* V if G holds, else the neutral element of output O, without a branch.  */
extern struct imp_expr *imp_loop_guarded (struct imp_here *h, const struct imp_stmt *o,
					  struct imp_expr *v, struct imp_expr *g);
/* Overflow in B wraps.  The operator of output O wraps: what it combines need not be in the
   source.  */
extern void imp_block_wraps (const struct imp_block *b);
extern void imp_operator_wraps (struct imp_stmt *o);
/* Has an output of LOOP no value before the first element; does one combine apart?  */
extern bool imp_loop_first (const struct imp_stmt *loop);
extern bool imp_loop_apart (const struct imp_stmt *loop);
/* LOOP, which has outputs that combine apart, as a loop without these: it combines in separate
   accumulators, which are then combined with LOOP's.  */
extern void imp_loop_join (struct imp_here *h, const struct imp_stmt *loop);

#ifdef __cplusplus
}
#endif

#endif

/* Statements of IMP, made one after the other where a pass stands.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_IMP_MAKE_H
#define NOVA_IMP_MAKE_H

#include "imp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where statements go: to the end of B, a block of PROC.  */
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
/* Is E a constant or a variable, so that it may stand in any number of places?  A second use of
   such an E.  E, or a new variable NAME for it if it is no such.  */
extern bool imp_simple (const struct imp_expr *e);
extern struct imp_expr *imp_again (struct imp_prog *p, const struct imp_expr *e);
extern struct imp_expr *imp_make_name (struct imp_here *h, struct imp_expr *e, const char *name);
/* A new variable NAME for E, whatever that is.  */
extern struct imp_expr *imp_make_let (struct imp_here *h, const char *name, struct imp_expr *e);
/* X OP Y, of one type; comparisons give an i32.  C ? X : Y.  I as an i32.  */
extern struct imp_expr *imp_op (struct imp_prog *p, enum fir_op op, struct imp_expr *x,
				struct imp_expr *y);
extern struct imp_expr *imp_select (struct imp_prog *p, struct imp_expr *c, struct imp_expr *x,
				    struct imp_expr *y);
extern struct imp_expr *imp_i32 (struct imp_prog *p, int i);
/* O, a filter or cursor, becomes the sum of what it is given.  */
extern void imp_make_count (struct imp_here *h, struct imp_stmt *o);
/* 0 of type T, a scalar.  */
extern struct imp_expr *imp_zero (struct imp_prog *p, const struct type *t);
/* The same as imp_use, imp_size, imp_again and imp_op, of the program of H.  */
extern struct imp_expr *here_use (struct imp_here *h, struct imp_var *v);
extern struct imp_expr *here_size (struct imp_here *h, uint64_t n);
extern struct imp_expr *here_again (struct imp_here *h, const struct imp_expr *e);
extern struct imp_expr *here_op (struct imp_here *h, enum fir_op op, struct imp_expr *x,
				 struct imp_expr *y);

/* for NAME = BEGIN to END step STEP, its index; statements go into it from now on.  */
extern struct imp_expr *here_begin_for (struct imp_here *h, const char *name,
					struct imp_expr *begin, struct imp_expr *end,
					uint64_t step, bool ivdep);

/* --- imp-copy.c: copies under a substitution --- */

/* A copy that is made: binders get new variables, and a variable that AS has an expression for is
   replaced by that, a copy each time; it is evaluated where the variable stood.  GIVE, NEED and
   KEEP, if there are any, are asked about gives, needs and stores of what is kept: true says that
   they have put something, or nothing, in the place of S.  */
struct imp_copy
{
  struct imp_here h;
  struct imp_expr **as;		/* by number of the variable, from FIRST on, N of them */
  unsigned first, n;
  bool (*give) (struct imp_copy *c, const struct imp_stmt *s);
  bool (*need) (struct imp_copy *c, const struct imp_stmt *s);
  bool (*keep) (struct imp_copy *c, const struct imp_stmt *s);
  void *data;
};

/* The second pass takes what S keeps from where the first has put it.  */
extern void imp_copy_found (struct imp_copy *c, const struct imp_stmt *s);
extern struct imp_copy imp_copy_new (struct imp_here *h);
/* From now on E stands for V, a variable of what is copied.  */
extern void imp_copy_set (struct imp_copy *c, const struct imp_var *v, struct imp_expr *e);
/* E, which may be NULL.  */
extern struct imp_expr *imp_copy_expr (struct imp_copy *c, const struct imp_expr *e);
/* S, or what stands in B, to the end of C->h.b; S is not asked about.  */
extern void imp_copy_stmt (struct imp_copy *c, const struct imp_stmt *s);
extern void imp_copy_block (struct imp_copy *c, const struct imp_block *b);
/* The operator of output O of arguments X and Y (NULL: it has one parameter), here; its result,
   NULL if it has none.  An argument that is used once stands in the place of its parameter, which
   may be behind other statements: nothing that it reads may be written there.  */
extern struct imp_expr *imp_apply (struct imp_here *h, const struct imp_stmt *o,
				   struct imp_expr *x, struct imp_expr *y);

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
/* Does LOOP bind or write V, which is read in it, otherwise than as its index?  */
extern bool imp_changes (const struct imp_binders *t, const struct imp_stmt *loop,
			 const struct imp_var *v);

/* --- imp-dead.c: what nobody reads --- */

/* Take out of BODY what only makes what nothing in it reads.  Of filters of loops in it whose
   values nothing reads the counts are left.  PASSED: nothing in it fails.  */
extern void imp_drop_dead (struct imp_here *h, struct imp_block *body, bool passed);
/* LOOP, of a first pass, counts the values of its filters in blocks if that can be.  */
extern void imp_count_in_blocks (struct imp_here *h, struct imp_stmt *loop);
/* Take out of BODY what it stores to memory that is not its own, but for what is kept: filters of
   loops in it count then, and scans combine.  */
extern void imp_drop_stores (struct imp_here *h, struct imp_block *body);

/* --- imp-fail.c: elements that fail --- */

/* Take out of BODY, of a loop, what elements do only when they fail, and what they find that out
   with.  */
extern void imp_drop_fails (struct imp_prog *p, struct imp_block *body);

/* --- imp-loop.c: loops, element by element --- */

/* What statement LOOP does for its elements from B to E, one after the other, both simple.  FIRST:
   the accumulators that have no value get it from the first of them, and there is one.  */
extern void imp_loop_range (struct imp_here *h, const struct imp_stmt *loop, struct imp_expr *b,
			    struct imp_expr *e, bool first);
/* Has LOOP only elements that need nothing, give nothing and have no loops, so that GCC may take
   several of them at a time?  */
extern bool imp_loop_independent (const struct imp_stmt *loop);
/* The rest of what C copies only if S, a need, holds; else the element fails.  Of imp_copy.  */
extern bool imp_loop_need (struct imp_copy *c, const struct imp_stmt *s);
/* How far GIVE moves O, a filter or a cursor, as C copies it.  */
extern struct imp_expr *imp_loop_counted (struct imp_copy *c, const struct imp_stmt *o,
					  const struct imp_stmt *give);
/* How far what elements of LOOP, of a whole region, give moves its filters and cursors, which are
   0; and nothing else of it.  */
extern void imp_loop_count (struct imp_here *h, const struct imp_stmt *loop);
/* All that LOOP does, but for what stands between its passes.  */
extern void imp_loop_serial (struct imp_here *h, const struct imp_stmt *loop);
/* Element INDEX of LOOP; FIRST: it is the first one.  */
extern void imp_loop_element (struct imp_here *h, const struct imp_stmt *loop,
			      struct imp_expr *index, bool first);
/* V if G holds, else the neutral element of output O, which is as good as no value: no branch.  */
extern struct imp_expr *imp_loop_guarded (struct imp_here *h, const struct imp_stmt *o,
					  struct imp_expr *v, struct imp_expr *g);
/* Has an output of LOOP no value before the first element; combines one apart?  */
extern bool imp_loop_first (const struct imp_stmt *loop);
extern bool imp_loop_apart (const struct imp_stmt *loop);
/* LOOP, which has outputs that combine apart, as one without: in accumulators of their own, and
   behind it what these have with what LOOP's have.  */
extern void imp_loop_join (struct imp_here *h, const struct imp_stmt *loop);

#ifdef __cplusplus
}
#endif

#endif

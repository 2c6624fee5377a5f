/* Rows that are shared out: which they are, and the loops that they have.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_ROW_WIDE_H
#define NOVA_SCHEDULE_ROW_WIDE_H

#include "schedule-chunk.h"

/* A loop over rows, of a pass.  */
struct wide
{
  struct chunks *d;
  const struct imp_stmt *s;
  const struct imp_fails *fails;	/* of its elements; NULL: none */
  bool shared;			/* a loop over a row is shared out */
  struct imp_copy c;		/* of an element */
  struct imp_var *bad;		/* has an element of a loop over the row failed? */
  enum imp_trust trust;		/* why rows do not interfere */
  bool first, second;		/* S is the first, the second of two passes */
  struct imp_var **acc;		/* of each output of D: the variable that S gives it in */
  struct imp_var **was;		/* its value before the row, if elements of rows may fail */
  struct imp_block *scans;	/* where the last loop that was shared out is, if it scans; NULL:
				   it does not */
  const struct imp_stmt *scanned;	/* that loop, in the element */
  struct made *made;		/* the vectors that have been made for the row so far */
};

/* A vector VAR that is made in block B, a copy of one of an element's, in block OF there: what OF
   releases is released in B, too, whether the rest of the row is left out or not.  */
struct made
{
  const struct imp_var *var;
  struct imp_block *b;
  const struct imp_block *of;
  struct made *next;
};

/* --- schedule-row-wide.c --- */

/* The rows of D in S, a pass, the SECOND of two or another.  */
extern struct wide row_wide (struct chunks *d, const struct imp_stmt *s, bool second);
/* Has output number K a part in W's pass?  */
extern bool row_takes_part (const struct wide *w, unsigned k);
/* LOOP, in an element of W, as it is shared out, its cursors (schedule-row-cursor.c) being outputs;
   NULL: it is not.  Its elements must be independent of one another.  */
extern const struct imp_stmt *row_shares_loop (struct wide *w, const struct imp_stmt *loop);
/* Are the elements of LOOP, which is shared out, all checked before any of them stores, gives to a
   filter or to a scan?  They are if some may fail.  */
extern bool row_checks_loop (const struct imp_stmt *loop);
/* The output of W's pass to which S, of an element, gives; NULL: it gives to none.  */
extern struct imp_stmt *row_given (const struct wide *w, const struct imp_stmt *s);
/* Can what S does, which is neither a loop nor a branch, be done for a row that is shared out?  */
extern bool row_single (const struct imp_stmt *s);
/* Is S a call of a leaf, of scalars only, or what says for which element that is?  */
extern bool row_plain_leaf (const struct imp_stmt *s);
/* May an element fail in B, itself or in a leaf?  */
extern bool row_fails (const struct imp_block *b);
/* Does B bind V; has it a store?  */
extern bool row_binds (const struct imp_block *b, const struct imp_var *v);
extern bool row_stores (const struct imp_block *b);
/* The test that nothing of the row has failed so far, here.  What is built for W from here on runs
   if so.  */
extern struct imp_expr *row_is_good (struct wide *w);
extern void row_begin_good (struct wide *w);
/* Does every element of a loop of W that reaches B, and does not fail, store to V there?  */
extern bool row_stores_surely (const struct wide *w, const struct imp_block *b,
			       const struct imp_var *v);

/* --- schedule-row-share.c --- */

/* A loop of a whole region over the N elements of LOOP, without outputs and body, here.  */
extern struct imp_stmt *row_begin_loop (struct wide *w, const struct imp_stmt *loop,
					struct imp_expr *n);

/* --- schedule-row-stored.c --- */

/* New memory for N values of T, *V, a variable NAME, here: where it is.  */
extern struct imp_expr *row_memory (struct wide *w, const char *name, const struct type *t,
				    const struct imp_expr *n, struct imp_var **v);

/* Memory, here, for what LOOP, of N elements and copied by C, stores beside leaves that may raise:
   the copy stores there.  The elements of S, that copy, note for LIST whether they have stored.
   What LIST has is stored where it belongs, unless one has failed, and its memory released.  */
struct row_stored;
extern struct row_stored *row_keep_stores (struct wide *w, struct imp_copy *c,
					   const struct imp_stmt *loop, struct imp_expr *n);
extern void row_note_stores (struct wide *w, struct imp_stmt *s, const struct row_stored *list);
extern void row_store_kept (struct wide *w, const struct imp_stmt *loop, struct imp_expr *n,
			    const struct row_stored *list);

/* --- schedule-row-alone.c --- */

/* What B marks, in which element V is the index, is that element of a builtin behind all others: so
   a chunk goes on behind one whose leaf raises.  The row is done again, which finds what is raised
   in order.  */
extern void row_mark_elements (struct imp_prog *p, struct imp_block *b, struct imp_var *v);
/* The chunks of PAR note in DONE, one each, that they have come to their end.  */
extern void row_note_ends (struct wide *w, struct imp_stmt *par, struct imp_var *done);
/* If a leaf raises in B, what a row of W does alone, W's `bad' becomes 1, and the rest of B is left
   out.  Leaves that may raise are in parfors.  */
extern void row_note_leaves (struct wide *w, struct imp_block *b);

/* --- schedule-row-leaf.c --- */

/* The order of the builtin that a leaf is said to work for in a long row: behind all others.  */
#define ROW_ORDER_LAST UINT32_MAX

/* Does S call a leaf that may raise?  */
extern bool row_raises (const struct imp_stmt *s);
/* Such a call S, of an element of W, for the row as a whole.  Statements go where it has not raised
   from now on.  */
extern void row_call_alone (struct wide *w, const struct imp_stmt *s);

/* Memory VEC for what a leaf gives to each element of a loop, at DATA.  */
struct row_leaf
{
  struct imp_var *vec;
  struct imp_expr *data;
  struct row_leaf *next;
};

/* Are the calls of B, the body of a loop, not in a loop in that (INSIDE: B is in one), so that they
   can be made ahead?  Memory, here, for those of LOOP, of N elements, in order; to be released at
   the end of B.  */
extern bool row_calls_ahead (const struct imp_block *b, bool inside);
extern struct row_leaf *row_keep_calls (struct wide *w, const struct imp_stmt *loop,
					const struct imp_expr *n);
extern void row_release_calls (struct wide *w, struct imp_block *b, const struct row_leaf *l);
/* The elements of S, a copy of such a loop, store what their calls give.  LOOP, whose elements load
   it, and do not fail.  */
extern void row_store_calls (struct wide *w, struct imp_stmt *s, struct row_leaf *l);
extern const struct imp_stmt *row_load_calls (struct wide *w, const struct imp_stmt *loop,
					      struct row_leaf *l);

/* --- schedule-row-cursor.c --- */

/* LOOP, a `for' in an element of W whose elements store behind one another, as a loop with cursors
   as outputs, which count from 0: o->e[0] of such an output O is the variable that the loop
   advances by O's.  What is only added up is reduced.  NULL: it is no such loop.  */
extern const struct imp_stmt *row_with_cursors (struct wide *w, const struct imp_stmt *loop);

#endif

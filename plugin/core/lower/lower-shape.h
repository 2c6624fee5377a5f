/* Skeletons: the interface shared by the files that use them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_LOWER_SHAPE_H
#define NOVA_LOWER_SHAPE_H

#include "lower-int.h"
#include "nova/abi.h"

#define SHAPE_ROOMS 8

/* NOVA_MAX_CHUNKS as text of a skeleton.  */
#define TEXT_OF(X) TEXT_OF_TOKEN (X)
#define TEXT_OF_TOKEN(X) #X
#define CHUNKS_TEXT TEXT_OF (NOVA_MAX_CHUNKS)
/* The length of the runs that are sorted by insertion, before runs are merged, as text.  */
#define RUN_TEXT "16"

/* A statement being lowered by skeletons.  */
struct shape
{
  struct lower *l;
  struct fir_stmt *s;
  struct imp_fill fill;
  struct imp_var *room[SHAPE_ROOMS];	/* temps to free at the end */
  unsigned nrooms;
  struct fir_var *over;		/* the result begins as this vector, in memory, and is made in its
				   memory if it dies; NULL: it is not, or nothing is known */
  bool fails;			/* a check or a function of the skeleton may fail */
  struct imp_stmt *alone;	/* the branch of the form for a row alone, and what is around it */
  struct imp_block *around;
  struct imp_expr *bad;		/* a pointer to a byte: has something failed in a row alone?  NULL:
				   there is none */
  bool checked;			/* all elements have been checked by the texts before */
  bool unchecked;		/* lines marked f| are left out: no element is checked */
};

/* Start the lowering of S, which makes checks itself (CHECKS) or in its functions.  */
extern void shape_begin (struct shape *sh, struct lower *l, struct fir_stmt *s, bool checks);
/* In the texts that follow NAME stands for T; for E, which is bound to a variable unless it is one
   or a constant; for FN, or (TEST) for FN's result as 1 or 0.  */
extern void shape_type (struct shape *sh, const char *name, const struct type *t);
extern struct imp_expr *shape_expr (struct shape *sh, const char *name, struct imp_expr *e);
/* size, nc: new variables, for the size of chunks and for their number, which is returned.  */
extern struct imp_var *shape_chunks (struct shape *sh);
extern void shape_fn (struct shape *sh, const char *name, struct fir_fn *fn, bool test);
/* NAME: a pointer to temporary memory for N elements of T.  */
extern void shape_room (struct shape *sh, const char *name, const struct type *t,
			struct imp_expr *n);
/* NAME and nNAME: the elements of flat vector A, and their number.  */
extern void shape_vec (struct shape *sh, const char *name, struct fir_atom a);
/* The same, but element i is "do x := NAME (i)": it may be computed there (lower-delayed.c).
   If that fails, x keeps its old value.  */
extern void shape_elem (struct shape *sh, const char *name, struct fir_atom a);
/* Can no element of A, an operand of shape_elem, fail?  */
extern bool shape_total (struct shape *sh, struct fir_atom a);
/* The same of flat A, rows of W elements one after the other: element q of row k is
   "do x := NAME (k, q)".  It cannot fail.  */
extern void shape_row_elem (struct shape *sh, const char *name, struct fir_atom a,
			    struct fir_atom w);
/* The loop that makes the rows of A, a flatten, if they are delayed, else NULL.  */
extern struct fir_stmt *shape_rows (struct shape *sh, struct fir_atom a);
/* The loop in the body of S that makes the rows of its output K, of elements that shape_elem could
   take; NULL: none.  */
extern struct fir_stmt *shape_row_loop (struct fir_stmt *s, unsigned k);
/* Remove from FN what its result does not need and cannot fail; nothing has an effect.  */
extern void shape_only_result (struct fir_fn *fn);
/* TEXT for each of the rows of LOOP's results, flattened A and B: `length': how many elements the
   row has; element i of it is "do x := NAME_A (i)", or NAME_B.  LOOP need not make B.  */
extern void shape_each_row (struct shape *sh, struct fir_stmt *loop, const char *name_a,
			    struct fir_atom a, const char *name_b, struct fir_atom b,
			    const char *text);
/* Make LOOP's rows after all, and flatten them.  They live until lower_drop_since.  */
extern void shape_make_rows (struct shape *sh, struct fir_stmt *loop);
/* The number of elements of A, an operand of shape_elem or of shape_vec.  */
extern struct imp_expr *shape_length (struct shape *sh, struct fir_atom a);
/* NAME: the elements of a new vector of type T with N elements.  */
extern struct vecval *shape_new (struct shape *sh, const char *name, const struct type *t,
				 struct imp_expr *n);
/* NAME: the elements of S's result, N of them, where they are stored or in a new vector.  */
extern struct vecval *shape_result (struct shape *sh, const char *name, struct imp_expr *n);
/* Emit the skeleton TEXT.  Lines that begin with `p|' are left out inside a loop, those that begin
   with `s|' outside.  Inside a loop nothing is parallel.  */
extern void shape_text (struct shape *sh, const char *text);
/* Is S, of an element, also lowered as it is outside of elements, for long rows that have the loops
   of a whole region (schedule-row-wide.c)?  Then the texts, and memory, from now on are that
   form.  shape_bad: bad[0], 0 now, is to be 1 if something fails in it.  Is it all right: does it
   fail as a whole only, so that the row is done again in order?  Else it is dropped.  From now on
   the ordinary one, which shape_both ends.  */
extern bool shape_alone (struct shape *sh);
extern void shape_bad (struct shape *sh);
extern bool shape_alone_safe (struct shape *sh);
extern void shape_as_inside (struct shape *sh);
extern void shape_both (struct shape *sh);
/* Raise the failures so far.  */
extern void shape_raise (struct shape *sh);
/* Free the temporary memory.  */
extern void shape_end (struct shape *sh);
/* Are there so few threads that one, in one go, takes no longer than all of them in parts?  */
extern struct imp_expr *shape_few_threads (struct lower *l);
/* Rough instructions of FN.  */
extern struct imp_expr *shape_cost (struct shape *sh, struct fir_fn *fn, unsigned more);

#endif

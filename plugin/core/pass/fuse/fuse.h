/* Internal interface of the pass fuse, shared by pass-fuse.c and fuse-*.c.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The terms:
     loop       a LOOP statement: the normal form of element-wise vector operations
     producer   a loop whose output vector another loop, the consumer, reads
     read       `at t i' or `get t i' of a producer's output t inside a consumer
     identity   a read at the consumer's own index  */

#ifndef NOVA_FUSE_H
#define NOVA_FUSE_H

#include "pass/pass-int.h"

/* A filter's consumer is speculated, without a branch, if it is total and takes at most so many
   instructions.  */
#define FUSE_SPECULATE 24
/* One loop has at most so many outputs: each takes registers.  */
#define FUSE_OUTS 12
_Static_assert (FUSE_OUTS <= FIR_GUARDS, "each output may have a guard of its own");

struct fuse
{
  struct fir_prog *p;
  struct fir_region *r;
  struct pass_log *log;
  unsigned changes;
};

/* fuse's information about a variable, in its aux.  */
struct var_info
{
  struct fir_atom len;		/* a vector's length, computed on demand */
  struct fir_atom amount, period;	/* of a rotation or padding */
  const char *what;		/* the operation whose result it was */
  unsigned mark;
};
extern struct var_info *fuse_info (struct fuse *f, struct fir_var *v);
/* Is A, from such information, still defined?  Its definition may have been removed.  */
extern bool fuse_there (struct fir_atom a);

/* --- fuse-normalise.c, fuse-nested.c --------------------------------------------------------- */

/* A loop over COUNT in front of S, without an output; S's result becomes that of its only
   output.  */
extern struct fir_stmt *fuse_loop_before (struct fuse *f, struct fir_stmt *s,
					  struct fir_atom count);
extern struct fir_out *fuse_loop_result (struct fuse *f, struct fir_stmt *l, struct fir_stmt *s,
					 enum fir_out_kind kind, struct fir_atom value);
/* S's function applied to ARGS, into B.  */
extern struct fir_atom fuse_apply (struct fuse *f, struct fir_stmt *s, struct fir_block *b,
				   const struct fir_atom *args);
/* Make a loop of S, map or filter: the elements of all operands, and the function of them.  */
extern void fuse_make_elementwise (struct fuse *f, struct fir_stmt *s);
extern void fuse_make_copy (struct fuse *f, struct fir_stmt *s);
extern void fuse_make_store (struct fuse *f, struct fir_stmt *s);
extern void fuse_make_far_store (struct fuse *f, struct fir_stmt *s);
/* The indices (i1, ..., in) of element I of an array of N levels, into B and INDEX.  INNER[k] is
   the product of the extents behind level k.  */
extern void fuse_split_index (struct fuse *f, struct fir_block *b, struct fir_atom i, unsigned n,
			      const struct fir_atom *inner, struct fir_atom *index);
extern void fuse_make_tabulate (struct fuse *f, struct fir_stmt *s);
extern void fuse_make_lengths (struct fuse *f, struct fir_stmt *s);
extern void fuse_make_offsets (struct fuse *f, struct fir_stmt *s);

/* fuse-columns.c.  Replace S, a reduction of rows with an elementwise operator, by reductions of
   columns; NULL if S is not one.  */
extern struct fir_stmt *fuse_make_columns (struct fuse *f, struct fir_stmt *s);
/* Make loops of the vector operations of B and of the blocks in it.  */
extern void fuse_normalise (struct fuse *f, struct fir_block *b);
/* fuse-handle.c.  Make loops of index-only vectors of B whose result is needed as a whole.  */
extern void fuse_handles (struct fuse *f, struct fir_block *b);
/* Nested S, such a vector or a regular map, as one flat loop and a reshape, behind S; false if its
   extents are not known.  */
extern bool fuse_make_nested (struct fuse *f, struct fir_stmt *s);
/* fuse-offsets.c.  Segments that are only read use the offsets of a view, and not a copy.  */
extern void fuse_offsets (struct fuse *f);

/* --- fuse-read.c ----------------------------------------------------------------------------- */

/* Replace V by A everywhere in the region.  */
extern void fuse_replace (struct fuse *f, struct fir_var *v, struct fir_atom a);
/* The length of X; a new statement for it is put behind X's definition, or before AT if X is a
   parameter of a lambda.  */
extern struct fir_atom fuse_len (struct fuse *f, struct fir_atom x, struct fir_stmt *at);
extern bool fuse_is_region_param (struct fuse *f, struct fir_var *v);
/* Link S in behind DEF, or first in the region when DEF is NULL.  */
extern void fuse_put_after_def (struct fuse *f, struct fir_stmt *def, struct fir_stmt *s);
/* X OP Y, sizes.  */
extern struct fir_atom fuse_size_op (struct fuse *f, struct fir_block *b, enum fir_op op,
				     struct fir_atom x, struct fir_atom y);
/* Integer constant X as a size.  */
extern struct fir_atom fuse_size_const (struct fuse *f, struct fir_atom x);
/* BASE + I STEP in the type of BASE, wrapping; simplified for the common 0 and 1.  */
extern struct fir_atom fuse_affine (struct fuse *f, struct fir_block *b, struct fir_atom base,
				    struct fir_atom step, struct fir_atom i);
/* --- fuse-path.c, fuse-extent.c: operations that only change indices -------------------------- */

/* Append to B terms that read x[i]; x[i1]...[in].  */
extern struct fir_atom fuse_read (struct fuse *f, struct fir_block *b, struct fir_atom x,
				  struct fir_atom i, struct fir_stmt *at);
extern struct fir_atom fuse_read_all (struct fuse *f, struct fir_block *b, struct fir_atom x,
				      unsigned n, const struct fir_atom *i, struct fir_stmt *at);
/* The same for x[i]; *THROUGH: an index-only operation was resolved.  */
extern struct fir_atom fuse_read_through (struct fuse *f, struct fir_block *b, struct fir_atom x,
					  struct fir_atom i, struct fir_stmt *at, bool *through);
/* Are reads of S's result resolved to reads of its operands (S may be NULL)?  */
extern bool fuse_lazy (const struct fir_stmt *s);
/* Is S a map over a map, which one loop can do if its extents are known?  */
extern bool fuse_regular (const struct fir_stmt *s);
/* The same as fuse_lazy, as far as operand K, a vector, is concerned.  */
extern bool fuse_looks_through (const struct fir_stmt *s, unsigned k);
/* The common extent of level LEVEL of X, absent if none is known.  */
extern struct fir_atom fuse_extent (struct fuse *f, struct fir_atom x, unsigned level,
				    struct fir_stmt *at);
/* The length of X if X is such a vector.  */
extern struct fir_atom fuse_measure (struct fuse *f, struct fir_atom x);

/* --- fuse-resolve.c: statements that read such vectors ---------------------------------------- */

/* Resolve S if it is a read of such a vector; all reads in B.  */
extern void fuse_resolve (struct fuse *f, struct fir_stmt *s);
extern void fuse_resolve_all (struct fuse *f, struct fir_block *b);
/* Keep the checks that INDEX, which is no longer needed, depends on.  */
extern void fuse_keep_checks (struct fuse *f, struct fir_atom index);

/* --- fuse-bounds.c --------------------------------------------------------------------------- */

/* Do all elements of slice S lie in a vector of N elements, whatever the variables are?  */
extern bool fuse_slice_in_bounds (struct fir_stmt *s, struct fir_atom n);

/* --- fuse-reads.c ---------------------------------------------------------------------------- */

/* How a loop uses a vector.  */
struct reads
{
  unsigned identity;		/* at t i, i the loop's index */
  unsigned affine;		/* at t e, e affine in the index: each element at most once */
  unsigned other;		/* at t e at any e, or inside a loop in the loop */
  unsigned get;			/* get t e */
  unsigned scattered;		/* those of all of these that may read an element more than once */
  unsigned whole;		/* anything else */
};
/* How LOOP, a loop or a mu with parameters, reads T.  */
extern struct reads fuse_reads (struct fir_stmt *loop, struct fir_var *t);
/* Has LOOP a checked read whose message names the element by the loop's index?  */
extern bool fuse_names_element (struct fir_stmt *loop);
/* Output K of loop A is used in statement B.  */
extern bool fuse_needs (struct fir_stmt *b, struct fir_stmt *a);
/* A and B read a common vector, or neither reads any.  */
extern bool fuse_share_input (struct fir_stmt *a, struct fir_stmt *b);
/* Does S store?  */
extern bool fuse_stores (struct fir_stmt *s);
/* May an element of loop S fail?  */
extern bool fuse_may_fail (struct fir_stmt *s);
extern struct fir_var *fuse_index (struct fir_stmt *loop);
/* The output of loop S whose result is V, NULL if there is none.  */
extern struct fir_out *fuse_out (struct fir_stmt *s, struct fir_var *v);

/* --- fuse-sink.c ----------------------------------------------------------------------------- */

/* fuse-copy.c: does B, behind A, only store a scan of A?  Let A store it.  */
extern bool fuse_can_copy (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b);
extern void fuse_copy (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b);

/* Can loop A move down to loop B, if statements in between that need A move behind B?  COUNT: a
   variable that B will no longer need, or NULL.  *WHY is set if not.  */
extern bool fuse_can_sink (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b,
			   struct fir_var *count, const char **why);
/* Do it: A ends up directly in front of B.  */
extern void fuse_sink (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b,
		       struct fir_var *count);

/* --- fuse-merge.c, fuse-push.c: two loops into one ------------------------------------------- */

/* B uses output O of A in reads at its own index only.  */
extern bool fuse_identity_only (struct fir_stmt *b, struct fir_out *o, const char **why);
/* The parts of merging: reads of A's outputs in BODY, a block of B's, become A's values, in SUBST;
   SUBST is applied to B; statements move; A gets B's outputs.  */
extern void fuse_subst_reads (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b,
			      struct fir_block *body, struct fir_subst *subst);
extern void fuse_subst_loop (struct fuse *f, struct fir_stmt *b, struct fir_subst *subst);
extern void fuse_move_all (struct fir_block *to, struct fir_block *from);
extern void fuse_join_outs (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b);

/* May A's elements and B's be computed in one loop with A's trip count, B reading A's results at
   its own index only?  */
extern bool fuse_can_merge (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b,
			    const char **why);
/* May B, a loop over the length of a filter output of A, become outputs of A under the guard?  */
extern bool fuse_can_push (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b,
			   const char **why);
/* Do it.  A becomes the merged loop, in B's place.  */
extern void fuse_merge (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b);
extern void fuse_push (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b);
/* fuse-flatten.c.  B, a loop over the length of a flatten of A's rows, as a loop over the rows in
   its place, that may merge with A; NULL if it is not such a loop, or may not.  */
extern struct fir_stmt *fuse_by_rows (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b);
/* LEN, the length of a flatten of A's rows that nothing else needs, as a loop in its place that may
   merge with A; NULL if it is not one.  */
extern struct fir_stmt *fuse_count_rows (struct fuse *f, struct fir_stmt *a,
					 struct fir_stmt *len);
/* Flatten the rows of an output of A in A's body, if they are only flattened twice.  */
extern bool fuse_flatten_inside (struct fuse *f, struct fir_stmt *a);
/* B, a loop that makes an element of each element of a flatten of A's rows: let the loop that makes
   the rows do that.  False if B is no such loop.  */
extern bool fuse_by_elements (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b);
/* Drop outputs of A that nothing needs.  */
extern void fuse_trim (struct fuse *f, struct fir_stmt *a);
/* Turn a filter of A that is only counted into a count, rows that are only counted into their
   lengths.  Called at the end: until then the length of a filter identifies the loops over its
   elements.  */
extern void fuse_count (struct fuse *f, struct fir_stmt *a);

/* --- fuse-arms.c: loops over what a branch makes --------------------------------------------- */

/* A loop over the vector that S, an if in an element, gives runs in the arms of S.  False if there
   is none, or it may not.  */
extern bool fuse_into_arms (struct fuse *f, struct fir_stmt *s);

/* --- fuse-inline.c: elements computed where they are read ------------------------------------ */

/* May all reads of output O of A become A's computation?  */
extern bool fuse_can_inline (struct fuse *f, struct fir_stmt *a, struct fir_out *o,
			     const char **why);
extern void fuse_inline (struct fuse *f, struct fir_stmt *a, struct fir_out *o);
/* fuse-room.c: loop A, which stores, moves behind a check of room where it may become one with the
   next loop that needs it.  False if it does not.  */
extern bool fuse_past_room (struct fuse *f, struct fir_stmt *a);
/* fuse-grid.c: what A, a loop, makes is a grid of which two loops, one in the other, read each
   element once: it is computed there.  False if it is not.  */
extern bool fuse_grid (struct fuse *f, struct fir_stmt *a);
/* Is S, which is no loop, a single read of V?  */
extern bool fuse_reads_alone (struct fir_stmt *s, struct fir_var *v);

/* --- fuse-order.c ---------------------------------------------------------------------------- */

/* A loop of the region that combines vectors runs from left to right.  Would one loop of A and B
   make work sequential that is worth doing in parallel?  */
extern bool fuse_serialises (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b);
/* Inside an element of another loop failures of one builtin belong to the same element, and the
   first counts.  Would one loop of A and B change which is first?  */
extern bool fuse_mixes_failures (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b);
/* The least order of the terms in B that may fail; may a term there fail that has a greater order
   THAN this?  */
extern unsigned fuse_least_failure (struct fir_block *b);
extern bool fuse_later_failure (struct fir_block *b, unsigned than);
/* Sort the loops of B, and the terms in their bodies, that may fail by the order of their
   builtins.  */
extern void fuse_sort_failures (struct fuse *f, struct fir_block *b);

/* --- fuse-report.c --------------------------------------------------------------------------- */

/* Log that A was fused into the consumers in B of its results (LOG_FUSED), or that A and B run in
   one loop (LOG_SHARED); to be called before the change.  */
extern void fuse_log_vertical (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b);
/* The same where B makes something of the elements that output O gives.  */
extern void fuse_log_made (struct fuse *f, struct fir_out *o, struct fir_stmt *b);
extern void fuse_log_shared (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b);

#endif

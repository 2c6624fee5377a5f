/* Internal interface of the pass expand, which has a file for each family of operations.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_EXPAND_H
#define NOVA_EXPAND_H

#include "pass/pass-int.h"

/* Indices of rows that have been checked.  */
struct expand_checked
{
  struct expand_checked *up;
  struct fir_atom ix, rows;
};

struct expand_parted;

struct expand
{
  struct fir_prog *p;
  struct fir_region *r;
  struct pass_log *log;
  unsigned changes;
  struct expand_checked *checked;
  struct expand_parted *parted;	/* expand-order.c */
};

/* A statement before S, with S's site and order, whose operands and functions the caller fills.  */
extern struct fir_stmt *expand_new (struct expand *x, struct fir_stmt *s, enum fir_op op,
				    const struct type *type, unsigned nargs, unsigned nfns);
/* OP of N ARGS at the end of B, with S's site and order; the caller fills the functions.  */
extern struct fir_stmt *expand_term (struct expand *x, struct fir_stmt *s, struct fir_block *b,
				     enum fir_op op, const struct type *type, unsigned n,
				     const struct fir_atom *args, unsigned nfns);
/* INIT and the elements of V, combined by OP, at the end of B.  */
extern struct fir_atom expand_reduce (struct expand *x, struct fir_stmt *s, struct fir_block *b,
				      enum fir_op op, struct fir_atom init, struct fir_atom v);
/* OP of ARGS before S.  */
extern struct fir_atom expand_op (struct expand *x, struct fir_stmt *s, enum fir_op op,
				  const struct type *type, unsigned nargs,
				  const struct fir_atom *args);
/* Replace S's result by A, and remove S.  */
extern void expand_done (struct expand *x, struct fir_stmt *s, struct fir_atom a);
/* The same, after moving the statements of B in front of S.  Returns true.  */
extern bool expand_end (struct expand *x, struct fir_stmt *s, struct fir_block *b,
			struct fir_atom a);
/* Append to B an element check of S with N ARGS, unless the elements of S are trusted.  */
extern void expand_check (struct fir_prog *p, struct fir_block *b, const struct fir_stmt *s,
			  enum check_kind kind, unsigned n, const struct fir_atom *args);

/* expand-search.c: false if S stays as it is.  */
extern bool expand_argmin (struct expand *x, struct fir_stmt *s);
/* expand-bound.c: the same.  */
extern bool expand_search (struct expand *x, struct fir_stmt *s);
/* Is S, an argmin or argmax, only used to read the element that it finds?  */
extern bool expand_only_best (struct expand *x, struct fir_stmt *s);
/* Does reading the elements of A twice only cost memory accesses?  */
extern bool expand_in_memory (struct fir_atom a);
/* expand-find.c: the same.  */
extern bool expand_find (struct expand *x, struct fir_stmt *s);
extern bool expand_find_scanned (struct expand *x, struct fir_stmt *s);
extern bool expand_fold (struct expand *x, struct fir_stmt *s);
/* expand-order.c: false if S stays as it is.  */
extern bool expand_partition (struct expand *x, struct fir_stmt *s);
extern bool expand_part (struct expand *x, struct fir_stmt *s);
extern bool expand_sort (struct expand *x, struct fir_stmt *s);
extern bool expand_sort_by (struct expand *x, struct fir_stmt *s);
extern bool expand_group_by (struct expand *x, struct fir_stmt *s);
extern bool expand_bucket (struct expand *x, struct fir_stmt *s);
extern bool expand_expand (struct expand *x, struct fir_stmt *s);
extern bool expand_permute (struct expand *x, struct fir_stmt *s);
extern bool expand_scatter (struct expand *x, struct fir_stmt *s);
/* expand-few.c.  */
extern bool expand_few_sorted (struct expand *x, struct fir_stmt *s);

/* expand-key.c: keys as integers, in the same order.  The integer type for keys of type T, NULL if
   there is none; the integer for key V, into B; is FN so cheap that it is recomputed rather than
   kept; the key that LESS compares, if it only compares one of both elements, else NULL.  */
extern const struct type *expand_key_type (struct expand *x, const struct type *t);
extern struct fir_atom expand_key (struct expand *x, struct fir_block *b, struct fir_atom v);
extern bool expand_key_cheap (struct fir_fn *fn);
extern struct fir_fn *expand_key_of_less (struct expand *x, struct fir_fn *less);
/* expand-rows.c: false if S stays as it is.  */
extern bool expand_pad (struct expand *x, struct fir_stmt *s);
extern bool expand_bins (struct expand *x, struct fir_stmt *s);
extern bool expand_gather (struct expand *x, struct fir_stmt *s);
/* expand-terms.c: can any of B, the body of a function, fail, or does it have an effect?  */
extern bool expand_any_fails (struct fir_block *b);
/* expand-row-bins.c: the same; does S, of rows, wait until a loop makes these, which may then be
   known to be even?  */
extern bool expand_row_bins (struct expand *x, struct fir_stmt *s);
extern bool expand_row_bins_wait (struct expand *x, struct fir_stmt *s);
/* The element that all of vector Z are; FIR_NONE: there is none, or it is not known.  */
extern struct fir_atom expand_all_alike (struct fir_atom z);
/* expand-flat.c: the same.  */
extern bool expand_map (struct expand *x, struct fir_stmt *s);
extern bool expand_map_flattened (struct expand *x, struct fir_stmt *s);
/* expand-merge.c: becomes S, a permute by the ranks of sorted vectors in each other, a merge?  */
extern bool expand_merge (struct expand *x, struct fir_stmt *s);
/* expand-segments.c  */
extern bool expand_segmented (struct expand *x, struct fir_stmt *s);
/* expand-bin-columns.c: the same.  */
extern bool expand_bin_columns (struct expand *x, struct fir_stmt *s);
/* expand-columns.c: the same.  */
extern bool expand_columns (struct expand *x, struct fir_stmt *s);
/* expand-one-hot.c: the same.  */
extern bool expand_one_hot (struct expand *x, struct fir_stmt *s);
/* expand-group-bucket.c: the number of the bucket of element I, V, of S, a bucket of N, into B, or
   N if it is in none.  It is checked.  */
extern struct fir_atom expand_bucket_number (struct fir_prog *p, struct fir_stmt *s,
					     struct fir_block *b, struct fir_atom i,
					     struct fir_atom v, struct fir_atom n);
/* expand-groups.c: false if S, a groupby or a bucket, stays; does it so until what reads it is
   loops?  */
extern bool expand_folds_of_groups (struct expand *x, struct fir_stmt *s);
extern bool expand_groups_wait (struct expand *x, struct fir_stmt *s);

#endif

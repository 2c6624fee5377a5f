/* The interface shared by the files that translate builtins to FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Include after extract.h.  Operands are numbered from 0 here, as call_operand does; in checks from
   1, as the source's.  */

#ifndef NOVA_EXTRACT_OPS_H
#define NOVA_EXTRACT_OPS_H

extern struct fir_atom ext_size_const (struct ext_build *e, uint64_t n);
/* A term of C at the end of the region's block with one result of TYPE, its operands to be set.  */
extern struct fir_stmt *ext_term (struct ext_build *e, struct ext_call *c, enum fir_op op,
				  unsigned nargs, unsigned nfns, const struct type *type);
/* The same with one operand, X.  */
extern struct fir_atom ext_term1 (struct ext_build *e, struct ext_call *c, enum fir_op op,
				  const struct type *type, struct fir_atom x);
/* What OP gives for FN and the N operands ARGS, or for FN and X, of TYPE.  */
extern struct fir_atom ext_apply (struct ext_build *e, struct ext_call *c, enum fir_op op,
				  struct fir_fn *fn, const struct type *type, unsigned n,
				  const struct fir_atom *args);
extern struct fir_atom ext_apply1 (struct ext_build *e, struct ext_call *c, enum fir_op op,
				   struct fir_fn *fn, const struct type *type, struct fir_atom x);
/* OP of X and Y, both of the type of what it gives.  */
extern struct fir_atom ext_prim2 (struct ext_build *e, enum fir_op op, struct fir_atom x,
				  struct fir_atom y);
extern void ext_check (struct ext_build *e, struct ext_call *c, enum check_kind kind,
		       unsigned nargs, const struct fir_atom *args);
/* The checks of C's sizes and steps: scalar-check.cc says which.  */
extern void ext_whole_checks (struct ext_build *e, struct ext_call *c);
extern struct fir_atom ext_length (struct ext_build *e, struct ext_call *c, struct fir_atom x);

/* Vector operand K; scalar or record operand K converted to TYPE; operand K as a size; operand K,
   a pointer to TYPE.  */
extern struct fir_atom ext_vector (struct ext_build *e, struct ext_call *c, unsigned k);
extern struct fir_atom ext_scalar (struct ext_build *e, struct ext_call *c, unsigned k,
				   const struct type *type);
extern struct fir_atom ext_size (struct ext_build *e, struct ext_call *c, unsigned k);
extern struct fir_atom ext_pointer (struct ext_build *e, struct ext_call *c, unsigned k,
				    const struct type *type);
/* (p, x1, ..., xn), a predicate and what it is asked of, as OP; RESULT NULL: x1's type.  */
extern struct fir_atom ext_predicate (struct ext_build *e, struct ext_call *c, enum fir_op op,
				      const struct type *result);
/* Operands FIRST ... as vectors, their lengths checked; their element types in TYPES.  */
extern void ext_vectors (struct ext_build *e, struct ext_call *c, unsigned first,
			 struct fir_atom *xs, const struct type **types);

extern const struct type *ext_elem_of (struct fir_atom x);
/* Append to B: X at I, known to be below the length of X.  */
extern struct fir_atom ext_at (struct ext_build *e, struct fir_block *b, struct fir_atom x,
			       struct fir_atom i);
/* X with its elements converted to TYPE.  */
extern struct fir_atom ext_map_convert (struct ext_build *e, struct ext_call *c, struct fir_atom x,
					const struct type *type);
/* The terms of C, an operation of extract-order.cc; absent after an error.  */
extern struct fir_atom ext_order_operation (struct ext_build *e, struct ext_call *c);
/* extract-keys.cc.  OP, sortby or groupby, of X by KEY, which gives what is no scalar of FIR.  */
extern struct fir_atom ext_by_foreign_keys (struct ext_build *e, struct ext_call *c,
					    enum fir_op op, struct fir_fn *key,
					    struct fir_atom x);
/* X, a vector of integers, as indices below N, or of (I) -1; absent N: any.  */
extern struct fir_atom ext_indices (struct ext_build *e, struct ext_call *c, struct fir_atom x,
				    struct fir_atom n);
/* extract-fn.cc.  Append the updaterows of C: ROWS are pointer, count, step and length, XS the
   vectors that have an element a row.  */
extern void ext_update_rows (struct ext_build *e, struct ext_call *c, const struct fir_atom *rows,
			     unsigned nx, const struct fir_atom *xs);
/* X, a result of C: if it is a vector, with data of its own.  */
extern struct fir_atom ext_own (struct ext_build *e, struct ext_call *c, struct fir_atom x);
/* OP (REDUCE, SCAN, EXSCAN) of X with FN from INIT.  */
extern struct fir_atom ext_combine (struct ext_build *e, struct ext_call *c, enum fir_op op,
				    struct fir_fn *fn, struct fir_atom init, struct fir_atom x);

/* extract-index.cc */
/* The vector of index-only C.  */
extern struct fir_atom ext_relay (struct ext_build *e, struct ext_call *c);
/* The element, or row, that C, an ELEMENT, gives.  */
extern struct fir_atom ext_element (struct ext_build *e, struct ext_call *c);
/* The same of a GET, checked.  */
extern struct fir_atom ext_get (struct ext_build *e, struct ext_call *c);
extern struct fir_atom ext_concat (struct ext_build *e, struct ext_call *c);
extern struct fir_atom ext_pad (struct ext_build *e, struct ext_call *c);

/* extract-need.cc */
/* The checks that C, a REQUIRE, is; the offsets that C, CUTS, makes: checked, as sizes, in memory
   of their own.  */
extern void ext_require (struct ext_build *e, struct ext_call *c);
extern struct fir_atom ext_cuts (struct ext_build *e, struct ext_call *c);
/* The rows of X, operand K of C, have WANTED elements each, by check KIND; if WANTED is absent, as
   many as row 0.  */
extern void ext_need_rows (struct ext_build *e, struct ext_call *c, unsigned k, struct fir_atom x,
			   enum check_kind kind, struct fir_atom wanted);
/* All rows that FN, the function of map C, makes from the N vectors XS are not too long
   together.  */
extern void ext_need_total (struct ext_build *e, struct ext_call *c, struct fir_fn *fn, unsigned n,
			    const struct fir_atom *xs);
/* The elements of what C appends, XS, can be counted at each level.  */
extern void ext_need_concat (struct ext_build *e, struct ext_call *c, const auto_vec<fir_atom> &xs);
/* Twice K more elements than X has, or rows no longer than all of its rows, can be counted.  */
extern void ext_need_padded (struct ext_build *e, struct ext_call *c, struct fir_atom k,
			     struct fir_atom x);
/* N elements of SIZE bytes at steps of S, of which operand K of C is N, are not more than memory
   can have addresses for: where those wrap two are the same.  No step is taken from a single
   one.  */
extern void ext_need_reach (struct ext_build *e, struct ext_call *c, unsigned k, struct fir_atom n,
			    struct fir_atom s, uint64_t size);

/* extract-store.cc */
extern void ext_store_all (struct ext_build *e, struct ext_call *c);
extern void ext_store_strided (struct ext_build *e, struct ext_call *c);

/* extract-record.cc */
extern struct fir_atom ext_field (struct ext_build *e, struct ext_call *c);
extern struct fir_atom ext_zip (struct ext_build *e, struct ext_call *c);

/* extract-search.cc */
/* OP is ARGMIN or ARGMAX.  */
extern struct fir_atom ext_best (struct ext_build *e, struct ext_call *c, enum fir_op op);
extern struct fir_atom ext_search (struct ext_build *e, struct ext_call *c);
extern struct fir_atom ext_fold (struct ext_build *e, struct ext_call *c);

#endif

/* What the files of the FIR evaluator share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FIR_EVAL_INT_H
#define NOVA_FIR_EVAL_INT_H

#include "fir-eval.h"

/* How a statement ended.  */
enum outcome
{
  DONE,
  FAILED,			/* an element failed, here or before: there are no results */
  RAISED,			/* a check term of the region does not hold: evaluation ends */
  TAIL_CALL			/* the function's results are those of a call, which is recorded */
};

/* A store to be done when the region ends: N elements V to P.  */
struct eval_store
{
  uint32_t site;
  struct value p;
  uint64_t n;
  struct value *v;
  struct eval_store *next;
};

extern struct value eval_atom (struct eval *e, struct fir_atom a);
/* The value that represents the result of a failed element.  */
extern struct value value_failed (const struct type *t);
/* FN of ARGS, into the NRES values RES; for element ELEM.  False if the element fails.  */
extern bool eval_fn (struct eval *e, struct fir_fn *fn, uint64_t elem, const struct value *args,
		     unsigned nres, struct value *res);
/* fir-eval-call.c: FUN, or the function FN, of ARGS, into the values RES, one for each result, as
   part of a function operand or (INSIDE false) of the region itself.  TAIL: it is only recorded,
   for the current call.  */
extern enum outcome eval_fun (struct eval *e, struct fir_fun *fun, const struct value *args,
			      struct value *res, bool inside, bool tail);
extern enum outcome eval_apply (struct eval *e, const struct value *fn, const struct value *args,
				struct value *res, bool inside, bool tail);
/* The value of the lambda or mu S.  */
extern struct value eval_lambda (struct eval *e, struct fir_stmt *s);
/* S inside a function operand or (INSIDE false) of the region itself.  */
extern enum outcome eval_stmts (struct eval *e, struct fir_block *b, bool inside);
extern void eval_store_later (struct eval *e, uint32_t site, const struct value *p,
			      uint64_t n, struct value *v);

/* fir-eval-vec.c: a vector operation, at or get S with operands ARGS, none of which failed.  */
extern bool eval_vec_op (struct eval *e, struct fir_stmt *s, const struct value *args,
			 struct value *res);
/* fir-eval-order.c, fir-eval-write.c: the same for the operations of these files; false if S is not
   one of them.  */
extern bool eval_order_op (struct eval *e, struct fir_stmt *s, const struct value *args,
			   struct value *res);
extern bool eval_write_op (struct eval *e, struct fir_stmt *s, const struct value *args,
			   struct value *res);
/* Index IX of element ELEM of S, in operand number OPERAND, must be below N: *I is it.  Of all
   operations but permute it may be -1 of its type: *I is (uint64_t) -1.  False, and a failure, if
   it is neither.  */
extern bool eval_index (struct eval *e, struct fir_stmt *s, unsigned operand, uint64_t elem,
			const struct value *ix, uint64_t n, uint64_t *i);
/* fir-eval-index.c, fir-eval-search.c: the same for the operations of these files; false if S is
   not one of them.  */
extern bool eval_index_op (struct eval *e, struct fir_stmt *s, const struct value *args,
			   struct value *res);
extern bool eval_search_op (struct eval *e, struct fir_stmt *s, const struct value *args,
			    struct value *res);
/* fir-eval-shape.c: check that RES, of S with operands A, is as long as fir.def says.  */
extern void eval_shape (struct eval *e, struct fir_stmt *s, const struct value *a,
			const struct value *res);
/* fir-eval-loop.c  */
extern bool eval_loop (struct eval *e, struct fir_stmt *s, uint64_t n, struct value *res);

#endif

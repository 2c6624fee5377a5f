/* What the files of the FIR checker share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FIR_CHECK_H
#define NOVA_FIR_CHECK_H

#include "fir.h"

struct checker
{
  struct fir_prog *p;
  const char *file, *text;	/* or NULL */
  const char *kind, *name;	/* the function or region at hand */
  struct fir_stmt *stmt;	/* the statement at hand, or NULL */
  struct strbuf *err;
  unsigned problems;
  struct fir_var **bound;	/* by id: the variable that has it */
  bool *in_scope;		/* by id */
  size_t nids;
  bool tail;			/* what the block at hand returns is what a function does */
};

/* T as text in the arena.  */
extern const char *type_string (struct checker *ck, const struct type *t);
/* Append a problem that breaks RULE.  */
extern void problem (struct checker *ck, const char *rule, const char *fmt, ...)
  __attribute__ ((format (printf, 3, 4)));
/* The type of operand K of S is T; NULL: there is no such operand.  */
extern const struct type *check_arg (const struct fir_stmt *s, unsigned k);
/* Operand K of S must be of type WANT; result K; false, and a problem, if it is not.  */
extern bool want_arg (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
		      const struct type *want);
extern bool want_res (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
		      const struct type *want);
/* FN takes N parameters of TYPES and returns NRETS atoms of RETS (RETS[k] NULL: anything).  WHAT
   names it in the problem.  */
extern bool want_fn (struct checker *ck, const char *rule, const char *what, struct fir_fn *fn,
		     unsigned n, const struct type *const *types, unsigned nrets,
		     const struct type *const *rets);

/* fir-check-vec.c: the same for vector operations with any number of operands.  */
#define CHECK_PARAMS 512
extern void check_vec_op (struct checker *ck, struct fir_stmt *s);
/* fir-check-term.c: the same for sums and functions as values.  */
extern void check_term (struct checker *ck, struct fir_stmt *s);
/* S is about to be looked at: is it a tail call where there is none?  Are the blocks in it where there
   are some?  What CK->tail was is returned.  */
extern bool check_enter (struct checker *ck, struct fir_stmt *s);
/* May V, bound now, have its type; OUTSIDE: it is a parameter of a region.  */
extern void check_var_type (struct checker *ck, const struct fir_var *v, bool outside);
/* fir-check-op.c: the rules of one statement; its operands, functions and results are there and
   in scope.  */
extern void check_op (struct checker *ck, struct fir_stmt *s);

#endif

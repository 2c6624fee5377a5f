/* What the files of the FIR checker share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FIR_CHECK_H
#define NOVA_FIR_CHECK_H

#include "fir-sig.h"

struct infer;

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

  struct infer *in;		/* types are being inferred; else NULL, and the rest says nothing */
  bool entering;		/* of the statement's functions only the parameters are known */
  bool last;			/* what is not decided now never will be */
  bool waits;			/* the rule at hand needs more of the type WAITS_FOR */
  const struct type *waits_for;
};

/* Append a problem that breaks RULE, about the statement at hand as a whole; about its operand,
   result or function K.  */
enum check_place { PLACE_OP, PLACE_ARG, PLACE_RES, PLACE_FN };
extern void check_bad (struct checker *ck, const char *rule, const char *fmt, ...)
  __attribute__ ((format (printf, 3, 4)));
extern void check_bad_at (struct checker *ck, enum check_place place, unsigned k, const char *rule,
			  const char *fmt, ...) __attribute__ ((format (printf, 5, 6)));

/* fir-check-want.c: what the rules are made of.  They serve the inference of types too, where types
   may still hold variables: no rule compares types or looks into one but through these.  */

/* What want_fn takes: the types of the results of S.  */
extern const struct type **check_result_types (struct checker *ck, const struct fir_stmt *s);
/* The element types of the operands of S from FIRST on, each at its place; NULL if one is no
   vector: a problem, or the rule waits.  */
extern const struct type **check_elem_types (struct checker *ck, const char *rule,
					     struct fir_stmt *s, unsigned first);
/* T as text in the arena.  */
extern const char *check_text (struct checker *ck, const struct type *t);
/* Are A and B the same, or can be made so; is T of class C, or can be.  */
extern bool check_agree (struct checker *ck, const struct type *a, const struct type *b);
extern bool check_class (struct checker *ck, const struct type *t, enum sig_class c);
/* T as far as it is known now; is it not known at all: then the rule must return, and is asked
   again.  */
extern const struct type *check_known (struct checker *ck, const struct type *t);
extern bool check_waits (struct checker *ck, const struct type *t);
/* V^n T.  */
extern const struct type *check_vec_of (struct checker *ck, const struct type *t, unsigned n);

/* The type of operand K of S is T; NULL: there is no such operand.  */
extern const struct type *check_arg (const struct fir_stmt *s, unsigned k);
/* Operand K of S, whose type is bad, is no WANTED.  */
extern void check_bad_arg (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
			   const char *wanted);
/* Operand K of S must be of type WANT; result K; operand K of class C; false, and a problem, if
   it is not.  */
extern bool want_arg (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
		      const struct type *want);
extern bool want_res (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
		      const struct type *want);
extern bool want_class (struct checker *ck, const char *rule, struct fir_stmt *s, unsigned k,
			enum sig_class c);
/* Operand K of S is a vector; a pointer to a known type, if FLAT to no vector: its element type,
   else NULL, and a problem or the rule waits.  */
extern const struct type *want_vec (struct checker *ck, const char *rule, struct fir_stmt *s,
				    unsigned k);
extern const struct type *want_ptr (struct checker *ck, const char *rule, struct fir_stmt *s,
				    unsigned k, bool flat);
/* FN takes N parameters of TYPES and returns NRETS atoms of RETS (RETS[k] NULL: anything).  WHAT
   names it in the problem.  */
extern bool want_fn (struct checker *ck, const char *rule, const char *what, struct fir_fn *fn,
		     unsigned n, const struct type *const *types, unsigned nrets,
		     const struct type *const *rets);

/* fir-check.c: has S the operands, functions and results that its operation has?  */
extern bool check_counts (struct checker *ck, struct fir_stmt *s);
/* fir-check-vec.c: the same for vector operations with any number of operands.  */
extern void check_vec_op (struct checker *ck, struct fir_stmt *s);
/* fir-check-term.c: the same for sums and functions as values.  */
extern void check_term (struct checker *ck, struct fir_stmt *s);
/* S is about to be looked at: is it a tail call where there is none?  Are the blocks in it
   where there are some?  What CK->tail was is returned.  */
extern bool check_enter (struct checker *ck, struct fir_stmt *s);
/* May V, bound now, have its type; OUTSIDE: it is a parameter of a region.  */
extern void check_var_type (struct checker *ck, const struct fir_var *v, bool outside);
/* fir-check-op.c: the rules of one statement; its operands, functions and results are there and
   in scope.  */
extern void check_op (struct checker *ck, struct fir_stmt *s);

#endif

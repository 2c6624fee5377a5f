/* What the files of the inference of FIR's types share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FIR_INFER_H
#define NOVA_FIR_INFER_H

#include "fir-check.h"
#include "fir-parse.h"
#include "fir-sig.h"

/* --- Type variables (fir-unify.c) ------------------------------------------------------------ */

/* The type variable of its index.  */
struct meta
{
  const struct type *type;	/* itself */
  const struct type *to;	/* what it is, maybe another variable; NULL: not known */
  unsigned mask;		/* the kinds of types that it may be: see sig_class_mask */
  enum scalar prefer;		/* what it is if nothing decides it, or SCALAR_LAST */
  const char *name;		/* as written, 'a: it must stay a variable; or NULL */
  const struct type *inst;	/* what it is in the instance that is being made */
  bool general;			/* a parameter of the function that it is in */
};

/* A number whose type was not written.  */
struct number
{
  struct fir_const *cst;
  const struct token *tok;
};

/* Where a statement stands.  */
struct stmt_at
{
  const struct token *op, **args, **fns, *field, **labels;
  bool named;			/* it is the body of a function that is only named there, at OP */
  unsigned nargs, nfns;
  struct call_inst *inst;	/* CALL of a function with type parameters */
};

/* A call: what its function's type parameters are.  */
struct call_inst
{
  struct fun_info *callee;
  const struct type **args;	/* NULL: its own, the caller is one of its group */
};

#define INFER_SHOWN 7

struct infer
{
  struct parser *ps;
  struct nova_ctx *ctx;
  struct checker ck;
  struct meta *metas;
  unsigned nmetas;
  size_t metas_cap;
  struct number *numbers;
  unsigned nnumbers;
  size_t numbers_cap;
  struct ptrmap at;		/* struct stmt_at of a statement */
  struct ptrmap names;		/* token of a variable */
  struct ptrmap number_of;	/* token of a number, by its constant */
  unsigned long bindings;	/* made so far */
  bool circular;		/* the last unification failed: a type would contain itself */
  unsigned errors;
  const struct type *shown[INFER_SHOWN];	/* the variables that the message at hand names */
  unsigned nshown;
  struct fir_stmt **waiting;
  unsigned nwaiting;
  size_t waiting_cap;
  struct fun_info *fun;		/* the function at hand */
  struct instance *instances, **instances_end;
};

extern struct infer *infer_new (struct parser *ps);
/* A new type variable; one that was written as NAME, which must stay a variable.  */
extern const struct type *infer_fresh (struct infer *in);
extern const struct type *infer_named (struct infer *in, const char *name);
/* T, itself no variable that is known to be something else; T with all that is known put in.  */
extern const struct type *infer_prune (struct infer *in, const struct type *t);
extern const struct type *infer_resolve (struct infer *in, const struct type *t);
/* The same for messages: numbers that nothing decides are what they would be.  */
extern const struct type *infer_show (struct infer *in, const struct type *t);
/* Is T a variable that was written.  */
extern bool infer_is_named (struct infer *in, const struct type *t);
/* If T is a variable, what it may be, "a number"; NULL if anything, or one type only.  */
extern const char *infer_any_of (struct infer *in, const struct type *t);
/* Make A and B the same; false if that cannot be.  */
extern bool infer_unify (struct infer *in, const struct type *a, const struct type *b);
/* T must be of class C; false if it cannot be.  */
extern bool infer_class (struct infer *in, const struct type *t, enum sig_class c);
/* T, if it is a number of any type, is one of type S unless something else decides it.  */
extern void infer_prefer (struct infer *in, const struct type *t, enum scalar s);
/* Is T that of a number of any type, so far.  */
extern bool infer_is_number (struct infer *in, const struct type *t);
/* Give what T is by preference; false if it has none, or is decided.  */
extern bool infer_default (struct infer *in, const struct type *t);
/* Call F on each variable in T, which is resolved.  */
extern void infer_metas (struct infer *in, const struct type *t,
			 void (*f) (struct infer *in, struct meta *m, void *data), void *data);

/* --- Programs (fir-infer.c, fir-infer-note.c)
   ------------------------------------------------------------------  */

/* Decide all types of the functions and regions that were read.  Does not return if some
   cannot.  */
extern void infer_prog (struct infer *in);
/* An error about what stands at T.  */
extern void infer_error (struct infer *in, const struct token *t, const char *fmt, ...)
  __attribute__ ((format (printf, 3, 4)));
/* What is wrong in the statement at hand, for the checker.  */
extern void infer_problem (struct infer *in, enum check_place place, unsigned k, const char *rule,
			   const char *msg);
/* An error: the type of WHAT, which stands at T, is not known.  The same of what the rule of S,
   which was just asked, waits for.  */
extern void infer_not_known (struct infer *in, const struct token *t, const char *what);
extern void infer_still_waits (struct infer *in, struct fir_stmt *s);
/* Where V is bound, or NULL.  */
extern const struct token *infer_name (struct infer *in, const struct fir_var *v);
extern struct stmt_at *infer_at (struct infer *in, const struct fir_stmt *s);
/* The type of parameter (else result) K of what S calls, as it is for this call.  */
extern const struct type *infer_callee (struct infer *in, struct fir_stmt *s, bool param,
					unsigned k);
/* The alternative of INJECT S, the arms of CASE S, of type T, if they were given by names: false if
   there are none.  */
extern bool infer_alternative (struct infer *in, struct fir_stmt *s, const struct type *t);
extern bool infer_arms (struct infer *in, struct fir_stmt *s, const struct type *t);
/* The field of S, if it was given by its name, is one of record T; else an error and false.  */
extern bool infer_field (struct infer *in, struct fir_stmt *s, const struct type *t);

/* --- What the reader notes (fir-infer-note.c)
   -----------------------------------------------------  */

/* The number at T whose type is TYPE, which has variables in it, or NULL; PREFER if nothing decides
   it.  */
extern struct fir_atom infer_number (struct infer *in, const struct token *t,
				     const struct type *type, enum scalar prefer);
/* Are A and B the same number, as far as can be seen before their types are known.  */
extern bool infer_same_number (struct infer *in, const struct fir_const *a,
			       const struct fir_const *b);
extern void infer_call_note (struct infer *in, struct fun_info *caller, struct fun_info *callee);
/* The operands of S stand where OPS do.  */
extern void infer_arg_tokens (struct infer *in, struct fir_stmt *s, unsigned n,
			      const struct operand *ops);
/* ARGS become what the type parameters of F stand for in infer_replace; NULL: nothing.  */
extern void infer_general (struct infer *in, const struct fun_info *f, const struct type **args);
extern const struct type *infer_replace (struct infer *in, const struct type *t);

/* --- Instances (fir-mono.c) ------------------------------------------------------------------ */

/* Make a copy of each function with type parameters for each list of arguments that it is called
   with, and drop the function.  */
extern void infer_instances (struct infer *in);

#endif

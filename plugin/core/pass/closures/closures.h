/* Internal interface of pass closures.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_CLOSURES_H
#define NOVA_CLOSURES_H

#include "pass/pass-int.h"

/* The bodies that may contain function values: those of the region, and of functions made from
   it.  */
struct root
{
  struct fir_block *body;
  struct fir_fun *fun;		/* NULL: the region */
  struct root *next;
};

struct closures
{
  struct fir_prog *p;
  struct fir_region *r;
  struct root *roots;
  unsigned changes;
};

/* Is S LAMBDA or MU?  */
static inline bool
makes_function (const struct fir_stmt *s)
{
  return s && (s->op == FIR_LAMBDA || s->op == FIR_MU);
}

/* The number of uses of V; of those as the function that an apply calls.  */
extern unsigned closures_all_uses (struct closures *c, struct fir_var *v);
extern unsigned closures_operator_uses (struct closures *c, struct fir_var *v);
/* Call F on every statement of all roots.  */
extern void closures_each_stmt (struct closures *c, void (*f) (struct fir_stmt *, void *),
				void *data);
/* The type of a function with the parameters of FN and its results.  */
extern const struct type *closures_fn_type (struct fir_prog *p, struct fir_fn *fn);
/* A new function of the program, named after NAME, as another root.  */
extern struct fir_fun *closures_fun_new (struct closures *c, const char *name, struct fir_fn *fn);

/* --- closures-lift.c ------------------------------------------------------------------------- */

/* The free variables of FN except SELF, in the order of their first use; *N of them.  */
extern struct fir_var **closures_captures (struct fir_prog *p, struct fir_fn *fn,
					   struct fir_var *self, unsigned *n);
/* Rewrite calls of recursive functions of the program as mu and apply, where function values are
   preferable.  */
extern void closures_calls_to_mu (struct closures *c);
/* MU, only called, becomes a function of the program.  */
extern void closures_lift_mu (struct closures *c, struct fir_stmt *mu);

/* --- closures-defun.c ------------------------------------------------------------------------ */

/* Functions that are still values become values of sums, their calls cases.  */
extern void closures_defunctionalise (struct closures *c);

#endif

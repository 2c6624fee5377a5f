/* Terms of which the operations that the pass expand writes consist: arithmetic of sizes, branches,
   recursive functions.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-terms.h"

const struct type *
expand_size_type (struct expand *x)
{
  return type_size (x->p->ctx);
}

struct fir_atom
expand_size_op (struct expand *x, struct fir_block *b, enum fir_op op, struct fir_atom y,
		struct fir_atom z)
{
  return fir_prim2 (x->p, b, op, expand_size_type (x), y, z);
}

struct fir_atom
expand_compare (struct expand *x, struct fir_block *b, enum fir_op op, struct fir_atom y,
		struct fir_atom z)
{
  return fir_prim2 (x->p, b, op, type_i32 (x->p->ctx), y, z);
}

struct fir_atom
expand_choose (struct expand *x, struct fir_block *b, struct fir_atom c, struct fir_atom y,
	       struct fir_atom z)
{
  struct fir_atom args[3] = { c, y, z };

  return fir_prim (x->p, b, FIR_SELECT, fir_atom_type (y), 3, args);
}

struct fir_atom
expand_param (struct fir_fn *fn, unsigned k)
{
  return fir_atom_var (fn->params[k]);
}

void
expand_returns (struct expand *x, struct fir_fn *fn, struct fir_atom a)
{
  fir_block_return (x->p, fn->body, 1, &a);
}

struct fir_stmt *
expand_branch (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom c,
	       const struct type *type)
{
  struct fir_stmt *t = expand_term (x, s, b, FIR_IF, type, 1, &c, 2);

  t->site = t->order = 0;
  t->fns[0] = fir_fn_new (x->p, 0, NULL);
  t->fns[1] = fir_fn_new (x->p, 0, NULL);
  return t;
}

struct fir_fn *
expand_index_fn (struct expand *x)
{
  const struct type *size = expand_size_type (x);

  return fir_fn_new (x->p, 1, &size);
}

struct fir_atom
expand_values (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_fn *fn,
	       struct fir_atom n)
{
  const struct type *t = type_vec (x->p->ctx, fir_atom_type (fn->body->rets[0]));
  struct fir_stmt *v = expand_term (x, s, b, FIR_TABULATE, t, 1, &n, 1);

  v->fns[0] = fn;
  return fir_atom_var (v->res[0]);
}

struct fir_atom
expand_call (struct expand *x, struct fir_block *b, struct fir_fn *fn, const struct fir_atom *args)
{
  struct fir_subst *subst = fir_subst_new (x->p);

  for (unsigned k = 0; k < fn->nparams; k++)
    fir_subst_put (subst, fn->params[k], args[k]);
  return fir_copy_into (x->p, b, fn->body, subst)[0];
}

struct fir_atom
expand_length (struct expand *x, struct fir_stmt *s, struct fir_block *b, struct fir_atom v)
{
  struct fir_stmt *t = expand_term (x, s, b, FIR_LEN, expand_size_type (x), 1, &v, 0);

  t->site = t->order = 0;
  return fir_atom_var (t->res[0]);
}

struct fir_stmt *
expand_recursion (struct expand *x, struct fir_stmt *s, struct fir_block *b, unsigned n,
		  const struct type *const *types, const struct type *ret)
{
  struct fir_stmt *mu = expand_term (x, s, b, FIR_MU, type_fn (x->p->ctx, n, types, 1, &ret),
				     0, NULL, 1);

  mu->site = mu->order = 0;
  mu->fns[0] = fir_fn_new (x->p, n, types);
  return mu;
}

struct fir_atom
expand_turn (struct expand *x, struct fir_block *b, struct fir_stmt *mu, bool tail,
	     unsigned n, const struct fir_atom *args)
{
  const struct type *ft = mu->res[0]->type;
  struct fir_stmt *t = fir_stmt_new (x->p, b, FIR_APPLY, 0, n + 1, 0,
				     ft->fields[ft->nparams].type, "x");

  t->args[0] = fir_atom_var (mu->res[0]);
  for (unsigned k = 0; k < n; k++)
    t->args[k + 1] = args[k];
  t->tail = tail;
  return fir_atom_var (t->res[0]);
}

bool
expand_any_fails (struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    if (s->op == FIR_CHECK || fir_may_fail (s) || fir_has_effect (s))
      return true;
  return false;
}

/* Reductions of a few elements, inside an element, which are terms without a loop.

     s = loop 3 { (j) k = add b j  e = at x k  yield reduce add 0.0 e }
       =>     k0 = add b 0  e0 = at x k0  s0 = add 0.0 e0  k1 = add b 1  ...  s = add s1 e2

   A window of three, a point of two coordinates: the loop around then has elements without loops,
   and takes its lanes across them.
   More of them are where an element reads beside what the next one does, as windows do: lanes then
   load what lies side by side.
   Of no elements at all is what the reduction begins with.
   The least and the greatest of floats have a test for a NaN each, which is cheap in lanes.
   Does not: take loops apart that fail, call or branch; many elements, or large ones; what a loop
   around reduces, whose lanes then gather what lies side by side.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "facts.h"

/* So many elements are a few; what they compute weighs so much in all.  */
#define FEW 4
#define MOST_WEIGHT 32
/* The same where each element reads beside the next, as windows do.  */
#define FEW_BESIDE 9
#define MOST_WEIGHT_BESIDE 256
#define MAX_DEPTH 8

/* Do the statements of B only compute, without branches?  */
static bool
only_computes (const struct fir_block *b)
{
  for (const struct fir_stmt *s = b->first; s; s = s->next)
    if (s->nfns || (s->op != FIR_AT && fir_op_info[s->op].cls != FIR_CLASS_PRIM))
      return false;
  return true;
}

/* Does O begin with a NaN, which gives way to any number?  */
static bool
of_none (const struct fir_out *o)
{
  enum fir_op op = fir_fn_operator (o->combine);

  return (op == FIR_MIN || op == FIR_MAX) && type_is_float (o->res->type)
	 && !o->init.var && o->init.cst->f != o->init.cst->f;
}

static bool
possible (const struct fir_stmt *s, unsigned n, unsigned most)
{
  unsigned weight = fir_block_weight (s->fns[0]->body);

  if (!only_computes (s->fns[0]->body))
    return false;
  for (unsigned k = 0; k < s->nouts; k++)
    {
      const struct fir_out *o = &s->outs[k];

      if (o->kind != OUT_REDUCE || !fir_atom_none (o->guard) || !type_is_scalar (o->res->type)
	  || !only_computes (o->combine->body))
	return false;
      weight += fir_block_weight (o->combine->body);
    }
  return weight * n <= most;
}

/* Does LOOP only give elements, each by itself?  */
static bool
maps (const struct fir_stmt *loop)
{
  for (unsigned k = 0; k < loop->nouts; k++)
    if (loop->outs[k].kind != OUT_VEC && loop->outs[k].kind != OUT_FILTER)
      return false;
  return true;
}

/* Does A grow by one with the index of LOOP, or not at all?  *GROWS: it does.  */
static bool
grows_by_one (struct fir_atom a, struct fir_stmt *loop, unsigned depth, bool *grows)
{
  struct fir_stmt *d = fir_atom_def (a);
  bool x = false, y = false;

  *grows = a.var == loop->fns[0]->params[0];
  if (*grows || !d || facts_bound_outside (a, loop))
    return true;
  if (!depth || d->nfns || d->nres != 1)
    return false;
  switch (d->op)
    {
    case FIR_CONV: return grows_by_one (d->args[0], loop, depth - 1, grows);
    case FIR_ADD:
    case FIR_SUB:
    case FIR_MIN:
    case FIR_MAX:
      if (!grows_by_one (d->args[0], loop, depth - 1, &x)
	  || !grows_by_one (d->args[1], loop, depth - 1, &y))
	return false;
      *grows = x || y;
      return d->op == FIR_MIN || d->op == FIR_MAX || (d->op == FIR_ADD ? !(x && y) : !y);
    default: return false;
    }
}

/* Do all reads of loop S, in an element of AROUND, of which one at least depends on the index of
   that, lie beside those of the next element?  */
static bool
reads_beside (const struct fir_stmt *s, struct fir_stmt *around)
{
  bool any = false, grows;

  for (const struct fir_stmt *t = s->fns[0]->body->first; t; t = t->next)
    if (t->op == FIR_AT)
      {
	if (!grows_by_one (t->args[1], around, MAX_DEPTH, &grows))
	  return false;
	any |= grows;
      }
  return any;
}

/* Loop S of no elements gives what its results begin with.  */
static bool
none (struct fir_prog *p, struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].kind != OUT_REDUCE)
      return false;
  for (unsigned k = 0; k < s->nouts; k++)
    pass_replace_var (p, s->res[k], s->outs[k].init);
  fir_unlink (s);
  return true;
}

bool
simplify_few (struct fir_prog *p, struct fir_stmt *s, struct fir_stmt *around)
{
  struct fir_fn *fn = s->fns[0];
  struct fir_block body = *fn->body;
  struct fir_atom *acc, *value;
  __int128 n;

  if (!fir_atom_value (s->args[0], &n))
    return false;
  if (n == 0)
    return none (p, s);
  if (n < 1 || n > FEW_BESIDE || !maps (around)
      || !((n <= FEW && possible (s, (unsigned) n, MOST_WEIGHT))
	   || (possible (s, (unsigned) n, MOST_WEIGHT_BESIDE) && reads_beside (s, around))))
    return false;
  acc = CTX_NEWV (p->ctx, struct fir_atom, s->nouts);
  body.nrets = s->nouts;
  body.rets = CTX_NEWV (p->ctx, struct fir_atom, s->nouts);
  for (unsigned k = 0; k < s->nouts; k++)
    {
      acc[k] = s->outs[k].init;
      body.rets[k] = s->outs[k].value;
    }
  for (unsigned i = 0; i < n; i++)
    {
      struct fir_subst *t = fir_subst_new (p);

      fir_subst_put (t, fn->params[0], fir_atom_int (p, type_size (p->ctx), i));
      value = fir_copy_before (p, s, &body, t);
      for (unsigned k = 0; k < s->nouts; k++)
	{
	  struct fir_fn *f = s->outs[k].combine;
	  struct fir_subst *u = fir_subst_new (p);

	  if (i == 0 && of_none (&s->outs[k]))
	    {
	      acc[k] = value[k];
	      continue;
	    }
	  fir_subst_put (u, f->params[0], acc[k]);
	  fir_subst_put (u, f->params[1], value[k]);
	  acc[k] = fir_copy_before (p, s, f->body, u)[0];
	}
    }
  for (unsigned k = 0; k < s->nouts; k++)
    pass_replace_var (p, s->res[k], acc[k]);
  fir_unlink (s);
  return true;
}

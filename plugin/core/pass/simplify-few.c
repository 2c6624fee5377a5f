/* Reductions of a few elements, inside an element, which are terms without a loop.

     s = loop 3 { (j) k = add b j  e = at x k  yield reduce add 0.0 e }
       =>     k0 = add b 0  e0 = at x k0  s0 = add 0.0 e0  k1 = add b 1  ...  s = add s1 e2

   A window of three, a point of two coordinates: the loop around then has elements without loops,
   and takes its lanes across them.
   The least and the greatest of floats have a test for a NaN each, which is cheap in lanes.
   Does not: take loops apart that fail, call or branch; many elements, or large ones; what a loop
   around reduces, whose lanes then gather what lies side by side.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

/* So many elements are a few; what they compute weighs so much in all.  */
#define FEW 4
#define MOST_WEIGHT 32

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
possible (const struct fir_stmt *s, unsigned n)
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
  return weight * n <= MOST_WEIGHT;
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

bool
simplify_few (struct fir_prog *p, struct fir_stmt *s, const struct fir_stmt *around)
{
  struct fir_fn *fn = s->fns[0];
  struct fir_block body = *fn->body;
  struct fir_atom *acc, *value;
  __int128 n;

  if (!fir_atom_value (s->args[0], &n) || n < 1 || n > FEW || !maps (around)
      || !possible (s, (unsigned) n))
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

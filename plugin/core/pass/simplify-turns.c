/* Loops whose turns constants decide, which are terms without a loop.

     f = mu { (s, k) c = lt k 3  r = if c { e = at x k  t = add s e  l = add k 1
					    u = tail apply f t l  ret u } else { ret s }  ret r }
     r = apply f 0.0 0   =>   e = at x 0  t = add 0.0 e  e2 = at x 1  ...  r is t3

   So is a loop over the points of a stencil, or over the digits of a number, in a function that is
   read.  The function around then has terms that passes see through, and the loop around elements
   without loops.  Each turn is a copy of the body, simplified with the constants it starts from.
   Does not: take loops apart of which a turn ends in a branch that is not decided, as with a break
   that depends on elements; that take many turns, or compute much in all; of whose turns each has a
   loop that stays, since nests would grow with the product of their turns.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"
#include "fir/fir-counted.h"

/* More turns than this, or more weight in all of them, stay a loop.  */
#define MOST_TURNS 32
#define MOST_WEIGHT 1024

/* So many turns are tried in a nest, those of inner loops that turn out to stay among them.  */
#define MOST_TRIED 1024

/* Does S, a call, begin with a constant, and not in the function that it calls?  Not a search that
   begins near its result.  */
static bool
begins (const struct fir_stmt *s, const struct simplify_mu *in)
{
  for (; in; in = in->up)
    if (in->mu == s->args[0].var)
      return false;
  for (unsigned k = 1; k < s->nargs && !s->near; k++)
    if (s->args[k].cst)
      return true;
  return false;
}

/* Is there a call in B?  A mu without one goes.  */
static bool
calls (const struct fir_block *b)
{
  for (const struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (s->op == FIR_APPLY)
	return true;
      for (unsigned k = 0; k < s->nfns && s->op != FIR_MU; k++)
	if (calls (s->fns[k]->body))
	  return true;
      for (unsigned k = 0; k < s->nouts; k++)
	if (s->outs[k].combine && calls (s->outs[k].combine->body))
	  return true;
    }
  return false;
}

/* One turn of MU with ARGS, simplified, in an element of AROUND, in the functions IN; LEFT: how
   many more may be tried in it.  */
static struct fir_block *
turn (struct fir_prog *p, struct fir_stmt *mu, const struct fir_atom *args,
      struct fir_stmt *around, const struct simplify_mu *in, unsigned *left)
{
  struct simplify_mu here = { mu->res[0], in, left };
  struct fir_fn *fn = mu->fns[0];
  struct fir_block *b = fir_block_new (p);
  struct fir_subst *params = fir_subst_new (p);

  for (unsigned k = 0; k < fn->nparams; k++)
    fir_subst_put (params, fn->params[k], args[k]);
  b->rets = fir_copy_into (p, b, fn->body, params);
  b->nrets = fn->body->nrets;
  simplify_scratch (p, b, around, &here);
  return b;
}

/* The call of F that block B ends with, whose results are B's; NULL if there is none.  */
static struct fir_stmt *
again (struct fir_block *b, struct fir_var *f)
{
  struct fir_stmt *s = b->last;

  return s && s->op == FIR_APPLY && s->args[0].var == f && fir_returns_results (s) ? s : NULL;
}

bool
simplify_turns (struct fir_prog *p, struct fir_stmt *s, struct fir_stmt *around,
		const struct simplify_mu *in)
{
  struct fir_stmt *mu = fir_atom_def (s->args[0]), *call = s;
  struct fir_block *all = fir_block_new (p), *b;
  unsigned turns = 0, weight = 0, most = MOST_TRIED, *left = in && in->turns ? in->turns : &most;

  if (!mu || mu->op != FIR_MU || !begins (s, in))
    return false;
  do
    {
      if (*left == 0)
	return false;
      --*left;
      b = turn (p, mu, call->args + 1, around, in, left);
      call = again (b, mu->res[0]);
      if (call)
	fir_unlink (call);
      weight += fir_block_weight (b);
      if (turns++ > MOST_TURNS || weight > MOST_WEIGHT || fir_uses (b, mu->res[0])
	  || (call && calls (b)))
	return false;
      while (b->first)
	{
	  struct fir_stmt *t = b->first;

	  fir_unlink (t);
	  fir_append (all, t);
	}
    }
  while (call);
  if (!s->tail)
    pass_forget_tails (all);
  fir_put_before (s, all);
  for (unsigned k = 0; k < s->nres; k++)
    pass_replace_var (p, s->res[k], b->rets[k]);
  fir_unlink (s);
  return true;
}

/* --- Whether loops stay ---------------------------------------------------------------------- */

/* Are there calls in B?  Unless ALL, only those whose turns do not count.  */
static bool
calls_stay (struct fir_prog *p, const struct fir_block *b, bool all)
{
  struct fir_counted c;

  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (s->op == FIR_APPLY && (all || !fir_counts (p->ctx, s, &c)))
	return true;
      for (unsigned k = 0; k < s->nfns && s->op != FIR_MU; k++)
	if (calls_stay (p, s->fns[k]->body, all))
	  return true;
    }
  return false;
}

bool
pass_turns_stay (struct fir_prog *p, struct fir_block *b, bool all)
{
  struct fir_block *copy = fir_block_new (p);

  copy->rets = fir_copy_into (p, copy, b, NULL);
  copy->nrets = b->nrets;
  simplify_scratch (p, copy, NULL, NULL);
  pass_dce_block (p, copy);
  return calls_stay (p, copy, all);
}

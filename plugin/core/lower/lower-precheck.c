/* Lowering of checks that need no branch: those of a whole chunk before anything else of it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     new bad := 0
     for i = b to e { bad := bor (bad, not (ix[i] < n)) }
     if bad { for i = b to e { the same checks, each with its failure } }
     else { the chunk, unchecked }

   The first loop vectorises, and so does what follows; the second finds the smallest element that
   fails.  That is right where every element makes the checks, and makes them of values that can be
   computed for every element whatever the other checks say.  What has no value of every operand is
   computed of 0 where a check before it does not hold (lower_prim).
   Does not: checks in loops inside others, or of what a checked read has given.  */

#include "lower-loop.h"

/* Computing the operands twice must cost less than the branches.  */
#define PRECHECK_COST 12

/* Mark in PRECHECK what A needs of LP's body; false if it cannot stand before the checks.  */
static bool
mark (struct loop *lp, struct fir_atom a, bool *precheck, unsigned *cost)
{
  unsigned i = 0;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next, i++)
    {
      bool here = false;
      for (unsigned k = 0; k < s->nres; k++)
	here |= a.var == s->res[k];
      if (!here)
	continue;
      if (!stmt_straight (s) || s->nfns)
	return false;
      if (precheck[i])
	return true;
      precheck[i] = true;
      ++*cost;
      for (unsigned k = 0; k < s->nargs; k++)
	if (!mark (lp, s->args[k], precheck, cost))
	  return false;
      return true;
    }
  return true;
}

/* Is S a check that stands by itself?  */
static bool
plain_check (struct fir_stmt *s)
{
  return s->op == FIR_CHECK || s->op == FIR_GET;
}

/* The pass is planned with its checks: can they go before everything else?  */
void
precheck_plan (struct loop *lp)
{
  unsigned i = 0, cost = 0;
  lp->precheck = NULL;
  if (lp->nested || lp->serial || lp->leaf_fails || lp->inner)
    return;
  bool *precheck = CTX_NEWV (lp->l->ctx, bool, lp->nstmts + 1), any = false;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next, i++)
    {
      if (!lp->need[i] || (s->op != FIR_CHECK && !fir_may_fail (s)))
	continue;
      if (!plain_check (s) || !(lp->need[i] & 1))
	return;
      for (unsigned k = 0; k < s->nargs; k++)
	if (!mark (lp, s->args[k], precheck, &cost))
	  return;
      precheck[i] = any = true;
    }
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].o->combine && !reduce_safe (lp->outs[k].o->combine))
      return;
  if (any && cost <= PRECHECK_COST)
    lp->precheck = precheck;
}

/* The marked statements for the elements from B to E; BAD: where it is noted that one fails, NULL
   if each failure is noted.  */
static void
check_loop (struct loop *lp, struct imp_expr *b, struct imp_expr *e, struct imp_var *bad)
{
  struct lower *l = lp->l;
  struct imp_stmt *f = s_for (l, lp->s->fns[0]->params[0]->name, b, e, 1, false);
  struct imp_block *after = l->b;
  struct imp_expr *index = imp_use (l->p, f->var);
  struct element el = { .index = index, .outer = index, .checked = true, .bad = bad };
  l->b = &f->body;
  l->elem = &el;
  lower_bind (l, lp->s->fns[0]->params[0])->e = index;
  unsigned i = 0;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next, i++)
    if (lp->precheck[i])
      lower_stmt (l, s);
  l->elem = NULL;
  l->b = after;
}

/* Check the elements from B to E (variables); what follows runs only if they are good.  */
void
precheck_emit (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  const struct type *i32 = type_i32 (l->ctx);
  struct imp_var *bad = s_new (l, "bad", i32, e_const (l, i32, 0, 0));
  check_loop (lp, e_again (l, b), e_again (l, e), bad);
  struct imp_stmt *i = s_if (l, imp_use (l->p, bad));
  l->b = &i->body;
  check_loop (lp, e_again (l, b), e_again (l, e), NULL);
  l->b = &i->orelse;
}

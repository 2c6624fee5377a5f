/* Lowering of checks without branches: the checks of a whole chunk ahead of everything else in it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     loop i = b to e { } do { need ix[i] < n else ... }
     the chunk, unchecked

   This is valid where every element makes the checks, of values that can be computed for every
   element whatever the outcome of the other checks.  In a loop that is stated whole each element
   has its needs instead (lower-give.c).  The pass precheck turns both into code
   (schedule/schedule-precheck.c).
   Does not: hoist checks of loops inside others, or of values loaded by a checked read.  */

#include "lower-loop.h"

/* Computing the operands twice must cost less than the branches.  */
#define PRECHECK_COST 12

/* Is S a check, not part of another operation?  */
static bool
plain_check (struct fir_stmt *s)
{
  return s->op == FIR_CHECK || s->op == FIR_GET;
}

/* Does a check of LP's body before END test A, or an operand from which A is computed?  The index
   of the element is valid for all.  SEEN: statements that have been visited.  */
static bool
checked_before (struct loop *lp, struct fir_atom a, const struct fir_stmt *end, bool *seen)
{
  unsigned i = 0;
  for (struct fir_stmt *s = lp->body->first; a.var && s != end; s = s->next, i++)
    {
      bool here = false;
      for (unsigned k = 0; plain_check (s) && k < s->nargs; k++)
	if (s->args[k].var == a.var && a.var != lp->s->fns[0]->params[0])
	  return true;
      for (unsigned k = 0; k < s->nres && !seen[i]; k++)
	here |= s->res[k] == a.var;
      seen[i] |= here;
      for (unsigned k = 0; here && k < s->nargs; k++)
	if (checked_before (lp, s->args[k], end, seen))
	  return true;
    }
  return false;
}

/* Is the read AT S valid only because a check before it held?  */
static bool
behind_check (struct loop *lp, const struct fir_stmt *s)
{
  return checked_before (lp, s->args[1], s, CTX_NEWV (lp->l->ctx, bool, lp->nstmts + 1));
}

/* Mark in PRECHECK the statements of LP's body that A needs; false if they cannot precede the
   checks.  A read at an index that a preceding check tests is valid only if that held.  */
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
      if (!fir_straight (s) || s->nfns
	  || (s->op == FIR_AT && behind_check (lp, s)))
	return false;
      if (precheck[i])
	return true;
      precheck[i] = true;
      if (++*cost > PRECHECK_COST)
	return false;
      for (unsigned k = 0; k < s->nargs; k++)
	if (!mark (lp, s->args[k], precheck, cost))
	  return false;
      return true;
    }
  return true;
}

/* The pass is planned with its checks: can they be made ahead of everything else?  */
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
  if (any)
    lp->precheck = precheck;
}

/* Check the elements from B to E (variables); the rest runs only if none fails.  */
void
precheck_emit (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_stmt *s = give_loop_new (lp, b, e);
  struct imp_expr *index = imp_use (l->p, s->var);
  struct element el = { .index = index, .outer = index, .checked = true, .needs = true };
  l->b = &s->body;
  l->elem = &el;
  lower_bind (l, lp->s->fns[0]->params[0])->e = index;
  unsigned i = 0;
  for (struct fir_stmt *t = lp->body->first; t; t = t->next, i++)
    if (lp->precheck[i])
      lower_stmt (l, t);
  l->elem = NULL;
  l->b = after;
}

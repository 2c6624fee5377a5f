/* Lowering of a loop's body: one element, its checks, its guards.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A body may be emitted several times (counting pass, writing pass), each time only with the
   statements that the running pass needs.  Statements that only guarded values need are computed
   for every element if they are total (so that the loop has no branch and vectorises), else under
   the guard.  */

#include "lower-loop.h"

/* --- Who needs what ------------------------------------------------------------------------- */

static void
need_atom (struct loop *lp, struct fir_atom a, unsigned bits)
{
  if (a.var)
    lower_bind (lp->l, a.var)->need |= bits;
}

static void need_block (struct loop *lp, struct fir_block *b, unsigned bits);

/* Mark A, of which only the length, or that of a level of it, is needed.  */
static void
need_length_of (struct loop *lp, struct fir_atom a, unsigned bits)
{
  struct fir_stmt *def = a.var ? a.var->def : NULL;
  if (def && def->parent == lp->body && (def->op == FIR_LOOP || def->op == FIR_FLATTEN))
    lower_bind (lp->l, a.var)->need_length |= bits;
  else
    need_atom (lp, a, bits);
}

/* Everything that S uses, its nested blocks included.  */
static void
need_operands (struct loop *lp, struct fir_stmt *s, unsigned bits)
{
  for (unsigned k = 0; k < s->nargs; k++)
    need_atom (lp, s->args[k], bits);
  for (unsigned k = 0; k < s->nfns; k++)
    need_block (lp, s->fns[k]->body, bits);
  for (unsigned k = 0; k < s->nouts; k++)
    {
      need_atom (lp, s->outs[k].value, bits);
      need_atom (lp, s->outs[k].guard, bits);
      need_atom (lp, s->outs[k].init, bits);
      need_atom (lp, s->outs[k].dest, bits);
      if (s->outs[k].combine)
	need_block (lp, s->outs[k].combine->body, bits);
    }
}

static void
need_block (struct loop *lp, struct fir_block *b, unsigned bits)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    need_operands (lp, s, bits);
  for (unsigned k = 0; k < b->nrets; k++)
    need_atom (lp, b->rets[k], bits);
}

/* The number of guard G, whose bit it is; 0 for none.  */
static unsigned
guard_number (struct loop *lp, struct fir_atom g)
{
  if (fir_atom_none (g))
    return 0;
  for (unsigned k = 1; k <= lp->nguards; k++)
    if (fir_atom_equal (lp->guards[k], g))
      return k;
  if (lp->nguards == FIR_GUARDS)
    ctx_fatal (lp->l->ctx, "lower: a loop with more than %d guards", FIR_GUARDS);
  lp->guards[++lp->nguards] = g;
  return lp->nguards;
}

static void
clear_need (struct loop *lp)
{
  for (struct fir_stmt *s = lp->body->first; s; s = s->next)
    for (unsigned k = 0; k < s->nres; k++)
      lower_bind (lp->l, s->res[k])->need = lower_bind (lp->l, s->res[k])->need_length = 0;
}

/* Propagate needs from results to operands.  Check terms are needed, also inside; with CHECKS,
   other statements that may fail are needed by whatever needs their result in any pass, as lp->need
   tells.  Statements that only a guard needs come behind those that are always needed, and do not
   run if one of these fails: so a statement that may fail is always needed if an always needed one
   behind it may fail with a greater order.  */
static void
propagate (struct loop *lp, bool checks, unsigned *need)
{
  unsigned i = lp->nstmts;
  bool later = false;
  for (struct fir_stmt *s = lp->body->last; s; s = s->prev)
    {
      unsigned bits = fir_has_effect (s) ? 1 : 0;
      bool fails = fir_may_fail (s);
      i--;
      for (unsigned k = 0; k < s->nres; k++)
	bits |= lower_bind (lp->l, s->res[k])->need | lower_bind (lp->l, s->res[k])->need_length;
      if (checks && fails)
	bits |= lp->need[i];
      if (bits && later && fails)
	bits |= 1;
      later |= (bits & 1) && (s->op == FIR_CHECK || fails);
      need[i] = bits;
      if (keep_of (lp, s) && lp->keeping == KEEPING_KEEP)
	lower_bind (lp->l, s->res[0])->need |= bits;
      if (bits && keep_found (lp, s, i))
	continue;
      if (bits && (s->op == FIR_LEN || (s->op == FIR_FLATTEN
					&& !lower_bind (lp->l, s->res[0])->need)))
	need_length_of (lp, s->args[0], bits);
      else if (bits)
	need_operands (lp, s, bits);
    }
}

/* Whether an output's value is computed in the pass.  */
static bool
wants_value (struct out *o)
{
  return o->job != JOB_NONE && o->job != JOB_COUNT && o->job != JOB_LENGTHS;
}

/* Mark the statements that the length of O's value needs.  */
static void
need_length (struct loop *lp, struct out *o, unsigned bits)
{
  struct fir_atom n = rowout_length (lp, o);
  if (!fir_atom_none (n))
    need_atom (lp, n, bits);
  else
    need_length_of (lp, o->o->value, bits);
}

/* Mark the statements that the outputs need, in this pass or (ALL) in all passes.  */
static void
need_outs (struct loop *lp, bool all, bool promote)
{
  clear_need (lp);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      unsigned g = guard_number (lp, o->o->guard);
      if (!all && o->job == JOB_NONE)
	continue;
      if (g)
	need_atom (lp, o->o->guard, 1);
      unsigned bits = g && !(promote && lp->total[g]) ? 1u << g : 1;
      if (all || wants_value (o) || o->vecs)
	need_atom (lp, o->o->value, bits);
      else if (o->job == JOB_LENGTHS)
	need_length (lp, o, bits);
    }
}

/* Are the statements that only guard G needs total?  */
static bool
group_total (struct loop *lp, unsigned g)
{
  unsigned i = 0;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next, i++)
    if ((lp->need[i] & (1u << g)) && !(lp->need[i] & 1) && !fir_straight (s))
      return false;
  return true;
}

/* Whether the elements of loop S's vectors are needed.  */
static void
note_counted (struct loop *lp, struct fir_stmt *s)
{
  bool only = true;
  for (unsigned k = 0; k < s->nres; k++)
    only &= !lower_bind (lp->l, s->res[k])->need;
  lower_bind (lp->l, s->res[0])->count_only = only;
}

void
elem_plan (struct loop *lp)
{
  lp->nstmts = 0;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next)
    lp->nstmts++;
  lp->need = CTX_NEWV (lp->l->ctx, unsigned, lp->nstmts + 1);
  lp->nguards = 0;
  for (unsigned g = 0; g <= FIR_GUARDS; g++)
    lp->total[g] = false;
  if (lp->checked)
    {
      need_outs (lp, true, false);
      propagate (lp, false, lp->need);
    }
  bool checks = lp->checked;
  unsigned *need = CTX_NEWV (lp->l->ctx, unsigned, lp->nstmts + 1);
  need_outs (lp, false, false);
  propagate (lp, checks, need);
  unsigned *all = lp->need;
  lp->need = need;
  for (unsigned g = 1; g <= lp->nguards; g++)
    lp->total[g] = group_total (lp, g);
  lp->need = all;
  need = CTX_NEWV (lp->l->ctx, unsigned, lp->nstmts + 1);
  need_outs (lp, false, true);
  propagate (lp, checks, need);
  lp->need = need;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next)
    if (s->op == FIR_LOOP)
      note_counted (lp, s);
}

/* --- Emission ------------------------------------------------------------------------------- */

void
elem_release_rows (struct lower *l, struct element *el)
{
  for (struct row *r = el->rows; r; r = r->next)
    imp_stmt_new (l->p, r->block, IMP_RELEASE, 0)->var = r->handle;
}

static void
accept (struct loop *lp, struct out *o, bool guarded, struct imp_expr *index, bool first)
{
  bool scalar = wants_value (o) && !o->rows && !o->vecs && !o->keeps;
  struct imp_expr *v = scalar ? lower_atom (lp->l, o->o->value) : NULL;
  struct imp_expr *g = guarded ? lower_atom (lp->l, o->o->guard) : NULL;
  out_accept (lp, o, v, g, index, first);
}

/* The statements and outputs that belong to guard G, under it.  */
static void
emit_group (struct loop *lp, unsigned g, struct imp_expr *index, bool first)
{
  struct lower *l = lp->l;
  bool any = false;
  for (unsigned i = 0; i < lp->nouts; i++)
    any |= lp->outs[i].job != JOB_NONE && guard_number (lp, lp->outs[i].o->guard) == g;
  if (!any)
    return;
  struct imp_block *after = l->b;
  /* What says that the element failed may be bound in the group's own block.  */
  struct imp_var *ok = l->elem->ok;
  l->b = &s_if (l, e_test (l, lower_atom (l, lp->guards[g])))->body;
  unsigned i = 0;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next, i++)
    if ((lp->need[i] & (1u << g)) && !(lp->need[i] & 1))
      keep_stmt (lp, s, index);
  for (i = 0; i < lp->nouts; i++)
    {
      struct out *o = &lp->outs[i];
      if (o->job != JOB_NONE && guard_number (lp, o->o->guard) == g)
	accept (lp, o, false, index, first);
    }
  l->b = after;
  l->elem->ok = ok;
}

/* Is the value of O, a vector, made only for elements whose value O takes?  Else it has no place
   before the guard is known: memory behind the last value taken belongs to another chunk.  */
static bool
made_if_taken (struct loop *lp, struct out *o)
{
  unsigned g = guard_number (lp, o->o->guard), i = 0;
  struct fir_stmt *def = o->o->value.var ? o->o->value.var->def : NULL;
  if (!g)
    return true;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next, i++)
    if (s == def)
      return lp->need[i] == 1u << g;
  return false;
}

void
elem_emit (struct loop *lp, struct imp_expr *index, bool first)
{
  struct lower *l = lp->l;
  struct element *outer = l->elem;
  struct element el = { .index = index, .checked = lp->checked, .needs = lp->needs,
			.values = lp->needs };
  struct imp_block *after = l->b;
  el.ok = outer ? outer->ok : NULL;
  el.outer = outer ? outer->outer : index;
  el.around = outer;
  el.region = outer ? outer->region : lp;
  el.none_failed = lp->none_failed;
  l->elem = &el;
  lower_bind (l, lp->s->fns[0]->params[0])->e = index;
  unsigned i = 0;
  for (unsigned o = 0; o < lp->nouts; o++)
    if (lp->outs[o].job == JOB_ROWS && made_if_taken (lp, &lp->outs[o]))
      rowout_place (lp, &lp->outs[o], index);
  for (struct fir_stmt *s = lp->body->first; s; s = s->next, i++)
    if (lp->need[i] & 1)
      keep_stmt (lp, s, index);
  for (i = 0; i < lp->nouts; i++)
    {
      struct out *o = &lp->outs[i];
      unsigned g = guard_number (lp, o->o->guard);
      if (o->job != JOB_NONE && (!g || lp->total[g]))
	accept (lp, o, g != 0, index, first);
    }
  for (unsigned g = 1; g <= lp->nguards; g++)
    if (!lp->total[g])
      emit_group (lp, g, index, first);
  for (i = 0; i < lp->nouts; i++)
    rowout_leave (lp, &lp->outs[i]);
  elem_release_rows (l, &el);
  l->elem = outer;
  l->b = after;
}

/* Lowering of accumulators: those of reductions, and of the first passes of scans and filters.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Initialises accumulators, and combines the values of elements into them one after another.  How
   an output combines in blocks is decided here, too; schedule-lanes.c makes the blocks.  */

#include "lower-loop.h"

/* --- Choosing the shape --------------------------------------------------------------------- */

bool
job_combines (enum job job)
{
  return job == JOB_REDUCE || job == JOB_COUNT;
}

bool
job_scans (enum job job)
{
  return job == JOB_SCAN || job == JOB_EXSCAN;
}

/* The E of type T with OP (x, E) == x for every x, bit for bit; NULL if there is none.  */
struct imp_expr *
reduce_neutral (struct lower *l, enum fir_op op, const struct type *t)
{
  struct fir_atom e = fir_neutral (l->prog, op, t, l->region->finite);

  return e.cst ? imp_const (l->p, e.cst) : NULL;
}

bool
reduce_safe (struct fir_fn *fn)
{
  for (struct fir_stmt *s = fn->body->first; s; s = s->next)
    if (s->op == FIR_LOOP || s->op == FIR_CHECK || fir_may_fail (s))
      return false;
  return true;
}

/* Is the operator cheap, so that a tree pays, and can it not fail?  */
bool
reduce_cheap (struct fir_fn *fn)
{
  return reduce_safe (fn) && fir_block_cost (fn->body) <= CHEAP;
}

void
reduce_plan (struct loop *lp, struct out *o)
{
  bool count = o->job == JOB_COUNT, always = fir_atom_none (o->o->guard) && !lp->checked;
  const struct type *t = o->t = count ? type_size (lp->l->ctx) : fir_atom_type (o->o->value);
  o->comb.op = count ? FIR_ADD : fir_fn_operator (o->o->combine);
  o->comb.neutral = o->comb.op == FIR_LAST ? NULL : reduce_neutral (lp->l, o->comb.op, t);
  o->comb.start = o->comb.neutral ? START_NEUTRAL : always ? START_FIRST : START_FLAG;
  bool blocks = always || (o->comb.neutral && !lp->checked);
  o->comb.commutes = blocks && (count || lower_commutes (lp->l, o->o->combine));
  o->comb.by = 0;
  if (blocks && !o->comb.commutes && reduce_cheap (o->o->combine))
    o->comb.by = lower_commutes_by (o->o, lp->s->fns[0]);
  o->comb.commutes |= o->comb.by > 0;
  o->comb.tree = blocks && !o->comb.commutes && reduce_cheap (o->o->combine);
}

/* --- Accumulating --------------------------------------------------------------------------- */

struct imp_expr *
reduce_combine (struct loop *lp, struct out *o, struct imp_expr *x, struct imp_expr *y)
{
  if (o->job == JOB_COUNT)
    return e_op (lp->l, FIR_ADD, x, y);
  return lower_apply (lp->l, o->o->combine, x, y);
}

void
reduce_begin (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  o->comb.acc = s_new (l, "acc", o->t,
		       o->comb.start == START_NEUTRAL ? e_again (l, o->comb.neutral)
		       : o->comb.start == START_SEED ? e_again (l, o->comb.seed) : NULL);
  o->comb.has = NULL;
  if (o->comb.start == START_FLAG)
    o->comb.has = s_new (l, "has", type_i32 (l->ctx), e_const (l, type_i32 (l->ctx), 0, 0));
}

/* acc := acc op V, acc := V the first time.  */
static void
flagged (struct loop *lp, struct out *o, struct imp_expr *v)
{
  struct lower *l = lp->l;
  v = lower_name (l, v, "v");
  struct imp_stmt *i = s_if (l, imp_use (l->p, o->comb.has));
  struct imp_block *after = l->b;
  l->b = &i->body;
  s_assign (l, o->comb.acc, reduce_combine (lp, o, imp_use (l->p, o->comb.acc), v));
  l->b = &i->orelse;
  s_assign (l, o->comb.acc, e_again (l, v));
  s_assign (l, o->comb.has, e_const (l, type_i32 (l->ctx), 1, 0));
  l->b = after;
}

struct imp_expr *
reduce_counted (struct lower *l, struct imp_expr *g)
{
  return g ? e_select (l, e_test (l, g), e_size (l, 1), e_size (l, 0)) : e_size (l, 1);
}

/* Combine the value V of an element into O, if guard G (NULL: always) holds.  */
void
reduce_accept (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *g, bool first)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  if (o->job == JOB_COUNT)
    v = reduce_counted (l, g);
  else if (g && o->comb.start == START_NEUTRAL)
    v = e_select (l, e_test (l, g), lower_name (l, v, "v"), e_again (l, o->comb.neutral));
  else if (g)
    l->b = &s_if (l, e_test (l, g))->body;
  if (first && o->comb.start == START_FIRST)
    s_assign (l, o->comb.acc, v);
  else if (o->comb.start == START_FLAG)
    flagged (lp, o, v);
  else
    s_assign (l, o->comb.acc, reduce_combine (lp, o, imp_use (l->p, o->comb.acc), v));
  l->b = after;
}

int
reduce_gains (struct loop *lp, struct out *o)
{
  (void) lp;
  return o->comb.commutes || o->comb.tree ? 2 : 0;
}

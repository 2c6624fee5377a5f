/* Lowering of loops that are taken in blocks: a LOOP of IMP, which says what each element gives.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     loop i = b to e by lanes { reduce acc ... (x, y) { } ret f (x, y) } do { ... give acc := v }

   The body is lowered once; the pass lanes (schedule-lanes.c) copies it as often as the shape needs
   it.  */

#include "lower-loop.h"

/* Parameter K of O's operator, FN or, NULL, a sum.  */
static struct imp_expr *
parameter (struct loop *lp, struct out *o, struct fir_fn *fn, unsigned k)
{
  const char *name = fn ? fn->params[k]->name : k ? "y" : "x";

  return imp_use (lp->l->p, s_new (lp->l, name, o->t, NULL));
}

/* The operator of O, which stands in S.  */
static void
operator_of (struct loop *lp, struct out *o, struct imp_stmt *s)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct fir_fn *fn = o->job == JOB_COUNT ? NULL : o->o->combine;

  l->b = &s->body;
  struct imp_expr *x = parameter (lp, o, fn, 0), *y = parameter (lp, o, fn, 1);
  s->e[2] = reduce_combine (lp, o, x, y);
  l->b = after;
}

/* Room for more of what filter O stores, where S says that.  */
static void
room_of (struct loop *lp, struct out *o, struct imp_stmt *s)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;

  if (!o->grow)
    return;
  l->b = &s->body;
  struct imp_expr *n = imp_use (l->p, s_new (l, "more", type_size (l->ctx), NULL));
  grow_room (l, o->grow, imp_use (l->p, o->pos), n);
  l->b = after;
}

/* Where O stores becomes a variable.  */
static void
name_destination (struct lower *l, struct out *o)
{
  if (o->d->kind == IMP_EXPR_CONST)
    o->d = imp_use (l->p, s_new (l, "d", o->d->type, o->d));
}

/* O as an output at the head of LOOP.  */
static void
head (struct loop *lp, struct out *o, struct imp_stmt *loop)
{
  struct lower *l = lp->l;
  enum imp_stmt_kind kind = job_combines (o->job) ? IMP_REDUCE : o->job == JOB_FILTER ? IMP_FILTER
			    : o->job == JOB_SCAN ? IMP_SCAN : IMP_EXSCAN;
  struct imp_stmt *s = imp_stmt_new (l->p, &loop->orelse, kind, 0);

  s->var = kind == IMP_FILTER ? o->pos : o->acc;
  if (kind == IMP_FILTER)
    {
      s->base = e_again (l, o->d);
      room_of (lp, o, s);
      return;
    }
  if (kind == IMP_REDUCE)
    {
      s->first = o->start == START_FIRST;
      s->e[0] = o->start == START_NEUTRAL ? e_again (l, o->neutral) : NULL;
      s->commutes = o->commutes;
    }
  else
    s->base = e_again (l, o->d);
  operator_of (lp, o, s);
}

void
give_accept (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *g)
{
  struct lower *l = lp->l;
  struct imp_stmt *s;

  if (o->job == JOB_COUNT)
    v = reduce_counted (l, g);
  s = imp_stmt_new (l->p, l->b, IMP_GIVE, 0);
  s->var = o->job == JOB_FILTER ? o->pos : o->acc;
  s->e[0] = v;
  s->e[1] = g && o->job != JOB_COUNT ? e_test (l, g) : NULL;
}

/* SHAPE as a loop of IMP has it.  One operator that needs a tree makes trees of all.  */
static enum imp_shape
shape_word (struct loop *lp, enum blocks shape)
{
  if (shape != BLOCKS_COMBINE)
    return shape == BLOCKS_FILTER ? IMP_SHAPE_COMPACT : IMP_SHAPE_TILES;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (job_combines (lp->outs[k].job) && lp->outs[k].tree)
      return IMP_SHAPE_TREE;
  return IMP_SHAPE_LANES;
}

void
give_blocks (struct loop *lp, enum blocks shape, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_stmt *s;

  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_FILTER || job_scans (lp->outs[k].job))
      name_destination (l, &lp->outs[k]);
  s = imp_stmt_new (l->p, l->b, IMP_LOOP, 0);
  s->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, lp->s->fns[0]->params[0]->name,
			type_size (l->ctx));
  s->e[0] = e_again (l, b);
  s->e[1] = e_again (l, e);
  s->e[2] = e_size (l, 1);
  s->shape = shape_word (lp, shape);
  s->brief = lp->nested;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (job_combines (lp->outs[k].job) || lp->outs[k].job == JOB_FILTER
	|| job_scans (lp->outs[k].job))
      head (lp, &lp->outs[k], s);
  l->b = &s->body;
  lp->gives = true;
  elem_emit (lp, imp_use (l->p, s->var), false);
  lp->gives = false;
  l->b = after;
}

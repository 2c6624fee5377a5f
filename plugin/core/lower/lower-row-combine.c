/* Lowering of outputs that combine vectors: reductions and scans whose values are vectors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The accumulator is an owned handle, which each combination replaces.  A loop with such an output
   runs from left to right, as one chunk: partial results would be vectors, one per chunk, and
   combining them would cost as much as they save.  A scan's accumulators are the rows of its
   result: counted in one pass, recomputed and written in another (lower-row-output.c).
   Does not: turn an elementwise function of rows of equal length into reductions of columns; that
   is law R7.  */

#include "lower-loop.h"

bool
rowcomb_is (struct fir_out *o)
{
  return o->combine && type_is_vec (fir_atom_type (o->value));
}

void
rowcomb_begin (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  struct fir_atom init = o->o->init;
  o->comb.acc = s_new (l, "acc", fir_atom_type (init), vec_owned (l, lower_vec (l, init)));
}

/* A failed element has no value to combine: elements behind it are computed, but no longer
   combined, so that nothing fails that would not fail in FIR.  */
void
rowcomb_none_failed (struct loop *lp, struct imp_var *b, struct imp_var *resumed)
{
  struct lower *l = lp->l;
  const struct type *i32 = type_i32 (l->ctx);
  lp->none_failed = NULL;
  if (lp->serial && lp->checked)
    lp->none_failed = s_new (l, "whole", i32,
			     resumed ? e_op (l, FIR_EQ, imp_use (l->p, resumed), imp_use (l->p, b))
			     : e_const (l, i32, 1, 0));
}

static struct vecval *
accumulator (struct loop *lp, struct out *o)
{
  return vec_of_handle (lp->l, o->comb.acc, o->comb.acc->type, false);
}

/* acc := f (acc, V).  */
static void
combine (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  struct fir_fn *fn = o->o->combine;
  struct fir_var *outer = l->tail;
  lower_bind (l, fn->params[0])->vec = accumulator (lp, o);
  lower_bind (l, fn->params[1])->vec = lower_vec (l, o->o->value);
  l->tail = NULL;
  lower_stmts (l, fn->body);
  l->tail = outer;
  struct imp_expr *h = vec_owned (l, lower_vec (l, fn->body->rets[0]));
  struct imp_var *next = s_new (l, "next", o->comb.acc->type, h);
  imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = o->comb.acc;
  s_assign (l, o->comb.acc, imp_use (l->p, next));
}

void
rowcomb_accept (struct loop *lp, struct out *o, struct imp_expr *g, struct imp_expr *index)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  if (g)
    l->b = &s_if (l, e_test (l, g))->body;
  if (lp->none_failed)
    l->b = &s_if (l, imp_use (l->p, lp->none_failed))->body;
  if (o->o->kind == OUT_EXSCAN)
    {
      rowout_value (lp, o, accumulator (lp, o), index);
      /* The last value is never combined.  */
      struct imp_expr *next = e_op (l, FIR_ADD, e_again (l, index), e_size (l, 1));
      l->b = &s_if (l, e_op (l, FIR_LT, next, e_again (l, lp->n)))->body;
    }
  combine (lp, o);
  if (o->o->kind == OUT_SCAN)
    rowout_value (lp, o, accumulator (lp, o), index);
  l->b = after;
}

/* At the end of the only chunk, C: return a reduction's result, drop a scan's last accumulator.  */
void
rowcomb_end (struct loop *lp, struct out *o, struct imp_expr *c)
{
  struct lower *l = lp->l;
  if (o->o->kind != OUT_REDUCE)
    imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = o->comb.acc;
  else if (c)
    s_store (l, imp_use (l->p, o->comb.part), e_again (l, c), imp_use (l->p, o->comb.acc));
}

void
rowcomb_parts_new (struct loop *lp, struct out *o)
{
  if (o->o->kind == OUT_REDUCE)
    o->comb.part = s_array (lp->l, "part", fir_atom_type (o->o->value), 1);
}

/* Behind the chunk.  */
void
rowcomb_take (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  if (o->o->kind != OUT_REDUCE)
    return;
  o->comb.sum = s_new (l, o->o->res->name, fir_atom_type (o->o->value),
		       imp_load (l->p, imp_use (l->p, o->comb.part), e_size (l, 0)));
  vec_own (l, o->comb.sum);
}

/* Behind a loop inside another.  */
void
rowcomb_keep (struct loop *lp, struct out *o)
{
  if (o->o->kind != OUT_REDUCE)
    return;
  o->comb.sum = o->comb.acc;
  vec_own (lp->l, o->comb.sum);
}

struct vecval *
rowcomb_result (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  struct vecval *v = vec_of_handle (l, o->comb.sum, o->comb.sum->type, false);
  v->owned = true;
  /* The combining function may have returned its argument.  */
  v->alias = true;
  return v;
}

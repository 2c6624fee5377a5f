/* Lowering of filters in an element of which only the first few elements are read: they end with
   these.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Of the places of commas in a line the second and the third are read, and whether there are as
   many.  So it is looked for three at most, and those that are found are in an array:

     array d [3 + 256]   new pos := 0   new i := 0
     while i < min (n, 64) and pos < 3 { STEP elements: d[pos] := v; pos := pos + 1 if it is kept }
     while i < n and pos < 3           { 256 elements, compacted (schedule-compact.c) }

   The elements of a step are taken without a branch, and one is tested behind them.  If the guard,
   or what is kept, is better computed in a branch, each element is a step.

   Does not: end loops of a region, which run in parallel; nor those whose elements may fail, for
   each failure counts.  */

#include "lower-loop.h"

/* So many elements are a step; so many go by steps.  */
enum { STEP = 16, STEPS = 64 };

/* while I < E and fewer than FIRST have been kept { }, into which statements go from now on.  */
static void
begin_while (struct loop *lp, struct imp_expr *i, struct imp_expr *e, uint64_t first)
{
  struct lower *l = lp->l;
  struct imp_stmt *w = imp_stmt_new (l->p, l->b, IMP_WHILE, lp->s->site);

  w->e[0] = e_op (l, FIR_BAND, e_op (l, FIR_LT, e_again (l, i), e_again (l, e)),
		  e_op (l, FIR_LT, imp_use (l->p, lp->outs->mem.pos), e_size (l, first)));
  l->b = &w->body;
}

/* The end of N elements from I on, or E if that comes first.  */
static struct imp_expr *
end_of (struct lower *l, struct imp_expr *i, struct imp_expr *e, uint64_t n)
{
  return lower_name (l, e_op (l, FIR_MIN, e_again (l, e),
			      e_op (l, FIR_ADD, e_again (l, i), e_size (l, n))), "end");
}

/* The elements from I, a variable that moves on, to E, by steps.  */
static void
by_steps (struct loop *lp, struct imp_expr *i, struct imp_expr *e, uint64_t first)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  const char *name = lp->s->fns[0]->params[0]->name;
  struct imp_expr *end;
  struct imp_stmt *f;

  begin_while (lp, i, e, first);
  if (lp->outs->mem.wide)
    {
      struct imp_block *in = l->b;

      end = end_of (l, i, e, STEP);
      f = s_for (l, name, e_again (l, i), e_again (l, end), 1, false);
      l->b = &f->body;
      elem_emit (lp, imp_use (l->p, f->var), false);
      l->b = in;
    }
  else
    {
      elem_emit (lp, imp_use (l->p, s_new (l, name, i->type, e_again (l, i))), false);
      end = e_op (l, FIR_ADD, e_again (l, i), e_size (l, 1));
    }
  s_assign (l, i->var, end);
  l->b = after;
}

/* The same by blocks.  */
static void
by_blocks (struct loop *lp, struct imp_expr *i, struct imp_expr *e, uint64_t first)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_expr *end;

  begin_while (lp, i, e, first);
  end = end_of (l, i, e, l->target->filter);
  give_blocks (lp, BLOCKS_FILTER, i, end);
  s_assign (l, i->var, e_again (l, end));
  l->b = after;
}

/* An array for N values of O.  */
static void
array_of (struct lower *l, struct out *o, uint64_t n)
{
  const struct type *t = o->o->res->type;
  struct imp_var *a = s_array (l, o->o->res->name, t->elem, n);

  o->mem.vec = vec_new (l, VEC_MEM, t);
  o->mem.d = o->mem.vec->data = imp_use (l->p, a);
  o->mem.d->type = type_ptr (l->ctx, t->elem, 0);
}

bool
few_filter (struct loop *lp)
{
  struct lower *l = lp->l;
  struct out *o = lp->outs;
  struct bind *b = lower_bind (l, o->o->res);
  struct imp_expr *i, *e = lp->n;
  uint64_t first, n;
  bool blocks;

  if (lp->nouts != 1 || o->o->kind != OUT_FILTER || o->rows || o->vecs || o->keeps || lp->fails
      || b->place || b->grown || (imp_is_const (lp->n, &n) && n <= STEP))
    return false;
  first = lower_first_looked_at (l, o->o->res);
  if (!first)
    return false;
  job_set (lp, 1, 1);
  blocks = chunk_lanes_pay (lp) == BLOCKS_FILTER;
  o->mem.wide = blocks;
  n = l->target->filter > STEP ? l->target->filter : STEP;
  array_of (l, o, first + (blocks ? n : 0));
  o->mem.pos = s_new (l, "pos", type_size (l->ctx), e_size (l, 0));
  i = imp_use (l->p, s_new (l, "next", type_size (l->ctx), e_size (l, 0)));
  if (blocks)
    e = lower_name (l, e_op (l, FIR_MIN, e_again (l, e), e_size (l, STEPS)), "some");
  by_steps (lp, i, e, first);
  if (blocks)
    by_blocks (lp, i, lp->n, first);
  o->mem.vec->n[0] = o->mem.count = imp_use (l->p, o->mem.pos);
  return true;
}

/* Lowering of the second pass of filters: writing what is kept.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A branch that takes the kept elements is mispredicted half of the time in the worst case, ten
   times the work of the rest.  So blocks of 256 elements are done in three loops: values and
   guards into arrays, which vectorises; the kept ones to the front of a buffer, without a
   branch, every value being written and the cursor moving by 0 or 1; the buffer to its place. 
   The buffer is private: what is written behind the kept ones never reaches the next chunk's
   memory.  */

#include "lower-loop.h"

/* d[pos] := V; pos := pos + 1, if guard G (NULL: always) holds.  */
static void
branch_accept (struct lower *l, struct out *o, struct imp_expr *v, struct imp_expr *g)
{
  struct imp_block *after = l->b;
  if (g)
    l->b = &s_if (l, e_test (l, g))->body;
  if (o->grow)
    grow_room (l, o->grow, imp_use (l->p, o->pos), e_size (l, 1));
  s_store (l, e_again (l, o->d), imp_use (l->p, o->pos), v);
  s_assign (l, o->pos, e_op (l, FIR_ADD, imp_use (l->p, o->pos), e_size (l, 1)));
  l->b = after;
}

void
filter_accept (struct lower *l, struct out *o, struct imp_expr *v, struct imp_expr *g,
	       struct imp_expr *k)
{
  const struct type *i32 = type_i32 (l->ctx);
  if (!k)
    {
      branch_accept (l, o, v, g);
      return;
    }
  soa_write (l, &o->values, k, v);
  struct imp_expr *keep = g ? e_select (l, e_test (l, g), e_const (l, i32, 1, 0),
					e_const (l, i32, 0, 0))
			  : e_const (l, i32, 1, 0);
  s_store (l, imp_use (l->p, o->keep), e_again (l, k), keep);
}

int
filter_gains (struct loop *lp, struct out *o)
{
  return fir_atom_type (o->o->value)->size <= lp->l->target->partial ? 2 : 0;
}

/* The kept ones of O's values, M of them, to the front of a buffer, and from there to d[pos].  */
static void
compress (struct lower *l, struct out *o, struct imp_expr *m)
{
  const struct type *u64 = type_size (l->ctx);
  struct imp_var *buf = s_array (l, "kept", fir_atom_type (o->o->value),
				 l->target->filter);
  struct imp_var *q = s_new (l, "q", u64, e_size (l, 0));
  struct imp_block *after = l->b;
  struct imp_stmt *f = s_for (l, "k", e_size (l, 0), e_again (l, m), 1, false);
  l->b = &f->body;
  struct imp_expr *k = imp_use (l->p, f->var);
  s_store (l, imp_use (l->p, buf), imp_use (l->p, q), soa_read (l, &o->values, k));
  struct imp_expr *one = imp_load (l->p, imp_use (l->p, o->keep), e_again (l, k));
  s_assign (l, q, e_op (l, FIR_ADD, imp_use (l->p, q), imp_prim (l->p, FIR_CONV, u64, 1, &one)));
  l->b = after;
  if (o->grow)
    grow_room (l, o->grow, imp_use (l->p, o->pos), imp_use (l->p, q));
  f = s_for (l, "k", e_size (l, 0), imp_use (l->p, q), 1, true);
  l->b = &f->body;
  s_store (l, e_again (l, o->d), e_op (l, FIR_ADD, imp_use (l->p, o->pos), imp_use (l->p, f->var)),
	   imp_load (l->p, imp_use (l->p, buf), imp_use (l->p, f->var)));
  l->b = after;
  s_assign (l, o->pos, e_op (l, FIR_ADD, imp_use (l->p, o->pos), imp_use (l->p, q)));
}

void
filter_blocks (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  unsigned size = l->target->filter;
  struct imp_stmt *f = s_for (l, "j", e_again (l, b), e_again (l, e), size, false);
  l->b = &f->body;
  struct imp_expr *j = imp_use (l->p, f->var);
  struct imp_expr *left = e_op (l, FIR_SUB, e_again (l, e), e_again (l, j));
  struct imp_expr *m = imp_use (l->p, s_new (l, "m", type_size (l->ctx),
					     e_op (l, FIR_MIN, left, e_size (l, size))));
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_FILTER)
      {
	lp->outs[k].values = soa_new (l, fir_atom_type (lp->outs[k].o->value), "value", size);
	lp->outs[k].keep = s_array (l, "keep", type_i32 (l->ctx), size);
      }
  struct imp_block *block = l->b;
  struct imp_stmt *g = s_for (l, "k", e_size (l, 0), e_again (l, m), 1, true);
  l->b = &g->body;
  struct imp_expr *k = imp_use (l->p, g->var);
  struct imp_var *i = s_new (l, lp->s->fns[0]->params[0]->name, type_size (l->ctx),
			     e_op (l, FIR_ADD, e_again (l, j), e_again (l, k)));
  elem_emit (lp, imp_use (l->p, i), PH_LANES, k);
  l->b = block;
  for (unsigned n = 0; n < lp->nouts; n++)
    if (lp->outs[n].job == JOB_FILTER)
      compress (l, &lp->outs[n], m);
  l->b = after;
}

/* The pass lanes: reductions that stop when the rest cannot change them.

     r = bor of truths, of the blocks from b to m

       p = b
       repeat { q = min (m, b + max (2 (p - b), FEW));  r = bor of the blocks p to q, by lanes
		if q < m and r = 0 { p = q;  again } }

   Nor does band of truths change once it is 0.  Elements are computed up to the end of a part, at
   most twice as many as a loop computes that stops at once, and FEW; a row without blocks runs as
   any other, with nothing asked that depends on its elements.  The chunks of a region's loop stop
   one by one.
   Elements that do more than to compute a value from memory all run, as do those that may fail.

   Truths say mostly whether indices are below an end.  Those of 32 bits and less compare with an
   end of 32 bits, which takes neither wider vectors nor the way back from them:

     lt (conv:u64 x, n)   is   lt (conv:u32 x, conv:u32 (min (n, 2^31)))   if n is at most 2^63

   for x from -2^31 to 2^31 - 1; with a greater n there are no blocks.
   Does not: take the blocks of a part (schedule-lanes.c); look for a place (expand-find.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-lanes.h"

/* Blocks of the first part, of a row and of a chunk.  */
#define FEW_IN_ROW 2
#define FEW_IN_CHUNK 32

/* The operator of O, BOR or BAND, by which 1 or 0 decides; FIR_LAST if it is another.  */
static enum fir_op
deciding (const struct imp_stmt *o)
{
  const struct imp_expr *r = o->e[2];
  const struct imp_stmt *x = o->body.first, *y = x ? x->next : NULL;

  if (o->kind != IMP_REDUCE || !o->e[0] || o->first || o->e[1] || o->by || !y || y->next
      || r->kind != IMP_EXPR_PRIM || (r->op != FIR_BOR && r->op != FIR_BAND)
      || r->args[0]->kind != IMP_EXPR_VAR || r->args[1]->kind != IMP_EXPR_VAR
      || r->args[0]->var == r->args[1]->var)
    return FIR_LAST;
  return r->op;
}

/* Does each element of LOOP give something?  Else a part may give nothing, and R begins anew.  */
static bool
always_gives (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    if (s->kind == IMP_GIVE)
      return !s->e[1];
  return false;
}

bool
lanes_stop_p (struct imp_prog *p, struct imp_proc *proc, const struct imp_stmt *loop)
{
  const struct imp_stmt *o = loop->orelse.first;

  return loop->shape == IMP_SHAPE_LANES && o && !o->next && deciding (o) != FIR_LAST
	 && always_gives (loop) && narrow_truths (p, proc, loop, o);
}

/* new q := the end of the part of D's loop that begins at P.  */
static struct imp_expr *
end_of_part (struct lanes *d, struct imp_var *p, const struct imp_expr *b,
	     const struct imp_expr *m)
{
  struct imp_expr *n = here_op (&d->h, FIR_SUB, here_use (&d->h, p), here_again (&d->h, b));
  unsigned few = d->target->lanes * (d->loop->brief ? FEW_IN_ROW : FEW_IN_CHUNK);

  n = here_op (&d->h, FIR_MUL, n, here_size (&d->h, 2));
  n = here_op (&d->h, FIR_MAX, n, here_size (&d->h, few));
  n = here_op (&d->h, FIR_ADD, here_again (&d->h, b), n);
  return imp_make_let (&d->h, "q", here_op (&d->h, FIR_MIN, n, here_again (&d->h, m)));
}

/* The statement of B that binds V; NULL: none does.  */
static const struct imp_stmt *
binder (const struct imp_block *b, const struct imp_var *v)
{
  const struct imp_stmt *s = b->last;

  while (s && (s->kind != IMP_NEW || s->var != v))
    s = s->prev;
  return s;
}

/* What V is bound to in B, if it keeps that; else NULL.  */
static const struct imp_expr *
bound_to (const struct imp_block *b, const struct imp_var *v)
{
  const struct imp_stmt *s = binder (b, v);

  return s && !imp_block_assigns (b, v) ? s->e[0] : NULL;
}

/* The index, of at most 32 bits, that E, a value of B, compares with an end; or NULL.  */
static const struct imp_expr *
narrow_index (struct imp_prog *p, const struct imp_block *b, const struct imp_expr *e)
{
  const struct imp_expr *x;
  const struct type *t;

  if (e->kind != IMP_EXPR_PRIM || e->op != FIR_LT || e->args[0]->type != type_size (p->ctx))
    return NULL;
  x = e->args[0];
  if (x->kind == IMP_EXPR_VAR)
    x = bound_to (b, x->var);
  if (!x || x->kind != IMP_EXPR_PRIM || x->op != FIR_CONV || x->args[0]->kind != IMP_EXPR_VAR)
    return NULL;
  t = x->args[0]->type;
  return type_is_integral (t) && scalar_info[t->scalar].is_signed && t->size <= 4
	 && bound_to (b, x->args[0]->var) ? x->args[0] : NULL;
}

/* The end that an index in E, a value of D's loop, is compared with, which is the same for all
   elements; or NULL.  */
static const struct imp_expr *
common_end (const struct lanes *d, const struct imp_expr *e)
{
  const struct imp_block *b = &d->loop->body;
  const struct imp_expr *end = NULL;

  if (narrow_index (d->h.p, b, e) && e->args[1]->kind == IMP_EXPR_VAR
      && e->args[1]->var != d->loop->var && !binder (b, e->args[1]->var))
    return e->args[1];
  for (unsigned k = 0; k < e->nargs && !end && e->kind == IMP_EXPR_PRIM; k++)
    end = common_end (d, e->args[k]);
  return end;
}

struct imp_expr *
lanes_below_begin (struct lanes *d, const struct imp_expr *b, struct imp_expr *m)
{
  struct imp_here *h = &d->h;
  const struct imp_stmt *give = d->loop->body.last;
  const struct imp_expr *end = give->kind == IMP_GIVE ? common_end (d, give->e[0]) : NULL;
  struct imp_expr *n;

  if (!end)
    return m;
  n = here_op (h, FIR_MIN, here_again (h, end), here_size (h, UINT64_C (1) << 31));
  n = imp_prim (h->p, FIR_CONV, type_scalar (h->p->ctx, SCALAR_U32), 1, &n);
  d->below.narrow = imp_make_new (h, "end", n->type, n);
  d->below.end = end;
  n = here_op (h, FIR_LE, here_again (h, end), here_size (h, UINT64_C (1) << 63));
  return imp_make_let (h, "m", imp_select (h->p, n, m, here_again (h, b)));
}

struct imp_expr *
lanes_below (struct imp_here *h, const struct lanes *d, struct imp_expr *v)
{
  const struct imp_expr *x = narrow_index (h->p, h->b, v);

  if (x && imp_is_var (v->args[1], d->below.end->var))
    {
      struct imp_expr *i = here_again (h, x);

      i = imp_prim (h->p, FIR_CONV, type_scalar (h->p->ctx, SCALAR_U32), 1, &i);
      return here_op (h, FIR_LT, i, here_use (h, d->below.narrow));
    }
  for (unsigned k = 0; k < v->nargs && v->kind == IMP_EXPR_PRIM; k++)
    v->args[k] = lanes_below (h, d, v->args[k]);
  return v;
}

void
lanes_stop (struct lanes *d, const struct imp_expr *b, const struct imp_expr *m)
{
  struct imp_here *h = &d->h;
  struct imp_block *after = h->b;
  struct imp_var *r = d->outs[0].s->var;
  enum fir_op undecided = deciding (d->outs[0].s) == FIR_BOR ? FIR_EQ : FIR_NE;
  struct imp_var *p = imp_make_new (h, "p", type_size (h->p->ctx), here_again (h, b));
  struct imp_var *go = imp_make_new (h, "go", type_i32 (h->p->ctx), imp_i32 (h->p, 1));
  struct imp_stmt *turn = imp_stmt_new (h->p, h->b, IMP_WHILE, d->loop->site);
  struct imp_expr *q;

  turn->e[0] = here_use (h, go);
  h->b = &turn->body;
  imp_make_assign (h, go, imp_i32 (h->p, 0));
  q = end_of_part (d, p, b, m);
  lanes_blocks (d, here_use (h, p), q, false);
  h->b = &imp_make_if (h, here_op (h, FIR_LT, here_again (h, q), here_again (h, m)))->body;
  h->b = &imp_make_if (h, here_op (h, undecided, here_use (h, r),
				   imp_zero (h->p, d->outs[0].t)))->body;
  imp_make_assign (h, p, here_again (h, q));
  imp_make_assign (h, go, imp_i32 (h->p, 1));
  h->b = after;
}

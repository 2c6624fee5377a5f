/* The pass lanes: rows whose sums are summed share their lanes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The sum of a row of 16 elements is a chain of 16 additions, or 16 lanes and a tree of four levels
   to fold them.  If these sums are only summed in turn, by the loop over the rows, the lanes can
   stay as they are from row to row, and are folded once:

     loop i = b to e {                                 if lt (b, e) {
       reduce t neutral z (p, q) { } ret op (p, q)       array lane [n], each z
     } do {                                              new s := y
       new s := y                                        for i = b to e {
       loop k = 0 to m by lanes {                 =>       for k: lane[k mod n] := op (.., A)
	 reduce s neutral z (p, q) { } ret op (p, q)     }
       } do { A  give s := v }                           s := op (s, the lanes, folded)
       give t := s                                       t := op (t, s)
     }                                                 }

   m is a constant, a power of two, or a multiple of the usual number of lanes, which n is then.  y
   counts once where it did for each row: it is neutral, or 0.0 of an addition whose neutral element
   is -0.0.  With no rows it does not count at all.

   Of rows of rows the innermost are those.

   Does not: take rows of other lengths, whose last elements would need a loop of their own beside
   the lanes, which GCC then keeps in memory: no faster, slower if GCC vectorises a row itself; or
   operators other than a primitive of scalars.  */

#include "schedule-lanes.h"
#include "schedule-sums.h"

/* Fewer lanes are no vector.  */
#define LEAST 8

/* A loop over rows, and in it the loop over the elements of one.  */
struct sums
{
  const struct imp_stmt *rows, *row;
  const struct imp_stmt *begin;	/* binds the accumulator of a row */
  unsigned lanes;
};

/* The lanes that a row of N elements fills, MOST at most; 0: it leaves some empty, for which other
   elements would have to wait.  */
static unsigned
lanes_of (uint64_t n, unsigned most)
{
  if (n % most == 0)
    return most;
  return n < most && n >= LEAST && !(n & (n - 1)) ? (unsigned) n : 0;
}

/* The primitive of two scalars that O, an output, combines with, and commutes; else NULL.  */
static const struct imp_expr *
operation (const struct imp_stmt *o)
{
  const struct imp_stmt *a = o->body.first, *b = a ? a->next : NULL;
  const struct imp_expr *e = o->e[2];

  if (o->kind != IMP_REDUCE || !o->commutes || o->by || o->first || !o->e[0] || o->e[1]
      || o->var->type->kind != TYPE_SCALAR || !b || b->next)
    return NULL;
  return e->nargs == 2 && imp_is_pair (e, e->op, a->var, b->var) ? e : NULL;
}

/* Does combining BEGIN once give what combining it twice does?  E: the operation of O.  */
static bool
counts_once (struct imp_prog *p, const struct imp_stmt *o, const struct imp_expr *e,
	     const struct imp_expr *begin)
{
  if (begin->kind != IMP_EXPR_CONST)
    return false;
  return imp_expr_equal (begin, o->e[0])
	 || (e->op == FIR_ADD && imp_expr_equal (begin, imp_zero (p, o->var->type)));
}

/* Find in S the loop of a row and what begins it.  */
static bool
find (struct imp_prog *p, struct sums *d, const struct imp_stmt *s)
{
  const struct imp_stmt *give = s->body.last, *o = s->orelse.first, *inner;
  const struct imp_expr *f, *g;
  uint64_t b, e;

  if (s->kind != IMP_LOOP || s->shape != IMP_SHAPE_SERIAL || !o || o->next || !give
      || give->kind != IMP_GIVE || give->e[1] || !give->prev)
    return false;
  d->rows = s;
  d->row = give->prev;
  inner = d->row->orelse.first;
  d->begin = d->row->prev;
  if (d->row->kind != IMP_LOOP || d->row->shape != IMP_SHAPE_LANES || !inner || inner->next
      || !d->begin || d->begin->kind != IMP_NEW || d->begin->var != inner->var || !d->begin->e[0]
      || !imp_is_var (give->e[0], inner->var)
      || !imp_is_const (d->row->e[0], &b) || !imp_is_const (d->row->e[1], &e) || e <= b)
    return false;
  d->lanes = lanes_of (e - b, p->target->lanes);
  f = operation (o);
  g = operation (inner);
  return d->lanes && f && g && f->op == g->op && f->wrap == g->wrap && f->type == g->type
	 && imp_expr_equal (o->e[0], inner->e[0]) && counts_once (p, inner, g, d->begin->e[0])
	 && !imp_block_uses (&d->row->body, inner->var) && !imp_has_loops (&d->row->body);
}

/* The loop of a row of D, here, as C copies it, which has copied what begins it.  */
static const struct imp_stmt *
row_here (struct imp_copy *c, const struct sums *d)
{
  struct imp_block *b = c->h.b, other = { NULL, NULL };

  c->h.b = &other;
  imp_copy_stmt (c, d->row);
  c->h.b = b;
  return other.last;
}

/* All rows of D, here, from B to E.  */
static void
rows (struct imp_here *h, const struct sums *d, const struct imp_expr *b, const struct imp_expr *e)
{
  struct nova_target target = *h->p->target;
  struct imp_block *after = h->b;
  struct imp_copy c = imp_copy_new (h);
  const struct imp_stmt *o = d->row->orelse.first, *row;
  struct lanes_output out = { .s = o, .t = o->var->type };
  struct lanes l = { .h = *h, .target = &target, .outs = &out, .nouts = 1 };
  struct imp_expr *i;
  struct imp_var *q, *t = d->rows->orelse.first->var;

  target.lanes = d->lanes;
  lanes_begin (&l, &out);
  imp_copy_stmt (&c, d->begin);
  i = here_begin_for (&l.h, d->rows->var->name, here_again (h, b), here_again (h, e), 1, false);
  imp_copy_set (&c, d->rows->var, i);
  c.h.b = l.h.b;
  for (const struct imp_stmt *s = d->rows->body.first; s != d->begin; s = s->next)
    imp_copy_stmt (&c, s);
  row = row_here (&c, d);
  l.loop = row;
  out.s = row->orelse.first;
  lanes_run (&l, here_again (&l.h, row->e[0]), row->e[1]);
  l.h.b = after;
  q = imp_make_new (&l.h, "q", out.t, NULL);
  lanes_fold (&l, &out, q, d->lanes);
  imp_make_assign (&l.h, out.s->var,
		   imp_apply (&l.h, out.s, here_use (&l.h, out.s->var), here_use (&l.h, q)));
  imp_make_assign (&l.h, t, imp_apply (&l.h, out.s, here_use (&l.h, t),
				       here_use (&l.h, out.s->var)));
}

static enum schedule_taken
take (struct schedule_walk *w, struct imp_here *h, struct imp_block *block, struct imp_stmt *s)
{
  struct sums d;
  struct imp_expr *b, *e;
  struct imp_block *after = h->b;

  (void) w;
  (void) block;
  if (!find (h->p, &d, s))
    return SCHEDULE_LEFT;
  b = imp_make_name (h, s->e[0], "b");
  e = imp_make_name (h, s->e[1], "e");
  h->b = &imp_make_if (h, here_op (h, FIR_LT, here_again (h, b), here_again (h, e)))->body;
  rows (h, &d, b, e);
  h->b = after;
  return SCHEDULE_TAKEN;
}

unsigned
schedule_sums (struct imp_prog *p, struct imp_proc *proc)
{
  struct schedule_walk w = { .take = take };

  return schedule_walk (p, proc, &w);
}

/* The pass lanes: the best of a row's lanes, and which it is.

     for k < n { v := max (v, lane.v[k]) }
     for k < n { lane.i[k] := select (eq (lane.v[k], v), lane.i[k], the greatest u64) }
     for k < n { i := min (i, lane.i[k]) }

   An operator that returns the operand whose value is greater, else the first, combines lanes by
   halves in the order of their indices: a comparison of two fields and four selections for each
   pair, which GCC takes one by one.  Of integers it is the greatest value, and the least index of
   those that have it; each is a loop that GCC takes in vectors.  Not of floats: NaNs have no order,
   and zeros that compare equal differ.
   Does not: recognise that an operator returns an operand (lower-commute.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-lanes.h"

/* Is E the field K of X?  */
static bool
field_of (const struct imp_expr *e, const struct imp_var *x, unsigned k)
{
  return e->kind == IMP_EXPR_PRIM && e->op == FIR_FIELD && e->index == k
	 && imp_is_var (e->args[0], x);
}

/* MAX or MIN if O returns the operand of the greatest or least value in field K, the first of
   equal ones; FIR_LAST if it is another operator.  */
static enum fir_op
best_of (const struct imp_stmt *o, unsigned k)
{
  const struct imp_expr *r = o->e[2], *c;
  const struct imp_stmt *x = o->body.first, *y = x ? x->next : NULL;

  if (!y || y->next || r->kind != IMP_EXPR_PRIM || r->op != FIR_SELECT)
    return FIR_LAST;
  c = r->args[0];
  if (!imp_is_var (r->args[1], y->var) || !imp_is_var (r->args[2], x->var)
      || c->kind != IMP_EXPR_PRIM
      || (c->op != FIR_LT && c->op != FIR_GT))
    return FIR_LAST;
  if (field_of (c->args[0], x->var, k) && field_of (c->args[1], y->var, k))
    return c->op == FIR_LT ? FIR_MAX : FIR_MIN;
  if (field_of (c->args[0], y->var, k) && field_of (c->args[1], x->var, k))
    return c->op == FIR_LT ? FIR_MIN : FIR_MAX;
  return FIR_LAST;
}

/* Lane I of S's array K.  */
static struct imp_expr *
lane (struct lanes *d, const struct soa *s, unsigned k, const struct imp_expr *i)
{
  return imp_load (d->h.p, here_use (&d->h, s->a[k]), here_again (&d->h, i));
}

/* V := OP of V and the N lanes of S's array K.  */
static void
fold (struct lanes *d, const struct soa *s, unsigned k, struct imp_var *v, enum fir_op op,
      unsigned n)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *i = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_size (&d->h, n), 1,
				       false);

  imp_make_assign (&d->h, v, here_op (&d->h, op, here_use (&d->h, v), lane (d, s, k, i)));
  d->h.b = after;
}

/* The N indices, in S's array BY, of values other than BEST become the greatest u64.  A loop of
   its own: as a part of the minimum it would be a branch to GCC.  */
static void
leave_best (struct lanes *d, const struct soa *s, unsigned by, struct imp_var *best, unsigned n)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_size (&d->h, n), 1,
				       true);
  struct imp_expr *is = here_op (&d->h, FIR_EQ, lane (d, s, 1 - by, k), here_use (&d->h, best));
  struct imp_expr *i = imp_make_let (&d->h, "i", lane (d, s, by, k));

  imp_make_store (&d->h, here_use (&d->h, s->a[by]), k,
		  imp_select (d->h.p, is, i, here_size (&d->h, UINT64_MAX)));
  d->h.b = after;
}

bool
lanes_best (struct lanes *d, struct lanes_output *o, struct imp_var *v, unsigned n)
{
  const struct soa *s = &o->block;
  const struct type *t;
  struct imp_expr *args[2], *zero = here_size (&d->h, 0);
  struct imp_var *best, *at;
  unsigned by = o->s->by - 1, value = 1 - by;
  enum fir_op op;

  if (!o->s->by || o->t->nfields != 2)
    return false;
  t = o->t->fields[value].type;
  op = best_of (o->s, value);
  if (op == FIR_LAST || t->kind != TYPE_SCALAR || !type_is_integral (t) || t->size > 8)
    return false;
  best = imp_make_new (&d->h, "best", t, lane (d, s, value, zero));
  fold (d, s, value, best, op, n);
  leave_best (d, s, by, best, n);
  at = imp_make_new (&d->h, "at", o->t->fields[by].type, lane (d, s, by, zero));
  fold (d, s, by, at, FIR_MIN, n);
  args[value] = here_use (&d->h, best);
  args[by] = here_use (&d->h, at);
  imp_make_assign (&d->h, v, imp_prim (d->h.p, FIR_RECORD, o->t, 2, args));
  return true;
}

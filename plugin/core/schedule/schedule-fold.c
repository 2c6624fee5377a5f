/* The pass lanes: the values of all lanes become one.

     for k = 0 to n { v := v op lane[k] }                                  a chain
     for h = n / 2, n / 4 ... 1: for k < h { lane[k] op= lane[k + h] }     halves

   A chain keeps the order that sums of floats have had, and is short beside a chunk; it stays a
   loop (`scalar') where it is as slow in vectors, which would be code for each lane.  Where it is
   not, it begins with the neutral V: one that began with lane 0 would be vectors that straddle
   those of the loop, and keep its lanes in memory.  In a nested
   loop it may take longer than the elements, and is by halves, the upper one onto the lower one,
   until one lane is left.  So are the least and the greatest of floats everywhere: the order does
   not matter to them, and GCC does not take their chain in vectors.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-lanes.h"

/* The combination of X and Y, of two lanes: in the order of a field, if O commutes so.  */
static struct imp_expr *
combine_lanes (struct lanes *d, struct lanes_output *o, struct imp_expr *x, struct imp_expr *y)
{
  const struct type *u64 = type_size (d->h.p->ctx);
  struct imp_expr *i, *j, *c;

  if (!o->s->by)
    return imp_apply (&d->h, o->s, x, y);
  x = imp_make_name (&d->h, x, "x");
  y = imp_make_name (&d->h, y, "y");
  i = here_again (&d->h, x);
  j = here_again (&d->h, y);
  i = imp_prim (d->h.p, FIR_FIELD, u64, 1, &i);
  j = imp_prim (d->h.p, FIR_FIELD, u64, 1, &j);
  i->index = j->index = o->s->by - 1;
  c = imp_make_let (&d->h, "before", here_op (&d->h, FIR_LT, i, j));
  i = imp_select (d->h.p, c, x, y);
  j = imp_select (d->h.p, here_again (&d->h, c), here_again (&d->h, y), here_again (&d->h, x));
  return imp_apply (&d->h, o->s, i, j);
}

void
lanes_chain (struct lanes *d, struct lanes_output *o, struct soa *s, struct imp_var *v, unsigned n,
	     bool neutral)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *k, *y;

  if (!neutral)
    imp_make_assign (&d->h, v, soa_read (&d->h, s, here_size (&d->h, 0)));
  k = here_begin_for (&d->h, "k", here_size (&d->h, neutral ? 0 : 1), here_size (&d->h, n), 1,
		      false);
  y = soa_read (&d->h, s, k);
  imp_make_assign (&d->h, v, combine_lanes (d, o, here_use (&d->h, v), y));
  d->h.b = after;
}

bool
lanes_slow (const struct lanes_output *o)
{
  const struct imp_expr *r = o->s->e[2];
  bool order = r->kind == IMP_EXPR_PRIM && (r->op == FIR_MIN || r->op == FIR_MAX);

  return !type_is_integral (o->t) || r->kind != IMP_EXPR_PRIM || (order && o->t->size == 8);
}

bool
lanes_extreme (const struct lanes_output *o)
{
  const struct imp_expr *r = o->s->e[2];

  return type_is_float (o->t) && r->kind == IMP_EXPR_PRIM
	 && (r->op == FIR_MIN || r->op == FIR_MAX);
}

void
lanes_fold (struct lanes *d, struct lanes_output *o, struct imp_var *v, unsigned n)
{
  struct imp_block *after = d->h.b;
  struct soa *s = &o->block;

  if (lanes_best (d, o, v, n))
    return;
  for (n /= 2; n; n /= 2)
    {
      struct imp_expr *k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_size (&d->h, n),
					   1, true);
      struct imp_expr *j = imp_make_let (&d->h, "j", here_op (&d->h, FIR_ADD, here_again (&d->h, k),
							     here_size (&d->h, n)));
      struct imp_expr *x = soa_read (&d->h, s, here_again (&d->h, k)), *y = soa_read (&d->h, s, j);

      soa_write (&d->h, s, k, combine_lanes (d, o, x, y));
      d->h.b = after;
    }
  imp_make_assign (&d->h, v, soa_read (&d->h, s, here_size (&d->h, 0)));
}

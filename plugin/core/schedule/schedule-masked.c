/* The pass lanes: short rows whose last elements are loaded under a mask.

     masked (b, e)    as many elements as a mask has at a time, one after another; then, under a
		      mask, what is left: their values, and neutral ones behind them, are combined
		      in their order, so the bits are those of a loop
     in any order     where it does not matter, as for sums of integers: a loop, which GCC takes in
		      vectors of its own; a mask has the values of a whole register then

   How many elements are left is seldom foreseen, and a branch that goes the wrong way takes longer
   than all of them.  Some processors do not see by loads under a mask that rows follow each other,
   and then wait for each line: so the first of these elements is asked for, too.  For cheap
   elements and operators of one instruction (combines_plainly).
   Does not: decide for which rows there are blocks (schedule-lanes.c), or how a target's masks are
   generated (gen).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-lanes.h"

/* The operator by which O combines two numbers, with a neutral element; FIR_LAST: it does more.  */
static enum fir_op
operator_of (const struct lanes_output *o)
{
  const struct imp_stmt *s = o->s, *y = s->body.first ? s->body.first->next : NULL;
  const struct imp_expr *r = s->e[2];

  return s->kind == IMP_REDUCE && s->e[0] && !s->first && !s->e[1] && !s->by && y && !y->next
	 && r->kind == IMP_EXPR_PRIM && r->nargs == 2 ? r->op : FIR_LAST;
}

/* Does O combine integers by an instruction that most machines have for a vector of them, so that
   GCC reduces them in any order?  */
static bool
in_any_order (const struct lanes_output *o)
{
  enum fir_op op = operator_of (o);

  return type_is_integral (o->t) && !o->narrow.t
	 && (op == FIR_ADD || op == FIR_BAND || op == FIR_BOR || op == FIR_BXOR
	     || ((op == FIR_MIN || op == FIR_MAX) && o->t->size <= 4));
}

/* Is D's loop, of a row, one that GCC vectorises?  Lanes that are put together behind it would take
   an instruction each, or more.  */
bool
lanes_any_order_p (const struct lanes *d)
{
  if (!d->loop->brief || d->loop->shape != IMP_SHAPE_LANES || !lanes_cheap (d->loop)
      || lanes_stop_p (d->h.p, d->h.proc, d->loop))
    return false;
  for (unsigned k = 0; k < d->nouts; k++)
    if (!in_any_order (&d->outs[k]))
      return false;
  return true;
}

/* Does O combine numbers by one instruction?  Not the least of floats, which takes several where
   one may be a NaN; nor of integers of 8 bytes, which a search takes of indices.  */
static bool
combines_plainly (const struct lanes_output *o)
{
  enum fir_op op = operator_of (o);

  return imp_sweeps_type (o->t) && o->t->size >= 4
	 && (op == FIR_ADD || op == FIR_MUL
	     || (!type_is_float (o->t) && (op == FIR_BAND || op == FIR_BOR || op == FIR_BXOR))
	     || in_any_order (o));
}

/* Does E load something narrower than a lane of a mask?  */
static bool
loads_narrow (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_LOAD && (e->type->kind != TYPE_SCALAR || e->type->size < 4);
}

/* Are the last of the elements B to E of D's loop taken under a mask?  Not if others run over the
   same row, of which one does not foresee how long it is: the rest then do; nor if the program says
   how long it is.  */
bool
lanes_masked_p (const struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  uint64_t begin, end;

  if (!d->target->masked || !d->alone || !d->loop->brief || !lanes_cheap (d->loop)
      || (imp_is_const (b, &begin) && imp_is_const (e, &end)))
    return false;
  for (unsigned k = 0; k < d->nouts; k++)
    if (!combines_plainly (&d->outs[k]))
      return false;
  for (const struct imp_stmt *s = d->loop->body.first; s; s = s->next)
    if ((s->kind == IMP_GIVE && s->e[1]) || imp_stmt_any (s, loads_narrow))
      return false;
  return true;
}

/* The bytes of the widest value that E, or NULL, loads, at least LEAST.  */
static uint64_t
widest (const struct imp_expr *e, uint64_t least)
{
  if (!e)
    return least;
  for (unsigned k = 0; k < e->nargs; k++)
    least = widest (e->args[k], least);
  return e->kind == IMP_EXPR_LOAD && e->type->size > least ? e->type->size : least;
}

/* How many elements of D's loop a mask has.  */
static unsigned
mask_values (const struct lanes *d, bool any_order)
{
  uint64_t size = 4;

  if (!any_order)
    return d->target->masked;
  for (unsigned k = 0; k < d->nouts; k++)
    if (d->outs[k].t->size > size)
      size = d->outs[k].t->size;
  for (const struct imp_stmt *s = d->loop->body.first; s; s = s->next)
    for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
      size = widest (s->e[k], size);
  return d->target->mask_bytes / size;
}

/* Does S, of the body of a loop, only compute: what it does not name it leaves as it is?  */
static bool
computes (const struct imp_stmt *s)
{
  return s->kind == IMP_NEW || s->kind == IMP_ASSIGN || s->kind == IMP_GIVE || s->kind == IMP_IF;
}

/* Is E, in the body of LOOP, the same for all elements?  So are the variables of the body that
   ONCE, a copy, knows.  */
static bool
same_for_all (const struct imp_stmt *loop, const struct imp_expr *e, const struct imp_copy *once)
{
  if (e->kind == IMP_EXPR_VAR)
    {
      if (e->var == loop->var || imp_block_assigns (&loop->body, e->var))
	return false;
      for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
	if (s->kind == IMP_NEW && s->var == e->var)
	  return imp_copy_knows (once, e->var);
      return true;
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (!same_for_all (loop, e->args[k], once))
      return false;
  return e->kind == IMP_EXPR_CONST || e->kind == IMP_EXPR_PRIM || e->kind == IMP_EXPR_LOAD;
}

/* Is S, of the body of LOOP, done once before the loop, as ONCE does what comes before it?  */
static bool
once_p (const struct imp_stmt *loop, const struct imp_stmt *s, const struct imp_copy *once)
{
  return s->kind == IMP_NEW && s->e[0] && !imp_block_assigns (&loop->body, s->var)
	 && same_for_all (loop, s->e[0], once);
}

/* Does the body of LOOP only compute?  */
static bool
only_computes (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    if (!computes (s))
      return false;
  return true;
}

/* The value goes to the variable of its output; none has a condition.  */
static bool
give_variable (struct imp_copy *c, const struct imp_stmt *s)
{
  const struct lanes *d = c->data;

  for (unsigned k = 0; k < d->nouts; k++)
    if (d->outs[k].s->var == s->var)
      imp_make_assign (&c->h, d->outs[k].value, imp_copy_expr (c, s->e[0]));
  return true;
}

/* X, at most what a mask has, as a number that a machine without unsigned comparisons of vectors
   compares by one instruction; of a whole register of values, the MOST, as wide as these.  */
static struct imp_expr *
mask_number (struct lanes *d, const struct imp_expr *x, unsigned most)
{
  struct imp_expr *e = here_again (&d->h, x);
  enum scalar s = 4 * most == d->target->mask_bytes ? SCALAR_I32 : SCALAR_I64;

  return imp_prim (d->h.p, FIR_CONV, type_scalar (d->h.p->ctx, s), 1, &e);
}

/* Is E, an index in the body of LOOP, one more for each element?  */
static bool
in_order (const struct imp_stmt *loop, const struct imp_expr *e, const struct imp_copy *once)
{
  if (e->kind != IMP_EXPR_PRIM || e->op != FIR_ADD)
    return imp_is_var (e, loop->var);
  return (in_order (loop, e->args[0], once) && same_for_all (loop, e->args[1], once))
	 || (in_order (loop, e->args[1], once) && same_for_all (loop, e->args[0], once));
}

/* Ask for what E, NULL: nothing, of D's loop loads in order, for the element that C has.  */
static void
ask (struct lanes *d, struct imp_copy *c, const struct imp_expr *e)
{
  struct imp_expr *args[2];

  if (!e)
    return;
  for (unsigned k = 0; k < e->nargs; k++)
    ask (d, c, e->args[k]);
  if (e->kind != IMP_EXPR_LOAD || e->args[0]->kind != IMP_EXPR_VAR || imp_expr_is_area (e->args[0])
      || !same_for_all (d->loop, e->args[0], c) || !in_order (d->loop, e->args[1], c))
    return;
  args[0] = imp_copy_expr (c, e->args[0]);
  args[1] = here_op (&d->h, FIR_MUL, imp_copy_expr (c, e->args[1]),
		     here_size (&d->h, e->type->size));
  imp_stmt_new (d->h.p, d->h.b, IMP_EVAL, 0)->e[0]
    = imp_call (d->h.p, IMP_FN_READ_SOON, NULL, 2, args);
}

/* The same for all that the elements load, of which FROM is the first.  */
static void
ask_first (struct lanes *d, struct imp_copy *c, const struct imp_expr *from)
{
  imp_copy_set (c, d->loop->var, here_again (&d->h, from));
  for (const struct imp_stmt *o = d->loop->body.first; o; o = o->next)
    for (unsigned k = 0; k < sizeof o->e / sizeof *o->e; k++)
      ask (d, c, o->e[k]);
}

/* V goes to the accumulator of O.  */
static void
accumulate (struct lanes *d, struct lanes_output *o, struct imp_expr *v)
{
  imp_make_assign (&d->h, o->s->var, imp_apply (&d->h, o->s, here_use (&d->h, o->s->var), v));
}

/* Combine the N values of the block of each output of D with its accumulator, in their order.  */
static void
combine_values (struct lanes *d, unsigned n)
{
  struct imp_block *after = d->h.b;

  d->k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_size (&d->h, n), 1, false);
  for (unsigned k = 0; k < d->nouts; k++)
    accumulate (d, &d->outs[k], soa_read (&d->h, &d->outs[k].block, d->k));
  d->h.b = after;
}

/* The N elements of D's loop from FROM on, some and fewer than the MOST that a mask has: their
   values, then neutral elements, go to a block without a branch, and are combined one after
   another, or in ANY_ORDER by GCC's vectors.  What all elements have in common comes first: a load
   whose address is the same for all lanes would keep GCC from taking the loop in vectors.  */
static void
masked_end (struct lanes *d, const struct imp_expr *from, const struct imp_expr *n, unsigned most,
	    bool any_order)
{
  struct imp_block *after = d->h.b;
  struct imp_copy c = imp_copy_new (&d->h);
  bool common = only_computes (d->loop);
  struct imp_expr *i;
  struct imp_stmt *s;

  for (const struct imp_stmt *o = d->loop->body.first; o && common; o = o->next)
    if (once_p (d->loop, o, &c))
      imp_copy_stmt (&c, o);
  if (common)
    ask_first (d, &c, from);
  for (unsigned k = 0; k < d->nouts; k++)
    d->outs[k].block = soa_new (&d->h, d->outs[k].t, "end", most);
  s = imp_make_for (&d->h, "k", here_size (&d->h, 0), here_size (&d->h, most), 1, true);
  s->vector = true;
  d->h.b = &s->body;
  d->k = here_use (&d->h, s->var);
  for (unsigned k = 0; k < d->nouts; k++)
    d->outs[k].value = imp_make_new (&d->h, "v", d->outs[k].t,
				     here_again (&d->h, d->outs[k].s->e[0]));
  d->h.b = &imp_make_if (&d->h, here_op (&d->h, FIR_LT, mask_number (d, d->k, most),
					 mask_number (d, n, most)))->body;
  i = here_op (&d->h, FIR_ADD, here_again (&d->h, from), here_again (&d->h, d->k));
  imp_copy_set (&c, d->loop->var, imp_make_let (&d->h, d->loop->var->name, i));
  c.h.b = d->h.b;
  c.give = give_variable;
  c.data = d;
  for (const struct imp_stmt *o = d->loop->body.first; o; o = o->next)
    if (o->kind == IMP_GIVE)
      give_variable (&c, o);
    else if (o->kind != IMP_NEW || !imp_copy_knows (&c, o->var))
      imp_copy_stmt (&c, o);
  d->h.b = &s->body;
  for (unsigned k = 0; k < d->nouts; k++)
    soa_write (&d->h, &d->outs[k].block, d->k, here_use (&d->h, d->outs[k].value));
  d->h.b = after;
  combine_values (d, any_order ? most : most - 1);
  d->h.b->last->ivdep = d->h.b->last->vector = any_order;
}

/* The elements from B to LAST of D's loop, N at a time, one after another.  */
static void
masked_blocks (struct lanes *d, const struct imp_expr *b, const struct imp_expr *last, unsigned n)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *j = here_begin_for (&d->h, "j", here_again (&d->h, b), here_again (&d->h, last),
				       n, false), *k;

  after->last->scalar = true;
  k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_size (&d->h, n), 1, false);
  j = imp_make_let (&d->h, d->loop->var->name, here_op (&d->h, FIR_ADD, j, k));
  imp_loop_element (&d->h, d->loop, j, false);
  d->h.b = after;
}

/* The elements from B to E of D's loop: as many as a mask has at a time, then what is left, under a
   mask: how many these are is seldom foreseen, and a branch that goes the wrong way takes longer
   than all of them.  */
void
lanes_masked (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e, bool any_order)
{
  struct imp_block *after = d->h.b;
  unsigned most = mask_values (d, any_order);
  struct imp_expr *n, *last;

  n = here_op (&d->h, FIR_SUB, here_again (&d->h, e), here_again (&d->h, b));
  n = here_op (&d->h, FIR_BAND, n, here_size (&d->h, -(uint64_t) most));
  last = imp_make_let (&d->h, "last", here_op (&d->h, FIR_ADD, here_again (&d->h, b), n));
  if (any_order)
    imp_loop_range (&d->h, d->loop, here_again (&d->h, b), here_again (&d->h, last), false);
  else
    masked_blocks (d, b, last, most);
  d->h.b = &imp_make_if (&d->h, here_op (&d->h, FIR_LT, here_again (&d->h, last),
					 here_again (&d->h, e)))->body;
  n = imp_make_let (&d->h, "n", here_op (&d->h, FIR_SUB, here_again (&d->h, e),
					 here_again (&d->h, last)));
  masked_end (d, last, n, most, any_order);
  d->h.b = after;
}

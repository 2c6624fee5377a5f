/* The pass lanes: totals that saturate are sums where nothing can overflow.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The sizes that a program gives may be any; their total must not wrap.  So it saturates, which
   takes five operations an element for the one of a sum.  But fewer than 2^32 sizes below 2^32 have
   a total below 2^64, and whether all are below 2^32 the union of their bits says.

     loop i = b to e by lanes {               new own := 0   new bits := 0
       reduce s neutral 0 (p, q) {            loop i = b to e by lanes {
       } ret add (p, q)                         reduce own neutral 0 (p, q) { } ret add (p, q)
       reduce t first (p, q) {                  reduce bits neutral 0 (p, q) { } ret bor (p, q)
	 new x := add (p, q)           =>     } do { A  give own := v   give bits := v }
       } ret select (lt (x, max (p, q)),      s := add (s, own)
		     ~0, x)                   if bits and e - b below 2^32 { t := own }
     } do { A  give s := v  give t := v }     else { loop i = b to e serial { t alone } }

   A only computes: so it may be computed again.

   Does not: take loops with other outputs, whose lanes would be fewer for two more
   accumulators.  */

#include "schedule-totals.h"

/* Fewer values than this, each below it, have a sum without overflow.  */
#define HALF ((uint64_t) 1 << 32)

/* The outputs of such a loop; SUM may be NULL.  */
struct totals
{
  const struct imp_stmt *sum, *total;
  const struct imp_expr *value;	/* what both are given */
};

/* Does O add up sizes from its first on, and stay at the greatest size where that overflows?  */
static bool
saturates (struct imp_prog *p, const struct imp_stmt *o)
{
  const struct imp_stmt *a = o->body.first, *b = a ? a->next : NULL, *x = b ? b->next : NULL;
  const struct imp_expr *r = o->e[2], *less;
  uint64_t most;

  if (o->kind != IMP_REDUCE || !o->commutes || !o->first || o->e[1]
      || o->var->type != type_size (p->ctx) || !x || x->next || x->kind != IMP_NEW
      || !imp_is_pair (x->e[0], FIR_ADD, a->var, b->var) || !r || r->kind != IMP_EXPR_PRIM
      || r->op != FIR_SELECT || !imp_is_const (r->args[1], &most) || most != UINT64_MAX
      || !imp_is_var (r->args[2], x->var))
    return false;
  less = r->args[0];
  return less->kind == IMP_EXPR_PRIM && less->op == FIR_LT && imp_is_var (less->args[0], x->var)
	 && imp_is_pair (less->args[1], FIR_MAX, a->var, b->var);
}

/* What LOOP gives to output O, at its end; NULL: O takes it under a condition.  */
static const struct imp_expr *
given (const struct imp_stmt *loop, const struct imp_stmt *o)
{
  const struct imp_stmt *s = loop->body.last;

  for (; s && s->kind == IMP_GIVE; s = s->prev)
    if (s->var == o->var)
      return s->e[1] ? NULL : s->e[0];
  return NULL;
}

/* Find the outputs of LOOP, if it is such a loop.  */
static bool
find (struct imp_prog *p, struct totals *t, const struct imp_stmt *loop)
{
  const struct imp_stmt *x = loop->orelse.first, *y = x ? x->next : NULL;
  const struct imp_expr *sum;

  if (loop->kind != IMP_LOOP || loop->shape != IMP_SHAPE_LANES || !x || (y && y->next)
      || !imp_loop_plain (loop) || loop->brief)
    return false;
  t->total = y && saturates (p, y) ? y : x;
  t->sum = t->total == x ? y : x;
  if (!saturates (p, t->total) || (t->sum && !imp_is_sum (p, t->sum)))
    return false;
  t->value = given (loop, t->total);
  sum = t->sum ? given (loop, t->sum) : t->value;
  return t->value && sum && imp_simple (t->value) && imp_expr_equal (sum, t->value)
	 && !imp_block_uses (&loop->body, t->total->var)
	 && !(t->sum && imp_block_uses (&loop->body, t->sum->var));
}

/* A new variable NAME, here, of what VALUE, at the end of each element of LOOP, makes by OP.  */
static struct imp_var *
combine (struct imp_here *h, struct imp_stmt *loop, const char *name, enum fir_op op,
	 const struct imp_expr *value)
{
  struct imp_var *v = imp_make_new (h, name, type_size (h->p->ctx), here_size (h, 0));

  imp_make_reduce (h, loop, v, op, here_size (h, 0), here_again (h, value));
  return v;
}

/* Unlink from B, part of a loop, what combines O's variable, or gives to it.  */
static void
drop_from (struct imp_block *b, const struct imp_stmt *o)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      if ((s->kind == IMP_GIVE || s->kind == IMP_REDUCE) && s->var == o->var)
	imp_unlink (b, s);
    }
}

/* LOOP has no output O any longer.  */
static void
drop (struct imp_stmt *loop, const struct imp_stmt *o)
{
  drop_from (&loop->body, o);
  drop_from (&loop->orelse, o);
}

/* A copy of LOOP, at the end of B; its variables are *OF.  */
static struct imp_stmt *
copy (struct imp_here *h, struct imp_block *b, const struct imp_stmt *loop, struct imp_copy *of)
{
  *of = imp_copy_new (h);
  of->h.b = b;
  imp_copy_stmt (of, loop);
  return b->last;
}

static enum schedule_taken
take (struct schedule_walk *w, struct imp_here *h, struct imp_block *block, struct imp_stmt *s)
{
  struct imp_block made = { NULL, NULL };
  struct imp_copy c;
  struct imp_stmt *loop, *i;
  struct totals t;
  struct imp_expr *value, *few, *below;
  struct imp_var *own, *bits;

  (void) w;
  (void) block;
  if (!find (h->p, &t, s))
    return SCHEDULE_LEFT;
  s->e[0] = imp_make_name (h, s->e[0], "b");
  s->e[1] = imp_make_name (h, s->e[1], "e");
  loop = copy (h, &made, s, &c);
  value = imp_copy_expr (&c, t.value);
  drop (loop, t.total);
  if (t.sum)
    drop (loop, t.sum);
  own = combine (h, loop, "own", FIR_ADD, value);
  bits = combine (h, loop, "bits", FIR_BOR, value);
  imp_unlink (&made, loop);
  imp_link_last (h->b, loop);
  if (t.sum)
    imp_make_assign (h, t.sum->var,
		     here_op (h, FIR_ADD, here_use (h, t.sum->var), here_use (h, own)));
  few = here_op (h, FIR_SUB, here_again (h, s->e[1]), here_again (h, s->e[0]));
  few = here_op (h, FIR_LT, few, here_size (h, HALF));
  below = here_op (h, FIR_LT, here_use (h, bits), here_size (h, HALF));
  i = imp_make_if (h, here_op (h, FIR_BAND, few, below));
  imp_make_assign (&(struct imp_here) { h->p, h->proc, &i->body }, t.total->var,
		   here_use (h, own));
  loop = copy (h, &i->orelse, s, &c);
  if (t.sum)
    drop (loop, t.sum);
  loop->shape = IMP_SHAPE_SERIAL;
  return SCHEDULE_TAKEN;
}

unsigned
schedule_totals (struct imp_prog *p, struct imp_proc *proc)
{
  struct schedule_walk w = { .take = take };

  return schedule_walk (p, proc, &w);
}

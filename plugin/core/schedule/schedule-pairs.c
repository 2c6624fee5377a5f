/* The pass lanes: lanes of the least and the greatest of floats are those of numbers.

     loop i = b to e by lanes {                    new lo := inf
       reduce x neutral nan min                    new hi := -inf
       reduce y neutral nan max                    loop i = b to e by lanes {
     } do {                                  =>      reduce lo neutral inf min
       ... give x := v                               reduce hi neutral -inf max
       give y := v                                 } do { ... give lo := v   give hi := v }
     }                                             x := min (x, select (le (lo, hi), lo, nan))
						   y := max (y, select (le (lo, hi), hi, nan))

   A minimum leaves NaNs out, and a lane may be one, at first: two comparisons under masks and a
   choice for each vector.  Neither lo nor hi is ever a NaN (imp-number.c), and each is one
   instruction.  All values are NaNs if lo is still above hi.  The least and the greatest of one
   value share both.

   Does not: take short rows, of which two accumulators take longer to set up and to fold than one.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-pairs.h"

/* MIN or MAX if O is the least or the greatest of floats, and NaN without elements; else
   FIR_LAST.  */
static enum fir_op
extreme (const struct imp_stmt *o)
{
  const struct imp_stmt *x = o->body.first, *y = x ? x->next : NULL;
  const struct imp_expr *r = o->e[2], *z = o->e[0];

  if (o->kind != IMP_REDUCE || !o->commutes || o->by || o->first || o->e[1] || !y || y->next)
    return FIR_LAST;
  if (!type_is_float (o->var->type) || o->var->type->size > 8 || !z || z->kind != IMP_EXPR_CONST
      || z->cst->f == z->cst->f)
    return FIR_LAST;
  if (r->kind != IMP_EXPR_PRIM || (r->op != FIR_MIN && r->op != FIR_MAX)
      || imp_expr_uses (r->args[0], x->var) != 1 || imp_expr_uses (r->args[1], y->var) != 1
      || r->args[0]->kind != IMP_EXPR_VAR || r->args[1]->kind != IMP_EXPR_VAR)
    return FIR_LAST;
  return r->op;
}

/* Do S and T, gives, of which S is first, give one value under one condition?  */
static bool
same (const struct imp_stmt *s, const struct imp_stmt *t)
{
  const struct imp_stmt *between = s;

  while (between && between->kind == IMP_GIVE && between != t)
    between = between->next;
  return between == t && imp_simple (s->e[0]) && imp_expr_equal (s->e[0], t->e[0])
	 && (s->e[1] ? t->e[1] && imp_simple (s->e[1]) && imp_expr_equal (s->e[1], t->e[1])
		     : !t->e[1]);
}

/* The output of LOOP behind O that is the other extreme of what S gives, to O of OP; *T is its
   give.  NULL: there is none.  */
static struct imp_stmt *
other (const struct imp_stmt *loop, const struct imp_stmt *o, enum fir_op op,
       const struct imp_stmt *s, struct imp_stmt **t)
{
  for (struct imp_stmt *p = o->next; p; p = p->next)
    if (extreme (p) == (op == FIR_MIN ? FIR_MAX : FIR_MIN) && p->var->type == o->var->type
	&& (*t = imp_give_of (loop, p->var)) && (same (s, *t) || same (*t, s)))
      return p;
  return NULL;
}

static struct imp_expr *
constant (struct imp_here *h, const struct type *t, long double f)
{
  return imp_const (h->p, fir_atom_float (h->p->fir, t, f).cst);
}

/* V := OP of V and what the numbers LO and HI say, at H.  */
static void
behind (struct imp_here *h, struct imp_var *v, enum fir_op op, struct imp_var *lo,
	struct imp_var *hi)
{
  struct imp_expr *any = here_op (h, FIR_LE, here_use (h, lo), here_use (h, hi));
  struct imp_expr *most = imp_select (h->p, any, here_use (h, op == FIR_MIN ? lo : hi),
				      constant (h, v->type, __builtin_nanl ("")));

  imp_make_assign (h, v, here_op (h, op, here_use (h, v), most));
}

/* To H: O with V for its variable, of OP, from Z on.  */
static void
output (struct imp_here *h, const struct imp_stmt *o, struct imp_var *v, enum fir_op op,
	struct imp_expr *z)
{
  struct imp_copy c = imp_copy_new (h);
  struct imp_stmt *s;

  imp_copy_stmt (&c, o);
  s = h->b->last;
  s->var = v;
  s->apart = false;
  s->e[0] = z;
  s->e[2]->op = op;
}

/* To H: X to V if G (NULL: always) holds.  */
static void
give (struct imp_here *h, struct imp_var *v, struct imp_expr *x, struct imp_expr *g)
{
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_GIVE, 0);

  s->var = v;
  s->e[0] = x;
  s->e[1] = g;
}

/* Replace O, an output of OP of LOOP, which stands in B, and its give S.  */
static void
replace (struct imp_here *h, struct imp_block *b, struct imp_stmt *loop, struct imp_stmt *o,
	 enum fir_op op, struct imp_stmt *s)
{
  struct imp_block before = { NULL, NULL }, made = { NULL, NULL }, after = { NULL, NULL };
  struct imp_here at = { h->p, h->proc, &before };
  const struct type *type = o->var->type;
  struct imp_var *lo, *hi;
  struct imp_stmt *t, *p = other (loop, o, op, s, &t);
  struct imp_expr *x, *g;

  lo = imp_make_new (&at, "lo", type, constant (h, type, __builtin_infl ()));
  hi = imp_make_new (&at, "hi", type, constant (h, type, -__builtin_infl ()));
  at.b = &after;
  behind (&at, o->var, op, lo, hi);
  if (p)
    {
      behind (&at, p->var, extreme (p), lo, hi);
      imp_unlink (&loop->body, t);
      imp_unlink (&loop->orelse, p);
    }
  at.b = &made;
  x = imp_make_name (&at, s->e[0], "x");
  g = s->e[1] ? imp_make_name (&at, s->e[1], "g") : NULL;
  give (&at, lo, x, g);
  give (&at, hi, here_again (&at, x), g ? here_again (&at, g) : NULL);
  imp_replace (&loop->body, s, &made);
  made = (struct imp_block) { NULL, NULL };
  output (&at, o, lo, FIR_MIN, constant (h, type, __builtin_infl ()));
  output (&at, o, hi, FIR_MAX, constant (h, type, -__builtin_infl ()));
  imp_replace (&loop->orelse, o, &made);
  while ((s = before.first))
    {
      imp_unlink (&before, s);
      imp_link_before (b, loop, s);
    }
  while ((s = after.last))
    {
      imp_unlink (&after, s);
      imp_link_after (b, loop, s);
    }
}

static enum schedule_taken
take (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  unsigned *n = (unsigned *) w->data;

  if (s->kind != IMP_LOOP || s->shape != IMP_SHAPE_LANES || s->brief)
    return SCHEDULE_LEFT;
  for (struct imp_stmt *o = s->orelse.first; o;)
    {
      enum fir_op op = extreme (o);
      struct imp_stmt *g = op == FIR_LAST ? NULL : imp_give_of (s, o->var);

      if (g)
	{
	  replace (h, b, s, o, op, g);
	  ++*n;
	  o = s->orelse.first;
	}
      else
	o = o->next;
    }
  return SCHEDULE_LEFT;
}

/* Is PROC that of a region?  Of a function it is not known what is a number.  */
static bool
of_region (const struct imp_prog *p, const struct imp_proc *proc)
{
  for (const struct imp_proc *q = p->procs; q; q = q->next)
    if (q == proc)
      return true;
  return false;
}

unsigned
schedule_pairs (struct imp_prog *p, struct imp_proc *proc)
{
  unsigned n = 0;
  struct schedule_walk walk = { .take = take, .data = &n };

  if (of_region (p, proc))
    schedule_walk (p, proc, &walk);
  return n;
}

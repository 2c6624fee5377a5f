/* The pass extremes: a running minimum or maximum of floats is that of numbers, with one operation
   an element.

     for i = b to e {                       new lo := inf
       ... acc := max (acc, x) ...          new hi := -inf
     }                              =>      for i = b to e {
					      ... lo := min (lo, x)
					      hi := max (hi, x) ...
					    }
					    acc := max (acc, select (le (lo, hi), hi, nan))

   A maximum leaves NaNs out, and acc may be one, at first.  So it takes a maximum and a choice, and
   the next element waits for both.  Neither lo nor hi is ever a NaN (imp-number.c), and each is one
   instruction.  All x are NaNs if lo is still above hi.

   The innermost loops, which use acc nowhere else, and are not taken in vectors.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"

#include <string.h>

struct extremes
{
  struct imp_numbers numbers;
  struct imp_stmt *found;	/* the assignment */
  struct imp_block *in;		/* its block */
  unsigned n;			/* how many there were */
};

/* Is S an assignment of the minimum or maximum of its variable and another float?  What the pass
   makes is none.  */
static bool
extreme (const struct extremes *w, const struct imp_stmt *s)
{
  const struct imp_expr *e = s->e[0];

  return s->kind == IMP_ASSIGN && type_is_float (e->type) && e->type->size <= 8
	 && e->kind == IMP_EXPR_PRIM && (e->op == FIR_MIN || e->op == FIR_MAX)
	 && (imp_is_var (e->args[0], s->var) || imp_is_var (e->args[1], s->var))
	 && s->var->id < w->numbers.n && !imp_number (&w->numbers, e);
}

/* How often is V bound or assigned in B?  */
static unsigned
written (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += (s->var == v) + written (&s->body, v) + written (&s->orelse, v);
  return n;
}

/* Find an extreme in B, of LOOP; false if LOOP is not an innermost one.  */
static bool
find (struct extremes *w, struct imp_stmt *loop, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (imp_counts (s) || s->kind == IMP_WHILE || s->kind == IMP_PARFOR)
	return false;
      if (!find (w, loop, &s->body) || !find (w, loop, &s->orelse))
	return false;
      if (!w->found && extreme (w, s) && imp_block_uses (&loop->body, s->var) == 1
	  && written (&loop->body, s->var) == 1)
	{
	  w->found = s;
	  w->in = b;
	}
    }
  return true;
}

static struct imp_expr *
constant (struct imp_here *h, const struct type *t, long double f)
{
  return imp_const (h->p, fir_atom_float (h->p->fir, t, f).cst);
}

/* Replace S, in block B, by the minimum LO and the maximum HI.  */
static void
both (struct imp_here *h, struct imp_block *b, struct imp_stmt *s, struct imp_var *lo,
      struct imp_var *hi)
{
  struct imp_expr *e = s->e[0], **args = e->args, *x;
  struct imp_block made = { NULL, NULL };
  struct imp_here at = { h->p, h->proc, &made };

  x = args[imp_is_var (args[0], s->var)];
  x = imp_make_name (&at, x, "x");
  imp_make_assign (&at, lo, here_op (&at, FIR_MIN, here_use (&at, lo), here_again (&at, x)));
  imp_make_assign (&at, hi, here_op (&at, FIR_MAX, here_use (&at, hi), x));
  imp_replace (b, s, &made);
}

/* Behind and before LOOP, of block B: what becomes of W->found.  */
static void
around (struct extremes *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *loop)
{
  struct imp_block before = { NULL, NULL }, behind = { NULL, NULL };
  struct imp_here at = { h->p, h->proc, &before };
  struct imp_var *v = w->found->var, *lo, *hi;
  enum fir_op op = w->found->e[0]->op;
  struct imp_expr *any, *most;
  struct imp_stmt *s;

  lo = imp_make_new (&at, "lo", v->type, constant (h, v->type, __builtin_infl ()));
  hi = imp_make_new (&at, "hi", v->type, constant (h, v->type, -__builtin_infl ()));
  both (h, w->in, w->found, lo, hi);
  at.b = &behind;
  any = here_op (&at, FIR_LE, here_use (&at, lo), here_use (&at, hi));
  most = imp_select (h->p, any, here_use (&at, op == FIR_MIN ? lo : hi),
		     constant (h, v->type, __builtin_nanl ("")));
  imp_make_assign (&at, v, here_op (&at, op, here_use (&at, v), most));
  while ((s = before.first))
    {
      imp_unlink (&before, s);
      imp_link_before (b, loop, s);
    }
  s = behind.first;
  imp_unlink (&behind, s);
  imp_link_after (b, loop, s);
}

static enum schedule_taken
take (struct schedule_walk *walk, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  struct extremes *w = (struct extremes *) walk->data;

  if (s->kind != IMP_FOR || s->ivdep)
    return SCHEDULE_LEFT;
  for (w->found = NULL; find (w, s, &s->body) && w->found; w->found = NULL)
    {
      around (w, h, b, s);
      w->n++;
    }
  return SCHEDULE_LEFT;
}

/* Does the user promise that PROC's floats are finite?  Then there must be no infinities.  */
static bool
only_finite (const struct imp_prog *p, const struct imp_proc *proc)
{
  for (const struct fir_region *r = p->fir->regions; r; r = r->next)
    if (r->finite && !strcmp (r->name, proc->name))
      return true;
  return false;
}

unsigned
schedule_extremes (struct imp_prog *p, struct imp_proc *proc)
{
  struct extremes w = { .numbers = imp_numbers_of (p, proc) };
  struct schedule_walk walk = { .take = take, .data = &w };

  if (!only_finite (p, proc))
    schedule_walk (p, proc, &walk);
  return w.n;
}

/* The pass precheck: checks the elements of a chunk ahead of the rest of it.

     loop i = b to e { } do { ... need x else ... need y else ... }   rest

   becomes

     new bad := 0
     for i = b to e { ... bad := bor (bad, not x) ... bad := bor (bad, not y) }
     if bad { for i = b to e { ... if x { ... if y { } else { fail } } else { fail } } }
     else { rest }

   The first loop vectorises, and so does the rest; the second finds the least element that fails.
   If the rest is one loop over the same elements that only stores, both are taken a block at a
   time: what the first reads, the rest finds in the cache.

     for j = b to e step checked { ... the same from j to min (e, j + checked) ... }

   The operands of needs are computed for every element, whatever the outcome of preceding needs: so
   they wrap, and partial operations get the operand 0 where a preceding need does not hold.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"

struct precheck
{
  struct imp_var *bad;
  struct imp_expr *good;	/* the needs so far hold; NULL: there were none */
  struct imp_block *body;	/* of the checking loop, so far */
};

/* Replace operand K of E, a copy, by N where a preceding need does not hold.  ONCE: it may be named
   here.  */
static void
behind_needs_operand (struct imp_here *h, struct precheck *d, struct imp_expr *e, unsigned k,
		      struct imp_expr *n, bool once)
{
  struct imp_expr *x = once ? imp_make_name (h, e->args[k], "v") : e->args[k];
  struct imp_here top = { h->p, h->proc, d->body };

  d->good = imp_make_name (&top, d->good, "good");
  e->args[k] = imp_select (h->p, imp_again (h->p, d->good), x, n);
}

static struct imp_expr *
one_of (struct imp_prog *p, const struct type *t)
{
  struct fir_const *c = CTX_NEW (p->ctx, struct fir_const);

  c->type = t;
  c->i = 1;
  return imp_const (p, c);
}

/* Make E, a copy, computable though a preceding need may not hold.  ONCE: it is evaluated in place,
   and its operands may be named there.  */
static void
behind_needs (struct imp_here *h, struct precheck *d, struct imp_expr *e, bool once)
{
  for (unsigned k = 0; k < e->nargs; k++)
    behind_needs (h, d, e->args[k], once);
  if (e->kind != IMP_EXPR_PRIM)
    return;
  imp_let_wrap (e);
  if (imp_prim_total (e))
    return;
  switch (e->op)
    {
    case FIR_CONV:
    case FIR_ABS:
      behind_needs_operand (h, d, e, 0, imp_zero (h->p, e->args[0]->type), once);
      break;
    case FIR_DIV:
    case FIR_REM:
      behind_needs_operand (h, d, e, 1, one_of (h->p, e->args[1]->type), once);
      break;
    case FIR_SHL:
    case FIR_SHR:
      behind_needs_operand (h, d, e, 1, imp_zero (h->p, e->args[1]->type), once);
      break;
    default:
      break;
    }
}

/* The same for all of B.  */
static void
block_behind_needs (struct imp_here *h, struct precheck *d, struct imp_block *b)
{
  struct imp_block *after = h->b, made = { NULL, NULL };

  h->b = &made;
  for (struct imp_stmt *s; (s = b->first) != NULL;)
    {
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	if (s->e[k])
	  behind_needs (h, d, s->e[k], s->kind != IMP_WHILE && !imp_behind_body (s, k));
      block_behind_needs (h, d, &s->body);
      block_behind_needs (h, d, &s->orelse);
      imp_unlink (b, s);
      imp_link_last (&made, s);
    }
  h->b = after;
  *b = made;
}

/* Need S in the loop that checks for bad elements.  */
static void
note_bad (struct imp_copy *c, struct precheck *d, const struct imp_stmt *s)
{
  struct imp_expr *holds = imp_copy_expr (c, s->e[1]), *not;

  if (d->good)
    behind_needs (&c->h, d, holds, true);
  if (holds->type != type_i32 (c->h.p->ctx))
    holds = imp_op (c->h.p, FIR_NE, holds, imp_zero (c->h.p, holds->type));
  holds = imp_make_name (&c->h, holds, "good");
  d->good = d->good ? imp_op (c->h.p, FIR_BAND, d->good, imp_again (c->h.p, holds))
	    : imp_again (c->h.p, holds);
  not = imp_op (c->h.p, FIR_EQ, holds, imp_i32 (c->h.p, 0));
  imp_make_assign (&c->h, d->bad, imp_op (c->h.p, FIR_BOR, imp_use (c->h.p, d->bad), not));
}

/* The loop that checks for bad elements of LOOP, from B to E.  */
static void
look (struct imp_here *h, const struct imp_stmt *loop, struct imp_expr *b, struct imp_expr *e,
      struct precheck *d)
{
  struct imp_block *after = h->b;
  struct imp_stmt *f = imp_make_for (h, loop->var->name, imp_again (h->p, b), imp_again (h->p, e),
				     1, false);
  struct imp_copy c;

  h->b = d->body = &f->body;
  c = imp_copy_new (h);
  imp_copy_set (&c, loop->var, imp_use (h->p, f->var));
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    if (s->kind == IMP_NEED)
      note_bad (&c, d, s);
    else
      {
	struct imp_block one = { NULL, NULL };
	struct imp_stmt *t;

	c.h.b = &one;
	imp_copy_stmt (&c, s);
	c.h.b = &f->body;
	if (d->good)
	  block_behind_needs (&c.h, d, &one);
	while ((t = one.first) != NULL)
	  {
	    imp_unlink (&one, t);
	    imp_link_last (c.h.b, t);
	  }
      }
  h->b = after;
}

static bool
looks_owner (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_OWNER;
}

/* Is what follows LOOP, which looks for elements that fail, a loop of single stores over the same
   elements?  One that looks owners up becomes one over these (schedule-spans.c), from end to
   end.  */
static bool
takes_blocks (const struct imp_prog *p, const struct imp_stmt *loop)
{
  const struct imp_stmt *rest = loop->next;

  return !p->target->plain && rest && !rest->next && rest->kind == IMP_LOOP
	 && imp_loop_independent (rest) && !imp_block_any (&rest->body, looks_owner)
	 && imp_expr_equal (rest->e[0], loop->e[0]) && imp_expr_equal (rest->e[1], loop->e[1]);
}

/* From now on H is in a loop over blocks of the elements *B to *E, which become those of a
   block.  */
static void
begin_blocks (struct imp_here *h, struct imp_expr **b, struct imp_expr **e)
{
  unsigned size = h->p->target->checked;
  struct imp_expr *end;

  *b = here_begin_for (h, "jb", imp_again (h->p, *b), imp_again (h->p, *e), size, false);
  end = here_op (h, FIR_MIN, imp_again (h->p, *e),
		 here_op (h, FIR_ADD, imp_again (h->p, *b), here_size (h, size)));
  *e = imp_make_let (h, "je", end);
}

/* Expand LOOP, which is in B and followed by the rest of the chunk, to the end of H.  */
static void
take (struct imp_here *h, struct imp_block *b, struct imp_stmt *loop)
{
  const struct type *i32 = type_i32 (h->p->ctx);
  struct imp_block *after = h->b;
  struct imp_expr *begin = imp_make_name (h, loop->e[0], "b");
  struct imp_expr *end = imp_make_name (h, loop->e[1], "e");
  struct precheck d = { NULL };
  struct imp_stmt *i, *rest;
  bool blocks = takes_blocks (h->p, loop);

  if (blocks)
    begin_blocks (h, &begin, &end);
  d.bad = imp_make_new (h, "bad", i32, imp_i32 (h->p, 0));
  look (h, loop, begin, end, &d);
  i = imp_make_if (h, imp_use (h->p, d.bad));
  h->b = &i->body;
  imp_loop_range (h, loop, imp_again (h->p, begin), imp_again (h->p, end), false);
  while ((rest = loop->next) != NULL)
    {
      imp_unlink (b, rest);
      imp_link_last (&i->orelse, rest);
    }
  if (blocks)
    {
      rest = i->orelse.first;
      rest->e[0] = imp_again (h->p, begin);
      rest->e[1] = imp_again (h->p, end);
    }
  h->b = after;
}

/* What stood behind the loop is looked at, too.  */
static enum schedule_taken
take_needs (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  if (s->kind != IMP_LOOP || !imp_has_needs (s))
    return SCHEDULE_LEFT;
  take (h, b, s);
  w->into = h->b->last;
  return SCHEDULE_TAKEN;
}

unsigned
schedule_precheck (struct imp_prog *p, struct imp_proc *proc)
{
  struct schedule_walk w = { .take = take_needs };

  return schedule_walk (p, proc, &w);
}

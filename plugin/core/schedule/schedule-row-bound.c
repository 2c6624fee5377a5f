/* The pass chunk: how many values an element has at most that filters a bounded number.

     new pos := 0
     for j = 0 to most { ... if g { seg[pos] := v   pos := pos + 1 } ... }
     give at := pos

   has `most' values at most: the count begins at 0, and advances in one place, once for each
   iteration of a loop of at most so many.  All that is stored behind SEG goes to the count.  The
   same is said by a loop with a filter, which elements have that do not fail:

     loop j = 0 to most { filter pos to seg } do { ... }

   Most is a constant, or bound before the region's loop.  In elements that fail what is stored
   before that is counted, too: so the bound holds for them.

   Where elements have room for so many values, what is not kept may be written where the next value
   goes, without a branch that nobody can predict:

     seg[pos] := v   pos := pos + (g != 0)

   Does not: counts of several loops, or of loops in loops.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-chunk.h"

/* What counts.  */
struct count
{
  const struct imp_var *pos, *seg;
  const struct imp_stmt *binder;	/* the NEW of POS */
  const struct imp_stmt *in;		/* the loop whose iterations advance it, */
  unsigned advances, stores, writes;	/* in so many places; stores behind SEG, writes */
  bool nested;				/* that loop is in another one, in the scope of POS */
};

/* Is S pos := pos + 1?  */
static bool
advances (const struct count *c, const struct imp_stmt *s)
{
  const struct imp_expr *e = s->e[0];
  uint64_t one;

  return s->kind == IMP_ASSIGN && s->var == c->pos && e->kind == IMP_EXPR_PRIM && e->op == FIR_ADD
	 && imp_is_var (e->args[0], c->pos) && imp_is_const (e->args[1], &one) && one == 1;
}

/* Is S seg[pos] := v, and are the statements behind it, POS advances?  */
static bool
stores_next (const struct count *c, const struct imp_stmt *s)
{
  return s->kind == IMP_STORE && imp_is_var (s->base, c->seg) && imp_is_var (s->e[0], c->pos)
	 && s->next && advances (c, s->next);
}

/* Count in C what the statements of B do, the innermost loop around them inside the binder of POS
   being IN.  */
static void
look (struct count *c, const struct imp_block *b, const struct imp_stmt *in, bool nested)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool loops = s->kind == IMP_FOR || s->kind == IMP_LOOP || s->kind == IMP_WHILE;
      bool filters = s->kind == IMP_FILTER && s->var == c->pos;

      if (s == c->binder)
	in = NULL, nested = false;
      else
	c->writes += s->var == c->pos && (filters || s->kind != IMP_GIVE);
      if (filters || (advances (c, s) && s->prev && stores_next (c, s->prev)))
	{
	  c->advances++;
	  c->in = in;
	  c->nested = nested;
	}
      c->stores += stores_next (c, s) || (filters && imp_is_var (s->base, c->seg));
      look (c, &s->body, loops ? s : in, loops ? in != NULL : nested);
      look (c, &s->orelse, loops ? s : in, loops ? in != NULL : nested);
    }
}

struct imp_expr *
row_bound (struct chunks *d, const struct imp_var *seg, const struct imp_var *at)
{
  const struct imp_block *body = &d->loop->body;
  const struct imp_expr *n = row_gives (body, at);
  struct count c = { .pos = n && n->kind == IMP_EXPR_VAR ? n->var : NULL, .seg = seg };
  const struct imp_binder *k = c.pos ? imp_binder (d->known, c.pos) : NULL;
  const struct imp_expr *e;
  uint64_t number;

  if (!k || !k->by || k->by->kind != IMP_NEW || !k->by->e[0]
      || !imp_is_const (k->by->e[0], &number) || number)
    return NULL;
  c.binder = k->by;
  look (&c, body, NULL, false);
  if (c.advances != 1 || c.stores != 1 || c.writes != 1 || !c.in || c.nested
      || c.in->kind == IMP_WHILE || imp_block_uses (body, seg) != 1)
    return NULL;
  if (c.in->kind == IMP_FOR && (!imp_is_const (c.in->e[2], &number) || number != 1))
    return NULL;
  e = row_bound_to (body, c.in->e[1]);
  if (imp_is_const (e, &number))
    return number && number <= UINT32_MAX ? here_size (&d->h, number) : NULL;
  /* The element's own index is no bound of all.  */
  if (e->kind != IMP_EXPR_VAR || e->var == d->loop->var)
    return NULL;
  return imp_changes (d->known, d->loop, e->var) ? NULL : here_again (&d->h, e);
}

/* Let S, `if g { seg[pos] := v   pos := pos + 1 }', store whether G holds or not.  */
static void
store_always (struct chunks *d, struct imp_block *b, struct imp_stmt *s)
{
  struct imp_stmt *store = s->body.first, *next = store->next;

  next->e[0]->args[1]
    = imp_select (d->h.p, s->e[0], here_size (&d->h, 1), here_size (&d->h, 0));
  imp_unlink (&s->body, store);
  imp_unlink (&s->body, next);
  imp_link_after (b, s, store);
  imp_link_after (b, store, next);
  imp_unlink (b, s);
}

void
row_store_always (struct chunks *d, struct imp_block *b, const struct imp_var *seg)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      const struct imp_stmt *t = s->body.first;
      struct count c = { .pos = t && t->next ? t->next->var : NULL, .seg = seg };

      next = s->next;
      if (s->kind == IMP_IF && t && t->next && !t->next->next && !s->orelse.first
	  && stores_next (&c, t)
	  && (t->e[1]->kind == IMP_EXPR_VAR || t->e[1]->kind == IMP_EXPR_CONST))
	store_always (d, b, s);
      else
	{
	  row_store_always (d, &s->body, seg);
	  row_store_always (d, &s->orelse, seg);
	}
    }
}

/* The pass chunk: functions that long rows call, and that may raise.

   A leaf that raises ends the chunk in which it is called.  For a row as a whole it is called in a
   chunk of its own, and whether it has come to its end is noted:

     new s := ...   eval mark (...)   new r := leaf (s)   ...

   becomes

     array r [1]   array done [1]   done[0] := 0
     parfor c < 1 { for i = resume (c) to c + 1 {
       eval mark (..., i)   r[i] := leaf (s)   done[i] := 1 } }
     bad := done[0] ? bad : 1
     if bad = 0 { new r := r[0]   ... }

   Where what each element of a loop gives to a filter, a scan or a cursor depends on a leaf, these
   are called by a loop of their own, ahead:

     loop j < m { filter k to d } do {
       eval mark (...)   new r := leaf (p[j])   give k := r when ... }

   becomes

     vecnew kept [m]
     loop j < m { reduce done ... } do {
       eval mark (..., j)   kept[j] := leaf (p[j])   give done := 1 }
     if done = m { loop j < m { filter k to d } do { new r := kept[j]   give k := r when ... } }

   So no leaf is called twice, and if one raises nothing has been given.  The row is done again
   then, in order (schedule-row-share.c).

   Does not: leaves of vectors; leaves in a loop inside the elements of such a loop.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-row-wide.h"

bool
row_raises (const struct imp_stmt *s)
{
  return s->e[0] && s->e[0]->kind == IMP_EXPR_LEAF && (s->e[0]->leaf->flags & LEAF_MAYFAIL);
}

/* --- For a row as a whole --------------------------------------------------------------------- */

void
row_call_alone (struct wide *w, const struct imp_stmt *s)
{
  struct imp_here *h = &w->d->h;
  const struct type *i32 = type_i32 (h->p->ctx);
  struct imp_block *after = h->b;
  struct imp_var *r = imp_make_array (h, "r", s->var->type, 1);
  struct imp_var *done = imp_make_array (h, "done", i32, 1);
  struct imp_stmt *par, taken = *s;
  struct imp_expr *c, *mark[2], *ended;

  imp_make_store (h, here_use (h, done), here_size (h, 0), imp_i32 (h->p, 0));
  par = imp_stmt_new (h->p, h->b, IMP_PARFOR, w->d->loop->site);
  par->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, "c", type_size (h->p->ctx));
  par->e[0] = here_size (h, 1);
  par->e[1] = here_size (h, s->e[0]->leaf->cost);
  h->b = &par->body;
  c = here_use (h, par->var);
  mark[0] = here_size (h, ROW_ORDER_LAST);
  mark[1] = here_again (h, c);
  imp_stmt_new (h->p, h->b, IMP_EVAL, s->site)->e[0]
    = imp_call (h->p, IMP_FN_MARK, NULL, 2, mark);
  imp_make_store (h, here_use (h, r), c, imp_copy_expr (&w->c, s->e[0]));
  row_note_ends (w, par, done);
  h->b = after;
  ended = imp_load (h->p, here_use (h, done), here_size (h, 0));
  imp_make_assign (h, w->bad, imp_select (h->p, ended, here_use (h, w->bad), imp_i32 (h->p, 1)));
  row_begin_good (w);
  taken.e[0] = imp_load (h->p, here_use (h, r), here_size (h, 0));
  w->c.h.b = h->b;
  imp_copy_stmt (&w->c, &taken);
}

/* --- For the elements of a loop --------------------------------------------------------------- */

/* What becomes of the calls of LOOP.  */
struct calls
{
  struct wide *w;
  const struct imp_stmt *loop;
  struct row_leaf *next;	/* the memory for what the next call gives */
};

bool
row_calls_ahead (const struct imp_block *b, bool inside)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool in = inside || imp_counts (s) || s->kind == IMP_WHILE;

      if ((inside && row_raises (s)) || !row_calls_ahead (&s->body, in)
	  || !row_calls_ahead (&s->orelse, in))
	return false;
    }
  return true;
}

/* Memory for N of what each call in B gives, behind the LAST; returns the last one.  */
static struct row_leaf *
make_room (struct wide *w, const struct imp_block *b, const struct imp_expr *n,
	   struct row_leaf *last)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (row_raises (s))
	{
	  last = last->next = CTX_NEW (w->d->h.p->ctx, struct row_leaf);
	  last->data = row_memory (w, "kept", s->var->type, n, &last->vec);
	  last->next = NULL;
	}
      last = make_room (w, &s->body, n, last);
      last = make_room (w, &s->orelse, n, last);
    }
  return last;
}

struct row_leaf *
row_keep_calls (struct wide *w, const struct imp_stmt *loop, const struct imp_expr *n)
{
  struct row_leaf first = { .next = NULL };

  make_room (w, &loop->body, n, &first);
  return first.next;
}

void
row_release_calls (struct wide *w, struct imp_block *b, const struct row_leaf *l)
{
  for (; l; l = l->next)
    imp_stmt_new (w->d->h.p, b, IMP_RELEASE, 0)->var = l->vec;
}

/* What calls in B, of C's loop, give is stored.  */
static void
store (struct calls *c, struct imp_block *b)
{
  struct imp_here *h = &c->w->d->h, in = *h;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      store (c, &s->body);
      store (c, &s->orelse);
      if (row_raises (s))
	{
	  struct imp_block made = { NULL, NULL };
	  struct imp_stmt *t;

	  in.b = &made;
	  imp_make_store (&in, here_again (h, c->next->data), here_use (h, c->loop->var),
			  here_use (h, s->var));
	  t = made.first;
	  imp_unlink (&made, t);
	  imp_link_after (b, s, t);
	  c->next = c->next->next;
	  s = t;
	}
    }
}

void
row_store_calls (struct wide *w, struct imp_stmt *s, struct row_leaf *l)
{
  struct calls c = { w, s, l };

  store (&c, &s->body);
}

/* What calls in B, of C's loop, give is loaded; nothing is marked.  */
static void
load (struct calls *c, struct imp_block *b)
{
  struct imp_here *h = &c->w->d->h;

  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      load (c, &s->body);
      load (c, &s->orelse);
      if (imp_is_mark (s))
	imp_unlink (b, s);
      else if (row_raises (s))
	{
	  s->e[0] = imp_load (h->p, here_again (h, c->next->data), here_use (h, c->loop->var));
	  c->next = c->next->next;
	}
    }
}

const struct imp_stmt *
row_load_calls (struct wide *w, const struct imp_stmt *loop, struct row_leaf *l)
{
  struct imp_block made = { NULL, NULL };
  struct imp_copy copy = imp_copy_new (&w->d->h);
  struct calls c = { .w = w, .next = l };

  copy.h.b = &made;
  imp_copy_stmt (&copy, loop);
  c.loop = made.first;
  load (&c, &made.first->body);
  imp_drop_fails (w->d->h.p, &made.first->body);
  return made.first;
}

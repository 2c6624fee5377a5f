/* The pass chunk: what the elements of a long row store beside leaves that may raise.

   A row whose leaf raises is done again, and must read what it has read before: so what a loop over
   it stores goes to memory that the row makes first, and where it belongs if no leaf has raised.
   Where not every element stores, each says whether it does:

     loop j = 0 to n { } do { x := leaf f (p[j])   if x { to[j] := x } }

   becomes

     vecnew kept [n]   vecnew has [n]
     loop j < n { } do { has[j] := 0   x := leaf f (p[j])   if x { kept[j] := x   has[j] := 1 } }
     if bad = 0 { loop j < n { } do { if has[j] { to[j] := kept[j] } } }

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-row-wide.h"

/* What a loop stores to a pointer TO goes to memory VEC, at DATA.  That at HAS, WHO, if not NULL,
   says for each element whether it has stored.  */
struct row_stored
{
  struct imp_expr *to, *data, *has;
  struct imp_var *vec, *who;
  struct row_stored *next;
};

struct imp_expr *
row_memory (struct wide *w, const char *name, const struct type *t, const struct imp_expr *n,
	    struct imp_var **v)
{
  struct imp_here *h = &w->d->h;
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_VECNEW, w->d->loop->site);
  struct imp_expr *vec;

  *v = s->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, name, type_vec (h->p->ctx, t));
  s->e[0] = here_again (h, n);
  vec = here_use (h, *v);
  return imp_make_let (h, "d", imp_call (h->p, IMP_FN_DATA, type_ptr (h->p->ctx, t, 0), 1, &vec));
}

/* Such memory for what B, of LOOP, of N elements, stores to, before LIST.  C copies the loop.  */
static struct row_stored *
keep_stores (struct wide *w, struct imp_copy *c, const struct imp_stmt *loop,
	     const struct imp_block *b, struct imp_expr *n, struct row_stored *list)
{
  struct imp_here *h = &w->d->h;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct row_stored *t = list;

      while (t && s->base && t->to->var != s->base->var)
	t = t->next;
      if (s->base && !t)
	{
	  t = CTX_NEW (h->p->ctx, struct row_stored);
	  t->to = s->base;
	  t->data = row_memory (w, "kept", s->base->type->elem, n, &t->vec);
	  if (!row_stores_surely (w, &loop->body, s->base->var))
	    t->has = row_memory (w, "has", type_scalar (h->p->ctx, SCALAR_U8), n, &t->who);
	  t->next = list;
	  list = t;
	  imp_copy_set (c, s->base->var, here_again (h, t->data));
	}
      list = keep_stores (w, c, loop, &s->body, n, list);
      list = keep_stores (w, c, loop, &s->orelse, n, list);
    }
  return list;
}

struct row_stored *
row_keep_stores (struct wide *w, struct imp_copy *c, const struct imp_stmt *loop,
		 struct imp_expr *n)
{
  return keep_stores (w, c, loop, &loop->body, n, NULL);
}

/* K as a byte.  */
static struct imp_expr *
number (struct wide *w, int k)
{
  struct fir_const *c = CTX_NEW (w->d->h.p->ctx, struct fir_const);

  c->type = type_scalar (w->d->h.p->ctx, SCALAR_U8);
  c->i = k;
  return imp_const (w->d->h.p, c);
}

/* Behind what is stored in B, of an element of S, to where T says, HAS becomes 1.  */
static void
note_stores (struct wide *w, struct imp_stmt *s, struct imp_block *b, const struct row_stored *t)
{
  for (struct imp_stmt *o = b->first; o; o = o->next)
    {
      struct imp_block made = { NULL, NULL };
      struct imp_here h = w->d->h;

      note_stores (w, s, &o->body, t);
      note_stores (w, s, &o->orelse, t);
      if (o->kind != IMP_STORE || o->base->var != t->data->var)
	continue;
      h.b = &made;
      imp_make_store (&h, here_again (&h, t->has), here_use (&h, s->var), number (w, 1));
      imp_link_after (b, o, made.first);
      o = o->next;
    }
}

void
row_note_stores (struct wide *w, struct imp_stmt *s, const struct row_stored *list)
{
  for (const struct row_stored *t = list; t; t = t->next)
    if (t->has)
      {
	struct imp_block made = { NULL, NULL };
	struct imp_here h = w->d->h;

	note_stores (w, s, &s->body, t);
	h.b = &made;
	imp_make_store (&h, here_again (&h, t->has), here_use (&h, s->var), number (w, 0));
	imp_link_before (&s->body, s->body.first, made.first);
      }
}

void
row_store_kept (struct wide *w, const struct imp_stmt *loop, struct imp_expr *n,
		const struct row_stored *list)
{
  struct imp_here *h = &w->d->h;
  struct imp_block *after = h->b;

  h->b = &imp_make_if (h, here_op (h, FIR_EQ, here_use (h, w->bad), imp_i32 (h->p, 0)))->body;
  struct imp_stmt *s = row_begin_loop (w, loop, here_again (h, n));

  s->shape = IMP_SHAPE_SERIAL;
  s->trust = w->trust;
  for (const struct row_stored *t = list; t; t = t->next)
    {
      struct imp_here in = *h;

      in.b = &s->body;
      if (t->has)
	{
	  struct imp_expr *has = imp_load (h->p, here_again (h, t->has), here_use (h, s->var));

	  in.b = &imp_make_if (&in, here_op (h, FIR_NE, has, number (w, 0)))->body;
	}
      imp_make_store (&in, imp_copy_expr (&w->c, t->to), here_use (h, s->var),
		      imp_load (h->p, here_again (h, t->data), here_use (h, s->var)));
    }
  h->b = after;
  for (const struct row_stored *t = list; t; t = t->next)
    {
      imp_stmt_new (h->p, h->b, IMP_RELEASE, 0)->var = t->vec;
      if (t->has)
	imp_stmt_new (h->p, h->b, IMP_RELEASE, 0)->var = t->who;
    }
}

/* Copies of statements and expressions under a substitution.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A schedule needs the body of a loop several times: for lanes, for the remaining elements, for the
   first one.  Each copy has new binders, as a variable is bound once in a procedure.  */

#include <string.h>
#include "imp-make.h"

struct imp_copy
imp_copy_new (struct imp_here *h)
{
  return (struct imp_copy) { .h = *h };
}

void
imp_copy_set (struct imp_copy *c, const struct imp_var *v, struct imp_expr *e)
{
  /* The numbers of the original are contiguous: no space is needed for lesser ones.  */
  if (!c->n)
    c->first = v->id;
  if (v->id < c->first || v->id - c->first >= c->n)
    {
      unsigned first = v->id < c->first ? v->id : c->first;
      unsigned end = c->first + c->n > v->id ? c->first + c->n : v->id + 1;
      unsigned n = 2 * (end - first) + 4;
      struct imp_expr **as = CTX_NEWV (c->h.p->ctx, struct imp_expr *, n);

      if (c->n)
	memcpy (as + (c->first - first), c->as, c->n * sizeof *as);
      c->as = as;
      c->first = first;
      c->n = n;
    }
  c->as[v->id - c->first] = e;
}

static struct imp_expr *
standing_for (const struct imp_copy *c, const struct imp_var *v)
{
  return v->id >= c->first && v->id - c->first < c->n ? c->as[v->id - c->first] : NULL;
}

bool
imp_copy_knows (const struct imp_copy *c, const struct imp_var *v)
{
  return standing_for (c, v) != NULL;
}

/* A new node, with the operands of E.  */
static struct imp_expr *
node_like (struct imp_copy *c, const struct imp_expr *e)
{
  struct imp_expr *f = CTX_NEW (c->h.p->ctx, struct imp_expr);

  *f = *e;
  return f;
}

/* E without substitution.  */
static struct imp_expr *
same_expr (struct imp_copy *c, const struct imp_expr *e)
{
  struct imp_copy none = { .h = c->h };

  return imp_copy_expr (&none, e);
}

/* The field that E is, if it is one of a variable for which a record stands that is made; else
   NULL.  */
static const struct imp_expr *
made_field (struct imp_copy *c, const struct imp_expr *e)
{
  const struct imp_expr *as = e->kind == IMP_EXPR_PRIM && e->op == FIR_FIELD
			      && e->args[0]->kind == IMP_EXPR_VAR
			      ? standing_for (c, e->args[0]->var) : NULL;

  return as && as->kind == IMP_EXPR_PRIM && as->op == FIR_RECORD ? as->args[e->index] : NULL;
}

struct imp_expr *
imp_copy_expr (struct imp_copy *c, const struct imp_expr *e)
{
  struct imp_expr *f, *as = e && e->kind == IMP_EXPR_VAR ? standing_for (c, e->var) : NULL;

  if (!e)
    return NULL;
  if (made_field (c, e))
    return same_expr (c, made_field (c, e));
  if (as && as->kind != IMP_EXPR_VAR)
    return same_expr (c, as);
  f = node_like (c, e);
  /* The type stays: that of an area tells whether it is a base or an address.  */
  if (as)
    f->var = as->var;
  if (e->nargs)
    f->args = CTX_NEWV (c->h.p->ctx, struct imp_expr *, e->nargs);
  for (unsigned k = 0; k < e->nargs; k++)
    f->args[k] = imp_copy_expr (c, e->args[k]);
  return f;
}

/* The variable for V in the copy.  */
static struct imp_var *
copied_var (struct imp_copy *c, struct imp_var *v)
{
  struct imp_expr *as = standing_for (c, v);

  if (as && as->kind != IMP_EXPR_VAR)
    ctx_fatal (c->h.p->ctx, "imp: a variable that is assigned is replaced");
  return as ? as->var : v;
}

/* A copy of S, whatever it is.  */
static void
copy_stmt (struct imp_copy *c, const struct imp_stmt *s)
{
  struct imp_stmt *t = imp_stmt_new (c->h.p, c->h.b, s->kind, s->site), links = *t;
  struct imp_block *after = c->h.b;

  *t = *s;
  t->prev = links.prev;
  t->next = NULL;
  t->body = t->orelse = (struct imp_block) { NULL, NULL };
  t->base = imp_copy_expr (c, s->base);
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    if (!imp_behind_body (s, k))
      t->e[k] = imp_copy_expr (c, s->e[k]);
  if (s->nargs)
    t->args = CTX_NEWV (c->h.p->ctx, struct imp_expr *, s->nargs);
  for (unsigned k = 0; k < s->nargs; k++)
    t->args[k] = imp_copy_expr (c, s->args[k]);
  if (imp_binds (s))
    {
      t->var = imp_var_like (c->h.p, c->h.proc, s->var);
      imp_copy_set (c, s->var, imp_use (c->h.p, t->var));
    }
  else if (s->var)
    t->var = copied_var (c, s->var);
  c->h.b = &t->body;
  imp_copy_block (c, &s->body);
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    if (imp_behind_body (s, k))
      t->e[k] = imp_copy_expr (c, s->e[k]);
  c->h.b = &t->orelse;
  imp_copy_block (c, &s->orelse);
  c->h.b = after;
}

void
imp_copy_stmt (struct imp_copy *c, const struct imp_stmt *s)
{
  if (imp_is_alone (s) && !c->both)
    imp_copy_block (c, &s->orelse);
  else
    copy_stmt (c, s);
}

void
imp_copy_block (struct imp_copy *c, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind != IMP_GIVE || !c->give || !c->give (c, s))
	&& (s->kind != IMP_NEED || !c->need || !c->need (c, s))
	&& (!s->kept || !c->keep || !c->keep (c, s)))
      imp_copy_stmt (c, s);
}

void
imp_copy_found (struct imp_copy *c, const struct imp_stmt *s)
{
  struct imp_expr *x, *args[2];
  const struct imp_var *v;

  if (s->kind == IMP_STORE)
    {
      v = s->e[1]->var;
      x = imp_load (c->h.p, imp_copy_expr (c, s->base), imp_copy_expr (c, s->e[0]));
    }
  else
    {
      v = s->e[0]->args[2]->var;
      args[0] = imp_copy_expr (c, s->e[0]->args[0]);
      args[1] = imp_copy_expr (c, s->e[0]->args[1]);
      x = imp_call (c->h.p, IMP_FN_KEPT_ROW, v->type, 2, args);
    }
  imp_copy_set (c, v, imp_use (c->h.p, imp_make_new (&c->h, v->name, v->type, x)));
}

/* --- Operators ------------------------------------------------------------------------------- */

/* How an operator uses a parameter, or a field of it.  */
struct usage
{
  const struct imp_var *v;
  bool by_field;
  unsigned field;		/* if BY_FIELD */
  unsigned n;			/* uses; one inside a loop counts twice */
  bool assigned;
  bool chosen;			/* an alternative of a select: both are evaluated, so it is named */
};

/* Is E what U is about?  */
static bool
is_use (const struct usage *u, const struct imp_expr *e)
{
  const struct imp_expr *of = u->by_field && e->kind == IMP_EXPR_PRIM && e->op == FIR_FIELD
			      && e->index == u->field ? e->args[0] : e;

  return imp_is_var (of, u->v) && u->by_field == (of != e);
}

static void
count_expr (struct usage *u, const struct imp_expr *e, unsigned times)
{
  if (!e)
    return;
  u->n += is_use (u, e) ? times : 0;
  for (unsigned k = 0; k < e->nargs; k++)
    {
      u->chosen |= e->kind == IMP_EXPR_PRIM && e->op == FIR_SELECT && k > 0
		   && is_use (u, e->args[k]);
      count_expr (u, e->args[k], times);
    }
}

static void
count_uses (struct usage *u, const struct imp_block *b, unsigned times)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool again = imp_counts (s) || s->kind == IMP_WHILE;

      count_expr (u, s->base, times);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	count_expr (u, s->e[k], s->kind == IMP_WHILE ? 2 : times);
      for (unsigned k = 0; k < s->nargs; k++)
	count_expr (u, s->args[k], times);
      u->assigned |= s->var == u->v && !imp_binds (s);
      count_uses (u, &s->body, again ? 2 : times);
      count_uses (u, &s->orelse, again ? 2 : times);
    }
}

/* How O uses parameter V; field K of it, if BY_FIELD.  */
static struct usage
usage_of (const struct imp_stmt *o, const struct imp_var *v, bool by_field, unsigned k)
{
  struct usage u = { .v = v, .by_field = by_field, .field = k };

  count_uses (&u, &o->body, 1);
  count_expr (&u, o->e[2], 1);
  return u;
}

/* X, a record that is made for parameter V of O, and is nobody else's, of which O uses only fields,
   N times: each field is substituted by itself.  False: it is another.  */
static bool
bind_fields (struct imp_copy *c, const struct imp_stmt *o, const struct imp_var *v,
	     struct imp_expr *x, unsigned n)
{
  unsigned uses = 0;

  if (x->kind != IMP_EXPR_PRIM || x->op != FIR_RECORD || !imp_computes (x))
    return false;
  for (unsigned k = 0; k < x->nargs; k++)
    uses += usage_of (o, v, true, k).n;
  if (uses != n)
    return false;
  for (unsigned k = 0; k < x->nargs; k++)
    {
      struct usage u = usage_of (o, v, true, k);

      if (u.n > 1 || u.chosen)
	x->args[k] = imp_make_name (&c->h, x->args[k], v->name);
    }
  return true;
}

/* Substitute X for parameter V of O in C.  */
static void
bind_param (struct imp_copy *c, const struct imp_stmt *o, const struct imp_var *v,
	    struct imp_expr *x)
{
  struct usage u = usage_of (o, v, false, 0);

  if (u.assigned)
    x = imp_use (c->h.p, imp_make_new (&c->h, v->name, x->type, x));
  else if (!bind_fields (c, o, v, x, u.n) && (u.n > 1 || u.chosen))
    x = imp_make_name (&c->h, x, v->name);
  imp_copy_set (c, v, x);
}

struct imp_expr *
imp_apply (struct imp_here *h, const struct imp_stmt *o, struct imp_expr *x, struct imp_expr *y)
{
  struct imp_copy c = imp_copy_new (h);
  const struct imp_stmt *s = o->body.first;

  bind_param (&c, o, s->var, x);
  s = s->next;
  if (y)
    {
      bind_param (&c, o, s->var, y);
      s = s->next;
    }
  for (; s; s = s->next)
    imp_copy_stmt (&c, s);
  return imp_copy_expr (&c, o->e[2]);
}

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

struct imp_expr *
imp_copy_expr (struct imp_copy *c, const struct imp_expr *e)
{
  struct imp_expr *f, *as = e && e->kind == IMP_EXPR_VAR ? standing_for (c, e->var) : NULL;

  if (!e)
    return NULL;
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

/* Is V itself an alternative of a select in E?  */
static bool
is_chosen (const struct imp_expr *e, const struct imp_var *v)
{
  for (unsigned k = 0; k < e->nargs; k++)
    if (is_chosen (e->args[k], v)
	|| (e->kind == IMP_EXPR_PRIM && e->op == FIR_SELECT && k > 0
	    && e->args[k]->kind == IMP_EXPR_VAR && e->args[k]->var == v))
      return true;
  return false;
}

/* How an operator uses a parameter.  */
struct usage
{
  const struct imp_var *v;
  unsigned n;			/* uses; one inside a loop counts twice */
  bool assigned;
  bool chosen;			/* an alternative of a select: both are evaluated, so it is named */
};

static void
count_expr (struct usage *u, const struct imp_expr *e, unsigned times)
{
  if (!e)
    return;
  u->n += times * imp_expr_uses (e, u->v);
  u->chosen |= is_chosen (e, u->v);
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

/* Substitute X for parameter V of O in C.  */
static void
bind_param (struct imp_copy *c, const struct imp_stmt *o, const struct imp_var *v,
	    struct imp_expr *x)
{
  struct usage u = { .v = v };

  count_uses (&u, &o->body, 1);
  count_expr (&u, o->e[2], 1);
  if (u.assigned)
    x = imp_use (c->h.p, imp_make_new (&c->h, v->name, x->type, x));
  else if (u.n > 1 || u.chosen)
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

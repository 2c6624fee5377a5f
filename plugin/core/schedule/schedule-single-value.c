/* The pass single: what a row of one element computes on the way is known, or a variable.

     new cap := min (1, 2048)                     filters keep at most
     vecnew t [cap]   new d := data (t)           one value, and what
     new n := 0   new want := add (n, 1)          they keep is d[0]
     if gt (want, cap) { ... more memory ... }
     if c { d[n] := x   n := add (n, 1) }    =>   new only   new n := 0
     for k = 0 to n { y[k] := d[k] }              if c { only := x   n := 1 }
     release t                                    for k = 0 to n { y[k] := d[k] }

   The statements of an element are followed in their order: a variable that has been set to a
   constant is that until something may write to it, and a branch or a loop of one turn that follows
   from it is none.  Memory for one element is a variable if only its first place is named; what is
   stored there may be known in turn, so both are done some times.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp/imp-make.h"
#include "schedule-single.h"

/* How often constants and memory are looked for.  */
#define ROUNDS 4

/* --- What is known ---------------------------------------------------------------------------- */

struct imp_expr *
single_folded (struct imp_prog *p, struct imp_expr *e)
{
  uint64_t x, y;

  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_BAND && imp_computes (e))
    for (unsigned k = 0; k < e->nargs; k++)
      if (imp_is_const (e->args[k], &x) && !x)
	return e->args[k];
  if (e->kind != IMP_EXPR_PRIM || e->nargs != 2 || e->args[0]->type != type_size (p->ctx)
      || !imp_is_const (e->args[0], &x) || !imp_is_const (e->args[1], &y))
    return e;
  switch (e->op)
    {
    case FIR_EQ: return imp_i32 (p, x == y);
    case FIR_NE: return imp_i32 (p, x != y);
    case FIR_LT: return imp_i32 (p, x < y);
    case FIR_LE: return imp_i32 (p, x <= y);
    case FIR_GT: return imp_i32 (p, x > y);
    case FIR_GE: return imp_i32 (p, x >= y);
    case FIR_ADD: return imp_size (p, x + y);
    case FIR_SUB: return imp_size (p, x - y);
    case FIR_MUL: return imp_size (p, x * y);
    case FIR_MIN: return imp_size (p, x < y ? x : y);
    case FIR_MAX: return imp_size (p, x < y ? y : x);
    default: return e;
    }
}

/* What variables are now.  */
struct known
{
  struct imp_here h;
  struct imp_expr **is;		/* by number of the variable, N of them: a constant, or NULL */
  unsigned n;
};

/* Now V is E; NULL: something.  */
static void
note (struct known *w, const struct imp_var *v, struct imp_expr *e)
{
  uint64_t n;

  if (v && v->id < w->n)
    w->is[v->id] = e && e->type == v->type && imp_is_const (e, &n) ? e : NULL;
}

/* What B writes is something.  */
static void
forget (struct known *w, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      note (w, s->var, NULL);
      if (imp_is_output (s) && s->e[1])
	note (w, s->e[1]->var, NULL);
      forget (w, &s->body);
      forget (w, &s->orelse);
    }
}

/* E, which may be NULL, with what is known.  */
static struct imp_expr *
expr_now (struct known *w, struct imp_expr *e)
{
  if (!e)
    return NULL;
  if (e->kind == IMP_EXPR_VAR)
    return e->var->id < w->n && w->is[e->var->id] ? here_again (&w->h, w->is[e->var->id]) : e;
  for (unsigned k = 0; k < e->nargs; k++)
    e->args[k] = expr_now (w, e->args[k]);
  return single_folded (w->h.p, e);
}

static void block_now (struct known *w, struct imp_block *b);

/* S, a branch of B.  */
static void
branch_now (struct known *w, struct imp_block *b, struct imp_stmt *s)
{
  uint64_t yes;

  s->e[0] = expr_now (w, s->e[0]);
  if (imp_is_const (s->e[0], &yes))
    {
      block_now (w, yes ? &s->body : &s->orelse);
      imp_replace (b, s, yes ? &s->body : &s->orelse);
      return;
    }
  block_now (w, &s->body);
  forget (w, &s->body);
  block_now (w, &s->orelse);
  forget (w, &s->orelse);
}

/* S, a `for' of B.  */
static void
turns_now (struct known *w, struct imp_block *b, struct imp_stmt *s)
{
  struct imp_block made = { NULL, NULL };
  struct imp_here h = { w->h.p, w->h.proc, &made };
  struct imp_copy c;
  uint64_t from, to;

  s->e[0] = expr_now (w, s->e[0]);
  s->e[1] = expr_now (w, s->e[1]);
  forget (w, &s->body);
  if (!imp_is_const (s->e[0], &from) || !imp_is_const (s->e[1], &to)
      || (to > from && to != from + 1))
    {
      block_now (w, &s->body);
      forget (w, &s->body);
      return;
    }
  c = imp_copy_new (&h);
  imp_copy_set (&c, s->var, s->e[0]);
  if (to > from)
    imp_copy_block (&c, &s->body);
  imp_replace (b, s, &made);
}

/* The statements of B, in their order.  */
static void
block_now (struct known *w, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind == IMP_IF)
	branch_now (w, b, s);
      else if (s->kind == IMP_FOR)
	turns_now (w, b, s);
      else if (s->kind == IMP_NEW || s->kind == IMP_ASSIGN)
	note (w, s->var, s->e[0] = expr_now (w, s->e[0]));
      else if (s->kind == IMP_STORE || s->kind == IMP_VECNEW || s->kind == IMP_GIVE)
	{
	  s->e[0] = expr_now (w, s->e[0]);
	  if (s->kind != IMP_VECNEW)
	    s->e[1] = expr_now (w, s->e[1]);
	  note (w, s->var, NULL);
	}
      else
	{
	  note (w, s->var, NULL);
	  forget (w, &s->body);
	  forget (w, &s->orelse);
	}
    }
}

/* --- Memory of one element -------------------------------------------------------------------- */

/* Is E the first element that D points to?  */
static bool
is_first (const struct imp_expr *base, const struct imp_expr *index, const struct imp_var *d)
{
  uint64_t at;

  return imp_is_var (base, d) && imp_is_const (index, &at) && !at;
}

/* How often the first element that D points to stands in E, NULL or not.  TO, if it is not NULL,
   replaces it.  */
static unsigned
first_in (struct imp_here *h, struct imp_expr *e, const struct imp_var *d, struct imp_var *to)
{
  unsigned n = 0;

  if (!e)
    return 0;
  if (e->kind == IMP_EXPR_LOAD && is_first (e->args[0], e->args[1], d))
    {
      if (to)
	*e = *here_use (h, to);
      return 1;
    }
  for (unsigned k = 0; k < e->nargs; k++)
    n += first_in (h, e->args[k], d, to);
  return n;
}

/* The same of what B does, which may store there.  */
static unsigned
first_of (struct imp_here *h, struct imp_block *b, const struct imp_var *d, struct imp_var *to)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	n += first_in (h, s->e[k], d, to);
      for (unsigned k = 0; k < s->nargs; k++)
	n += first_in (h, s->args[k], d, to);
      n += first_of (h, &s->body, d, to) + first_of (h, &s->orelse, d, to);
      if (s->kind != IMP_STORE || s->kept || !is_first (s->base, s->e[0], d))
	continue;
      n++;
      if (!to)
	continue;
      s->kind = IMP_ASSIGN;
      s->var = to;
      s->base = NULL;
      s->e[0] = s->e[1];
      s->e[1] = NULL;
    }
  return n;
}

/* How many statements of B have V, but neither bind it nor drop it.  */
static unsigned
others (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += (s->var == v && s->kind != IMP_VECNEW && s->kind != IMP_RELEASE) + others (&s->body, v)
	 + others (&s->orelse, v);
  return n;
}

/* Remove from B what drops V.  */
static void
keep_nothing (struct imp_block *b, const struct imp_var *v)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      keep_nothing (&s->body, v);
      keep_nothing (&s->orelse, v);
      if (imp_drops (s, v))
	imp_unlink (b, s);
    }
}

/* Memory that B makes for one element is a variable.  */
static void
values_of_one (struct imp_here *h, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *d; s; s = s->next)
    {
      struct imp_block made = { NULL, NULL };
      struct imp_here here = { h->p, h->proc, &made };
      struct imp_var *only;
      uint64_t n;

      values_of_one (h, &s->body);
      values_of_one (h, &s->orelse);
      if (s->kind != IMP_VECNEW || s->e[1] || !imp_is_const (s->e[0], &n) || n != 1)
	continue;
      d = s->next;
      while (d && imp_data_of (d) != s->var)
	d = d->next;
      if (!d || imp_block_uses (b, s->var) != 1 || others (b, s->var)
	  || others (b, d->var) != 1
	  || imp_block_uses (b, d->var) != first_of (h, b, d->var, NULL))
	continue;
      only = imp_make_new (&here, "only", s->var->type->elem, NULL);
      first_of (h, b, d->var, only);
      keep_nothing (b, s->var);
      imp_unlink (b, d);
      imp_replace (b, s, &made);
    }
}

/* Is S more memory for what has outgrown its own, which is seldom so:
   if gt (want, cap) { cap := max (mul (cap, 4), want)  ... }?  */
static bool
grows (const struct imp_stmt *s)
{
  const struct imp_stmt *t = s->body.first;
  const struct imp_expr *e, *cap;
  uint64_t n;

  if (s->kind != IMP_IF || s->e[0]->kind != IMP_EXPR_PRIM || s->e[0]->op != FIR_GT || !t
      || t->kind != IMP_ASSIGN || s->orelse.first)
    return false;
  cap = s->e[0]->args[1];
  e = t->e[0];
  return imp_is_var (cap, t->var) && e->kind == IMP_EXPR_PRIM
	 && e->op == FIR_MAX && imp_expr_equal (e->args[1], s->e[0]->args[0])
	 && e->args[0]->kind == IMP_EXPR_PRIM && e->args[0]->op == FIR_MUL
	 && imp_expr_equal (e->args[0]->args[0], cap) && imp_is_const (e->args[0]->args[1], &n)
	 && n > 1;
}

/* Does B make memory, which takes longer than a loop of one turn?  */
static bool
makes (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_VECNEW || s->kind == IMP_TEMP
	|| (!grows (s) && (makes (&s->body) || makes (&s->orelse))))
      return true;
  return false;
}

bool
single_values (struct imp_here *h, struct imp_block *b)
{
  for (unsigned k = 0; k < ROUNDS; k++)
    {
      struct known w = { .h = *h, .n = h->proc->nvars + 1 };

      w.is = CTX_NEWV (h->p->ctx, struct imp_expr *, w.n);
      block_now (&w, b);
      values_of_one (h, b);
    }
  return !makes (b);
}

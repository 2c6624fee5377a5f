/* Building statements of IMP at the current position of a pass.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-make.h"

struct imp_var *
imp_make_new (struct imp_here *h, const char *name, const struct type *t, struct imp_expr *init)
{
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_NEW, 0);

  s->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, name, t);
  s->e[0] = init;
  return s->var;
}

struct imp_var *
imp_make_array (struct imp_here *h, const char *name, const struct type *t, uint64_t n)
{
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_ARRAY, 0);

  s->var = imp_var_new (h->p, h->proc, IMP_VAR_ARRAY, name, t);
  s->e[0] = imp_size (h->p, n);
  return s->var;
}

void
imp_make_assign (struct imp_here *h, struct imp_var *v, struct imp_expr *e)
{
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_ASSIGN, 0);

  s->var = v;
  s->e[0] = e;
}

void
imp_make_store (struct imp_here *h, struct imp_expr *base, struct imp_expr *index,
		struct imp_expr *value)
{
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_STORE, 0);

  s->base = base;
  s->e[0] = index;
  s->e[1] = value;
}

struct imp_stmt *
imp_make_if (struct imp_here *h, struct imp_expr *cond)
{
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_IF, 0);

  s->e[0] = cond;
  return s;
}

struct imp_stmt *
imp_make_for (struct imp_here *h, const char *name, struct imp_expr *begin, struct imp_expr *end,
	      uint64_t step, bool ivdep)
{
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_FOR, 0);

  s->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, name, type_size (h->p->ctx));
  s->e[0] = begin;
  s->e[1] = end;
  s->e[2] = imp_size (h->p, step);
  s->ivdep = ivdep;
  return s;
}

/* The operator of O, a reduction of values of type T, is OP, with NEUTRAL.  */
static void
set_operator (struct imp_here *h, struct imp_stmt *o, const struct type *t, enum fir_op op,
	      struct imp_expr *neutral)
{
  struct imp_here in = { h->p, h->proc, &o->body };
  struct imp_var *x, *y;

  o->body = (struct imp_block) { NULL, NULL };
  x = imp_make_new (&in, "x", t, NULL);
  y = imp_make_new (&in, "y", t, NULL);
  o->e[0] = neutral;
  o->e[2] = imp_op (h->p, op, imp_use (h->p, x), imp_use (h->p, y));
  o->commutes = true;
}

struct imp_stmt *
imp_make_reduce (struct imp_here *h, struct imp_stmt *loop, struct imp_var *v, enum fir_op op,
		 struct imp_expr *neutral, struct imp_expr *value)
{
  struct imp_stmt *o = imp_stmt_new (h->p, &loop->orelse, IMP_REDUCE, 0);
  struct imp_stmt *give = imp_stmt_new (h->p, &loop->body, IMP_GIVE, 0);

  set_operator (h, o, v->type, op, neutral);
  o->var = give->var = v;
  give->e[0] = value;
  return o;
}

void
imp_make_count (struct imp_here *h, struct imp_stmt *o)
{
  o->kind = IMP_REDUCE;
  o->base = NULL;
  set_operator (h, o, type_size (h->p->ctx), FIR_ADD, imp_size (h->p, 0));
}

/* --- Expressions ----------------------------------------------------------------------------- */

bool
imp_simple (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_CONST || e->kind == IMP_EXPR_VAR;
}

struct imp_expr *
imp_again (struct imp_prog *p, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR)
    return imp_use (p, e->var);
  if (e->kind == IMP_EXPR_CONST)
    return imp_const (p, e->cst);
  ctx_fatal (p->ctx, "imp: an expression that has no name would be evaluated twice");
}

struct imp_expr *
imp_make_let (struct imp_here *h, const char *name, struct imp_expr *e)
{
  return imp_use (h->p, imp_make_new (h, name, e->type, e));
}

struct imp_expr *
imp_make_name (struct imp_here *h, struct imp_expr *e, const char *name)
{
  return imp_simple (e) ? e : imp_make_let (h, name, e);
}

struct imp_expr *
imp_op (struct imp_prog *p, enum fir_op op, struct imp_expr *x, struct imp_expr *y)
{
  return imp_prim2 (p, op, fir_op_info[op].flags & FIR_FLAG_CMP ? type_i32 (p->ctx) : x->type, x,
		    y);
}

struct imp_expr *
imp_select (struct imp_prog *p, struct imp_expr *c, struct imp_expr *x, struct imp_expr *y)
{
  struct imp_expr *args[3] = { c, x, y };

  return imp_prim (p, FIR_SELECT, x->type, 3, args);
}

struct imp_expr *
imp_zero (struct imp_prog *p, const struct type *t)
{
  struct fir_const *c = CTX_NEW (p->ctx, struct fir_const);

  c->type = t;
  return imp_const (p, c);
}

struct imp_expr *
imp_i32 (struct imp_prog *p, int i)
{
  struct fir_const *c = CTX_NEW (p->ctx, struct fir_const);

  c->type = type_i32 (p->ctx);
  c->i = i;
  return imp_const (p, c);
}

/* --- Of the program at hand ------------------------------------------------------------------ */

struct imp_expr *
here_use (struct imp_here *h, struct imp_var *v)
{
  return imp_use (h->p, v);
}

struct imp_expr *
here_size (struct imp_here *h, uint64_t n)
{
  return imp_size (h->p, n);
}

struct imp_expr *
here_again (struct imp_here *h, const struct imp_expr *e)
{
  return imp_again (h->p, e);
}

struct imp_expr *
here_begin_for (struct imp_here *h, const char *name, struct imp_expr *begin,
		struct imp_expr *end, uint64_t step, bool ivdep)
{
  struct imp_stmt *f = imp_make_for (h, name, begin, end, step, ivdep);

  h->b = &f->body;
  return here_use (h, f->var);
}

struct imp_expr *
here_op (struct imp_here *h, enum fir_op op, struct imp_expr *x, struct imp_expr *y)
{
  return imp_op (h->p, op, x, y);
}

/* Lowering of scalar terms: DPIA's continuation translation of first-order operations.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   (DPIA: Atkey, Steuwer, Lindley, Dubach, "Strategy Preserving Compilation for Parallel Functional
   Code", figure 5b.)  A primitive passes its expression tree to its consumer; a value that is used
   more than once, or is read from memory that may change, gets the name that it has in FIR.  Calls
   keep their order.  An element check makes a branch, which the rest of the element is emitted
   into.  */

#include <stdarg.h>
#include <string.h>
#include "imp/imp-make.h"
#include "lower-int.h"

/* --- Expressions ---------------------------------------------------------------------------- */

struct imp_expr *
e_size (struct lower *l, uint64_t n)
{
  return imp_size (l->p, n);
}

/* The constant of scalar type T: I if T is integral, else F.  */
struct imp_expr *
e_const (struct lower *l, const struct type *t, __int128 i, long double f)
{
  struct fir_const *c = CTX_NEW (l->ctx, struct fir_const);
  c->type = t;
  c->i = i;
  c->f = f;
  return imp_const (l->p, c);
}

/* X OP Y, or OP X if Y is NULL; comparisons have type i32, all else that of X.  */
struct imp_expr *
e_op (struct lower *l, enum fir_op op, struct imp_expr *x, struct imp_expr *y)
{
  struct imp_expr *args[2] = { x, y };
  const struct type *t = fir_op_info[op].flags & FIR_FLAG_CMP ? type_i32 (l->ctx) : x->type;
  return imp_prim (l->p, op, t, y ? 2 : 1, args);
}

struct imp_expr *
e_select (struct lower *l, struct imp_expr *c, struct imp_expr *x, struct imp_expr *y)
{
  return imp_select (l->p, c, x, y);
}

/* FN of the NARGS expressions that follow.  */
struct imp_expr *
e_call (struct lower *l, enum imp_fn fn, const struct type *t, unsigned nargs, ...)
{
  struct imp_expr *args[6];
  va_list ap;
  va_start (ap, nargs);
  for (unsigned k = 0; k < nargs; k++)
    args[k] = va_arg (ap, struct imp_expr *);
  va_end (ap);
  return imp_call (l->p, fn, t, nargs, args);
}

struct imp_expr *
e_test (struct lower *l, struct imp_expr *e)
{
  if (type_is_integral (e->type))
    return e;
  if (e->type->kind == TYPE_PTR)
    return e_op (l, FIR_NE, e, e_const (l, e->type, 0, 0));
  return e_op (l, FIR_NE, e, e_const (l, e->type, 0, 0.0L));
}

struct imp_expr *
e_again (struct lower *l, struct imp_expr *e)
{
  return imp_again (l->p, e);
}

void
e_and_equal (struct lower *l, struct imp_expr **e, struct imp_expr *x, struct imp_expr *y)
{
  if (imp_expr_equal (x, y))
    return;
  x = e_op (l, FIR_EQ, x, e_again (l, y));
  *e = *e ? e_op (l, FIR_BAND, *e, x) : x;
}

/* --- Statements ----------------------------------------------------------------------------- */

/* The destination of the statements.  */
static struct imp_here
here (struct lower *l)
{
  return (struct imp_here) { l->p, l->proc, l->b };
}

struct imp_var *
s_new (struct lower *l, const char *name, const struct type *t, struct imp_expr *init)
{
  struct imp_here h = here (l);
  return imp_make_new (&h, name, t, init);
}

struct imp_var *
s_array (struct lower *l, const char *name, const struct type *t, uint64_t n)
{
  struct imp_here h = here (l);
  return imp_make_array (&h, name, t, n);
}

struct imp_var *
s_temp (struct lower *l, const char *name, const struct type *t, struct imp_expr *n, uint32_t site)
{
  struct imp_stmt *s = imp_stmt_new (l->p, l->b, IMP_TEMP, site);
  s->var = imp_var_new (l->p, l->proc, IMP_VAR_TEMP, name, t);
  s->e[0] = n;
  lower_live_add (l, s->var);
  return s->var;
}

void
s_assign (struct lower *l, struct imp_var *v, struct imp_expr *e)
{
  struct imp_here h = here (l);
  imp_make_assign (&h, v, e);
}

void
s_store (struct lower *l, struct imp_expr *base, struct imp_expr *index, struct imp_expr *value)
{
  struct imp_here h = here (l);
  imp_make_store (&h, base, index, value);
}

struct imp_stmt *
s_if (struct lower *l, struct imp_expr *cond)
{
  struct imp_here h = here (l);
  return imp_make_if (&h, cond);
}

struct imp_stmt *
s_for (struct lower *l, const char *name, struct imp_expr *begin, struct imp_expr *end,
       uint64_t step, bool ivdep)
{
  struct imp_here h = here (l);
  return imp_make_for (&h, name, begin, end, step, ivdep);
}

/* --- Names and their meanings --------------------------------------------------------------- */

struct imp_expr *
lower_name (struct lower *l, struct imp_expr *e, const char *name)
{
  struct imp_here h = here (l);
  return imp_make_name (&h, e, name);
}

struct imp_expr *
lower_product (struct lower *l, struct imp_expr *x, struct imp_expr *y, const char *name)
{
  uint64_t m, n, all;
  if (imp_is_const (x, &m) && imp_is_const (y, &n) && !__builtin_mul_overflow (m, n, &all))
    return e_size (l, all);
  return lower_name (l, e_op (l, FIR_MUL, e_again (l, x), e_again (l, y)), name);
}

struct imp_expr *
lower_atom (struct lower *l, struct fir_atom a)
{
  if (a.cst)
    return imp_const (l->p, a.cst);
  struct bind *b = lower_bind (l, a.var);
  if (!b->e)
    ctx_fatal (l->ctx, "lower: %s.%u is used before it has a value", a.var->name, a.var->id);
  return imp_simple (b->e) ? e_again (l, b->e) : b->e;
}

/* Is E a load or a call?  */
static bool
reads_memory (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_LOAD || e->kind == IMP_EXPR_LEAF || e->kind == IMP_EXPR_CALL
	 || e->kind == IMP_EXPR_FUN;
}

void
lower_let (struct lower *l, struct fir_var *v, struct imp_expr *e)
{
  struct bind *b = lower_bind (l, v);
  if (imp_simple (e) || (b->uses <= 1 && (v == l->tail || !imp_expr_any (e, reads_memory))))
    b->e = e;
  else
    b->e = imp_use (l->p, s_new (l, v->name, v->type, e));
}

/* Bind parameter V to E for the duration of an application: a load may stay in place if it is used
   once, since nothing is stored before the application's result.  */
static void
let_param (struct lower *l, struct fir_var *v, struct imp_expr *e)
{
  struct bind *b = lower_bind (l, v);
  if (imp_simple (e) || b->uses <= 1)
    b->e = e;
  else
    b->e = imp_use (l->p, s_new (l, v->name, v->type, e));
}

/* The result may read memory: the caller uses it before anything else.  */
struct imp_expr *
lower_apply (struct lower *l, struct fir_fn *fn, struct imp_expr *x, struct imp_expr *y)
{
  struct fir_var *outer = l->tail;
  let_param (l, fn->params[0], x);
  if (fn->nparams > 1)
    let_param (l, fn->params[1], y);
  l->tail = fn->body->rets[0].var;
  lower_stmts (l, fn->body);
  l->tail = outer;
  return lower_atom (l, fn->body->rets[0]);
}

/* --- Terms ---------------------------------------------------------------------------------- */

void
lower_prim (struct lower *l, struct fir_stmt *s)
{
  struct imp_expr **args = CTX_NEWV (l->ctx, struct imp_expr *, s->nargs);
  for (unsigned k = 0; k < s->nargs; k++)
    {
      if (type_is_vec (fir_atom_type (s->args[k])))
	lower_refuse (l, s->site, "a vector as a part of a record or of a sum");
      args[k] = lower_atom (l, s->args[k]);
      /* Both are evaluated: named, so that no emitter turns this into a branch.  */
      if (s->op == FIR_SELECT && k > 0)
	args[k] = lower_name (l, args[k], "v");
    }
  struct imp_expr *e = imp_prim (l->p, s->op, s->res[0]->type, s->nargs, args);
  e->site = s->site;
  e->index = s->index;
  e->wrap = lower_wraps (l, s);
  lower_let (l, s->res[0], e);
  /* A vector that a record holds is loaded here, again in each pass over a loop: its readers may be
     nested deeper.  */
  struct bind *b = lower_bind (l, s->res[0]);
  b->vec = NULL;
  if (type_is_vec (s->res[0]->type) && b->uses)
    {
      b->e = lower_name (l, b->e, s->res[0]->name);
      lower_vec (l, fir_atom_var (s->res[0]));
    }
}

/* new ok : i32 := 1, once per element, before the first nested block in which a check may fail.  */
void
lower_need_ok (struct lower *l)
{
  if (l->elem && l->elem->checked && !l->elem->ok)
    l->elem->ok = s_new (l, "ok", type_i32 (l->ctx), e_const (l, type_i32 (l->ctx), 1, 0));
}

/* The rest of the element runs only if the preceding nested block did not fail.  */
void
lower_rest_if_ok (struct lower *l)
{
  if (l->elem && l->elem->ok)
    l->b = &s_if (l, imp_use (l->p, l->elem->ok))->body;
}

void
lower_guard_element (struct lower *l, struct fir_stmt *s, struct imp_expr *holds,
		     struct imp_expr *elem, enum check_kind kind, unsigned nargs,
		     struct imp_expr *const *args)
{
  struct imp_stmt *i = l->elem->needs ? NULL : s_if (l, holds);
  struct imp_stmt *f
    = imp_stmt_new (l->p, i ? &i->orelse : l->b, i ? IMP_FAIL : IMP_NEED, s->site);
  f->check = kind;
  f->order = s->order;
  f->e[0] = elem;
  f->nargs = nargs;
  f->args = CTX_NEWV (l->ctx, struct imp_expr *, nargs);
  memcpy (f->args, args, nargs * sizeof *args);
  l->proc->may_fail = true;
  if (!i)
    {
      f->e[1] = holds;
      return;
    }
  l->b = &i->orelse;
  if (l->elem->ok)
    s_assign (l, l->elem->ok, e_const (l, type_i32 (l->ctx), 0, 0));
  for (struct element *el = l->elem; el; el = el->around)
    if (el->none_failed)
      s_assign (l, el->none_failed, e_const (l, type_i32 (l->ctx), 0, 0));
  l->b = &i->body;
}

/* --- Checks --------------------------------------------------------------------------------- */

/* X, a size, of a type that products of two sizes fit.  */
static struct imp_expr *
e_wide (struct lower *l, struct imp_expr *x)
{
  return imp_prim (l->p, FIR_CONV, type_scalar (l->ctx, SCALAR_U128), 1, &x);
}

/* X <= Y of u64 operands, and the like.  */
#define A(K) e_again (l, args[K])

struct imp_expr *
lower_holds (struct lower *l, enum check_kind kind, struct imp_expr *const *args)
{
  const struct type *i64 = type_scalar (l->ctx, SCALAR_I64);
  struct imp_expr *x;
  uint64_t n;
  switch (kind)
    {
    case CHECK_LENGTHS:
    case CHECK_SHAPE: return e_op (l, FIR_EQ, A (1), A (3));
    case CHECK_ROOM: return e_op (l, FIR_LE, A (3), A (1));
    case CHECK_STEP:
    case CHECK_POSITIVE:
    case CHECK_NONEMPTY: return e_op (l, FIR_NE, A (1), e_size (l, 0));
    case CHECK_BEGINS: return e_op (l, FIR_EQ, A (1), e_size (l, 0));
    case CHECK_ONE_A_ROW:
    case CHECK_ASSOCIATIVE:
    case CHECK_JOINS:
    case CHECK_NEUTRAL:
    case CHECK_IRREFLEXIVE:
    case CHECK_ASYMMETRIC:
    case CHECK_TRANSITIVE:
    case CHECK_SORTED:
    case CHECK_ENDS:
    case CHECK_ORDERED:
    case CHECK_DISTINCT: return e_op (l, FIR_EQ, A (1), A (2));
    case CHECK_MODE: return e_op (l, FIR_LT, A (1), e_size (l, 4));
    case CHECK_ROWS:
    case CHECK_RAGGED: return e_op (l, FIR_EQ, A (2), A (3));
    case CHECK_APART:
      x = e_op (l, FIR_GE, e_op (l, FIR_SUB, e_size (l, 0), A (1)), A (2));
      return e_op (l, FIR_BAND, e_op (l, FIR_GE, A (1), A (2)), x);
    case CHECK_SPLIT:
      /* There must be no division by 0.  */
      x = e_select (l, A (2), A (2), e_size (l, 1));
      x = e_op (l, FIR_EQ, e_op (l, FIR_REM, A (1), x), e_size (l, 0));
      return e_op (l, FIR_BAND, e_op (l, FIR_NE, A (2), e_size (l, 0)), x);
    case CHECK_SIZE:
      x = e_select (l, A (2), A (2), e_size (l, 1));
      if (imp_is_const (args[2], &n))
	return e_op (l, FIR_LE, A (1), e_op (l, FIR_DIV, e_size (l, INT64_MAX), x));
      /* Elements check their sizes, too, and a product costs a tenth of a quotient.  */
      x = e_op (l, FIR_MUL, e_wide (l, A (1)), e_wide (l, x));
      return e_op (l, FIR_LE, x, e_wide (l, e_size (l, INT64_MAX)));
    case CHECK_COUNTABLE: return e_op (l, FIR_NE, A (1), e_size (l, UINT64_MAX));
    case CHECK_TOTAL:
      /* If the first does not hold, the difference wraps.  */
      x = e_op (l, FIR_LE, A (1), e_op (l, FIR_SUB, e_size (l, INT64_MAX), A (2)));
      return e_op (l, FIR_BAND, e_op (l, FIR_LE, A (2), e_size (l, INT64_MAX)), x);
    case CHECK_COUNT:
      x = A (1);
      x = imp_prim (l->p, FIR_CONV, i64, 1, &x);
      return e_op (l, FIR_GE, x, e_const (l, i64, 0, 0));
    case CHECK_INDEX: return e_op (l, FIR_LT, A (1), A (2));
    case CHECK_INDEX_AT: return e_op (l, FIR_LT, A (2), A (3));
    case CHECK_COUNT_AT:
      x = A (2);
      x = imp_prim (l->p, FIR_CONV, i64, 1, &x);
      return e_op (l, FIR_GE, x, e_const (l, i64, 0, 0));
    case CHECK_REPEATED:
    case CHECK_ALIGNED:
    case CHECK_MEMORY: return e_const (l, type_i32 (l->ctx), 0, 0);
    case CHECK_LAST: break;
    }
  ctx_fatal (l->ctx, "lower: a check of unknown kind");
}

#undef A

/* E as u64, as the operands of checks are.  */
static struct imp_expr *
as_u64 (struct lower *l, struct imp_expr *e)
{
  if (e->type == type_size (l->ctx))
    return e;
  return imp_prim (l->p, FIR_CONV, type_size (l->ctx), 1, &e);
}

void
lower_check (struct lower *l, struct fir_stmt *s)
{
  struct imp_expr *args[4];
  if (s->check == CHECK_ROOM && s->args[3].var && lower_bind (l, s->args[3].var)->room == s)
    return;
  for (struct done *d = l->done; d; d = d->next)
    if (d->s == s)
      return;
  for (unsigned k = 0; k < s->nargs; k++)
    args[k] = as_u64 (l, lower_atom (l, s->args[k]));
  if (l->elem && !l->elem->checked)
    return;
  if (l->elem)
    {
      for (unsigned k = 0; k < s->nargs; k++)
	args[k] = lower_name (l, args[k], "a");
      lower_guard_element (l, s, lower_holds (l, s->check, args), e_again (l, l->elem->outer),
			   s->check, s->nargs, args);
      return;
    }
  struct imp_stmt *c = imp_stmt_new (l->p, l->b, IMP_CHECK, s->site);
  c->check = s->check;
  c->nargs = s->nargs;
  c->args = CTX_NEWV (l->ctx, struct imp_expr *, s->nargs);
  memcpy (c->args, args, s->nargs * sizeof *args);
  lower_unwind (l, s, &c->body);
}

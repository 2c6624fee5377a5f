/* Terms of a parfor: when two have the same value, and which are invariant.

   Terms are equal if they are the same when variables that are assigned once are replaced by their
   values.
   Does not: order terms that differ; imp-order.c does.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-own.h"

/* The value of V, if it is assigned once and so has this value wherever it is read; else NULL.  */
const struct imp_expr *
imp_value (struct owner *o, const struct imp_var *v)
{
  struct def *d = def_of (o, v);

  return d->given && !d->given->next && !d->often ? d->given->e : NULL;
}

/* Has V one value wherever it is read, in one iteration of the loops around its binder?  */
static bool
firm (struct owner *o, const struct imp_var *v)
{
  return !def_of (o, v)->given || imp_value (o, v);
}

/* Functions whose result depends only on their operands.  */
static bool
is_pure (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_CALL
	 && (e->fn == IMP_FN_CHUNK_SIZE || e->fn == IMP_FN_CHUNKS || e->fn == IMP_FN_LEN
	     || e->fn == IMP_FN_TOTAL || e->fn == IMP_FN_EXTENT);
}

/* Is V given nothing behind statement number WHEN.  */
static bool
given_before (struct owner *o, const struct imp_var *v, unsigned when)
{
  for (const struct given *g = def_of (o, v)->given; g; g = g->next)
    if (g->when >= when)
      return false;
  return true;
}

/* Would E, which D's variable is given once, be the same wherever that is read.  */
static bool
settled (struct owner *o, const struct imp_expr *e, const struct def *d)
{
  if (e->kind == IMP_EXPR_VAR)
    return firm (o, e->var) || (d->inside && !def_of (o, e->var)->inside)
	   || given_before (o, e->var, d->given->when);
  for (unsigned k = 0; k < e->nargs; k++)
    if (!settled (o, e->args[k], d))
      return false;
  return e->kind != IMP_EXPR_LOAD && e->kind != IMP_EXPR_LEAF && e->kind != IMP_EXPR_FUN
	 && !(e->kind == IMP_EXPR_CALL && (e->fn == IMP_FN_WEIGHT || e->fn == IMP_FN_CUT));
}

/* The value assigned to variable E, if it still has that; else E.  */
static const struct imp_expr *
given_now (struct owner *o, const struct imp_expr *e)
{
  const struct imp_expr *x = e->kind == IMP_EXPR_VAR ? imp_value (o, e->var) : NULL;

  return x && settled (o, x, def_of (o, e->var)) ? x : e;
}

/* E, or, if E is a variable with such a value, that.  */
const struct imp_expr *
imp_meaning (struct owner *o, const struct imp_expr *e)
{
  for (;;)
    {
      const struct imp_expr *x = given_now (o, e);

      if (x == e || (x->kind != IMP_EXPR_VAR && x->kind != IMP_EXPR_CONST))
	return e;
      e = x;
    }
}

/* The same, without 0 that is added.  */
const struct imp_expr *
imp_without_zero (struct owner *o, const struct imp_expr *e)
{
  const struct imp_expr *x = imp_meaning (o, e);
  uint64_t n;

  if (imp_is_prim (x, FIR_ADD))
    for (unsigned k = 0; k < 2; k++)
      if (imp_is_const (x->args[k], &n) && n == 0)
	return imp_without_zero (o, x->args[!k]);
  return x;
}

/* E with names replaced by their values; a variable if it has no known value.  */
const struct imp_expr *
imp_made_of (struct owner *o, const struct imp_expr *e)
{
  return given_now (o, imp_meaning (o, e));
}

bool
imp_same (struct owner *o, const struct imp_expr *x, const struct imp_expr *y)
{
  uint64_t m, n;

  x = imp_without_zero (o, x);
  y = imp_without_zero (o, y);
  if (x->kind != y->kind)
    {
      x = imp_made_of (o, x);
      y = imp_made_of (o, y);
    }
  if (x->kind != y->kind)
    return false;
  if (x->kind == IMP_EXPR_VAR)
    return x->var == y->var && (firm (o, x->var) || !def_of (o, x->var)->inside);
  if (x->kind == IMP_EXPR_CONST)
    return imp_is_const (x, &m) && imp_is_const (y, &n) && m == n;
  if (x->nargs != y->nargs || x->type != y->type
      || !(x->kind == IMP_EXPR_PRIM ? x->op == y->op && x->index == y->index
				    : is_pure (x) && x->fn == y->fn))
    return false;
  for (unsigned k = 0; k < x->nargs; k++)
    if (!imp_same (o, x->args[k], y->args[k]))
      return false;
  return true;
}

bool
imp_same_cuts (struct owner *o, const struct imp_expr *x, const struct imp_expr *y)
{
  for (unsigned k = 0; k < 3; k++)
    if (!imp_constant (o, x->args[k]) || !imp_same (o, x->args[k], y->args[k]))
      return false;
  return true;
}

bool
imp_same_stride (struct owner *o, const struct stride *x, const struct stride *y)
{
  if (x->n != y->n || x->inner != y->inner || !x->cut != !y->cut
      || (x->cut && !imp_same_cuts (o, x->cut, y->cut)))
    return false;
  for (unsigned k = 0; k < x->n; k++)
    if (!imp_same (o, x->f[k], y->f[k]))
      return false;
  return true;
}

/* Does E have one value for the whole parfor.  */
bool
imp_constant (struct owner *o, const struct imp_expr *e)
{
  e = imp_meaning (o, e);
  if (e->kind == IMP_EXPR_VAR)
    {
      const struct imp_expr *x = imp_value (o, e->var);

      return !def_of (o, e->var)->inside || (x && imp_constant (o, x));
    }
  if (e->kind != IMP_EXPR_CONST && e->kind != IMP_EXPR_PRIM && !is_pure (e))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!imp_constant (o, e->args[k]))
      return false;
  return true;
}

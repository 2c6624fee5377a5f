/* Turns that count, and combine what each of them has.

     m = mu { (p, i) if lt i n { v = at x i   q = add p v   j = add i 1   apply m q j } else { p } }
     r = apply m z b

   C says it so: `for (i = b; i < n; i++) s += x[i]'.  What counts may be an int, or a narrower
   number, and be converted to a wider type where it is tested, as C does it for `int i' below a
   size_t.

   Does not: take turns that may fail, that end otherwise than by their number, that hold loops or
   branches, or that combine one parameter with another.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-counted.h"

/* --- Which calls ----------------------------------------------------------------------------- */

/* The parameter of C's function, the one that counts aside, that A is made of.  */
static int
made_of (const struct fir_counted *c, struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);

  for (unsigned k = 0; a.var && k < c->fn->nparams; k++)
    if (c->fn->params[k] == a.var)
      return (int) k == c->index ? FIR_COUNTED_NONE : (int) k;
  for (unsigned k = 0; def && k < c->ns; k++)
    if (c->s[k] == def)
      return c->of[k];
  return FIR_COUNTED_NONE;
}

bool
fir_counted_inside (const struct fir_counted *c, struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);

  for (unsigned k = 0; a.var && k < c->fn->nparams; k++)
    if (c->fn->params[k] == a.var)
      return true;
  for (unsigned k = 0; def && k < c->nhead; k++)
    if (c->s[k] == def)
      return true;
  return def && def->parent == c->turn;
}

/* May S stand in a turn, or behind the last one?  */
static bool
plain (const struct fir_stmt *s)
{
  if (fir_op_info[s->op].cls == FIR_CLASS_PRIM)
    return s->nres == 1 && !type_is_vec (s->res[0]->type);
  if (s->op == FIR_LEAF && (s->leaf->flags & LEAF_MAYFAIL))
    return false;
  for (unsigned k = 0; s->op == FIR_LEAF && k < s->nres; k++)
    if (type_is_vec (s->res[k]->type))
      return false;
  return s->op == FIR_LEAF || s->op == FIR_AT || s->op == FIR_ROW || s->op == FIR_LEN
	 || s->op == FIR_VIEW;
}

/* Note S, of C's turn.  */
static bool
note (struct fir_counted *c, struct fir_stmt *s)
{
  int of = FIR_COUNTED_NONE;

  if (c->ns == FIR_COUNTED_MOST || !plain (s))
    return false;
  for (unsigned k = 0; k < s->nargs; k++)
    {
      int p = made_of (c, s->args[k]);

      if (p != FIR_COUNTED_NONE && of != FIR_COUNTED_NONE && p != of)
	return false;
      of = p != FIR_COUNTED_NONE ? p : of;
    }
  if (of != FIR_COUNTED_NONE && fir_op_info[s->op].cls != FIR_CLASS_PRIM)
    return false;
  c->of[c->ns] = of;
  c->s[c->ns++] = s;
  return true;
}

/* --- How turns count ------------------------------------------------------------------------- */

/* Does T, of w bits, have each value of FROM, or that plus 2^w?  */
static bool
as_wide (const struct type *from, const struct type *t)
{
  return type_is_integral (from) && type_is_integral (t) && from->scalar != SCALAR_BOOL
	 && t->scalar != SCALAR_BOOL && from->size <= t->size && t->size <= 8;
}

/* What A is, but for conversions that keep what a number of type T is modulo 2^w.  */
static struct fir_atom
unconverted (struct fir_atom a, const struct type *t)
{
  struct fir_stmt *def;

  while ((def = fir_atom_def (a)) != NULL && def->op == FIR_CONV
	 && as_wide (t, def->res[0]->type) && as_wide (t, fir_atom_type (def->args[0])))
    a = def->args[0];
  return a;
}

/* Find what C's test compares: a parameter, or one that is converted to a wider type.  */
static bool
find_test (struct fir_counted *c)
{
  struct fir_stmt *def;
  struct fir_atom x;
  unsigned k = 0;

  c->test = fir_atom_def (c->end->args[0]);
  /* The loop tests nothing by a name that a turn could use.  */
  if (!c->test || c->test != c->end->prev || (c->test->op != FIR_LT && c->test->op != FIR_GT)
      || fir_count_uses (c->fn->body, c->test->res[0]) != 1)
    return false;
  x = c->test->args[c->test->op == FIR_GT];
  c->n = c->test->args[c->test->op == FIR_LT];
  def = fir_atom_def (x);
  if (def && def->parent == c->fn->body && def->op == FIR_CONV
      && as_wide (fir_atom_type (def->args[0]), def->res[0]->type))
    x = def->args[0];
  while (k < c->fn->nparams && c->fn->params[k] != x.var)
    k++;
  c->index = (int) k;
  return k < c->fn->nparams && as_wide (x.var->type, fir_atom_type (c->n));
}

/* Note what C's function computes before its test, unless it is the same for each turn.  */
static bool
find_head (struct fir_counted *c)
{
  for (struct fir_stmt *s = c->fn->body->first; s != c->test; s = s->next)
    {
      bool prim = fir_op_info[s->op].cls == FIR_CLASS_PRIM, varies = false;

      for (unsigned k = 0; k < s->nargs; k++)
	varies |= fir_counted_inside (c, s->args[k]);
      if ((!prim && (varies || s->op != FIR_LEN)) || !plain (s))
	return false;
      if (varies && !note (c, s))
	return false;
      c->nhead = c->ns;
    }
  return true;
}

bool
fir_counted_wraps (const struct fir_counted *c)
{
  return c->wraps && c->fn->params[c->index]->type->size < fir_atom_type (c->n)->size;
}

/* Find how C's turns count.  */
static bool
find_index (struct fir_counted *c)
{
  struct fir_stmt *step;
  struct fir_var *p;
  struct fir_atom next;

  if (!find_test (c) || !find_head (c) || fir_counted_inside (c, c->n))
    return false;
  p = c->fn->params[c->index];
  next = c->next->args[1 + c->index];
  step = fir_atom_def (unconverted (next, p->type));
  if (!step || step->op != FIR_ADD || unconverted (step->args[0], p->type).var != p
      || !fir_atom_is_int (step->args[1], 1))
    return false;
  c->wraps = next.var != step->res[0] || !fir_overflows (step);
  return fir_atom_is_int (c->apply->args[1 + c->index], 0) || !fir_counted_wraps (c);
}

/* --- What turns combine ---------------------------------------------------------------------- */

/* Parameter K of C is combined with A, which nothing but the turn decides.  */
static bool
note_value (struct fir_counted *c, unsigned k, struct fir_atom a)
{
  struct fir_combined *p = &c->params[k];

  if (made_of (c, a) != FIR_COUNTED_NONE || !fir_counted_inside (c, a))
    return true;
  if (p->value && p->value != a.var)
    return false;
  p->value = a.var;
  return !type_is_vec (a.var->type);
}

/* Is parameter K of C combined with one value a turn, by an operator?  */
static bool
combines (struct fir_counted *c, unsigned k)
{
  struct fir_atom next = c->next->args[1 + k];
  struct fir_combined *p = &c->params[k];
  int of = made_of (c, next);

  p->changes = next.var != c->fn->params[k];
  if (!p->changes || (int) k == c->index)
    return true;
  if (type_is_vec (c->fn->params[k]->type) || (of != FIR_COUNTED_NONE && of != (int) k)
      || !note_value (c, k, next))
    return false;
  for (unsigned i = 0; i < c->ns; i++)
    for (unsigned a = 0; c->of[i] == (int) k && a < c->s[i]->nargs; a++)
      if (!note_value (c, k, c->s[i]->args[a]))
	return false;
  return p->value && p->value->type == c->fn->params[k]->type;
}

bool
fir_counts (struct nova_ctx *ctx, struct fir_stmt *apply, struct fir_counted *c)
{
  struct fir_stmt *mu = fir_atom_def (apply->args[0]);
  struct fir_block *b;
  bool any = false;

  if (!mu || mu->op != FIR_MU)
    return false;
  *c = (struct fir_counted) { .apply = apply, .fn = mu->fns[0] };
  c->params = CTX_NEWV (ctx, struct fir_combined, c->fn->nparams);
  b = c->fn->body;
  c->end = b->last;
  if (c->apply->near || !c->end || c->end->op != FIR_IF || !fir_returned (b, c->end))
    return false;
  c->turn = c->end->fns[0]->body;
  c->next = c->turn->last;
  if (!c->next || c->next->op != FIR_APPLY || c->next->args[0].var != c->apply->args[0].var
      || !fir_returned (c->turn, c->next) || !find_index (c))
    return false;
  for (struct fir_stmt *s = c->turn->first; s != c->next; s = s->next)
    if (!note (c, s))
      return false;
  for (struct fir_stmt *s = c->end->fns[1]->body->first; s; s = s->next)
    if (fir_op_info[s->op].cls != FIR_CLASS_PRIM)
      return false;
  for (unsigned k = 0; k < c->fn->nparams; k++)
    {
      if (!combines (c, k))
	return false;
      any |= c->params[k].value != NULL;
    }
  return any;
}

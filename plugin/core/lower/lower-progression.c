/* Lowering of rows that are arithmetic progressions: described, not made.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A loop of such rows, which only a scatter flattens, is lowered to one that makes its checks and
   keeps three numbers a row: how many elements it has, the first one, and the step

     yield vec (loop n { (k) ... ret a + k d })      n, a, d

   The scatter (lower-scatter.c) then takes a block of its result at a time, and of each row the
   elements that lie there.
   Does not: consider rows that descend, or whose elements are not in the result; the scatter makes
   these after all.  Nor values that are not all the same, whose order would matter.  */

#include "lower-shape.h"

/* Of a longer body it is not found out whether it is a progression.  */
#define LONG 8

/* The degree of A, a polynomial in the index of FN, modulo a power of two; 2: more, or none.  */
static unsigned
degree (struct fir_fn *fn, struct fir_atom a)
{
  struct fir_stmt *s = fir_atom_def (a);
  unsigned d[2] = { 0, 0 };
  if (!a.var || a.var == fn->params[0])
    return a.var != NULL;
  if (!s || s->parent != fn->body)
    return 0;
  for (unsigned k = 0; k < s->nargs && k < 2; k++)
    d[k] = degree (fn, s->args[k]);
  switch (s->op)
    {
    case FIR_ADD:
    case FIR_SUB: return d[0] > d[1] ? d[0] : d[1];
    case FIR_MUL: return d[0] + d[1] < 2 ? d[0] + d[1] : 2;
    case FIR_NEG: return d[0];
    default:
      /* A conversion, which cuts, if it does not widen.  */
      return fir_atom_type (s->args[0])->size >= s->res[0]->type->size ? d[0] : 2;
    }
}

static bool
integer (const struct type *t)
{
  return type_is_integral (t) && t->scalar != SCALAR_BOOL && t->size <= 8;
}

bool
lower_progression_p (struct fir_stmt *s)
{
  struct fir_stmt *in = shape_row_loop (s, 0);
  unsigned n = 0;
  for (struct fir_stmt *t = s->fns[0]->body->first; t; t = t->next)
    if (t != in && fir_op_info[t->op].cls != FIR_CLASS_PRIM && t->op != FIR_AT
	&& t->op != FIR_LEN && t->op != FIR_GET && t->op != FIR_CHECK)
      return false;
  for (struct fir_stmt *t = in->fns[0]->body->first; t; t = t->next)
    if ((t->op != FIR_ADD && t->op != FIR_SUB && t->op != FIR_MUL && t->op != FIR_NEG
	 && t->op != FIR_CONV)
	|| !integer (t->res[0]->type) || !integer (fir_atom_type (t->args[0])) || n++ == LONG)
      return false;
  return integer (fir_atom_type (in->outs[0].value))
	 && fir_atom_none (in->outs[0].guard) && fir_atom_none (in->outs[0].dest)
	 && degree (in->fns[0], in->outs[0].value) < 2;
}

bool
lower_same_value (struct fir_atom a)
{
  struct fir_stmt *s = fir_atom_def (a);
  struct fir_out *o = s && s->op == FIR_LOOP ? s->outs : NULL;
  while (o && o->res != a.var)
    o++;
  struct fir_stmt *def = o ? fir_atom_def (o->value) : NULL;
  return o && o->kind == OUT_VEC && fir_atom_none (o->dest) && fir_atom_none (o->guard)
	 && !type_is_vec (fir_atom_type (o->value)) && o->value.var != s->fns[0]->params[0]
	 && (!def || def->parent != s->fns[0]->body);
}

/* Append to FN, whose variables SUBST has, element I of the row that loop IN makes; no element need
   be there.  */
static struct fir_atom
element (struct fir_prog *p, struct fir_fn *fn, struct fir_stmt *in, unsigned i,
	 struct fir_subst *subst)
{
  struct fir_block *body = in->fns[0]->body;
  struct fir_stmt *last = fn->body->last;
  fir_subst_put (subst, in->fns[0]->params[0], fir_atom_size (p, i));
  body->nrets = 1;
  body->rets = &in->outs[0].value;
  struct fir_atom a = *fir_copy_into (p, fn->body, body, subst);
  body->nrets = 0;
  for (struct fir_stmt *t = last ? last->next : fn->body->first; t; t = t->next)
    t->wrap = t->op != FIR_CONV && scalar_info[t->res[0]->type->scalar].is_signed;
  return a;
}

/* Output K of loop C: VALUE, for each element, or (INIT) the sum of all.  */
static void
output (struct fir_prog *p, struct fir_stmt *c, unsigned k, const char *name,
	struct fir_atom value, bool sum)
{
  const struct type *t = fir_atom_type (value);
  struct fir_out *o = &c->outs[k];
  o->kind = sum ? OUT_REDUCE : OUT_VEC;
  o->site = c->site;
  o->value = value;
  if (sum)
    {
      o->combine = fir_fn_of_op (p, FIR_ADD, t, t);
      o->init = fir_atom_size (p, 0);
    }
  o->res = c->res[k] = fir_var_new (p, name, sum ? t : type_vec (p->ctx, t));
  o->res->def = c;
}

struct fir_stmt *
lower_progressions (struct lower *l, struct fir_stmt *s)
{
  struct fir_prog *p = l->p->fir;
  struct fir_stmt *in = shape_row_loop (s, 0);
  struct fir_fn *body = s->fns[0], *fn = fir_fn_new (p, 1, &body->params[0]->type);
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_stmt *c = fir_stmt_new (p, fir_block_new (p), FIR_LOOP, s->site, 1, 1, NULL, NULL);
  const struct type *t = fir_atom_type (in->outs[0].value);
  struct fir_atom n, first, step;

  fir_subst_put (subst, body->params[0], fir_atom_var (fn->params[0]));
  body->body->nrets = 1;
  body->body->rets = &in->args[0];
  n = *fir_copy_into (p, fn->body, body->body, subst);
  body->body->nrets = 0;
  first = element (p, fn, in, 0, subst);
  step = fir_prim2 (p, fn->body, FIR_SUB, t, element (p, fn, in, 1, subst), first);
  fir_atom_def (step)->wrap = scalar_info[t->scalar].is_signed;
  fn->body->nrets = 3;
  fn->body->rets = CTX_NEWV (l->ctx, struct fir_atom, 3);
  fn->body->rets[0] = n;
  fn->body->rets[1] = first;
  fn->body->rets[2] = step;
  shape_only_result (fn);
  c->order = s->order;
  c->args[0] = s->args[0];
  c->fns[0] = fn;
  c->nouts = c->nres = 4;
  c->outs = CTX_NEWV (l->ctx, struct fir_out, 4);
  c->res = CTX_NEWV (l->ctx, struct fir_var *, 4);
  output (p, c, 0, "n", n, true);
  output (p, c, 1, "count", n, false);
  output (p, c, 2, "first", first, false);
  output (p, c, 3, "step", step, false);
  lower_count_fn (l, fn);
  lower_count_fn (l, c->outs[0].combine);
  fn->body->nrets = 0;
  for (unsigned k = 0; k < c->nres; k++)
    lower_bind (l, c->res[k])->uses = 2;
  lower_loop (l, c);
  return c;
}

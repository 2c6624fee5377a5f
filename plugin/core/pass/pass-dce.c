/* The pass dce: removes terms that neither have an effect nor are needed by effects and results.

     t: vec f32 = map {...} x   (t unused)     =>     nothing
     s, t = loop n { ... yield reduce ... yield vec v }   (t unused)   =>   s = loop n { ... }

   Single outputs of a loop, single results of an if or a case, and operands of map and filter that
   the function ignores are removed, too.  In a function, a loop whose vectors only one arm of an if
   needs goes there:

     t = loop n {...}  r = if c { ret t } else {...}   =>   r = if c { t = loop n {...} ret t } else
     {...}

   Element checks are removed with their element: one that is not needed may go unchecked.  Check
   terms and stores stay.  For passes that must not lose a check (pass_dce_errors), what may fail is
   needed.
   Does not: remove parameters of regions (the host passes them), or loops whose elements raise
   check terms.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

struct dce
{
  struct nova_ctx *ctx;
  bool errors;			/* what may fail is needed */
  unsigned changes;
};

static void
clear_vars (unsigned n, struct fir_var **v)
{
  for (unsigned k = 0; k < n; k++)
    v[k]->uses = 0;
}

/* No use of what S binds has been counted.  What is bound outside of the block is not asked
   for.  */
static void
clear (struct fir_stmt *s, void *data)
{
  (void) data;
  clear_vars (s->nres, s->res);
  for (unsigned k = 0; k < s->nfns; k++)
    clear_vars (s->fns[k]->nparams, s->fns[k]->params);
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].combine)
      clear_vars (s->outs[k].combine->nparams, s->outs[k].combine->params);
}

static void
count (struct fir_atom *a, void *data)
{
  (void) data;
  if (a->var)
    a->var->uses++;
}

static void
uncount (struct fir_atom *a, void *data)
{
  (void) data;
  if (a->var)
    a->var->uses--;
}

static void
changed (struct dce *d, enum law law)
{
  law_fired (d->ctx, law);
  d->changes++;
}

static void
remove_arg (struct dce *d, struct fir_stmt *s, unsigned k)
{
  uncount (&s->args[k], NULL);
  s->nargs--;
  for (; k < s->nargs; k++)
    s->args[k] = s->args[k + 1];
  changed (d, LAW_D2);
}

static void
remove_res (struct fir_stmt *s, unsigned k)
{
  s->nres--;
  for (; k < s->nres; k++)
    s->res[k] = s->res[k + 1];
}

/* Remove operands that a map or filter ignores.  The first stays: it determines the length, and the
   elements of a filter.  */
static void
trim_operands (struct dce *d, struct fir_stmt *s)
{
  struct fir_fn *fn = s->fns[0];

  for (unsigned k = s->nargs; k-- > 1;)
    if (!fn->params[k]->uses)
      {
	remove_arg (d, s, k);
	fn->nparams--;
	for (unsigned j = k; j < fn->nparams; j++)
	  fn->params[j] = fn->params[j + 1];
      }
}

static void
trim_outs (struct dce *d, struct fir_stmt *s)
{
  if (d->errors && fir_may_fail (s))
    return;
  for (unsigned k = s->nouts; k-- > 0;)
    {
      struct fir_out *o = &s->outs[k];

      /* A loop whose elements raise checks keeps an output to run for.  */
      if (o->res->uses || !fir_atom_none (o->dest) || s->nouts == 1)
	continue;
      uncount (&o->value, NULL);
      uncount (&o->guard, NULL);
      uncount (&o->init, NULL);
      if (o->combine)
	fir_block_each_atom (o->combine->body, uncount, NULL);
      remove_res (s, k);
      s->nouts--;
      for (unsigned j = k; j < s->nouts; j++)
	s->outs[j] = s->outs[j + 1];
      changed (d, LAW_D2);
    }
}

static void
trim_branches (struct dce *d, struct fir_stmt *s)
{
  for (unsigned k = s->nres; k-- > 0;)
    if (!s->res[k]->uses)
      {
	for (unsigned f = 0; f < s->nfns; f++)
	  {
	    struct fir_block *b = s->fns[f]->body;

	    uncount (&b->rets[k], NULL);
	    b->nrets--;
	    for (unsigned j = k; j < b->nrets; j++)
	      b->rets[j] = b->rets[j + 1];
	  }
	remove_res (s, k);
	changed (d, LAW_D2);
      }
}

static bool
needed (const struct dce *d, struct fir_stmt *s)
{
  /* That a function calls itself does not make it needed.  */
  if (s->op == FIR_MU)
    return s->res[0]->uses != fir_count_uses (s->fns[0]->body, s->res[0]);
  for (unsigned k = 0; k < s->nres; k++)
    if (s->res[k]->uses)
      return true;
  return fir_has_effect (s) || (d->errors && fir_may_fail (s));
}

/* The arm of a conditional behind S, in its block, where all that S binds is used; else NULL.  */
static struct fir_block *
arm_using (struct fir_stmt *s)
{
  unsigned all = 0;

  for (unsigned k = 0; k < s->nres; k++)
    all += s->res[k]->uses;
  for (struct fir_stmt *t = s->next; t; t = t->next)
    for (unsigned a = 0; t->op == FIR_IF && a < t->nfns; a++)
      {
	unsigned n = 0;

	for (unsigned k = 0; k < s->nres; k++)
	  n += fir_count_uses (t->fns[a]->body, s->res[k]);
	if (n)
	  return n == all ? t->fns[a]->body : NULL;
      }
  return NULL;
}

/* Loop S, of vectors, goes where it is needed, if that is one arm.  */
static void
sink (struct dce *d, struct fir_stmt *s)
{
  struct fir_block *to;

  for (unsigned k = 0; k < s->nres; k++)
    if (!type_is_vec (s->res[k]->type))
      return;
  if (fir_may_fail (s) || fir_has_effect (s) || !(to = arm_using (s)))
    return;
  fir_unlink (s);
  if (to->first)
    fir_insert_before (to->first, s);
  else
    fir_append (to, s);
  changed (d, LAW_D3);
}

/* INSIDE a function, which is called more than once.  */
static void
dce_stmts (struct dce *d, struct fir_block *b, bool inside)
{
  struct fir_stmt *prev;

  for (struct fir_stmt *s = b->last; s; s = prev)
    {
      prev = s->prev;
      if (!needed (d, s))
	{
	  fir_stmt_each_atom (s, uncount, NULL);
	  fir_unlink (s);
	  changed (d, LAW_D1);
	  continue;
	}
      if (s->op == FIR_IF || s->op == FIR_CASE)
	trim_branches (d, s);
      if (s->op == FIR_LOOP)
	trim_outs (d, s);
      for (unsigned k = 0; k < s->nfns; k++)
	dce_stmts (d, s->fns[k]->body, inside || (s->op != FIR_IF && s->op != FIR_CASE));
      for (unsigned k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  dce_stmts (d, s->outs[k].combine->body, true);
      if (s->op == FIR_MAP || s->op == FIR_FILTER)
	trim_operands (d, s);
      if (inside && s->op == FIR_LOOP)
	sink (d, s);
    }
}

static unsigned
dce_block (struct fir_prog *p, struct fir_block *b, bool errors)
{
  struct dce d = { p->ctx, errors, 0 };

  fir_walk (b, clear, NULL);
  fir_block_each_atom (b, count, NULL);
  dce_stmts (&d, b, false);
  return d.changes;
}

unsigned
pass_dce_block (struct fir_prog *p, struct fir_block *b)
{
  return dce_block (p, b, false);
}

unsigned
pass_dce_errors (struct fir_prog *p, struct fir_block *b)
{
  return dce_block (p, b, true);
}

unsigned
pass_dce (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  (void) log;
  return pass_dce_block (p, r->body);
}

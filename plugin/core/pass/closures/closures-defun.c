/* Defunctionalisation: function values as values of sums.

     f = lambda { (x) y = add x k ret y }     =>   c = record k   f = inject.L1 c
     r = apply f a			      =>   r = call @apply.1 f a
     fun @apply.1 (f, x) { r = case f { L1 (c) { k = field.0 c  y = add x k ret y } ... } ret r }

   One sum and one function per function type.  A mu is injected again at the start of its own body.
   The calls are inlined later, except those in a recursion.  If the functions of a type capture
   functions of that type, the sum is recursive, and its values are boxed.
   Paper: Harlan, section 4.2; NOVA, section 4.1.
   Does not: distinguish functions of one type that never reach the same call.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "closures.h"

/* A function that is a value.  */
struct alternative
{
  struct fir_stmt *def;
  unsigned n;
  struct fir_var **captures;
  const struct type *record;	/* of its captures; NULL: none */
  struct alternative *next;
};

/* All functions of one type that are values.  */
struct family
{
  const struct type *fn;	/* before */
  struct alternative *alts;
  unsigned nalts;
  struct sum_decl *decl;
  const struct type *sum;
  struct fir_fun *apply;
  struct family *next;
};

/* A user's sum that holds functions, and what it becomes.  */
struct remade
{
  const struct type *from, *to;
  struct remade *next;
};

struct defun
{
  struct closures *c;
  struct family *families;
  struct remade *remade;
};

static struct family *
family_of (struct defun *d, const struct type *fn)
{
  struct family **f;

  for (f = &d->families; *f; f = &(*f)->next)
    if ((*f)->fn == fn)
      return *f;
  *f = CTX_NEW (d->c->p->ctx, struct family);
  (*f)->fn = fn;
  return *f;
}

/* --- What is a value ------------------------------------------------------------------------- */

static bool
is_value (struct closures *c, struct fir_stmt *s)
{
  return makes_function (s)
	 && closures_all_uses (c, s->res[0]) != closures_operator_uses (c, s->res[0]);
}

static struct alternative *
alternative_of (struct defun *d, struct fir_stmt *s)
{
  if (!makes_function (s))
    return NULL;
  for (struct family *f = d->families; f; f = f->next)
    for (struct alternative *a = f->alts; a; a = a->next)
      if (a->def == s)
	return a;
  return NULL;
}

static void
find_values (struct fir_stmt *s, void *data)
{
  struct defun *d = (struct defun *) data;
  struct alternative **a;
  struct family *f;

  if (s->op == FIR_APPLY && !makes_function (fir_atom_def (s->args[0])))
    family_of (d, fir_atom_type (s->args[0]));
  if (!is_value (d->c, s) || alternative_of (d, s))
    return;
  f = family_of (d, s->res[0]->type);
  for (a = &f->alts; *a; a = &(*a)->next)
    ;
  *a = CTX_NEW (d->c->p->ctx, struct alternative);
  (*a)->def = s;
  f->nalts++;
}

/* A mu that is only called, but by a function that is a value: out of its way.  */
static bool
lift_captured (struct defun *d)
{
  for (struct family *f = d->families; f; f = f->next)
    for (struct alternative *a = f->alts; a; a = a->next)
      {
	a->captures = closures_captures (d->c->p, a->def->fns[0], a->def->res[0], &a->n);
	for (unsigned k = 0; k < a->n; k++)
	  if (makes_function (a->captures[k]->def) && !alternative_of (d, a->captures[k]->def))
	    {
	      closures_lift_mu (d->c, a->captures[k]->def);
	      return true;
	    }
      }
  return false;
}

/* --- Types ----------------------------------------------------------------------------------- */

/* The types of functions and the sums that a search has been in.  */
struct seen
{
  const struct type *t;
  struct seen *next;
};

/* Is T in SEEN?  It is now.  */
static bool
was_seen (struct defun *d, struct seen **seen, const struct type *t)
{
  for (; *seen; seen = &(*seen)->next)
    if ((*seen)->t == t)
      return true;
  *seen = CTX_NEW (d->c->p->ctx, struct seen);
  (*seen)->t = t;
  return false;
}

/* Does a value of type T hold a function of family F, in a capture of a capture too?  */
static bool
reaches (struct defun *d, const struct type *t, struct family *f, struct seen **seen)
{
  if (t->kind == TYPE_FN)
    {
      struct family *g = family_of (d, t);

      if (g == f)
	return true;
      for (struct alternative *a = was_seen (d, seen, t) ? NULL : g->alts; a; a = a->next)
	for (unsigned k = 0; k < a->n; k++)
	  if (reaches (d, a->captures[k]->type, f, seen))
	    return true;
    }
  else if (t->kind == TYPE_VEC)
    return reaches (d, t->elem, f, seen);
  else if (t->kind == TYPE_RECORD || (t->kind == TYPE_SUM && !was_seen (d, seen, t)))
    for (unsigned k = 0; k < t->nfields; k++)
      if (t->fields[k].type && reaches (d, t->fields[k].type, f, seen))
	return true;
  return false;
}

static bool
recursive (struct defun *d, struct family *f)
{
  struct seen *seen = NULL;

  for (struct alternative *a = f->alts; a; a = a->next)
    for (unsigned k = 0; k < a->n; k++)
      if (reaches (d, a->captures[k]->type, f, &seen))
	return true;
  return false;
}

static const struct type *map_type (struct defun *d, const struct type *t);

static const struct type *
map_record (struct defun *d, const struct type *t)
{
  struct type_field *f = CTX_NEWV (d->c->p->ctx, struct type_field, t->nfields);

  for (unsigned k = 0; k < t->nfields; k++)
    {
      f[k].name = t->fields[k].name;
      f[k].type = map_type (d, t->fields[k].type);
    }
  return type_record (d->c->p->ctx, t->tag, t->nfields, f, 0, 0, t->origin);
}

static const struct type *
map_sum (struct defun *d, const struct type *t)
{
  struct nova_ctx *ctx = d->c->p->ctx;
  struct type_field *f = CTX_NEWV (ctx, struct type_field, t->nfields);
  struct sum_decl *decl = NULL;
  struct remade *r;

  for (r = d->remade; r; r = r->next)
    if (r->from == t)
      return r->to;
  r = CTX_NEW (ctx, struct remade);
  r->from = t;
  if (t->sum->boxed)
    {
      decl = type_sum_declare (ctx, t->tag, 0, true, t->origin);
      r->to = type_sum_of (ctx, decl, NULL);
      r->next = d->remade;
      d->remade = r;
    }
  for (unsigned k = 0; k < t->nfields; k++)
    {
      f[k].name = t->fields[k].name;
      f[k].type = t->fields[k].type ? map_type (d, t->fields[k].type) : NULL;
    }
  if (decl)
    {
      type_sum_define (ctx, decl, t->nfields, f);
      return r->to;
    }
  r->to = type_sum (ctx, t->tag, t->nfields, f, t->origin);
  r->next = d->remade;
  d->remade = r;
  return r->to;
}

/* The sum of family F; its alternatives are defined when all captures are known.  */
static const struct type *
sum_of (struct defun *d, struct family *f)
{
  struct nova_ctx *ctx = d->c->p->ctx;
  unsigned n = f->nalts ? f->nalts : 1, k = 0;
  struct type_field *alts;

  if (f->sum)
    return f->sum;
  alts = CTX_NEWV (ctx, struct type_field, n);
  f->decl = type_sum_declare (ctx, "Fn", 0, recursive (d, f), 0);
  if (f->decl->boxed)
    f->sum = type_sum_of (ctx, f->decl, NULL);
  alts[0].name = "None";
  for (struct alternative *a = f->alts; a; a = a->next, k++)
    {
      struct type_field *captures = CTX_NEWV (ctx, struct type_field, a->n);

      for (unsigned i = 0; i < a->n; i++)
	{
	  captures[i].name = ctx_printf (ctx, "c%u", i);
	  captures[i].type = map_type (d, a->captures[i]->type);
	}
      if (a->n)
	a->record = type_record (ctx, NULL, a->n, captures, 0, 0, 0);
      alts[k].name = ctx_intern (ctx, ctx_printf (ctx, "L%u", k));
      alts[k].type = a->record;
    }
  type_sum_define (ctx, f->decl, n, alts);
  return f->sum = type_sum_of (ctx, f->decl, NULL);
}

static const struct type *
map_type (struct defun *d, const struct type *t)
{
  if (!type_has_fn (t))
    return t;
  switch (t->kind)
    {
    case TYPE_FN: return sum_of (d, family_of (d, t));
    case TYPE_VEC: return type_vec (d->c->p->ctx, map_type (d, t->elem));
    case TYPE_RECORD: return map_record (d, t);
    case TYPE_SUM: return map_sum (d, t);
    default: return t;
    }
}

static void
map_var (struct defun *d, struct fir_var *v)
{
  v->type = map_type (d, v->type);
}

static void
map_fn (struct defun *d, struct fir_fn *fn)
{
  for (unsigned k = 0; k < fn->nparams; k++)
    map_var (d, fn->params[k]);
}

static void
map_stmt (struct fir_stmt *s, void *data)
{
  struct defun *d = (struct defun *) data;

  for (unsigned k = 0; k < s->nfns; k++)
    map_fn (d, s->fns[k]);
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].combine)
      map_fn (d, s->outs[k].combine);
  for (unsigned k = 0; k < s->nres; k++)
    if (!makes_function (s))
      map_var (d, s->res[k]);
}

/* A value that stays a function has the type of its new parameters and results.  */
static void
retype (struct fir_stmt *s, void *data)
{
  if (makes_function (s))
    s->res[0]->type = closures_fn_type (((struct defun *) data)->c->p, s->fns[0]);
}

/* --- Terms ----------------------------------------------------------------------------------- */

static void
each_alternative (struct defun *d, void (*f) (struct defun *, struct family *,
					      struct alternative *, unsigned))
{
  for (struct family *g = d->families; g; g = g->next)
    {
      unsigned k = 0;

      for (struct alternative *a = g->alts; a; a = a->next)
	f (d, g, a, k++);
    }
}

/* Insert, in front of the definition of A, alternative K of F, the value that replaces it.  */
static void
inject (struct defun *d, struct family *f, struct alternative *a, unsigned k)
{
  struct fir_prog *p = d->c->p;
  struct fir_stmt *at = a->def;
  struct fir_var *v = at->res[0];
  struct fir_block *b = fir_block_new (p);
  struct fir_stmt *i;

  if (a->record)
    {
      struct fir_stmt *r = fir_stmt_new (p, b, FIR_RECORD, 0, a->n, 0, a->record, "c");

      for (unsigned j = 0; j < a->n; j++)
	r->args[j] = fir_atom_var (a->captures[j]);
      i = fir_stmt_new (p, b, FIR_INJECT, a->def->site, 1, 0, f->sum, "f");
      i->args[0] = fir_atom_var (r->res[0]);
      fir_unlink (r);
      fir_insert_before (at, r);
    }
  else
    i = fir_stmt_new (p, b, FIR_INJECT, a->def->site, 0, 0, f->sum, "f");
  i->index = k;
  i->res[0] = v;
  v->def = i;
  v->type = f->sum;
  fir_unlink (i);
  fir_insert_before (at, i);
}

/* In its own body a function has another name than outside; the bodies in it are still there.  */
static void
rename_self (struct defun *d, struct family *f, struct alternative *a, unsigned k)
{
  struct fir_var *v = a->def->res[0];
  struct fir_subst *self = fir_subst_new (d->c->p);

  (void) k;
  a->def->res[0] = fir_var_new (d->c->p, v->name, f->sum);
  fir_subst_put (self, v, fir_atom_var (a->def->res[0]));
  fir_subst_block (self, a->def->fns[0]->body);
}

static void
take_out (struct defun *d, struct family *f, struct alternative *a, unsigned k)
{
  (void) d;
  (void) f;
  (void) k;
  fir_unlink (a->def);
}

/* The function that calls any of F, without its body.  */
static void
apply_head (struct defun *d, struct family *f)
{
  struct fir_prog *p = d->c->p;
  struct fir_fn *fn;
  const struct type **t = CTX_NEWV (p->ctx, const struct type *, f->fn->nparams + 1);

  t[0] = sum_of (d, f);
  for (unsigned k = 0; k < f->fn->nparams; k++)
    t[1 + k] = f->fn->fields[k].type;
  fn = fir_fn_new (p, f->fn->nparams + 1, t);
  f->apply = closures_fun_new (d->c, "apply", fn);
}

/* The arm of A: the captures are fields of C, the parameters those of the function.  */
static void
arm_of (struct defun *d, struct family *f, struct alternative *a, unsigned k, struct fir_fn *arm)
{
  struct fir_prog *p = d->c->p;
  struct fir_fn *fn = a->def->fns[0];
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_block *b = fir_block_new (p);
  struct fir_stmt *first;

  /* The same ones in the same order, under their names of now.  */
  a->captures = closures_captures (p, fn, a->def->res[0], &a->n);
  arm->body = fn->body;
  for (unsigned i = 0; i < fn->nparams; i++)
    fir_subst_put (subst, fn->params[i], fir_atom_var (f->apply->fn->params[1 + i]));
  for (unsigned i = 0; i < a->n; i++)
    {
      struct fir_stmt *s = fir_stmt_new (p, b, FIR_FIELD, 0, 1, 0, a->record->fields[i].type,
					 a->captures[i]->name);

      s->args[0] = fir_atom_var (arm->params[0]);
      s->index = i;
      fir_subst_put (subst, a->captures[i], fir_atom_var (s->res[0]));
    }
  if (fir_uses (arm->body, a->def->res[0]))
    {
      struct fir_stmt *s = fir_stmt_new (p, b, FIR_INJECT, a->def->site, a->record ? 1 : 0, 0,
					 f->sum, a->def->res[0]->name);

      if (a->record)
	s->args[0] = fir_atom_var (arm->params[0]);
      s->index = k;
      fir_subst_put (subst, a->def->res[0], fir_atom_var (s->res[0]));
    }
  fir_subst_block (subst, arm->body);
  while ((first = b->last))
    {
      fir_unlink (first);
      if (arm->body->first)
	fir_insert_before (arm->body->first, first);
      else
	fir_append (arm->body, first);
    }
}

static void
apply_body (struct defun *d, struct family *f)
{
  struct fir_prog *p = d->c->p;
  unsigned nres = f->fn->nfields - f->fn->nparams, n = f->nalts, k = 0;
  struct fir_stmt *s;

  s = fir_stmt_new (p, f->apply->fn->body, FIR_CASE, 0, 1, n, NULL, NULL);
  s->args[0] = fir_atom_var (f->apply->fn->params[0]);
  s->nres = nres;
  s->res = CTX_NEWV (p->ctx, struct fir_var *, nres);
  s->arms = CTX_NEWV (p->ctx, struct fir_arm, n);
  f->apply->fn->body->nrets = nres;
  f->apply->fn->body->rets = CTX_NEWV (p->ctx, struct fir_atom, nres);
  for (unsigned i = 0; i < nres; i++)
    {
      s->res[i] = fir_var_new (p, "r", f->fn->fields[f->fn->nparams + i].type);
      s->res[i]->def = s;
      f->apply->fn->body->rets[i] = fir_atom_var (s->res[i]);
    }
  for (struct alternative *a = f->alts; a; a = a->next, k++)
    {
      s->arms[k].alternative = k;
      s->fns[k] = fir_fn_new (p, a->record ? 1 : 0, &a->record);
      arm_of (d, f, a, k, s->fns[k]);
    }
}

static void
call_unknown (struct fir_stmt *s, void *data)
{
  struct defun *d = (struct defun *) data;
  struct fir_stmt *def = s->op == FIR_APPLY ? fir_atom_def (s->args[0]) : NULL;

  if (s->op != FIR_APPLY || (makes_function (def) && !alternative_of (d, def)))
    return;
  s->op = FIR_CALL;
  s->callee = family_of (d, fir_atom_type (s->args[0]))->apply;
}

/* No function of a family that is called is ever made, or one comes from outside: nothing can be
   done.  */
static bool
unmakeable (struct defun *d)
{
  for (unsigned k = 0; k < d->c->r->nparams; k++)
    if (type_has_fn (d->c->r->params[k]->type))
      return true;
  for (unsigned k = 0; k < d->c->r->body->nrets; k++)
    if (type_has_fn (fir_atom_type (d->c->r->body->rets[k])))
      return true;
  for (struct family *f = d->families; f; f = f->next)
    if (!f->nalts)
      return true;
  return false;
}

void
closures_defunctionalise (struct closures *c)
{
  struct defun d = { .c = c };

  do
    {
      d.families = NULL;
      closures_each_stmt (c, find_values, &d);
    }
  while (d.families && lift_captured (&d));
  if (!d.families || unmakeable (&d))
    return;
  for (struct family *f = d.families; f; f = f->next)
    {
      law_fired (c->p->ctx, LAW_K7);
      sum_of (&d, f);
    }
  for (struct family *f = d.families; f; f = f->next)
    apply_head (&d, f);
  closures_each_stmt (c, call_unknown, &d);
  each_alternative (&d, inject);
  each_alternative (&d, rename_self);
  each_alternative (&d, take_out);
  for (struct family *f = d.families; f; f = f->next)
    apply_body (&d, f);
  for (struct root *r = c->roots; r; r = r->next)
    if (r->fun)
      map_fn (&d, r->fun->fn);
  closures_each_stmt (c, map_stmt, &d);
  closures_each_stmt (c, retype, &d);
  c->changes++;
}

/* Editing FIR: links, substitution, copies, walks, and the effects of a statement.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir.h"

#include <string.h>

/* --- Links ----------------------------------------------------------------------------------- */

void
fir_insert_before (struct fir_stmt *at, struct fir_stmt *s)
{
  s->parent = at->parent;
  s->next = at;
  s->prev = at->prev;
  if (at->prev)
    at->prev->next = s;
  else
    at->parent->first = s;
  at->prev = s;
}

void
fir_put_before (struct fir_stmt *s, struct fir_block *b)
{
  while (b->first)
    {
      struct fir_stmt *t = b->first;

      fir_unlink (t);
      fir_insert_before (s, t);
    }
}

void
fir_append (struct fir_block *b, struct fir_stmt *s)
{
  s->parent = b;
  s->next = NULL;
  s->prev = b->last;
  if (b->last)
    b->last->next = s;
  else
    b->first = s;
  b->last = s;
}

void
fir_unlink (struct fir_stmt *s)
{
  if (s->prev)
    s->prev->next = s->next;
  else
    s->parent->first = s->next;
  if (s->next)
    s->next->prev = s->prev;
  else
    s->parent->last = s->prev;
  s->prev = s->next = NULL;
  s->parent = NULL;
}

/* --- Substitution ---------------------------------------------------------------------------- */

struct subst_entry
{
  struct fir_var *from;
  struct fir_atom to;
};

/* An open hash table on the variables' ids; its size is a power of 2.  */
struct fir_subst
{
  struct fir_prog *p;
  struct subst_entry *e;
  size_t slots, count;
};

struct fir_subst *
fir_subst_new (struct fir_prog *p)
{
  struct fir_subst *s = CTX_NEW (p->ctx, struct fir_subst);

  s->p = p;
  s->slots = 16;
  s->e = CTX_NEWV (p->ctx, struct subst_entry, s->slots);
  return s;
}

/* The entry of V, or the free one where it belongs.  */
static struct subst_entry *
subst_slot (struct fir_subst *s, struct fir_var *v)
{
  size_t i = (v->id * (size_t) 0x9e3779b1u) & (s->slots - 1);

  while (s->e[i].from && s->e[i].from != v)
    i = (i + 1) & (s->slots - 1);
  return &s->e[i];
}

/* A after S.  */
static struct fir_atom
subst_atom (struct fir_subst *s, struct fir_atom a)
{
  struct subst_entry *e;

  if (!a.var)
    return a;
  e = subst_slot (s, a.var);
  return e->from ? e->to : a;
}

static void
subst_grow (struct fir_subst *s)
{
  struct subst_entry *old = s->e;
  size_t n = s->slots, i;

  s->slots = n * 2;
  s->e = CTX_NEWV (s->p->ctx, struct subst_entry, s->slots);
  for (i = 0; i < n; i++)
    if (old[i].from)
      *subst_slot (s, old[i].from) = old[i];
}

void
fir_subst_put (struct fir_subst *s, struct fir_var *from, struct fir_atom to)
{
  struct subst_entry *e;

  to = subst_atom (s, to);
  if (s->count * 2 >= s->slots)
    subst_grow (s);
  e = subst_slot (s, from);
  if (!e->from)
    s->count++;
  e->from = from;
  e->to = to;
}

static void
subst_one (struct fir_atom *a, void *data)
{
  *a = subst_atom ((struct fir_subst *) data, *a);
}

void
fir_subst_block (struct fir_subst *s, struct fir_block *b)
{
  fir_block_each_atom (b, subst_one, s);
}

void
fir_subst_stmt (struct fir_subst *s, struct fir_stmt *t)
{
  fir_stmt_each_atom (t, subst_one, s);
}

/* --- Atoms ----------------------------------------------------------------------------------- */

void
fir_stmt_atoms (struct fir_stmt *s, void (*f) (struct fir_atom *, void *), void *data)
{
  unsigned k;

  for (k = 0; k < s->nargs; k++)
    f (&s->args[k], data);
  for (k = 0; k < s->nouts; k++)
    {
      if (!fir_atom_none (s->outs[k].init))
	f (&s->outs[k].init, data);
      if (!fir_atom_none (s->outs[k].dest))
	f (&s->outs[k].dest, data);
    }
}

void
fir_stmt_each_atom (struct fir_stmt *s, void (*f) (struct fir_atom *, void *), void *data)
{
  unsigned k;

  fir_stmt_atoms (s, f, data);
  for (k = 0; k < s->nfns; k++)
    fir_block_each_atom (s->fns[k]->body, f, data);
  for (k = 0; k < s->nouts; k++)
    {
      f (&s->outs[k].value, data);
      if (!fir_atom_none (s->outs[k].guard))
	f (&s->outs[k].guard, data);
      if (s->outs[k].combine)
	fir_block_each_atom (s->outs[k].combine->body, f, data);
    }
}

void
fir_block_each_atom (struct fir_block *b, void (*f) (struct fir_atom *, void *), void *data)
{
  struct fir_stmt *s;
  unsigned k;

  for (s = b->first; s; s = s->next)
    fir_stmt_each_atom (s, f, data);
  for (k = 0; k < b->nrets; k++)
    f (&b->rets[k], data);
}

struct use_count
{
  struct fir_var *v;
  unsigned n;
};

static void
count_use (struct fir_atom *a, void *data)
{
  struct use_count *c = (struct use_count *) data;

  c->n += a->var == c->v;
}

unsigned
fir_count_uses (struct fir_block *b, struct fir_var *v)
{
  struct use_count c = { v, 0 };

  fir_block_each_atom (b, count_use, &c);
  return c.n;
}

struct use_by
{
  struct fir_var *v;
  const enum fir_op *ops;
  unsigned nops, n;
};

static void
count_use_by (struct fir_stmt *s, void *data)
{
  struct use_by *u = (struct use_by *) data;

  if (!s->nargs || s->args[0].var != u->v)
    return;
  for (unsigned k = 0; k < u->nops; k++)
    u->n += s->op == u->ops[k];
}

unsigned
fir_count_uses_by (struct fir_block *b, struct fir_var *v, const enum fir_op *ops, unsigned n)
{
  struct use_by u = { v, ops, n, 0 };

  fir_walk (b, count_use_by, &u);
  return u.n;
}

unsigned
fir_stmt_uses (struct fir_stmt *s, struct fir_var *v)
{
  struct use_count c = { v, 0 };

  fir_stmt_each_atom (s, count_use, &c);
  return c.n;
}

unsigned
fir_own_uses (struct fir_stmt *s, struct fir_var *v)
{
  struct use_count c = { v, 0 };

  fir_stmt_atoms (s, count_use, &c);
  return c.n;
}

bool
fir_uses (struct fir_block *b, struct fir_var *v)
{
  return fir_count_uses (b, v) != 0;
}

struct dependence
{
  struct fir_var *v;
  unsigned mark;
  bool found;
};

static void
look_for_var (struct fir_atom *a, void *data)
{
  struct dependence *d = (struct dependence *) data;

  if (!a->var || d->found || a->var->mark == d->mark)
    return;
  a->var->mark = d->mark;
  d->found = a->var == d->v;
  if (a->var->def)
    fir_stmt_each_atom (a->var->def, look_for_var, data);
}

bool
fir_depends (struct fir_prog *p, struct fir_atom a, struct fir_var *v)
{
  struct dependence d = { v, ++p->marks, false };

  look_for_var (&a, &d);
  return d.found;
}

/* --- Copies ---------------------------------------------------------------------------------- */

/* A new variable for V, put into SUBST.  */
static struct fir_var *
rename_var (struct fir_prog *p, struct fir_var *v, struct fir_subst *subst)
{
  struct fir_var *n = fir_var_new (p, v->name, v->type);

  fir_subst_put (subst, v, fir_atom_var (n));
  return n;
}

static struct fir_atom *
copy_atoms (struct fir_prog *p, unsigned n, const struct fir_atom *from, struct fir_subst *subst)
{
  struct fir_atom *to = CTX_NEWV (p->ctx, struct fir_atom, n);
  unsigned k;

  for (k = 0; k < n; k++)
    to[k] = subst_atom (subst, from[k]);
  return to;
}

static struct fir_out *
copy_outs (struct fir_prog *p, struct fir_stmt *s, struct fir_subst *subst)
{
  struct fir_out *outs = CTX_NEWV (p->ctx, struct fir_out, s->nouts);
  unsigned k;

  for (k = 0; k < s->nouts; k++)
    {
      outs[k] = s->outs[k];
      outs[k].value = subst_atom (subst, outs[k].value);
      outs[k].guard = subst_atom (subst, outs[k].guard);
      outs[k].init = subst_atom (subst, outs[k].init);
      outs[k].dest = subst_atom (subst, outs[k].dest);
      if (outs[k].combine)
	outs[k].combine = fir_fn_copy (p, outs[k].combine, subst);
    }
  return outs;
}

/* A copy of S, linked nowhere, its results renamed.  */
static struct fir_stmt *
copy_stmt (struct fir_prog *p, struct fir_stmt *s, struct fir_subst *subst)
{
  struct fir_stmt *n = CTX_NEW (p->ctx, struct fir_stmt);
  unsigned k;

  *n = *s;
  n->prev = n->next = NULL;
  n->parent = NULL;
  n->args = copy_atoms (p, s->nargs, s->args, subst);
  /* The result first: a mu's is used inside it.  */
  n->res = CTX_NEWV (p->ctx, struct fir_var *, s->nres);
  for (k = 0; k < s->nres; k++)
    {
      n->res[k] = rename_var (p, s->res[k], subst);
      n->res[k]->def = n;
    }
  n->fns = CTX_NEWV (p->ctx, struct fir_fn *, s->nfns);
  for (k = 0; k < s->nfns; k++)
    n->fns[k] = fir_fn_copy (p, s->fns[k], subst);
  if (s->arms)
    {
      n->arms = CTX_NEWV (p->ctx, struct fir_arm, s->nfns);
      memcpy (n->arms, s->arms, s->nfns * sizeof *s->arms);
    }
  n->outs = copy_outs (p, s, subst);
  for (k = 0; k < s->nouts; k++)
    n->outs[k].res = n->res[k];
  return n;
}

/* Copies of FROM's statements before AT, or at the end of TO when AT is NULL.  */
static struct fir_atom *
copy_block (struct fir_prog *p, struct fir_block *to, struct fir_stmt *at, struct fir_block *from,
	    struct fir_subst *subst)
{
  struct fir_stmt *s, *last = from->last;

  if (!subst)
    subst = fir_subst_new (p);
  /* FROM may be the destination block itself: stop at its original end.  */
  for (s = from->first; s; s = s == last ? NULL : s->next)
    {
      struct fir_stmt *n = copy_stmt (p, s, subst);

      if (at)
	fir_insert_before (at, n);
      else
	fir_append (to, n);
    }
  return copy_atoms (p, from->nrets, from->rets, subst);
}

struct fir_atom *
fir_copy_into (struct fir_prog *p, struct fir_block *to, struct fir_block *from,
	       struct fir_subst *subst)
{
  return copy_block (p, to, NULL, from, subst);
}

struct fir_atom *
fir_copy_before (struct fir_prog *p, struct fir_stmt *at, struct fir_block *from,
		 struct fir_subst *subst)
{
  return copy_block (p, at->parent, at, from, subst);
}

struct fir_fn *
fir_fn_copy (struct fir_prog *p, struct fir_fn *fn, struct fir_subst *subst)
{
  struct fir_fn *n = CTX_NEW (p->ctx, struct fir_fn);
  unsigned k;

  if (!subst)
    subst = fir_subst_new (p);
  n->nparams = fn->nparams;
  n->params = CTX_NEWV (p->ctx, struct fir_var *, fn->nparams);
  for (k = 0; k < fn->nparams; k++)
    n->params[k] = rename_var (p, fn->params[k], subst);
  n->body = fir_block_new (p);
  n->body->nrets = fn->body->nrets;
  n->body->rets = copy_block (p, n->body, NULL, fn->body, subst);
  return n;
}

/* --- Walks ----------------------------------------------------------------------------------- */

void
fir_walk (struct fir_block *b, void (*f) (struct fir_stmt *, void *), void *data)
{
  struct fir_stmt *s, *next;
  unsigned k;

  for (s = b->first; s; s = next)
    {
      next = s->next;
      f (s, data);
      if (!s->parent)
	continue;
      for (k = 0; k < s->nfns; k++)
	fir_walk (s->fns[k]->body, f, data);
      for (k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  fir_walk (s->outs[k].combine->body, f, data);
    }
}

/* --- Through calls --------------------------------------------------------------------------- */

/* Functions that have been visited, linked by their member; the first one to itself.  */
typedef struct fir_fn *looked;

/* The function that S, a call or apply, calls; NULL if that is not known.  */
static struct fir_fn *
called (struct fir_stmt *s)
{
  struct fir_stmt *def = s->op == FIR_APPLY && s->args[0].var ? s->args[0].var->def : NULL;

  if (s->op == FIR_CALL && s->callee)
    return s->callee->fn;
  return def && (def->op == FIR_LAMBDA || def->op == FIR_MU) ? def->fns[0] : NULL;
}

/* Mark FN as visited.  */
static void
look_into (looked *l, struct fir_fn *fn)
{
  fn->looked = *l ? *l : fn;
  *l = fn;
}

static void
forget_looked (looked *l)
{
  while (*l)
    {
      struct fir_fn *fn = *l;

      *l = fn->looked == fn ? NULL : fn->looked;
      fn->looked = NULL;
    }
}

static void
walk_calls (looked *l, struct fir_stmt *s, void (*f) (struct fir_stmt *, void *), void *data)
{
  struct fir_fn *fn = s->op == FIR_CALL || s->op == FIR_APPLY ? called (s) : NULL;
  struct fir_stmt *t;
  unsigned k;

  f (s, data);
  for (k = 0; k < s->nfns; k++)
    for (t = s->fns[k]->body->first; t; t = t->next)
      walk_calls (l, t, f, data);
  for (k = 0; k < s->nouts; k++)
    for (t = s->outs[k].combine ? s->outs[k].combine->body->first : NULL; t; t = t->next)
      walk_calls (l, t, f, data);
  if (!fn || fn->looked)
    return;
  look_into (l, fn);
  for (t = fn->body->first; t; t = t->next)
    walk_calls (l, t, f, data);
}

void
fir_walk_calls (struct fir_stmt *s, void (*f) (struct fir_stmt *, void *), void *data)
{
  looked l = NULL;

  walk_calls (&l, s, f, data);
  forget_looked (&l);
}

/* A test for statements, in functions that are called, too.  */
struct search
{
  bool (*test) (struct fir_stmt *, bool);
  looked looked;
};

static bool any_stmt (struct search *a, struct fir_stmt *s, bool inside);

static bool
any_in_block (struct search *a, struct fir_block *b)
{
  struct fir_stmt *t;

  for (t = b->first; t; t = t->next)
    if (any_stmt (a, t, true))
      return true;
  return false;
}

/* In the function that S, a call or apply, calls; an unknown function is assumed to do
   everything.  */
static bool
any_called (struct search *a, struct fir_stmt *s)
{
  struct fir_fn *fn = called (s);

  if (!fn || fn->looked)
    return !fn;
  look_into (&a->looked, fn);
  return any_in_block (a, fn->body);
}

static bool
any_stmt (struct search *a, struct fir_stmt *s, bool inside)
{
  unsigned k;

  if (a->test (s, inside))
    return true;
  /* A function value has its effects where it is called.  */
  if (s->op == FIR_LAMBDA || s->op == FIR_MU)
    return false;
  if (s->op == FIR_CALL || s->op == FIR_APPLY)
    return any_called (a, s);
  for (k = 0; k < s->nfns; k++)
    if (any_in_block (a, s->fns[k]->body))
      return true;
  for (k = 0; k < s->nouts; k++)
    if (s->outs[k].combine && any_in_block (a, s->outs[k].combine->body))
      return true;
  return false;
}

/* Does TEST hold for S or for a statement inside it, called functions included?  */
static bool
any (struct fir_stmt *s, bool (*test) (struct fir_stmt *, bool))
{
  struct search a = { test, NULL };
  bool found = any_stmt (&a, s, false);

  forget_looked (&a.looked);
  return found;
}

unsigned
fir_row_param (const struct fir_stmt *s, unsigned k)
{
  return k - 4 + (k - 4 >= s->index);
}

bool
fir_row_same (const struct fir_stmt *s, unsigned k)
{
  return fir_atom_type (s->args[k]) == s->leaf->params[fir_row_param (s, k)];
}

bool
fir_op_may_fail (const struct fir_stmt *s)
{
  return (fir_op_info[s->op].flags & FIR_FLAG_MAYFAIL) != 0
	 && (fir_op_info[s->op].with != FIR_WITH_KNOWN || !s->index);
}

/* A check term inside a function belongs to the element that the function is called for.  */
static bool
stmt_may_fail (struct fir_stmt *s, bool inside)
{
  if (s->op == FIR_LEAF || s->op == FIR_UPDATE_ROWS)
    return (s->leaf->flags & LEAF_MAYFAIL) != 0;
  return fir_op_may_fail (s) || (inside && s->op == FIR_CHECK);
}

static bool
stmt_has_effect (struct fir_stmt *s, bool inside)
{
  unsigned k;

  (void) inside;
  if (fir_op_info[s->op].flags & FIR_FLAG_EFFECT)
    return true;
  for (k = 0; k < s->nouts; k++)
    if (!fir_atom_none (s->outs[k].dest))
      return true;
  return false;
}

bool
fir_may_fail (struct fir_stmt *s)
{
  return any (s, stmt_may_fail);
}

bool
fir_has_effect (struct fir_stmt *s)
{
  return any (s, stmt_has_effect);
}

bool
fir_returns_results (const struct fir_stmt *s)
{
  const struct fir_block *b = s->parent;
  unsigned k;

  if (!b || s->next || b->nrets != s->nres)
    return false;
  for (k = 0; k < s->nres; k++)
    if (b->rets[k].var != s->res[k])
      return false;
  return true;
}

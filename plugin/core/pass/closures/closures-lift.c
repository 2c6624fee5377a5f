/* Lambda lifting, and back: between functions of the program and recursive function values.

     call @f a                       =>   m = mu { f's body with apply m for call @f }  apply m a
     m = mu { (x) ... apply m y }    =>   fun @m (x, k) { ... call @m y k }
     apply m a			     =>   call @m a k	    k: what the mu captures

   The first where the recursion can become a loop, or where functions are passed through it:
   function values can be substituted, and are lowered in place.  The second for all other
   recursion.
   Does not: lift lambdas that are not recursive; they are inlined.
   Paper: Harlan, section 4.1 (lambda lifting).
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "closures.h"

/* --- Captures -------------------------------------------------------------------------------- */

/* Variables that are bound inside, or have been seen, carry MARK.  */
struct capturing
{
  struct fir_prog *p;
  unsigned mark;
  struct fir_var **v;
  unsigned n, size;
};

static void
bind_vars (struct capturing *k, unsigned n, struct fir_var **v)
{
  for (unsigned i = 0; i < n; i++)
    v[i]->mark = k->mark;
}

static void
bind_stmt (struct fir_stmt *s, void *data)
{
  struct capturing *k = (struct capturing *) data;

  bind_vars (k, s->nres, s->res);
  for (unsigned i = 0; i < s->nfns; i++)
    bind_vars (k, s->fns[i]->nparams, s->fns[i]->params);
  for (unsigned i = 0; i < s->nouts; i++)
    if (s->outs[i].combine)
      bind_vars (k, s->outs[i].combine->nparams, s->outs[i].combine->params);
}

static void
use_atom (struct fir_atom *a, void *data)
{
  struct capturing *k = (struct capturing *) data;

  if (!a->var || a->var->mark == k->mark)
    return;
  a->var->mark = k->mark;
  if (k->n == k->size)
    {
      struct fir_var **v = k->v;

      k->size = k->size ? 2 * k->size : 8;
      k->v = CTX_NEWV (k->p->ctx, struct fir_var *, k->size);
      for (unsigned i = 0; i < k->n; i++)
	k->v[i] = v[i];
    }
  k->v[k->n++] = a->var;
}

struct fir_var **
closures_captures (struct fir_prog *p, struct fir_fn *fn, struct fir_var *self, unsigned *n)
{
  struct capturing k = { p, ++p->marks, NULL, 0, 0 };

  if (self)
    self->mark = k.mark;
  bind_vars (&k, fn->nparams, fn->params);
  fir_walk (fn->body, bind_stmt, &k);
  fir_block_each_atom (fn->body, use_atom, &k);
  *n = k.n;
  return k.v;
}

/* --- Lifting --------------------------------------------------------------------------------- */

struct lifting
{
  struct fir_prog *p;
  struct fir_var *mu;
  struct fir_fun *fun;
  unsigned n;
  struct fir_var **captures;
};

/* S may be a call of the mu: call the function with the captures, too.  */
static void
lift_call (struct fir_stmt *s, void *data)
{
  struct lifting *l = (struct lifting *) data;
  struct fir_atom *args;

  if (s->op != FIR_APPLY || s->args[0].var != l->mu)
    return;
  args = CTX_NEWV (l->p->ctx, struct fir_atom, s->nargs - 1 + l->n);
  for (unsigned k = 1; k < s->nargs; k++)
    args[k - 1] = s->args[k];
  for (unsigned k = 0; k < l->n; k++)
    args[s->nargs - 1 + k] = fir_atom_var (l->captures[k]);
  s->op = FIR_CALL;
  s->callee = l->fun;
  s->nargs += l->n - 1;
  s->args = args;
}

/* A loop that a mu captures is copied into it, and so is what that captures.  */
static bool
copy_loops_in (struct closures *c, struct fir_stmt *mu)
{
  unsigned n;
  struct fir_var **v = closures_captures (c->p, mu->fns[0], mu->res[0], &n);

  for (unsigned k = 0; k < n; k++)
    if (makes_function (v[k]->def))
      {
	struct fir_stmt *def = v[k]->def;
	struct fir_block *b = fir_block_new (c->p), *body = mu->fns[0]->body;
	struct fir_stmt *copy = fir_stmt_new (c->p, b, def->op, def->site, 0, 1, v[k]->type,
					      v[k]->name);
	struct fir_subst *subst = fir_subst_new (c->p);

	fir_subst_put (subst, v[k], fir_atom_var (copy->res[0]));
	copy->fns[0] = fir_fn_copy (c->p, def->fns[0], subst);
	fir_subst_block (subst, body);
	fir_unlink (copy);
	fir_insert_before (body->first, copy);
	return true;
      }
  return false;
}

void
closures_lift_mu (struct closures *c, struct fir_stmt *mu)
{
  struct fir_fn *fn = mu->fns[0], *to = CTX_NEW (c->p->ctx, struct fir_fn);
  struct lifting l = { .p = c->p, .mu = mu->res[0] };
  struct fir_subst *subst = fir_subst_new (c->p);

  law_fired (c->p->ctx, LAW_K6);
  while (copy_loops_in (c, mu))
    ;
  l.captures = closures_captures (c->p, fn, mu->res[0], &l.n);
  to->nparams = fn->nparams + l.n;
  to->params = CTX_NEWV (c->p->ctx, struct fir_var *, to->nparams);
  to->body = fn->body;
  for (unsigned k = 0; k < fn->nparams; k++)
    to->params[k] = fn->params[k];
  fir_unlink (mu);
  l.fun = closures_fun_new (c, mu->res[0]->name, to);
  closures_each_stmt (c, lift_call, &l);
  for (unsigned k = 0; k < l.n; k++)
    {
      struct fir_var *v = l.captures[k];

      to->params[fn->nparams + k] = fir_var_new (c->p, v->name, v->type);
      fir_subst_put (subst, v, fir_atom_var (to->params[fn->nparams + k]));
    }
  fir_subst_block (subst, to->body);
  c->changes++;
}

/* --- Calls of the program's functions -------------------------------------------------------- */

struct wanting
{
  struct fir_fun *fun;
  bool functions, mutual;
  unsigned own, tail;
};

static void
want (struct fir_stmt *s, void *data)
{
  struct wanting *w = (struct wanting *) data;

  w->functions |= makes_function (s) || s->op == FIR_APPLY;
  for (unsigned k = 0; k < s->nres; k++)
    w->functions |= type_has_fn (s->res[k]->type);
  if (s->op == FIR_CALL && s->callee == w->fun)
    w->own++;
  else if (s->op == FIR_CALL)
    w->mutual |= s->callee->component == w->fun->component;
}

/* Calls of W's function in tail position of B.  */
static void
count_tail (struct wanting *w, struct fir_block *b)
{
  struct fir_stmt *s = b->last;

  if (!s || s->nres != b->nrets)
    return;
  for (unsigned k = 0; k < s->nres; k++)
    if (b->rets[k].var != s->res[k])
      return;
  w->tail += s->op == FIR_CALL && s->callee == w->fun;
  if (s->op == FIR_IF || s->op == FIR_CASE)
    for (unsigned k = 0; k < s->nfns; k++)
      count_tail (w, s->fns[k]->body);
}

/* A mu in a mu, one for each call of a function that is none of those around, has no more
   statements than this.  */
#define MAX_NEST 500

/* How many statements there would be.  OPEN: the functions around have this mark.  */
struct nest
{
  unsigned component, n, open;
};

static void
count_nest (struct fir_stmt *s, void *data)
{
  struct nest *t = (struct nest *) data;
  struct fir_fun *f = s->callee;

  if (++t->n > MAX_NEST || s->op != FIR_CALL || f->component != t->component
      || f->mark == t->open)
    return;
  f->mark = t->open;
  fir_walk (f->fn->body, count_nest, t);
  f->mark = 0;
}

/* Should a call of FUN, which is recursive, become one of a function value?  It must if FUN, or a
   function in its cycle, uses function values.  */
static bool
wants_mu (struct fir_prog *p, struct fir_fun *fun)
{
  struct wanting w = { fun, false, false, 0, 0 };
  struct nest t = { fun->component, 0, ++p->marks };

  if (fun->lifted)
    return false;
  fir_walk (fun->fn->body, want, &w);
  count_tail (&w, fun->fn->body);
  for (struct fir_fun *f = p->funs; f; f = f->next)
    if (f->component == fun->component)
      {
	struct wanting v = { f, false, false, 0, 0 };

	for (unsigned k = 0; k < f->fn->nparams; k++)
	  v.functions |= type_has_fn (f->fn->params[k]->type);
	fir_walk (f->fn->body, want, &v);
	w.functions |= v.functions;
      }
  if (w.functions || !w.mutual)
    return w.functions || w.own == w.tail;
  fun->mark = t.open;
  fir_walk (fun->fn->body, count_nest, &t);
  return t.n <= MAX_NEST;
}

/* The functions around that have become mus.  */
struct around
{
  struct fir_fun *fun;
  struct fir_var *v;
  const struct around *outer;
};

static void convert_block (struct closures *c, struct fir_block *b, const struct around *in);

static void
make_mu (struct closures *c, struct fir_stmt *s, const struct around *in)
{
  struct fir_fn *fn = fir_fn_copy (c->p, s->callee->fn, NULL);
  struct fir_stmt *mu = fir_stmt_new (c->p, fir_block_new (c->p), FIR_MU, s->site, 0, 1,
				      closures_fn_type (c->p, fn), s->callee->name);
  struct around here = { s->callee, mu->res[0], in };

  fir_unlink (mu);
  mu->fns[0] = fn;
  convert_block (c, fn->body, &here);
  fir_insert_before (s, mu);
}

static void
convert_call (struct closures *c, struct fir_stmt *s, const struct around *in)
{
  const struct around *a;
  struct fir_atom *args;

  for (a = in; a && a->fun != s->callee; a = a->outer)
    ;
  if (!a && (!s->callee->recursive || !wants_mu (c->p, s->callee)))
    return;
  law_fired (c->p->ctx, LAW_K3);
  if (!a)
    make_mu (c, s, in);
  args = CTX_NEWV (c->p->ctx, struct fir_atom, s->nargs + 1);
  args[0] = fir_atom_var (a ? a->v : s->prev->res[0]);
  for (unsigned k = 0; k < s->nargs; k++)
    args[1 + k] = s->args[k];
  s->op = FIR_APPLY;
  s->callee = NULL;
  s->args = args;
  s->nargs++;
  c->changes++;
}

static void
convert_block (struct closures *c, struct fir_block *b, const struct around *in)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (s->op == FIR_CALL)
	convert_call (c, s, in);
      /* The mu just made is converted already.  */
      for (unsigned k = 0; k < s->nfns; k++)
	convert_block (c, s->fns[k]->body, in);
      for (unsigned k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  convert_block (c, s->outs[k].combine->body, in);
    }
}

/* Does a program have to do with function values or recursion?  MARK: of what has been seen.  */
struct calling
{
  unsigned mark;
  bool functions;
};

/* S, and what it calls.  */
static void
look (struct fir_stmt *s, void *data)
{
  struct calling *k = (struct calling *) data;

  k->functions |= makes_function (s) || s->op == FIR_APPLY
		  || (s->op == FIR_CALL && s->callee->recursive);
  if (s->op == FIR_CALL && !k->functions && s->callee->mark != k->mark)
    {
      s->callee->mark = k->mark;
      fir_walk (s->callee->fn->body, look, k);
    }
}

void
closures_calls_to_mu (struct closures *c)
{
  struct calling k = { .functions = false };
  unsigned before;

  fir_number_components (c->p, c->r);
  k.mark = ++c->p->marks;
  fir_walk (c->r->body, look, &k);
  if (!k.functions)
    return;
  do
    {
      before = c->changes;
      c->changes += pass_inline (c->p, c->r, NULL);
      convert_block (c, c->r->body, NULL);
    }
  while (c->changes != before);
}

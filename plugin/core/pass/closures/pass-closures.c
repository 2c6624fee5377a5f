/* The pass closures: eliminates function values.

     f = lambda { (x) y = add x k ret y }   r = apply f a      =>    r = add a k
     m = mu { (f, n) ... apply m f k ... }  r = apply m g 3
       =>    m' = mu { (n) ... apply m' k ... }
								     with g for f
     m = mu { (n) ... s = apply m k  t = add s n ... }         =>    fun @m (n, captures) { ... }
     f = if c { ret g } else { ret h }      r = apply f a      =>    f: sum, r = case f { ... }

   In this order: calls of recursive functions of the program become mus where that pays; calls of
   known functions are inlined; a function that is passed unchanged through a recursion is
   substituted into a copy of it; the remaining function values become alternatives of a sum, one
   sum per function type, with their captures, and each call of an unknown function a call of a
   function that is a case over it; a mu that does not only call itself in tail position becomes a
   function of the program, with its captures as additional parameters.  One that does stays:
   lowering makes a loop of it.
   Paper: Harlan, section 4 (lambda lifting, and closures by defunctionalisation); NOVA, section 4.1
   (closure conversion) and 5 (inlining of let-bound lambdas).
   Does not: limit sizes (as pass inline does), or convert a function whose captures hold functions
   of its own type.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "closures.h"

/* More applications than this mean that inlining does not terminate.  */
#define MAX_INLINED 10000

unsigned
closures_all_uses (struct closures *c, struct fir_var *v)
{
  unsigned n = 0;

  for (struct root *r = c->roots; r; r = r->next)
    n += fir_count_uses (r->body, v);
  return n;
}

void
closures_each_stmt (struct closures *c, void (*f) (struct fir_stmt *, void *), void *data)
{
  for (struct root *r = c->roots; r; r = r->next)
    fir_walk (r->body, f, data);
}

struct operator_count
{
  struct fir_var *v;
  unsigned n;
};

static void
count_operator (struct fir_stmt *s, void *data)
{
  struct operator_count *o = (struct operator_count *) data;

  o->n += s->op == FIR_APPLY && s->args[0].var == o->v;
}

unsigned
closures_operator_uses (struct closures *c, struct fir_var *v)
{
  struct operator_count o = { v, 0 };

  closures_each_stmt (c, count_operator, &o);
  return o.n;
}

const struct type *
closures_fn_type (struct fir_prog *p, struct fir_fn *fn)
{
  unsigned n = fn->nparams, m = fn->body->nrets;
  const struct type **t = CTX_NEWV (p->ctx, const struct type *, n + m);

  for (unsigned k = 0; k < n; k++)
    t[k] = fn->params[k]->type;
  for (unsigned k = 0; k < m; k++)
    t[n + k] = fir_atom_type (fn->body->rets[k]);
  return type_fn (p->ctx, n, t, m, t + n);
}

struct fir_fun *
closures_fun_new (struct closures *c, const char *name, struct fir_fn *fn)
{
  static const char none[] = "f";
  const char *unique;
  struct fir_fun *f;

  do
    {
      unique = ctx_intern (c->p->ctx, ctx_printf (c->p->ctx, "%s.%u", name ? name : none,
					   ++c->p->nlifted));
      for (f = c->p->funs; f && f->name != unique; f = f->next)
	;
    }
  while (f);
  f = fir_fun_new (c->p, unique, fn);
  f->lifted = true;
  struct root *r = CTX_NEW (c->p->ctx, struct root);
  r->body = fn->body;
  r->fun = f;
  r->next = c->roots->next;
  c->roots->next = r;
  return f;
}

/* --- Known functions ------------------------------------------------------------------------- */

/* WITH for V everywhere.  */
static void
substitute (struct closures *c, struct fir_subst *subst)
{
  for (struct root *r = c->roots; r; r = r->next)
    fir_subst_block (subst, r->body);
}

/* The body of the lambda for S, a call of it.  */
static void
apply_lambda (struct closures *c, struct fir_stmt *s, struct fir_fn *fn)
{
  struct fir_subst *params = fir_subst_new (c->p), *results = fir_subst_new (c->p);
  struct fir_atom *rets;

  law_fired (c->p->ctx, LAW_K1);
  if (!s->tail)
    {
      fn = fir_fn_copy (c->p, fn, NULL);
      pass_forget_tails (fn->body);
    }
  for (unsigned k = 0; k < fn->nparams; k++)
    fir_subst_put (params, fn->params[k], s->args[1 + k]);
  rets = fir_copy_before (c->p, s, fn->body, params);
  for (unsigned k = 0; k < s->nres; k++)
    fir_subst_put (results, s->res[k], rets[k]);
  fir_unlink (s);
  substitute (c, results);
}

struct invariant
{
  struct fir_stmt *mu;
  unsigned k;
  bool holds;
};

static void
look_at_call (struct fir_stmt *s, void *data)
{
  struct invariant *i = (struct invariant *) data;

  if (s->op == FIR_APPLY && s->args[0].var == i->mu->res[0])
    i->holds &= s->args[1 + i->k].var == i->mu->fns[0]->params[i->k];
}

/* Does every call that MU makes of itself hand parameter K on as it is, and does MU nothing with
   itself but call?  */
static bool
hands_on (struct closures *c, struct fir_stmt *mu, unsigned k)
{
  struct invariant i = { mu, k, true };

  (void) c;
  fir_walk (mu->fns[0]->body, look_at_call, &i);
  return i.holds;
}

static void
remove_arg (struct fir_stmt *s, unsigned k)
{
  s->nargs--;
  for (; k < s->nargs; k++)
    s->args[k] = s->args[k + 1];
}

struct shortened
{
  struct fir_var *v;
  unsigned k;
};

static void
shorten_call (struct fir_stmt *s, void *data)
{
  struct shortened *h = (struct shortened *) data;

  if (s->op == FIR_APPLY && s->args[0].var == h->v)
    remove_arg (s, 1 + h->k);
}

/* S calls MU with known function A for its parameter K: let it call a copy with A inside.  */
static void
specialise (struct closures *c, struct fir_stmt *s, struct fir_stmt *mu, unsigned k)
{
  struct fir_block *b = fir_block_new (c->p);
  struct fir_stmt *copy = fir_stmt_new (c->p, b, FIR_MU, mu->site, 0, 1, mu->res[0]->type,
					mu->res[0]->name);
  struct fir_subst *subst = fir_subst_new (c->p), *inside = fir_subst_new (c->p);
  struct fir_fn *fn;

  law_fired (c->p->ctx, LAW_K4);
  fir_subst_put (subst, mu->res[0], fir_atom_var (copy->res[0]));
  copy->fns[0] = fn = fir_fn_copy (c->p, mu->fns[0], subst);
  copy->order = mu->order;
  struct shortened h = { copy->res[0], k };
  fir_walk (fn->body, shorten_call, &h);
  fir_subst_put (inside, fn->params[k], s->args[1 + k]);
  fir_subst_block (inside, fn->body);
  fn->nparams--;
  for (; k < fn->nparams; k++)
    fn->params[k] = fn->params[k + 1];
  copy->res[0]->type = closures_fn_type (c->p, fn);
  fir_unlink (copy);
  fir_insert_before (s, copy);
  s->args[0] = fir_atom_var (copy->res[0]);
  remove_arg (s, 1 + h.k);
}

/* S calls a mu from outside it: is there a known function to put inside?  */
static bool
specialise_call (struct closures *c, struct fir_stmt *s)
{
  struct fir_stmt *mu = fir_atom_def (s->args[0]);
  struct operator_count inside = { mu->res[0], 0 };

  fir_walk (mu->fns[0]->body, count_operator, &inside);
  if (inside.n != fir_count_uses (mu->fns[0]->body, mu->res[0]))
    return false;
  for (unsigned k = 0; k + 1 < s->nargs; k++)
    if (makes_function (fir_atom_def (s->args[1 + k])) && fir_atom_def (s->args[1 + k]) != mu
	&& hands_on (c, mu, k))
      {
	specialise (c, s, mu, k);
	return true;
      }
  return false;
}

/* FIELD of a record that is known and holds functions.  */
static bool
known_field (struct closures *c, struct fir_stmt *s)
{
  struct fir_stmt *def = s->op == FIR_FIELD ? fir_atom_def (s->args[0]) : NULL;
  struct fir_subst *subst;

  if (!def || def->op != FIR_RECORD || !type_has_fn (def->res[0]->type))
    return false;
  law_fired (c->p->ctx, LAW_K5);
  subst = fir_subst_new (c->p);
  fir_subst_put (subst, s->res[0], def->args[s->index]);
  fir_unlink (s);
  substitute (c, subst);
  return true;
}

static bool
known_stmt (struct closures *c, struct fir_stmt *s)
{
  struct fir_stmt *def;

  if (s->op == FIR_MU && !fir_uses (s->fns[0]->body, s->res[0]))
    {
      s->op = FIR_LAMBDA;
      law_fired (c->p->ctx, LAW_K2);
      return true;
    }
  if ((makes_function (s)
       && closures_all_uses (c, s->res[0]) == fir_count_uses (s->fns[0]->body, s->res[0]))
      || (s->op == FIR_RECORD && type_has_fn (s->res[0]->type)
	  && !closures_all_uses (c, s->res[0])))
    {
      fir_unlink (s);
      return true;
    }
  def = s->op == FIR_APPLY ? fir_atom_def (s->args[0]) : NULL;
  if (def && def->op == FIR_LAMBDA)
    {
      apply_lambda (c, s, def->fns[0]);
      return true;
    }
  if (def && def->op == FIR_MU)
    return specialise_call (c, s);
  return known_field (c, s);
}

/* Change one thing in B; false if there is nothing to change.  */
static bool
known_block (struct closures *c, struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (known_stmt (c, s))
	return true;
      for (unsigned k = 0; k < s->nfns; k++)
	if (known_block (c, s->fns[k]->body))
	  return true;
      for (unsigned k = 0; k < s->nouts; k++)
	if (s->outs[k].combine && known_block (c, s->outs[k].combine->body))
	  return true;
    }
  return false;
}

static void
known_functions (struct closures *c)
{
  for (unsigned n = 0; n < MAX_INLINED; n++)
    {
      bool any = false;

      for (struct root *r = c->roots; r && !any; r = r->next)
	any = known_block (c, r->body);
      if (!any)
	return;
      c->changes++;
    }
}

/* --- The rest -------------------------------------------------------------------------------- */

/* A mu that is only called, but not only in tail position.  */
static void
find_lifted (struct fir_stmt *s, void *data)
{
  struct fir_stmt **found = (struct fir_stmt **) data;

  if (!*found && s->op == FIR_MU && !fir_tail_only (s))
    *found = s;
}

static void
lift_the_rest (struct closures *c)
{
  for (;;)
    {
      struct fir_stmt *mu = NULL;

      closures_each_stmt (c, find_lifted, &mu);
      if (!mu || closures_all_uses (c, mu->res[0]) != closures_operator_uses (c, mu->res[0]))
	return;
      closures_lift_mu (c, mu);
    }
}

static void
mark_called (struct fir_stmt *s, void *data)
{
  const struct fir_prog *p = (const struct fir_prog *) data;

  if (s->op != FIR_CALL || !s->callee->lifted || s->callee->mark == p->marks)
    return;
  s->callee->mark = p->marks;
  fir_walk (s->callee->fn->body, mark_called, data);
}

/* Functions that were made, and whose calls have all become their bodies since.  */
static void
drop_unused (struct fir_prog *p)
{
  bool any = false;

  for (struct fir_fun *f = p->funs; f; f = f->next)
    any |= f->lifted;
  if (!any)
    return;
  p->marks++;
  for (struct fir_region *r = p->regions; r; r = r->next)
    fir_walk (r->body, mark_called, p);
  for (struct fir_fun *f = p->funs; f; f = f->next)
    if (!f->lifted)
      fir_walk (f->fn->body, mark_called, p);
  for (struct fir_fun **f = &p->funs; *f;)
    if (!(*f)->lifted || (*f)->mark == p->marks)
      f = &(*f)->next;
    else
      *f = (*f)->next;
}

unsigned
pass_closures (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct root root = { r->body, NULL, NULL };
  struct closures c = { p, r, &root, 0 };

  (void) log;
  closures_calls_to_mu (&c);
  known_functions (&c);
  closures_defunctionalise (&c);
  lift_the_rest (&c);
  /* Once a round: it walks the whole program.  */
  if (!r->next)
    drop_unused (p);
  return c.changes;
}

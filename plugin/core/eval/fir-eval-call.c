/* Calls, evaluated: functions of the program, and functions as values.

   Each variable of the program has one slot, by its number.  A call saves the slots that it will
   overwrite and another activation may still need, and restores them; a closure has copies of its
   captures.  A tail call is an iteration of the loop of the enclosing call, so that it takes no
   space.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval-int.h"
#include "base/lex.h"
#include "fir/fir-term.h"

#include <string.h>

/* The function of a fun, a lambda or a mu, met before.  */
struct code
{
  struct fir_fn *fn;
  unsigned calls;		/* activations there are */
  struct fir_var **bound;	/* the variables that it binds, except those in function values,
				   which are called themselves */
  struct fir_var **free;	/* what it uses from outside */
  unsigned nbound, nfree;
  size_t bound_cap, free_cap;
};

struct eval_closure
{
  struct code *code;
  struct fir_var *self;		/* of a mu: what its body calls it */
  struct value *captured;	/* of the free variables; nothing at SELF's place */
};

/* A code that a call has entered, and what it has kept: values of the free variables, and, if
   ALL, of the bound ones before them.  */
struct entered
{
  struct code *code;
  bool all;
};

struct eval_calls
{
  struct ptrmap codes;		/* by function */
  struct value *kept;
  size_t nkept, kept_cap;
  struct entered *entered;
  size_t nentered, entered_cap;
  /* The tail call to be done.  */
  struct code *next;
  const struct eval_closure *next_closure;
  struct value *args;
  unsigned args_cap;
};

/* --- Codes ----------------------------------------------------------------------------------- */

static void
add_var (struct eval *e, struct fir_var ***v, unsigned *n, size_t *cap, struct fir_var *x)
{
  CTX_MORE (e->ctx, *v, *n, *cap);
  (*v)[(*n)++] = x;
}

/* While a code is made.  */
struct search
{
  struct eval *e;
  struct code *c;
  struct ptrmap here;		/* variables bound in it or noted already */
};

static void search_fn (struct search *q, struct fir_fn *fn, bool count);

/* V is bound; COUNT: and it is the code's own.  */
static void
search_bound (struct search *q, unsigned n, struct fir_var **v, bool count)
{
  struct code *c = q->c;
  unsigned k;

  for (k = 0; k < n; k++)
    {
      *ptrmap_at (&q->here, v[k]) = v[k];
      if (count)
	add_var (q->e, &c->bound, &c->nbound, &c->bound_cap, v[k]);
    }
}

static void
search_fn (struct search *q, struct fir_fn *fn, bool count)
{
  struct fir_stmt *s;
  unsigned k;

  search_bound (q, fn->nparams, fn->params, count);
  for (s = fn->body->first; s; s = s->next)
    {
      bool in = count && s->op != FIR_LAMBDA && s->op != FIR_MU;

      search_bound (q, s->nres, s->res, count);
      for (k = 0; k < s->nfns; k++)
	search_fn (q, s->fns[k], in);
      for (k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  search_fn (q, s->outs[k].combine, in);
    }
}

static void
search_free (struct fir_atom *a, void *data)
{
  struct search *q = (struct search *) data;
  struct code *c = q->c;

  if (!a->var || *ptrmap_at (&q->here, a->var))
    return;
  *ptrmap_at (&q->here, a->var) = a->var;
  add_var (q->e, &c->free, &c->nfree, &c->free_cap, a->var);
}

static struct eval_calls *
calls_of (struct eval *e)
{
  if (!e->calls)
    {
      e->calls = CTX_NEW (e->ctx, struct eval_calls);
      e->calls->codes.ctx = e->ctx;
    }
  return e->calls;
}

static struct code *
code_of (struct eval *e, struct fir_fn *fn)
{
  void **slot = ptrmap_at (&calls_of (e)->codes, fn);
  struct code *c = (struct code *) *slot;
  struct search q;

  if (c)
    return c;
  c = CTX_NEW (e->ctx, struct code);
  *slot = c;
  c->fn = fn;
  memset (&q, 0, sizeof q);
  q.e = e;
  q.c = c;
  q.here.ctx = e->ctx;
  search_fn (&q, fn, true);
  fir_block_each_atom (fn->body, search_free, &q);
  return c;
}

struct value
eval_lambda (struct eval *e, struct fir_stmt *s)
{
  struct eval_closure *f = CTX_NEW (e->ctx, struct eval_closure);
  struct code *c = code_of (e, s->fns[0]);
  struct value v;
  unsigned k;

  f->code = c;
  f->self = s->op == FIR_MU ? s->res[0] : NULL;
  f->captured = CTX_NEWV (e->ctx, struct value, c->nfree);
  for (k = 0; k < c->nfree; k++)
    if (c->free[k] != f->self)
      f->captured[k] = e->env[c->free[k]->id];
  memset (&v, 0, sizeof v);
  v.kind = VAL_FN;
  v.type = s->res[0]->type;
  v.closure = f;
  return v;
}

/* --- Keeping and putting back ---------------------------------------------------------------- */

static void
keep (struct eval *e, struct eval_calls *q, unsigned n, struct fir_var **v)
{
  unsigned k;

  for (k = 0; k < n; k++)
    {
      CTX_MORE (e->ctx, q->kept, q->nkept, q->kept_cap);
      q->kept[q->nkept++] = e->env[v[k]->id];
    }
}

static void
put_back (struct eval *e, struct eval_calls *q, unsigned n, struct fir_var **v)
{
  while (n--)
    e->env[v[n]->id] = q->kept[--q->nkept];
}

/* The call whose first entered code is number FIRST comes to C.  */
static void
enter (struct eval *e, struct eval_calls *q, size_t first, struct code *c)
{
  size_t k;

  for (k = first; k < q->nentered; k++)
    if (q->entered[k].code == c)
      return;
  CTX_MORE (e->ctx, q->entered, q->nentered, q->entered_cap);
  q->entered[q->nentered].code = c;
  q->entered[q->nentered++].all = c->calls != 0;
  if (c->calls++)
    keep (e, q, c->nbound, c->bound);
  keep (e, q, c->nfree, c->free);
}

static void
leave (struct eval *e, struct eval_calls *q, size_t first)
{
  while (q->nentered > first)
    {
      struct entered *n = &q->entered[--q->nentered];

      put_back (e, q, n->code->nfree, n->code->free);
      if (n->all)
	put_back (e, q, n->code->nbound, n->code->bound);
      n->code->calls--;
    }
}

/* --- Calls ----------------------------------------------------------------------------------- */

/* Set the variables of C, that of closure F if not NULL, to their values.  */
static void
bind (struct eval *e, struct code *c, const struct eval_closure *f, const struct value *args)
{
  unsigned k;

  for (k = 0; f && k < c->nfree; k++)
    e->env[c->free[k]->id] = f->captured[k];
  if (f && f->self)
    {
      struct value v;

      memset (&v, 0, sizeof v);
      v.kind = VAL_FN;
      v.type = f->self->type;
      v.closure = f;
      e->env[f->self->id] = v;
    }
  for (k = 0; k < c->fn->nparams; k++)
    e->env[c->fn->params[k]->id] = args[k];
}

static enum outcome
run (struct eval *e, struct code *c, const struct eval_closure *f, const struct value *args,
     struct value *res, bool inside)
{
  struct eval_calls *q = calls_of (e);
  size_t first = q->nentered;
  uint64_t alive = e->alive, kept;
  struct fir_block *body;
  enum outcome how;
  unsigned k;

  /* The caller's frame may be above that in which the evaluator was created.  */
  if (e->stack - (char *) __builtin_frame_address (0) > (ptrdiff_t) e->stack_room)
    eval_error (e, "calls are nested too deeply");
  for (;;)
    {
      enter (e, q, first, c);
      bind (e, c, f, args);
      body = c->fn->body;
      how = eval_stmts (e, body, inside);
      if (how != TAIL_CALL)
	break;
      c = q->next;
      f = q->next_closure;
      args = q->args;
      for (k = 0, kept = 0; k < c->fn->nparams; k++)
	kept += eval_elements (&args[k]);
      eval_keep (e, alive, kept);
    }
  for (k = 0, kept = 0; how == DONE && k < body->nrets; k++)
    {
      res[k] = eval_atom (e, body->rets[k]);
      kept += eval_elements (&res[k]);
    }
  eval_keep (e, alive, kept);
  leave (e, q, first);
  return how;
}

/* Leave C of F and ARGS to the call that is at hand.  */
static enum outcome
run_later (struct eval *e, struct code *c, const struct eval_closure *f, const struct value *args)
{
  struct eval_calls *q = calls_of (e);
  unsigned n = c->fn->nparams;

  if (n > q->args_cap)
    {
      q->args_cap = 2 * n;
      q->args = CTX_NEWV (e->ctx, struct value, q->args_cap);
    }
  if (n)
    memcpy (q->args, args, n * sizeof *args);
  q->next = c;
  q->next_closure = f;
  return TAIL_CALL;
}

enum outcome
eval_fun (struct eval *e, struct fir_fun *fun, const struct value *args, struct value *res,
	  bool inside, bool tail)
{
  struct code *c = code_of (e, fun->fn);

  return tail ? run_later (e, c, NULL, args) : run (e, c, NULL, args, res, inside);
}

enum outcome
eval_apply (struct eval *e, const struct value *fn, const struct value *args, struct value *res,
	    bool inside, bool tail)
{
  const struct eval_closure *f = fn->closure;

  if (fn->kind != VAL_FN)
    eval_error (e, "a function was expected");
  return tail ? run_later (e, f->code, f, args) : run (e, f->code, f, args, res, inside);
}

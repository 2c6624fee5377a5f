/* The evaluator of FIR: a reference interpreter.  It is the oracle of the passes, of lowering and
   of the emitters, so it follows doc/fir.txt to the letter and optimises nothing.

   An element that fails has the value VAL_NONE from there on, and so has everything computed from
   it; the least failure is kept in struct eval.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval-int.h"
#include "fir/text.h"

#include <pthread.h>
#include <string.h>

/* Recursion may be deep: the evaluator runs on a separate stack.  */
#define STACK_BYTES ((size_t) 256 << 20)
#define STACK_SPARE ((size_t) 1 << 20)

struct value
value_failed (const struct type *t)
{
  struct value v;

  memset (&v, 0, sizeof v);
  v.kind = VAL_NONE;
  v.type = t;
  return v;
}

struct value
eval_atom (struct eval *e, struct fir_atom a)
{
  return a.var ? e->env[a.var->id] : value_const (e, a.cst);
}

/* Room for the variables of the program.  */
static void
env_room (struct eval *e)
{
  if (e->nenv < e->prog->nvars)
    {
      struct value *env = CTX_NEWV (e->ctx, struct value, e->prog->nvars);

      if (e->nenv)
	memcpy (env, e->env, e->nenv * sizeof *env);
      e->env = env;
      e->nenv = e->prog->nvars;
    }
}

void
eval_store_later (struct eval *e, uint32_t site, const struct value *p, uint64_t n,
		  struct value *v)
{
  struct eval_store *s = CTX_NEW (e->ctx, struct eval_store);

  s->site = site;
  s->p = *p;
  s->n = n;
  s->v = v;
  if (e->stores)
    e->last_store->next = s;
  else
    e->stores = s;
  e->last_store = s;
  e->nstores++;
  e->cost.work += n;
}

/* --- Functions ------------------------------------------------------------------------------- */

bool
eval_fn (struct eval *e, struct fir_fn *fn, uint64_t elem, const struct value *args, unsigned nres,
	 struct value *res)
{
  uint64_t outer = e->elem, alive = e->alive, kept = 0;
  enum outcome how;
  unsigned k;

  for (k = 0; k < fn->nparams; k++)
    {
      if (args[k].kind == VAL_NONE)
	return false;
      e->env[fn->params[k]->id] = args[k];
    }
  e->elem = elem;
  if (e->depth++ == 0)
    e->outer = elem;
  how = eval_stmts (e, fn->body, true);
  e->depth--;
  e->elem = outer;
  for (k = 0; how == DONE && k < nres; k++)
    {
      res[k] = eval_atom (e, fn->body->rets[k]);
      kept += eval_elements (&res[k]);
      if (res[k].kind == VAL_NONE)
	how = FAILED;
    }
  /* The values of a loop's body are the outputs', which are no results.  */
  if (fn->body->nrets)
    eval_keep (e, alive, kept);
  return how == DONE;
}

uint64_t
eval_who (const struct eval *e, uint64_t k)
{
  return e->depth ? e->outer : k;
}

/* Has V failed, or an element of it.  */
static bool
has_failed (struct eval *e, const struct value *v)
{
  if (v->kind == VAL_VEC)
    for (uint64_t i = 0; i < v->vec->n; i++)
      {
	struct value x = value_vec_at (e, v, i);

	if (has_failed (e, &x))
	  return true;
      }
  return v->kind == VAL_NONE;
}

/* Evaluate LEAF, which only the creator of the program may know.  */
static bool
other_leaf (struct eval *e, const struct fir_leaf *leaf, unsigned n, const struct value *args,
	    struct value *res, uint32_t *site, const char **text)
{
  enum fir_known how = FIR_UNKNOWN;

  if (e->prog->known_leaf)
    how = e->prog->known_leaf (e, leaf, n, args, res, site, text);
  if (how == FIR_UNKNOWN)
    eval_error (e, "the meaning of leaf @%s is not known", leaf->name);
  return how == FIR_DONE;
}

/* As eval_leaf, with the cost of what the function of LEAF's name does.  */
static bool
run_leaf (struct eval *e, const struct fir_leaf *leaf, unsigned n, const struct value *args,
	  struct value *res, uint32_t *site, const char **text)
{
  struct eval_failure outer = e->failure;
  struct fir_fun *fun;
  unsigned depth;
  enum outcome how;

  for (fun = e->prog->funs; fun && strcmp (fun->name, leaf->name) != 0; fun = fun->next)
    ;
  if (!fun)
    {
      if (eval_known_leaf (e, leaf, n, args, res))
	return true;
      return other_leaf (e, leaf, n, args, res, site, text);
    }
  if (fun->fn->nparams != n || fun->fn->body->nrets != 1)
    eval_error (e, "function @%s is not of the type of leaf @%s", leaf->name, leaf->name);
  env_room (e);
  memset (&e->failure, 0, sizeof e->failure);
  depth = e->depth;
  e->depth = 0;
  how = eval_fun (e, fun, args, res, true, false);
  e->depth = depth;
  if (how == DONE && res->kind == VAL_NONE)
    how = FAILED;
  if (how != DONE && !e->failure.any)
    {
      /* It needs an element of an operand that failed before.  */
      bool needs = false;

      for (unsigned k = 0; k < n; k++)
	needs |= has_failed (e, &args[k]);
      if (!needs)
	eval_error (e, "leaf @%s failed, but nothing in it", leaf->name);
      e->failure = outer;
      *text = NULL;
      return false;
    }
  if (how != DONE && !(leaf->flags & LEAF_MAYFAIL))
    eval_error (e, "leaf @%s raises, but is not marked mayfail", leaf->name);
  *site = e->failure.site;
  *text = e->failure.text;
  e->failure = outer;
  return how == DONE;
}

bool
eval_leaf (struct eval *e, const struct fir_leaf *leaf, unsigned n, const struct value *args,
	   struct value *res, uint32_t *site, const char **text)
{
  uint64_t work = e->cost.work;
  bool done = run_leaf (e, leaf, n, args, res, site, text);

  e->cost.work = work + 1;
  return done;
}

/* --- Statements ------------------------------------------------------------------------------ */

static enum outcome
stmt_leaf (struct eval *e, struct fir_stmt *s, const struct value *args, struct value *res)
{
  const char *text;
  uint32_t site;

  if (eval_leaf (e, s->leaf, s->nargs, args, res, &site, &text))
    return DONE;
  if (text)
    eval_fail (e, s->order, eval_who (e, e->elem), site, text);
  return FAILED;
}

/* A check term: inside a function it is the element's.  */
static enum outcome
stmt_check (struct eval *e, struct fir_stmt *s, const struct value *args, bool inside)
{
  uint64_t a[4] = { 0, 0, 0, 0 };
  unsigned k;

  for (k = 0; k < s->nargs && k < 4; k++)
    a[k] = value_size (e, &args[k]);
  if (check_kind_holds (s->check, a))
    return DONE;
  if (inside)
    eval_fail (e, s->order, eval_who (e, e->elem), s->site, eval_check_text (e, s->check, a));
  else if (!e->failure.any)
    eval_fail (e, s->order, 0, s->site, eval_check_text (e, s->check, a));
  return inside ? FAILED : RAISED;
}

static enum outcome
stmt_if (struct eval *e, struct fir_stmt *s, const struct value *c, struct value *res, bool inside)
{
  struct fir_block *b = s->fns[!value_true (e, c)]->body;
  enum outcome how = eval_stmts (e, b, inside);
  unsigned k;

  for (k = 0; how == DONE && k < s->nres; k++)
    res[k] = eval_atom (e, b->rets[k]);
  return how;
}

/* The arm of S that its operand X is.  */
static unsigned
find_arm (struct eval *e, struct fir_stmt *s, const struct value *x)
{
  unsigned k;

  for (k = 0; k < s->nfns; k++)
    if (s->arms[k].any
	|| (x->kind == VAL_SUM ? s->arms[k].alternative == x->alt
	    : (__int128) s->arms[k].label.cst->i == x->i))
      return k;
  eval_error (e, "the value has no arm");
}

static enum outcome
stmt_case (struct eval *e, struct fir_stmt *s, const struct value *x, struct value *res,
	   bool inside)
{
  struct fir_fn *fn = s->fns[find_arm (e, s, x)];
  enum outcome how;
  unsigned k;

  if (fn->nparams)
    e->env[fn->params[0]->id] = *x->inner;
  how = eval_stmts (e, fn->body, inside);
  for (k = 0; how == DONE && k < s->nres; k++)
    res[k] = eval_atom (e, fn->body->rets[k]);
  return how;
}

/* The arguments of S, a call that is near, with another first one.  */
static const struct value *
from_anywhere (struct eval *e, struct fir_stmt *s, const struct value *args)
{
  struct value *v = CTX_NEWV (e->ctx, struct value, s->nargs - 1);

  memcpy (v, args, (s->nargs - 1) * sizeof *v);
  v[0] = value_int (args[0].type, (__int128) eval_anything (e, (uint64_t) args[0].i));
  return v;
}

/* S with operands ARGS, none of which failed, into the values RES.  */
static enum outcome
run_stmt (struct eval *e, struct fir_stmt *s, const struct value *args, struct value *res,
	  bool inside)
{
  if (fir_op_info[s->op].cls == FIR_CLASS_PRIM)
    {
      e->cost.work++;
      res[0] = eval_prim (e, s->op, s->res[0]->type, s->index, s->nargs, args);
      return DONE;
    }
  switch (s->op)
    {
    case FIR_IF:
      return stmt_if (e, s, &args[0], res, inside);
    /* Values of sums are made and looked at as the records that take their place.  */
    case FIR_CASE:
      e->cost.work++;
      return stmt_case (e, s, &args[0], res, inside);
    case FIR_INJECT:
      e->cost.work++;
      res[0] = value_sum (e, s->res[0]->type, s->index, s->nargs ? &args[0] : NULL);
      return DONE;
    case FIR_LAMBDA:
    case FIR_MU:
      res[0] = eval_lambda (e, s);
      return DONE;
    case FIR_APPLY:
      return eval_apply (e, &args[0], s->near ? from_anywhere (e, s, args + 1) : args + 1, res,
			 inside, s->tail);
    case FIR_CALL:
      return eval_fun (e, s->callee, args, res, inside, s->tail);
    case FIR_LEAF:
      return stmt_leaf (e, s, args, res);
    case FIR_CHECK:
      return stmt_check (e, s, args, inside);
    case FIR_LOOP:
      return eval_loop (e, s, value_size (e, &args[0]), res) ? DONE : FAILED;
    default:
      return eval_vec_op (e, s, args, &res[0]) ? DONE : FAILED;
    }
}

/* S: its operands, itself, its results.  */
static enum outcome
eval_stmt (struct eval *e, struct fir_stmt *s, bool inside)
{
  struct value few[4], fewer[2], *args = few, *res = fewer;
  enum outcome how = DONE;
  unsigned k;

  eval_step (e);
  e->line = s->line;
  if (s->nargs > sizeof few / sizeof *few)
    args = CTX_NEWV (e->ctx, struct value, s->nargs);
  if (s->nres > sizeof fewer / sizeof *fewer)
    res = CTX_NEWV (e->ctx, struct value, s->nres);
  for (k = 0; k < s->nargs; k++)
    {
      args[k] = eval_atom (e, s->args[k]);
      if (args[k].kind == VAL_NONE)
	how = FAILED;
    }
  if (how == DONE)
    how = run_stmt (e, s, args, res, inside);
  else if (s->op == FIR_CHECK && !inside)
    how = RAISED;
  for (k = 0; k < s->nres && how != TAIL_CALL; k++)
    e->env[s->res[k]->id] = how == DONE ? res[k] : value_failed (s->res[k]->type);
  return how;
}

enum outcome
eval_stmts (struct eval *e, struct fir_block *b, bool inside)
{
  struct fir_stmt *s;

  for (s = b->first; s; s = s->next)
    {
      enum outcome how;

      if (!inside)
	e->stores_before = e->nstores;
      how = eval_stmt (e, s, inside);

      /* A region continues: others of its results may fail with a lesser order.  */
      if (how == RAISED || how == TAIL_CALL || (how == FAILED && inside))
	return how;
    }
  return DONE;
}

/* --- Regions --------------------------------------------------------------------------------- */

struct call
{
  const char *text;
  struct strbuf *out;
};

/* Do the first N deferred stores of the region, except that of the builtin that failed: the check
   of its room is behind the loop that counts its elements.  */
static void
do_stores (struct eval *e, uint64_t n)
{
  struct eval_store *s;
  uint64_t k;

  for (s = e->stores; s && n; s = s->next, n--)
    for (k = 0; k < s->n && !(e->failure.any && s->site == e->failure.site); k++)
      {
	struct value *to = eval_place (e, &s->p, (int64_t) k);

	*to = s->v[k];
	s->p.buf->changed = true;
      }
}

void
eval_stores_now (struct eval *e)
{
  do_stores (e, e->nstores);
  e->stores = e->last_store = NULL;
  e->nstores = 0;
}

/* A copy of V: a result has its value before the stores, also if it is a view.  */
static struct value
snapshot (struct eval *e, const struct value *v)
{
  struct value to = *v, x;
  uint64_t i;
  unsigned k;

  switch (v->kind)
    {
    case VAL_VEC:
      to = value_vec_new (e, v->type, v->vec->n);
      for (i = 0; i < v->vec->n; i++)
	{
	  x = value_vec_at (e, v, i);
	  *value_vec_place (e, &to, i) = snapshot (e, &x);
	}
      break;
    case VAL_RECORD:
      to.fields = CTX_NEWV (e->ctx, struct value, v->type->nfields);
      for (k = 0; k < v->type->nfields; k++)
	to.fields[k] = snapshot (e, &v->fields[k]);
      break;
    case VAL_SUM:
      if (v->inner)
	{
	  x = snapshot (e, v->inner);
	  to = value_sum (e, v->type, v->alt, &x);
	}
      break;
    default:
      break;
    }
  return to;
}

/* PARAMS, N of them, from the text at *TEXT, into ARGS.  */
static void
read_params (struct eval *e, const char **text, unsigned n, struct fir_var **params,
	     struct value *args)
{
  const struct type **types = CTX_NEWV (e->ctx, const struct type *, n);
  const char **names = CTX_NEWV (e->ctx, const char *, n);
  unsigned k;

  for (k = 0; k < n; k++)
    {
      types[k] = params[k]->type;
      names[k] = params[k]->name;
    }
  eval_read_args (e, text, n, types, names, args);
}

/* Print the N results RES of what ended as HOW, and do its stores.  Copies that this makes are no
   part of the cost.  */
static void
finish (struct eval *e, enum outcome how, unsigned n, struct value *res, struct strbuf *out)
{
  struct eval_cost cost = e->cost;
  unsigned k;

  if (how == DONE && !e->failure.any)
    {
      for (k = 0; e->stores && k < n; k++)
	res[k] = snapshot (e, &res[k]);
      do_stores (e, e->nstores);
    }
  else if (e->failure.any)
    do_stores (e, e->failure.stores);
  else
    eval_error (e, "it failed, but nothing in it");
  eval_print_results (e, out, n, res);
  e->cost = cost;
}

/* Evaluate R with its parameters bound to the arguments in TEXT; print the outcome.  */
static void
eval_region (struct eval *e, const char *text, struct fir_region *r, struct strbuf *out)
{
  struct value *args = CTX_NEWV (e->ctx, struct value, r->nparams);
  struct value *res = CTX_NEWV (e->ctx, struct value, r->body->nrets);
  enum outcome how;
  unsigned k;

  read_params (e, &text, r->nparams, r->params, args);
  for (k = 0; k < r->nparams; k++)
    e->env[r->params[k]->id] = args[k];
  how = eval_stmts (e, r->body, false);
  for (k = 0; how == DONE && k < r->body->nrets; k++)
    res[k] = eval_atom (e, r->body->rets[k]);
  finish (e, how, r->body->nrets, res, out);
}

/* The same for a function of the program.  */
static void
eval_function (struct eval *e, const char *text, struct fir_fun *fun, struct strbuf *out)
{
  struct fir_fn *fn = fun->fn;
  struct value *args = CTX_NEWV (e->ctx, struct value, fn->nparams);
  struct value *res = CTX_NEWV (e->ctx, struct value, fn->body->nrets);
  enum outcome how;

  read_params (e, &text, fn->nparams, fn->params, args);
  how = eval_fun (e, fun, args, res, false, false);
  finish (e, how, fn->body->nrets, res, out);
}

static void
eval_call (struct eval *e, void *data)
{
  struct call *call = (struct call *) data;
  const char *text = call->text, *name = eval_read_head (e, &text);
  struct fir_region *r;
  struct fir_fun *fun;

  env_room (e);
  for (r = e->prog->regions; r && r->name != name; r = r->next)
    ;
  for (fun = e->prog->funs; fun && fun->name != name; fun = fun->next)
    ;
  if (r)
    eval_region (e, text, r, call->out);
  else if (fun)
    eval_function (e, text, fun, call->out);
  else
    eval_error (e, "there is no region or function @%s", name);
}

/* An evaluation on its own stack.  */
struct evaluation
{
  struct eval *e;
  struct call call;
  bool good;
};

static void *
evaluate (void *data)
{
  struct evaluation *v = (struct evaluation *) data;

  v->e->stack = (char *) __builtin_frame_address (0);
  v->good = eval_protect (v->e, eval_call, &v->call);
  return NULL;
}

/* Run V on a large stack; where there is none to be had, on that of the caller.  */
static void
run_evaluation (struct evaluation *v)
{
  pthread_attr_t attr;
  pthread_t thread;
  size_t room = v->e->stack_room;
  bool run = false;

  if (pthread_attr_init (&attr) == 0)
    {
      v->e->stack_room = STACK_BYTES - STACK_SPARE;
      run = pthread_attr_setstacksize (&attr, STACK_BYTES) == 0
	    && pthread_create (&thread, &attr, evaluate, v) == 0;
      pthread_attr_destroy (&attr);
    }
  if (run)
    pthread_join (thread, NULL);
  else
    {
      v->e->stack_room = room;
      evaluate (v);
    }
}

bool
eval_fir (struct fir_prog *p, const char *text, struct strbuf *out, struct eval_cost *cost)
{
  struct eval *e = eval_new (p);
  struct evaluation v = { e, { text, out }, false };

  run_evaluation (&v);
  if (cost)
    *cost = e->cost;
  if (!v.good)
    {
      strbuf_printf (out, "error %u: evaluation: %s", e->line, e->error);
      return false;
    }
  return !e->failure.any;
}

/* Deciding the types that FIR text leaves out.

   What was not written got a type variable when it was read.  The functions are taken in groups that
   call one another, callees first; the rules of the checker are asked about every statement of a
   group, and types agree by unification (fir-check-want.c).  Rules that must look into a type that is
   not known yet wait.  When nothing moves any more: what is still open in the head of a function
   becomes its type parameter, numbers in bodies get the type that they have by themselves, and
   anything else is an error.  A call of a function with type parameters takes fresh variables for
   them; a function whose head is wholly written may be called so from its own group.

   No type of a program is changed where nothing was left out.

   Damas and Milner, Principal type-schemes for functional programs, 1982; NOVA, sections 3.1.5, 3.3.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"

#include <string.h>

struct infer *
infer_new (struct parser *ps)
{
  struct infer *in = CTX_NEW (ps->p->ctx, struct infer);

  in->ps = ps;
  in->ctx = ps->p->ctx;
  in->ck.p = ps->p;
  in->ck.in = in;
  in->at.ctx = in->names.ctx = in->number_of.ctx = in->ctx;
  return in;
}

/* --- What the reader notes ------------------------------------------------------------------- */

/* Twice *CAP, or some, elements of SIZE bytes, the N at OLD first.  */
static void *
more (struct infer *in, const void *old, unsigned n, unsigned *cap, size_t size)
{
  void *v;

  if (n < *cap)
    return (void *) (uintptr_t) old;
  *cap = *cap ? 2 * *cap : 64;
  v = ctx_alloc (in->ctx, *cap * size);
  if (n)
    memcpy (v, old, n * size);
  return v;
}

struct fir_atom
infer_number (struct infer *in, const struct token *t, const struct type *type,
	      enum scalar prefer)
{
  const struct type *m = infer_fresh (in);
  struct fir_const *c = CTX_NEW (in->ctx, struct fir_const);
  struct fir_atom a = { NULL, c };

  in->metas[m->meta].mask = sig_class_mask (prefer == SCALAR_F64 ? SIG_FRACTION : SIG_SCALAR);
  in->metas[m->meta].prefer = prefer;
  if (type && !infer_unify (in, m, type))
    lex_error (&in->ps->lx, t, "a number cannot be of this type");
  c->type = m;
  in->numbers = (struct number *) more (in, in->numbers, in->nnumbers, &in->numbers_cap,
					sizeof *in->numbers);
  in->numbers[in->nnumbers].cst = c;
  in->numbers[in->nnumbers++].tok = t;
  *ptrmap_at (&in->number_of, c) = (void *) (uintptr_t) t;
  return a;
}

bool
infer_same_number (struct infer *in, const struct fir_const *a, const struct fir_const *b)
{
  const struct token *s = (const struct token *) *ptrmap_at (&in->number_of, a);
  const struct token *t = (const struct token *) *ptrmap_at (&in->number_of, b);

  return s && t ? s->text == t->text : !s && !t && a->i == b->i;
}

struct stmt_at *
infer_at (struct infer *in, const struct fir_stmt *s)
{
  void **slot = ptrmap_at (&in->at, s);

  if (!*slot)
    *slot = CTX_NEW (in->ctx, struct stmt_at);
  return (struct stmt_at *) *slot;
}

void
infer_arg_tokens (struct infer *in, struct fir_stmt *s, unsigned n, const struct operand *ops)
{
  struct stmt_at *at = infer_at (in, s);
  unsigned k;

  at->nargs = n;
  at->args = CTX_NEWV (in->ctx, const struct token *, n);
  for (k = 0; k < n; k++)
    at->args[k] = ops[k].tok;
}

void
infer_call_note (struct infer *in, struct fun_info *caller, struct fun_info *callee)
{
  caller->calls = (struct fun_info **) more (in, caller->calls, caller->ncalls,
					     &caller->calls_cap, sizeof *caller->calls);
  caller->calls[caller->ncalls++] = callee;
}

/* --- Errors ---------------------------------------------------------------------------------- */

#define MAX_ERRORS 20

void
infer_error (struct infer *in, const struct token *t, const char *fmt, ...)
{
  va_list ap;
  char buf[640];

  in->nshown = 0;
  if (++in->errors > MAX_ERRORS)
    return;
  va_start (ap, fmt);
  vsnprintf (buf, sizeof buf, fmt, ap);
  va_end (ap);
  lex_report (&in->ps->lx, t, buf);
}

static const struct token *
name_of (struct infer *in, const struct fir_var *v)
{
  return (const struct token *) *ptrmap_at (&in->names, v);
}

/* Where operand, result or function K of S stands, as exactly as is known.  */
static const struct token *
place_of (struct infer *in, struct fir_stmt *s, enum check_place place, unsigned k)
{
  const struct stmt_at *at = infer_at (in, s);

  if (place == PLACE_ARG && k < at->nargs)
    return at->args[k];
  if (place == PLACE_FN && k < at->nfns)
    return at->fns[k];
  if (place == PLACE_RES && k < s->nres && name_of (in, s->res[k]))
    return name_of (in, s->res[k]);
  return at->op;
}

void
infer_problem (struct infer *in, enum check_place place, unsigned k, const char *rule,
	       const char *msg)
{
  struct fir_stmt *s = in->ck.stmt;
  const char *why = in->circular ? ": a type cannot contain itself" : "";
  bool named = infer_at (in, s)->named && fir_op_info[s->op].cls == FIR_CLASS_TERM;

  in->circular = false;
  infer_error (in, place_of (in, s, place, k), "%s @%s: %s%s%s%s (rule %s)", in->ck.kind,
	       in->ck.name, named ? "" : fir_op_info[s->op].text, named ? "" : ": ", msg, why,
	       rule);
}

static void
not_known (struct infer *in, const struct token *t, const char *what)
{
  infer_error (in, t, "%s @%s: the type of %s is not known here: write it", in->ck.kind,
	       in->ck.name, what);
}

/* What the rule of S still waits for.  */
static void
still_waits (struct infer *in, struct fir_stmt *s)
{
  const struct type *t = infer_prune (in, in->ck.waits_for);
  const struct token *name = infer_at (in, s)->field;
  unsigned k;

  if (s->op == FIR_INJECT && name)
    {
      infer_error (in, name, "%s @%s: there are several sums with an alternative '%s': write the "
		   "type of the result", in->ck.kind, in->ck.name, name->text);
      return;
    }

  for (k = 0; k < s->nargs; k++)
    if (infer_prune (in, fir_atom_type (s->args[k])) == t)
      {
	const struct token *tok = place_of (in, s, PLACE_ARG, k);

	not_known (in, tok, ctx_printf (in->ctx, "'%s'", tok->text));
	return;
      }
  if (s->nres && name_of (in, s->res[0]))
    not_known (in, name_of (in, s->res[0]),
	       ctx_printf (in->ctx, "'%s'", name_of (in, s->res[0])->text));
  else
    not_known (in, infer_at (in, s)->op, "the result");
}

/* --- Statements ------------------------------------------------------------------------------ */

/* Ask the rule of S.  */
static void
ask (struct infer *in, struct fir_stmt *s)
{
  unsigned errors = in->errors;

  in->ck.stmt = s;
  in->ck.waits = false;
  check_op (&in->ck, s);
  in->circular = false;
  if (!in->ck.waits || in->errors != errors)
    return;
  in->waiting = (struct fir_stmt **) more (in, in->waiting, in->nwaiting, &in->waiting_cap,
					   sizeof *in->waiting);
  in->waiting[in->nwaiting++] = s;
}

static void infer_block (struct infer *in, struct fir_block *b);

/* The functions of S; what it tells of their parameters first.  False if that makes no sense.  */
static bool
infer_fns (struct infer *in, struct fir_stmt *s)
{
  unsigned errors = in->errors, k, p;

  in->ck.entering = true;
  in->ck.stmt = s;
  check_op (&in->ck, s);
  in->ck.entering = false;
  in->circular = false;
  errors = in->errors - errors;
  for (k = 0; k < s->nfns; k++)
    infer_block (in, s->fns[k]->body);
  for (k = 0; k < s->nouts; k++)
    if (s->outs[k].combine)
      {
	struct fir_fn *fn = s->outs[k].combine;

	for (p = 0; p < fn->nparams; p++)
	  infer_unify (in, fn->params[p]->type, fir_atom_type (s->outs[k].value));
	infer_block (in, fn->body);
      }
  return errors == 0;
}

static void
infer_block (struct infer *in, struct fir_block *b)
{
  struct fir_stmt *s;

  for (s = b->first; s; s = s->next)
    {
      in->ck.stmt = s;
      if (check_counts (&in->ck, s) && (!s->nfns || infer_fns (in, s)))
	ask (in, s);
    }
}

/* Ask the rules that wait again until nothing moves: from the last, then from the first.  */
static void
ask_again (struct infer *in)
{
  struct fir_stmt **old;
  unsigned long before;
  unsigned n, k;
  bool back = false;

  do
    {
      before = in->bindings;
      n = in->nwaiting;
      old = in->waiting;
      in->waiting = NULL;
      in->nwaiting = in->waiting_cap = 0;
      for (k = 0; k < n; k++)
	ask (in, old[n - 1 - k]);
      back = !back;
    }
  while (in->nwaiting && (in->bindings != before || back));
}

/* --- Calls ----------------------------------------------------------------------------------- */

static const struct type *
instance_of (void *data, const struct type *t)
{
  struct infer *in = (struct infer *) data;

  return in->metas[t->meta].inst ? in->metas[t->meta].inst : t;
}

const struct type *
infer_replace (struct infer *in, const struct type *t)
{
  return type_has_meta (t) ? type_replace (in->ctx, t, instance_of, in) : t;
}

void
infer_general (struct infer *in, const struct fun_info *f, const struct type **args)
{
  unsigned k;

  for (k = 0; k < f->ngeneral; k++)
    in->metas[f->general[k]->meta].inst = args ? args[k] : NULL;
}

/* Fresh variables for the type parameters of F.  */
static const struct type **
fresh_args (struct infer *in, const struct fun_info *f)
{
  const struct type **args = CTX_NEWV (in->ctx, const struct type *, f->ngeneral);
  unsigned k;

  for (k = 0; k < f->ngeneral; k++)
    {
      struct meta *m, *from;

      args[k] = infer_fresh (in);
      m = &in->metas[args[k]->meta];
      from = &in->metas[f->general[k]->meta];
      m->mask = from->mask;
      m->prefer = from->prefer;
    }
  return args;
}

const struct type *
infer_callee (struct infer *in, struct fir_stmt *s, bool param, unsigned k)
{
  struct stmt_at *at = infer_at (in, s);
  const struct type *t;

  if (!at->inst)
    {
      at->inst = CTX_NEW (in->ctx, struct call_inst);
      at->inst->callee = (struct fun_info *) *ptrmap_at (&in->ps->funs, s->callee->name);
      if (at->inst->callee->inferred || at->inst->callee->written)
	at->inst->args = fresh_args (in, at->inst->callee);
    }
  t = infer_resolve (in, param ? at->inst->callee->types[k] : at->inst->callee->rets[k]);
  if (!at->inst->args)
    return t;
  infer_general (in, at->inst->callee, at->inst->args);
  t = infer_replace (in, t);
  infer_general (in, at->inst->callee, NULL);
  return t;
}

bool
infer_field (struct infer *in, struct fir_stmt *s, const struct type *t)
{
  const struct token *name = infer_at (in, s)->field;
  unsigned k;

  if (!name)
    return true;
  for (k = 0; k < t->nfields; k++)
    if (t->fields[k].name == name->text)
      {
	s->index = k;
	return true;
      }
  infer_error (in, name, "the record has no field '%s'", name->text);
  return false;
}

/* --- Sums ------------------------------------------------------------------------------------ */

/* The one sum with an alternative called NAME, of fresh arguments; NULL if there are several or,
   which is an error, none.  */
static const struct type *
sum_with (struct infer *in, const struct token *name)
{
  unsigned n, k;
  struct sum_decl *d = find_alternative (in->ps, name, &n);
  const struct type **args;

  if (n == 0)
    infer_error (in, name, "there is no sum with an alternative '%s'", name->text);
  if (n != 1)
    return NULL;
  args = CTX_NEWV (in->ctx, const struct type *, d->nparams);
  for (k = 0; k < d->nparams; k++)
    args[k] = infer_fresh (in);
  return type_sum_of (in->ctx, d, args);
}

/* The number of alternative NAME of sum T into *N.  */
static bool
alternative_of (struct infer *in, const struct type *t, const struct token *name, unsigned *n)
{
  *n = type_sum_find (t, name->text);
  if (*n < t->nfields)
    return true;
  infer_error (in, name, "the sum has no alternative '%s'", name->text);
  return false;
}

bool
infer_alternative (struct infer *in, struct fir_stmt *s, const struct type *t)
{
  const struct token *name = infer_at (in, s)->field;
  const struct type *sum;
  unsigned errors = in->errors;

  t = infer_prune (in, t);
  if (name && t->kind == TYPE_META)
    {
      sum = sum_with (in, name);
      if (in->errors != errors)
	return false;
      if (sum)
	infer_unify (in, t, sum);
      t = infer_prune (in, t);
    }
  return !name || t->kind != TYPE_SUM || alternative_of (in, t, name, &s->index);
}

/* Arm K of S, on a sum T, is for the alternative that it names.  */
static bool
infer_arm (struct infer *in, struct fir_stmt *s, unsigned k, const struct type *t)
{
  const struct token *name = infer_at (in, s)->labels[k];
  struct fir_fn *fn = s->fns[k];

  if (s->arms[k].any)
    return true;
  if (!name)
    {
      infer_error (in, infer_at (in, s)->op, "the name of an alternative is missing in arm %u", k + 1);
      return false;
    }
  if (!alternative_of (in, t, name, &s->arms[k].alternative))
    return false;
  if (!fn->nparams && t->fields[s->arms[k].alternative].type)
    {
      fn->nparams = 1;
      fn->params = CTX_NEWV (in->ctx, struct fir_var *, 1);
      fn->params[0] = fir_var_new (in->ps->p, "p", t->fields[s->arms[k].alternative].type);
    }
  return true;
}

bool
infer_arms (struct infer *in, struct fir_stmt *s, const struct type *t)
{
  const struct stmt_at *at = infer_at (in, s);
  const struct type *sum;
  unsigned errors = in->errors, k;
  bool names = false;

  t = infer_prune (in, t);
  for (k = 0; k < s->nfns && t->kind == TYPE_META; k++)
    if (at->labels[k])
      {
	names = true;
	sum = sum_with (in, at->labels[k]);
	if (in->errors != errors)
	  return false;
	if (sum)
	  infer_unify (in, t, sum);
	t = infer_prune (in, t);
      }
  if (t->kind == TYPE_META && names)
    return !type_waits (&in->ck, t);
  t = infer_resolve (in, t);
  for (k = 0; k < s->nfns && t->kind == TYPE_SUM; k++)
    if (!infer_arm (in, s, k, t))
      return false;
  return true;
}

/* --- Heads ----------------------------------------------------------------------------------- */

/* M is a type parameter of F, unless it is one already.  */
static void
make_general (struct infer *in, struct meta *m, void *data)
{
  struct fun_info *f = (struct fun_info *) data;
  const struct type **v;

  (void) in;
  if (m->general)
    return;
  m->general = true;
  v = CTX_NEWV (in->ctx, const struct type *, f->ngeneral + 1);
  if (f->ngeneral)
    memcpy (v, f->general, f->ngeneral * sizeof *v);
  v[f->ngeneral++] = m->type;
  f->general = v;
}

/* A number in a result that no parameter decides.  */
static void
default_number (struct infer *in, struct meta *m, void *data)
{
  (void) data;
  if (!m->general)
    infer_default (in, m->type);
}

static void
head_types (struct infer *in, struct fun_info *f)
{
  unsigned k;

  for (k = 0; k < f->nparams; k++)
    f->types[k] = infer_resolve (in, f->types[k]);
  for (k = 0; k < f->nrets; k++)
    f->rets[k] = infer_resolve (in, f->rets[k]);
}

/* What is open in the heads of the N functions F of a group are parameters of all of them.  */
static void
generalise (struct infer *in, unsigned n, struct fun_info **f)
{
  struct fun_info all = { .ngeneral = 0 };
  unsigned k, p;

  for (k = 0; k < n; k++)
    head_types (in, f[k]);
  for (k = 0; k < n; k++)
    for (p = 0; p < f[k]->nparams && f[k]->fun; p++)
      infer_metas (in, f[k]->types[p], make_general, &all);
  for (k = 0; k < n; k++)
    for (p = 0; p < f[k]->nrets; p++)
      infer_metas (in, f[k]->rets[p], default_number, NULL);
  for (k = 0; k < n; k++)
    {
      head_types (in, f[k]);
      for (p = 0; p < f[k]->nrets && f[k]->fun; p++)
	infer_metas (in, f[k]->rets[p], make_general, &all);
    }
  for (k = 0; k < n; k++)
    if (!f[k]->written)
      {
	f[k]->general = all.general;
	f[k]->ngeneral = all.ngeneral;
      }
}

/* The type parameters of F, whose head is written.  */
static void
written_head (struct infer *in, struct fun_info *f)
{
  unsigned k;

  for (k = 0; k < f->nparams; k++)
    infer_metas (in, f->types[k], make_general, f);
  for (k = 0; k < f->nrets; k++)
    infer_metas (in, f->rets[k], make_general, f);
}

/* --- What is left ---------------------------------------------------------------------------- */

static void
find_open (struct infer *in, struct meta *m, void *data)
{
  (void) in;
  if (!m->general)
    *(bool *) data = true;
}

static void
complete_vars (struct infer *in, unsigned n, struct fir_var **v)
{
  unsigned k;
  bool open;

  for (k = 0; k < n; k++)
    {
      v[k]->type = infer_resolve (in, v[k]->type);
      open = false;
      infer_metas (in, v[k]->type, find_open, &open);
      if (open && !in->errors && name_of (in, v[k]))
	not_known (in, name_of (in, v[k]), ctx_printf (in->ctx, "'%s'", name_of (in, v[k])->text));
    }
}

static void
complete_block (struct infer *in, struct fir_block *b)
{
  struct fir_stmt *s;
  unsigned k;

  for (s = b->first; s; s = s->next)
    {
      for (k = 0; k < s->nfns; k++)
	{
	  complete_vars (in, s->fns[k]->nparams, s->fns[k]->params);
	  complete_block (in, s->fns[k]->body);
	}
      for (k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  {
	    complete_vars (in, s->outs[k].combine->nparams, s->outs[k].combine->params);
	    complete_block (in, s->outs[k].combine->body);
	  }
      complete_vars (in, s->nres, s->res);
    }
}

/* Give the numbers of F that nothing decides the types that they have by themselves.  */
static void
default_numbers (struct infer *in, const struct fun_info *f)
{
  unsigned k;

  for (k = f->number_first; k < f->number_end; k++)
    {
      const struct type *t = infer_prune (in, in->numbers[k].cst->type);

      if (t->kind == TYPE_META && !in->metas[t->meta].general)
	infer_default (in, t);
    }
}

/* Read the numbers of F whose types are complete.  */
static void
read_numbers (struct infer *in, const struct fun_info *f)
{
  unsigned k;

  for (k = f->number_first; k < f->number_end; k++)
    {
      struct number *n = &in->numbers[k];

      n->cst->type = infer_resolve (in, n->cst->type);
      if (!type_has_meta (n->cst->type))
	*n->cst = *number_atom (in->ps, n->tok, n->cst->type).cst;
    }
}

/* --- Groups ---------------------------------------------------------------------------------- */

static struct fir_block *
body_of (const struct fun_info *f)
{
  return f->fun ? f->fun->fn->body : f->region->body;
}

static void
enter_fun (struct infer *in, struct fun_info *f)
{
  in->ck.kind = f->fun ? "function" : "region";
  in->ck.name = f->fun ? f->fun->name : f->region->name;
}

/* The body of F gives what its head says.  */
static void
agree_results (struct infer *in, struct fun_info *f)
{
  struct fir_block *b = body_of (f);
  unsigned k;

  for (k = 0; k < b->nrets; k++)
    if (!infer_unify (in, fir_atom_type (b->rets[k]), f->rets[k]))
      {
	const char *got = type_string (&in->ck, fir_atom_type (b->rets[k]));

	in->circular = false;
	infer_error (in, f->ret_tok ? f->ret_tok[k] : f->name,
		     "%s @%s: result %u is %s, but the head says %s", in->ck.kind, in->ck.name,
		     k + 1, got, type_string (&in->ck, f->rets[k]));
      }
}

/* Fresh variables of calls in the group that nothing decides.  */
static void
default_calls (struct infer *in, unsigned first)
{
  unsigned k;

  for (k = first; k < in->nmetas; k++)
    if (!in->metas[k].to && !in->metas[k].general)
      infer_default (in, in->metas[k].type);
}

/* The N functions F, which call one another.  */
static void
infer_group (struct infer *in, unsigned n, struct fun_info **f)
{
  unsigned errors = in->errors, first = in->nmetas, k;

  for (k = 0; k < n; k++)
    {
      enter_fun (in, f[k]);
      infer_block (in, body_of (f[k]));
      agree_results (in, f[k]);
    }
  ask_again (in);
  in->ck.last = true;
  ask_again (in);
  generalise (in, n, f);
  for (k = 0; k < n; k++)
    default_numbers (in, f[k]);
  default_calls (in, first);
  ask_again (in);
  in->ck.last = false;
  for (k = 0; k < in->nwaiting && in->errors == errors; k++)
    {
      in->ck.stmt = in->waiting[k];
      check_op (&in->ck, in->waiting[k]);
      still_waits (in, in->waiting[k]);
    }
  in->nwaiting = 0;
  for (k = 0; k < n; k++)
    {
      struct fir_fn *fn = f[k]->fun ? f[k]->fun->fn : NULL;

      enter_fun (in, f[k]);
      head_types (in, f[k]);
      complete_vars (in, f[k]->nparams, fn ? fn->params : f[k]->region->params);
      complete_block (in, body_of (f[k]));
      if (in->errors == errors)
	read_numbers (in, f[k]);
      f[k]->inferred = true;
    }
}

/* Strongly connected functions, by Tarjan, callees first.  */
struct groups
{
  struct infer *in;
  struct fun_info **stack;
  unsigned n, index;
};

static void
visit (struct groups *g, struct fun_info *f)
{
  unsigned k, at = g->n;

  f->index = f->low = ++g->index;
  f->on_stack = true;
  g->stack[g->n++] = f;
  for (k = 0; k < f->ncalls; k++)
    {
      struct fun_info *c = f->calls[k];

      if (c->written)
	continue;
      if (!c->index)
	visit (g, c);
      if (c->on_stack && c->low < f->low)
	f->low = c->low;
    }
  if (f->low != f->index)
    return;
  for (k = at; k < g->n; k++)
    g->stack[k]->on_stack = false;
  infer_group (g->in, g->n - at, g->stack + at);
  g->n = at;
}

void
infer_prog (struct infer *in)
{
  struct parser *ps = in->ps;
  struct groups g = { in, CTX_NEWV (in->ctx, struct fun_info *, ps->nfun + 1), 0, 0 };
  unsigned k;

  for (k = 0; k < ps->nfun; k++)
    if (ps->fun[k].fun && ps->fun[k].written)
      written_head (in, &ps->fun[k]);
  for (k = 0; k < ps->nfun; k++)
    if (!ps->fun[k].index)
      visit (&g, &ps->fun[k]);
  if (in->errors)
    lex_leave (&ps->lx);
  infer_instances (in);
}

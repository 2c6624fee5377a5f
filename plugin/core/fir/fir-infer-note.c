/* What inference knows besides the types: notes of the reader, the targets of calls, fields and
   alternatives, and its messages.

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
  CTX_MORE (in->ctx, in->numbers, in->nnumbers, in->numbers_cap);
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
  CTX_MORE (in->ctx, caller->calls, caller->ncalls, caller->calls_cap);
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

const struct token *
infer_name (struct infer *in, const struct fir_var *v)
{
  return (const struct token *) *ptrmap_at (&in->names, v);
}

/* The position of operand, result or function K of S, as exactly as it is known.  */
static const struct token *
place_of (struct infer *in, struct fir_stmt *s, enum check_place place, unsigned k)
{
  const struct stmt_at *at = infer_at (in, s);

  if (place == PLACE_ARG && k < at->nargs)
    return at->args[k];
  if (place == PLACE_FN && k < at->nfns)
    return at->fns[k];
  if (place == PLACE_RES && k < s->nres && infer_name (in, s->res[k]))
    return infer_name (in, s->res[k]);
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

void
infer_not_known (struct infer *in, const struct token *t, const char *what)
{
  infer_error (in, t, "%s @%s: the type of %s is not known here: write it (rule I8)", in->ck.kind,
	       in->ck.name, what);
}

/* What the rule of S still waits for.  */
void
infer_still_waits (struct infer *in, struct fir_stmt *s)
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

	infer_not_known (in, tok, ctx_printf (in->ctx, "'%s'", tok->text));
	return;
      }
  if (s->nres && infer_name (in, s->res[0]))
    infer_not_known (in, infer_name (in, s->res[0]),
	       ctx_printf (in->ctx, "'%s'", infer_name (in, s->res[0])->text));
  else
    infer_not_known (in, infer_at (in, s)->op, "the result");
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
  struct sum_decl *d = parse_find_alternative (in->ps, name, &n);
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
      infer_error (in, infer_at (in, s)->fns[k],
		   "the name of an alternative is missing in arm %u", k + 1);
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
    return !check_waits (&in->ck, t);
  t = infer_resolve (in, t);
  for (k = 0; k < s->nfns && t->kind == TYPE_SUM; k++)
    if (!infer_arm (in, s, k, t))
      return false;
  return true;
}

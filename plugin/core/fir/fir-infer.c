/* Inferring the types that FIR text leaves out.

   A type that is not written is a type variable when the text has been read.  The functions are
   taken in groups that call one another, callees first; the rules of the checker are applied to
   every statement of a group, and types agree by unification (fir-check-want.c).  Rules that need
   the structure of an unknown type are deferred.  When nothing changes any more: what is still open
   in the head of a function becomes its type parameter, numbers in bodies get their default type,
   and anything else is an error.  A call of a function with type parameters takes fresh variables
   for them; a function whose head is fully written may be called so from its own group.

   Written types are not changed.

   Damas and Milner, Principal type-schemes for functional programs, 1982; NOVA, sections 3.1.5,
   3.3.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"

#include <string.h>

/* --- Statements ------------------------------------------------------------------------------ */

/* Apply the rule of S.  */
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
  CTX_MORE (in->ctx, in->waiting, in->nwaiting, in->waiting_cap);
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

/* A rule that is applied again may make new type variables each time, if an operand cannot have its
   type: so the number of rounds is at most this, plus one for each deferred rule.  */
#define ROUNDS 100

/* Apply the deferred rules again until nothing changes: from the last, then from the first.  */
static void
ask_again (struct infer *in)
{
  struct fir_stmt **old;
  unsigned long before;
  unsigned n, k, rounds = ROUNDS + in->nwaiting;
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
  while (in->nwaiting && (in->bindings != before || back) && --rounds);
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

/* Type variables left in the heads of the N functions F of a group become parameters of all of
   them.  */
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
      if (open && !in->errors && infer_name (in, v[k]))
	infer_not_known (in, infer_name (in, v[k]),
			 ctx_printf (in->ctx, "'%s'", infer_name (in, v[k])->text));
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

/* Give the undetermined numbers of F their default types.  */
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
	*n->cst = *parse_number_atom (in->ps, n->tok, n->cst->type).cst;
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

/* The body of F returns the results that its head declares.  */
static void
agree_results (struct infer *in, struct fun_info *f)
{
  struct fir_block *b = body_of (f);
  unsigned k;

  for (k = 0; k < b->nrets; k++)
    if (!infer_unify (in, fir_atom_type (b->rets[k]), f->rets[k]))
      {
	const char *got = check_text (&in->ck, fir_atom_type (b->rets[k]));

	in->circular = false;
	infer_error (in, f->ret_tok ? f->ret_tok[k] : f->name,
		     "%s @%s: result %u is %s, but the head says %s", in->ck.kind, in->ck.name,
		     k + 1, got, check_text (&in->ck, f->rets[k]));
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
      infer_still_waits (in, in->waiting[k]);
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

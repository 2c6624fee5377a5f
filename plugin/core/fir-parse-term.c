/* Reading FIR text: sums and functions as values.

   Only what is written, or stands next to it, gives a term its type here.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-parse.h"

#include <string.h>

/* --- case ------------------------------------------------------------------------------------ */

/* What stands before the block of an arm of S, whose operand is of type T: a label of type T, an
   alternative, or else; the type of its parameter, or NULL.  */
static const struct type *
parse_label (struct parser *ps, const struct type *t, struct fir_arm *arm)
{
  const struct token *tok = peek (ps);
  struct operand o;

  arm->any = accept_word (ps, "else");
  if (arm->any)
    return NULL;
  if (t->kind != TYPE_SUM)
    {
      if (!const_starts (ps))
	lex_error (&ps->lx, tok, "an integer or 'else' was expected before '%s'", tok->text);
      o = parse_const (ps);
      arm->label = settle (ps, &o, t);
      return NULL;
    }
  if (tok->kind != TOK_IDENT)
    lex_error (&ps->lx, tok, "the name of an alternative was expected before '%s'", tok->text);
  arm->alternative = type_sum_find (t, next_token (ps)->text);
  if (arm->alternative == t->nfields)
    lex_error (&ps->lx, tok, "the sum has no alternative '%s'", tok->text);
  return t->fields[arm->alternative].type;
}

/* The function of an arm with a parameter of type PARAM, if not NULL, which need not be named.  */
static struct fir_fn *
parse_arm (struct parser *ps, const struct type *param, struct results *res)
{
  struct fir_fn *fn;
  size_t mark = scope_open (ps);

  if (next_is (ps, '('))
    {
      fn = fir_fn_new (ps->p, 0, NULL);
      parse_fn_params (ps, fn, param != NULL, &param);
    }
  else
    fn = fir_fn_new (ps->p, param != NULL, &param);
  expect (ps, '{');
  parse_block (ps, fn->body, res->n, res->type);
  scope_close (ps, mark);
  learn_results (res, fn->body);
  return fn;
}

void
parse_case (struct parser *ps, struct fir_stmt *s, struct results *res)
{
  struct operand x = parse_operand (ps);
  const struct type *t;
  unsigned cap = 0;

  s->nargs = 1;
  s->args = CTX_NEWV (ps->p->ctx, struct fir_atom, 1);
  s->args[0] = settle (ps, &x, NULL);
  t = fir_atom_type (s->args[0]);
  expect (ps, '{');
  while (!accept (ps, '}'))
    {
      unsigned k = s->nfns;
      const struct type *param;

      if (k == cap)
	{
	  struct fir_arm *arms = CTX_NEWV (ps->p->ctx, struct fir_arm, 2 * cap + 4);
	  struct fir_fn **fns = CTX_NEWV (ps->p->ctx, struct fir_fn *, 2 * cap + 4);

	  if (k)
	    {
	      memcpy (arms, s->arms, k * sizeof *arms);
	      memcpy (fns, s->fns, k * sizeof *fns);
	    }
	  s->arms = arms;
	  s->fns = fns;
	  cap = 2 * cap + 4;
	}
      param = parse_label (ps, t, &s->arms[k]);
      s->fns[k] = parse_arm (ps, param, res);
      s->nfns = k + 1;
    }
}

/* --- inject ---------------------------------------------------------------------------------- */

/* Put into ARGS what the parameters of a sum must be for the alternative's type GENERIC to be TYPE, as
   far as that can be read off.  */
static void
match (const struct type *generic, const struct type *type, const struct type **args)
{
  unsigned k;

  if (!generic || !type)
    return;
  if (generic->kind == TYPE_META)
    args[generic->meta] = type;
  else if (generic->kind != type->kind)
    return;
  else if (generic->kind == TYPE_SUM && generic->sum == type->sum)
    for (k = 0; k < type->sum->nparams; k++)
      match (generic->targs[k], type->targs[k], args);
  else if (generic->kind == TYPE_VEC || generic->kind == TYPE_PTR)
    match (generic->elem, type->elem, args);
  else if ((generic->kind == TYPE_RECORD || generic->kind == TYPE_FN)
	   && generic->nfields == type->nfields)
    for (k = 0; k < type->nfields; k++)
      match (generic->fields[k].type, type->fields[k].type, args);
}

/* The sum that an inject of alternative T, of a value of type VALUE or NULL, makes, if there is only
   one that it can be.  */
static const struct type *
sum_of_alternative (struct parser *ps, const struct token *t, const struct type *value)
{
  struct sum_decl *d = find_alternative (ps, t);
  const struct type **args;
  unsigned k;

  if (!d)
    lex_error (&ps->lx, t, "there is no sum with an alternative '%s'", t->text);
  args = CTX_NEWV (ps->p->ctx, const struct type *, d->nparams);
  for (k = 0; k < d->nalts; k++)
    if (d->alts[k].name == t->text)
      match (d->alts[k].type, value, args);
  for (k = 0; k < d->nparams; k++)
    if (!args[k])
      lex_error (&ps->lx, t, "what '%s' is an alternative of is not decided: write the type of the "
		 "result", t->text);
  return type_sum_of (ps->p->ctx, d, args);
}

void
parse_inject (struct parser *ps, struct fir_stmt *s, struct results *res,
	      const struct token *field)
{
  const struct type *t = res->n ? res->type[0] : NULL, *want = NULL;
  const struct token *at = peek (ps);
  struct operand x = { FIR_NONE, NULL };

  s->nargs = operand_starts (ps);
  if (s->nargs)
    x = parse_operand (ps);
  if (!t && field)
    t = sum_of_alternative (ps, field, s->nargs ? fir_atom_type (x.a) : NULL);
  if (!t || t->kind != TYPE_SUM)
    lex_error (&ps->lx, field ? field : at, "the result of 'inject' is of a sum type");
  if (field)
    s->index = type_sum_find (t, field->text);
  if (field && s->index == t->nfields)
    lex_error (&ps->lx, field, "the sum has no alternative '%s'", field->text);
  if (s->index < t->nfields)
    want = t->fields[s->index].type;
  s->args = CTX_NEWV (ps->p->ctx, struct fir_atom, 1);
  if (s->nargs)
    s->args[0] = settle (ps, &x, want);
  if (res->n)
    res->type[0] = t;
}

/* --- lambda and mu --------------------------------------------------------------------------- */

void
parse_lambda (struct parser *ps, struct fir_stmt *s, struct results *res)
{
  const struct type *t = res->n ? res->type[0] : NULL, **types = NULL;
  unsigned n = 0, m = 0, k;

  if (t && t->kind == TYPE_FN)
    {
      n = t->nparams;
      m = t->nfields - n;
      types = CTX_NEWV (ps->p->ctx, const struct type *, t->nfields);
      for (k = 0; k < t->nfields; k++)
	types[k] = t->fields[k].type;
    }
  if (s->op == FIR_MU)
    make_results (ps, s, res);
  s->fns = CTX_NEWV (ps->p->ctx, struct fir_fn *, 1);
  s->fns[0] = parse_fn (ps, ps->pos, n, types, m, types ? types + n : NULL);
  s->nfns = 1;
  if (res->n && !res->type[0])
    res->type[0] = fir_fn_type (ps->p, s->fns[0]);
}

/* Reading FIR text: sums and functions as values.

   Which alternative a name means, and whether it carries a value, is found when types are inferred.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"

#include <string.h>

/* --- case ------------------------------------------------------------------------------------ */

/* The text before the block of an arm, on an operand of type T: a label, an alternative, whose name
   is returned, or else.  */
static const struct token *
parse_label (struct parser *ps, const struct type *t, struct fir_arm *arm)
{
  const struct token *tok = parse_peek (ps);
  struct operand o;

  arm->any = parse_accept_word (ps, "else");
  if (arm->any)
    return NULL;
  if (parse_const_starts (ps) && t->kind != TYPE_SUM)
    {
      o = parse_const (ps);
      arm->label = parse_settle (ps, &o, t);
      return NULL;
    }
  if (tok->kind != TOK_IDENT || (t->kind != TYPE_SUM && t->kind != TYPE_META))
    lex_error (&ps->lx, tok, t->kind == TYPE_SUM
	       ? "the name of an alternative was expected before '%s'"
	       : "an integer or 'else' was expected before '%s'", tok->text);
  return parse_next (ps);
}

/* The function of an arm; a parameter need not be named.  */
static struct fir_fn *
parse_arm (struct parser *ps)
{
  size_t mark = parse_scope_open (ps);
  struct fir_fn *fn = fir_fn_new (ps->p, 0, NULL);

  if (parse_next_is (ps, '('))
    parse_fn_params (ps, fn);
  parse_expect (ps, '{');
  parse_block (ps, fn->body, NULL);
  parse_scope_close (ps, mark);
  return fn;
}

void
parse_case (struct parser *ps, struct fir_stmt *s)
{
  struct operand x = parse_operand (ps);
  struct stmt_at *at = infer_at (ps->in, s);
  const struct type *t;
  size_t arms = 0, fns = 0, labels = 0, toks = 0;

  s->nargs = 1;
  s->args = CTX_NEWV (ps->p->ctx, struct fir_atom, 1);
  s->args[0] = parse_settle (ps, &x, NULL);
  infer_arg_tokens (ps->in, s, 1, &x);
  t = fir_atom_type (s->args[0]);
  parse_expect (ps, '{');
  while (!parse_accept (ps, '}'))
    {
      CTX_MORE (ps->p->ctx, s->arms, s->nfns, arms);
      CTX_MORE (ps->p->ctx, s->fns, s->nfns, fns);
      CTX_MORE (ps->p->ctx, at->labels, s->nfns, labels);
      CTX_MORE (ps->p->ctx, at->fns, s->nfns, toks);
      at->fns[s->nfns] = parse_peek (ps);
      at->labels[s->nfns] = parse_label (ps, t, &s->arms[s->nfns]);
      s->fns[s->nfns] = parse_arm (ps);
      at->nfns = ++s->nfns;
    }
}

/* --- inject ---------------------------------------------------------------------------------- */

void
parse_inject (struct parser *ps, struct fir_stmt *s)
{
  struct operand x = { FIR_NONE, NULL };

  s->args = CTX_NEWV (ps->p->ctx, struct fir_atom, 1);
  s->nargs = parse_operand_starts (ps);
  if (!s->nargs)
    return;
  x = parse_operand (ps);
  s->args[0] = parse_settle (ps, &x, NULL);
  infer_arg_tokens (ps->in, s, 1, &x);
}

/* --- lambda and mu --------------------------------------------------------------------------- */

void
parse_lambda (struct parser *ps, struct fir_stmt *s, const struct results *res)
{
  struct stmt_at *at = infer_at (ps->in, s);

  if (s->op == FIR_MU)
    parse_make_results (ps, s, res);
  at->fns = CTX_NEWV (ps->p->ctx, const struct token *, 1);
  at->fns[0] = parse_peek (ps);
  at->nfns = 1;
  s->fns = CTX_NEWV (ps->p->ctx, struct fir_fn *, 1);
  s->fns[0] = parse_fn (ps, AS_NAMED);
  s->nfns = 1;
}

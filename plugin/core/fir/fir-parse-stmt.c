/* Reading FIR text: statements, operands, functions.

   The functions of a statement precede its operands, but the number of parameters of one that is
   only named depends on these; so they are skipped at first and read after the operands.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"
#include "text.h"

#include <string.h>

#define MAX_BLOCK_DEPTH 100

/* Words that are variables only with a number.  */
static bool
reserved (const char *s)
{
  static const char *const words[]
    = { "apply", "at", "call", "case", "check", "else", "false", "if", "leaf", "loop", "order",
	"ret", "tail", "to", "true", "updaterows", "when", "wrap", "yield" };
  unsigned k;

  for (k = 0; k < sizeof words / sizeof *words; k++)
    if (strcmp (words[k], s) == 0)
      return true;
  return false;
}

/* The operation that token T names, FIR_LAST if it names none.  */
static enum fir_op
find_op (const struct token *t)
{
  unsigned op;

  for (op = 0; op < FIR_LAST; op++)
    if (strcmp (fir_op_info[op].text, t->base) == 0)
      break;
  return (enum fir_op) op;
}

/* --- Operands -------------------------------------------------------------------------------- */

static bool
var_starts (const struct parser *ps)
{
  const struct token *t = parse_peek (ps), *n = parse_peek_next (ps);

  return t->kind == TOK_IDENT && !reserved (t->text)
	 && n->kind != TOK_GLOBAL && !(n->kind == TOK_CHAR && strchr (":=,", *n->text));
}

struct operand
parse_operand (struct parser *ps)
{
  struct operand o = { FIR_NONE, NULL };

  if (parse_const_starts (ps))
    return parse_const (ps);
  if (!var_starts (ps))
    lex_error (&ps->lx, parse_peek (ps), "a variable or a constant was expected before '%s'",
	       parse_peek (ps)->text);
  o.tok = parse_next (ps);
  o.a = fir_atom_var (parse_find_var (ps, o.tok));
  return o;
}

bool
parse_operand_starts (const struct parser *ps)
{
  return parse_const_starts (ps) || var_starts (ps);
}

/* All operands that follow, into *OPS.  */
static unsigned
parse_operands (struct parser *ps, struct operand **ops)
{
  unsigned n = 0;
  size_t cap = 0;

  *ops = NULL;
  while (parse_operand_starts (ps))
    {
      CTX_MORE (ps->p->ctx, *ops, n, cap);
      (*ops)[n++] = parse_operand (ps);
    }
  return n;
}

/* "at N" and "order N" behind a statement.  */
static void
parse_site (struct parser *ps, struct fir_stmt *s, const struct token *start)
{
  if (parse_accept_word (ps, "at"))
    s->site = parse_u32 (ps);
  else if (text_site_is_line (s->op))
    s->site = start->line;
  if (parse_accept_word (ps, "order"))
    s->order = parse_u32 (ps);
}

/* --- Functions ------------------------------------------------------------------------------- */

/* Does T name an operation: a variable with a number does not.  */
static bool
names_op (const struct token *t)
{
  return t->kind == TOK_IDENT && t->num < 0 && find_op (t) != FIR_LAST;
}

/* Over the function operand that starts here.  */
static void
skip_fn (struct parser *ps)
{
  const struct token *t = parse_peek (ps);

  if (parse_next_is (ps, '{'))
    parse_skip_braces (ps);
  else if (t->kind == TOK_GLOBAL || names_op (t)
	   || (t->kind == TOK_IDENT && *ptrmap_at (&ps->vars, t->text)))
    parse_next (ps);
  else
    lex_error (&ps->lx, t, "a function was expected before '%s'", t->text);
}

void
parse_fn_params (struct parser *ps, struct fir_fn *fn)
{
  unsigned k = 0;
  size_t cap = 0;

  parse_expect (ps, '(');
  while (!parse_accept (ps, ')'))
    {
      const struct token *t;

      if (k)
	parse_expect (ps, ',');
      CTX_MORE (ps->p->ctx, fn->params, k, cap);
      t = parse_next (ps);
      fn->params[k++]
	= parse_bind (ps, t, parse_accept (ps, ':') ? parse_type (ps) : infer_fresh (ps->in));
    }
  fn->nparams = k;
}

/* The function { (p, ...) r ...  = S p ...  ret r ...  } of N parameters and M results of types to
   be inferred, for the operation OP at T; the caller fills in the first FIRST operands of S.  */
static struct fir_fn *
fn_around (struct parser *ps, const struct token *t, enum fir_op op, unsigned n, unsigned m,
	   unsigned first)
{
  const struct type **types = CTX_NEWV (ps->p->ctx, const struct type *, n);
  struct fir_atom *rets = CTX_NEWV (ps->p->ctx, struct fir_atom, m);
  struct fir_fn *fn;
  struct fir_stmt *s;
  unsigned k;

  for (k = 0; k < n; k++)
    types[k] = infer_fresh (ps->in);
  fn = fir_fn_new (ps->p, n, types);
  s = fir_stmt_new (ps->p, fn->body, op, 0, first + n, 0, NULL, NULL);
  s->line = t->line;
  s->col = t->col;
  infer_at (ps->in, s)->op = t;
  infer_at (ps->in, s)->named = true;
  for (k = 0; k < n; k++)
    s->args[first + k] = fir_atom_var (fn->params[k]);
  s->nres = m;
  s->res = CTX_NEWV (ps->p->ctx, struct fir_var *, m);
  for (k = 0; k < m; k++)
    {
      s->res[k] = fir_var_new (ps->p, "r", infer_fresh (ps->in));
      s->res[k]->def = s;
      rets[k] = fir_atom_var (s->res[k]);
    }
  fir_block_return (ps->p, fn->body, m, rets);
  return fn;
}

/* The same of a leaf or function.  */
static struct fir_fn *
fn_of_global (struct parser *ps, const struct token *t, unsigned n)
{
  struct fir_leaf *leaf = (struct fir_leaf *) *ptrmap_at (&ps->leaves, t->text);
  struct fun_info *info = (struct fun_info *) *ptrmap_at (&ps->funs, t->text);
  struct fir_fn *fn;

  if (!leaf && !info)
    lex_error (&ps->lx, t, "there is no leaf or function '@%s'", t->text);
  if (n == AS_NAMED)
    n = leaf ? leaf->nparams : info->nparams;
  fn = fn_around (ps, t, leaf ? FIR_LEAF : FIR_CALL, n, leaf || !info->declared ? 1 : info->nrets,
		  0);
  if (leaf)
    fn->body->first->site = t->line;
  else
    infer_call_note (ps->in, ps->cur, info);
  fn->body->first->leaf = leaf;
  fn->body->first->callee = leaf ? NULL : info->fun;
  return fn;
}

/* The same of a variable, of a function type or one that is not known yet.  */
static struct fir_fn *
fn_of_var (struct parser *ps, const struct token *t, unsigned n)
{
  struct fir_var *v = parse_find_var (ps, t);
  bool known = v->type->kind == TYPE_FN;
  struct fir_fn *fn;

  if (n == AS_NAMED && !known)
    lex_error (&ps->lx, t, "how many parameters '%s' has is not known here", t->text);
  if (n == AS_NAMED)
    n = v->type->nparams;
  fn = fn_around (ps, t, FIR_APPLY, n, known ? v->type->nfields - v->type->nparams : 1, 1);
  fn->body->first->args[0] = fir_atom_var (v);
  return fn;
}

/* A variable, an operation, a leaf or a function named as an operand: the function that applies
   it to N parameters, or as many as it has.  */
static struct fir_fn *
fn_of_name (struct parser *ps, unsigned n)
{
  const struct token *t = parse_next (ps);
  enum fir_op op;

  if (t->kind == TOK_GLOBAL)
    return fn_of_global (ps, t, n);
  if (!names_op (t))
    return fn_of_var (ps, t, n);
  op = find_op (t);
  if (n == AS_NAMED && fir_op_info[op].nargs > 0)
    n = (unsigned) fir_op_info[op].nargs;
  if (n == AS_NAMED || fir_op_info[op].cls != FIR_CLASS_PRIM || fir_op_info[op].nargs != (int) n)
    lex_error (&ps->lx, t, n == AS_NAMED ? "'%s' is no primitive of so many operands"
	       : "'%s' is no primitive of %u operands", t->text, n);
  return fn_around (ps, t, op, n, 1, 0);
}

struct fir_fn *
parse_fn (struct parser *ps, unsigned n)
{
  size_t mark = parse_scope_open (ps);
  struct fir_fn *fn;

  if (!parse_accept (ps, '{'))
    return fn_of_name (ps, n);
  fn = fir_fn_new (ps->p, 0, NULL);
  parse_fn_params (ps, fn);
  parse_block (ps, fn->body, NULL);
  parse_scope_close (ps, mark);
  return fn;
}

/* The same for the function at token AT.  */
static struct fir_fn *
parse_fn_at (struct parser *ps, size_t at, unsigned n)
{
  size_t back = ps->pos;
  struct fir_fn *fn;

  ps->pos = at;
  fn = parse_fn (ps, n);
  ps->pos = back;
  return fn;
}

/* --- The parts of a statement ---------------------------------------------------------------- */

/* "a: T, b: U =" if a statement begins so.  */
static void
parse_binders (struct parser *ps, struct results *res)
{
  const struct token *n = parse_peek_next (ps);
  size_t cap = 0;

  res->n = 0;
  res->v = NULL;
  if (!(parse_peek (ps)->kind == TOK_IDENT && n->kind == TOK_CHAR && strchr (":=,", *n->text)))
    return;
  do
    {
      const struct token *t = parse_next (ps);

      if (t->kind != TOK_IDENT || reserved (t->text))
	lex_error (&ps->lx, t, "'%s' is no name for a variable", t->text);
      CTX_MORE (ps->p->ctx, res->v, res->n, cap);
      res->v[res->n].name = t;
      res->v[res->n++].type = parse_accept (ps, ':') ? parse_type (ps) : NULL;
    }
  while (parse_accept (ps, ','));
  parse_expect (ps, '=');
}

/* The field of a FIELD, the alternative of an INJECT: behind the operation, a number or a name; the
   name is looked up when the type is known.  */
static const struct token *
parse_field_name (struct parser *ps, struct fir_stmt *s, const struct token *op)
{
  if (op->num >= 0)
    {
      s->index = (unsigned) op->num;
      return NULL;
    }
  parse_expect (ps, '.');
  if (parse_peek (ps)->kind == TOK_IDENT)
    return parse_next (ps);
  s->index = parse_u32 (ps);
  return NULL;
}

/* ".MODE" of a pad.  */
static unsigned
parse_pad_mode (struct parser *ps)
{
  const struct token *t;
  unsigned mode;

  parse_expect (ps, '.');
  t = parse_next (ps);
  for (mode = 0; mode < PAD_LAST && strcmp (fir_pad_mode_text[mode], t->text) != 0; mode++)
    ;
  if (mode == PAD_LAST)
    lex_error (&ps->lx, t, "'%s' is no way to pad", t->text);
  return mode;
}

static enum check_kind
parse_check_kind (struct parser *ps)
{
  const struct token *t = parse_next (ps);
  enum check_kind k = check_kind_by_text (t->text);

  if (k == CHECK_LAST)
    lex_error (&ps->lx, t, "'%s' is no kind of check", t->text);
  return k;
}

/* The text between the operation OP of S and its operands; the name of a field if it has one.  */
static const struct token *
parse_modifiers (struct parser *ps, struct fir_stmt *s, const struct token *op)
{
  enum fir_with with = fir_op_info[s->op].with;
  const struct token *t;
  struct fun_info *info;

  if (op->num >= 0 && with != FIR_WITH_FIELD && with != FIR_WITH_ALTERNATIVE
      && with != FIR_WITH_ROW)
    lex_error (&ps->lx, op, "'%s' is no operation", op->text);
  switch (with)
    {
    case FIR_WITH_FIELD:
    case FIR_WITH_ALTERNATIVE:
      return parse_field_name (ps, s, op);
    case FIR_WITH_ROW:
      s->index = op->num >= 0 ? op->num : 0;
      /* FALLTHROUGH */
    case FIR_WITH_LEAF:
      t = parse_next (ps);
      if (t->kind == TOK_GLOBAL)
	s->leaf = (struct fir_leaf *) *ptrmap_at (&ps->leaves, t->text);
      if (!s->leaf)
	lex_error (&ps->lx, t, "there is no leaf '%s'", t->text);
      break;
    case FIR_WITH_CALLEE:
      t = parse_next (ps);
      info = t->kind == TOK_GLOBAL ? (struct fun_info *) *ptrmap_at (&ps->funs, t->text) : NULL;
      if (!info)
	lex_error (&ps->lx, t, "there is no function '%s'", t->text);
      s->callee = info->fun;
      infer_call_note (ps->in, ps->cur, info);
      break;
    case FIR_WITH_CHECK:
      s->check = parse_check_kind (ps);
      break;
    case FIR_WITH_MODE:
      s->index = parse_pad_mode (ps);
      break;
    case FIR_WITH_INDEX:
    case FIR_WITH_INDEX_AT:
      if (parse_accept (ps, '.'))
	s->check = parse_check_kind (ps);
      break;
    case FIR_WITH_KNOWN:
      s->index = parse_accept (ps, '.');
      if (s->index)
	parse_expect_word (ps, "known");
      break;
    case FIR_WITH_NONE:
      s->wrap = parse_accept_word (ps, "wrap");
    }
  return NULL;
}

/* Give S the variables of RES as results.  */
void
parse_make_results (struct parser *ps, struct fir_stmt *s, const struct results *res)
{
  unsigned k;

  /* The result of a mu is bound before its body.  */
  if (s->nres)
    return;
  s->nres = res->n;
  s->res = CTX_NEWV (ps->p->ctx, struct fir_var *, res->n);
  for (k = 0; k < res->n; k++)
    {
      const struct type *t = res->v[k].type;

      s->res[k] = parse_bind (ps, res->v[k].name, t ? t : infer_fresh (ps->in));
      s->res[k]->def = s;
      if (k < s->nouts)
	s->outs[k].res = s->res[k];
    }
}

/* How many parameters function F of S has, if it is only named.  */
static unsigned
named_params (struct parser *ps, const struct fir_stmt *s, unsigned f)
{
  const struct fir_sig *sig = fir_sig (ps->p->ctx, s->op);

  if (sig)
    return sig->fn[f].nparams;
  return s->op == FIR_FOLD && f == 1 ? 2 : s->nargs;
}

/* Functions and operands of an operation without special syntax.  */
static void
parse_plain (struct parser *ps, struct fir_stmt *s)
{
  struct operand *ops;
  struct stmt_at *at = infer_at (ps->in, s);
  unsigned nfns = (unsigned) fir_op_info[s->op].nfns, n, k, f;
  size_t *fn_at = CTX_NEWV (ps->p->ctx, size_t, nfns);

  at->fns = CTX_NEWV (ps->p->ctx, const struct token *, nfns);
  at->nfns = nfns;
  for (f = 0; f < nfns; f++)
    {
      fn_at[f] = ps->pos;
      at->fns[f] = parse_peek (ps);
      skip_fn (ps);
    }
  n = parse_operands (ps, &ops);
  s->nargs = n;
  s->args = CTX_NEWV (ps->p->ctx, struct fir_atom, n);
  for (k = 0; k < n; k++)
    s->args[k] = parse_settle (ps, &ops[k], NULL);
  infer_arg_tokens (ps->in, s, n, ops);
  s->fns = CTX_NEWV (ps->p->ctx, struct fir_fn *, nfns);
  for (f = 0; f < nfns; f++)
    s->fns[f] = parse_fn_at (ps, fn_at[f], named_params (ps, s, f));
  s->nfns = nfns;
}

/* --- if and loop ----------------------------------------------------------------------------- */

static void
parse_if (struct parser *ps, struct fir_stmt *s)
{
  struct operand c = parse_operand (ps);
  struct stmt_at *at = infer_at (ps->in, s);
  unsigned f;

  s->nargs = 1;
  s->args = CTX_NEWV (ps->p->ctx, struct fir_atom, 1);
  s->args[0] = parse_settle (ps, &c, NULL);
  infer_arg_tokens (ps->in, s, 1, &c);
  s->fns = CTX_NEWV (ps->p->ctx, struct fir_fn *, 2);
  at->fns = CTX_NEWV (ps->p->ctx, const struct token *, 2);
  for (f = 0; f < 2; f++)
    {
      size_t mark = parse_scope_open (ps);

      if (f)
	parse_expect_word (ps, "else");
      at->fns[at->nfns++] = parse_peek (ps);
      parse_expect (ps, '{');
      s->fns[f] = fir_fn_new (ps->p, 0, NULL);
      parse_block (ps, s->fns[f]->body, NULL);
      parse_scope_close (ps, mark);
    }
  s->nfns = 2;
}

static struct fir_atom
parse_atom (struct parser *ps)
{
  struct operand o = parse_operand (ps);

  return parse_settle (ps, &o, NULL);
}

/* One "yield" into O.  */
static void
parse_out (struct parser *ps, struct fir_out *o)
{
  const struct token *t = parse_next (ps);
  size_t fn_at = 0;
  unsigned kind;

  for (kind = 0; kind < TEXT_OUT_KINDS; kind++)
    if (strcmp (text_out_kind[kind], t->text) == 0)
      break;
  if (kind == TEXT_OUT_KINDS)
    lex_error (&ps->lx, t, "'%s' is no kind of output", t->text);
  o->kind = (enum fir_out_kind) kind;
  if (kind >= OUT_REDUCE)
    {
      fn_at = ps->pos;
      skip_fn (ps);
      o->init = parse_atom (ps);
    }
  o->value = parse_atom (ps);
  if (parse_accept_word (ps, "when"))
    o->guard = parse_atom (ps);
  if (parse_accept_word (ps, "to"))
    o->dest = parse_atom (ps);
  o->site = t->line;
  if (parse_accept_word (ps, "at"))
    o->site = parse_u32 (ps);
  if (kind >= OUT_REDUCE)
    o->combine = parse_fn_at (ps, fn_at, 2);
}

static void parse_stmt (struct parser *ps, struct fir_block *b);

static void
parse_loop (struct parser *ps, struct fir_stmt *s)
{
  struct operand n = parse_operand (ps);
  size_t mark = parse_scope_open (ps), cap = 0;
  struct fir_fn *fn = fir_fn_new (ps->p, 0, NULL);

  s->nargs = 1;
  s->args = CTX_NEWV (ps->p->ctx, struct fir_atom, 1);
  s->args[0] = parse_settle (ps, &n, NULL);
  infer_arg_tokens (ps->in, s, 1, &n);
  s->nfns = 1;
  s->fns = CTX_NEWV (ps->p->ctx, struct fir_fn *, 1);
  s->fns[0] = fn;
  parse_expect (ps, '{');
  parse_fn_params (ps, fn);
  while (!parse_next_is (ps, '}'))
    if (parse_accept_word (ps, "yield"))
      {
	CTX_MORE (ps->p->ctx, s->outs, s->nouts, cap);
	parse_out (ps, &s->outs[s->nouts]);
	s->nouts++;
      }
    else
      parse_stmt (ps, fn->body);
  parse_expect (ps, '}');
  parse_scope_close (ps, mark);
}

/* --- Statements and blocks ------------------------------------------------------------------- */

static void
parse_stmt (struct parser *ps, struct fir_block *b)
{
  const struct token *start = parse_peek (ps), *op;
  struct results res;
  struct fir_stmt *s;
  enum fir_op code;

  bool tail, near;

  parse_binders (ps, &res);
  tail = parse_accept_word (ps, "tail");
  near = !tail && parse_accept_word (ps, "near");
  op = parse_next (ps);
  code = op->kind == TOK_IDENT ? find_op (op) : FIR_LAST;
  if (code == FIR_LAST)
    lex_error (&ps->lx, op, "an operation was expected before '%s'", op->text);
  if (++ps->depth > MAX_BLOCK_DEPTH)
    lex_error (&ps->lx, op, "blocks are nested deeper than %d", MAX_BLOCK_DEPTH);
  s = fir_stmt_new (ps->p, b, code, 0, 0, 0, NULL, NULL);
  s->line = start->line;
  s->col = start->col;
  s->tail = tail;
  if (tail && code != FIR_CALL && code != FIR_APPLY)
    lex_error (&ps->lx, op, "'call' or 'apply' was expected behind 'tail'");
  s->near = near;
  if (near && code != FIR_APPLY)
    lex_error (&ps->lx, op, "'apply' was expected behind 'near'");
  infer_at (ps->in, s)->op = op;
  infer_at (ps->in, s)->field = parse_modifiers (ps, s, op);
  switch (code)
    {
    case FIR_IF:
      parse_if (ps, s);
      break;
    case FIR_LOOP:
      parse_loop (ps, s);
      break;
    case FIR_CASE:
      parse_case (ps, s);
      break;
    case FIR_INJECT:
      parse_inject (ps, s);
      break;
    case FIR_LAMBDA:
    case FIR_MU:
      parse_lambda (ps, s, &res);
      break;
    default:
      parse_plain (ps, s);
    }
  parse_site (ps, s, start);
  parse_make_results (ps, s, &res);
  ps->depth--;
}

void
parse_block (struct parser *ps, struct fir_block *b, const struct token ***rets)
{
  struct operand *ops;
  unsigned k;

  while (!parse_next_is (ps, '}') && !parse_next_is_word (ps, "ret"))
    parse_stmt (ps, b);
  if (parse_accept_word (ps, "ret"))
    {
      b->nrets = parse_operands (ps, &ops);
      b->rets = CTX_NEWV (ps->p->ctx, struct fir_atom, b->nrets);
      if (rets)
	*rets = CTX_NEWV (ps->p->ctx, const struct token *, b->nrets);
      for (k = 0; k < b->nrets; k++)
	{
	  b->rets[k] = parse_settle (ps, &ops[k], NULL);
	  if (rets)
	    (*rets)[k] = ops[k].tok;
	}
    }
  parse_expect (ps, '}');
}

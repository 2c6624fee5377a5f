/* Reading FIR text: statements, operands, functions.

   The functions of a statement stand before its operands, but the types of their parameters may
   come from these; so they are skipped at first and read when the operands are known.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-parse.h"
#include "text.h"

#include <string.h>

#define MAX_BLOCK_DEPTH 100

/* Words that are no variables unless they have a number.  */
static bool
reserved (const char *s)
{
  static const char *const words[]
    = { "apply", "at", "call", "case", "check", "else", "false", "if", "leaf", "loop", "order",
	"ret", "tail", "to", "true", "when", "wrap", "yield" };
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
  const struct token *t = peek (ps), *n = peek_next (ps);

  return t->kind == TOK_IDENT && !reserved (t->text)
	 && !(n->kind == TOK_CHAR && strchr (":=,", *n->text));
}

struct operand
parse_operand (struct parser *ps)
{
  struct operand o = { FIR_NONE, NULL };

  if (const_starts (ps))
    return parse_const (ps);
  if (!var_starts (ps))
    lex_error (&ps->lx, peek (ps), "a variable or a constant was expected before '%s'",
	       peek (ps)->text);
  o.tok = next_token (ps);
  o.a = fir_atom_var (find_var (ps, o.tok));
  return o;
}

bool
operand_starts (const struct parser *ps)
{
  return const_starts (ps) || var_starts (ps);
}

/* All operands that follow, into OPS.  */
static unsigned
parse_operands (struct parser *ps, struct operand *ops)
{
  unsigned n = 0;

  while (operand_starts (ps))
    {
      if (n == MAX_OPERANDS)
	lex_error (&ps->lx, peek (ps), "more than %d operands", MAX_OPERANDS);
      ops[n++] = parse_operand (ps);
    }
  return n;
}

/* "at N" and "order N" behind a statement.  Without "at", a statement that speaks to the user has
   its line as its site.  */
static void
parse_site (struct parser *ps, struct fir_stmt *s, const struct token *start)
{
  const struct fir_op_info *info = &fir_op_info[s->op];

  if (accept_word (ps, "at"))
    s->site = parse_u32 (ps);
  else if ((info->cls == FIR_CLASS_VEC && s->op != FIR_LEN) || s->op == FIR_LEAF
	   || s->op == FIR_CHECK || s->op == FIR_GET || s->op == FIR_LOOP)
    s->site = start->line;
  if (accept_word (ps, "order"))
    s->order = parse_u32 (ps);
}

/* --- Functions ------------------------------------------------------------------------------- */

/* Does T name an operation: a variable with a number does not.  */
static bool
names_op (const struct token *t)
{
  return t->kind == TOK_IDENT && t->num < 0 && find_op (t) != FIR_LAST;
}

/* The variable T of a function type, NULL if it is none.  */
static struct fir_var *
fn_var (struct parser *ps, const struct token *t)
{
  struct fir_var *v = t->kind == TOK_IDENT ? (struct fir_var *) *ptrmap_at (&ps->vars, t->text)
		      : NULL;

  return v && v->type->kind == TYPE_FN ? v : NULL;
}

/* Over the function operand that starts here.  */
static void
skip_fn (struct parser *ps)
{
  const struct token *t = peek (ps);

  if (next_is (ps, '{'))
    skip_braces (ps);
  else if (t->kind == TOK_GLOBAL || names_op (t) || fn_var (ps, t))
    next_token (ps);
  else
    lex_error (&ps->lx, t, "a function was expected before '%s'", t->text);
}

void
parse_fn_params (struct parser *ps, struct fir_fn *fn, unsigned n, const struct type *const *types)
{
  struct fir_var *params[MAX_OPERANDS];
  unsigned k = 0;

  expect (ps, '(');
  while (!accept (ps, ')'))
    {
      const struct token *t;
      const struct type *type;

      if (k)
	expect (ps, ',');
      if (k == MAX_OPERANDS)
	lex_error (&ps->lx, peek (ps), "more than %d parameters", MAX_OPERANDS);
      t = next_token (ps);
      type = accept (ps, ':') ? parse_type (ps) : k < n ? types[k] : NULL;
      if (!type)
	lex_error (&ps->lx, t, "parameter '%s' needs a type", t->text);
      params[k++] = bind (ps, t, type);
    }
  fn->nparams = k;
  fn->params = CTX_NEWV (ps->p->ctx, struct fir_var *, k);
  memcpy (fn->params, params, k * sizeof *params);
}

/* A variable T of a function type as an operand: { (p ...) r ... = apply T p ... ret r ... }.  */
static struct fir_fn *
fn_of_var (struct parser *ps, const struct token *t)
{
  struct fir_var *v = find_var (ps, t);
  struct fir_atom *rets;
  struct fir_fn *fn;
  struct fir_stmt *s;
  const struct type **types;
  unsigned n = v->type->nparams, m = v->type->nfields - n, k;

  types = CTX_NEWV (ps->p->ctx, const struct type *, v->type->nfields);
  for (k = 0; k < v->type->nfields; k++)
    types[k] = v->type->fields[k].type;
  fn = fir_fn_new (ps->p, n, types);
  s = fir_apply (ps->p, fn->body, fir_atom_var (v), n, NULL);
  s->line = t->line;
  for (k = 0; k < n; k++)
    s->args[k + 1] = fir_atom_var (fn->params[k]);
  rets = CTX_NEWV (ps->p->ctx, struct fir_atom, m);
  for (k = 0; k < m; k++)
    rets[k] = fir_atom_var (s->res[k]);
  fir_block_return (ps->p, fn->body, m, rets);
  return fn;
}

/* An operation, a leaf or a function named as an operand: the function that applies it to N
   parameters of TYPES.  */
static struct fir_fn *
fn_of_name (struct parser *ps, unsigned n, const struct type *const *types)
{
  const struct token *t = next_token (ps);
  enum fir_op op = t->kind == TOK_IDENT ? find_op (t) : FIR_LAST;
  struct fun_info *info = NULL;
  struct fir_leaf *leaf = NULL;
  struct fir_stmt *s;
  struct fir_fn *fn;
  const struct type *type;
  struct fir_atom r;
  unsigned k;

  for (k = 0; k < n; k++)
    if (!types[k])
      lex_error (&ps->lx, t, "the operands have no type yet: write a lambda");
  if (t->kind == TOK_GLOBAL)
    {
      leaf = (struct fir_leaf *) *ptrmap_at (&ps->leaves, t->text);
      info = (struct fun_info *) *ptrmap_at (&ps->funs, t->text);
      op = leaf ? FIR_LEAF : FIR_CALL;
      if (!leaf && !info)
	lex_error (&ps->lx, t, "there is no leaf or function '@%s'", t->text);
    }
  else if (fir_op_info[op].cls != FIR_CLASS_PRIM || fir_op_info[op].nargs != (int) n)
    lex_error (&ps->lx, t, "'%s' is no primitive of %u operands", t->text, n);
  fn = fir_fn_new (ps->p, n, types);
  s = fir_stmt_new (ps->p, fn->body, op, 0, n, 0, NULL, NULL);
  s->line = t->line;
  s->col = t->col;
  s->leaf = leaf;
  s->callee = leaf || !info ? NULL : info->fun;
  if (leaf)
    s->site = t->line;
  for (k = 0; k < n; k++)
    s->args[k] = fir_atom_var (fn->params[k]);
  type = infer_result (ps, s, 0);
  if (!type)
    lex_error (&ps->lx, t, "'%s' does not decide the type of its result: write a lambda", t->text);
  s->nres = 1;
  s->res = CTX_NEWV (ps->p->ctx, struct fir_var *, 1);
  s->res[0] = fir_var_new (ps->p, "r", type);
  s->res[0]->def = s;
  r = fir_atom_var (s->res[0]);
  fir_block_return (ps->p, fn->body, 1, &r);
  return fn;
}

struct fir_fn *
parse_fn (struct parser *ps, size_t at, unsigned n, const struct type *const *types,
	  unsigned nrets, const struct type *const *rets)
{
  size_t back = ps->pos, mark = scope_open (ps);
  struct fir_fn *fn;

  ps->pos = at;
  if (accept (ps, '{'))
    {
      fn = fir_fn_new (ps->p, 0, NULL);
      parse_fn_params (ps, fn, n, types);
      parse_block (ps, fn->body, nrets, rets);
    }
  else if (!names_op (peek (ps)) && fn_var (ps, peek (ps)))
    fn = fn_of_var (ps, next_token (ps));
  else
    fn = fn_of_name (ps, n, types);
  scope_close (ps, mark);
  if (back > ps->pos)
    ps->pos = back;
  return fn;
}

/* --- The parts of a statement ---------------------------------------------------------------- */

/* "a: T, b: U =" if a statement begins so.  */
static void
parse_binders (struct parser *ps, struct results *res)
{
  const struct token *n = peek_next (ps);

  res->n = 0;
  if (!(peek (ps)->kind == TOK_IDENT && n->kind == TOK_CHAR && strchr (":=,", *n->text)))
    return;
  do
    {
      const struct token *t = next_token (ps);

      if (t->kind != TOK_IDENT || reserved (t->text))
	lex_error (&ps->lx, t, "'%s' is no name for a variable", t->text);
      if (res->n == MAX_RESULTS)
	lex_error (&ps->lx, t, "more than %d results", MAX_RESULTS);
      res->name[res->n] = t;
      res->type[res->n++] = accept (ps, ':') ? parse_type (ps) : NULL;
    }
  while (accept (ps, ','));
  expect (ps, '=');
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
  expect (ps, '.');
  if (peek (ps)->kind == TOK_IDENT)
    return next_token (ps);
  s->index = parse_u32 (ps);
  return NULL;
}

/* ".MODE" of a pad.  */
static unsigned
parse_pad_mode (struct parser *ps)
{
  const struct token *t;
  unsigned mode;

  expect (ps, '.');
  t = next_token (ps);
  for (mode = 0; mode < PAD_LAST && strcmp (pad_mode_text[mode], t->text) != 0; mode++)
    ;
  if (mode == PAD_LAST)
    lex_error (&ps->lx, t, "'%s' is no way to pad", t->text);
  return mode;
}

static enum check_kind
parse_check_kind (struct parser *ps)
{
  const struct token *t = next_token (ps);
  enum check_kind k = check_kind_by_text (t->text);

  if (k == CHECK_LAST)
    lex_error (&ps->lx, t, "'%s' is no kind of check", t->text);
  return k;
}

/* What stands between the operation OP of S and its operands; the name of a field if it gives
   one.  */
static const struct token *
parse_modifiers (struct parser *ps, struct fir_stmt *s, const struct token *op)
{
  const struct token *t;
  struct fun_info *info;

  if (op->num >= 0 && s->op != FIR_FIELD && s->op != FIR_INJECT)
    lex_error (&ps->lx, op, "'%s' is no operation", op->text);
  switch (s->op)
    {
    case FIR_FIELD:
    case FIR_INJECT:
      return parse_field_name (ps, s, op);
    case FIR_LEAF:
    case FIR_UPDATE_ROWS:
      t = next_token (ps);
      if (t->kind == TOK_GLOBAL)
	s->leaf = (struct fir_leaf *) *ptrmap_at (&ps->leaves, t->text);
      if (!s->leaf)
	lex_error (&ps->lx, t, "there is no leaf '%s'", t->text);
      break;
    case FIR_CALL:
      t = next_token (ps);
      info = t->kind == TOK_GLOBAL ? (struct fun_info *) *ptrmap_at (&ps->funs, t->text) : NULL;
      if (!info)
	lex_error (&ps->lx, t, "there is no function '%s'", t->text);
      s->callee = info->fun;
      break;
    case FIR_CHECK:
      s->check = parse_check_kind (ps);
      break;
    case FIR_PAD:
      s->index = parse_pad_mode (ps);
      break;
    case FIR_GET:
    case FIR_GATHER:
    case FIR_SLICE:
      if (accept (ps, '.'))
	s->check = parse_check_kind (ps);
      break;
    default:
      s->wrap = accept_word (ps, "wrap");
    }
  return NULL;
}

/* Number of the field named T in the record that S takes.  */
static void
resolve_field (struct parser *ps, struct fir_stmt *s, const struct token *t)
{
  const struct type *r = s->nargs ? fir_atom_type (s->args[0]) : NULL;
  unsigned k;

  if (!r || r->kind != TYPE_RECORD)
    lex_error (&ps->lx, t, "'field' takes a record");
  for (k = 0; k < r->nfields; k++)
    if (r->fields[k].name == t->text)
      break;
  if (k == r->nfields)
    lex_error (&ps->lx, t, "the record has no field '%s'", t->text);
  s->index = k;
}

/* Give S the variables of RES as results, of the types written or inferred.  */
void
make_results (struct parser *ps, struct fir_stmt *s, const struct results *res)
{
  unsigned k;

  /* The result of a mu is bound before its body.  */
  if (s->nres)
    return;
  s->nres = res->n;
  s->res = CTX_NEWV (ps->p->ctx, struct fir_var *, res->n);
  for (k = 0; k < res->n; k++)
    {
      const struct type *t = res->type[k] ? res->type[k] : infer_result (ps, s, k);

      if (!t)
	lex_error (&ps->lx, res->name[k], "the type of '%s' must be written", res->name[k]->text);
      s->res[k] = bind (ps, res->name[k], t);
      s->res[k]->def = s;
      if (k < s->nouts)
	s->outs[k].res = s->res[k];
    }
}

/* What the element of T is when it is a vector, else NULL.  */
static const struct type *
elem_of (const struct type *t)
{
  return t && t->kind == TYPE_VEC ? t->elem : NULL;
}

/* Functions and operands of an operation that has no syntax of its own.  */
static void
parse_plain (struct parser *ps, struct fir_stmt *s, const struct results *res,
	     const struct token *field)
{
  struct operand ops[MAX_OPERANDS];
  const struct type *types[MAX_OPERANDS];
  const struct type *declared = res->n ? res->type[0] : NULL, *ret;
  size_t fn_at[4], end;
  unsigned nfns = (unsigned) fir_op_info[s->op].nfns, n, k, f;

  for (f = 0; f < nfns; f++)
    {
      fn_at[f] = ps->pos;
      skip_fn (ps);
    }
  n = parse_operands (ps, ops);
  s->nargs = n;
  s->args = CTX_NEWV (ps->p->ctx, struct fir_atom, n);
  for (k = 0; k < n; k++)
    s->args[k] = ops[k].a;
  for (k = 0; k < n; k++)
    if (fir_atom_none (ops[k].a))
      s->args[k] = settle (ps, &ops[k], infer_operand (ps, s, k, ops, declared));
  if (field)
    resolve_field (ps, s, field);
  end = ps->pos;
  s->fns = CTX_NEWV (ps->p->ctx, struct fir_fn *, nfns);
  for (f = 0; f < nfns; f++)
    {
      unsigned nparams = infer_nparams (ps, s, f);

      for (k = 0; k < nparams; k++)
	types[k] = infer_param (ps, s, f, k);
      ret = infer_ret (ps, s, f, declared);
      s->fns[f] = parse_fn (ps, fn_at[f], nparams, types, ret ? 1 : 0, &ret);
      s->nfns = f + 1;
    }
  ps->pos = end;
}

/* --- if and loop ----------------------------------------------------------------------------- */

/* Types of results that were not written become those that block B returns.  */
void
learn_results (struct results *res, const struct fir_block *b)
{
  unsigned k;

  for (k = 0; k < res->n && k < b->nrets; k++)
    if (!res->type[k])
      res->type[k] = fir_atom_type (b->rets[k]);
}

static void
parse_if (struct parser *ps, struct fir_stmt *s, struct results *res)
{
  struct operand c = parse_operand (ps);
  unsigned f;

  s->nargs = 1;
  s->args = CTX_NEWV (ps->p->ctx, struct fir_atom, 1);
  s->args[0] = settle (ps, &c, NULL);
  s->fns = CTX_NEWV (ps->p->ctx, struct fir_fn *, 2);
  for (f = 0; f < 2; f++)
    {
      size_t mark = scope_open (ps);

      if (f)
	expect_word (ps, "else");
      expect (ps, '{');
      s->fns[f] = fir_fn_new (ps->p, 0, NULL);
      parse_block (ps, s->fns[f]->body, res->n, res->type);
      scope_close (ps, mark);
      learn_results (res, s->fns[f]->body);
    }
  s->nfns = 2;
}

/* One "yield", the K-th, into O.  DECLARED: the type written for its result, or NULL.  */
static void
parse_out (struct parser *ps, struct fir_out *o, const struct type *declared)
{
  static const char *const kinds[] = { "vec", "filter", "reduce", "scan", "exscan" };
  const struct token *t = next_token (ps);
  struct operand init = { FIR_NONE, NULL }, value, guard, dest;
  const struct type *types[2], *elem = declared;
  size_t fn_at = 0, end;
  unsigned kind;

  for (kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
    if (strcmp (kinds[kind], t->text) == 0)
      break;
  if (kind == sizeof kinds / sizeof *kinds)
    lex_error (&ps->lx, t, "'%s' is no kind of output", t->text);
  o->kind = (enum fir_out_kind) kind;
  if (kind != OUT_REDUCE)
    elem = elem_of (declared);
  if (kind >= OUT_REDUCE)
    {
      fn_at = ps->pos;
      skip_fn (ps);
      init = parse_operand (ps);
      if (fir_atom_type (init.a))
	elem = fir_atom_type (init.a);
    }
  value = parse_operand (ps);
  o->value = settle (ps, &value, elem);
  if (kind >= OUT_REDUCE)
    o->init = settle (ps, &init, fir_atom_type (o->value));
  if (accept_word (ps, "when"))
    {
      guard = parse_operand (ps);
      o->guard = settle (ps, &guard, NULL);
    }
  if (accept_word (ps, "to"))
    {
      dest = parse_operand (ps);
      o->dest = settle (ps, &dest, NULL);
    }
  o->site = t->line;
  if (accept_word (ps, "at"))
    o->site = parse_u32 (ps);
  end = ps->pos;
  types[0] = types[1] = fir_atom_type (o->value);
  if (kind >= OUT_REDUCE)
    o->combine = parse_fn (ps, fn_at, 2, types, 1, types);
  ps->pos = end;
}

static void parse_stmt (struct parser *ps, struct fir_block *b);

static void
parse_loop (struct parser *ps, struct fir_stmt *s, const struct results *res)
{
  const struct type *size = type_size (ps->p->ctx);
  struct operand n = parse_operand (ps);
  size_t mark = scope_open (ps);
  struct fir_fn *fn = fir_fn_new (ps->p, 0, NULL);

  s->nargs = 1;
  s->args = CTX_NEWV (ps->p->ctx, struct fir_atom, 1);
  s->args[0] = settle (ps, &n, size);
  s->nfns = 1;
  s->fns = CTX_NEWV (ps->p->ctx, struct fir_fn *, 1);
  s->fns[0] = fn;
  s->outs = CTX_NEWV (ps->p->ctx, struct fir_out, MAX_RESULTS);
  expect (ps, '{');
  parse_fn_params (ps, fn, 1, &size);
  while (!next_is (ps, '}'))
    if (accept_word (ps, "yield"))
      {
	if (s->nouts == MAX_RESULTS)
	  lex_error (&ps->lx, peek (ps), "more than %d outputs", MAX_RESULTS);
	parse_out (ps, &s->outs[s->nouts], s->nouts < res->n ? res->type[s->nouts] : NULL);
	s->nouts++;
      }
    else
      parse_stmt (ps, fn->body);
  expect (ps, '}');
  scope_close (ps, mark);
}

/* --- Statements and blocks ------------------------------------------------------------------- */

static void
parse_stmt (struct parser *ps, struct fir_block *b)
{
  const struct token *start = peek (ps), *op, *field;
  struct results res;
  struct fir_stmt *s;
  enum fir_op code;

  bool tail;

  parse_binders (ps, &res);
  tail = accept_word (ps, "tail");
  op = next_token (ps);
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
  field = parse_modifiers (ps, s, op);
  switch (code)
    {
    case FIR_IF:
      parse_if (ps, s, &res);
      break;
    case FIR_LOOP:
      parse_loop (ps, s, &res);
      break;
    case FIR_CASE:
      parse_case (ps, s, &res);
      break;
    case FIR_INJECT:
      parse_inject (ps, s, &res, field);
      break;
    case FIR_LAMBDA:
    case FIR_MU:
      parse_lambda (ps, s, &res);
      break;
    default:
      parse_plain (ps, s, &res, field);
    }
  parse_site (ps, s, start);
  make_results (ps, s, &res);
  ps->depth--;
}

void
parse_block (struct parser *ps, struct fir_block *b, unsigned n, const struct type *const *rets)
{
  struct operand ops[MAX_OPERANDS];
  unsigned k;

  while (!next_is (ps, '}') && !next_is_word (ps, "ret"))
    parse_stmt (ps, b);
  if (accept_word (ps, "ret"))
    {
      b->nrets = parse_operands (ps, ops);
      b->rets = CTX_NEWV (ps->p->ctx, struct fir_atom, b->nrets);
      for (k = 0; k < b->nrets; k++)
	b->rets[k] = settle (ps, &ops[k], k < n ? rets[k] : NULL);
    }
  expect (ps, '}');
}

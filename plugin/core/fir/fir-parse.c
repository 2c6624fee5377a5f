/* Reading FIR text: tokens at hand, scopes, programs.

   The text is first cut into tokens.  The heads of all functions and regions are read before any
   body, so that calls may precede the definition of their callee.  The first error ends the
   reading.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"

#include <stdlib.h>
#include <string.h>

/* --- Tokens ---------------------------------------------------------------------------------- */

const struct token *
parse_next (struct parser *ps)
{
  const struct token *t = parse_peek (ps);

  if (t->kind != TOK_END)
    ps->pos++;
  return t;
}

bool
parse_next_is (const struct parser *ps, char c)
{
  return parse_peek (ps)->kind == TOK_CHAR && *parse_peek (ps)->text == c;
}

bool
parse_next_is_word (const struct parser *ps, const char *word)
{
  return parse_peek (ps)->kind == TOK_IDENT && strcmp (parse_peek (ps)->text, word) == 0;
}

bool
parse_accept (struct parser *ps, char c)
{
  bool is = parse_next_is (ps, c);

  ps->pos += is;
  return is;
}

bool
parse_accept_word (struct parser *ps, const char *word)
{
  bool is = parse_next_is_word (ps, word);

  ps->pos += is;
  return is;
}

void
parse_expect (struct parser *ps, char c)
{
  if (!parse_accept (ps, c))
    lex_error (&ps->lx, parse_peek (ps), "'%c' was expected before '%s'", c, parse_peek (ps)->text);
}

void
parse_expect_word (struct parser *ps, const char *word)
{
  if (!parse_accept_word (ps, word))
    lex_error (&ps->lx, parse_peek (ps), "'%s' was expected before '%s'", word,
	       parse_peek (ps)->text);
}

uint64_t
parse_uint (struct parser *ps)
{
  const struct token *t = parse_next (ps);
  uint64_t u = 0;
  const char *s;

  if (t->kind != TOK_NUMBER)
    lex_error (&ps->lx, t, "a number was expected before '%s'", t->text);
  for (s = t->text; *s >= '0' && *s <= '9' && u <= (UINT64_MAX - 9) / 10; s++)
    u = u * 10 + (uint64_t) (*s - '0');
  if (*s)
    lex_error (&ps->lx, t, "'%s' is no whole number, or too large a one", t->text);
  return u;
}

uint32_t
parse_u32 (struct parser *ps)
{
  const struct token *t = parse_peek (ps);
  uint64_t u = parse_uint (ps);

  if (u > UINT32_MAX)
    lex_error (&ps->lx, t, "'%s' is too large", t->text);
  return (uint32_t) u;
}

void
parse_skip_braces (struct parser *ps)
{
  const struct token *start = parse_peek (ps);
  unsigned depth = 0;

  if (!parse_next_is (ps, '{'))
    parse_expect (ps, '{');
  do
    {
      if (parse_peek (ps)->kind == TOK_END)
	lex_error (&ps->lx, start, "this '{' is not closed");
      depth += parse_next_is (ps, '{');
      depth -= parse_next_is (ps, '}');
      ps->pos++;
    }
  while (depth);
}

/* --- Scopes ---------------------------------------------------------------------------------- */

size_t
parse_scope_open (struct parser *ps)
{
  return ps->nscope;
}

void
parse_scope_close (struct parser *ps, size_t mark)
{
  while (ps->nscope > mark)
    *ptrmap_at (&ps->vars, ps->scope[--ps->nscope]) = NULL;
}

struct fir_var *
parse_bind (struct parser *ps, const struct token *t, const struct type *type)
{
  struct fir_var *v;

  if (t->kind != TOK_IDENT)
    lex_error (&ps->lx, t, "the name of a variable was expected before '%s'", t->text);
  if (*ptrmap_at (&ps->vars, t->text))
    lex_error (&ps->lx, t, "variable '%s' is bound already (rule S1)", t->text);
  v = fir_var_new (ps->p, t->base, type);
  if (t->num >= 0)
    {
      void **slot = ptrmap_at (&ps->ids, (const void *) ((uintptr_t) (t->num + 1) * 16));

      if (*slot)
	lex_error (&ps->lx, t, "there is another variable with the number %ld", t->num);
      *slot = v;
      v->id = (unsigned) t->num;
      v->aux = v;		/* has its number */
    }
  *ptrmap_at (&ps->vars, t->text) = v;
  *ptrmap_at (&ps->in->names, v) = (void *) (uintptr_t) t;
  CTX_MORE (ps->p->ctx, ps->scope, ps->nscope, ps->scope_cap);
  ps->scope[ps->nscope++] = t->text;
  return v;
}

struct fir_var *
parse_find_var (struct parser *ps, const struct token *t)
{
  struct fir_var *v = (struct fir_var *) *ptrmap_at (&ps->vars, t->text);

  if (!v)
    lex_error (&ps->lx, t, "variable '%s' is not bound here", t->text);
  return v;
}

/* --- Heads ----------------------------------------------------------------------------------- */

/* (name [: type [dies]], ...) into INFO.  */
static void
parse_params (struct parser *ps, struct fun_info *info, bool region)
{
  size_t names = 0, types = 0, dies = 0;
  unsigned n = 0;

  parse_expect (ps, '(');
  while (!parse_accept (ps, ')'))
    {
      if (n)
	parse_expect (ps, ',');
      CTX_MORE (ps->p->ctx, info->params, n, names);
      CTX_MORE (ps->p->ctx, info->types, n, types);
      CTX_MORE (ps->p->ctx, info->dies, n, dies);
      info->params[n] = parse_next (ps);
      info->written &= parse_next_is (ps, ':');
      info->types[n] = parse_accept (ps, ':') ? parse_type (ps) : infer_fresh (ps->in);
      info->dies[n++] = region && parse_accept_word (ps, "dies");
    }
  info->nparams = n;
}

/* -> (type, ...) or -> type into INFO, if it is there.  */
static void
parse_results (struct parser *ps, struct fun_info *info)
{
  if (parse_peek (ps)->kind != TOK_ARROW)
    return;
  parse_next (ps);
  info->declared = true;
  info->nrets = parse_types (ps, &info->rets, true);
}

static struct type_vars *
type_vars_new (struct parser *ps)
{
  struct type_vars *v = CTX_NEW (ps->p->ctx, struct type_vars);

  v->map.ctx = ps->p->ctx;
  v->open = true;
  return v;
}

/* "fun" or "region" was read: the rest of the head.  Skips the body.  */
static void
parse_head (struct parser *ps, bool region)
{
  struct fun_info *info = &ps->fun[ps->nfun++];
  const struct token *t = parse_next (ps);
  unsigned site = t->line;

  if (t->kind != TOK_GLOBAL)
    lex_error (&ps->lx, t, "a name, with '@', was expected before '%s'", t->text);
  info->name = t;
  info->written = true;
  if (!region)
    ps->type_vars = info->type_vars = type_vars_new (ps);
  parse_params (ps, info, region);
  parse_results (ps, info);
  info->written &= info->declared;
  ps->type_vars = NULL;
  bool finite = region && parse_accept_word (ps, "finite");
  if (region && parse_accept_word (ps, "at"))
    site = parse_u32 (ps);
  if (region)
    {
      info->region = fir_region_new (ps->p, t->text, site);
      info->region->finite = finite;
    }
  else
    {
      struct fir_fn *fn = fir_fn_new (ps->p, 0, NULL);

      if (*ptrmap_at (&ps->funs, t->text))
	lex_error (&ps->lx, t, "function '@%s' is there already", t->text);
      fn->nparams = info->nparams;
      fn->params = CTX_NEWV (ps->p->ctx, struct fir_var *, info->nparams);
      info->fun = fir_fun_new (ps->p, t->text, fn);
      *ptrmap_at (&ps->funs, t->text) = info;
    }
  info->body = ps->pos;
  parse_skip_braces (ps);
}

/* The body of INFO.  */
static void
parse_body (struct parser *ps, struct fun_info *info)
{
  size_t mark = parse_scope_open (ps);
  struct fir_block *b = info->fun ? info->fun->fn->body : info->region->body;
  const struct token *start;
  unsigned k;

  ps->pos = info->body;
  start = parse_peek (ps);
  for (k = 0; k < info->nparams; k++)
    {
      struct fir_var *v = parse_bind (ps, info->params[k], info->types[k]);

      if (info->fun)
	info->fun->fn->params[k] = v;
      else
	{
	  if (k == 0)
	    info->region->params = CTX_NEWV (ps->p->ctx, struct fir_var *, info->nparams);
	  info->region->params[info->region->nparams++] = v;
	  v->dies = info->dies[k];
	}
    }
  parse_expect (ps, '{');
  ps->cur = info;
  ps->type_vars = info->type_vars;
  info->number_first = ps->in->nnumbers;
  parse_block (ps, b, &info->ret_tok);
  info->number_end = ps->in->nnumbers;
  ps->type_vars = NULL;
  ps->cur = NULL;
  parse_scope_close (ps, mark);
  if (info->declared && b->nrets != info->nrets)
    lex_error (&ps->lx, start, "the body returns %u results, not %u", b->nrets, info->nrets);
  if (!info->declared)
    {
      info->nrets = b->nrets;
      info->rets = CTX_NEWV (ps->p->ctx, const struct type *, b->nrets);
      for (k = 0; k < b->nrets; k++)
	info->rets[k] = fir_atom_type (b->rets[k]);
    }
}

/* --- Numbers for the variables that were written without ------------------------------------- */

static void
number_vars (struct fir_prog *p, unsigned n, struct fir_var **v)
{
  unsigned k;

  for (k = 0; k < n; k++)
    {
      if (!v[k]->aux)
	v[k]->id = p->nvars++;
      v[k]->aux = NULL;
    }
}

static void
number_block (struct fir_prog *p, struct fir_block *b)
{
  struct fir_stmt *s;
  unsigned k;

  for (s = b->first; s; s = s->next)
    {
      number_vars (p, s->nres, s->res);
      for (k = 0; k < s->nfns; k++)
	{
	  number_vars (p, s->fns[k]->nparams, s->fns[k]->params);
	  number_block (p, s->fns[k]->body);
	}
      for (k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  {
	    number_vars (p, s->outs[k].combine->nparams, s->outs[k].combine->params);
	    number_block (p, s->outs[k].combine->body);
	  }
    }
}

/* Give every variable without a number one above all that were written.  */
static void
number_prog (struct parser *ps)
{
  struct fir_prog *p = ps->p;
  struct fir_fun *fun;
  struct fir_region *r;
  size_t i;

  p->nvars = 0;
  for (i = 0; i < ps->ids.slots; i++)
    if (ps->ids.key[i])
      {
	const struct fir_var *v = (const struct fir_var *) ps->ids.value[i];

	if (v->id >= p->nvars)
	  p->nvars = v->id + 1;
      }
  for (fun = p->funs; fun; fun = fun->next)
    {
      number_vars (p, fun->fn->nparams, fun->fn->params);
      number_block (p, fun->fn->body);
    }
  for (r = p->regions; r; r = r->next)
    {
      number_vars (p, r->nparams, r->params);
      number_block (p, r->body);
    }
}

/* --- Programs -------------------------------------------------------------------------------- */

void
parse_start (struct parser *ps)
{
  size_t i, heads = 0;

  for (i = 0; i < ps->lx.ntok; i++)
    heads += ps->lx.tok[i].kind == TOK_GLOBAL;
  ps->fun = CTX_NEWV (ps->p->ctx, struct fun_info, heads + 1);
  ps->in = infer_new (ps);
  parse_note_types (ps);
}

bool
parse_decl (struct parser *ps)
{
  if (parse_accept_word (ps, "type"))
    parse_type_decl (ps);
  else if (parse_accept_word (ps, "leaf"))
    parse_leaf_decl (ps);
  else if (parse_accept_word (ps, "fun"))
    parse_head (ps, false);
  else
    return false;
  return true;
}

void
parse_bodies (struct parser *ps)
{
  unsigned k;

  for (k = 0; k < ps->nfun; k++)
    parse_body (ps, &ps->fun[k]);
  infer_prog (ps->in);
  number_prog (ps);
}

static void
parse_prog (struct parser *ps)
{
  parse_start (ps);
  while (parse_peek (ps)->kind != TOK_END)
    if (parse_accept_word (ps, "region"))
      parse_head (ps, true);
    else if (!parse_decl (ps))
      lex_error (&ps->lx, parse_peek (ps),
		 "'type', 'leaf', 'fun' or 'region' was expected before '%s'",
		 parse_peek (ps)->text);
  parse_bodies (ps);
}

struct fir_prog *
fir_parse (struct nova_ctx *ctx, const char *file, const char *text, struct strbuf *err)
{
  struct parser *ps = CTX_NEW (ctx, struct parser);

  ps->p = fir_prog_new (ctx);
  ps->vars.ctx = ps->ids.ctx = ps->types.ctx = ps->leaves.ctx = ps->funs.ctx = ctx;
  if (setjmp (ps->lx.escape))
    return NULL;
  lex_init (&ps->lx, ctx, file, text, err);
  parse_prog (ps);
  return ps->p;
}

/* Reading IMP text: procedures, programs, and skeletons.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-parse.h"
#include "fir/text.h"

static unsigned
read_binders (struct reader *r, enum imp_var_kind kind, struct imp_var ***to)
{
  unsigned n = 0;
  size_t cap = 0;
  *to = NULL;
  parse_expect (r->ps, '(');
  while (!parse_accept (r->ps, ')'))
    {
      if (n)
	parse_expect (r->ps, ',');
      CTX_MORE (r->p->ctx, *to, n, cap);
      (*to)[n++] = imp_read_binder (r, kind);
    }
  return n;
}

static void number_block (struct reader *r, struct imp_block *b);

/* A number for V if it was written without.  */
static void
number_var (struct reader *r, struct imp_var *v)
{
  if (v && !v->aux && v->id == 0)
    v->id = ++r->last_id;
}

static void
number_block (struct reader *r, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      number_var (r, s->var);
      number_block (r, &s->body);
      number_block (r, &s->orelse);
    }
}

/* "proc" or, FUN, "func" was taken.  */
static void
read_proc (struct reader *r, bool fun)
{
  const struct token *t = parse_next (r->ps);
  if (t->kind != TOK_GLOBAL)
    lex_error (&r->ps->lx, t, "the name of a procedure, with '@', was expected");
  r->proc = fun ? imp_fun (r->p, t->text) : imp_proc_new (r->p, t->text, 0);
  if (r->proc->defined)
    lex_error (&r->ps->lx, t, "function '%s' is defined twice", t->text);
  r->proc->defined = true;
  r->proc->line = t->line;
  r->last_id = 0;
  r->level = fun ? LEVEL_ELEMENT : LEVEL_PROC;
  r->ps->spaces = true;
  r->proc->nparams = read_binders (r, IMP_VAR_PARAM, &r->proc->params);
  if (parse_next (r->ps)->kind != TOK_ARROW)
    lex_error (&r->ps->lx, t, "'->' was expected after the parameters");
  r->proc->nresults = read_binders (r, IMP_VAR_RESULT, &r->proc->results);
  r->proc->site = parse_accept_word (r->ps, "at") ? parse_u32 (r->ps) : 0;
  r->proc->may_fail = parse_accept_word (r->ps, "mayfail");
  imp_read_braces (r, &r->proc->body);
  imp_read_close (r, 0);
  for (unsigned k = 0; k < r->proc->nparams; k++)
    number_var (r, r->proc->params[k]);
  for (unsigned k = 0; k < r->proc->nresults; k++)
    number_var (r, r->proc->results[k]);
  number_block (r, &r->proc->body);
  r->proc->nvars = r->last_id;
  r->ps->spaces = false;
}

static struct reader *
reader_new (struct nova_ctx *ctx, struct fir_prog *p)
{
  struct parser *ps = CTX_NEW (ctx, struct parser);
  struct reader *r = CTX_NEW (ctx, struct reader);
  ps->p = p;
  ps->vars.ctx = ps->ids.ctx = ps->types.ctx = ps->leaves.ctx = ps->funs.ctx = ctx;
  r->ps = ps;
  r->vars.ctx = ctx;
  return r;
}

void
imp_skeleton (struct imp_prog *p, struct imp_proc *proc, struct imp_block *b, const char *text,
	      const struct imp_fill *fill)
{
  struct strbuf err = { NULL, 0, 0 };
  struct reader *r = reader_new (p->ctx, p->fir);
  r->p = p;
  r->proc = proc;
  r->fill = fill;
  r->level = fill->serial ? LEVEL_ELEMENT : LEVEL_PROC;
  r->ps->spaces = true;
  if (setjmp (r->ps->lx.escape))
    ctx_fatal (p->ctx, "lower: a skeleton cannot be read: %s", err.s);
  lex_init (&r->ps->lx, p->ctx, "skeleton", text, &err);
  for (unsigned k = 0; k < fill->n; k++)
    if (fill->hole[k].type)
      parse_known_type (r->ps, fill->hole[k].name, fill->hole[k].type);
  imp_read_braces (r, b);
}

/* TEXT, named FILE, as a program; NULL, and the first error appended to ERR, if it is none.  */
struct imp_prog *
imp_parse (struct nova_ctx *ctx, const char *file, const char *text, struct strbuf *err)
{
  struct reader *r = reader_new (ctx, fir_prog_new (ctx));
  struct parser *ps = r->ps;
  r->p = imp_prog_new (ps->p);
  r->p->file = ctx_intern (ctx, file);
  if (setjmp (ps->lx.escape))
    return NULL;
  lex_init (&ps->lx, ctx, file, text, err);
  parse_start (ps);
  while (parse_peek (ps)->kind != TOK_END)
    if (parse_accept_word (ps, "proc"))
      read_proc (r, false);
    else if (parse_accept_word (ps, "func"))
      read_proc (r, true);
    else if (!parse_decl (ps))
      lex_error (&ps->lx, parse_peek (ps),
		 "'type', 'leaf', 'fun', 'func' or 'proc' was expected before '%s'",
		 parse_peek (ps)->text);
  parse_bodies (ps);
  r->p->props = (r->loops ? 0 : IMP_SCHEDULED) | (r->whole ? 0 : IMP_CHUNKED)
		| (r->needs ? 0 : IMP_PRECHECKED);
  return r->p;
}

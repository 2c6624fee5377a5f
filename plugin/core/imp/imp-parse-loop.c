/* Reading IMP text: loops, their outputs, and gives.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "imp-parse.h"

/* (PARAMS) { statements } [ret EXPR]: the operator of output S, whose values have type T.  */
static void
read_operator (struct reader *r, struct imp_stmt *s, unsigned params, const struct type *t)
{
  size_t mark = r->nscope;

  parse_expect (r->ps, '(');
  for (unsigned k = 0; k < params; k++)
    {
      if (k)
	parse_expect (r->ps, ',');
      struct imp_stmt *param = imp_read_stmt (r, &s->body, IMP_NEW);
      param->var = imp_read_binder (r, IMP_VAR_LOCAL);
    }
  parse_expect (r->ps, ')');
  imp_read_block (r, &s->body);
  if (t)
    {
      parse_expect_word (r->ps, "ret");
      s->e[2] = imp_read_expr (r, t);
    }
  imp_read_close (r, mark);
}

/* The number of a field of T, and 1.  */
static unsigned
read_field (struct reader *r, const struct type *t)
{
  uint32_t k = parse_u32 (r->ps);

  if (t->kind != TYPE_RECORD || k >= t->nfields)
    imp_read_wrong (r, "values have no such field");
  return k + 1;
}

void
imp_read_output (struct reader *r, struct imp_stmt *s)
{
  s->var = imp_read_var (r);
  if (s->kind == IMP_CURSOR)
    return;
  if (s->kind != IMP_REDUCE)
    {
      parse_expect_word (r->ps, "to");
      s->base = imp_use (r->p, imp_read_var (r));
      if (s->base->type->kind != TYPE_PTR || !s->base->type->elem)
	imp_read_wrong (r, "the destination is no pointer");
    }
  else
    {
      s->first = parse_accept_word (r->ps, "first");
      if (parse_accept_word (r->ps, "if"))
	s->e[1] = imp_use (r->p, imp_read_var (r));
      s->apart = parse_accept_word (r->ps, "apart");
    }
  if (s->kind != IMP_FILTER)
    {
      if (parse_accept_word (r->ps, "neutral"))
	s->e[0] = imp_read_expr (r, s->var->type);
      s->commutes = parse_accept_word (r->ps, "commutes");
      if (s->commutes && parse_accept_word (r->ps, "by"))
	s->by = read_field (r, s->var->type);
      read_operator (r, s, 2, s->var->type);
    }
  else
    {
      s->wide = parse_accept_word (r->ps, "wide");
      if (parse_next_is (r->ps, '('))
	read_operator (r, s, 1, NULL);
    }
}

static enum imp_shape
read_shape (struct reader *r)
{
  return (enum imp_shape) imp_read_choice (r, IMP_SHAPE_LAST, imp_shape_name,
					   "no loop is taken by");
}

/* Loop S, whose index was bound at MARK, has been read: variables bound between its passes stay in
   scope.  */
static void
close_loop (struct reader *r, size_t mark)
{
  *ptrmap_at (&r->vars, r->scope[mark].name) = NULL;
  r->nscope--;
  for (size_t k = mark; k < r->nscope; k++)
    r->scope[k] = r->scope[k + 1];
}

void
imp_read_loop (struct reader *r, struct imp_stmt *s)
{
  struct reading in = { s, r->loop };
  size_t mark = imp_read_index (r, s);
  enum par_level level = r->level;

  if (parse_accept (r->ps, '<'))
    {
      s->e[0] = imp_size (r->p, 0);
      s->e[1] = imp_read_size (r);
      parse_expect_word (r->ps, "cost");
      s->e[3] = imp_read_size (r);
      if (parse_accept_word (r->ps, "along"))
	s->nargs = imp_read_args (r, &s->args, type_size (r->p->ctx));
      s->site = imp_read_site (r);
      r->whole = true;
    }
  else
    {
      parse_expect (r->ps, '=');
      s->e[0] = imp_read_size (r);
      parse_expect_word (r->ps, "to");
      s->e[1] = imp_read_size (r);
    }
  s->e[2] = imp_size (r->p, 1);
  if (parse_accept_word (r->ps, "by"))
    s->shape = read_shape (r);
  if (parse_accept_word (r->ps, "after"))
    s->ahead = read_shape (r);
  s->ahead_checked = parse_accept_word (r->ps, "checked");
  s->once = parse_accept_word (r->ps, "once");
  s->brief = parse_accept_word (r->ps, "brief");
  s->trust = imp_read_trust (r);
  imp_read_block (r, &s->orelse);
  parse_expect_word (r->ps, "do");
  r->loop = &in;
  if (imp_is_whole (s))
    r->level = LEVEL_ELEMENT;
  imp_read_braces (r, &s->body);
  r->loop = in.around;
  r->level = level;
  close_loop (r, mark);
  r->loops |= s->shape != IMP_SHAPE_SWEEP;
}

void
imp_read_give (struct reader *r, struct imp_stmt *s)
{
  const struct imp_stmt *o = NULL;

  s->var = imp_read_var (r);
  for (struct reading *l = r->loop; l && !o; l = l->around)
    o = imp_output (l->s, s->var);
  if (!o)
    imp_read_wrong (r, "'%s' is no output of a loop around this", s->var->name);
  if (parse_next (r->ps)->kind != TOK_ASSIGN)
    imp_read_wrong (r, "':=' was expected");
  s->e[0] = imp_read_expr (r, imp_output_type (o));
  if (parse_accept_word (r->ps, "when"))
    s->e[1] = imp_read_expr (r, NULL);
}

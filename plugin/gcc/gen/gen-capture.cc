/* What a PARFOR reads from outside: the arguments of its worker.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"

static void
capture (struct gen_captures *c, struct imp_var *v)
{
  if (!c->inside.contains (v) && !c->seen.add (v))
    c->vars.safe_push (v);
}

static void
capture_stride (struct gen_captures *c, const struct type *t)
{
  if (t->kind != TYPE_RECORD && t->kind != TYPE_BLOB)
    return;
  tree type = gen_tree_type (t);
  if (gen_stride_p (type) && !c->strides.contains (int_size_in_bytes (type)))
    c->strides.safe_push (int_size_in_bytes (type));
}

/* An element of builtin number ORDER is marked.  */
static void
capture_mark (struct gen_captures *c, const struct imp_expr *order)
{
  uint64_t n;
  bool known = imp_is_const (order, &n);
  c->several |= !known || (c->marks && n != c->order);
  c->order = known ? n : 0;
  c->marks = true;
}

static void
capture_expr (struct gen_captures *c, struct imp_expr *e)
{
  if (!e)
    return;
  if (e->kind == IMP_EXPR_VAR)
    capture (c, e->var);
  if (e->kind == IMP_EXPR_LOAD)
    capture_stride (c, e->type);
  if (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_MARK)
    capture_mark (c, e->args[0]);
  c->sites |= e->kind == IMP_EXPR_CALL && imp_fn_info[e->fn].site == IMP_SITE_NAMED;
  for (unsigned i = 0; i < e->nargs; i++)
    capture_expr (c, e->args[i]);
}

static bool
binds_p (struct imp_stmt *s)
{
  switch (s->kind)
    {
    case IMP_NEW: case IMP_ARRAY: case IMP_TEMP: case IMP_VECNEW: case IMP_FOR: case IMP_PARFOR:
    case IMP_LOOP:
      return true;
    default:
      return false;
    }
}

static void
capture_block (struct gen_captures *c, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->var && binds_p (s))
	c->inside.add (s->var);
      else if (s->var)
	capture (c, s->var);
      capture_expr (c, s->base);
      /* The operator of a sweep uses its parameters alone.  */
      if (imp_is_output (s))
	continue;
      if (s->kind == IMP_STORE)
	capture_stride (c, s->e[1]->type);
      c->several |= s->kind == IMP_FAIL;
      c->sites |= s->kind == IMP_FAIL || s->kind == IMP_TEMP || s->kind == IMP_VECNEW
		  || s->kind == IMP_CHECK;
      for (struct imp_expr *e : s->e)
	capture_expr (c, e);
      for (unsigned i = 0; i < s->nargs; i++)
	capture_expr (c, s->args[i]);
      capture_block (c, &s->body);
      capture_block (c, &s->orelse);
    }
}

void
gen_capture (struct gen_captures *c, struct imp_stmt *s)
{
  c->marks = c->several = c->sites = false;
  c->order = 0;
  c->inside.add (s->var);
  capture_block (c, &s->body);
}

/* Simplification of a body in which no element fails.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     if holds { rest } else { fail ...  ok := 0 }   if ok { more }   =>   rest   more

   Of two passes over the elements of a loop the first finds those that fail, and the second runs
   only if there are none.  So it takes the other side of a branch that fails, and a flag that only
   a failure changes keeps the value that it was bound to: neither is tested again.  */

#include "imp-make.h"

#include <limits.h>

/* The facts about a variable that the body binds.  */
struct flag
{
  bool set;			/* bound to a constant that is not 0; */
  bool changes;			/* and assigned where no element fails */
};

struct imp_fails
{
  unsigned first, n;
  struct flag flags[];		/* by number of the variable, from FIRST on, N of them */
};

bool
imp_fails_here (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_FAIL)
      return true;
  return false;
}

static bool
is_set (const struct imp_expr *e)
{
  return e && e->kind == IMP_EXPR_CONST && type_is_integral (e->type) && e->cst->i;
}

static void
note_flags (struct imp_fails *f, const struct imp_block *b)
{
  bool failed = imp_fails_here (b);

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct flag *v = s->var && s->var->id >= f->first && s->var->id - f->first < f->n
		       ? &f->flags[s->var->id - f->first] : NULL;

      if (v && s->kind == IMP_NEW)
	v->set = is_set (s->e[0]);
      else if (v && !failed)
	v->changes = true;
      note_flags (f, &s->body);
      note_flags (f, &s->orelse);
    }
}

struct imp_fails *
imp_flags_of (struct imp_prog *p, const struct imp_block *b)
{
  unsigned least = UINT_MAX, most = 0, n;
  struct imp_fails *f;

  imp_bound_range (b, &least, &most);
  n = least <= most ? most - least + 1 : 0;
  f = (struct imp_fails *) ctx_alloc (p->ctx, sizeof *f + n * sizeof *f->flags);
  f->first = least;
  f->n = n;
  note_flags (f, b);
  return f;
}

struct imp_fails *
imp_fails_of (struct imp_prog *p, const struct imp_block *b)
{
  return imp_block_fails (b) ? imp_flags_of (p, b) : NULL;
}

bool
imp_block_fails (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_FAIL || imp_block_fails (&s->body) || imp_block_fails (&s->orelse))
      return true;
  return false;
}

bool
imp_fails_flag (const struct imp_fails *f, const struct imp_var *v)
{
  return f && v->id >= f->first && v->id - f->first < f->n && f->flags[v->id - f->first].set
	 && !f->flags[v->id - f->first].changes;
}

const struct imp_block *
imp_fails_not (const struct imp_fails *f, const struct imp_stmt *s)
{
  const struct imp_expr *c = s->e[0];

  if (!f || s->kind != IMP_IF)
    return NULL;
  if (imp_fails_here (&s->orelse))
    return &s->body;
  if (imp_fails_here (&s->body))
    return &s->orelse;
  return c->kind == IMP_EXPR_VAR && imp_fails_flag (f, c->var) ? &s->body : NULL;
}

bool
imp_is_mark (const struct imp_stmt *s)
{
  return s->kind == IMP_EVAL && s->e[0]->kind == IMP_EXPR_CALL && s->e[0]->fn == IMP_FN_MARK;
}

bool
imp_block_marks (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (imp_is_mark (s) || imp_block_marks (&s->body) || imp_block_marks (&s->orelse))
      return true;
  return false;
}

static void
drop (struct imp_fails *f, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      const struct imp_block *good = imp_fails_not (f, s);

      next = s->next;
      drop (f, &s->body);
      drop (f, &s->orelse);
      if (good)
	imp_replace (b, s, good == &s->body ? &s->body : &s->orelse);
      else if (imp_is_mark (s) || s->kind == IMP_FAIL)
	imp_unlink (b, s);
    }
}

void
imp_drop_fails (struct imp_prog *p, struct imp_block *body)
{
  struct imp_fails *f = imp_fails_of (p, body);

  if (f || imp_block_marks (body))
    drop (f, body);
}

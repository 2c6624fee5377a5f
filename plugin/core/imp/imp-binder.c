/* Who binds and writes each variable of a procedure.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A table that is made once a pass, so that what asks for a variable needs no walk of its own.  It
   says what was so when it was made.  What a pass makes later has numbers behind it, and is not
   known; statements may move, and blocks be exchanged, as long as a variable stays in the loops
   that it was bound in.  */

#include "imp-make.h"

/* V is written.  */
static void
note_written (struct imp_binders *t, const struct imp_var *v)
{
  if (v)
    t->of[v->id].written++;
}

/* What stands in B, AT statements being before it; how many are before what is behind it.  */
static unsigned
note_block (struct imp_binders *t, struct imp_block *b, unsigned at)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      at++;
      note_written (t, s->var);
      if (imp_is_output (s) && s->e[1])
	note_written (t, s->e[1]->var);
      if (imp_binds (s))
	{
	  t->of[s->var->id].by = s;
	  t->of[s->var->id].in = b;
	  t->of[s->var->id].begin = at;
	}
      at = note_block (t, &s->orelse, note_block (t, &s->body, at));
    }
  return at;
}

struct imp_binders
imp_binders_of (struct imp_prog *p, struct imp_proc *proc)
{
  unsigned n = proc->nvars + 1;
  struct imp_binders t = { CTX_NEWV (p->ctx, struct imp_binder, n), n };

  note_block (&t, &proc->body, 0);
  return t;
}

const struct imp_binder *
imp_binder (const struct imp_binders *t, const struct imp_var *v)
{
  return v->id < t->n ? &t->of[v->id] : NULL;
}

struct imp_stmt *
imp_bound_by (const struct imp_binders *t, const struct imp_expr *e)
{
  const struct imp_binder *k = e->kind == IMP_EXPR_VAR ? imp_binder (t, e->var) : NULL;

  return k && k->written == 1 && k->by && k->by->kind == IMP_NEW && k->by->e[0] ? k->by : NULL;
}

const struct imp_expr *
imp_bound_to (const struct imp_binders *t, const struct imp_expr *e)
{
  const struct imp_stmt *s = imp_bound_by (t, e);

  return s ? s->e[0] : NULL;
}

/* Is V bound or written in B?  */
static bool
written_in (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->var == v || (imp_is_output (s) && s->e[1] && s->e[1]->var == v)
	|| written_in (&s->body, v) || written_in (&s->orelse, v))
      return true;
  return false;
}

bool
imp_changes (const struct imp_binders *t, const struct imp_stmt *loop, const struct imp_var *v)
{
  const struct imp_binder *k = imp_binder (t, v), *l = imp_binder (t, loop->var);

  if (k && !k->written)
    return false;
  if (k && k->written == 1 && k->by && l && l->by)
    return l->begin < k->begin;
  return written_in (&loop->body, v) || written_in (&loop->orelse, v);
}

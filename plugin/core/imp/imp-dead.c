/* Statements that only make what nobody reads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A pass that takes one of several loops out of a body leaves what only the others need.  A
   variable is dead if nothing in the block reads it; its binder goes, and what is assigned to it,
   and with these what they read, until nothing is dead.  Leaves and functions that cannot fail do
   nothing but give a value.

   Does not: loops, or variables that are read only to assign themselves.  */

#include "imp-make.h"

/* Does E do nothing but give a value?  */
static bool
only_value (const struct imp_expr *e)
{
  if (!e)
    return true;
  if ((e->kind == IMP_EXPR_CALL && (!e->type || type_is_vec (e->type)))
      || (e->kind == IMP_EXPR_LEAF && (e->leaf->flags & LEAF_MAYFAIL)))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!only_value (e->args[k]))
      return false;
  return true;
}

/* How often V is read in B.  */
static unsigned
reads (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += imp_stmt_uses (s, v) + (imp_is_output (s) && s->var == v) + reads (&s->body, v)
	 + reads (&s->orelse, v);
  return n;
}

/* Is S, in BODY, of no use?  */
static bool
dead (const struct imp_block *body, const struct imp_stmt *s)
{
  switch (s->kind)
    {
    case IMP_NEW:
    case IMP_ASSIGN:
      return only_value (s->e[0]) && !reads (body, s->var);
    case IMP_IF:
      return !s->body.first && !s->orelse.first && only_value (s->e[0]);
    default:
      return false;
    }
}

/* Take what is dead out of B, a block of BODY.  A binder goes when nothing assigns it any more.  */
static bool
drop (const struct imp_block *body, struct imp_block *b)
{
  bool some = false;

  for (struct imp_stmt *s = b->last, *prev; s; s = prev)
    {
      prev = s->prev;
      some |= drop (body, &s->body) | drop (body, &s->orelse);
      if (!dead (body, s))
	continue;
      imp_unlink (b, s);
      some = true;
    }
  return some;
}

/* Does B bind V?  */
static bool
binds (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((imp_binds (s) && s->var == v) || binds (&s->body, v) || binds (&s->orelse, v))
      return true;
  return false;
}

static void
drop_stores (const struct imp_block *body, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      drop_stores (body, &s->body);
      drop_stores (body, &s->orelse);
      if (s->kept)
	continue;
      if (s->kind == IMP_STORE && (s->base->kind != IMP_EXPR_VAR || !binds (body, s->base->var)))
	imp_unlink (b, s);
    }
}

void
imp_drop_stores (struct imp_block *body)
{
  drop_stores (body, body);
}

void
imp_drop_dead (struct imp_block *body)
{
  while (drop (body, body))
    continue;
}

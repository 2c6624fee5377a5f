/* The checker of IMP: the use of cursors by elements.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The values of the cursors of a loop of a whole region, and of the variables bound between its
   passes, are known only when all elements have run ahead.  So whatever else an element does must
   not depend on them: values that do are only stored, or are the address of a store, and not of one
   to the element's private memory.

   Does not: prove that an element stores only as far behind a cursor as it gives to it.  */

#include "imp-check.h"
#include "imp-own.h"

/* The facts about a variable that elements bind.  */
struct fact
{
  bool moves;			/* it depends on a cursor, or on a variable bound between the
				   passes */
  bool own;			/* it may lead to memory that an element allocates */
};

struct facts
{
  struct checker *c;
  struct fact *of;		/* by number of the variable */
  bool changed;
};

static bool
moves (const struct facts *d, const struct imp_expr *e)
{
  if (!e)
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return d->of[e->var->id].moves;
  for (unsigned k = 0; k < e->nargs; k++)
    if (moves (d, e->args[k]))
      return true;
  return false;
}

/* May E lead to memory that an element allocates?  Results of loads and calls may, and what is made
   of a number; a number itself does not.  */
static bool
leads_to_own (const struct facts *d, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR)
    return d->of[e->var->id].own;
  if (!e->type || !imp_leads_to_memory (e->type))
    return false;
  if (e->kind != IMP_EXPR_PRIM)
    return e->kind != IMP_EXPR_CONST;
  if (e->op == FIR_CONV && !imp_leads_to_memory (e->args[0]->type))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (leads_to_own (d, e->args[k]))
      return true;
  return false;
}

/* Is there a call in E with an operand that depends on a cursor?  */
static bool
calls (const struct facts *d, const struct imp_expr *e)
{
  bool call = e && (e->kind == IMP_EXPR_LEAF || e->kind == IMP_EXPR_CALL
		    || e->kind == IMP_EXPR_FUN);

  if (call && moves (d, e))
    return true;
  for (unsigned k = 0; e && k < e->nargs; k++)
    if (calls (d, e->args[k]))
      return true;
  return false;
}

static void
note (struct facts *d, const struct imp_var *v, bool moves, bool own)
{
  struct fact *f = &d->of[v->id];

  d->changed |= (moves && !f->moves) || (own && !f->own);
  f->moves |= moves;
  f->own |= own;
}

static void
note_block (struct facts *d, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_ARRAY || s->kind == IMP_TEMP || s->kind == IMP_VECNEW)
	note (d, s->var, false, true);
      else if ((s->kind == IMP_NEW || s->kind == IMP_ASSIGN) && s->e[0])
	note (d, s->var, moves (d, s->e[0]), leads_to_own (d, s->e[0]));
      note_block (d, &s->body);
      note_block (d, &s->orelse);
    }
}

static void
check_stmt (struct facts *d, struct imp_stmt *s)
{
  bool may = s->kind == IMP_NEW || s->kind == IMP_ASSIGN
	     || (s->kind == IMP_STORE && !s->kept && !leads_to_own (d, s->base));
  bool bad = s->base && moves (d, s->base) && leads_to_own (d, s->base);

  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    bad |= calls (d, s->e[k]) || (!may && moves (d, s->e[k]));
  for (unsigned k = 0; k < s->nargs; k++)
    bad |= moves (d, s->args[k]);
  imp_want (d->c, s, !bad, "what elements do first depends on what is known behind it");
}

static void
check_block (struct facts *d, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      check_stmt (d, s);
      check_block (d, &s->body);
      check_block (d, &s->orelse);
    }
}

void
imp_check_cursors (struct checker *c, struct imp_stmt *s, size_t begin, size_t end)
{
  struct facts d = { .c = c };

  d.of = CTX_NEWV (c->p->ctx, struct fact, c->proc->nvars + 1);
  for (const struct imp_stmt *o = s->orelse.first; o; o = o->next)
    if (o->kind == IMP_CURSOR)
      note (&d, o->var, true, false);
  for (size_t k = begin; k < end; k++)
    note (&d, c->vars[k].v, true, false);
  if (!d.changed)
    return;
  while (d.changed)
    {
      d.changed = false;
      note_block (&d, &s->body);
    }
  check_block (&d, &s->body);
}

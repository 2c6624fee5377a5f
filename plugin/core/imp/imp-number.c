/* Which variables of a procedure are never a NaN.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A table that is made once, when the procedure is no longer changed.  A float is a number if
   everything that it is set to is one: a constant, a minimum or maximum (which leave NaNs out) of
   which one side is a number, a choice between numbers.  Variables may be set to each other, in
   loops, so all are taken for numbers until something contradicts.  The fields of a record are
   known one by one.

   Does not: follow elements of memory, arithmetic, records in records.  */

#include "imp-make.h"

/* A variable's bit FIELD of the table, or bit 0 if it is a float.  */
#define FIELDS 64

static bool
known (const struct imp_numbers *n, const struct imp_var *v, unsigned field)
{
  return v->id < n->n && field < FIELDS && (n->of[v->id] >> field & 1);
}

/* Is field K of record E a number?  */
static bool
field_number (const struct imp_numbers *n, const struct imp_expr *e, unsigned k)
{
  if (e->kind == IMP_EXPR_VAR)
    return known (n, e->var, k);
  if (e->kind != IMP_EXPR_PRIM)
    return false;
  if (e->op == FIR_RECORD)
    return imp_number (n, e->args[k]);
  return e->op == FIR_SELECT && field_number (n, e->args[1], k) && field_number (n, e->args[2], k);
}

bool
imp_number (const struct imp_numbers *n, const struct imp_expr *e)
{
  if (!type_is_float (e->type))
    return false;
  if (e->kind == IMP_EXPR_CONST)
    return e->cst->f == e->cst->f;
  if (e->kind == IMP_EXPR_VAR)
    return !imp_expr_is_area (e) && known (n, e->var, 0);
  if (e->kind != IMP_EXPR_PRIM)
    return false;
  switch (e->op)
    {
    case FIR_MIN:
    case FIR_MAX:
      return imp_number (n, e->args[0]) || imp_number (n, e->args[1]);
    case FIR_MIN_NAN:
    case FIR_MAX_NAN:
      return imp_number (n, e->args[0]) && imp_number (n, e->args[1]);
    case FIR_SELECT:
      return imp_number (n, e->args[1]) && imp_number (n, e->args[2]);
    case FIR_ABS:
    case FIR_NEG:
      return imp_number (n, e->args[0]);
    case FIR_FIELD:
      return field_number (n, e->args[0], e->index);
    default:
      return false;
    }
}

/* What V may still be if E is one of its values.  */
static uint64_t
remaining (const struct imp_numbers *n, const struct imp_var *v, const struct imp_expr *e)
{
  uint64_t all = n->of[v->id];

  if (v->type->kind != TYPE_RECORD)
    return all && imp_number (n, e) ? all : 0;
  for (unsigned k = 0; k < FIELDS; k++)
    if (all >> k & 1 && !field_number (n, e, k))
      all &= ~((uint64_t) 1 << k);
  return all;
}

/* All that B binds without a value may be numbers.  */
static void
assume (struct imp_numbers *n, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      const struct type *t = s->kind == IMP_NEW ? s->var->type : NULL;

      if (t && type_is_float (t))
	n->of[s->var->id] = 1;
      else if (t && t->kind == TYPE_RECORD)
	for (unsigned k = 0; k < t->nfields && k < FIELDS; k++)
	  if (type_is_float (t->fields[k].type))
	    n->of[s->var->id] |= (uint64_t) 1 << k;
      assume (n, &s->body);
      assume (n, &s->orelse);
    }
}

/* Take back what a statement of B contradicts; has anything been?  */
static bool
contradict (struct imp_numbers *n, const struct imp_block *b)
{
  bool more = false;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      uint64_t was = s->var ? n->of[s->var->id] : 0, is = was;

      if (was && (s->kind == IMP_NEW || s->kind == IMP_ASSIGN))
	is = s->e[0] ? remaining (n, s->var, s->e[0]) : was;
      else if (was)
	is = 0;
      if (is != was)
	{
	  n->of[s->var->id] = is;
	  more = true;
	}
      more |= contradict (n, &s->body);
      more |= contradict (n, &s->orelse);
    }
  return more;
}

struct imp_numbers
imp_numbers_of (struct imp_prog *p, const struct imp_proc *proc)
{
  struct imp_numbers n = { CTX_NEWV (p->ctx, uint64_t, proc->nvars + 1), proc->nvars + 1 };

  assume (&n, &proc->body);
  while (contradict (&n, &proc->body))
    continue;
  return n;
}

/* Which variables of a procedure are never a NaN.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A table that is made once, when the procedure is no longer changed.  A float is a number if
   everything that it is set to is one: a constant, a minimum or maximum (which leave NaNs out) of
   which one side is a number, a choice between numbers.  Variables may be set to each other, in
   loops, so all are taken for numbers until something contradicts.  The fields of a record are
   known one by one.  So are the elements of an array all of which are stored to by its name, each
   before it is loaded.

   Does not: follow elements of other memory, arithmetic, records in records.  */

#include "imp-make.h"

/* A variable's bit FIELD of the table, or bit 0 if it is a float.  */
#define FIELDS 64

static bool
known (const struct imp_numbers *n, const struct imp_var *v, unsigned field)
{
  return v->id < n->n && field < FIELDS && (n->of[v->id] >> field & 1);
}

/* Is E, the base of a load or store, an array by its name?  */
static bool
array_of (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_VAR && e->var->kind == IMP_VAR_ARRAY;
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
  if (e->kind == IMP_EXPR_LOAD)
    return array_of (e->args[0]) && known (n, e->args[0]->var, 0);
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

/* All that B binds may be numbers.  */
static void
assume (struct imp_numbers *n, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool binds = s->kind == IMP_NEW || s->kind == IMP_ARRAY;
      const struct type *t = binds ? s->var->type : NULL;

      if (t && type_is_float (t))
	n->of[s->var->id] = 1;
      else if (t && t->kind == TYPE_RECORD && s->kind == IMP_NEW)
	for (unsigned k = 0; k < t->nfields && k < FIELDS; k++)
	  if (type_is_float (t->fields[k].type))
	    n->of[s->var->id] |= (uint64_t) 1 << k;
      assume (n, &s->body);
      assume (n, &s->orelse);
    }
}

/* Arrays that E, or NULL, uses otherwise than to load their elements may have anything; has one
   been taken for numbers?  */
static bool
escape (struct imp_numbers *n, const struct imp_expr *e)
{
  bool more = false;

  if (!e)
    return false;
  if (array_of (e) && known (n, e->var, 0))
    {
      n->of[e->var->id] = 0;
      more = true;
    }
  for (unsigned k = e->kind == IMP_EXPR_LOAD && array_of (e->args[0]); k < e->nargs; k++)
    more |= escape (n, e->args[k]);
  return more;
}

/* The same of what S, of any kind, uses and stores.  */
static bool
escape_stmt (struct imp_numbers *n, const struct imp_stmt *s)
{
  bool store = s->kind == IMP_STORE && array_of (s->base), more = false;

  if (store && known (n, s->base->var, 0) && !imp_number (n, s->e[1]))
    {
      n->of[s->base->var->id] = 0;
      more = true;
    }
  more |= !store && escape (n, s->base);
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    more |= escape (n, s->e[k]);
  for (unsigned k = 0; k < s->nargs; k++)
    more |= escape (n, s->args[k]);
  return more;
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
      else if (was && s->kind != IMP_ARRAY)
	is = 0;
      more |= escape_stmt (n, s);
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

/* The checker of IMP: spaces of memory, and levels of parfors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   DPIA states where a loop runs and where its memory is (Atkey et al., section 6.2), and leaves it
   to the programmer that both fit together.  Here the type of a pointer includes the space that it
   points to, so that an iteration's private memory does not escape from it.  A level has the levels
   in which it may be nested, and the spaces that its iterations see (machine.def).

   This file checks which types are valid; their equality is checked elsewhere.  */

#include "imp-check.h"

enum mem_space
imp_area_space (const struct scope_var *v)
{
  return imp_space (v->v, v->level);
}

/* Is space X one of SPACES?  */
static bool
is_in (enum mem_space x, unsigned spaces)
{
  return spaces & NOVA_SET (x);
}

/* Do values of type T lead only to SPACES, directly and indirectly?  */
static bool
leads_to_only (const struct type *t, unsigned spaces)
{
  if (t->kind == TYPE_PTR)
    return is_in (t->space, spaces) && type_fits_space (t->elem, t->space);
  return !type_has_space (t);
}

/* Check the memory of V, in the space that is stated or that of its level.  */
static void
check_memory (struct checker *c, const struct imp_stmt *s, const struct imp_var *v)
{
  enum mem_space space = imp_space (v, c->level);

  /* The runtime allocates no other.  */
  if (space != SPACE_PROGRAM && (v->kind != IMP_VAR_ARRAY || space != level_info[c->level].own))
    imp_complain (c, s, ctx_printf (c->p->ctx, "no %s memory is made here:", space_name[space]),
		  v);
  else if (!type_fits_space (v->type, space))
    imp_complain (c, s, "memory that others see would lead to an iteration's own:", v);
}

void
imp_check_binder (struct checker *c, const struct imp_stmt *s, const struct imp_var *v)
{
  if (imp_var_is_area (v) || v->stated)
    check_memory (c, s, v);
  else if (v->kind == IMP_VAR_RESULT ? type_has_space (v->type)
	   : !leads_to_only (v->type, level_sees (c->level)))
    imp_complain (c, s, "leads to memory that is not seen from here:", v);
}

void
imp_check_seen (struct checker *c, const struct imp_stmt *s, const struct scope_var *v)
{
  /* What a row does alone is done by the procedure itself, whose own memory is around it.  */
  unsigned shared = c->level == LEVEL_PROC ? level_sees (LEVEL_PROC) : level_info[c->level].shares;

  if (imp_var_is_area (v->v) && !is_in (imp_area_space (v), shared))
    imp_complain (c, s, "memory that is not seen from here:", v->v);
  else if (!imp_var_is_area (v->v) && !leads_to_only (v->v->type, shared))
    imp_complain (c, s, "leads to memory that is not seen from here:", v->v);
}

void
imp_check_level (struct checker *c, const struct imp_stmt *parfor)
{
  /* Functions must have none.  */
  if (c->fun)
    return;
  if (!(level_info[parfor->level].in & NOVA_SET (c->level)))
    imp_complain (c, parfor, ctx_printf (c->p->ctx, "on %s inside %s", level_name[parfor->level],
					 level_info[c->level].place), NULL);
  if (!c->p->target->width[parfor->level])
    imp_complain (c, parfor, ctx_printf (c->p->ctx, "target %s has no %s", c->p->target->name,
					 level_name[parfor->level]), NULL);
}

bool
imp_is_ptr (const struct type *t)
{
  return t->kind == TYPE_PTR && t->space == SPACE_PROGRAM;
}

bool
imp_is_bytes (const struct type *t)
{
  return t->kind == TYPE_PTR && !type_has_space (t->elem);
}

static bool
are_of_two_spaces (const struct type *a, const struct type *b)
{
  return a->kind == TYPE_PTR && b->kind == TYPE_PTR && a->space != b->space;
}

bool
imp_mixes_spaces (const struct imp_expr *e)
{
  const struct type *a = e->nargs ? e->args[0]->type : NULL, *t = e->type;

  switch (e->op)
    {
    case FIR_SELECT: return are_of_two_spaces (e->args[1]->type, e->args[2]->type);
    case FIR_CONV:
      /* Else a number, or a pointer to another type, could lead to other memory.  */
      return a != t && (type_has_space (a) || type_has_space (t))
	     && !(imp_is_bytes (a) && imp_is_bytes (t) && a->space == t->space);
    case FIR_RECORD: return type_has_space (t);
    default: return e->nargs == 2 && are_of_two_spaces (a, e->args[1]->type);
    }
}

/* The pass release: frees memory behind its last use instead of at the end.

     temp t [n] ... x := t[i] ... parfor ... free t
     =>  temp t [n] ... x := t[i]  free t ... parfor

   Memory that is freed at the end of the procedure is freed behind the last statement that uses it,
   so that the allocator can reuse it for the next statements.  Cleanups after that no longer free
   it.

   Does not: enter loops and branches; they free what they allocate.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"

/* --- Aliases --------------------------------------------------------------------------------- */

/* A variable through which another's memory can be reached.  */
struct alias
{
  struct imp_var *v;
  bool leads;			/* its value leads there; else it is loaded, or an operand of a
				   handle that does */
  struct alias *next;
};

static struct alias *
alias_of (struct alias *a, const struct imp_var *v)
{
  while (a && a->v != v)
    a = a->next;
  return a;
}

static bool
reads_alias (const struct imp_stmt *s, struct alias *a)
{
  for (; a; a = a->next)
    if (imp_stmt_uses (s, a->v))
      return true;
  return false;
}

static bool
leads_to_memory (const struct type *t)
{
  return t->kind == TYPE_PTR || type_is_vec (t) || t->kind == TYPE_RECORD || t->kind == TYPE_BLOB;
}

/* Does the value of E lead where A does?  A loaded pointer leads where the stored one did.  */
static bool
leads_there (const struct imp_expr *e, struct alias *a)
{
  if (!e || e->kind == IMP_EXPR_LOAD)
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return (a = alias_of (a, e->var)) && a->leads;
  for (unsigned k = 0; k < e->nargs; k++)
    if (leads_there (e->args[k], a))
      return true;
  return false;
}

static bool
add_alias (struct nova_ctx *ctx, struct alias **a, struct imp_var *v, bool leads)
{
  struct alias *n = alias_of (*a, v);

  if (!leads_to_memory (v->type) || (n && (n->leads || !leads)))
    return false;
  if (!n)
    {
      n = CTX_NEW (ctx, struct alias);
      n->v = v;
      n->next = *a;
      *a = n;
    }
  n->leads = leads;
  return true;
}

/* Add to *A the variables in E; LEADS: their values lead there.  */
static bool
add_aliases (struct nova_ctx *ctx, struct alias **a, const struct imp_expr *e, bool leads)
{
  bool found = false;

  if (!e)
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return add_alias (ctx, a, e->var, leads);
  for (unsigned k = 0; k < e->nargs; k++)
    found |= add_aliases (ctx, a, e->args[k], leads);
  return found;
}

static bool
keeps_row (const struct imp_stmt *s)
{
  return s->kind == IMP_EVAL && s->e[0]->kind == IMP_EXPR_CALL && s->e[0]->fn == IMP_FN_KEEP_ROW;
}

/* Add to *A what B makes of it, and what it is made of, since a vector or a room for rows may have
   taken that over; true if anything was added.  */
static bool
find_aliases (struct nova_ctx *ctx, const struct imp_block *b, struct alias **a)
{
  bool found = false;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_NEW || s->kind == IMP_ASSIGN || s->kind == IMP_VECNEW)
	{
	  if (reads_alias (s, *a))
	    found |= add_alias (ctx, a, s->var, leads_there (s->e[0], *a));
	  if (type_is_vec (s->var->type) && alias_of (*a, s->var))
	    found |= add_aliases (ctx, a, s->e[0], s->e[0] && imp_takes (s->e[0], 0));
	}
      if (keeps_row (s) && leads_there (s->e[0]->args[0], *a))
	found |= add_aliases (ctx, a, s->e[0]->args[2], true);
      found |= find_aliases (ctx, &s->body, a);
      found |= find_aliases (ctx, &s->orelse, a);
    }
  return found;
}

/* --- Pointers in memory ---------------------------------------------------------------------- */

/* May a T have a pointer in it?  A handle that is stored keeps what it leads to.  */
static bool
has_pointer (const struct type *t)
{
  if (t->kind == TYPE_RECORD)
    for (unsigned k = 0; k < t->nfields; k++)
      if (has_pointer (t->fields[k].type))
	return true;
  return t->kind == TYPE_PTR || t->kind == TYPE_BLOB;
}

/* Does E call a function with a pointer to A's memory, and a place where it may store that?  */
static bool
hands_over (const struct imp_expr *e, struct alias *a)
{
  bool given = false, place = false;

  for (unsigned k = 0; e && k < e->nargs; k++)
    {
      const struct type *t = e->args[k]->type;

      if (hands_over (e->args[k], a))
	return true;
      given |= leads_there (e->args[k], a);
      place |= t->kind == TYPE_RECORD || (t->kind == TYPE_PTR && t->elem && has_pointer (t->elem));
    }
  return e && e->kind == IMP_EXPR_FUN && given && place;
}

/* Does B store a pointer to where A leads?  Then it may be loaded by any name.  */
static bool
stores_pointer (const struct imp_block *b, struct alias *a)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_STORE && has_pointer (s->e[1]->type) && leads_there (s->e[1], a))
	return true;
      for (unsigned k = 0; k < 4; k++)
	if (hands_over (s->e[k], a))
	  return true;
      if (stores_pointer (&s->body, a) || stores_pointer (&s->orelse, a))
	return true;
    }
  return false;
}

/* --- Release --------------------------------------------------------------------------------- */

static bool
block_uses (const struct imp_block *b, struct alias *a, const struct imp_var *v);

/* Is A's memory, or V, used in S or in a statement inside it, drops of V aside?  */
static bool
stmt_uses (const struct imp_stmt *s, struct alias *a, const struct imp_var *v)
{
  if (imp_drops (s, v))
    return false;
  /* Assigned, or dropped.  */
  if (s->var && alias_of (a, s->var))
    return true;
  return reads_alias (s, a) || block_uses (&s->body, a, v) || block_uses (&s->orelse, a, v);
}

static bool
block_uses (const struct imp_block *b, struct alias *a, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (stmt_uses (s, a, v))
      return true;
  return false;
}

/* Remove the drops of V from B.  */
static void
forget (struct imp_block *b, const struct imp_var *v)
{
  struct imp_stmt *next;

  for (struct imp_stmt *s = b->first; s; s = next)
    {
      next = s->next;
      if (imp_drops (s, v))
	imp_unlink (b, s);
      else
	{
	  forget (&s->body, v);
	  forget (&s->orelse, v);
	}
    }
}

/* Move DROP, a statement of the procedure's own block, behind the last use of its variable; true if
   that is earlier.  */
static bool
release_early (struct imp_prog *p, struct imp_proc *proc, struct imp_stmt *drop)
{
  struct imp_var *v = drop->var;
  struct alias *a = CTX_NEW (p->ctx, struct alias);
  struct imp_stmt *last = drop->prev;
  bool other = false;

  a->v = v;
  a->leads = true;
  /* Up to the fixed point: an alias may be assigned before its operand was found to be one.  */
  while (find_aliases (p->ctx, &proc->body, &a))
    continue;
  if (stores_pointer (&proc->body, a))
    return false;
  for (; last && !stmt_uses (last, a, v); last = last->prev)
    other |= last->kind != IMP_FREE && last->kind != IMP_RELEASE;
  /* Only other drops are in between.  */
  if (!last || !other)
    return false;
  imp_unlink (&proc->body, drop);
  imp_link_after (&proc->body, last, drop);
  for (struct imp_stmt *s = drop->next; s; s = s->next)
    {
      forget (&s->body, v);
      forget (&s->orelse, v);
    }
  return true;
}

unsigned
schedule_release (struct imp_prog *p, struct imp_proc *proc)
{
  unsigned n = 0;

  for (struct imp_stmt *s = proc->body.last, *prev; s; s = prev)
    {
      prev = s->prev;
      if (s->kind == IMP_FREE || s->kind == IMP_RELEASE)
	n += release_early (p, proc, s);
    }
  return n;
}

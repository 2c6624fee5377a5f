/* The pass release: frees memory behind its last use instead of at the end.

     temp t [n] ... x := t[i] ... parfor ... free t
     =>  temp t [n] ... x := t[i]  free t ... parfor

   Memory that is freed at the end of the procedure is freed behind the last statement that uses it,
   so that the allocator can reuse it for the next statements.  Cleanups after that no longer free
   it.  Does not: enter loops and branches; they free what they allocate.

   A reference that is added for a variable, where the vector's own is dropped soon after, is not
   added: the variable gets that one.

     new a := retain (v)  release p  p := a  release v   =>   release p  p := v

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "schedule.h"

/* --- Aliases --------------------------------------------------------------------------------- */

/* By number of the variable: whether another's memory can be reached through it.  */
enum alias
{
  NO_ALIAS,
  REACHES,			/* what it loads leads there, or a handle was made of it */
  LEADS				/* its value leads there */
};

static bool
expr_reads_alias (const struct imp_expr *e, const unsigned char *a)
{
  if (!e)
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return a[e->var->id];
  for (unsigned k = 0; k < e->nargs; k++)
    if (expr_reads_alias (e->args[k], a))
      return true;
  return false;
}

static bool
reads_alias (const struct imp_stmt *s, const unsigned char *a)
{
  if (expr_reads_alias (s->base, a))
    return true;
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    if (expr_reads_alias (s->e[k], a))
      return true;
  for (unsigned k = 0; k < s->nargs; k++)
    if (expr_reads_alias (s->args[k], a))
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
leads_there (const struct imp_expr *e, const unsigned char *a)
{
  if (!e || e->kind == IMP_EXPR_LOAD)
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return a[e->var->id] == LEADS;
  for (unsigned k = 0; k < e->nargs; k++)
    if (leads_there (e->args[k], a))
      return true;
  return false;
}

static bool
add_alias (unsigned char *a, const struct imp_var *v, bool leads)
{
  enum alias found = leads ? LEADS : REACHES;

  if (!leads_to_memory (v->type) || a[v->id] >= found)
    return false;
  a[v->id] = found;
  return true;
}

/* Add to A the variables in E; LEADS: their values lead there.  */
static bool
add_aliases (unsigned char *a, const struct imp_expr *e, bool leads)
{
  bool found = false;

  if (!e)
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return add_alias (a, e->var, leads);
  for (unsigned k = 0; k < e->nargs; k++)
    found |= add_aliases (a, e->args[k], leads);
  return found;
}

static bool
keeps_row (const struct imp_stmt *s)
{
  return s->kind == IMP_EVAL && s->e[0]->kind == IMP_EXPR_CALL && s->e[0]->fn == IMP_FN_KEEP_ROW;
}

/* May S give memory another name?  A vector or a room for rows takes over what it is made of.  */
static bool
names (const struct imp_stmt *s)
{
  return ((s->kind == IMP_NEW || s->kind == IMP_ASSIGN || s->kind == IMP_VECNEW)
	  && leads_to_memory (s->var->type))
	 || keeps_row (s);
}

/* Add to A the names that S makes of it, and what those are made of; true if any was added.  */
static bool
name_aliases (const struct imp_stmt *s, unsigned char *a)
{
  bool found = false;

  if (keeps_row (s))
    return leads_there (s->e[0]->args[0], a) && add_aliases (a, s->e[0]->args[2], true);
  if (reads_alias (s, a))
    found = add_alias (a, s->var, leads_there (s->e[0], a));
  if (type_is_vec (s->var->type) && a[s->var->id])
    found |= add_aliases (a, s->e[0], s->e[0] && imp_takes (s->e[0], 0));
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

static bool
calls_function (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_FUN;
}

/* May S store a pointer?  */
static bool
may_store (const struct imp_stmt *s)
{
  return imp_stmt_any (s, calls_function)
	 || (s->kind == IMP_STORE && has_pointer (s->e[1]->type));
}

/* Does E call a function with a pointer to A's memory, and a place where it may store that?  */
static bool
hands_over (const struct imp_expr *e, const unsigned char *a)
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

/* Does S store a pointer to where A leads?  Then it may be loaded by any name.  */
static bool
stores_pointer (const struct imp_stmt *s, const unsigned char *a)
{
  if (s->kind == IMP_STORE && has_pointer (s->e[1]->type) && leads_there (s->e[1], a))
    return true;
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    if (hands_over (s->e[k], a))
      return true;
  return false;
}

/* --- A procedure, seen once ------------------------------------------------------------------ */

/* What is asked of a procedure for each of its drops: few of its statements have an answer.  */
struct memory
{
  struct imp_proc *proc;
  struct imp_stmt **names, **stores;	/* those that names, may_store */
  unsigned nnames, nstores;
  unsigned char *alias;			/* of what a drop drops: enum alias */
};

static void
collect (struct memory *m, const struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (names (s))
	m->names[m->nnames++] = s;
      if (may_store (s))
	m->stores[m->nstores++] = s;
      collect (m, &s->body);
      collect (m, &s->orelse);
    }
}

/* Find the aliases of V in M; false if a pointer to its memory may be loaded by any name.  */
static bool
find_aliases (struct memory *m, const struct imp_var *v)
{
  bool found;

  memset (m->alias, NO_ALIAS, m->proc->nvars + 1);
  m->alias[v->id] = LEADS;
  /* To the fixed point: an alias may be assigned before what it is made of was found to be one.  */
  do
    {
      found = false;
      for (unsigned k = 0; k < m->nnames; k++)
	found |= name_aliases (m->names[k], m->alias);
    }
  while (found);
  for (unsigned k = 0; k < m->nstores; k++)
    if (stores_pointer (m->stores[k], m->alias))
      return false;
  return true;
}

/* --- Release --------------------------------------------------------------------------------- */

static bool
block_uses (const struct imp_block *b, const unsigned char *a, const struct imp_var *v);

/* Is A's memory, or V, used in S or in a statement inside it, drops of V aside?  */
static bool
stmt_uses (const struct imp_stmt *s, const unsigned char *a, const struct imp_var *v)
{
  if (imp_drops (s, v))
    return false;
  /* Assigned, or dropped.  */
  if (s->var && a[s->var->id])
    return true;
  return reads_alias (s, a) || block_uses (&s->body, a, v) || block_uses (&s->orelse, a, v);
}

static bool
block_uses (const struct imp_block *b, const unsigned char *a, const struct imp_var *v)
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
release_early (struct memory *m, struct imp_stmt *drop)
{
  struct imp_block *b = &m->proc->body;
  struct imp_var *v = drop->var;
  struct imp_stmt *last = drop->prev;
  bool other = false;

  if (!find_aliases (m, v))
    return false;
  for (; last && !stmt_uses (last, m->alias, v); last = last->prev)
    other |= last->kind != IMP_FREE && last->kind != IMP_RELEASE;
  /* Only other drops are in between.  */
  if (!last || !other)
    return false;
  imp_unlink (b, drop);
  imp_link_after (b, last, drop);
  for (struct imp_stmt *s = drop->next; s; s = s->next)
    {
      forget (&s->body, v);
      forget (&s->orelse, v);
    }
  return true;
}

/* --- References that are handed on ------------------------------------------------------------ */

static unsigned
uses_in (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += imp_stmt_uses (s, v) + (s->kind != IMP_NEW && s->kind != IMP_VECNEW && s->var == v)
	 + uses_in (&s->body, v) + uses_in (&s->orelse, v);
  return n;
}

/* S of B is `new a := retain (v)'.  If all that B does with a is `p := a', and nothing else happens
   to v until it is dropped, nor to p, let that get v's reference; true if done.  */
static bool
hand_on (struct imp_block *b, struct imp_stmt *s)
{
  struct imp_var *a = s->var, *v = s->e[0]->args[0]->var;
  struct imp_stmt *to = NULL, *t;

  for (t = s->next; t && !(t->kind == IMP_RELEASE && t->var == v); t = t->next)
    if (t->body.first || t->orelse.first || (to && t->var == to->var))
      return false;
    else if (t->kind == IMP_ASSIGN && imp_is_var (t->e[0], a) && t->var != v)
      to = t;
    else if (t->var == v || imp_stmt_uses (t, v))
      return false;
  if (!t || !to || uses_in (b, a) != 1)
    return false;
  to->e[0]->var = v;
  imp_unlink (b, s);
  imp_unlink (b, t);
  return true;
}

/* In B and the blocks in it; how many.  */
static unsigned
hand_on_block (struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      n += hand_on_block (&s->body) + hand_on_block (&s->orelse);
      if (s->kind == IMP_NEW && s->e[0] && s->e[0]->kind == IMP_EXPR_CALL
	  && s->e[0]->fn == IMP_FN_RETAIN && s->e[0]->args[0]->kind == IMP_EXPR_VAR
	  && next && hand_on (b, s))
	{
	  n++;
	  next = b->first;
	}
    }
  return n;
}

unsigned
schedule_release (struct imp_prog *p, struct imp_proc *proc)
{
  unsigned most = imp_count_stmts (&proc->body), n = 0;
  struct memory m = { .proc = proc };

  m.names = CTX_NEWV (p->ctx, struct imp_stmt *, most);
  m.stores = CTX_NEWV (p->ctx, struct imp_stmt *, most);
  m.alias = CTX_NEWV (p->ctx, unsigned char, proc->nvars + 1);
  collect (&m, &proc->body);
  for (struct imp_stmt *s = proc->body.last, *prev; s; s = prev)
    {
      prev = s->prev;
      if (s->kind == IMP_FREE || s->kind == IMP_RELEASE)
	n += release_early (&m, s);
    }
  return n + hand_on_block (&proc->body);
}

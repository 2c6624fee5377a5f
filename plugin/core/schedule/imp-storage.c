/* Storage of IMP: memory is had before a loop, not in each of its turns, and given back after its
   last use, not at the end.

   Hoisting: a vector that every turn of a chunk's loop makes anew, of a size that the turns do not
   change, is made once before the loop:

     for i = b to e {                         vecnew s [m];  new d := data (s)
       vecnew s [m];  new d := data (s)       for i = b to e {
       ... d[k] ...                     =>      ... d[k] ...
       release s                              }
     }                                        release s

   if nobody but loads and stores sees it: who has a handle may keep it, and vectors do not change.
   It goes out of the loops of a chunk, not out of the parfor: there are more chunks than threads,
   so that a piece for each would take more memory than is ever used at once.

   Release: what is freed at the end of the procedure is freed behind the last statement that uses
   it, so that the next step finds its memory in the allocator.  What errors clean up then is less.

   Does not: give one variable the place of another (the allocator does), or move what a leaf that
   raises would leave behind.
   Paper: DPIA, section 6.4 (hoisting of new out of parfor); Nikola, section 4 (sizes before the
   step).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp/imp.h"

/* --- Drops and aliases ----------------------------------------------------------------------- */

static bool
is_drop (const struct imp_stmt *s, const struct imp_var *v)
{
  return (s->kind == IMP_FREE || s->kind == IMP_RELEASE) && s->var == v;
}

/* A variable that another's memory can be reached by.  */
struct alias
{
  struct imp_var *v;
  struct alias *next;
};

static bool
is_alias (const struct alias *a, const struct imp_var *v)
{
  while (a && a->v != v)
    a = a->next;
  return a != NULL;
}

static bool
reads_alias (const struct imp_stmt *s, const struct alias *a)
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

static bool
add_alias (struct nova_ctx *ctx, struct alias **a, struct imp_var *v)
{
  struct alias *n;

  if (!leads_to_memory (v->type) || is_alias (*a, v))
    return false;
  n = CTX_NEW (ctx, struct alias);
  n->v = v;
  n->next = *a;
  *a = n;
  return true;
}

/* Add to *A the variables in E.  */
static bool
add_aliases (struct nova_ctx *ctx, struct alias **a, const struct imp_expr *e)
{
  bool found = false;

  if (!e)
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return add_alias (ctx, a, e->var);
  for (unsigned k = 0; k < e->nargs; k++)
    found |= add_aliases (ctx, a, e->args[k]);
  return found;
}

/* Add to *A what B makes of it, and what it is made of, since a vector may have taken that over;
   true if anything was added.  */
static bool
find_aliases (struct nova_ctx *ctx, const struct imp_block *b, struct alias **a)
{
  bool found = false;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_NEW || s->kind == IMP_ASSIGN || s->kind == IMP_VECNEW)
	{
	  if (reads_alias (s, *a))
	    found |= add_alias (ctx, a, s->var);
	  if (type_is_vec (s->var->type) && is_alias (*a, s->var))
	    found |= add_aliases (ctx, a, s->e[0]);
	}
      found |= find_aliases (ctx, &s->body, a);
      found |= find_aliases (ctx, &s->orelse, a);
    }
  return found;
}

/* --- Release --------------------------------------------------------------------------------- */

static bool
block_uses (const struct imp_block *b, const struct alias *a, const struct imp_var *v);

/* Is what A leads to, or V, used in S or in what stands in it, drops of V aside?  */
static bool
stmt_uses (const struct imp_stmt *s, const struct alias *a, const struct imp_var *v)
{
  if (is_drop (s, v))
    return false;
  /* Assigned, or dropped.  */
  if (s->var && is_alias (a, s->var))
    return true;
  return reads_alias (s, a) || block_uses (&s->body, a, v) || block_uses (&s->orelse, a, v);
}

static bool
block_uses (const struct imp_block *b, const struct alias *a, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (stmt_uses (s, a, v))
      return true;
  return false;
}

static void
unlink_stmt (struct imp_block *b, struct imp_stmt *s)
{
  *(s->prev ? &s->prev->next : &b->first) = s->next;
  *(s->next ? &s->next->prev : &b->last) = s->prev;
  s->prev = s->next = NULL;
}

static void
link_after (struct imp_block *b, struct imp_stmt *at, struct imp_stmt *s)
{
  s->prev = at;
  s->next = at->next;
  *(at->next ? &at->next->prev : &b->last) = s;
  at->next = s;
}

/* Take the drops of V out of B.  */
static void
forget (struct imp_block *b, const struct imp_var *v)
{
  struct imp_stmt *next;

  for (struct imp_stmt *s = b->first; s; s = next)
    {
      next = s->next;
      if (is_drop (s, v))
	unlink_stmt (b, s);
      else
	{
	  forget (&s->body, v);
	  forget (&s->orelse, v);
	}
    }
}

/* Let DROP, a statement of the procedure's own block, stand behind the last use of its variable.
   */
static void
release_early (struct imp_prog *p, struct imp_proc *proc, struct imp_stmt *drop)
{
  struct imp_var *v = drop->var;
  struct alias *a = CTX_NEW (p->ctx, struct alias);
  struct imp_stmt *last = drop->prev;
  bool other = false;

  a->v = v;
  /* To the fixed point: an alias may be assigned before what it is made of was found to be one.  */
  while (find_aliases (p->ctx, &proc->body, &a))
    continue;
  for (; last && !stmt_uses (last, a, v); last = last->prev)
    other |= last->kind != IMP_FREE && last->kind != IMP_RELEASE;
  /* Only what is dropped there too lies between.  */
  if (!last || !other)
    return;
  unlink_stmt (&proc->body, drop);
  link_after (&proc->body, last, drop);
  for (struct imp_stmt *s = drop->next; s; s = s->next)
    {
      forget (&s->body, v);
      forget (&s->orelse, v);
    }
}

/* --- Hoisting -------------------------------------------------------------------------------- */

/* Is V bound or assigned in B?  */
static bool
block_sets (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->var == v || block_sets (&s->body, v) || block_sets (&s->orelse, v))
      return true;
  return false;
}

/* E does not change while LOOP runs and is not worth a thought: no call, no load.  */
static bool
invariant (const struct imp_stmt *loop, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR)
    return e->var != loop->var && !block_sets (&loop->body, e->var);
  if (e->kind != IMP_EXPR_CONST && e->kind != IMP_EXPR_PRIM)
    return false;
  if (e->kind == IMP_EXPR_PRIM && !imp_prim_total (e))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!invariant (loop, e->args[k]))
      return false;
  return true;
}

/* D, a pointer, stands in E otherwise than as what is loaded from.  */
static bool
escapes_expr (const struct imp_expr *e, const struct imp_var *d)
{
  if (!e)
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return e->var == d;
  for (unsigned k = 0; k < e->nargs; k++)
    {
      bool base = e->kind == IMP_EXPR_LOAD && k == 0 && e->args[0]->kind == IMP_EXPR_VAR;

      if (!base && escapes_expr (e->args[k], d))
	return true;
    }
  return false;
}

/* The same, in B, but for the base of stores; and its drops.  */
static bool
escapes (const struct imp_block *b, const struct imp_var *d)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->base && s->base->kind != IMP_EXPR_VAR && escapes_expr (s->base, d))
	return true;
      if (s->kind == IMP_ASSIGN && s->var == d)
	return true;
      for (unsigned k = 0; k < 4; k++)
	if (escapes_expr (s->e[k], d))
	  return true;
      for (unsigned k = 0; k < s->nargs; k++)
	if (escapes_expr (s->args[k], d))
	  return true;
      if (escapes (&s->body, d) || escapes (&s->orelse, d))
	return true;
    }
  return false;
}

/* How often V is mentioned in B, drops aside.  */
static unsigned
mentions (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += imp_stmt_uses (s, v) + (s->var == v && s->kind == IMP_ASSIGN) + mentions (&s->body, v)
	 + mentions (&s->orelse, v);
  return n;
}

/* `new d := data (v)' directly behind MAKE, if that is all that is done with v's handle.  */
static struct imp_stmt *
only_data (struct imp_block *b, struct imp_stmt *make)
{
  struct imp_stmt *d = make->next;

  if (!d || d->kind != IMP_NEW || !d->e[0] || d->e[0]->kind != IMP_EXPR_CALL
      || d->e[0]->fn != IMP_FN_DATA || d->e[0]->args[0]->kind != IMP_EXPR_VAR
      || d->e[0]->args[0]->var != make->var || mentions (b, make->var) != 1)
    return NULL;
  return d;
}

/* The one drop of V in B, which stands in B itself; NULL if there are others.  */
static struct imp_stmt *
only_drop (struct imp_block *b, const struct imp_var *v)
{
  struct imp_stmt *found = NULL;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (is_drop (s, v))
	{
	  if (found)
	    return NULL;
	  found = s;
	}
      else if (block_sets (&s->body, v) || block_sets (&s->orelse, v))
	return NULL;
    }
  return found;
}

/* Move MAKE out of LOOP, which stands in B, if it may.  What stands behind it in the loop then.  */
static struct imp_stmt *
hoist_one (struct imp_block *b, struct imp_stmt *loop, struct imp_stmt *make)
{
  struct imp_stmt *data = only_data (&loop->body, make), *drop, *behind;

  if (!data || make->e[1] || !invariant (loop, make->e[0]) || escapes (&loop->body, data->var))
    return make->next;
  drop = only_drop (&loop->body, make->var);
  if (!drop)
    return make->next;
  behind = data->next == drop ? drop->next : data->next;
  unlink_stmt (&loop->body, make);
  unlink_stmt (&loop->body, data);
  unlink_stmt (&loop->body, drop);
  link_after (b, loop, drop);
  /* Before LOOP: make, data.  It may have no turn.  */
  imp_let_wrap (make->e[0]);
  make->prev = loop->prev;
  *(loop->prev ? &loop->prev->next : &b->first) = make;
  make->next = data;
  data->prev = make;
  data->next = loop;
  loop->prev = data;
  return behind;
}

/* Out of the loops in B, a block inside a parfor, innermost first.  */
static void
hoist_block (struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      hoist_block (&s->body);
      hoist_block (&s->orelse);
      for (struct imp_stmt *t = s->kind == IMP_FOR ? s->body.first : NULL; t;)
	t = t->kind == IMP_VECNEW ? hoist_one (b, s, t) : t->next;
    }
}

/* Is a leaf of B left by a jump when it raises?  Then what it had would be left behind.  */
static bool
resumes (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->e[0] && s->e[0]->kind == IMP_EXPR_CALL && s->e[0]->fn == IMP_FN_RESUME)
      return true;
  return false;
}

static void
hoist_parfors (struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_PARFOR)
      {
	if (!resumes (&s->body))
	  hoist_block (&s->body);
      }
    else
      {
	hoist_parfors (&s->body);
	hoist_parfors (&s->orelse);
      }
}

void
imp_storage (struct imp_prog *p)
{
  for (struct imp_proc *proc = p->procs; proc; proc = proc->next)
    {
      struct imp_stmt *prev;

      hoist_parfors (&proc->body);
      for (struct imp_stmt *s = proc->body.last; s; s = prev)
	{
	  prev = s->prev;
	  if (s->kind == IMP_FREE || s->kind == IMP_RELEASE)
	    release_early (p, proc, s);
	}
    }
}

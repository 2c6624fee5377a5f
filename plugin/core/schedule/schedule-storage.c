/* The pass storage: hoists allocations out of loops.

   A vector that every iteration of a chunk's loop allocates anew, with a loop-invariant size, is
   allocated once before the loop:

     for i = b to e {                         vecnew s [m];  new d := data (s)
       vecnew s [m];  new d := data (s)       for i = b to e {
       ... d[k] ...                     =>      ... d[k] ...
       release s                              }
     }                                        release s

   if only loads and stores use it: a handle that escapes may be kept, and vectors are immutable.
   It is hoisted out of the loops of a chunk, not out of the parfor: there are more chunks than
   threads, so that memory for each would be more than is ever used at once.

   Does not: share memory between variables (the allocator does), or move what a leaf that raises
   would leave behind.
   Paper: DPIA, section 6.4 (hoisting of new out of parfor); Nikola, section 4 (sizes before the
   step).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"

/* Is V bound or assigned in B?  */
static bool
block_sets (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->var == v || block_sets (&s->body, v) || block_sets (&s->orelse, v))
      return true;
  return false;
}

/* Is E invariant in LOOP, and cheap: no call, no load?  */
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

/* Is D, a pointer, used in E other than as the base of loads?  */
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

/* The same in B, except as the base of stores, and in drops.  */
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

/* The number of uses of V in B, drops aside.  */
static unsigned
mentions (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += imp_stmt_uses (s, v) + (s->var == v && s->kind == IMP_ASSIGN) + mentions (&s->body, v)
	 + mentions (&s->orelse, v);
  return n;
}

/* `new d := data (v)' directly behind MAKE, if that is the only use of v's handle.  */
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

/* The drop of V in B itself; NULL if branches have it.  */
static struct imp_stmt *
own_drop (struct imp_block *b, const struct imp_var *v)
{
  struct imp_stmt *s = b->first;

  while (s && !imp_drops (s, v))
    s = s->next;
  return s;
}

/* Move MAKE out of LOOP, which is in B, if possible, and count that in N.  Returns the statement
   behind it in the loop.  */
static struct imp_stmt *
hoist_one (struct imp_block *b, struct imp_stmt *loop, struct imp_stmt *make, unsigned *n)
{
  struct imp_stmt *data = only_data (&loop->body, make), *drop, *behind;

  if (!data || make->e[1] || !invariant (loop, make->e[0]) || escapes (&loop->body, data->var))
    return make->next;
  drop = own_drop (&loop->body, make->var);
  if (!drop)
    return make->next;
  behind = data->next == drop ? drop->next : data->next;
  imp_unlink (&loop->body, make);
  imp_unlink (&loop->body, data);
  imp_unlink (&loop->body, drop);
  imp_link_after (b, loop, drop);
  /* Before LOOP: the allocation, its data.  LOOP may run no iteration.  */
  imp_let_wrap (make->e[0]);
  make->prev = loop->prev;
  *(loop->prev ? &loop->prev->next : &b->first) = make;
  make->next = data;
  data->prev = make;
  data->next = loop;
  loop->prev = data;
  ++*n;
  return behind;
}

/* Out of the loops in B, a block inside a parfor, innermost first; how many.  */
static unsigned
hoist_block (struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      n += hoist_block (&s->body) + hoist_block (&s->orelse);
      for (struct imp_stmt *t = s->kind == IMP_FOR ? s->body.first : NULL; t;)
	t = t->kind == IMP_VECNEW ? hoist_one (b, s, t, &n) : t->next;
    }
  return n;
}

/* May a leaf of B be left by a longjmp when it raises?  Then memory would be leaked.  */
static bool
resumes (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->e[0] && s->e[0]->kind == IMP_EXPR_CALL && s->e[0]->fn == IMP_FN_RESUME)
      return true;
  return false;
}

static unsigned
hoist_parfors (struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind != IMP_PARFOR)
      n += hoist_parfors (&s->body) + hoist_parfors (&s->orelse);
    else if (!resumes (&s->body))
      n += hoist_block (&s->body);
  return n;
}

unsigned
schedule_storage (struct imp_prog *p, struct imp_proc *proc)
{
  (void) p;
  return hoist_parfors (&proc->body);
}

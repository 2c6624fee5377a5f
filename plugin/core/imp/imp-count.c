/* Counting: loops that store nothing add up the sizes of what they would.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-make.h"

/* Let each give to V in B give 1 or 0 instead of a value.  */
static void
count_given (struct imp_here *h, struct imp_block *b, const struct imp_var *v)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      count_given (h, &s->body, v);
      count_given (h, &s->orelse, v);
      if (s->kind != IMP_GIVE || s->var != v)
	continue;
      s->e[0] = imp_size (h->p, 1);
      if (s->e[1])
	s->e[0] = imp_select (h->p, s->e[1], s->e[0], imp_size (h->p, 0));
      s->e[1] = NULL;
    }
}

void
imp_store_nothing (struct imp_here *h, struct imp_stmt *loop, struct imp_stmt *o)
{
  if (o->kind == IMP_FILTER)
    {
      imp_make_count (h, o);
      count_given (h, &loop->body, o->var);
      return;
    }
  o->kind = IMP_REDUCE;
  o->base = NULL;
}

bool
imp_is_sum (struct imp_prog *p, const struct imp_stmt *o)
{
  const struct imp_expr *r = o->kind == IMP_REDUCE ? o->e[2] : NULL;
  uint64_t n;

  return r && o->commutes && !o->first && !o->e[1] && o->e[0] && imp_is_const (o->e[0], &n)
	 && n == 0 && o->var->type == type_size (p->ctx) && r->kind == IMP_EXPR_PRIM
	 && r->op == FIR_ADD && imp_simple (r->args[0]) && imp_simple (r->args[1]);
}

/* Is E a constant, or a variable that every element of LOOP binds to a value?  */
static bool
is_known (const struct imp_stmt *loop, const struct imp_expr *e)
{
  const struct imp_stmt *s = loop->body.first;

  if (e->kind != IMP_EXPR_VAR)
    return e->kind == IMP_EXPR_CONST;
  while (s && !(s->kind == IMP_NEW && s->var == e->var))
    s = s->next;
  return s && s->e[0];
}

/* Is E, in LOOP, that or a primitive of such: computed in no time, whatever the test around it?  */
static bool
is_quick (const struct imp_stmt *loop, const struct imp_expr *e)
{
  if (e->kind != IMP_EXPR_PRIM)
    return is_known (loop, e);
  for (unsigned k = 0; k < e->nargs; k++)
    if (!is_known (loop, e->args[k]))
      return false;
  return imp_prim_total (e);
}

/* Does S, a branch in LOOP, only add up sizes?  */
static bool
only_counts_more (struct imp_here *h, const struct imp_stmt *loop, const struct imp_stmt *s)
{
  if (s->kind != IMP_IF || s->orelse.first || !s->body.first)
    return false;
  for (const struct imp_stmt *give = s->body.first; give; give = give->next)
    {
      struct imp_stmt *o = give->kind == IMP_GIVE ? imp_output (loop, give->var) : NULL;

      if (!o || give->e[1] || !imp_is_sum (h->p, o) || !is_quick (loop, give->e[0]))
	return false;
    }
  return true;
}

/* In LOOP: `if g { give acc := n }', of a filter whose values stand in a branch, or of rows,
   becomes `give acc := select (g, n, 0)', so that elements can be taken in blocks, and no branch is
   mispredicted.  */
static void
select_counts (struct imp_here *h, struct imp_stmt *loop)
{
  struct imp_block *b = &loop->body;
  struct imp_here in = *h;

  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      struct imp_block made = { NULL, NULL };
      struct imp_expr *g;

      next = s->next;
      if (!only_counts_more (h, loop, s))
	continue;
      in.b = &made;
      g = s->body.first->next ? imp_make_name (&in, s->e[0], "g") : s->e[0];
      for (struct imp_stmt *give; (give = s->body.first);)
	{
	  imp_unlink (&s->body, give);
	  give->e[0] = imp_select (h->p, s->body.first ? imp_again (h->p, g) : g, give->e[0],
				   imp_size (h->p, 0));
	  imp_link_last (&made, give);
	}
      imp_replace (b, s, &made);
    }
}

/* Does a branch in B give anything?  */
static bool
branch_gives (const struct imp_block *b, bool branch)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((branch && s->kind == IMP_GIVE) || branch_gives (&s->body, true)
	|| branch_gives (&s->orelse, true))
      return true;
  return false;
}

void
imp_count_in_blocks (struct imp_here *h, struct imp_stmt *loop)
{
  select_counts (h, loop);
  if (branch_gives (&loop->body, false))
    loop->shape = IMP_SHAPE_SERIAL;
}

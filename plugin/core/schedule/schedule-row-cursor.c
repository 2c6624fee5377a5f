/* The pass chunk: loops of a row whose elements store behind one another.

   An element of a long row may make a row itself, behind that of the element before, as those of an
   expansion do:

     new at := 0
     for j = 0 to m {
       new seg := padd (d, at)   new n := ...
       for k = 0 to n { seg[k] := ... }
       at := at + n }

   If what an element stores lies where `at' leads, and is as many elements as `at' then advances
   by, `at' is a cursor, and the loop one of a whole region (schedule-row-wide.c):

     new count := 0
     loop j < m { cursor count } do {
       new seg := padd (d, at + count)   new n := ...
       for k = 0 to n { seg[k] := ... }
       give count := n }
     at := at + count

   The pass that stores nothing adds up: then `count' is reduced.

   Does not: rows in memory that grows.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-row-wide.h"

/* --- Cursors ---------------------------------------------------------------------------------- */

/* By how much S advances V; NULL: it does not.  */
static const struct imp_expr *
advance (const struct imp_stmt *s, const struct imp_var *v)
{
  const struct imp_expr *e = s->e[0];

  if (s->kind != IMP_ASSIGN || s->var != v || e->kind != IMP_EXPR_PRIM || e->op != FIR_ADD
      || !imp_is_var (e->args[0], v) || imp_expr_uses (e->args[1], v))
    return NULL;
  return row_without_zero (e->args[1]);
}

/* How often B assigns V; *BY: the last of the statements that advance it.  */
static unsigned
assigned (const struct imp_block *b, const struct imp_var *v, const struct imp_stmt **by)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      n += s->var == v && !imp_binds (s);
      if (advance (s, v))
	*by = s;
      n += assigned (&s->body, v, by) + assigned (&s->orelse, v, by);
    }
  return n;
}

/* Does B use V behind what moves it?  *MOVED: it has been moved before; now.  */
static bool
used_behind (const struct imp_block *b, const struct imp_var *v, bool *moved)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool other = *moved;

      if (*moved && imp_stmt_uses (s, v))
	return true;
      if (used_behind (&s->body, v, moved) || used_behind (&s->orelse, v, &other))
	return true;
      *moved |= other || (s->kind == IMP_ASSIGN && s->var == v);
    }
  return false;
}

/* Has B, or a block of a branch in it, S?  */
static bool
has_outside_loops (const struct imp_block *b, const struct imp_stmt *s)
{
  for (const struct imp_stmt *t = b->first; t; t = t->next)
    if (t == s || (t->kind == IMP_IF && (has_outside_loops (&t->body, s)
					 || has_outside_loops (&t->orelse, s))))
      return true;
  return false;
}

/* What advances V, once in each element of LOOP at most, behind all other uses; NULL: something
   else is done with it.  */
static const struct imp_stmt *
mover (const struct imp_stmt *loop, const struct imp_var *v)
{
  const struct imp_stmt *by = NULL;
  bool moved = false;

  return assigned (&loop->body, v, &by) == 1 && by && v->type->kind == TYPE_SCALAR
	 && v->type->scalar == SCALAR_U64 && has_outside_loops (&loop->body, by)
	 && !used_behind (&loop->body, v, &moved) ? by : NULL;
}

/* --- What is stored --------------------------------------------------------------------------- */

/* A store, the loop whose elements it is to keep apart, and how many elements it stores.  */
struct stored_part
{
  const struct imp_stmt *loop, *store;
  const struct imp_expr *n;
};

/* Does S run in B only if BY does: is it in the block that has BY?  */
static bool
runs_with (const struct imp_block *b, const struct imp_stmt *by, const struct imp_stmt *s)
{
  for (const struct imp_stmt *t = b->first; t; t = t->next)
    if (t == by)
      return imp_block_has (b, s);
    else if (runs_with (&t->body, by, s) || runs_with (&t->orelse, by, s))
      return true;
  return false;
}

/* Does LOOP assign what E is made of?  */
static bool
changes (const struct imp_stmt *loop, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR && imp_block_assigns (&loop->body, e->var))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (changes (loop, e->args[k]))
      return true;
  return false;
}

/* How often B uses V as, or in, the address of a store, or to advance something.  */
static unsigned
place_uses (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      const struct imp_expr *e = s->e[0];

      if (s->kind == IMP_NEW && e && e->kind == IMP_EXPR_PRIM && e->op == FIR_PADD)
	n += imp_is_var (e->args[0], v) + imp_is_var (e->args[1], v);
      else if (s->kind == IMP_STORE)
	n += imp_is_var (s->base, v) + imp_is_var (e, v)
	     + (e->kind == IMP_EXPR_PRIM && e->op == FIR_ADD && imp_is_var (e->args[0], v));
      else if (advance (s, s->var))
	n += imp_is_var (e->args[0], v) + imp_is_var (advance (s, s->var), v);
      n += place_uses (&s->body, v) + place_uses (&s->orelse, v);
    }
  return n;
}

/* The loop in B in whose elements V, bound around it, is a cursor; NULL: none.  */
static const struct imp_stmt *
inner_loop (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      const struct imp_stmt *in = s->kind == IMP_FOR && mover (s, v) ? s : inner_loop (&s->body, v);

      in = in ? in : inner_loop (&s->orelse, v);
      if (in)
	return in;
    }
  return NULL;
}

static bool in_part (const struct stored_part *p, const struct imp_expr *place,
		     const struct imp_expr *at, unsigned fuel);

/* Is E bound in P's loop to a place, padd (x, at), that is used for stores only, n elements from
   which on belong to the element of the loop that runs?  */
static bool
leads_to_part (const struct stored_part *p, const struct imp_expr *e, unsigned fuel)
{
  const struct imp_stmt *loop = p->loop;
  const struct imp_stmt *seg
    = e->kind == IMP_EXPR_VAR ? imp_block_binder (&loop->body, e->var) : NULL;

  return seg && seg->kind == IMP_NEW && seg->e[0] && seg->e[0]->kind == IMP_EXPR_PRIM
	 && seg->e[0]->op == FIR_PADD && !imp_block_assigns (&loop->body, e->var)
	 && imp_block_uses (&loop->body, e->var) == place_uses (&loop->body, e->var)
	 && in_part (p, seg->e[0]->args[0], seg->e[0]->args[1], fuel);
}

/* Is AT a cursor that is moved by the n of P next, wherever its store runs, and all that it is
   moved over in an element of the loop, behind PLACE, in the part of that element?  A cursor that
   is bound in the loop begins with 0.  */
static bool
in_part (const struct stored_part *p, const struct imp_expr *place, const struct imp_expr *at,
	 unsigned fuel)
{
  const struct stored_part around = { p->loop, p->store, at };
  const struct imp_stmt *loop = p->loop, *by = NULL, *binder;
  uint64_t zero;

  if (!fuel || at->kind != IMP_EXPR_VAR || place->kind != IMP_EXPR_VAR
      || assigned (&loop->body, at->var, &by) != 1 || !by
      || !imp_expr_equal (advance (by, at->var), p->n)
      || !runs_with (&loop->body, by, p->store)
      || imp_block_uses (&loop->body, at->var) != place_uses (&loop->body, at->var))
    return false;
  binder = imp_block_binder (&loop->body, at->var);
  if (!binder)
    return mover (loop, at->var) && !row_binds (&loop->body, place->var)
	   && !imp_block_assigns (&loop->body, place->var)
	   && imp_block_uses (&loop->body, place->var) == place_uses (&loop->body, place->var);
  return binder->kind == IMP_NEW && imp_is_const (binder->e[0], &zero) && zero == 0
	 && inner_loop (&loop->body, at->var) && leads_to_part (&around, place, fuel - 1);
}

/* How many variables are looked behind.  */
#define FUEL 5

/* Does S, a store in LOOP, and innermost in IN, a loop in it, store to the part of the element that
   runs?  */
static bool
stores_to_part (const struct imp_stmt *loop, const struct imp_stmt *s, const struct imp_stmt *in)
{
  const struct imp_expr *at = s->e[0];
  struct stored_part p = { loop, s, NULL };
  uint64_t zero, one;

  if (s->kept || !in || in->kind != IMP_FOR || !imp_is_const (in->e[2], &one) || one != 1
      || !imp_is_const (row_bound_to (&loop->body, in->e[0]), &zero) || zero)
    return false;
  p.n = row_without_zero (in->e[1]);
  if (changes (loop, p.n))
    return false;
  if (imp_is_var (at, in->var))
    return leads_to_part (&p, s->base, FUEL);
  return at->kind == IMP_EXPR_PRIM && at->op == FIR_ADD && imp_is_var (at->args[1], in->var)
	 && in_part (&p, s->base, at->args[0], FUEL);
}

/* The same of all stores in B, innermost in IN; NULL: in none in LOOP.  */
static bool
all_to_part (const struct imp_stmt *loop, const struct imp_block *b, const struct imp_stmt *in)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      const struct imp_stmt *around = imp_counts (s) || s->kind == IMP_WHILE ? s : in;

      if ((s->base && (s->kind != IMP_STORE || !stores_to_part (loop, s, in)))
	  || !all_to_part (loop, &s->body, around) || !all_to_part (loop, &s->orelse, around))
	return false;
    }
  return true;
}

/* --- The loop --------------------------------------------------------------------------------- */

/* LOOP with outputs, in the making.  */
struct cursors
{
  struct wide *w;
  const struct imp_stmt *loop;
  struct imp_stmt *made;
  struct imp_copy copy;
};

/* V is an output of what is made: a cursor from 0 on, where it is used otherwise, else a sum.
   False if it can be none.  */
static bool
make_output (struct cursors *m, struct imp_var *v)
{
  struct imp_here *h = &m->w->d->h;
  const struct imp_stmt *by = mover (m->loop, v);
  struct imp_stmt *o;

  if (!by || imp_block_uses (&m->loop->body, v) != place_uses (&m->loop->body, v))
    return false;
  o = imp_stmt_new (h->p, &m->made->orelse, IMP_CURSOR, 0);
  o->var = v;
  if (imp_block_uses (&m->loop->body, v) == 1)
    {
      imp_make_count (h, o);
      return true;
    }
  o->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, "count", v->type);
  o->e[0] = here_use (h, v);
  imp_copy_set (&m->copy, v, here_use (h, o->var));
  return true;
}

/* Outputs for all variables that B, in the loop of M, advances.  False if it assigns any other from
   outside.  */
static bool
make_outputs (struct cursors *m, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind == IMP_ASSIGN && !row_binds (&m->loop->body, s->var)
	 && !imp_fails_flag (m->w->fails, s->var) && !make_output (m, s->var))
	|| !make_outputs (m, &s->body) || !make_outputs (m, &s->orelse))
      return false;
  return true;
}

/* E, with what a cursor of M's loop began with where it uses the cursor.  */
static void
begin_behind (struct cursors *m, struct imp_expr *e)
{
  struct imp_here *h = &m->w->d->h;

  for (unsigned k = 0; e && k < e->nargs; k++)
    {
      const struct imp_stmt *o = e->args[k]->kind == IMP_EXPR_VAR
				 ? imp_output (m->made, e->args[k]->var) : NULL;

      if (o)
	e->args[k] = here_op (h, FIR_ADD, here_again (h, o->e[0]), e->args[k]);
      else
	begin_behind (m, e->args[k]);
    }
}

/* What advances a cursor in B, of what M makes, gives to it.  */
static void
give (struct cursors *m, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_ASSIGN && imp_output (m->made, s->var))
	{
	  s->kind = IMP_GIVE;
	  s->e[0] = s->e[0]->args[1];
	}
      else
	for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	  begin_behind (m, s->e[k]);
      give (m, &s->body);
      give (m, &s->orelse);
    }
}

const struct imp_stmt *
row_with_cursors (struct wide *w, const struct imp_stmt *loop)
{
  struct imp_block after = { NULL, NULL };
  struct imp_here *h = &w->d->h;
  struct cursors m = { .w = w, .loop = loop, .copy = imp_copy_new (h) };
  uint64_t n, one;

  if (loop->kind != IMP_FOR || loop->ivdep || imp_is_const (loop->e[1], &n)
      || !imp_is_const (loop->e[2], &one) || one != 1 || !all_to_part (loop, &loop->body, NULL))
    return NULL;
  m.made = imp_stmt_new (h->p, &after, IMP_LOOP, loop->site);
  m.made->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, loop->var->name, loop->var->type);
  for (unsigned k = 0; k < 3; k++)
    m.made->e[k] = loop->e[k];
  if (!make_outputs (&m, &loop->body) || !m.made->orelse.first)
    return NULL;
  imp_copy_set (&m.copy, loop->var, here_use (h, m.made->var));
  m.copy.h.b = &m.made->body;
  imp_copy_block (&m.copy, &loop->body);
  give (&m, &m.made->body);
  return m.made;
}

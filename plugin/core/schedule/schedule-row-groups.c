/* The pass chunk: chunks whose rows are kept go through both passes in groups.

   What the first pass keeps of all rows is as much memory again as the result, and is read when the
   cache has long lost it.  So (schedule-row-grown.c), in place of a first pass over all chunks, the
   memory of the result, and a second pass over all,

     new group := max (nc / 16 + 1, threads () * 32)   vecnew t [0]   new d := data (t)
     new room := 0   new at := 0
     for g = 0 to nc step group {
       new some := min (group, nc - g)   new used := at   new kept := rows (some)
       ... the first pass of SOME chunks from number G on; at: what all before have ...
       if at > room {
	 room := at; if chunks are left, that in proportion to all, and an eighth more, up to 4 at
	 vecnew more [room]   move (data (more), d, used)   t := more   d := data (t) }
       ... the second pass of these chunks ...
       release kept }
     if room != at { t := part (t, 0, at) }

   Room that is never written takes no memory, but has to be there: if the first rows are the long
   ones not all are expected to be.  Each group has chunks for all threads: with many threads there
   is one group, and its room is exact.

   The second pass of a group runs before others have failed: it writes only to this memory.  An
   error of a group is that of the least element of all, if there is one order of errors only.

   Does not: group chunks of rows that are kept where they are short, or of which anything else is
   made between the passes than numbers, and vectors whose lengths are known before; or elements
   that fail in several orders.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-chunk.h"

/* So many groups at most, of so many chunks a thread at least.  */
#define GROUPS 16
#define CHUNKS 32
/* So many times the memory that is needed at most.  */
#define ROOM 4

/* The statement of B, between the passes, that makes the vector of all rows, as long as AT has
   counted; its data is bound behind it, and nothing else depends on either; else NULL.  */
static struct imp_stmt *
made_between (const struct imp_block *b, const struct imp_var *at)
{
  struct imp_stmt *made = NULL;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_RAISE && s == b->first)
	continue;
      if (s->kind == IMP_VECNEW && !s->e[1] && imp_is_var (s->e[0], at))
	{
	  if (made || !s->next || imp_data_of (s->next) != s->var)
	    return NULL;
	  made = s;
	  s = s->next;
	}
      else if ((s->kind == IMP_NEW ? type_is_vec (s->var->type)
		: s->kind != IMP_VECNEW || s->e[1])
	       || imp_stmt_uses (s, at)
	       || (made && (imp_stmt_uses (s, made->var) || imp_stmt_uses (s, made->next->var))))
	return NULL;
    }
  return made;
}

/* Do all failures in B have one order, that of *FIRST if there is one, and is no leaf marked?  */
static bool
one_order (const struct imp_block *b, const struct imp_stmt **first)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_FAIL || s->kind == IMP_NEED)
	{
	  if (*first && (*first)->order != s->order)
	    return false;
	  *first = s;
	}
      if (imp_is_mark (s) || !one_order (&s->body, first) || !one_order (&s->orelse, first))
	return false;
    }
  return true;
}

void
row_groups_begin (struct chunks *d, const struct imp_stmt *seg)
{
  struct imp_stmt *between = imp_between (d->loop), *made;
  const struct imp_stmt *first = NULL;
  struct imp_expr *n, *few;

  if (d->one || !between || !one_order (&d->loop->body, &first))
    return;
  made = made_between (&between->body, d->outs[0].s->var);
  if (!made || !imp_is_var (seg->e[0]->args[0], made->next->var))
    return;
  n = here_op (&d->h, FIR_DIV, here_use (&d->h, d->nc), here_size (&d->h, GROUPS));
  n = here_op (&d->h, FIR_ADD, n, here_size (&d->h, 1));
  few = imp_call (d->h.p, IMP_FN_THREADS, NULL, 0, NULL);
  few = here_op (&d->h, FIR_MUL, few, here_size (&d->h, CHUNKS));
  d->group = imp_make_new (&d->h, "group", d->nc->type, here_op (&d->h, FIR_MAX, n, few));
}

/* What stands between the passes, but for what raises errors, which now also releases it, comes
   before both, here.  MADE begins empty.  */
static void
move_before (struct chunks *d, struct imp_block *between, struct imp_stmt *made)
{
  struct imp_stmt *raise = between->first->kind == IMP_RAISE ? between->first : NULL, *next;

  made->e[0] = here_size (&d->h, 0);
  for (struct imp_stmt *s = raise ? raise->next : between->first; s; s = next)
    {
      next = s->next;
      imp_unlink (between, s);
      imp_link_last (d->h.b, s);
      if (raise && s->kind == IMP_VECNEW)
	imp_stmt_new (d->h.p, &raise->body, IMP_RELEASE, 0)->var = s->var;
    }
}

struct row_groups
row_groups_loop (struct chunks *d, struct imp_block *b)
{
  struct imp_block *between = &imp_between (d->loop)->body;
  struct row_groups g = { .nc = d->nc, .at = d->outs[0].s->var };
  const struct type *u64 = d->nc->type;
  struct imp_expr *n;

  g.made = made_between (between, g.at);
  g.data = g.made->next->var;
  move_before (d, between, g.made);
  partial_bind (d, b);
  g.room = imp_make_new (&d->h, "room", u64, here_size (&d->h, 0));
  g.loop = imp_make_for (&d->h, "g", here_size (&d->h, 0), here_use (&d->h, d->nc), 1, false);
  g.loop->e[2] = here_use (&d->h, d->group);
  d->h.b = &g.loop->body;
  n = here_op (&d->h, FIR_SUB, here_use (&d->h, d->nc), here_use (&d->h, g.loop->var));
  n = here_op (&d->h, FIR_MIN, here_use (&d->h, d->group), n);
  d->from = g.loop->var;
  d->nc = imp_make_new (&d->h, "some", u64, n);
  g.used = imp_make_new (&d->h, "used", u64, here_use (&d->h, g.at));
  row_grown_room (d);
  return g;
}

/* The values of all chunks, as far as those of the first ones tell.  */
static struct imp_expr *
expected (struct chunks *d, const struct row_groups *g)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *done, *n;
  struct imp_var *all = imp_make_new (&d->h, "all", g->room->type, here_use (&d->h, g->at));

  done = here_op (&d->h, FIR_ADD, here_use (&d->h, d->from), here_use (&d->h, d->nc));
  done = imp_make_let (&d->h, "done", done);
  n = here_op (&d->h, FIR_LT, here_again (&d->h, done), here_use (&d->h, g->nc));
  d->h.b = &imp_make_if (&d->h, n)->body;
  n = here_op (&d->h, FIR_DIV, here_use (&d->h, all), done);
  n = here_op (&d->h, FIR_ADD, n, here_size (&d->h, 1));
  n = imp_make_let (&d->h, "n", here_op (&d->h, FIR_MUL, n, here_use (&d->h, g->nc)));
  n = here_op (&d->h, FIR_ADD, n, here_op (&d->h, FIR_DIV, here_again (&d->h, n),
					   here_size (&d->h, 8)));
  n = here_op (&d->h, FIR_MIN, n, here_op (&d->h, FIR_MUL, here_use (&d->h, g->at),
					   here_size (&d->h, ROOM)));
  imp_make_assign (&d->h, all, n);
  d->h.b = after;
  return here_use (&d->h, all);
}

void
row_groups_grow (struct chunks *d, const struct row_groups *g)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *e = here_op (&d->h, FIR_GT, here_use (&d->h, g->at), here_use (&d->h, g->room));
  struct imp_expr *args[3];
  struct imp_stmt *more;
  struct imp_var *to;

  d->h.b = &imp_make_if (&d->h, e)->body;
  imp_make_assign (&d->h, g->room, expected (d, g));
  more = imp_stmt_new (d->h.p, d->h.b, IMP_VECNEW, g->made->site);
  more->var = imp_var_new (d->h.p, d->h.proc, IMP_VAR_LOCAL, "more", g->made->var->type);
  more->e[0] = here_use (&d->h, g->room);
  e = here_use (&d->h, more->var);
  to = imp_make_new (&d->h, "d", g->data->type,
		     imp_call (d->h.p, IMP_FN_DATA, g->data->type, 1, &e));
  args[0] = here_use (&d->h, to);
  args[1] = here_use (&d->h, g->data);
  args[2] = here_op (&d->h, FIR_MUL, here_use (&d->h, g->used),
		     here_size (&d->h, g->data->type->elem->size));
  imp_stmt_new (d->h.p, d->h.b, IMP_EVAL, 0)->e[0]
    = imp_call (d->h.p, IMP_FN_MOVE, NULL, 3, args);
  imp_stmt_new (d->h.p, d->h.b, IMP_RELEASE, 0)->var = g->made->var;
  imp_make_assign (&d->h, g->made->var, here_use (&d->h, more->var));
  imp_make_assign (&d->h, g->data, here_use (&d->h, to));
  d->h.b = after;
}

void
row_groups_end (struct chunks *d, const struct row_groups *g, struct imp_block *after)
{
  struct imp_expr *e, *args[3];
  struct imp_var *v;

  imp_stmt_new (d->h.p, d->h.b, IMP_RELEASE, 0)->var = d->room;
  d->room = NULL;
  d->from = NULL;
  d->nc = g->nc;
  d->h.b = after;
  e = here_op (&d->h, FIR_NE, here_use (&d->h, g->room), here_use (&d->h, g->at));
  d->h.b = &imp_make_if (&d->h, e)->body;
  args[0] = here_use (&d->h, g->made->var);
  args[1] = here_size (&d->h, 0);
  args[2] = here_use (&d->h, g->at);
  v = imp_make_new (&d->h, "part", g->made->var->type,
		    imp_call (d->h.p, IMP_FN_PART, g->made->var->type, 3, args));
  imp_stmt_new (d->h.p, d->h.b, IMP_RELEASE, 0)->var = g->made->var;
  imp_make_assign (&d->h, g->made->var, here_use (&d->h, v));
  d->h.b = after;
}

/* The pass invariant: choices that are the same in all turns of a loop are made before it.

     for i = b to e { ... t = q - 1   y = select (ge (t, 0), t, 0)   p[y w + i - row] ... }   =>
     t = q - 1   y = select (ge (t, 0), t, 0)
     for i = b to e { ... p[y w + i - row] ... }

   A grid that clamps its indices chooses a row for each element: once nest has made a loop of each
   row, the choice is the same for all of them.  GCC hoists arithmetic, but makes branches of
   choices, which stay in the loop, and then addresses are not seen to be linear: nothing is
   vectorised.

   A choice is hoisted with what it is computed from, if all of that is total.  It is computed even
   if the loop has no turns, so overflow wraps there.  Inner loops first, so that what has a name
   leaves as many loops as it can.

   Only statements of a loop's body itself, and expressions in them.
   Does not: hoist from branches, or what is computed from memory.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"

struct hoist
{
  struct imp_here h;
  struct imp_binders known;	/* of the procedure's variables */
  bool *alike;			/* by number of a variable that the current loop binds: it has the
				   same value in all turns; that of another loop is stale */
  bool *wanted;			/* ... by a choice, too */
  unsigned n;			/* how many statements have been made or moved */
};

/* Is V, which is read in LOOP, the same in all its turns?  */
static bool
same_variable (const struct hoist *w, const struct imp_stmt *loop, const struct imp_var *v)
{
  if (v == loop->var || imp_var_is_area (v))
    return false;
  return (v->id < w->known.n && w->alike[v->id]) || !imp_changes (&w->known, loop, v);
}

/* Is E, in LOOP, total arithmetic that is the same in all turns?  */
static bool
same (const struct hoist *w, const struct imp_stmt *loop, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR)
    return same_variable (w, loop, e->var);
  if (e->kind != IMP_EXPR_CONST && !(e->kind == IMP_EXPR_PRIM && imp_prim_total (e)))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!same (w, loop, e->args[k]))
      return false;
  return true;
}

static bool
chooses (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_PRIM && e->op == FIR_SELECT;
}

/* The variables of E are wanted.  */
static void
want (struct hoist *w, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR && e->var->id < w->known.n)
    w->wanted[e->var->id] = true;
  for (unsigned k = 0; k < e->nargs; k++)
    want (w, e->args[k]);
}

/* E, in LOOP: its greatest parts that choose alike in all turns are named here, before the
   loop.  */
static struct imp_expr *
named (struct hoist *w, const struct imp_stmt *loop, struct imp_expr *e)
{
  if (!imp_expr_any (e, chooses))
    return e;
  if (same (w, loop, e))
    {
      want (w, e);
      imp_let_wrap (e);
      w->n++;
      return imp_make_let (&w->h, "same", e);
    }
  for (unsigned k = 0; k < e->nargs; k++)
    e->args[k] = named (w, loop, e->args[k]);
  return e;
}

/* Is S bound once, to what is the same in all turns of LOOP?  */
static bool
same_stmt (const struct hoist *w, const struct imp_stmt *loop, const struct imp_stmt *s)
{
  const struct imp_binder *b = s->kind == IMP_NEW && s->e[0] ? imp_binder (&w->known, s->var)
							     : NULL;

  return b && b->written == 1 && same (w, loop, s->e[0]);
}

/* Hoist from LOOP, of block B.  */
static void
hoist_loop (struct hoist *w, struct imp_block *b, struct imp_stmt *loop)
{
  struct imp_block made = { NULL, NULL };

  w->h.b = &made;
  for (struct imp_stmt *s = loop->body.first; s; s = s->next)
    {
      bool alike = same_stmt (w, loop, s);

      if (s->kind == IMP_NEW && s->var->id < w->known.n)
	w->alike[s->var->id] = alike;
      if (!alike && (s->kind == IMP_NEW || s->kind == IMP_ASSIGN || s->kind == IMP_STORE))
	for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	  s->e[k] = named (w, loop, s->e[k]);
    }
  for (struct imp_stmt *s = loop->body.last, *prev; s; s = prev)
    {
      prev = s->prev;
      if (s->kind != IMP_NEW || s->var->id >= w->known.n || !w->alike[s->var->id]
	  || !(w->wanted[s->var->id] || imp_expr_any (s->e[0], chooses)))
	continue;
      want (w, s->e[0]);
      imp_let_wrap (s->e[0]);
      imp_unlink (&loop->body, s);
      if (made.first)
	imp_link_before (&made, made.first, s);
      else
	imp_link_last (&made, s);
      w->n++;
    }
  for (struct imp_stmt *s; (s = made.first) != NULL;)
    {
      imp_unlink (&made, s);
      imp_link_before (b, loop, s);
    }
  w->h.b = NULL;
}

static void
hoist_block (struct hoist *w, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      hoist_block (w, &s->body);
      hoist_block (w, &s->orelse);
      if (s->kind == IMP_FOR)
	hoist_loop (w, b, s);
    }
}

unsigned
schedule_invariant (struct imp_prog *p, struct imp_proc *proc)
{
  struct hoist w = { .h = { .p = p, .proc = proc }, .known = imp_binders_of (p, proc) };

  w.alike = CTX_NEWV (p->ctx, bool, w.known.n);
  w.wanted = CTX_NEWV (p->ctx, bool, w.known.n);
  hoist_block (&w, &proc->body);
  return w.n;
}

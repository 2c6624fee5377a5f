/* The pass chunk: what a long row does alone, in functions that may raise.

   In `if alone () { } else { }' the form of a long row is that of a region: it has parfors of its
   own.  If a leaf raises in one of these the row is done again, in order (schedule-row-wide.c).  So
   it must be known whether one has, and what stands behind must not run: it may store where what is
   missing says.

     parfor c < n { BODY }   REST

   becomes

     array done: i32 [MOST]
     parfor c < n {
       done[c] := 0
       for i = resume (c) to c + 1 { BODY   done[c] := 1 } }
     for c = 0 to n { if done[c] = 0 { bad := 1 } }
     if bad = 0 { REST }

   The leaves of BODY are marked as element i, of a builtin behind all others: a chunk that one has
   left does not begin again, as it would without a mark that it goes on behind; its stores need not
   be such that doing them twice is harmless.  What is raised in the end is found by the row that is
   done again.  A loop around ends when bad is 1.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "nova/abi.h"
#include "schedule-row-wide.h"

void
row_mark_elements (struct imp_prog *p, struct imp_block *b, struct imp_var *v)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      row_mark_elements (p, &s->body, v);
      row_mark_elements (p, &s->orelse, v);
      if (!imp_is_mark (s))
	continue;
      s->e[0]->args[0] = imp_size (p, ROW_ORDER_LAST);
      s->e[0]->args[1] = imp_use (p, v);
    }
}

/* What stands from FIRST on in B, at its end, runs if no leaf has raised.  Vectors that have been
   made before are released in any case.  The block in which it is now.  */
static struct imp_block *
run_if_good (struct wide *w, struct imp_block *b, struct imp_stmt *first)
{
  struct imp_here h = w->d->h;
  struct imp_stmt *i;

  h.b = b;
  i = imp_make_if (&h, row_is_good (w));
  for (struct imp_stmt *s = first, *next; s != i; s = next)
    {
      next = s->next;
      imp_unlink (b, s);
      imp_link_last (s->kind == IMP_RELEASE && !row_binds (&i->body, s->var) ? b : &i->body, s);
    }
  return &i->body;
}

void
row_note_ends (struct wide *w, struct imp_stmt *par, struct imp_var *done)
{
  struct imp_here h = w->d->h;
  struct imp_block body = par->body;
  struct imp_expr *c = imp_use (h.p, par->var), *from, *end;
  struct imp_stmt *f;

  par->body = (struct imp_block) { NULL, NULL };
  h.b = &par->body;
  imp_make_store (&h, here_use (&h, done), here_again (&h, c), imp_i32 (h.p, 0));
  from = here_again (&h, c);
  from = imp_call (h.p, IMP_FN_RESUME, NULL, 1, &from);
  end = here_op (&h, FIR_ADD, here_again (&h, c), here_size (&h, 1));
  f = imp_make_for (&h, "i", from, end, 1, false);
  f->body = body;
  row_mark_elements (h.p, &f->body, f->var);
  h.b = &f->body;
  imp_make_store (&h, here_use (&h, done), here_use (&h, f->var), imp_i32 (h.p, 1));
}

/* PAR, in B, in whose chunks leaves may raise, says whether one has: the statement behind it that
   does.  */
static struct imp_stmt *
note_leaves (struct wide *w, struct imp_block *b, struct imp_stmt *par)
{
  struct imp_here h = w->d->h;
  struct imp_block made = { NULL, NULL };
  struct imp_var *done;
  struct imp_expr *c, *v;
  struct imp_stmt *s;

  h.b = &made;
  done = imp_make_array (&h, "done", type_i32 (h.p->ctx), NOVA_MAX_CHUNKS);
  par->e[0] = imp_make_name (&h, par->e[0], "n");
  while ((s = made.first) != NULL)
    {
      imp_unlink (&made, s);
      imp_link_before (b, par, s);
    }
  row_note_ends (w, par, done);
  h.b = &made;
  c = here_begin_for (&h, "c", here_size (&h, 0), here_again (&h, par->e[0]), 1, false);
  v = imp_load (h.p, here_use (&h, done), c);
  v = here_op (&h, FIR_EQ, v, imp_i32 (h.p, 0));
  imp_make_assign (&h, w->bad, here_op (&h, FIR_BOR, here_use (&h, w->bad), v));
  s = made.first;
  imp_unlink (&made, s);
  imp_link_after (b, par, s);
  return s;
}

void
row_note_leaves (struct wide *w, struct imp_block *b)
{
  struct imp_prog *p = w->d->h.p;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (!imp_block_marks (&s->body) && !imp_block_marks (&s->orelse))
	continue;
      if (s->kind == IMP_PARFOR)
	s = note_leaves (w, b, s);
      else
	{
	  if (s->kind == IMP_FOR)
	    run_if_good (w, &s->body, s->body.first);
	  row_note_leaves (w, &s->body);
	  row_note_leaves (w, &s->orelse);
	  if (s->kind == IMP_WHILE)
	    s->e[0] = imp_select (p, row_is_good (w), s->e[0], imp_i32 (p, 0));
	}
      if (s->next)
	{
	  row_note_leaves (w, run_if_good (w, b, s->next));
	  return;
	}
    }
}

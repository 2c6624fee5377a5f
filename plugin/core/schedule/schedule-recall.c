/* The pass recall: hints are what the turn before found.

     for i = b to e {                         new last := 0
       new last := hint ()                    for i = b to e {
       ... r ...                        =>      ... r ...
       last := r                                last := r
     }                                        }

   A hint may be any number without a change of what is computed; it only saves time.  So the
   variable moves out of the innermost loop around it, and keeps what it had; it begins with 0, as
   what is looked for in order does in a row.  It does not move out of a parfor: chunks begin
   afresh, each in its own thread.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"

static bool
is_hint (const struct imp_stmt *s)
{
  return s->kind == IMP_NEW && s->e[0] && s->e[0]->kind == IMP_EXPR_CALL
	 && s->e[0]->fn == IMP_FN_HINT;
}

/* Move the hints in B before LOOP, of block OUTER; NULL: they are in no loop.  How many.  */
static unsigned
recall_block (struct imp_prog *p, struct imp_block *b, struct imp_block *outer,
	      struct imp_stmt *loop)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      bool loops = s->kind == IMP_FOR || s->kind == IMP_WHILE, parfor = s->kind == IMP_PARFOR;

      next = s->next;
      n += recall_block (p, &s->body, loops ? b : outer, loops ? s : parfor ? NULL : loop);
      n += recall_block (p, &s->orelse, outer, loop);
      if (!is_hint (s))
	continue;
      s->e[0] = imp_size (p, 0);
      n++;
      if (!loop)
	continue;
      imp_unlink (b, s);
      imp_link_before (outer, loop, s);
    }
  return n;
}

unsigned
schedule_recall (struct imp_prog *p, struct imp_proc *proc)
{
  return recall_block (p, &proc->body, NULL, NULL);
}

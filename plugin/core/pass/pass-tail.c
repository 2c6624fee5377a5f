/* The pass tail: marks tail calls.

     mu { (n, a) r = if n { ... s = apply m k b ret s } else { ret a } ret r }
							     =>   s = tail apply m k b

   A call is in tail position if its results are, in order, what its block returns, and the block is
   the body of the function or a branch of an if or case that is itself in tail position.  Lowering
   makes a loop of a function that calls itself in tail position only.
   Does not: turn other calls into tail calls (by moving statements, or accumulators).
   Paper: NOVA, section 5 (tail-call optimisation).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

struct tail
{
  struct nova_ctx *ctx;		/* of the calls that are marked */
  unsigned changes;
};

static void mark_block (struct tail *t, struct fir_block *b, bool tail);

/* TAIL: S is in tail position.  */
static void
mark_stmt (struct tail *t, struct fir_stmt *s, bool tail)
{
  bool branch = s->op == FIR_IF || s->op == FIR_CASE;

  if (s->op == FIR_CALL || s->op == FIR_APPLY)
    {
      if (tail && !s->tail)
	law_fired (t->ctx, LAW_T1);
      t->changes += s->tail != tail;
      s->tail = tail;
    }
  for (unsigned k = 0; k < s->nfns; k++)
    mark_block (t, s->fns[k]->body,
		s->op == FIR_LAMBDA || s->op == FIR_MU || (branch && tail));
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].combine)
      mark_block (t, s->outs[k].combine->body, false);
}

static void
mark_block (struct tail *t, struct fir_block *b, bool tail)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    mark_stmt (t, s, tail && fir_returned (b, s));
}

/* The functions of the program too: a region may call them.  */
unsigned
pass_tail (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct tail t = { p->ctx, 0 };

  (void) log;
  mark_block (&t, r->body, false);
  /* Once a round.  */
  for (struct fir_fun *f = r->next ? NULL : p->funs; f; f = f->next)
    mark_block (&t, f->fn->body, true);
  return t.changes;
}

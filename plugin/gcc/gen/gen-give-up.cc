/* Loops that end where an element fails.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   In IMP a loop along a row goes on behind an element that fails: it has no other way out.  If all
   that comes behind is other elements, whose failures would be of no interest, generated code may
   leave it.  It does no less than a loop whose other elements all fail, too, so whoever copes with
   that one copes with this.  What the elements accumulate is then a variable of one loop, not one
   that two ways meet in: GCC keeps a sum's multiplication apart on processors whose chains of FMA
   are slower than chains of additions, but only where it sees that this is such a chain.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"

/* Does the code from S to END, not included, neither fail nor call anything?  With OWN it neither
   stores nor changes other variables than those bound in OWN.  */
static bool
quiet_stmts_p (struct imp_stmt *s, struct imp_stmt *end, struct imp_block *own)
{
  for (; s != end; s = s->next)
    switch (s->kind)
      {
      case IMP_NEW: case IMP_ASSIGN: case IMP_STORE: case IMP_IF: case IMP_FOR:
	if (own && (s->kind == IMP_STORE
		    || (s->kind == IMP_ASSIGN && !imp_block_binder (own, s->var))))
	  return false;
	for (struct imp_expr *e : s->e)
	  if (!imp_computes (e))
	    return false;
	if (!quiet_stmts_p (s->body.first, NULL, own)
	    || !quiet_stmts_p (s->orelse.first, NULL, own))
	  return false;
	break;
      default:
	return false;
      }
  return true;
}

/* Is B a failure of the element that runs LOOP, and else sets variables to constants?  */
static bool
fails_p (struct imp_block *b, struct imp_stmt *loop)
{
  struct imp_stmt *s = b->first;

  if (!s || s->kind != IMP_FAIL || s->e[0]->kind != IMP_EXPR_VAR || s->e[0]->var == loop->var
      || imp_block_binder (&loop->body, s->e[0]->var))
    return false;
  for (s = s->next; s; s = s->next)
    if (s->kind != IMP_ASSIGN || s->e[0]->kind != IMP_EXPR_CONST)
      return false;
  return true;
}

struct imp_block *
gen_gives_up (struct imp_stmt *loop)
{
  struct imp_stmt *last = loop->body.last;

  if (!last || last->kind != IMP_IF || !fails_p (&last->orelse, loop)
      || !imp_computes (last->e[0]) || !quiet_stmts_p (loop->body.first, last, &loop->body)
      || !quiet_stmts_p (last->body.first, NULL, NULL))
    return NULL;
  return &last->orelse;
}

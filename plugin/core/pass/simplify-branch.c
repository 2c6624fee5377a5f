/* Branches of if and case whose outcome, or whose results, need no branch.

   A branch is removed only if its condition is a constant, or if its sides are a few primitives
   that are total and so may be speculated.  A loop without branches vectorises.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

/* The statements of BLOCK, already simple, come before S; its results are what the block
   returns.  */
static void
splice (struct fir_prog *p, struct fir_stmt *s, struct fir_block *block)
{
  while (block->first)
    {
      struct fir_stmt *t = block->first;

      fir_unlink (t);
      fir_insert_before (s, t);
    }
  for (unsigned k = 0; k < s->nres; k++)
    pass_replace_var (p, s->res[k], block->rets[k]);
  fir_unlink (s);
}

/* More than this costs more than a branch that is often foreseen.  */
#define MAX_SPECULATED 12

static bool
block_speculates (struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    if (!fir_speculates (s))
      return false;
  return true;
}

/* Is there nothing in the blocks of S?  */
static bool
blocks_empty (struct fir_stmt *s)
{
  for (unsigned f = 0; f < s->nfns; f++)
    if (s->fns[f]->body->first)
      return false;
  return true;
}

/* Do all blocks of S return the same as result K?  */
static bool
all_equal (struct fir_stmt *s, unsigned k)
{
  for (unsigned f = 1; f < s->nfns; f++)
    if (!fir_atom_equal (s->fns[0]->body->rets[k], s->fns[f]->body->rets[k]))
      return false;
  return true;
}

/* Move the statements of both blocks of if S before it, if they are total and few.  */
static bool
speculate (struct fir_stmt *s)
{
  struct fir_block *x = s->fns[0]->body, *y = s->fns[1]->body;

  if ((!x->first && !y->first) || !block_speculates (x) || !block_speculates (y)
      || fir_block_weight (x) + fir_block_weight (y) > MAX_SPECULATED)
    return false;
  for (unsigned k = 0; k < 2; k++)
    while (s->fns[k]->body->first)
      {
	struct fir_stmt *t = s->fns[k]->body->first;

	fir_let_wrap (t, NULL);
	fir_unlink (t);
	fir_insert_before (s, t);
      }
  return true;
}

/* Result K of S, if it needs no branch: all blocks return the same, or those of an if hold no
   statements.  */
static bool
if_result (struct fir_prog *p, struct fir_stmt *s, unsigned k)
{
  struct fir_atom x = s->fns[0]->body->rets[k], y = s->fns[s->nfns - 1]->body->rets[k];
  struct fir_atom args[3] = { s->args[0], x, y }, r;
  struct fir_block *b;
  struct fir_stmt *sel;

  if (all_equal (s, k))
    {
      pass_replace_var (p, s->res[k], x);
      return true;
    }
  if (s->op != FIR_IF || !blocks_empty (s) || type_is_vec (fir_atom_type (x))
      || type_has_fn (fir_atom_type (x)))
    return false;
  b = fir_block_new (p);
  r = fir_prim (p, b, FIR_SELECT, fir_atom_type (x), 3, args);
  sel = r.var->def;
  fir_unlink (sel);
  fir_insert_before (s, sel);
  pass_replace_var (p, s->res[k], r);
  return true;
}

static void
drop_result (struct fir_stmt *s, unsigned k)
{
  s->nres--;
  for (unsigned j = k; j < s->nres; j++)
    s->res[j] = s->res[j + 1];
  for (unsigned f = 0; f < s->nfns; f++)
    {
      struct fir_block *b = s->fns[f]->body;

      b->nrets--;
      for (unsigned j = k; j < b->nrets; j++)
	b->rets[j] = b->rets[j + 1];
    }
}

/* The results of S that are bound in one of its blocks may not be named outside.  */
static bool
bound_outside (struct fir_stmt *s, unsigned k)
{
  for (unsigned f = 0; f < s->nfns; f++)
    {
      struct fir_fn *fn = s->fns[f];
      struct fir_stmt *def = fir_atom_def (fn->body->rets[k]);

      if ((def && def->parent == fn->body)
	  || (fn->nparams && fn->body->rets[k].var == fn->params[0]))
	return false;
    }
  return true;
}

struct fir_fn *
simplify_known_arm (struct fir_stmt *s)
{
  struct fir_stmt *def = fir_atom_def (s->args[0]);
  bool sum = def && def->op == FIR_INJECT;
  __int128 i = 0;

  if (!sum && !fir_atom_value (s->args[0], &i))
    return NULL;
  for (unsigned k = 0; k < s->nfns; k++)
    if (s->arms[k].any
	|| (sum ? s->arms[k].alternative == def->index : fir_atom_is_int (s->arms[k].label, i)))
      return s->fns[k];
  return NULL;
}

/* Results of S that need no branch, and S when it has none left.  */
static unsigned
drop_results (struct fir_prog *p, struct fir_stmt *s)
{
  unsigned changes = 0;

  if (s->op == FIR_IF)
    changes += speculate (s);
  for (unsigned k = s->nres; k-- > 0;)
    if (bound_outside (s, k) && if_result (p, s, k))
      {
	drop_result (s, k);
	law_fired (p->ctx, s->op == FIR_IF ? LAW_S8 : LAW_S20);
	changes++;
      }
  if (!s->nres && blocks_empty (s))
    fir_unlink (s);
  return changes;
}

unsigned
simplify_case (struct fir_prog *p, struct fir_stmt *s)
{
  struct fir_fn *arm = simplify_known_arm (s);

  if (!arm)
    return drop_results (p, s);
  law_fired (p->ctx, LAW_S20);
  splice (p, s, arm->body);
  return 1;
}

unsigned
simplify_if (struct fir_prog *p, struct fir_stmt *s)
{
  __int128 c;

  if (!fir_atom_value (s->args[0], &c))
    return drop_results (p, s);
  law_fired (p->ctx, LAW_S8);
  splice (p, s, s->fns[c ? 0 : 1]->body);
  return 1;
}

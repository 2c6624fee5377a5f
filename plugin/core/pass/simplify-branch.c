/* Branches of if and case whose outcome, or whose results, need no branch.

   A branch is removed only if its condition is a constant, if its sides are a few primitives that
   are total and so may be speculated, or if one side is only for empty vectors, and the other one
   would give the same for them.  A loop without branches vectorises.

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

/* --- Sides for empty vectors ------------------------------------------------------------------ */

/* The size that condition C compares with 0, or FIR_NONE; *ZERO: the side that runs if it is 0.  */
static struct fir_atom
compared_with_zero (struct fir_atom c, unsigned *zero)
{
  struct fir_stmt *s = fir_atom_def (c);
  bool one;

  if (!s || !(fir_op_info[s->op].flags & FIR_FLAG_CMP) || !s->args[0].var
      || !type_is_integral (s->args[0].var->type)
      || scalar_info[s->args[0].var->type->scalar].is_signed)
    return FIR_NONE;
  *zero = s->op == FIR_NE || s->op == FIR_GT || s->op == FIR_GE;
  one = s->op == FIR_LT || s->op == FIR_GE;
  return fir_atom_is_int (s->args[1], one) ? s->args[0] : FIR_NONE;
}

/* Does nothing in B fail, and does it end soon, if N is 0?  */
static bool
block_runs_empty (struct fir_block *b, struct fir_atom n)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    if (s->op != FIR_LEN && !fir_speculates (s)
	&& (s->op != FIR_LOOP || !fir_atom_equal (s->args[0], n)))
      return false;
  return true;
}

/* What A is if N is 0: what a reduction of no elements begins with.  */
static struct fir_atom
value_if_empty (struct fir_atom a, struct fir_atom n)
{
  struct fir_stmt *s = fir_atom_def (a);

  if (s && s->op == FIR_LOOP && fir_atom_equal (s->args[0], n))
    for (unsigned k = 0; k < s->nouts; k++)
      if (s->res[k] == a.var && s->outs[k].kind == OUT_REDUCE)
	return s->outs[k].init;
  return a;
}

/* Has vector A no elements if N is 0?  */
static bool
is_empty (struct fir_atom a, struct fir_atom n)
{
  struct fir_stmt *s = fir_atom_def (a), *len = fir_atom_def (n);
  struct fir_atom length;

  if (s && s->op == FIR_LOOP)
    return fir_atom_equal (s->args[0], n) && fir_atom_equal (value_if_empty (a, n), a);
  if (fir_vec_length (&a, &length))
    return fir_atom_equal (length, n) || fir_atom_is_int (length, 0);
  return len && len->op == FIR_LEN && fir_atom_equal (len->args[0], a);
}

/* Replace if S by one of its sides if the other one is for a size of 0, of which this one makes the
   same.  */
static bool
needs_no_empty_side (struct fir_prog *p, struct fir_stmt *s)
{
  unsigned zero;
  struct fir_atom n = compared_with_zero (s->args[0], &zero);
  struct fir_block *other;

  if (fir_atom_none (n))
    return false;
  other = s->fns[1 - zero]->body;
  if (!block_runs_empty (s->fns[zero]->body, n) || !block_runs_empty (other, n))
    return false;
  for (unsigned k = 0; k < s->nres; k++)
    {
      struct fir_atom x = s->fns[zero]->body->rets[k], y = other->rets[k];

      if (type_is_vec (s->res[k]->type) ? !is_empty (x, n) || !is_empty (y, n)
	  : !fir_atom_equal (value_if_empty (x, n), value_if_empty (y, n)))
	return false;
    }
  for (struct fir_stmt *t = other->first; t; t = t->next)
    fir_let_wrap (t, NULL);
  splice (p, s, other);
  return true;
}

/* --------------------------------------------------------------------------------------------- */

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
    {
      if (!needs_no_empty_side (p, s))
	return drop_results (p, s);
      law_fired (p->ctx, LAW_S23);
      return 1;
    }
  law_fired (p->ctx, LAW_S8);
  splice (p, s, s->fns[c ? 0 : 1]->body);
  return 1;
}

/* What may be asked of a term of FIR: what it is made of, what it costs, whether it may run when it
   need not.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-term.h"

/* --- Atoms ----------------------------------------------------------------------------------- */

bool
atom_equal (struct fir_atom a, struct fir_atom b)
{
  if (a.cst && b.cst)
    return fir_const_equal (a.cst, b.cst);
  return a.var == b.var && a.cst == b.cst;
}

bool
atom_int (struct fir_atom a, __int128 *i)
{
  if (!a.cst || a.cst->origin || !(type_is_integral (a.cst->type) || a.cst->type->kind == TYPE_PTR))
    return false;
  *i = (__int128) a.cst->i;
  return true;
}

bool
atom_is_int (struct fir_atom a, __int128 i)
{
  __int128 v;

  return atom_int (a, &v) && v == i;
}

struct fir_stmt *
atom_def (struct fir_atom a)
{
  return a.var ? a.var->def : NULL;
}

/* --- Walks ----------------------------------------------------------------------------------- */

static void
fn_clear_aux (struct fir_fn *fn)
{
  for (unsigned k = 0; k < fn->nparams; k++)
    fn->params[k]->aux = NULL;
}

static void
stmt_clear_aux (struct fir_stmt *s, void *data)
{
  (void) data;
  for (unsigned k = 0; k < s->nres; k++)
    s->res[k]->aux = NULL;
  for (unsigned k = 0; k < s->nfns; k++)
    fn_clear_aux (s->fns[k]);
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].combine)
      fn_clear_aux (s->outs[k].combine);
}

void
region_clear_aux (struct fir_region *r)
{
  for (unsigned k = 0; k < r->nparams; k++)
    r->params[k]->aux = NULL;
  fir_walk (r->body, stmt_clear_aux, NULL);
}

/* --- Costs ----------------------------------------------------------------------------------- */

/* A division costs what many additions cost; a loop inside an element runs an unknown number of
   times and is taken as dear.  */
#define COST_DIVISION 8
#define COST_LOOP 256

unsigned
stmt_cost (struct fir_stmt *s)
{
  unsigned cost = 1;

  switch (s->op)
    {
    case FIR_FIELD:
    case FIR_RECORD:
    case FIR_LEN:
    case FIR_VIEW:
      return 0;
    case FIR_DIV:
    case FIR_REM:
      return COST_DIVISION;
    case FIR_LEAF:
      return s->leaf->cost ? s->leaf->cost : 1;
    case FIR_IF:
    case FIR_CASE:
      for (unsigned k = 0; k < s->nfns; k++)
	cost += block_cost (s->fns[k]->body);
      return cost;
    case FIR_INJECT:
    case FIR_LAMBDA:
    case FIR_MU:
      return 1;
    default:
      return fir_op_info[s->op].cls == FIR_CLASS_PRIM || s->op == FIR_AT || s->op == FIR_GET
	     || (fir_op_info[s->op].flags & FIR_FLAG_INDEX) ? 1 : COST_LOOP;
    }
}

unsigned
block_cost (struct fir_block *b)
{
  unsigned cost = 0;

  for (struct fir_stmt *s = b->first; s; s = s->next)
    cost += stmt_cost (s);
  return cost;
}

bool
stmt_overflows (const struct fir_stmt *s)
{
  const struct type *t;

  if (s->wrap || (s->op != FIR_ADD && s->op != FIR_SUB && s->op != FIR_MUL && s->op != FIR_NEG))
    return false;
  t = s->res[0]->type;
  return t->kind == TYPE_SCALAR && scalar_info[t->scalar].cls == SC_INT
	 && scalar_info[t->scalar].is_signed;
}

bool
stmt_speculates (struct fir_stmt *s)
{
  const struct type *from = s->nargs ? fir_atom_type (s->args[0]) : NULL;
  const struct type *to = s->nres ? s->res[0]->type : NULL;

  if (s->op == FIR_LEAF)
    return (s->leaf->flags & LEAF_SPECULATE) && (s->leaf->flags & LEAF_CONST)
	   && !(s->leaf->flags & LEAF_MAYFAIL);
  if (fir_op_info[s->op].cls != FIR_CLASS_PRIM)
    return false;
  switch (s->op)
    {
    case FIR_DIV:
      /* Float division traps in no default environment.  */
      return type_is_float (to);
    case FIR_ABS:
      return type_is_float (to);
    case FIR_CONV:
      /* A float outside the integer's range has no defined conversion.  */
      return !type_is_float (from) || !type_is_integral (to) || to->scalar == SCALAR_BOOL;
    case FIR_PADD:
      return false;
    default:
      return !(fir_op_info[s->op].flags & FIR_FLAG_TRAP);
    }
}

/* --- Tail calls ------------------------------------------------------------------------------ */

bool
fir_returned (struct fir_block *b, struct fir_stmt *s)
{
  if (s->next || s->nres != b->nrets)
    return false;
  for (unsigned k = 0; k < s->nres; k++)
    if (b->rets[k].var != s->res[k])
      return false;
  return true;
}

/* How many calls of SELF are in tail position in B, itself in tail position.  */
static unsigned
tail_calls (struct fir_block *b, struct fir_var *self)
{
  struct fir_stmt *s = b->last;
  unsigned n;

  if (!s || !fir_returned (b, s))
    return 0;
  n = s->op == FIR_APPLY && s->args[0].var == self;
  if (s->op == FIR_IF || s->op == FIR_CASE)
    for (unsigned k = 0; k < s->nfns; k++)
      n += tail_calls (s->fns[k]->body, self);
  return n;
}

bool
tail_only (struct fir_stmt *mu)
{
  struct fir_block *b = mu->fns[0]->body;

  return tail_calls (b, mu->res[0]) == fir_count_uses (b, mu->res[0]);
}

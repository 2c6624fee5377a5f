/* Properties of a term of FIR: its operands, its cost, whether it may be speculated.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-term.h"

/* --- Atoms ----------------------------------------------------------------------------------- */

bool
fir_atom_equal (struct fir_atom a, struct fir_atom b)
{
  if (a.cst && b.cst)
    return fir_const_equal (a.cst, b.cst);
  return a.var == b.var && a.cst == b.cst;
}

bool
fir_atom_value (struct fir_atom a, __int128 *i)
{
  if (!a.cst || a.cst->origin || !(type_is_integral (a.cst->type) || a.cst->type->kind == TYPE_PTR))
    return false;
  *i = (__int128) a.cst->i;
  return true;
}

bool
fir_atom_is_int (struct fir_atom a, __int128 i)
{
  __int128 v;

  return fir_atom_value (a, &v) && v == i;
}

enum fir_op
fir_opposite (enum fir_op op)
{
  switch (op)
    {
    case FIR_LT: return FIR_GE;
    case FIR_LE: return FIR_GT;
    case FIR_GT: return FIR_LE;
    case FIR_GE: return FIR_LT;
    case FIR_EQ: return FIR_NE;
    default: return FIR_EQ;
    }
}

struct fir_stmt *
fir_atom_def (struct fir_atom a)
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
fir_clear_aux (struct fir_region *r)
{
  for (unsigned k = 0; k < r->nparams; k++)
    r->params[k]->aux = NULL;
  fir_walk (r->body, stmt_clear_aux, NULL);
}

/* --- Costs ----------------------------------------------------------------------------------- */

/* The cost of a division, which is that of many additions; of a read with its check; of an element
   of an operation that is a loop, besides its function; the assumed number of iterations of a
   recursion.  */
#define COST_DIVISION 8
#define COST_CHECKED 3
#define COST_SHAPE 8
#define COST_CALLS 16
/* A loop counts as expensive, whatever it does.  */
#define COST_LOOP (4 * COST_TURNS)

unsigned
fir_turn_cost (struct fir_stmt *s)
{
  unsigned c = fir_block_cost (s->fns[0]->body);

  for (unsigned k = 0; k < s->nouts; k++)
    c += s->outs[k].combine ? fir_block_cost (s->outs[k].combine->body) : 1;
  return c;
}

unsigned
fir_stmt_cost (struct fir_stmt *s)
{
  unsigned c = 0;

  for (unsigned k = 0; k < s->nfns; k++)
    c += fir_block_cost (s->fns[k]->body);
  switch (s->op)
    {
    case FIR_DIV:
    case FIR_REM:
      return COST_DIVISION;
    case FIR_LEAF:
      return s->leaf->cost ? s->leaf->cost : 1;
    case FIR_GET:
      return COST_CHECKED;
    case FIR_MU:
      return c * COST_CALLS;
    case FIR_LOOP:
      return fir_turn_cost (s) * (s->args[0].cst && s->args[0].cst->i < COST_TURNS
				  ? (unsigned) s->args[0].cst->i : COST_TURNS);
    default:
      return fir_op_info[s->op].flags & FIR_FLAG_SHAPE ? (c + COST_SHAPE) * COST_TURNS : c + 1;
    }
}

unsigned
fir_block_cost (struct fir_block *b)
{
  unsigned cost = 0;

  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      unsigned c = fir_stmt_cost (s);

      cost = cost + c < cost ? cost : cost + c;
    }
  return cost;
}

unsigned
fir_stmt_weight (struct fir_stmt *s)
{
  unsigned weight = 1;

  switch (s->op)
    {
    case FIR_FIELD:
    case FIR_RECORD:
    case FIR_LEN:
    case FIR_VIEW:
      return 0;
    case FIR_GET:
    case FIR_INJECT:
    case FIR_LAMBDA:
    case FIR_MU:
      return 1;
    case FIR_IF:
    case FIR_CASE:
      for (unsigned k = 0; k < s->nfns; k++)
	weight += fir_block_weight (s->fns[k]->body);
      return weight;
    default:
      return fir_op_info[s->op].cls == FIR_CLASS_PRIM || s->op == FIR_LEAF || s->op == FIR_AT
	     || (fir_op_info[s->op].flags & FIR_FLAG_INDEX) ? fir_stmt_cost (s) : COST_LOOP;
    }
}

unsigned
fir_block_weight (struct fir_block *b)
{
  unsigned weight = 0;

  for (struct fir_stmt *s = b->first; s; s = s->next)
    weight += fir_stmt_weight (s);
  return weight;
}

/* --- What may run for nothing ---------------------------------------------------------------- */

/* A type whose overflow is undefined unless the operation is told to wrap.  */
static bool
signed_int (const struct type *t)
{
  return t->kind == TYPE_SCALAR && scalar_info[t->scalar].cls == SC_INT
	 && scalar_info[t->scalar].is_signed;
}

bool
fir_prim_overflows (enum fir_op op, const struct type *to)
{
  return (op == FIR_ADD || op == FIR_SUB || op == FIR_MUL || op == FIR_NEG) && signed_int (to);
}

bool
fir_prim_total (enum fir_op op, const struct type *from, const struct type *to,
		const struct fir_const *by)
{
  bool known = by && !by->origin;

  switch (op)
    {
    case FIR_DIV:
    case FIR_REM:
      return !type_is_integral (to)
	     || (known && by->i != 0 && !(signed_int (to) && by->i == (unsigned __int128) -1));
    case FIR_SHL:
    case FIR_SHR:
      return known && by->i < to->size * 8;
    case FIR_ABS:
      /* C computes narrow integers as int.  */
      return !signed_int (to) || to->size < 4;
    case FIR_CONV:
      /* A float outside the integer's range has no defined conversion.  */
      return !type_is_integral (to) || to->scalar == SCALAR_BOOL || type_is_integral (from);
    case FIR_LT:
    case FIR_LE:
    case FIR_GT:
    case FIR_GE:
      /* Pointers into different memory have no order.  */
      return from->kind == TYPE_SCALAR;
    case FIR_PADD:
      return false;
    default:
      return fir_op_info[op].cls == FIR_CLASS_PRIM;
    }
}

bool
fir_overflows (const struct fir_stmt *s)
{
  return !s->wrap && s->nres && fir_prim_overflows (s->op, s->res[0]->type);
}

void
fir_let_wrap (struct fir_stmt *s, void *data)
{
  (void) data;
  s->wrap |= fir_overflows (s);
}

/* The constant that A, a divisor, is or is not below: in unsigned types the one divides if the
   other does.  */
static const struct fir_const *
divisor (struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);

  return def && def->op == FIR_MAX && !signed_int (a.var->type) ? def->args[1].cst : a.cst;
}

/* Does S load from memory that is there, because its pointer's extent is known?  */
static bool
loads_known (const struct fir_stmt *s)
{
  uint64_t bytes = s->leaf->access[0].bytes, size = s->leaf->ret->size;
  const struct fir_const *at = s->args[1].cst;

  return at && bytes >= size && (uint64_t) at->i <= bytes - size;
}

bool
fir_total (const struct fir_stmt *s)
{
  bool divides = s->op == FIR_DIV || s->op == FIR_REM;

  if (s->op == FIR_LEAF && (s->leaf->flags & LEAF_LOAD) && loads_known (s))
    return true;
  if (s->op == FIR_LEAF)
    return (s->leaf->flags & LEAF_SPECULATE) && !(s->leaf->flags & LEAF_MAYFAIL);
  return fir_op_info[s->op].cls == FIR_CLASS_PRIM
	 && fir_prim_total (s->op, s->nargs ? fir_atom_type (s->args[0]) : NULL, s->res[0]->type,
			    divides ? divisor (s->args[1]) : s->nargs == 2 ? s->args[1].cst : NULL);
}

bool
fir_reads_memory (const struct fir_stmt *s)
{
  return s->op == FIR_LEAF ? !(s->leaf->flags & LEAF_CONST)
	 : fir_op_info[s->op].cls != FIR_CLASS_PRIM;
}

/* S is a division that takes very long and that no vector instruction does.  */
static bool
slow_division (const struct fir_stmt *s)
{
  return (s->op == FIR_DIV || s->op == FIR_REM) && !type_is_float (s->res[0]->type)
	 && !(s->args[1].cst && type_is_integral (s->res[0]->type));
}

bool
fir_speculates (const struct fir_stmt *s)
{
  return fir_total (s) && !fir_reads_memory (s) && !slow_division (s);
}

static bool
block_straight (const struct fir_block *b)
{
  for (const struct fir_stmt *s = b->first; s; s = s->next)
    if (!fir_straight (s))
      return false;
  return true;
}

bool
fir_straight (const struct fir_stmt *s)
{
  switch (s->op)
    {
    case FIR_DIV:
    case FIR_REM:
    case FIR_SHL:
    case FIR_SHR:
      return fir_speculates (s);
    case FIR_LEAF:
      return fir_total (s);
    case FIR_AT:
    case FIR_LEN:
    case FIR_LAMBDA:
    case FIR_MU:
      return true;
    case FIR_IF:
    case FIR_CASE:
      for (unsigned k = 0; k < s->nfns; k++)
	if (!block_straight (s->fns[k]->body))
	  return false;
      return true;
    default:
      return fir_op_info[s->op].cls == FIR_CLASS_PRIM
	     || (fir_op_info[s->op].flags & FIR_FLAG_INDEX);
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
fir_tail_only (struct fir_stmt *mu)
{
  struct fir_block *b = mu->fns[0]->body;

  return tail_calls (b, mu->res[0]) == fir_count_uses (b, mu->res[0]);
}

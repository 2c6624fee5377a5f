/* Lowering of if and case: DPIA's acceptor translation of branches.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   (DPIA: Atkey, Steuwer, Lindley, Dubach, "Strategy Preserving Compilation for Parallel Functional
   Code", section 4.)  A branch writes its results to variables bound before the statement: the
   acceptor is passed into each branch.  A vector is passed as an owned handle: a new one, or one
   more reference to an existing one; it is released at the end of the block around the branch.
   Memory that a branch has allocated is dropped at its end.
   A case of an integer is a chain of comparisons, which GCC turns into a switch.  There are no
   cases of sums: pass sums has made them cases of the number of the alternative.
   Does not: store inside branches, or choose an order of the arms.  */

#include "lower-int.h"

/* Bind S's result, a vector or not, to the variable TO.  */
static void
accept_atom (struct lower *l, struct fir_atom a, struct imp_var *to)
{
  s_assign (l, to, type_is_vec (to->type) ? vec_owned (l, lower_vec (l, a)) : lower_atom (l, a));
}

/* The last statement of B if B returns its results, else NULL.  */
static struct fir_stmt *
returned_stmt (struct fir_block *b)
{
  struct fir_stmt *s = b->last;
  if (!s || s->nres != b->nrets)
    return NULL;
  for (unsigned k = 0; k < s->nres; k++)
    if (b->rets[k].var != s->res[k])
      return NULL;
  return s;
}

void
lower_block_to (struct lower *l, struct fir_block *b, struct imp_block *to, struct sink *k)
{
  struct imp_block *after = l->b;
  struct live *mark = l->live;
  struct fir_stmt *last = k->turn ? returned_stmt (b) : NULL;
  if (last && last->op != FIR_IF && last->op != FIR_CASE && !lower_is_turn (k->turn, last))
    last = NULL;
  l->b = to;
  for (struct fir_stmt *s = b->first; s != last; s = s->next)
    lower_stmt (l, s);
  if (!last)
    for (unsigned i = 0; i < b->nrets; i++)
      accept_atom (l, b->rets[i], k->res[i]);
  else if (last->op == FIR_APPLY)
    lower_next_turn (l, last, k->turn);
  else
    lower_branch_to (l, last, k);
  lower_drop_since (l, mark);
  l->b = after;
}

/* --- Results -------------------------------------------------------------------------------- */

struct imp_var **
lower_res_new (struct lower *l, struct fir_stmt *s)
{
  struct imp_var **res = CTX_NEWV (l->ctx, struct imp_var *, s->nres);
  for (unsigned k = 0; k < s->nres; k++)
    res[k] = s_new (l, s->res[k]->name, s->res[k]->type, NULL);
  return res;
}

void
lower_res_bind (struct lower *l, struct fir_stmt *s, struct imp_var **res)
{
  for (unsigned k = 0; k < s->nres; k++)
    if (type_is_vec (s->res[k]->type))
      lower_bind (l, s->res[k])->vec = vec_of_handle (l, res[k], res[k]->type, true);
    else
      lower_bind (l, s->res[k])->e = imp_use (l->p, res[k]);
}

/* --- Branches ------------------------------------------------------------------------------- */

static void
if_to (struct lower *l, struct fir_stmt *s, struct sink *k)
{
  struct imp_stmt *i = s_if (l, e_test (l, lower_atom (l, s->args[0])));
  lower_block_to (l, s->fns[0]->body, &i->body, k);
  lower_block_to (l, s->fns[1]->body, &i->orelse, k);
}

/* The arms from number N on.  The last takes all remaining values.  */
static void
case_to (struct lower *l, struct fir_stmt *s, struct imp_expr *x, struct sink *k)
{
  struct imp_block *after = l->b;
  for (unsigned n = 0; n < s->nfns; n++)
    {
      if (n + 1 == s->nfns || s->arms[n].any)
	{
	  lower_block_to (l, s->fns[n]->body, l->b, k);
	  break;
	}
      struct imp_stmt *i = s_if (l, e_op (l, FIR_EQ, e_again (l, x),
					  imp_const (l->p, s->arms[n].label.cst)));
      lower_block_to (l, s->fns[n]->body, &i->body, k);
      l->b = &i->orelse;
    }
  l->b = after;
}

void
lower_branch_to (struct lower *l, struct fir_stmt *s, struct sink *k)
{
  if (s->op == FIR_IF)
    if_to (l, s, k);
  else if (fir_atom_type (s->args[0])->kind == TYPE_SUM)
    lower_refuse (l, s->site, "case of a sum: pass sums has not removed it");
  else
    case_to (l, s, lower_name (l, lower_atom (l, s->args[0]), "x"), k);
}

void
lower_branch (struct lower *l, struct fir_stmt *s)
{
  bool fails = l->elem && fir_may_fail (s);
  if (fails)
    lower_need_ok (l);
  struct sink k = { lower_res_new (l, s), NULL };
  lower_branch_to (l, s, &k);
  if (fails)
    lower_rest_if_ok (l);
  lower_res_bind (l, s, k.res);
}

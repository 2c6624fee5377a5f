/* Which operators commute: a proof by structure.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Lanes need an operator that is associative, which the language promises of every operator, and
   commutative, which it does not.  f commutes if the terms of f (p, q) and f (q, p) are the same
   up to the order of the operands of commutative primitives: so do sums of records by fields,
   and bounding boxes.  An operator that commutes for other reasons is not recognised (a minimum
   written with a conditional does not: equal values may differ in their bits).  */

#include "lower-int.h"

struct swap
{
  struct lower *l;
  struct fir_fn *fn;
  unsigned budget;		/* comparisons left: terms are graphs, walked as trees */
};

static bool same (struct swap *w, struct fir_atom a, struct fir_atom b);

static bool
same_const (const struct fir_const *a, const struct fir_const *b)
{
  return a->type == b->type && a->i == b->i && a->f == b->f && a->im == b->im
	 && a->origin == b->origin;
}

/* Is every operand of S that of T with the parameters exchanged; the first two in reverse order if
   CROSSED?  */
static bool
same_args (struct swap *w, struct fir_stmt *s, struct fir_stmt *t, bool crossed)
{
  for (unsigned k = 0; k < s->nargs; k++)
    if (!same (w, s->args[k], t->args[crossed && k < 2 ? 1 - k : k]))
      return false;
  return true;
}

/* Is term A that of B with the parameters exchanged?  */
static bool
same (struct swap *w, struct fir_atom a, struct fir_atom b)
{
  if (!w->budget || !w->budget--)
    return false;
  if (a.cst || b.cst)
    return a.cst && b.cst && same_const (a.cst, b.cst);
  struct fir_var **p = w->fn->params;
  if (a.var == p[0] || a.var == p[1])
    return b.var == (a.var == p[0] ? p[1] : p[0]);
  struct fir_stmt *s = a.var->def, *t = b.var->def;
  if (!s || s->parent != w->fn->body)
    return a.var == b.var;
  if (!t || t->parent != w->fn->body || s->op != t->op || a.var->type != b.var->type
      || s->nargs != t->nargs || s->index != t->index || s->leaf != t->leaf
      || lower_wraps (w->l, s) != lower_wraps (w->l, t))
    return false;
  if (fir_reads_memory (s))
    return false;
  bool comm = s->op == FIR_LEAF ? (s->leaf->flags & LEAF_COMM) != 0
	      : (fir_op_info[s->op].flags & FIR_FLAG_COMM) != 0;
  return same_args (w, s, t, false) || (comm && s->nargs == 2 && same_args (w, s, t, true));
}

/* Is FN, of two parameters of one type, known to commute?  */
bool
lower_commutes (struct lower *l, struct fir_fn *fn)
{
  struct swap w = { l, fn, 4096 };
  return fir_fn_operator (fn) != FIR_LAST || same (&w, fn->body->rets[0], fn->body->rets[0]);
}

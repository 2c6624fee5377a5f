/* Lowering of outputs whose values are vectors that calls return, and stay where they are.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   If of the result of a loop only whole rows are taken, at some index, the rows that the elements
   have made need not be copied behind one another:

     new r := rows (n)
     loop i < n { } do { new v := leaf ...  eval keep_row (r, i, v) }
     raise { ... }
     new row := kept_row (r, 0)

   This is one pass, without offsets and a second copy of the elements, as the kept rows of a loop
   of two passes need them (lower-two-pass.c).
   Does not: keep rows that loops of the element make, which write them in their place; or several
   outputs of a loop.  */

#include "lower-loop.h"

/* The uses of kept rows: one of them, or their number.  */
static const enum fir_op takes[] = { FIR_AT, FIR_GET, FIR_LEN };

bool
rowkeep_is (struct loop *lp, const struct fir_out *o)
{
  struct fir_var *v = o->value.var;
  struct fir_stmt *def = v ? v->def : NULL;
  if (lp->nested || lp->nouts != 1 || o->kind != OUT_VEC || !fir_atom_none (o->dest))
    return false;
  if (!def || def->parent != lp->body || def->op != FIR_LEAF || !type_is_vec (v->type))
    return false;
  return fir_count_uses_by (lp->l->region->body, o->res, takes, sizeof takes / sizeof *takes)
	 == fir_count_uses (lp->l->region->body, o->res);
}

void
rowkeep_storage (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  const struct type *t = o->o->res->type;
  o->room = s_new (l, "kept", t, e_call (l, IMP_FN_ROWS, t, 1, e_again (l, lp->n)));
  vec_own (l, o->room);
  lower_bind (l, o->o->value.var)->lasts = true;
}

void
rowkeep_accept (struct loop *lp, struct out *o, struct imp_expr *index)
{
  struct lower *l = lp->l;
  struct vecval *v = lower_vec (l, o->o->value);
  struct imp_expr *h = imp_use (l->p, v->handle);
  vec_disown (l, v->handle);
  v->owned = false;
  imp_stmt_new (l->p, l->b, IMP_EVAL, o->o->site)->e[0]
    = e_call (l, IMP_FN_KEEP_ROW, NULL, 3, imp_use (l->p, o->room), e_again (l, index), h);
}

struct vecval *
rowkeep_result (struct loop *lp, struct out *o)
{
  struct vecval *v = vec_new (lp->l, VEC_KEPT, o->o->res->type);
  v->handle = o->room;
  v->n[0] = e_again (lp->l, lp->n);
  return v;
}

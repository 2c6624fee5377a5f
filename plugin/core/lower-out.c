/* Lowering of a loop's outputs, DPIA's acceptors: what happens to the value of an element.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The acceptors of DPIA: each kind of output is a place that a value can be given to.  */

#include "lower-loop.h"

/* Where in O's destination element INDEX goes.  */
static struct imp_expr *
place_of (struct lower *l, struct out *o, struct imp_expr *index)
{
  struct imp_expr *i = e_again (l, index);
  if (!o->step)
    return i;
  i = imp_prim (l->p, FIR_CONV, type_scalar (l->ctx, SCALAR_I64), 1, &i);
  return e_op (l, FIR_MUL, i, e_again (l, o->step));
}

/* The value V of element INDEX to O.  V is NULL if the job needs none; G is the guard, NULL if
   there is none or it has been tested.  */
void
out_accept (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *g,
	    struct imp_expr *index, enum phase ph, struct imp_expr *k)
{
  switch (o->job)
    {
    case JOB_NONE: break;
    case JOB_VEC: s_store (lp->l, e_again (lp->l, o->d), place_of (lp->l, o, index), v); break;
    case JOB_REDUCE:
    case JOB_COUNT: reduce_accept (lp, o, v, g, ph, k); break;
    case JOB_FILTER: filter_accept (lp->l, o, v, g, k); break;
    case JOB_SCAN:
    case JOB_EXSCAN: scan_accept (lp, o, v, index, k); break;
    case JOB_LENGTHS:
    case JOB_ROWS:
    case JOB_FOLD:
      if (o->vecs)
	rowcomb_accept (lp, o, g, index);
      else
	rowout_accept (lp, o, g, index);
      break;
    }
}

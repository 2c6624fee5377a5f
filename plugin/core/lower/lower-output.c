/* Lowering of a loop's outputs: what happens to the value of an element.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Each kind of output is an acceptor of DPIA, a place that a value can be given to.  */

#include "lower-loop.h"

/* Store the value V of element INDEX in its place in O's destination.  */
static void
store_value (struct lower *l, struct out *o, struct imp_expr *index, struct imp_expr *v)
{
  bool kept = lower_bind (l, o->o->res)->kept;
  if (kept)
    v = v->kind == IMP_EXPR_VAR ? v : imp_use (l->p, s_new (l, o->o->res->name, v->type, v));
  s_store (l, e_again (l, o->mem.d),
	   o->mem.fused ? fused_offset (l, o->mem.fused, index) : e_again (l, index), v);
  l->b->last->kept = kept;
}

/* Pass the value V of element INDEX to O.  V is NULL if the job needs none; G is the guard, NULL if
   there is none or it has been tested.  */
void
out_accept (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *g,
	    struct imp_expr *index, bool first)
{
  if (lp->gives && (job_combines (o->job) || o->job == JOB_FILTER || job_scans (o->job)))
    {
      give_accept (lp, o, v, g);
      return;
    }
  switch (o->job)
    {
    case JOB_NONE: break;
    case JOB_VEC: store_value (lp->l, o, index, v); break;
    case JOB_REDUCE:
    case JOB_COUNT: reduce_accept (lp, o, v, g, first); break;
    case JOB_FILTER: filter_accept (lp->l, o, v, g); break;
    case JOB_SCAN:
    case JOB_EXSCAN: scan_accept (lp, o, v, index); break;
    case JOB_KEEP: rowkeep_accept (lp, o, index); break;
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

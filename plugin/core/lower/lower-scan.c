/* Lowering of the second pass of scans.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A scan is one chain of dependent applications.  Tiles (schedule-lanes.c) break it at the cost of
   twice the work, which does not pay where an application takes one cycle: sums of integers, unless
   they are swept in vectors (gen-sweep.cc).  Nor does it for records and the like: a tile of them
   has an array for each field, and to fill, turn and empty all these takes three times as long as
   to wait for a product and a sum, as of affine functions, or for a call.  */

#include "lower-loop.h"

void
scan_accept (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *index)
{
  struct lower *l = lp->l;
  if (o->job == JOB_EXSCAN)
    {
      v = lower_name (l, v, "v");
      s_store (l, e_again (l, o->mem.d), e_again (l, index), imp_use (l->p, o->comb.acc));
    }
  s_assign (l, o->comb.acc, reduce_combine (lp, o, imp_use (l->p, o->comb.acc), v));
  if (o->job == JOB_SCAN)
    s_store (l, e_again (l, o->mem.d), e_again (l, index), imp_use (l->p, o->comb.acc));
}

/* Is O's operator one of integers that takes one cycle?  Then the order of applications does not
   matter, not even for rounding.  */
static bool
exact (struct out *o)
{
  enum fir_op op = fir_fn_operator (o->o->combine);
  return type_is_integral (o->t)
	 && (op == FIR_ADD || op == FIR_BAND || op == FIR_BOR || op == FIR_BXOR || op == FIR_MIN
	     || op == FIR_MAX);
}

/* An element that takes more than this gains from blocks even if the scan itself does not.  */
#define CHEAP_ELEMENT 6

int
scan_gains (struct loop *lp, struct out *o)
{
  if (lp->serial || !reduce_cheap (o->o->combine))
    return 0;
  if (o->t->kind != TYPE_SCALAR)
    return 1;
  return exact (o) && !imp_sweeps_type (o->t) && lp->cost <= CHEAP_ELEMENT ? 1 : 2;
}

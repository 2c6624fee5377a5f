/* Sums whose lanes are narrower than the sum.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_NARROW_H
#define NOVA_SCHEDULE_NARROW_H

#include "imp/imp-make.h"

/* A lane of type T, unsigned, holds the sum of STEPS values; T NULL: lanes are as wide as the
   sum.  */
struct narrow
{
  const struct type *t;
  uint64_t steps;
};

/* What the lanes of O, an output of LOOP, which is taken by lanes, may be.  */
extern struct narrow narrow_lanes (struct imp_prog *p, const struct imp_proc *proc,
				   const struct imp_stmt *loop, const struct imp_stmt *o);

/* V, if G (NULL: always) holds, else 0, as a value of narrower lanes of type T.  */
extern struct imp_expr *narrow_value (struct imp_here *h, const struct type *t, struct imp_expr *v,
				      struct imp_expr *g);

/* Are the values given to O, an output of LOOP, 0 or 1, and do its elements only compute values,
   without calls?  */
extern bool narrow_truths (struct imp_prog *p, const struct imp_proc *proc,
			   const struct imp_stmt *loop, const struct imp_stmt *o);

#endif

/* Reductions of reductions by one operator.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_SUMS_H
#define NOVA_SCHEDULE_SUMS_H

#include "schedule.h"

/* In PROC, let the reductions of rows of a constant length that are themselves combined by the same
   operator share their lanes; how many.  */
extern unsigned schedule_sums (struct imp_prog *p, struct imp_proc *proc);

#endif

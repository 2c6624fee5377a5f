/* Totals of sizes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_TOTALS_H
#define NOVA_SCHEDULE_TOTALS_H

#include "schedule.h"

/* In PROC, let totals of sizes that saturate be sums where these cannot overflow; how many.  */
extern unsigned schedule_totals (struct imp_prog *p, struct imp_proc *proc);

#endif

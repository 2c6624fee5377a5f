/* The least and the greatest of floats.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_PAIRS_H
#define NOVA_SCHEDULE_PAIRS_H

#include "schedule.h"

/* In PROC, let the minima and maxima of floats that loops by lanes make be those of numbers; how
   many.  */
extern unsigned schedule_pairs (struct imp_prog *p, struct imp_proc *proc);

#endif

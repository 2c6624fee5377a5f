/* Scans of few elements, with the loops that read their values.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_BRIEF_H
#define NOVA_SCHEDULE_BRIEF_H

#include "schedule.h"

/* In PROC, let scans of few elements run together with the loops that read them; how many.  */
extern unsigned schedule_brief (struct imp_prog *p, struct imp_proc *proc);

#endif

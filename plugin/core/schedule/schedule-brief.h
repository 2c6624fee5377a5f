/* Scans of few elements, with the loops that read their values.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_BRIEF_H
#define NOVA_SCHEDULE_BRIEF_H

#include "schedule.h"

/* In PROC, let scans of few elements run together with the loops that read them; how many.  */
extern unsigned schedule_brief (struct imp_prog *p, struct imp_proc *proc);

/* In PROC, KNOWN, mark the loops that only store, and may be one with the scan before them, for
   the pass chunk, which shares out both; forget that.  */
extern void brief_mark (const struct imp_binders *known, struct imp_proc *proc);
extern void brief_forget (struct imp_proc *proc);

#endif

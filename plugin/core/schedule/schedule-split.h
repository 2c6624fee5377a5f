/* Loops whose elements branch at a place that is known before.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_SPLIT_H
#define NOVA_SCHEDULE_SPLIT_H

#include "imp/imp-make.h"

/* Make two loops or more of LOOP, an innermost one in B, if its elements branch at places known
   before it, and compare nothing else.  */
extern bool schedule_split (struct imp_prog *p, struct imp_proc *proc, struct imp_block *b,
			    struct imp_stmt *loop);

#endif

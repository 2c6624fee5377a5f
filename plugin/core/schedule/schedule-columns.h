/* Loops that reduce columns.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_COLUMNS_H
#define NOVA_SCHEDULE_COLUMNS_H

#include "imp/imp-make.h"

/* Does LOOP, of PROC, reduce columns, so that blocks of its elements are computed row by row?  Then
   the number of elements of its chunks should be a multiple of the target's `columns', or two
   threads would read the same cache lines.  */
extern bool schedule_reduces_columns (const struct imp_prog *p, const struct imp_proc *proc,
			     const struct imp_stmt *loop);

#endif

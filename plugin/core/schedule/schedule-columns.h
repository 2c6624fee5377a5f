/* Loops that reduce columns.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_COLUMNS_H
#define NOVA_SCHEDULE_COLUMNS_H

#include "imp/imp-make.h"

/* Does LOOP reduce columns, KNOWN being of its procedure's variables, so that blocks of its
   elements are computed row by row?  Then its chunks are to have a multiple of the target's
   `columns' elements: two threads would read the same lines of the cache.  */
extern bool schedule_reduces_columns (const struct imp_prog *p, const struct imp_binders *known,
				      const struct imp_stmt *loop);

#endif

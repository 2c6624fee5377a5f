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

/* If LOOP, in B, reduces columns unless an element fails: to the end of H, a loop over blocks of
   its elements, each of which is checked ahead, and then is a loop that reduces columns, or LOOP
   again.  False: it does not.  */
extern bool schedule_columns_ahead (struct imp_here *h, const struct imp_binders *known,
				    struct imp_block *b, struct imp_stmt *loop);

#endif

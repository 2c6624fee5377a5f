/* Loops that reduce columns.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_COLUMNS_H
#define NOVA_SCHEDULE_COLUMNS_H

#include "imp/imp-make.h"

/* Accumulators of a block; and what one of its reductions uses of those before.  */
#define COLUMNS_MOST 4

/* --- schedule-columns-which.c --- */

/* Does LOOP reduce columns, KNOWN being of its procedure's variables, so that blocks of its
   elements are computed row by row?  Then its chunks are to have a multiple of
   schedule_column_unit elements: two threads would read the same lines of the cache.  */
extern bool schedule_reduces_columns (const struct imp_prog *p, const struct imp_binders *known,
				      const struct imp_stmt *loop);

/* The binder of V in B, not in a nested block, and not as an index; NULL: there is none.  */
extern const struct imp_stmt *columns_binder (const struct imp_binders *known,
					      const struct imp_block *b, const struct imp_var *v);

/* Note in LATE, by number of the variable from FIRST on, whether what S sets, the next statement of
   B, comes from a reduction before, and can be computed alone.  */
extern void columns_note_late (const struct imp_binders *known, const struct imp_block *b,
			       unsigned char *late, unsigned first, const struct imp_stmt *s);

/* Does reduction IN use what NEW, in its block, binds, which comes from one before it, as LATE
   says?  */
extern bool columns_uses_late (const struct imp_stmt *in, const unsigned char *late,
			       unsigned first, const struct imp_stmt *new);

/* --- schedule-columns-unit.c --- */

/* The least number of columns of a chunk, of N in all, at the end of H.  */
extern struct imp_expr *schedule_column_unit (struct imp_here *h, const struct imp_expr *n);

/* The least whole number that is not below N / D; N + D does not wrap.  N becomes part of it.  */
extern struct imp_expr *schedule_ceil_div (struct imp_here *h, struct imp_expr *n,
					   const struct imp_expr *d);

/* --- schedule-columns-ahead.c --- */

/* If LOOP, in B, reduces columns unless an element fails: to the end of H, a loop over blocks of
   its elements, each of which is checked ahead, and then is a loop that reduces columns, or LOOP
   again.  False: it does not.  */
extern bool schedule_columns_ahead (struct imp_here *h, const struct imp_binders *known,
				    struct imp_block *b, struct imp_stmt *loop);

#endif

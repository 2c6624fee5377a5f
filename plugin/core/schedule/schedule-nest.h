/* Levels of a loop: what its body divides its index by.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The body of a loop over several dimensions gets their indices back as i div n2, i rem n2 div n3,
   and so on.  Level 0 is the first division, of the index; level k divides what remains at level
   k - 1.  */

#ifndef NOVA_SCHEDULE_NEST_H
#define NOVA_SCHEDULE_NEST_H

#include "imp/imp-make.h"

#define NEST_DEPTH 8
/* A row of fewer elements than this is none worth a loop where rows begin anywhere: 2, where a loop
   begins and ends with rows.  */
#define NEST_WHOLE_ROW 2

struct nest_level
{
  struct imp_expr *by;		/* the elements of a row: a constant, or a variable that the loop
				   does not change */
  struct imp_var *rest;		/* what remains, where that has a name, else NULL */
};

struct nest_levels
{
  const struct imp_binders *known;	/* of the procedure's variables */
  unsigned n;
  bool stored;			/* they are those of addresses that are stored to */
  struct nest_level level[NEST_DEPTH];
};

/* The levels of LOOP, whose rows have LEAST elements if it is known how many; KNOWN has been
   set.  */
extern void nest_find_levels (struct nest_levels *v, const struct imp_stmt *loop,
				  uint64_t least);
/* How many rows of level K there are in one of the level around, or (K is 0) in ALL elements, which
   are products; NULL if that is not seen.  */
extern struct imp_expr *nest_level_rows (struct imp_here *h, const struct nest_levels *v,
					     unsigned k, const struct imp_expr *all);
/* How many there are in ALL elements.  */
extern struct imp_expr *nest_all_rows (struct imp_here *h, const struct nest_levels *v, unsigned k,
				       const struct imp_expr *all);
/* Does E, in LOOP, divide what level K of V does by what it does?  */
extern bool nest_divides (const struct nest_levels *v, const struct imp_stmt *loop,
			  const struct imp_expr *e, unsigned k);
/* Does S store with steps?  */
extern bool nest_has_steps (const struct imp_stmt *s);
/* The elements of LOOP, of a whole region, in chunks of whole rows, about SIZE elements each, to
   the end of H; then H says where chunks of elements go, its block being NULL if there are to be
   none.  False if rows make up no chunks (schedule-row-chunk.c).  KNOWN: of the procedure's
   variables.  */
extern bool schedule_row_chunks (struct imp_here *h, const struct imp_binders *known,
				 const struct imp_stmt *loop, struct imp_var *size);

#endif

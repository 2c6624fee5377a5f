/* The levels of a loop: the divisors of its index in its body.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The body of a loop over several dimensions recovers their indices as i div n2, i rem n2 div n3,
   and so on.  Level 0 is the first division, of the index; level k divides the remainder of level
   k - 1.  */

#ifndef NOVA_SCHEDULE_NEST_H
#define NOVA_SCHEDULE_NEST_H

#include "imp/imp-make.h"

#define NEST_DEPTH 8
/* Rows of fewer elements than this are not worth a loop, if the outer loop begins and ends with
   rows.  */
#define NEST_WHOLE_ROW 2

struct nest_level
{
  struct imp_expr *by;		/* the elements of a row: a constant, or a loop-invariant
				   variable */
  struct imp_var *rest;		/* the remainder, where that has a name, else NULL */
};

struct nest_levels
{
  const struct imp_binders *known;	/* of the procedure's variables */
  unsigned n;
  bool stored;			/* they are those of the address of a store */
  struct nest_level level[NEST_DEPTH];
};

/* The levels of LOOP, whose rows have LEAST elements if it is known how many; KNOWN has been
   set.  */
extern void nest_find_levels (struct nest_levels *v, const struct imp_stmt *loop,
				  uint64_t least);
/* The number of rows of level K in one of the enclosing level, or (K is 0) in ALL elements, which
   are products; NULL if it is not visible.  */
extern struct imp_expr *nest_level_rows (struct imp_here *h, const struct nest_levels *v,
					     unsigned k, const struct imp_expr *all);
/* The number of rows of level K in ALL elements.  */
extern struct imp_expr *nest_all_rows (struct imp_here *h, const struct nest_levels *v, unsigned k,
				       const struct imp_expr *all);
/* Is E, in LOOP, the division of level K of V: the same dividend and divisor?  */
extern bool nest_divides (const struct nest_levels *v, const struct imp_stmt *loop,
			  const struct imp_expr *e, unsigned k);
/* Is S a strided store?  */
extern bool nest_has_steps (const struct imp_stmt *s);
/* LOOP, whose elements are combined in blocks, to the end of H as a loop that computes what they
   give, which may become a nest, and one that combines it (schedule-nest-blocks.c).  False, and
   nothing is made, if there would be no nest.  KNOWN: of the procedure's variables.  */
extern bool nest_blocks (struct imp_here *h, const struct imp_binders *known,
			 const struct imp_stmt *loop);
/* The elements of LOOP, of a whole region, in chunks of whole rows, about SIZE elements each, to
   the end of H; then H says where chunks of elements go, its block being NULL if there are to be
   none.  False if rows make up no chunks (schedule-row-chunk.c).  KNOWN: of the procedure's
   variables.  */
extern bool schedule_row_chunks (struct imp_here *h, const struct imp_binders *known,
				 const struct imp_stmt *loop, struct imp_var *size);

#endif

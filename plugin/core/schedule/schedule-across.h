/* Loops whose elements look through the same row.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_ACROSS_H
#define NOVA_SCHEDULE_ACROSS_H

#include "schedule.h"
#include "schedule-soa.h"

/* Conditions, one in the other, and values of an element that are kept in lanes: at most.  */
#define ACROSS_DEPTH 4
#define ACROSS_VALUES 24

/* Of fewer elements, a row is taken in lanes of its places, and rows of more places.  */
#define ACROSS_LEAST 16
#define ACROSS_SHORT 128

/* What an element does before and behind the loop over its row, at one level of its conditions.  */
struct across_level
{
  const struct imp_block *b;
  const struct imp_stmt *at;	/* the loop, or the condition around it */
};

/* A value of an element, in a lane for each.  */
struct across_value
{
  const struct imp_stmt *output; /* that combines it; NULL: the row does not change it */
  struct imp_var *var;
  const struct imp_expr *begin;	/* what it is bound to, or NULL */
  bool late;			/* it has no value before the row, and so no lanes */
  struct soa lanes;
  const struct type *narrow;	/* of lanes that are narrower than the value, or NULL */
  bool placed;			/* its field BY is that of PLACE, behind the row */
  struct imp_var *place;	/* u32: which place of the row it is from, from 1 on; 0: none */
};

struct across
{
  struct imp_here h;
  const struct imp_stmt *loop, *row;
  struct across_level level[ACROSS_DEPTH];
  unsigned nlevels;
  struct across_value value[ACROSS_VALUES];
  unsigned nvalues;
  bool *own;			/* by number of the variable: an element binds it */
  bool *lane;			/* and it is another for each element, in the loop over the row */
  unsigned n;
  bool placed;			/* a value is */
  const struct imp_expr *f, *m;	/* of the copy: where the row begins and ends, */
  const struct imp_expr *k, *place;	/* the lane, the place in the row, u32 */
  /* A select of the row between a value that is dear and one that is cheap, or NULL; by number of
     the variable: what asks who needs the dear one uses it; and whether it pays.  */
  const struct imp_expr *choice;
  bool *asked;
  struct imp_var *luck;
};

/* --- schedule-across-which.c --- */

/* Can LOOP be taken so?  If it can, D, of which only H is set, says how.  */
extern bool across_p (struct across *d, const struct imp_stmt *loop);
/* Could LOOP, of a region, once it is divided into chunks?  */
extern bool schedule_goes_across (const struct imp_here *h, const struct imp_stmt *loop);

/* --- schedule-across-rare.c --- */

/* Set D->choice: places of the row may often be passed by.  */
extern void across_find_rare (struct across *d);
/* Before the blocks: nothing is known of the data.  */
extern void across_begin_rare (struct across *d);
/* In the loop over the lanes: ANY, an i32, becomes true if lane D->k needs this place of the row.
   C: the copy in progress, of what is before the lanes.  */
extern void across_ask (struct across *d, struct imp_copy *c, struct imp_var *any);
/* Behind that loop: note in D->luck what came of it.  */
extern void across_note_rare (struct across *d, struct imp_var *any);

#endif

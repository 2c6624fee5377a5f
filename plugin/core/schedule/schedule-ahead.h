/* What elements of a loop lead to, asked for some elements ahead.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_AHEAD_H
#define NOVA_SCHEDULE_AHEAD_H

#include "imp/imp-own.h"
#include "schedule.h"

/* At most so many lines are asked for by an element.  */
#define AHEAD_LINES 6

/* At most so deep are the branches around what is loaded ahead.  */
#define AHEAD_BRANCHES 4

/* A line that has been asked for: it is AT elements behind BASE.  */
struct line
{
  const struct imp_var *base;
  const struct imp_expr *at;
};

struct ahead
{
  struct imp_here h;
  struct imp_binders binders;
  struct owner *owner;		/* NULL: not asked yet; else of the first NOTED variables */
  unsigned noted;
  struct imp_stmt *chunks;	/* the parfor around */
  struct imp_stmt *loop;
  const struct imp_stmt *inner;	/* a loop in it whose elements are looked at, NULL: none */
  struct imp_expr *later;	/* what the loop's index will be; NULL: so many elements more */
  struct imp_expr *pos;		/* what that of the inner loop will be */
  bool blocks;			/* the sum of both will be LATER, and no more is known of either */
  unsigned known;		/* so many of the outer branches are known to be taken */
  struct line line[AHEAD_LINES];	/* N of them */
  unsigned n;
  /* Of the term that is moved: */
  uint64_t by;			/* how many elements ahead */
  unsigned loads;		/* how many loads it has; with an inner loop, in that */
  const struct imp_stmt *at;	/* the statement of one that is in the most branches, */
  unsigned deep;		/* so many */
  bool scaled;			/* is one, or more, multiplied? */
  const struct imp_expr *load;	/* the last one whose index is loaded, too; NULL: there is none */
  const struct imp_stmt *in;	/* and its statement */
  const struct imp_var *from;	/* what the last one loads from */
};

/* --- schedule-prefetch.c --- */

/* What E, of statement IN of D's loop, will be BY elements later, or where D->later and D->pos say;
   in the loop over a row that is not D->inner, for the row's first element.  NULL: that is not
   known, or not valid to compute.  */
extern struct imp_expr *ahead_term (struct ahead *d, const struct imp_expr *e,
				    const struct imp_stmt *in, uint64_t by);
/* The branches around S, in D's loop, in IFS, which has room for AHEAD_BRANCHES, from the outermost
   on; how many they are.  -1: S is not in the loop, or in one in it that is not D->inner, on the
   other side of a branch, or in too many of them.  */
extern int ahead_branches (const struct ahead *d, const struct imp_stmt *s,
			   const struct imp_stmt **ifs);
/* Move the statements of FROM to TO, before AT, NULL: to its end.  */
extern void ahead_pass (struct imp_block *to, struct imp_stmt *at, struct imp_block *from);
/* The conditions of the branches IFS, FROM to N - 1, of later elements become branches at D->h.b,
   which moves into them; false: one is not known.  */
extern bool ahead_enter (struct ahead *d, const struct imp_stmt **ifs, int from, int n);
/* Ask for the line AT elements of SIZE bytes behind BASE, in B, if what AT, the last term, loads is
   loaded then; false: it is not known whether it is.  */
extern bool ahead_ask (struct ahead *d, struct imp_block *b, struct imp_var *base,
		       struct imp_expr *at, uint64_t size);
/* Is the line asked for already that is AT elements behind BASE?  Else it is noted.  */
extern bool ahead_known (struct ahead *d, const struct imp_var *base, const struct imp_expr *at);

/* --- schedule-ahead.c --- */

/* Ask, in the loops in B, of the parfor CHUNKS of H's procedure, for single elements that indices
   in memory lead to, if the vector is large; how many loops ask.  */
extern unsigned ahead_elements (struct imp_here *h, const struct imp_binders *binders,
				struct imp_stmt *chunks, struct imp_block *b);

#endif

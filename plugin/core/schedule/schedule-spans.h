/* Loops over the owners of elements, and offsets that are computed again.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_SPANS_H
#define NOVA_SCHEDULE_SPANS_H

#include "imp/imp-make.h"

/* The operands of `owner'.  */
enum { SPANS_KEPT, SPANS_OWNERS, SPANS_OFFSETS, SPANS_COUNT, SPANS_INDEX };

/* What LOOP looks up the owners of its elements with, if it can be one over owners; else NULL.  */
extern const struct imp_expr *spans_owner (const struct imp_binders *known,
					   const struct imp_stmt *loop);

/* Offsets of which one for each block of owners is in memory: sums of the sizes of owners.  */
struct spans_sizes
{
  struct imp_var *offsets;	/* where the blocks begin */
  struct imp_expr *per, *blocks;	/* blocks in a chunk of owners, and all of them */
  const struct imp_stmt *loop;	/* over owners: it gives their sizes */
  struct imp_var *part;		/* the offset of the first owner of each chunk of owners */
  const struct imp_expr *size;	/* owners a chunk */
  const struct imp_expr *chunks, *owners;	/* how many there are */
  const struct imp_expr *all;	/* the sum of all sizes */
  struct spans_sizes *next;
};

/* The facts about a variable.  */
struct span_var
{
  unsigned written;		/* how often the loop binds or writes it */
  struct imp_expr *alias;	/* what it is another name for, NULL: for nothing */
};

/* A copy of the loop.  */
struct spans
{
  struct imp_here *h;
  struct imp_stmt *loop;
  const struct imp_expr *owner;	/* the call in it that looks up the owner of an element */
  struct imp_expr *in_place;	/* what stands in place of that */
  struct imp_var *q, *row;	/* the number of the owner, and of its first element, or NULL */
  struct span_var *of;		/* by number of the variable, NVARS of them */
  unsigned nvars;
};

/* A loop over the owners of the elements B to E, from FIRST to LAST.  */
struct spans_range
{
  const struct imp_stmt *loop;
  const struct imp_expr *owner;	/* the call in it that looks one up */
  const struct spans_sizes *sizes;	/* what offsets are the sums of, NULL: they are in memory */
  struct imp_expr *b, *e, *first, *last;	/* with SIZES no FIRST, no LAST */
  struct imp_var *q, *row;	/* with SIZES: the owner of B, where it begins; then of the next */
};

/* So many arrays are written for a block; so many elements of an owner whatever its size.  */
#define SPANS_COLUMNS 3
#define SPANS_EXCESS 8

/* What the elements of a block use of their owners: variables, and the arrays that have their value
   for each element.  */
struct spans_columns
{
  struct imp_var *v[SPANS_COLUMNS], *w[SPANS_COLUMNS];
  unsigned n;
};

/* What computes the values of COLUMNS from an owner, AT, that begins at OWN.  */
struct spans_made
{
  const struct imp_block *made;
  const struct imp_var *at, *own;
  const struct spans_columns *columns;
};

/* --- schedule-spans.c --- */

/* Make N's loop, a copy of R's, which is not yet in a block.  */
extern void spans_make (struct spans *n, const struct spans_range *r);
/* The elements FROM to TO of N's loop, to the end of N->h; of ONE owner.  */
extern void spans_put (struct spans *n, struct imp_expr *from, struct imp_expr *to, bool one);
/* Where the elements of R's owner Q end, or E, in a new variable.  With sizes *BEHIND is where they
   end, before E or not.  */
extern struct imp_var *spans_end (struct imp_here *h, const struct spans_range *r,
				  struct imp_var *q, const struct imp_expr *e,
				  struct imp_expr **behind);
/* The first element of R's owner Q, its offset being in memory.  */
extern struct imp_expr *spans_first (struct imp_here *h, const struct spans_range *r,
				     struct imp_expr *q);

/* --- schedule-spans-long.c --- */

/* A loop for each of R's owners, to the end of H.  */
extern void spans_long (struct imp_here *h, const struct spans_range *r);

/* Are the elements of LOOP few enough statements to be there twice?  */
extern bool spans_twice (const struct imp_stmt *loop);

/* --- schedule-spans-single.c --- */

/* Where R's sizes are added up, the elements of a block from J to STOP, both simple, if each has an
   owner of its own, to the end of H, which then is where they have not.  */
extern void spans_single (struct imp_here *h, const struct spans_range *r,
			  const struct imp_expr *j, const struct imp_expr *stop);

/* --- schedule-spans-even.c --- */

/* Where R's sizes are added up, the columns M of a block of elements from J to STOP, both simple,
   if its owners all have as many.  To the end of H, which then is where they have not; where it
   was, or NULL.  */
extern struct imp_block *spans_even (struct imp_here *h, const struct spans_range *r,
				     const struct spans_made *m, const struct imp_expr *j,
				     const struct imp_expr *stop);

/* --- schedule-spans-sizes.c --- */

/* Those of PROC, which then has the others no longer in memory.  */
extern struct spans_sizes *spans_sizes_of (struct imp_prog *p, struct imp_proc *proc,
					   const struct imp_binders *known);
/* Those of LIST that OWNER looks up in, NULL: they are in memory.  */
extern const struct spans_sizes *spans_sizes_for (const struct spans_sizes *list,
						  const struct imp_expr *owner);
/* The size of owner Q of S; it is computed here.  */
extern struct imp_expr *spans_size (struct imp_here *h, const struct spans_sizes *s,
				    struct imp_expr *q);
/* In new variables Q and ROW, the number of the owner of element I of S, and of that owner's first
   element.  I is simple.  */
extern void spans_find (struct imp_here *h, const struct spans_sizes *s, const struct imp_expr *i,
			struct imp_var **q, struct imp_var **row);
/* Have the owners of the chunks of owners in which elements B to E of S are, both simple and B less
   than E, the target's `span' elements each, on average?  */
extern struct imp_expr *spans_are_long (struct imp_here *h, const struct spans_sizes *s,
					const struct imp_expr *b, const struct imp_expr *e);

#endif

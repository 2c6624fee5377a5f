/* The elements of a loop in blocks.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_LANES_H
#define NOVA_SCHEDULE_LANES_H

#include "schedule-narrow.h"
#include "schedule-soa.h"

/* The translation of an output.  */
struct lanes_output
{
  const struct imp_stmt *s;
  const struct type *t;		/* of its values */
  struct narrow narrow;		/* of its lanes */
  struct soa block;		/* lanes, or the values of a block */
  struct imp_var *value;	/* of an element under a mask */
  struct imp_var *keep;		/* compact: 1 for the values that are kept */
  struct soa kept;		/* compact, of a short row: the values kept, */
  struct imp_var *n;		/* and their number */
  bool shared;			/* BLOCK is that of an output before, of the same values */
};

struct lanes;

/* What becomes of V, which an element gives to O if G (NULL: always) holds.  */
typedef void lanes_accept (struct imp_here *h, struct lanes *d, struct lanes_output *o,
			   struct imp_expr *v, struct imp_expr *g);

/* Indices that are narrower than an end compare with an end as narrow.  */
struct lanes_below
{
  const struct imp_expr *end;	/* NULL: there are none */
  struct imp_var *narrow;	/* END of 32 bits */
};

/* A loop that is taken in blocks, at H.  */
struct lanes
{
  struct imp_here h;
  const struct nova_target *target;
  const struct imp_stmt *loop;
  struct lanes_output *outs;
  unsigned nouts;
  enum par_level level;		/* who runs the loop */
  struct imp_var *any;		/* compact: is a value of the block kept?  NULL: not asked */
  bool alone;			/* there is no other loop in its block */
  bool few;			/* it has fewer lanes than others, as registers hold no more */
  struct lanes_below below;	/* stop: indices are compared so */
  /* Of the element being copied: its place in the block, what takes its values.  */
  const struct imp_expr *k;
  lanes_accept *accept;
};

/* Element I, here.  */
extern void lanes_element (struct lanes *d, struct imp_expr *i, lanes_accept *accept);

/* N elements from J on, element J + k in place k of the block.  */
extern void lanes_block (struct lanes *d, struct imp_expr *j, struct imp_expr *n,
			 lanes_accept *accept);

/* The lanes of O; all neutral if they begin so.  */
extern void lanes_begin (struct lanes *d, struct lanes_output *o);

/* The blocks from START to M by lanes, those without narrow ones having begun.  */
extern void lanes_run (struct lanes *d, struct imp_expr *start, const struct imp_expr *m);

/* schedule-fold.c: V := the combination of the N lanes of O, a power of two, by halves.  */
extern void lanes_fold (struct lanes *d, struct lanes_output *o, struct imp_var *v, unsigned n);

/* V := that of the N values of S, one after another; NEUTRAL: V is, and may begin.  */
extern void lanes_chain (struct lanes *d, struct lanes_output *o, struct soa *s,
			 struct imp_var *v, unsigned n, bool neutral);

/* Do the values of O, one after another, take no less time in vectors?  So is it with floats, whose
   order matters, and where the machine may have no such vectors.  */
extern bool lanes_slow (const struct lanes_output *o);

/* Is O the least or the greatest of floats?  */
extern bool lanes_extreme (const struct lanes_output *o);

/* schedule-best.c: the same for an operator that returns the operand of the greater or lesser
   integer, the first of equal ones; false, and nothing is made, if that of O is another.  */
extern bool lanes_best (struct lanes *d, struct lanes_output *o, struct imp_var *v, unsigned n);

/* Is an element of LOOP computed in the time that it takes to combine its value?  */
extern bool lanes_cheap (const struct imp_stmt *loop);

/* The blocks from B to M, by lanes or a tree; lanes into the accumulators, which are neutral.
   FIRST: the first block initialises the lanes of operators without a neutral element.  */
extern void lanes_blocks (struct lanes *d, const struct imp_expr *b, const struct imp_expr *m,
			  bool first);

/* schedule-stop.c: does the one output of LOOP stop changing at a value that is foreseen, and do
   its elements only compute values?  The blocks of D's loop from B to M, until it does.  */
extern bool lanes_stop_p (struct imp_prog *p, struct imp_proc *proc, const struct imp_stmt *loop);
extern void lanes_stop (struct lanes *d, const struct imp_expr *b, const struct imp_expr *m);

/* schedule-usual.c: how many turns D's loop, in B, has in most elements, if that is known, and they
   are no more than D has lanes; else 0.  */
extern uint64_t lanes_usual (const struct lanes *d, const struct imp_block *b);

/* From now on V, truths that an element of D's loop gives, may compare indices narrowly; M, where
   blocks end if they begin at B, or B: they are no blocks then.  V, compared so, in block H.  */
extern struct imp_expr *lanes_below_begin (struct lanes *d, const struct imp_expr *b,
					   struct imp_expr *m);
extern struct imp_expr *lanes_below (struct imp_here *h, const struct lanes *d,
				     struct imp_expr *v);

/* schedule-masked.c: are the last of the elements B to E of D's loop taken under a mask?  */
extern bool lanes_masked_p (const struct lanes *d, const struct imp_expr *b,
			    const struct imp_expr *e);

/* The elements from B to E, in their order or in any, the last of them under a mask.  */
extern void lanes_masked (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e,
			  bool any_order);

/* May the elements of D's loop, of a row, be combined in any order, by GCC's own vectors?  */
extern bool lanes_any_order_p (const struct lanes *d);

/* The elements from B to E of a loop whose outputs are filters, in blocks that are compacted.  */
extern void lanes_compact (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e);

/* --- schedule-split.c --- */

/* Split the loops of PROC's chunks that add up integers in lanes, and a few of whose first elements
   differ from the others: these are taken before the lanes.  How many there were.  */
extern unsigned schedule_split_loops (struct imp_prog *p, struct imp_proc *proc);

#endif

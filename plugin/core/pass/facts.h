/* Facts about integers that conditions imply: bounds on differences of two of them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FACTS_H
#define NOVA_FACTS_H

#include "pass-int.h"

#define FACTS_SYMBOLS 28

/* The facts known at a point of the program.  */
struct facts
{
  struct nova_ctx *ctx;
  struct fir_stmt *top;		/* the term of the region in which that is, NULL: not known */
  unsigned arms;		/* conditionals, and reductions that pick, being looked into */
  unsigned n;			/* symbols; symbol 0 is the constant 0 */
  struct fir_atom of[FACTS_SYMBOLS];	/* a symbol is the value of this, */
  bool length[FACTS_SYMBOLS];	/* or its length */
  __int128 most[FACTS_SYMBOLS][FACTS_SYMBOLS];	/* [a][b]: an upper bound of a - b */
  struct fir_atom turns[FACTS_SYMBOLS];	/* the trip count of the loop whose index it is; or none */
};

extern void facts_begin (struct facts *f, struct nova_ctx *ctx, struct fir_stmt *top);
/* Condition C holds, or (not HOLDS) does not.  */
extern void facts_assume (struct facts *f, struct fir_atom c, bool holds);
/* Make symbols of INDEX and the length of X: facts are recorded about symbols only.  */
extern void facts_meet (struct facts *f, struct fir_atom index, struct fir_atom x);
/* Make a symbol of A.  */
extern void facts_meet_value (struct facts *f, struct fir_atom a);
/* I is the index of a loop that runs N times.  */
extern void facts_index (struct facts *f, struct fir_atom i, struct fir_atom n);
/* X is at most N, or at least N.  */
extern void facts_at_most (struct facts *f, struct fir_atom x, __int128 n);
extern void facts_at_least (struct facts *f, struct fir_atom x, __int128 n);
/* I, if it has been met, is at least N.  */
extern void facts_from (struct facts *f, struct fir_atom i, struct fir_atom n);
/* Do the facts contradict each other, so that this is never reached?  */
extern bool facts_never (struct facts *f);
/* Is INDEX, of any integer type, certainly at least 0 and below the length of vector X?  */
extern bool facts_within (struct facts *f, struct fir_atom index, struct fir_atom x);
/* Is X certainly not above Y?  */
extern bool facts_ordered (struct facts *f, struct fir_atom x, struct fir_atom y);
/* Is X certainly at least N, not negative, or positive?  */
extern bool facts_never_below (struct facts *f, struct fir_atom x, __int128 n);
extern bool facts_not_negative (struct facts *f, struct fir_atom x);
extern bool facts_positive (struct facts *f, struct fir_atom x);
/* Is X + OFF certainly at least 0 and below N?  */
extern bool facts_below (struct facts *f, struct fir_atom x, __int128 off, struct fir_atom n);
/* Is A bound outside LOOP?  */
extern bool facts_bound_outside (struct fir_atom a, struct fir_stmt *loop);
/* A vector that has all elements of X among its own: of a group, what is grouped; else X.  */
extern struct fir_atom facts_elements_from (struct fir_atom x);
/* Are the elements of X the numbers below *N, in order?  */
extern bool facts_numbers (struct fir_atom x, struct fir_atom *n);
/* What a reduction that returns one of its operands gives, or a field of it: INIT, bound outside
   LOOP, or VALUE of some element of it, for which OUT's guard holds.  */
struct facts_picked
{
  struct fir_stmt *loop;
  const struct fir_out *out;
  struct fir_atom init, value;
};

/* Is A such?  Set *P.  */
extern bool facts_picked (struct fir_atom a, struct facts_picked *p);
/* What elements of LOOP check before they give a value.  */
extern void facts_assume_checked (struct facts *f, const struct fir_stmt *loop);
/* Set *OF, a variable of type u64, and *OFF such that INDEX is exactly *OF + *OFF; false if that is
   not known.  */
extern bool facts_exactly (struct facts *f, struct fir_atom index, struct fir_atom *of,
			   __int128 *off);

/* --- facts-check.c: checks that hold -------------------------------------------------------- */

/* Does check S certainly hold?  */
extern bool facts_check_holds (struct facts *f, const struct fir_stmt *s);

/* --- implied-divide.c: quotients of what is not negative -------------------------------------- */

/* Could S, which divides in LOOP, divide sizes?  */
extern bool pass_divides_number (struct fir_stmt *s, struct fir_stmt *loop);
/* Let S do so if facts F say that what it divides is not negative; false if not.  What is the same
   for all elements goes before LOOP.  */
extern bool pass_divide_as_size (struct fir_prog *p, struct fir_stmt *s, struct fir_stmt *loop,
				 struct facts *f);

/* --- implied-version.c: loops that cannot fail if a test before them holds ------------------- */

struct facts_grid;
/* Can LOOP, of region R, which may be split, fail in N statements only?  */
extern bool pass_fails_only (struct fir_region *r, struct fir_stmt *loop, unsigned n);
/* The test in B that G, an index, has a positive width, or, SIZES, its size is no wrapped
   product.  */
extern struct fir_atom pass_sound_grid (struct fir_prog *p, struct fir_block *b,
					const struct facts_grid *g, bool sizes);
/* LOOP, of region R, becomes a conditional that has it in both arms: in the first one C holds.  The
   conditional.  */
extern struct fir_stmt *pass_split_loop (struct fir_prog *p, struct fir_region *r,
					 struct fir_stmt *loop, struct fir_atom c);

/* --- implied-check.c: checks that hold -------------------------------------------------------- */

/* If check S goes, which holds where LOOP runs, does nothing leave LOOP for it?  */
extern bool pass_check_may_go (struct fir_stmt *s, struct fir_stmt *loop);

/* --- facts-grid.c: rows of one width ---------------------------------------------------------- */

/* Element PLACE + OFF of row ROW + DOWN, of ROWS rows of WIDTH elements.  If OF is there, which is
   DIVIDED, the place is so much further down and on than OF is; PLACE is what remains of it, absent
   if nobody computes that.  SOUND: ROWS times WIDTH is known to be no wrapped product.  */
struct facts_grid
{
  struct fir_atom row, place, rows, width, of, divided;
  __int128 down, off;
  bool sound;
};

/* Is INDEX, in an element of TOP, a place in vector X, of rows times width elements?  Set *G, which
   is sound if it is checked in BODY before its statement TOP that these are no more than there are
   sizes.  The statements before AT (NULL: none), which is in a loop's function itself, have been
   computed.  P: for constants.  */
extern bool facts_grid_of (struct fir_prog *p, const struct fir_block *body,
			   const struct fir_stmt *top, const struct fir_stmt *at,
			   struct fir_atom index, struct fir_atom x, struct facts_grid *g);
/* Does condition C say that ROWS times WIDTH, sizes, is no wrapped product?  */
extern bool facts_says_sound (struct fir_atom c, struct fir_atom rows, struct fir_atom width);
/* Make symbols of what G consists of.  */
extern void facts_meet_grid (struct facts *f, const struct facts_grid *g);
/* Is the place that G is certainly one of its grid?  */
extern bool facts_within_grid (struct facts *f, const struct facts_grid *g);

#endif

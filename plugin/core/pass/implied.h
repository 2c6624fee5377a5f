/* What is known where a term stands; shared by the files of the pass implied.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_IMPLIED_H
#define NOVA_IMPLIED_H

#include "facts.h"

/* So deep sums of an index are looked into.  */
#define MAX_SUM 4

/* An enclosing condition C of conditional AT, which HOLDS or not, or LOOP, or the key KEY of groups
   of the numbers below C; none of these: a function value, whose parameter COUNTER, if there is
   one, is at least FROM.  */
struct around
{
  const struct around *up;
  struct fir_atom c;
  bool holds;
  struct fir_stmt *loop;
  struct fir_fn *key;
  struct fir_stmt *at;
  struct fir_var *counter;
  struct fir_atom from;
};

/* Vector OF has at least END elements, and BEGIN, unless it is absent, is not negative.  */
struct implied_end
{
  struct fir_atom begin, end, of;
};

/* So many such are tested before a loop.  */
#define MOST_ENDS 4

struct implied
{
  struct fir_prog *p;
  struct fir_region *r;
  struct fir_stmt *top;		/* of the region, being processed */
  struct fir_stmt *loop;	/* it, or a loop in its conditionals; NULL: neither */
  bool in_grid;			/* the index learned of last is in range as a place of GRID */
  struct facts_grid grid;
  unsigned wanted;		/* checks of LOOP that would go if SIZE were sound, ... */
  bool wants_sound;
  struct facts_grid size;
  unsigned nends;		/* ... or if these were so */
  struct implied_end ends[MOST_ENDS];
  unsigned changes;
};

/* --- pass-implied.c --------------------------------------------------------------------------- */

/* What the checks before the term of the region say of sizes.  */
extern void implied_checks (struct implied *z, struct facts *f);
/* Collect in F the facts known at read S, around which A says what is, and about its operands; true
   if its index is in range.  */
extern bool implied_learn (struct implied *z, struct fir_stmt *s, const struct around *a,
			   struct facts *f);
/* The same if C holds, too, unless it is absent.  */
extern bool implied_learn_if (struct implied *z, struct fir_stmt *s, const struct around *a,
			      struct fir_atom c, struct facts *f);
/* Collect in F the facts known about X where A says what is around.  */
extern void implied_learn_value (struct implied *z, struct fir_atom x, const struct around *a,
				 struct facts *f);

/* --- implied-counter.c ------------------------------------------------------------------------ */

/* Does parameter K of MU begin with constants, of which *FROM is the least, or with a variable
   *FROM, and is no call in MU's function of less?  */
extern bool implied_counts (struct implied *z, struct fir_stmt *mu, unsigned k,
			    struct fir_atom *from);

/* --- implied-end.c ---------------------------------------------------------------------------- */

/* The check of read S, around which A says what is, would go if what is counted ended in time: note
   that in Z.  */
extern void implied_want_end (struct implied *z, struct fir_stmt *s, const struct around *a);
/* The test, in B, of all that is noted so.  */
extern struct fir_atom implied_ends (struct implied *z, struct fir_block *b);

/* --- implied-condition.c ---------------------------------------------------------------------- */

/* The statements of conditional S, around which A says what is, come before it if they need not
   stand under its condition.  */
extern void implied_read_always (struct implied *z, struct fir_stmt *s, const struct around *a);
/* If they need only a part of it, that of places, they stand under that.  */
extern void implied_read_in_place (struct implied *z, struct fir_stmt *s, const struct around *a);
/* The condition of S becomes a constant where the loop around implies it.  */
extern void implied_condition (struct implied *z, struct fir_stmt *s, const struct around *a);

#endif

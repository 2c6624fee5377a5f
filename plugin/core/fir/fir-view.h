/* Views and shapes, from fir.def's columns SHOWS, LENGTH and ROWS: the operand that a term is a
   view of, and the extents of its result.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FIR_VIEW_H
#define NOVA_FIR_VIEW_H

#include "fir.h"

enum extent_kind
{
  EXTENT_OWN,			/* something else, or there is no common one */
  EXTENT_ARG,			/* operand ARG itself */
  EXTENT_OF,			/* the extent of operand ARG at LEVEL */
  EXTENT_LIKE			/* a different one, but common to all rows if that is */
};

/* The common length of all vectors of a level.  Level 0 is the vector itself.  */
struct extent
{
  enum extent_kind kind;
  unsigned arg, level;
};

/* The operand that S is a view of, by its number; -1: none.  */
extern int fir_shows (const struct fir_stmt *s);
/* S reads an element or a row of its operand 0.  */
extern bool fir_reads (const struct fir_stmt *s);
/* The extent at LEVEL of S's result, which is RES if S is a loop.  */
extern struct extent fir_extent (const struct fir_stmt *s, const struct fir_var *res,
				 unsigned level);

/* The number of elements of vector X as far as its producers tell it: *N is set to an atom that is
   bound where X is, and true returned; else *X becomes the vector whose length it is.  */
extern bool fir_vec_length (struct fir_atom *x, struct fir_atom *n);
/* The extent of X at LEVEL, if producers tell it: *N as above.  */
extern bool fir_vec_extent (struct fir_atom x, unsigned level, struct fir_atom *n);
/* Is A, which stands at the level of loop S's body, bound there?  */
extern bool fir_bound_inside (const struct fir_stmt *s, struct fir_atom a);
/* The loop in the operator of O, an output of a loop, by which it combines two rows element by
   element; all that is combined is as long as what it begins with.  NULL: O is none that does.  */
extern struct fir_stmt *fir_rowwise (const struct fir_out *o);
/* The operator on elements of such an output of loop S, if it is known to commute, and the rows are
   known to be equally long; else FIR_LAST.  */
extern enum fir_op fir_row_operator (const struct fir_stmt *s, const struct fir_out *o);
/* Are X's levels 1 to LEVELS regular by construction?  */
extern bool fir_even_rows (struct fir_atom x, unsigned levels);

#endif

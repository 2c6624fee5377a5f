/* An output whose values are vectors; shared by lower-row-output.c and lower-row-plan.c.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_LOWER_ROW_OUTPUT_H
#define NOVA_LOWER_ROW_OUTPUT_H

#include "lower-loop.h"

/* An output whose values are vectors of DEEP levels.  In the arrays entry 0 is for the values
   themselves, 1 for their elements, DEEP for base elements.  */
struct values
{
  unsigned deep;
  bool even, joined;		/* see lower-loop.h */
  bool flat;			/* JOINED, in a vector of its own: it is only flattened */
  bool given_place;		/* EVEN, and the element around has the place of all: see JOINED */
  struct places *places;	/* of values that are as long as what is read; NULL: they are
				   counted, or EVEN */
  struct fir_stmt *store;	/* the loop that stores the result, which is made where that stores
				   it, flattened; NULL: there is none.  JOINED: without offsets */
  bool read;			/* elements are read again, from where STORE puts them */
  struct imp_expr **ext, *size;	/* EVEN: the extents; SIZE: base elements of a value */
  struct imp_var **tot;		/* counted so far; the position of the next write */
  struct imp_var **totpart;	/* one per chunk */
  struct imp_expr **all;	/* in all */
  struct vecval **offs;		/* of the result's level k */
  struct vecval *base;		/* the result's base elements */
  struct grow **growoffs;	/* OFFS, if the output grows; not of level 1 if there is one for
				   each element */
  struct imp_expr *placed;	/* the place to which the value is written directly; */
  struct grown *given;		/* or that is in memory that grows */
  struct fir_var *maker;	/* the vector that is made there: the value, or one that is
				   flattened into it */
};

/* lower-row-plan.c: the vector of LP's body that may be written in the place of O's value, which it
   is, or is flattened to; NULL if there is none.  */
extern struct fir_var *rowout_made_there (struct loop *lp, struct out *o);

#endif

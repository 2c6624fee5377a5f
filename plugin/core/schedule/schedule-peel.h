/* Loops whose ends are peeled: what is known of an expression between the ends.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_PEEL_H
#define NOVA_SCHEDULE_PEEL_H

#include "imp/imp-make.h"

/* The greatest number of tests of a loop.  */
#define PEEL_TESTS 64

/* An expression of the loop between the ends.  */
struct value
{
  struct imp_expr *e;		/* what it is there */
  struct imp_expr *outer;	/* if it is invariant: the expression, as it can be computed before
				   the loop */
  bool linear;			/* it is the loop's index + REST + C, modulo 2^32 or 2^64 */
  uint64_t c;
  struct imp_expr *rest;	/* a u64; NULL: 0 */
  bool truth;			/* it is 0 or 1 */
  bool row;			/* it is invariant, and depends on the index of a loop around */
  struct imp_expr *most;	/* a u64: its value at the last element, and it does not shrink from
				   one to the next, if WHEN; NULL: not known */
  struct imp_expr *when;
  struct imp_expr *full;	/* a u64: its value at each element, if WHEN */
};

/* A variable of the body.  */
struct named
{
  unsigned loop;		/* the loop that binds it */
  unsigned assigned;		/* the last loop that assigns it */
  bool row;			/* it depends on the index of a loop around */
  struct value v;
  struct imp_var *var;		/* of the copy */
};

/* A linear value that does not wrap between the ends, if the tests hold.  */
struct tested
{
  uint64_t c;
  struct imp_expr *rest;
  const struct type *type;
};

struct peel
{
  struct imp_prog *p;
  struct imp_proc *proc;
  struct named *names;		/* by number of the variable */
  unsigned nnames, loop;	/* the running loop's number */
  unsigned peeled;		/* loops so far */
  struct imp_stmt *s;		/* the loop */
  struct imp_here *before;	/* before the loop, where LO and LAST are known */
  struct imp_var *i;		/* the index of the copy */
  bool plain;			/* the copy is to be unchanged */
  unsigned branches;		/* of the body */
  struct imp_expr *lo, *last;	/* the first and the last index between the ends */
  struct imp_expr *ok;		/* the tests */
  unsigned tests;
  struct tested tested[PEEL_TESTS];
  unsigned ntested;
  bool brief;			/* they say that there are fewer than 2^32 elements */
  bool pays;			/* more than the width of an index is known between the ends */
  uint64_t far;			/* elements at an end */
};

/* Is E one of few residues?  Every few rows have the same, which is no edge.  */
extern bool peel_residue (const struct imp_expr *e);
/* Add condition E, of values before the loop, to D's tests.  */
extern void peel_test (struct peel *d, struct imp_expr *e);
/* What E, an expression of D's loop, is between the ends, if D's tests hold, to which it adds; or
   in a plain copy of the loop.  */
extern struct value peel_value (struct peel *d, struct imp_expr *e);

#endif

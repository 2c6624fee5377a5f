/* Turns that count, and combine what each of them has.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FIR_COUNTED_H
#define NOVA_FIR_COUNTED_H

#include "fir-term.h"

/* Statements of a turn, at most.  */
#define FIR_COUNTED_MOST 32

/* What belongs to no parameter.  */
#define FIR_COUNTED_NONE -1

/* A parameter that turns combine.  */
struct fir_combined
{
  bool changes;			/* false: each turn leaves it as it is */
  struct fir_var *value;	/* what it is combined with */
};

/* A call of a mu whose turns count.  */
struct fir_counted
{
  struct fir_stmt *apply;
  struct fir_fn *fn;
  struct fir_stmt *test;	/* what decides ... */
  struct fir_stmt *end;		/* ... in the branch of its body: another turn, or the end */
  struct fir_block *turn;
  struct fir_stmt *next;	/* the call of the next turn */
  int index;			/* the parameter that counts ... */
  struct fir_atom n;		/* ... up to this */
  bool wraps;			/* its overflow is not undefined */
  struct fir_combined *params;	/* one for each parameter */
  /* The statements before TEST that change with the turns, NHEAD of them, and those before
     NEXT.  */
  struct fir_stmt *s[FIR_COUNTED_MOST];
  int of[FIR_COUNTED_MOST];	/* the parameter that they combine, or none */
  unsigned ns, nhead;
};

/* Is APPLY such a call?  Set *C.  */
extern bool fir_counts (struct nova_ctx *ctx, struct fir_stmt *apply, struct fir_counted *c);
/* Does A change with C's turns?  */
extern bool fir_counted_inside (const struct fir_counted *c, struct fir_atom a);
/* May what counts C's turns wrap before it is at the end?  */
extern bool fir_counted_wraps (const struct fir_counted *c);

#endif

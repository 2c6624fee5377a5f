/* What imp-own.c and imp-place.c share: windows of memory, and places in them.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_IMP_OWN_H
#define NOVA_IMP_OWN_H

#include "imp-check.h"

#define FACTORS 6
#define DEEP 24			/* expressions deeper than this are not looked at, */
#define FUEL 4096		/* nor more of them for one store or load */

/* The product of N factors; N = 0: 1.  */
struct stride
{
  unsigned n;
  const struct imp_expr *f[FACTORS];
};

/* What is known of a value, or of what is added to a pointer.  */
struct place
{
  bool zero;			/* it is 0: a pointer as it came */
  const struct imp_expr *exact;	/* it is c EXACT */
  bool in;			/* it is in the window of WIN */
  bool block;			/* so are the ROOM elements from it on */
  bool lo, hi;			/* it is not below, not above, the window of WIN */
  struct stride win;
  const struct imp_expr *room;
};

/* What a variable is given.  */
struct given
{
  const struct imp_expr *e;
  struct given *next;
};

struct def
{
  struct imp_stmt *by;		/* NEW, ARRAY, TEMP, VECNEW, FOR, PARFOR; NULL: a parameter or result */
  unsigned assigned;		/* how often */
  bool inside;			/* bound in the parfor */
  bool busy;			/* what it is given is being looked at */
  unsigned seen;		/* the number of the last walk that came here */
  struct given *given;
};

struct around
{
  struct imp_stmt *s;
  struct around *next;
};

/* Memory that is stored to.  */
struct target
{
  const struct imp_var *of;	/* what made it, outside of the parfor */
  struct stride win;
  struct target *next;
};

struct owner
{
  struct imp_prog *p;
  struct imp_stmt *par;
  const struct imp_var *number;	/* of the iteration, or that number and a constant */
  struct def *defs;		/* by the number of the variable */
  struct around *around;	/* statements around the one at hand, in the parfor */
  struct target *targets;
  unsigned walks, fuel;
  const char *bad;
};

static inline struct def *
def_of (struct owner *o, const struct imp_var *v)
{
  return &o->defs[v->id];
}

/* imp-place.c */
/* E, or what it is a name of.  */
extern const struct imp_expr *imp_meaning (struct owner *o, const struct imp_expr *e);
/* E is an integer constant, *N.  */
extern bool imp_is_const (const struct imp_expr *e, uint64_t *n);
/* Does E have one value for the whole parfor.  */
extern bool imp_constant (struct owner *o, const struct imp_expr *e);
extern bool imp_same_stride (struct owner *o, const struct stride *x, const struct stride *y);
/* What is known of E, DEEP levels down in what was asked for; FUEL of O is spent.  */
extern struct place imp_place_of (struct owner *o, const struct imp_expr *e, unsigned deep);
/* The same of the sum of X and Y.  */
extern struct place imp_plus (struct owner *o, const struct imp_expr *x, const struct imp_expr *y,
			      unsigned deep);

#endif /* NOVA_IMP_OWN_H */

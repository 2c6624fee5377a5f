/* What imp-own.c, imp-window.c, imp-order.c and imp-term.c share: windows of memory, and places in
   them.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_IMP_OWN_H
#define NOVA_IMP_OWN_H

#include "imp-check.h"

#define FACTORS 6
#define LARGE (1ull << 32)	/* larger constants are not sizes: products would wrap */
#define DEEP 24			/* greatest depth of an expression that is examined */
#define FUEL 16384		/* greatest number of expressions examined for one access */

/* The product of N factors; N = 0: 1.  With CUT, a call, the window is that from cut (c S) to
   cut (c S + S), S being the product of the first INNER factors, times that of the others.  */
struct stride
{
  unsigned n, inner;
  const struct imp_expr *cut;
  const struct imp_expr *f[FACTORS];
};

/* Facts about a value, or about an offset added to a pointer.  */
struct place
{
  bool zero;			/* it is 0: a pointer or handle unchanged from outside */
  const struct imp_expr *exact;	/* it is c EXACT */
  bool in;			/* it is in the window of WIN */
  bool block;			/* so are the ROOM elements from it on */
  bool lo, hi;			/* it is not below, not above, the window of WIN */
  struct stride win;
  const struct imp_expr *room;
};

/* A definition of a variable: an initial value or an assignment.  */
struct given
{
  const struct imp_expr *e;
  const struct imp_stmt *by;	/* the NEW or assignment */
  unsigned when;		/* the number of that statement in the procedure */
  const struct imp_block *block;	/* it stands in */
  const struct imp_stmt *in;	/* the statement that has this block, NULL: none */
  struct given *next;
};

struct def
{
  struct imp_stmt *by;		/* NEW, ARRAY, TEMP, VECNEW, FOR, PARFOR; NULL: a parameter or
				   result */
  const struct imp_block *block;	/* it is bound in */
  struct imp_stmt *loop;	/* the innermost loop around the binder, NULL: none */
  bool inside;			/* bound in the parfor */
  bool busy;			/* its definitions are being examined */
  bool often;			/* it is assigned in a loop that is not around the binder */
  struct given *given;		/* all its definitions */
};

struct around
{
  struct imp_stmt *s;
  struct around *next;
};

/* Condition E is assumed to hold or, !HOLDS, not to hold.  */
struct assumed
{
  const struct imp_expr *e;
  bool holds;
  const struct assumed *next;
};

/* An offset added to a pointer before the parfor: E, in elements of WIDTH bytes.  */
struct addend
{
  const struct imp_expr *e;
  uint64_t width;
};

/* The sum of N addends, or, if VAGUE, unknown.  */
struct shift
{
  bool vague;
  unsigned n;
  struct addend of[FACTORS];
};

/* Memory that a pointer or handle may lead to.  */
struct origin
{
  const struct imp_var *of;	/* its allocation or parameter; NULL: unknown, a pointer loaded or
				   returned by a leaf */
  bool number;			/* unknown, and converted from a number */
  const struct given *unless;	/* the pointer does not lead here if the condition around this
				   assignment holds; NULL: it always does */
  struct shift at;		/* the pointer's offset on entry to the parfor */
};

struct owner;
typedef void origin_fn (struct owner *o, const struct origin *from, void *data);

/* The `unless' of the origin by which a store reaches a target; NULL: always.  */
struct choice
{
  const struct given *unless;
  struct choice *next;
};

/* Memory that is stored to.  Stores to one array that are provably disjoint have a target each.  */
struct target
{
  struct origin from;		/* from outside of the parfor */
  struct choice *choices;	/* of all stores there; NULL if bytes of it are noted */
  struct stride win;
  uint64_t width;		/* of the elements that are stored, in bytes */
  bool noted;			/* iterations note bytes of it, anywhere */
  bool stored;			/* statements examined so far store there */
  const struct imp_var *cursor;	/* of the loop, behind which elements store there, anywhere */
  struct target *next;
};

struct imp_effects;

/* The analysis of one parfor, loop of a whole region, or function.  */
struct owner
{
  struct imp_prog *p;
  struct imp_stmt *par;
  const struct imp_var *number;	/* of the iteration, or that number and a constant */
  struct def *defs;		/* by the number of the variable */
  struct around *around;	/* statements around the one at hand, in the parfor */
  const struct assumed *assumed;	/* of conditions of select */
  struct target *targets;
  struct imp_effects *effects;	/* of the functions of the program */
  unsigned fuel;
  struct given *kept;		/* pointers and handles that are stored to memory */
  bool *kept_of;		/* by number of the variable: may one of them lead to its memory; */
  bool kept_number;		/* is one made of a number? */
  bool kept_target;		/* one of them may lead to a target */
  unsigned when;		/* the number of statements recorded */
  struct given *marks;		/* the elements that leaves in the parfor belong to */
  bool resuming;		/* a resume is being examined */
  bool twice;			/* a part of each element runs ahead, without stores */
  const char *bad;
};

/* The effects of a function on the memory that its parameters lead to.  */
struct effect
{
  struct imp_proc *fun;
  bool *reads, *writes;		/* for each parameter */
  bool reads_any, writes_any;	/* unknown memory */
};

/* The number of iterations of PAR, a parfor or a loop of a whole region.  */
static inline const struct imp_expr *
imp_iterations (const struct imp_stmt *par)
{
  return par->kind == IMP_LOOP ? par->e[1] : par->e[0];
}

/* The level of O's iterations.  */
static inline enum par_level
owner_level (const struct owner *o)
{
  return o->par && o->par->kind == IMP_PARFOR ? o->par->level : LEVEL_ELEMENT;
}

static inline struct def *
def_of (struct owner *o, const struct imp_var *v)
{
  return &o->defs[v->id];
}

/* Comparisons of u64 say where something is; those of signed numbers do not.  */
static inline bool
is_u64 (struct owner *o, const struct imp_expr *e)
{
  return e->type == type_size (o->p->ctx);
}

/* imp-term.c */
/* The value of V, if it is assigned once and so has this value wherever it is read; else NULL.  */
extern const struct imp_expr *imp_value (struct owner *o, const struct imp_var *v);
/* E, or, if E is a variable with such a value, that.  */
extern const struct imp_expr *imp_meaning (struct owner *o, const struct imp_expr *e);
/* The same, without additions of 0.  */
extern const struct imp_expr *imp_without_zero (struct owner *o, const struct imp_expr *e);
/* E with names replaced by their values; a variable if it has no known value.  */
extern const struct imp_expr *imp_made_of (struct owner *o, const struct imp_expr *e);
/* Do X and Y, each evaluated in its place, have the same value in an iteration?  */
extern bool imp_same (struct owner *o, const struct imp_expr *x, const struct imp_expr *y);
/* Is E invariant in the parfor?  */
extern bool imp_constant (struct owner *o, const struct imp_expr *e);
/* Do X and Y, calls of cut, cut the same rows, throughout the parfor?  */
extern bool imp_same_cuts (struct owner *o, const struct imp_expr *x, const struct imp_expr *y);
extern bool imp_same_stride (struct owner *o, const struct stride *x, const struct stride *y);

/* imp-order.c */
/* Does adding Y not decrease a value: is Y so small that the sum does not wrap?  */
extern bool imp_grows (struct owner *o, const struct imp_expr *y);
/* Is Q below K?  */
extern bool imp_is_below (struct owner *o, const struct imp_expr *q, const struct imp_expr *k);
/* The aligned end X + Y, `b + (e - b & -STEP)', of blocks: not above E, which B is not above.  */
extern const struct imp_expr *imp_aligned_end (struct owner *o, const struct imp_expr *x,
					       const struct imp_expr *y, uint64_t *step);
/* An upper bound of X + Y, because an enclosing condition says that there is a whole block from X
   on, of more than Y elements; NULL: none.  X NULL: 0.  */
extern const struct imp_expr *imp_first_block (struct owner *o, const struct imp_expr *x,
					       const struct imp_expr *y);
/* Does an enclosing condition say that X is before the end of window WIN.  */
extern bool imp_before_end (struct owner *o, const struct imp_expr *x, const struct stride *win);
/* The number of elements of a block, if loop S runs over whole blocks, as its bounds show; else 0.
   E: an upper bound of the end of the last block.  */
extern uint64_t imp_whole_blocks (struct owner *o, const struct imp_stmt *s,
				  const struct imp_expr **e);

/* imp-window.c */
/* The size in bytes of the elements that pointer or vector type T leads to; 0 if unknown.  */
extern uint64_t imp_width (const struct type *t);
/* The facts known about E, DEEP levels below the original expression; uses up O's FUEL.  */
extern struct place imp_place_of (struct owner *o, const struct imp_expr *e, unsigned deep);
/* The same of the sum of X and Y.  */
extern struct place imp_plus (struct owner *o, const struct imp_expr *x, const struct imp_expr *y,
			      unsigned deep);

/* imp-origin.c */
extern bool imp_leads_to_memory (const struct type *t);
/* Does E, a pointer or an area that O's parfor uses, lead to memory of a private space, which its
   iterations do not share?  */
extern bool imp_is_own (struct owner *o, const struct imp_expr *e);
/* Record the binders and definitions in PROC; all of it is inside if O has no parfor, else
   nothing.  */
extern void imp_note (struct owner *o, struct imp_proc *proc);
/* Mark the variables that O's parfor binds as INSIDE, or no longer.  */
extern void imp_note_par (struct owner *o, bool inside);
/* Call F on all origins that pointer or handle E, evaluated in O's parfor, may have.  */
extern void imp_origins (struct owner *o, const struct imp_expr *e, origin_fn *f, void *data);
/* The same of E evaluated before the parfor.  */
extern void imp_origins_before (struct owner *o, const struct imp_expr *e, origin_fn *f,
				void *data);
extern bool imp_same_shift (struct owner *o, const struct shift *x, const struct shift *y);

/* imp-effect.c */
/* The effects of FUN; NULL: unknown.  */
extern const struct effect *imp_effect (struct imp_effects *all, const struct imp_proc *fun);

#endif /* NOVA_IMP_OWN_H */

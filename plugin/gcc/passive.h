/* What the files of the passivity check share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Include after gcc-compat.h and nova-gcc.h.  */

#ifndef NOVA_PASSIVE_H
#define NOVA_PASSIVE_H

/* Where a pointer may point, seen from one function: to its own locals (nothing set), to what the
   caller gave it (a bit of PARAMS), or elsewhere.  */
struct points
{
  uint64_t params;
  bool elsewhere;
  tree what;			/* elsewhere: the variable, or the pointer, for the message */
  bool more;			/* elsewhere: not only there */
  bool vector;			/* to the elements of a vector */
};

/* What a function does that a passive one may not.  */
enum misdeed
{
  MISDEED_NONE,
  MISDEED_WRITE,		/* WHAT: a variable or an expression, or NULL */
  MISDEED_CALL,			/* WHAT: a function that is not known to be passive */
  MISDEED_OUTPUT,		/* WHAT: a function that is admitted for debugging */
  MISDEED_POINTER,		/* a call through a pointer */
  MISDEED_VOLATILE,
  MISDEED_ASM
};

struct violation
{
  enum misdeed kind;
  tree what;
  tree fn;			/* the function that does it */
  location_t loc;
  location_t via;		/* the call that leads to it, if FN is not the function asked about */
};

static const unsigned MAX_GLOBALS = 8;

/* What is known of one function.  Bits of WRITES and READS: parameters, from 0, through which it
   writes and reads; the highest bit stands for all from there on.  */
struct effects
{
  tree decl;
  bool walked;			/* it has a body that can be looked at */
  bool walking;			/* which is being done for the first time */
  bool recursive;
  uint64_t writes, reads;
  tree globals[MAX_GLOBALS];	/* the variables of the program that it reads */
  unsigned nglobals;
  bool reads_memory;		/* that is not its own, not constant, and none of these */
  bool may_fail;		/* may raise a run-time error */
  bool total;			/* ends, and does nothing undefined, for all arguments */
  unsigned cost;
  struct violation bad;		/* the first, by place in the function */
  struct violation param_write;	/* the first write through a parameter, */
  uint64_t first_write;		/* which it is, */
  struct violation other_write;	/* and the first through another one */
};

/* Parameters from this one on share a bit.  */
static const unsigned LAST_PARAM_BIT = 63;
static const unsigned MAX_COST = 1000000;
static const unsigned RECURSION_COST = 1000;

static inline uint64_t
param_bit (unsigned k)
{
  return (uint64_t) 1 << (k < LAST_PARAM_BIT ? k : LAST_PARAM_BIT);
}

/* points.cc: where pointer P of FN may point.  */
extern struct points points_to (tree fn, tree p);
/* The memory of a load or store with base BASE, as get_base_address gives it.  */
extern struct points points_base (tree fn, tree base);

/* passive-walk.cc: set E, which is clear, to what the statements of E->decl do.  */
extern void passive_walk (struct effects *e);

/* passive-declared.cc: set E, which is clear, to what the declaration of E->decl says; to what a
   trusted function of TYPE may do.  */
extern void passive_declared (struct effects *e);
extern void passive_trusted (struct effects *e, tree type);
/* Is FN_OR_TYPE declared nova_passive; may what a pointer to TYPE points to be called?  */
extern bool declared_passive_p (tree fn_or_type);
extern bool pointer_passive_p (tree type);
/* Does library function FN call its function argument with what it was given?  */
extern bool calls_back_p (tree fn);
/* Does it go on elsewhere than behind its call?  */
extern bool leaves_p (tree fn);

/* passive.cc: what is known of FN so far.  A function that is being looked at has done nothing yet;
   that is put right when the outermost one is known.  */
extern struct effects *effects_of (tree fn);

#endif

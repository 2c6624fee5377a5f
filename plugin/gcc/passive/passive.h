/* What the files of the passivity check share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Include after gcc-compat.h and nova-gcc.h.  */

#ifndef NOVA_PASSIVE_H
#define NOVA_PASSIVE_H

/* Any offset in an object, or an unknown one.  */
static const HOST_WIDE_INT ANY_OFFSET = HOST_WIDE_INT_MIN;

/* The target of the pointer at byte OFFSET of the memory that argument PARAM points to, or of a
   structure argument; ANY_OFFSET: everything reachable from there.  */
struct way
{
  unsigned param;
  HOST_WIDE_INT offset;
};

static const unsigned MAX_WAYS = 8;

/* A points-to set, as seen from one function.  All clear: nothing found yet.  */
struct points
{
  bool own;			/* to its own variables */
  bool nowhere;			/* null or uninitialised */
  uint64_t params;		/* the targets of these arguments (a bit each) */
  struct way ways[MAX_WAYS];	/* targets of pointers in those */
  unsigned nways;
  bool elsewhere;		/* memory outside */
  tree what;			/* elsewhere: the variable, or the pointer, for the message */
  bool more;			/* elsewhere: not only WHAT */
  bool vector;			/* to the elements of a vector */
};

/* Violations of passivity.  */
enum misdeed
{
  MISDEED_NONE,
  MISDEED_WRITE,		/* WHAT: a variable or an expression, or NULL */
  MISDEED_LEND,			/* the same, by a function that a pointer of passive type calls */
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
  location_t via;		/* the call that leads to it, if FN is not the function asked
				   about */
};

static const unsigned MAX_GLOBALS = 8;

/* The summary of one function.  Bits of WRITES and READS: parameters, from 0, through which it
   writes and reads; the highest bit stands for all further ones.  */
struct effects
{
  tree decl;
  bool walked;			/* it has a body to examine */
  bool walking;			/* which is being examined for the first time */
  bool recursive;
  uint64_t writes, reads;
  struct points far_writes;	/* only its ways */
  uint64_t far_reads;		/* beyond these parameters */
  struct points returned;	/* targets of the pointer that it returns, or of those in a
				   structure */
  struct points stored;		/* targets of pointers that it stores through its parameters */
  tree globals[MAX_GLOBALS];	/* the variables of the program that it reads */
  unsigned nglobals;
  bool reads_memory;		/* reads other memory: not its own, not constant, none of these */
  bool reads_thread;		/* reads thread-local variables */
  bool may_fail;		/* may raise a run-time error, */
  bool raises;			/* also one that is not for want of memory */
  bool loops;			/* has builtins, so loops that threads may share */
  bool total;			/* terminates without undefined behaviour for all arguments */
  unsigned cost;
  struct violation bad;		/* the first, by place in the function */
  struct violation param_write;	/* the first write through a parameter, */
  uint64_t first_write;		/* which it is, */
  struct violation other_write;	/* and the first through another one, */
  struct violation far_write;	/* or by further pointers */
};

/* Parameters from this one on share a bit.  The frame that a nested function gets is no parameter,
   but has a number.  */
static const unsigned LAST_PARAM_BIT = 63;
static const unsigned CHAIN_PARAM = 62;
static const unsigned MAX_COST = 1000000;
static const unsigned RECURSION_COST = 1000;

static inline uint64_t
param_bit (unsigned k)
{
  return (uint64_t) 1 << (k < LAST_PARAM_BIT ? k : LAST_PARAM_BIT);
}

/* Argument K of CALL, of which the frame for a nested function is the last, and may be NULL_TREE;
   the bit of the parameter that gets it, and the argument for PARAM.  */
static inline tree
call_argument (gcall *call, unsigned k)
{
  return k < gimple_call_num_args (call) ? gimple_call_arg (call, k) : gimple_call_chain (call);
}

static inline uint64_t
argument_bit (gcall *call, unsigned k)
{
  return k >= gimple_call_num_args (call) ? param_bit (CHAIN_PARAM)
	 : param_bit (k < CHAIN_PARAM ? k : LAST_PARAM_BIT);
}

static inline unsigned
argument_for (gcall *call, unsigned param)
{
  return param == CHAIN_PARAM ? gimple_call_num_args (call) : param;
}

/* points-to.cc: find where the pointers of FN, which has a body, may point.  */
struct points_map;
extern struct points_map *points_find (tree fn);
extern void points_free (struct points_map *m);
/* Where P points.  */
extern struct points points_to (struct points_map *m, tree p);
/* The memory of a load or store with base BASE, as get_base_address gives it.  */
extern struct points points_base (struct points_map *m, tree base);
/* What way W of the function that CALL calls leads to.  */
extern struct points points_along (struct points_map *m, gcall *call, struct way w);
/* Where the pointers point that the function gives back, and that it stores through arguments.  */
extern struct points points_returned (struct points_map *m);
extern struct points points_stored (struct points_map *m);
/* Add to P the way from PARAM at OFFSET.  */
extern void points_add_way (struct points *p, unsigned param, HOST_WIDE_INT offset);

/* passive-walk.cc: set E, which is clear, to what the statements of E->decl do.  */
extern void effects_walk (struct effects *e);
/* passive-call.cc: the function that CALL evidently calls, or NULL_TREE.  */
extern tree passive_callee (gcall *call);

/* passive-declared.cc: set E, which is clear, to what the declaration of E->decl says; to what a
   trusted function of TYPE may do.  */
extern void effects_declared (struct effects *e);
extern void effects_trusted (struct effects *e, tree type);
/* Is FN_OR_TYPE declared nova_passive; may what a pointer to TYPE points to be called?  */
extern bool passive_declared_p (tree fn_or_type);
extern bool passive_pointer_p (tree type);
/* The argument of FN into which a pointer that it gives back points.  WRITTEN_ARGUMENTS: those
   through which it writes, or what pointers there point to.  NO_ARGUMENT: it may know other
   pointers than those that it is given.  */
enum { ALL_ARGUMENTS = 100, WRITTEN_ARGUMENTS, NO_ARGUMENT };
extern unsigned passive_returned_argument (tree fn);
/* Is FN a function of the library that this file does not define?  */
extern bool passive_library_p (tree fn);
/* Does FN write to a variable of its own if its argument K is null?  */
extern bool passive_hidden_state_p (tree fn, unsigned k);
/* Does library function FN call its function argument with its other arguments?  */
extern bool passive_calls_back_p (tree fn);
/* May it continue elsewhere than behind its call?  */
extern bool passive_leaves_p (tree fn);

/* passive.cc: the summary of FN so far.  A function that is still being examined has no effects
   yet; this is corrected when the outermost one is done.  */
extern struct effects *effects_of (tree fn);

#endif

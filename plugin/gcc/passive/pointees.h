/* Places that pointers lead to, and what lies in a function's own variables.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Include after gcc-compat.h, nova-gcc.h and passive.h.  */

#ifndef NOVA_PLACES_H
#define NOVA_PLACES_H

enum place_kind
{
  PLACE_NOWHERE,		/* the null pointer, one that has no value yet */
  PLACE_OWN,			/* WHAT: a variable, or the result of alloca */
  PLACE_PARAM,			/* what argument PARAM points to */
  PLACE_BEYOND,			/* what the pointer at OFFSET of that, or of a structure that is
				   the argument, points to; ANY_OFFSET: any, however far */
  PLACE_ELEMENTS,		/* elements of a vector */
  PLACE_ELSEWHERE		/* WHAT: the variable, or the pointer, for messages */
};

struct place
{
  enum place_kind kind;
  tree what;
  unsigned param;
  HOST_WIDE_INT offset;		/* in bytes */
};

struct places
{
  auto_vec<place> at;
};

/* The pointers at OFFSET of a variable.  */
struct cell
{
  HOST_WIDE_INT offset;
  places held;
};

struct cells
{
  auto_vec<cell *> at;
};

/* What is known of the pointers of one function.  */
struct points_map
{
  tree fn;
  places *names;		/* by version of the SSA name */
  unsigned nnames;
  hash_map<tree, cells *> own;
  places spilled;		/* what it stores through its arguments */
  places returned;
  bool changed;
};

/* Add P to TO; did that bring something new?  */
extern bool places_add (struct places *to, struct place p);
/* P, COUNT bytes further, if that is a number.  */
extern struct place places_shift (struct place p, HOST_WIDE_INT count);
/* Add to OUT what the SIZE bytes at P hold; SIZE may be ANY_OFFSET.  */
extern void places_held (struct points_map *m, struct place p, HOST_WIDE_INT size,
			 struct places *out);
/* Add to OUT what can be reached from FROM.  */
extern void places_reached (struct points_map *m, const struct places *from, struct places *out);
/* V, pointers, are stored at P.  */
extern void places_store (struct points_map *m, struct place p, const struct places *v);
/* The SIZE bytes at FROM are copied to TO.  */
extern void places_copy (struct points_map *m, struct place to, struct place from,
			 HOST_WIDE_INT size);
/* The number of parameter PARM of its function.  */
extern unsigned passive_param_number (tree parm);
/* May a value of TYPE be a pointer?  */
extern bool passive_holds_pointer_p (tree type);

#endif

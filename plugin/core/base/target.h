/* The target that a program is lowered and scheduled for.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Sizes that decide where a loop is cut, and so in which order results are combined, belong to the
   target: a program has the same results, bit for bit, on all machines of one target.  machine.def
   lists the levels of parallel loops and the spaces of memory that these may have.  */

#ifndef NOVA_TARGET_H
#define NOVA_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NOVA_SET(X) (1u << (X))	/* the set of X alone */

enum mem_space
{
#define NOVA_SPACE(NAME, TEXT, HOLDS, DOC) SPACE_##NAME,
#include "machine.def"
#undef NOVA_SPACE
  SPACE_LAST
};
extern const char *const space_name[SPACE_LAST];
/* For each space, the spaces that pointers stored in it may lead to, NOVA_SET of them.  */
extern const unsigned space_holds[SPACE_LAST];

enum par_level
{
#define NOVA_LEVEL(NAME, TEXT, PLACE, IN, SHARES, OWN, DOC) LEVEL_##NAME,
#include "machine.def"
#undef NOVA_LEVEL
  LEVEL_LAST
};
extern const char *const level_name[LEVEL_LAST];

struct level_info
{
  const char *place;
  unsigned in;			/* the levels in which it may be nested, NOVA_SET of each */
  unsigned shares;		/* the spaces of memory from outside that it sees, the same */
  enum mem_space own;		/* the space of its arrays */
};
extern const struct level_info level_info[LEVEL_LAST];

/* The spaces that level L sees, NOVA_SET of each.  */
static inline unsigned
level_sees (enum par_level l)
{
  return level_info[l].shares | NOVA_SET (level_info[l].own);
}

#define WIDTH_ANY 0xffffffffu

struct nova_target
{
  const char *name, *doc;
  bool plain;			/* loops stay as they are: what seldom runs is to be small */
  /* Elements; powers of two.  */
  unsigned lanes;		/* accumulators of a reduction whose operator commutes, */
  unsigned least_lanes;		/* at least, where several in one loop have more than REGISTERS */
  unsigned steps;		/* that a lane narrower than its sum takes at most */
  unsigned tree;		/* values that a pairwise tree combines, more than LANES */
  unsigned tree_rest;		/* of which so many remain to be combined one after another */
  unsigned tile;		/* rows, and columns, of a block that is scanned */
  unsigned filter;		/* of a block that a filter compacts, */
  unsigned part;		/* of a short row, which goes to a buffer as it comes */
  unsigned columns;		/* adjacent columns that are reduced together; */
  unsigned column_block;	/* columns of a block, whose accumulators are an array; */
  unsigned column_rows;		/* rows that are combined into it at a time; */
  unsigned column_least;	/* fewer columns than this do not use a block */
  unsigned across;		/* elements of a chunk that look through one row: a multiple */
  unsigned masked;		/* values at most at the end of a short row that are loaded at once,
				   under a mask, a power of two; 0: the machine has no masks; */
  unsigned mask_bytes;		/* bytes of them where their order does not matter */
  unsigned checked;		/* of a block that is checked before it is stored */
  unsigned owners;		/* elements of a block, whose owners are an array, if they have */
  unsigned span;		/* fewer elements than this each, on average */
  /* Bytes.  */
  unsigned registers;		/* accumulators of one loop that stay in registers */
  unsigned partial;		/* partial results of at most this size are an array, not a temp */
  unsigned cached;		/* one core has so many in its cache */
  unsigned small;		/* so is a vector of an element */
  unsigned values;		/* of elements that are kept until they are combined; or a block */
  /* How many iterations of each level run at a time; WIDTH_ANY: unknown, as many as the machine
     can; 0: the target does not have the level.  */
  unsigned width[LEVEL_LAST];
};

/* The thread pool of libnovart: vector registers of 16 to 64 bytes, caches from 32 KB on.  */
extern const struct nova_target target_pool;
/* The same on a machine that loads values under a mask; results are the same bits.  */
extern const struct nova_target target_masks;
/* The same with blocks of a few elements, so that short vectors exercise all code: for tests.  */
extern const struct nova_target target_small;
/* The pool, for code that seldom runs.  */
extern const struct nova_target target_plain;
/* A target without levels: for tests of refusals.  */
extern const struct nova_target target_none;
/* All of them, NULL at the end.  */
extern const struct nova_target *const target_all[];

/* The accumulators, T's at most, of each of several reductions in one loop, whose values together
   have SIZE bytes: a power of two.  */
extern unsigned target_lanes (const struct nova_target *t, uint64_t size);

#ifdef __cplusplus
}
#endif

#endif

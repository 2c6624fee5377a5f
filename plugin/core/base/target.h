/* What a program is lowered and scheduled for.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Sizes that decide where a loop is cut, and so in which order results are combined, are the
   target's: a program gives the same bits on all machines that one target stands for.  */

#ifndef NOVA_TARGET_H
#define NOVA_TARGET_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct nova_target
{
  const char *name, *doc;
  /* Elements; powers of two.  */
  unsigned lanes;		/* accumulators of a reduction whose operator commutes */
  unsigned tree;		/* values that a pairwise tree combines, more than LANES */
  unsigned tree_rest;		/* of which so many are left to be combined one after the other */
  unsigned tile;		/* rows, and columns, of a block that is scanned */
  unsigned filter;		/* of a block that a filter compacts */
  unsigned columns;		/* columns next to one another that are reduced together; */
  unsigned column_block;	/* those of a block of them, whose accumulators are an array; */
  unsigned column_rows;		/* rows that are added to it at a time; */
  unsigned column_least;	/* fewer columns than this do without the block */
  /* Bytes.  */
  unsigned partial;		/* partial results of up to so many are an array of the procedure */
  unsigned small;		/* so is a vector of an element */
};

/* The pool of threads of libnovart: vector registers of 16 to 64 bytes, caches of 32 KB on.  */
extern const struct nova_target target_pool;
/* The same with blocks of a few elements, so that short vectors have all that long ones have: for
   tests.  */
extern const struct nova_target target_small;
/* All of them, NULL at the end.  */
extern const struct nova_target *const targets[];

#ifdef __cplusplus
}
#endif

#endif

/* Indirect views: notes behind descriptors, and grids.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1  */

#ifndef NOVA_VIEW_H
#define NOVA_VIEW_H 1

#include "rt.h"

enum how
{
  GRID, RANGE, WIDE, SLICE, ROTATE, SPLIT, CUT, FLATTEN, WINDOW, TRANSPOSE, COLUMN, FIELD, REPEAT
};

/* Behind the inner levels of the descriptor.  */
struct note
{
  enum how how;
  size_t a;                     /* the operation's operand: a first index, a size, an offset */
  ptrdiff_t s;                  /* its step */
  struct nova_vec *of;          /* its operand; kept by the descriptor's owner */
  const size_t *cuts;           /* CUT: offsets of the segments, with the end */
  size_t *starts;               /* FLATTEN: offsets of the rows of OF; NULL: not computed yet */
  ptrdiff_t step[];             /* GRID, RANGE: the strides of the levels */
};

static inline struct note *
note_of (const struct nova_vec *v)
{
  return (struct note *) ((struct nova_level *) (v + 1) + (v->levels - 1));
}

static inline bool
nova_is (const struct nova_vec *v, enum how how)
{
  return nova_vec_indirect (v) && note_of (v)->how == how;
}

/* P + I STEP: an address, or a value that may wrap.  */
static inline char *
nova_further (const void *p, size_t i, ptrdiff_t step)
{
  return (char *) ((uintptr_t) p + i * (uintptr_t) step);
}

#pragma GCC visibility push(hidden)

/* --- grid.c --------------------------------------------------------------------------------- */

/* Are all levels of V regular?  */
extern bool nova_grid_regular (const struct nova_vec *v);
/* Extents and strides of regular V.  */
extern void nova_grid_spell (const struct nova_vec *v, size_t *n, ptrdiff_t *step);
/* The first of the N elements of row I of V, which are STRIDE apart; null if the row is not
   strided.  */
extern const char *nova_grid_row (const struct nova_vec *v, size_t i, size_t *n,
                                  ptrdiff_t *stride);
/* A view of K levels with extents N and strides STEP; HOW: a grid or a range, whose first element
   is DATA.  Takes the reference OWNER.  */
extern struct nova_vec *nova_grid_new (enum how how, struct nova_vec *owner, const void *data,
                                       size_t elem_size, unsigned k, const size_t *n,
                                       const ptrdiff_t *step);
/* Likewise a view of regular V, which it keeps alive.  */
extern struct nova_vec *nova_grid_of (struct nova_vec *v, const void *data, unsigned k,
                                      const size_t *n, const ptrdiff_t *step);
/* A contiguous copy of regular V.  */
extern struct nova_vec *nova_grid_copy (struct nova_vec *v);
/* Store value V as an element.  */
extern void nova_grid_value (char *to, uintptr_t v, size_t elem_size);

#pragma GCC visibility pop

#endif

/* What views as handles are made of: notes behind their descriptors, and grids.
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
  struct nova_vec *of;          /* what it was applied to; the descriptor's owner keeps it */
  const size_t *cuts;           /* CUT: where the segments start, and the last one ends */
  size_t *starts;               /* FLATTEN: the same of the rows of OF, or NULL so far */
  ptrdiff_t step[];             /* GRID, RANGE: from one to the next, for each level */
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

/* P, I times STEP further on: an address, or a value that may wrap.  */
static inline char *
nova_further (const void *p, size_t i, ptrdiff_t step)
{
  return (char *) ((uintptr_t) p + i * (uintptr_t) step);
}

#pragma GCC visibility push(hidden)

/* --- grid.c --------------------------------------------------------------------------------- */

/* All levels of V have one length each.  */
extern bool nova_grid_regular (const struct nova_vec *v);
/* Lengths and steps of V, which is regular.  */
extern void nova_grid_spell (const struct nova_vec *v, size_t *n, ptrdiff_t *step);
/* Where the elements of row I of V are: N, STRIDE of them from one to the next; null if that is not
   to be said.  */
extern const char *nova_grid_row (const struct nova_vec *v, size_t i, size_t *n,
                                  ptrdiff_t *stride);
/* A view of K levels, N of each, STEP from one to the next; HOW, a grid or a range, whose first
   element is DATA; takes the reference OWNER.  */
extern struct nova_vec *nova_grid_new (enum how how, struct nova_vec *owner, const void *data,
                                       size_t elem_size, unsigned k, const size_t *n,
                                       const ptrdiff_t *step);
/* Of V, which is regular, another such: it lives as long as V.  */
extern struct nova_vec *nova_grid_of (struct nova_vec *v, const void *data, unsigned k,
                                      const size_t *n, const ptrdiff_t *step);
/* The elements of V, which is regular, in memory of their own.  */
extern struct nova_vec *nova_grid_copy (struct nova_vec *v);
/* The value V as an element.  */
extern void nova_grid_value (char *to, uintptr_t v, size_t elem_size);

#pragma GCC visibility pop

#endif

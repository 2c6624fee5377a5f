/* The pass chunk: how many columns a chunk has at least.

   The columns of a chunk are walked down together, so a row of them is what is read from memory in
   one go.  The target's `columns' fill a line of the cache or half of one: a chunk of so few reads
   each row from another page, one line there, and the next chunk all the pages again.  A large
   matrix took four times as long as a loop over its rows.  So a chunk has a sixteenth of all
   columns, at most a block of them, and at least as many as use a block, if these are two chunks:
   by hand, columns = 8, a block of 256, used from 32 on,

     all columns       24    63    64   300  1000  3000  5000
     of a chunk         8     8    32    32    64   192   256

   The parts are a constant number, and not that of the threads: the last chunk, and one column
   that is left alone, run through other copies of the element's code, and GCC may round these in
   another way.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-columns.h"
#include "schedule.h"

#define PARTS 16		/* chunks of all columns: two for each of eight threads */

struct imp_expr *
schedule_ceil_div (struct imp_here *h, struct imp_expr *n, const struct imp_expr *d)
{
  struct imp_expr *less;
  uint64_t k;

  if (imp_is_const (d, &k))
    less = here_size (h, k - 1);
  else
    less = here_op (h, FIR_SUB, here_again (h, d), here_size (h, 1));
  return here_op (h, FIR_DIV, here_op (h, FIR_ADD, n, less), here_again (h, d));
}

struct imp_expr *
schedule_column_unit (struct imp_here *h, const struct imp_expr *n)
{
  const struct nova_target *t = h->p->target;
  uint64_t wide = (t->column_least + t->columns - 1) / t->columns * t->columns;
  struct imp_expr *unit = here_op (h, FIR_MIN, here_again (h, n),
				   here_size (h, (uint64_t) PARTS * t->column_block));
  struct imp_expr *few = here_op (h, FIR_LT, here_again (h, n), here_size (h, 2 * wide));

  unit = schedule_ceil_div (h, unit, here_size (h, (uint64_t) PARTS * t->columns));
  unit = here_op (h, FIR_MUL, unit, here_size (h, t->columns));
  few = imp_select (h->p, few, here_size (h, t->columns), here_size (h, wide));
  return imp_make_let (h, "unit", here_op (h, FIR_MAX, unit, few));
}

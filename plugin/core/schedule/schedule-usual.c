/* The pass lanes: short loops that have one number of turns in most elements.

   A vector that is taken in blocks of K elements has as many in each but the last, and so has a
   row.  There a loop over a block says

     n = steps (K i, min (e, K (i + 1)), 1)      or      n = min (e, a + K) - a

   How many turns it has is known to the machine's compiler if that is asked once before it:

     if n = K { loop j = 0 to K } else { loop j = 0 to n }

   The first loop is unrolled, and its end is not waited for.  Both take their elements one after
   another.  That n is K in most cases is a guess: a wrong one costs the question.  In particular
   K i may wrap around, and n be anything.
   Does not: guess what lengths of rows are.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-lanes.h"

/* How many names and sums are looked through.  */
#define FUEL 8

/* BY times OF, plus MORE, modulo 2^64; OF may be NULL: 0.  */
struct multiple
{
  const struct imp_expr *of;
  uint64_t by, more;
};

/* What E, or what it converts from one integer to another, is bound to in B.  */
static const struct imp_expr *
converted (const struct imp_block *b, const struct imp_expr *e)
{
  for (unsigned fuel = FUEL; fuel; fuel--)
    {
      e = imp_block_bound_to (b, e);
      if (e->kind != IMP_EXPR_PRIM || e->op != FIR_CONV || !type_is_integral (e->type)
	  || !type_is_integral (e->args[0]->type))
	return e;
      e = e->args[0];
    }
  return e;
}

static struct multiple
multiple (const struct imp_block *b, const struct imp_expr *e, unsigned fuel)
{
  struct multiple m = { .of = converted (b, e), .by = 1 };
  uint64_t n;

  e = m.of;
  if (imp_is_const (e, &n))
    return (struct multiple) { .more = n };
  if (!fuel || e->kind != IMP_EXPR_PRIM || (e->op != FIR_ADD && e->op != FIR_MUL)
      || !imp_is_const (e->args[1], &n))
    return m;
  m = multiple (b, e->args[0], fuel - 1);
  if (e->op == FIR_ADD)
    m.more += n;
  else
    {
      m.by *= n;
      m.more *= n;
    }
  return m;
}

/* END - BEGIN, in B, where END is the lesser of two; 0: not known.  */
static uint64_t
distance (const struct imp_block *b, const struct imp_expr *begin, const struct imp_expr *end)
{
  struct multiple x = multiple (b, begin, FUEL), y;

  end = converted (b, end);
  for (unsigned k = 0; k < 2 && end->kind == IMP_EXPR_PRIM && end->op == FIR_MIN; k++)
    {
      y = multiple (b, end->args[k], FUEL);
      if (x.of && y.of && x.by == y.by && imp_expr_equal (x.of, y.of))
	return y.more - x.more;
    }
  return 0;
}

uint64_t
lanes_usual (const struct lanes *d, const struct imp_block *b)
{
  const struct imp_expr *n = imp_block_bound_to (b, d->loop->e[1]);
  uint64_t from, by, k = 0;

  if (d->loop->shape != IMP_SHAPE_LANES || !d->loop->brief || imp_loop_first (d->loop)
      || !imp_is_const (d->loop->e[0], &from) || from || n->kind != IMP_EXPR_PRIM)
    return 0;
  if (n->op == FIR_STEPS && imp_is_const (n->args[2], &by) && by == 1)
    k = distance (b, n->args[0], n->args[1]);
  else if (n->op == FIR_SUB)
    k = distance (b, n->args[1], n->args[0]);
  return k > 1 && k <= d->target->lanes ? k : 0;
}

/* The pass spans: blocks of elements, each of which has an owner of its own.

     odd = 1   n = stop - j
     if row == j and q + n <= owners and size (q) == 1 and size (q + n - 1) == 1 {
       odd = 0   for t = q to q + n { odd |= size (t) ^ 1 } }
     if odd == 0 {
       loop i = j to stop by S { reduce a apart } do { ... q + (i - j) for the owner, i for where it
	 begins ... give a := v }
       q += n   row := stop
     } else {
       as for any owners }

   Sizes are added up (schedule-spans-sizes.c): where all are 1 nothing is written to arrays, and
   what owners have is loaded in vectors.  The sizes are looked at only where the first and the last
   are 1.  Elements combine in the order of any block.

   Does not: find owners of one element each among others.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp/imp-make.h"
#include "schedule.h"
#include "schedule-spans.h"

/* X + Y; X - Y.  */
static struct imp_expr *
plus (struct imp_here *h, struct imp_expr *x, struct imp_expr *y)
{
  return here_op (h, FIR_ADD, x, y);
}

static struct imp_expr *
minus (struct imp_here *h, struct imp_expr *x, const struct imp_expr *y)
{
  return here_op (h, FIR_SUB, x, here_again (h, y));
}

/* Bind what is 0 if each of the N elements from J on has an owner of its own, from R's next one
   on.  */
static struct imp_expr *
make_test (struct imp_here *h, const struct spans_range *r, const struct imp_expr *j,
	   const struct imp_expr *n)
{
  struct imp_block *after = h->b;
  struct imp_expr *odd = imp_make_let (h, "odd", here_size (h, 1)), *end, *first, *t;

  end = imp_make_let (h, "end", plus (h, here_use (h, r->q), here_again (h, n)));
  t = here_op (h, FIR_LE, here_again (h, end), here_again (h, r->sizes->owners));
  t = here_op (h, FIR_BAND, here_op (h, FIR_EQ, here_use (h, r->row), here_again (h, j)), t);
  h->b = &imp_make_if (h, t)->body;
  first = imp_make_let (h, "n", spans_size (h, r->sizes, here_use (h, r->q)));
  t = imp_make_let (h, "last", here_op (h, FIR_SUB, here_again (h, end), here_size (h, 1)));
  t = here_op (h, FIR_EQ, spans_size (h, r->sizes, t), here_size (h, 1));
  t = here_op (h, FIR_BAND, here_op (h, FIR_EQ, first, here_size (h, 1)), t);
  h->b = &imp_make_if (h, t)->body;
  imp_make_assign (h, odd->var, here_size (h, 0));
  t = here_begin_for (h, "t", here_use (h, r->q), here_again (h, end), 1, false);
  schedule_single_note (h, odd, spans_size (h, r->sizes, t), here_size (h, 1));
  h->b = after;
  return odd;
}

/* The elements J to STOP, with owners from R's next one on.  */
static void
elements (struct imp_here *h, const struct spans_range *r, const struct imp_expr *j,
	  const struct imp_expr *stop)
{
  const struct type *u64 = type_size (h->p->ctx);
  struct imp_block made = { NULL, NULL };
  struct imp_here in = { h->p, h->proc, &made };
  struct spans n = { .h = h };

  n.q = imp_make_new (&in, "at", u64, NULL);
  n.row = imp_make_new (&in, "row", u64, NULL);
  n.in_place = here_use (h, n.q);
  spans_make (&n, r);
  made.first->e[0] = plus (h, here_use (h, r->q), minus (h, here_use (h, n.loop->var), j));
  made.last->e[0] = here_use (h, n.loop->var);
  for (struct imp_stmt *s; (s = made.last);)
    {
      imp_unlink (&made, s);
      if (imp_block_uses (&n.loop->body, s->var))
	imp_link_before (&n.loop->body, n.loop->body.first, s);
    }
  spans_put (&n, here_again (h, j), here_again (h, stop), false);
}

void
spans_single (struct imp_here *h, const struct spans_range *r, const struct imp_expr *j,
	      const struct imp_expr *stop)
{
  struct imp_expr *n, *odd;
  struct imp_stmt *i;

  if (!r->sizes || !spans_twice (r->loop))
    return;
  n = imp_make_let (h, "n", minus (h, here_again (h, stop), j));
  odd = make_test (h, r, j, n);
  i = imp_make_if (h, here_op (h, FIR_EQ, odd, here_size (h, 0)));
  h->b = &i->body;
  elements (h, r, j, stop);
  imp_make_assign (h, r->q, plus (h, here_use (h, r->q), n));
  imp_make_assign (h, r->row, here_again (h, stop));
  h->b = &i->orelse;
}

/* The pass spans: blocks of elements whose owners all have as many.

     odd = 1   o = j - row   s = size (q)
     if 1 < s <= EXCESS {
       m = (o + n + s - 1) / s
       if q + m <= owners and size (q + m - 1) == s {
	 odd = 0   for t = q to q + m { odd |= size (t) ^ s } }
     }
     if odd == 0 {
       v of owner q goes to w from 0 on
       for t = 1 to m { v of owner q + t goes to w from t s - o on }
       q and row of the next element
     } else {
       as for any owners
     }
     loop i = j to stop by S { ... w[i - j] for v ... }

   Sizes are added up (schedule-spans-sizes.c): where an owner's elements end depends on the ends of
   all before; here it is a multiple, so owners do not wait for each other.  The first one may have
   begun before the block, and the last one end behind it.  Those of one element each need no arrays
   (schedule-spans-single.c).

   Does not: take owners of more elements than are written whatever their size; find such owners
   among others; make loops of as many turns of the elements of each,
   which would not stay in their order.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp/imp-make.h"
#include "schedule.h"
#include "schedule-spans.h"

/* A block whose owners have SIZE elements each: MANY of them have one in it, from the owner of R's
   variables on, BEFORE of whose elements stand in front of it.  */
struct even
{
  const struct spans_range *r;
  struct imp_expr *size, *many, *before;
};

/* Bind what is 0 if the N elements from J on are such a block, V.  */
static struct imp_expr *
make_test (struct imp_here *h, struct even *v, const struct imp_expr *j, struct imp_expr *n)
{
  const struct spans_range *r = v->r;
  struct imp_block *after = h->b;
  struct imp_expr *odd = imp_make_let (h, "odd", here_size (h, 1)), *end, *t;

  v->size = imp_make_let (h, "s", spans_size (h, r->sizes, here_use (h, r->q)));
  v->before = imp_make_let (h, "o", here_op (h, FIR_SUB, here_again (h, j), here_use (h, r->row)));
  v->many = imp_make_let (h, "m", here_size (h, 0));
  t = here_op (h, FIR_LE, here_again (h, v->size), here_size (h, SPANS_EXCESS));
  t = here_op (h, FIR_BAND, here_op (h, FIR_LT, here_size (h, 1), here_again (h, v->size)), t);
  h->b = &imp_make_if (h, t)->body;
  t = here_op (h, FIR_ADD, here_op (h, FIR_ADD, here_again (h, v->before), n),
	       here_op (h, FIR_SUB, here_again (h, v->size), here_size (h, 1)));
  imp_make_assign (h, v->many->var, here_op (h, FIR_DIV, t, here_again (h, v->size)));
  end = imp_make_let (h, "end", here_op (h, FIR_ADD, here_use (h, r->q),
					 here_again (h, v->many)));
  t = here_op (h, FIR_LE, here_again (h, end), here_again (h, r->sizes->owners));
  h->b = &imp_make_if (h, t)->body;
  t = imp_make_let (h, "last", here_op (h, FIR_SUB, here_again (h, end), here_size (h, 1)));
  t = here_op (h, FIR_EQ, spans_size (h, r->sizes, t), here_again (h, v->size));
  h->b = &imp_make_if (h, t)->body;
  imp_make_assign (h, odd->var, here_size (h, 0));
  t = here_begin_for (h, "t", here_use (h, r->q), end, 1, false);
  schedule_single_note (h, odd, spans_size (h, r->sizes, t), v->size);
  h->b = after;
  return odd;
}

/* The values of C of owner AT, which begins at OWN, to its elements, from TO on.  */
static void
write_owner (struct imp_here *h, const struct spans_made *m, struct imp_expr *at,
	     struct imp_expr *own, const struct imp_expr *to)
{
  const struct spans_columns *c = m->columns;
  struct imp_block *after = h->b;
  struct imp_copy copy = imp_copy_new (h);
  struct imp_expr *x;

  imp_copy_set (&copy, m->at, at);
  imp_copy_set (&copy, m->own, own);
  imp_copy_block (&copy, m->made);
  for (unsigned k = 0; k < c->n; k++)
    {
      x = here_begin_for (h, "x", here_size (h, 0), here_size (h, SPANS_EXCESS), 1, true);
      imp_make_store (h, here_use (h, c->w[k]), here_op (h, FIR_ADD, here_again (h, to), x),
		      imp_copy_expr (&copy, imp_use (h->p, c->v[k])));
      h->b = after;
    }
}

/* The columns of V's elements.  */
static void
write_columns (struct imp_here *h, const struct even *v, const struct spans_made *m)
{
  struct imp_block *after = h->b;
  struct imp_expr *q = here_use (h, v->r->q), *row = here_use (h, v->r->row), *t, *place, *own;

  write_owner (h, m, here_again (h, q), here_again (h, row), here_size (h, 0));
  t = here_begin_for (h, "t", here_size (h, 1), here_again (h, v->many), 1, false);
  place = imp_make_let (h, "place", here_op (h, FIR_MUL, here_again (h, t),
					     here_again (h, v->size)));
  own = imp_make_let (h, "own", here_op (h, FIR_ADD, row, here_again (h, place)));
  write_owner (h, m, imp_make_let (h, "at", here_op (h, FIR_ADD, q, t)), own,
	       imp_make_let (h, "to", here_op (h, FIR_SUB, place, here_again (h, v->before))));
  h->b = after;
}

struct imp_block *
spans_even (struct imp_here *h, const struct spans_range *r, const struct spans_made *m,
	    const struct imp_expr *j, const struct imp_expr *stop)
{
  struct imp_block *after = h->b;
  struct even v = { .r = r };
  struct imp_expr *n, *odd, *whole, *on;
  struct imp_stmt *i;

  if (!r->sizes)
    return NULL;
  n = imp_make_let (h, "n", here_op (h, FIR_SUB, here_again (h, stop), here_again (h, j)));
  odd = make_test (h, &v, j, here_again (h, n));
  i = imp_make_if (h, here_op (h, FIR_EQ, odd, here_size (h, 0)));
  h->b = &i->body;
  write_columns (h, &v, m);
  whole = here_op (h, FIR_MUL, here_again (h, v.many), here_again (h, v.size));
  whole = here_op (h, FIR_EQ, whole, here_op (h, FIR_ADD, here_again (h, v.before), n));
  on = here_op (h, FIR_SUB, here_again (h, v.many), here_size (h, 1));
  on = imp_make_let (h, "on", imp_select (h->p, whole, here_again (h, v.many), on));
  imp_make_assign (h, r->q, here_op (h, FIR_ADD, here_use (h, r->q), here_again (h, on)));
  imp_make_assign (h, r->row, here_op (h, FIR_ADD, here_use (h, r->row),
				       here_op (h, FIR_MUL, on, here_again (h, v.size))));
  h->b = &i->orelse;
  return after;
}

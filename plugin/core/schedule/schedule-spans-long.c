/* The pass spans: loops over owners that have many elements each.

     row = o[first]
     for q = first to last + 1 {
       end = q < last ? o[q + 1] : e   from = max (b, row)   to = min (e, end)
       if from < to { ... loop i = from to to by S { reduce a apart } do { ... give a := v } }
       row := end }

   Where elements are only combined, and use their index for nothing but their place i - row, loops
   are over places, which begin at 0 for all owners but the first, and there are no ends to keep to:

     from = b - row
     for q ... { end = ...   n = end - row
       if from < n { loop k = from to n by S { ... k for i - row ... } }
       row := end   from := 0 }

   Where sizes are added up (schedule-spans-sizes.c), the places of an owner that is whole in the
   range, as all are but the first and the last, have a loop of their own, of the size's bounds, if
   an element is of few statements.  What begins at 0 is quicker, and nothing needs to be compared:

     from = b - row   till = from = 0 ? e : 0
     while row < e { n = size (q)   behind = row + n
       if behind <= till { if 0 < n { loop k = 0 to n by S { ... } } }
       else { n = min (e, behind) - row   if from < n { loop k = from to n by S { ... } }
	      from := 0   till := e }
       row := behind   q := q + 1 }

   Does not: sort owners by their size; a loop is for any number of elements.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp/imp-make.h"
#include "schedule.h"
#include "schedule-spans.h"

/* Elements of more statements are not made twice.  */
#define TWICE 16

/* --- Places ---------------------------------------------------------------------------------- */

/* Is E the place of an element of N's loop among those of its owner?  */
static bool
is_place (const struct spans *n, const struct imp_expr *e)
{
  return imp_is_pair (e, FIR_SUB, n->loop->var, n->row);
}

/* How many places there are in E; if PUT, the index stands in place of them.  */
static unsigned
places_in_expr (const struct spans *n, struct imp_expr **e, bool put)
{
  unsigned found = 0;

  if (!*e)
    return 0;
  if (is_place (n, *e))
    {
      *e = put ? (*e)->args[0] : *e;
      return 1;
    }
  for (unsigned k = 0; k < (*e)->nargs; k++)
    found += places_in_expr (n, &(*e)->args[k], put);
  return found;
}

static unsigned
places_in_block (const struct spans *n, struct imp_block *b, bool put)
{
  unsigned found = 0;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      found += places_in_expr (n, &s->base, put);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	found += places_in_expr (n, &s->e[k], put);
      for (unsigned k = 0; k < s->nargs; k++)
	found += places_in_expr (n, &s->args[k], put);
      found += places_in_block (n, &s->body, put) + places_in_block (n, &s->orelse, put);
    }
  return found;
}

/* Does B store, or call what may?  */
static bool
stores (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_STORE || s->kind == IMP_EVAL || stores (&s->body) || stores (&s->orelse))
      return true;
  return false;
}

/* Does N's loop, which is not yet in a block, only combine its elements, and use its index for
   places alone?  Then it becomes one over places.  */
static bool
over_places (struct spans *n)
{
  struct imp_stmt *loop = n->loop;

  if (loop->kind != IMP_LOOP || stores (&loop->body))
    return false;
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (o->kind != IMP_REDUCE)
      return false;
  if (places_in_block (n, &loop->body, false) != imp_block_uses (&loop->body, loop->var))
    return false;
  places_in_block (n, &loop->body, true);
  return true;
}

/* --- The loops ------------------------------------------------------------------------------- */

/* The elements or places FROM to TO of N's owner, if there are any, to the end of H.  */
static void
put_some (struct imp_here *h, struct spans *n, struct imp_expr *from, struct imp_expr *to)
{
  struct imp_block *after = h->b;

  h->b = &imp_make_if (h, here_op (h, FIR_LT, here_again (h, from), here_again (h, to)))->body;
  spans_put (n, from, to, true);
  h->b = after;
}

bool
spans_twice (const struct imp_stmt *loop)
{
  return imp_count_stmts (&loop->body) <= TWICE && !imp_has_loops (&loop->body);
}

/* What the loop over R's owners has for one of them, N its places, from PLACE on: those of an owner
   that is whole by themselves.  */
static void
whole_spans (struct imp_here *h, const struct spans_range *r, struct spans *n,
	     struct imp_var *place)
{
  const struct type *u64 = type_size (h->p->ctx);
  struct imp_block *body = h->b;
  struct spans whole = { .h = h, .q = n->q, .row = n->row, .in_place = n->in_place };
  struct imp_expr *size, *behind, *end;
  struct imp_var *till;
  struct imp_stmt *f = body->last, *i;

  imp_unlink (body, f);
  end = imp_select (h->p, here_op (h, FIR_EQ, here_use (h, place), here_size (h, 0)),
		    here_again (h, r->e), here_size (h, 0));
  till = imp_make_new (h, "till", u64, end);
  imp_link_last (body, f);
  h->b = &f->body;
  size = imp_make_let (h, "n", spans_size (h, r->sizes, here_use (h, n->q)));
  behind = imp_make_let (h, "behind", here_op (h, FIR_ADD, here_use (h, n->row),
					       here_again (h, size)));
  i = imp_make_if (h, here_op (h, FIR_LE, here_again (h, behind), here_use (h, till)));
  h->b = &i->body;
  spans_make (&whole, r);
  over_places (&whole);
  put_some (h, &whole, here_size (h, 0), size);
  h->b = &i->orelse;
  end = here_op (h, FIR_MIN, here_again (h, r->e), here_again (h, behind));
  end = imp_make_let (h, "n", here_op (h, FIR_SUB, end, here_use (h, n->row)));
  put_some (h, n, here_use (h, place), end);
  imp_make_assign (h, place, here_size (h, 0));
  imp_make_assign (h, till, here_again (h, r->e));
  h->b = &f->body;
  imp_make_assign (h, n->row, behind);
  imp_make_assign (h, n->q, here_op (h, FIR_ADD, here_use (h, n->q), here_size (h, 1)));
  h->b = body;
}

void
spans_long (struct imp_here *h, const struct spans_range *r)
{
  const struct type *u64 = type_size (h->p->ctx);
  struct imp_block *out = h->b;
  struct spans n = { .h = h };
  struct imp_expr *from, *to, *behind = NULL;
  struct imp_var *end, *place = NULL;
  struct imp_stmt *f;

  if (r->sizes)
    {
      f = imp_stmt_new (h->p, h->b, IMP_WHILE, 0);
      f->e[0] = here_op (h, FIR_LT, here_use (h, r->row), here_again (h, r->e));
      n.row = r->row;
      n.q = r->q;
    }
  else
    {
      n.row = imp_make_new (h, "row", u64, spans_first (h, r, here_again (h, r->first)));
      to = here_op (h, FIR_ADD, here_again (h, r->last), here_size (h, 1));
      f = imp_make_for (h, "q", here_again (h, r->first), to, 1, false);
      n.q = f->var;
    }
  n.in_place = here_use (h, n.q);
  spans_make (&n, r);
  if (over_places (&n))
    {
      imp_unlink (out, f);
      place = imp_make_new (h, "from", u64, here_op (h, FIR_SUB, here_again (h, r->b),
						     here_use (h, n.row)));
      imp_link_last (out, f);
      if (r->sizes && spans_twice (n.loop))
	{
	  whole_spans (h, r, &n, place);
	  return;
	}
    }
  h->b = &f->body;
  end = spans_end (h, r, n.q, r->e, &behind);
  if (place)
    {
      from = here_use (h, place);
      to = imp_make_let (h, "n", here_op (h, FIR_SUB, here_use (h, end), here_use (h, n.row)));
    }
  else
    {
      from = imp_make_let (h, "from", here_op (h, FIR_MAX, here_again (h, r->b),
					       here_use (h, n.row)));
      to = imp_make_let (h, "to", here_op (h, FIR_MIN, here_again (h, r->e), here_use (h, end)));
    }
  put_some (h, &n, from, to);
  imp_make_assign (h, n.row, r->sizes ? behind : here_use (h, end));
  if (r->sizes)
    imp_make_assign (h, n.q, here_op (h, FIR_ADD, here_use (h, n.q), here_size (h, 1)));
  if (place)
    imp_make_assign (h, place, here_size (h, 0));
}

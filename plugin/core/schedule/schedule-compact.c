/* The pass lanes: filters, in blocks that are compacted.

   A block is taken in two loops, and a call between them: values and guards into arrays; the
   kept ones to the front of a buffer (pack), without a branch, which would be mispredicted half
   of the time in the worst case; the buffer to its place.  A block of a short row of which
   nothing is kept is passed over, and values that memory has no part in are computed behind
   that.  The buffer is private: a value written behind the kept ones never reaches the next
   chunk's memory.  The few elements of a short row cost less with the branch.  Where it is seen
   that there is room for all elements, as in memory that the row has for itself, each is written
   there at once, kept or not.  Where that is known (wide) what an element gives to several
   outputs is in one array, and what is kept is packed in its place, without a buffer.  The
   guards are in arrays, too: GCC would make branches of those that exclude one another.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-lanes.h"

/* Rows of up to SHORT elements are filtered without blocks, if the loop, which is copied for that,
   has at most SMALL statements.  Of 8 elements that takes less than half the time if most are kept,
   or few, but a third more if half of them are, at random.  */
#define SHORT 6
#define SMALL 16

/* What goes to a buffer as it comes is a loop of at most MIDDLING statements.  Of rows of 8 that
   takes half the time of the arrays.  */
#define MIDDLING 32

/* So many elements, if there is room for all, or blocks of which nothing is kept cost little.  */
#define SHORT_WIDE 16

/* V to place K of the block of O.  */
static void
accept_value (struct imp_here *h, struct lanes *d, struct lanes_output *o, struct imp_expr *v,
	      struct imp_expr *g)
{
  (void) g;
  if (!o->shared)
    soa_write (h, &o->block, d->k, v);
}

/* Whether G (NULL: always) holds to place K of the block of O.  */
static void
accept_guard (struct imp_here *h, struct lanes *d, struct lanes_output *o, struct imp_expr *v,
	      struct imp_expr *g)
{
  struct imp_expr *one = imp_i32 (h->p, 1);

  (void) v;
  if (g)
    one = imp_select (h->p, g, one, imp_i32 (h->p, 0));
  if (d->any)
    one = imp_make_name (h, one, "one");
  imp_make_store (h, imp_use (h->p, o->keep), imp_again (h->p, d->k), one);
  if (d->any)
    imp_make_assign (h, d->any, imp_op (h->p, FIR_BOR, imp_use (h->p, d->any),
					imp_again (h->p, one)));
}

/* Both.  */
static void
accept_kept (struct imp_here *h, struct lanes *d, struct lanes_output *o, struct imp_expr *v,
	     struct imp_expr *g)
{
  accept_value (h, d, o, v, g);
  accept_guard (h, d, o, v, g);
}

/* V to the end of what O has kept, and behind it, if G holds, the next one.  */
static void
accept_at_once (struct imp_here *h, struct lanes *d, struct lanes_output *o, struct imp_expr *v,
		struct imp_expr *g)
{
  (void) d;
  imp_loop_keep_wide (h, o->s, v, g);
}

/* V behind what O has kept of a short row, and behind it, if G holds, the next one.  */
static void
accept_short (struct imp_here *h, struct lanes *d, struct lanes_output *o, struct imp_expr *v,
	      struct imp_expr *g)
{
  (void) d;
  g = g ? imp_make_name (h, g, "keep") : NULL;
  soa_write (h, &o->kept, imp_use (h->p, o->n), v);
  imp_make_assign (h, o->n, imp_op (h->p, FIR_ADD, imp_use (h->p, o->n), imp_loop_passed (h, g)));
}

/* O has kept Q values more.  */
static void
advance (struct lanes *d, struct lanes_output *o, struct imp_var *q)
{
  struct imp_var *pos = o->s->var;

  imp_make_assign (&d->h, pos,
		   here_op (&d->h, FIR_ADD, here_use (&d->h, pos), here_use (&d->h, q)));
}

/* Copy the first Q values of BUF to O's d[pos].  */
static void
move_kept (struct lanes *d, struct lanes_output *o, struct soa *buf, struct imp_var *q)
{
  struct imp_var *pos = o->s->var;
  struct imp_block *after = d->h.b;
  struct imp_expr *k;

  if (o->s->body.first)
    imp_apply (&d->h, o->s, here_use (&d->h, q), NULL);
  k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_use (&d->h, q), 1, true);
  imp_make_store (&d->h, here_again (&d->h, o->s->base),
		  here_op (&d->h, FIR_ADD, here_use (&d->h, pos), here_again (&d->h, k)),
		  soa_read (&d->h, buf, k));
  d->h.b = after;
  advance (d, o, q);
}

/* The address of array A.  */
static struct imp_expr *
address (struct lanes *d, struct imp_var *a)
{
  struct imp_expr *e = here_use (&d->h, a);

  e->type = type_ptr_in (d->h.p->ctx, imp_space (a, d->level), a->type, 0);
  return e;
}

/* Compact the kept ones of O's M values in array A to TO; how many.  */
static struct imp_var *
compact_to (struct lanes *d, struct lanes_output *o, struct imp_expr *to, struct imp_var *a,
	    const struct imp_expr *m)
{
  struct imp_expr *args[5] = { to, address (d, a), address (d, o->keep), here_again (&d->h, m),
			       here_size (&d->h, a->type->size) };

  return imp_make_new (&d->h, "q", type_size (d->h.p->ctx),
		       imp_call (d->h.p, IMP_FN_PACK, NULL, 5, args));
}

/* Compact the kept ones of O's M values to d[pos], where there is room for all of them.  */
static void
compact_in_place (struct lanes *d, struct lanes_output *o, const struct imp_expr *m)
{
  struct imp_expr *place[2] = { here_again (&d->h, o->s->base), here_use (&d->h, o->s->var) };
  struct imp_expr *to = imp_prim (d->h.p, FIR_PADD, o->s->base->type, 2, place);

  advance (d, o, compact_to (d, o, to, o->block.a[0], m));
}

/* Compact the kept ones of O's M values to the front of a buffer, and copy them to d[pos].  */
static void
compact_block (struct lanes *d, struct lanes_output *o, const struct imp_expr *m)
{
  struct soa buf;
  struct imp_var *q = NULL;

  if (o->s->wide && o->block.n == 1 && o->block.a[0]->type == o->s->base->type->elem
      && !imp_expr_is_area (o->s->base))
    {
      compact_in_place (d, o, m);
      return;
    }
  buf = soa_new (&d->h, o->t, "kept", d->target->filter);
  for (unsigned k = 0; k < buf.n; k++)
    q = compact_to (d, o, address (d, buf.a[k]), o->block.a[k], m);
  move_kept (d, o, &buf, q);
}

/* What each element gives to O, NULL: that stands in a branch.  */
static const struct imp_expr *
given (const struct lanes *d, const struct lanes_output *o)
{
  const struct imp_stmt *give = imp_give_of (d->loop, o->s->var);

  return give ? give->e[0] : NULL;
}

/* The output before number K that is given the same value by each element, for which there is room,
   or NULL.  */
static struct lanes_output *
same_values (struct lanes *d, unsigned k)
{
  const struct imp_expr *v = given (d, &d->outs[k]);

  for (unsigned j = 0; j < k && d->outs[k].s->wide && v && imp_simple (v); j++)
    if (given (d, &d->outs[j]) && imp_expr_equal (given (d, &d->outs[j]), v))
      return &d->outs[j];
  return NULL;
}

/* The arrays for a block of output K.  */
static void
compact_arrays (struct lanes *d, unsigned k)
{
  struct lanes_output *o = &d->outs[k], *same = same_values (d, k);

  o->shared = same != NULL;
  o->block = same ? same->block : soa_new (&d->h, o->t, "value", d->target->filter);
  o->keep = imp_make_array (&d->h, "keep", type_i32 (d->h.p->ctx), d->target->filter);
}

/* Is E, of an element in B, computed without what memory has, and without calls?  */
static bool
from_index (const struct imp_block *b, const struct imp_expr *e)
{
  const struct imp_expr *bound = imp_block_bound_to (b, e);

  if (e->kind == IMP_EXPR_LOAD || e->kind == IMP_EXPR_CALL || e->kind == IMP_EXPR_LEAF)
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!from_index (b, e->args[k]))
      return false;
  return bound == e || from_index (b, bound);
}

/* Do the values of D's output cost a few instructions, whatever its guards cost?  Then those of a
   block of which nothing is kept need not be there.  */
static bool
values_late (const struct lanes *d)
{
  const struct imp_block *b = &d->loop->body;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind != IMP_GIVE && (s->kind != IMP_NEW || !s->e[0]))
      return false;
  return imp_count_stmts (b) <= SMALL && from_index (b, given (d, d->outs));
}

/* Is there room for all elements in every output?  */
static bool
all_wide (const struct lanes *d)
{
  for (unsigned k = 0; k < d->nouts; k++)
    if (!d->outs[k].s->wide)
      return false;
  return true;
}

/* So many elements have room in the memory to which O stores, as the block that makes room shows:
   new want := add (pos, more)  if gt (want, cap) { ... }.  NULL: that is not known.  */
static const struct imp_expr *
room (const struct imp_stmt *o)
{
  const struct imp_stmt *want = o->body.first ? o->body.first->next : NULL;
  const struct imp_stmt *i = want ? want->next : NULL;
  const struct imp_expr *sum = want && want->kind == IMP_NEW ? want->e[0] : NULL, *gt;

  if (!i || i->kind != IMP_IF || i->next || i->orelse.first || !sum || sum->op != FIR_ADD
      || sum->kind != IMP_EXPR_PRIM || sum->args[0]->var != o->var
      || sum->args[1]->var != o->body.first->var)
    return NULL;
  gt = i->e[0];
  return gt->kind == IMP_EXPR_PRIM && gt->op == FIR_GT && gt->args[0]->var == want->var
	 && imp_simple (gt->args[1]) ? gt->args[1] : NULL;
}

/* Do the outputs of D have room for the elements from B to E?  NULL: that is not known.  */
static struct imp_expr *
has_room (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  struct imp_expr *all = NULL, *left;

  for (unsigned k = 0; k < d->nouts; k++)
    if (!room (d->outs[k].s))
      return NULL;
  left = imp_make_let (&d->h, "left",
		       here_op (&d->h, FIR_SUB, here_again (&d->h, e), here_again (&d->h, b)));
  for (unsigned k = 0; k < d->nouts; k++)
    {
      const struct imp_stmt *o = d->outs[k].s;
      struct imp_expr *end = here_op (&d->h, FIR_ADD, here_use (&d->h, o->var),
				      here_again (&d->h, left));
      struct imp_expr *one = here_op (&d->h, FIR_LE, end, here_again (&d->h, room (o)));

      all = all ? here_op (&d->h, FIR_BAND, all, one) : one;
    }
  return all;
}

/* The elements from B to E, each of which ACCEPT takes.  */
static void
one_by_one (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e,
	    lanes_accept *accept)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *i = here_begin_for (&d->h, d->loop->var->name, here_again (&d->h, b),
				       here_again (&d->h, e), 1, false);

  lanes_element (d, i, accept);
  d->h.b = after;
}

/* The elements from B to E of a short row: what is kept, to buffers and then to its place.  */
static void
by_buffers (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  for (struct lanes_output *o = d->outs; o < d->outs + d->nouts; o++)
    {
      o->kept = soa_new (&d->h, o->t, "kept", d->target->part);
      o->n = imp_make_new (&d->h, "q", type_size (d->h.p->ctx), here_size (&d->h, 0));
    }
  one_by_one (d, b, e, accept_short);
  for (struct lanes_output *o = d->outs; o < d->outs + d->nouts; o++)
    move_kept (d, o, &o->kept, o->n);
}

/* The elements from B to E in blocks.  LATE: values are computed where something is kept.  */
static void
by_blocks (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e, bool late)
{
  unsigned n = d->target->filter;
  struct imp_expr *j, *left, *m;

  j = here_begin_for (&d->h, "j", here_again (&d->h, b), here_again (&d->h, e), n, false);
  left = here_op (&d->h, FIR_SUB, here_again (&d->h, e), here_again (&d->h, j));
  m = imp_make_let (&d->h, "m", here_op (&d->h, FIR_MIN, left, here_size (&d->h, n)));

  for (unsigned k = 0; k < d->nouts; k++)
    compact_arrays (d, k);
  /* The only block of a row is seldom a whole number of parts.  In long ones that costs a
     twentieth.  Several outputs mostly share the elements out.  */
  d->any = !d->loop->brief || d->nouts > 1 ? NULL
	   : imp_make_new (&d->h, "any", type_i32 (d->h.p->ctx), imp_i32 (d->h.p, 0));
  lanes_block (d, here_again (&d->h, j), here_again (&d->h, m), late ? accept_guard : accept_kept);
  if (d->any)
    d->h.b = &imp_make_if (&d->h, here_use (&d->h, d->any))->body;
  if (late)
    lanes_block (d, j, here_again (&d->h, m), accept_value);
  for (unsigned k = 0; k < d->nouts; k++)
    compact_block (d, &d->outs[k], m);
}

void
lanes_compact (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  bool wide = all_wide (d);
  struct imp_block *after = d->h.b;
  unsigned buffered = d->target->part;
  struct imp_expr *left, *fits;
  bool small = d->loop->brief && imp_count_stmts (&d->loop->body) <= SMALL, late;

  late = d->loop->brief && d->nouts == 1 && values_late (d);
  if (late && buffered > SHORT_WIDE)
    buffered = SHORT_WIDE;
  fits = small ? has_room (d, b, e) : NULL;
  if (fits)
    {
      struct imp_stmt *i = imp_make_if (&d->h, fits);
      d->h.b = &i->body;
      one_by_one (d, b, e, accept_at_once);
      d->h.b = &i->orelse;
    }
  else if (small
	   && imp_count_stmts (&d->loop->body) + imp_count_stmts (&d->loop->orelse) <= SMALL)
    {
      left = here_op (&d->h, FIR_SUB, here_again (&d->h, e), here_again (&d->h, b));
      struct imp_stmt *i = imp_make_if (&d->h, here_op (&d->h, FIR_LE, left,
							here_size (&d->h, wide ? SHORT_WIDE
								: SHORT)));
      d->h.b = &i->body;
      if (wide)
	one_by_one (d, b, e, accept_at_once);
      else
	imp_loop_range (&d->h, d->loop, here_again (&d->h, b), here_again (&d->h, e), false);
      d->h.b = &i->orelse;
    }
  if (d->loop->brief && !wide && imp_count_stmts (&d->loop->body) <= MIDDLING)
    {
      left = here_op (&d->h, FIR_SUB, here_again (&d->h, e), here_again (&d->h, b));
      struct imp_stmt *i = imp_make_if (&d->h, here_op (&d->h, FIR_LE, left,
							here_size (&d->h, buffered)));
      d->h.b = &i->body;
      by_buffers (d, b, e);
      d->h.b = &i->orelse;
    }
  by_blocks (d, b, e, late);
  d->h.b = after;
}

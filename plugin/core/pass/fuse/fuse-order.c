/* The order of what may fail inside a loop's body.

   An element stops at its first failure.  Of all failures that of least order is reported, so
   within an element a term of greater order must not precede, and hide, one of lesser order:

     a = get x i order 2                    b = get y j order 1
     b = get y j order 1         =>         a = get x i order 2

   A term that needs the other's result stays behind it: it fails with it.

   So do the loops of a block, if nothing in between stores or checks: of an index-only vector that
   fails, and is read in several places, a later loop may read what comes first.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

#include <limits.h>

static void
least_order (struct fir_stmt *s, void *data)
{
  unsigned *least = (unsigned *) data;
  bool fails = s->op == FIR_LEAF ? (s->leaf->flags & LEAF_MAYFAIL) != 0
	       : s->op == FIR_CHECK || fir_op_may_fail (s);

  if (fails && s->order < *least)
    *least = s->order;
}

/* The least order of what may fail in S; UINT_MAX if nothing may.  */
static unsigned
failure_order (struct fir_stmt *s)
{
  unsigned least = UINT_MAX;

  fir_walk_calls (s, least_order, &least);
  return least;
}

unsigned
fuse_least_failure (struct fir_block *b)
{
  unsigned least = UINT_MAX;

  for (struct fir_stmt *s = b->first; s; s = s->next)
    fir_walk_calls (s, least_order, &least);
  return least;
}

struct later
{
  unsigned than;
  bool found;
};

static void
find_later (struct fir_stmt *s, void *data)
{
  struct later *x = (struct later *) data;
  unsigned order = UINT_MAX;

  least_order (s, &order);
  x->found |= order != UINT_MAX && order > x->than;
}

bool
fuse_later_failure (struct fir_block *b, unsigned than)
{
  struct later x = { than, false };

  for (struct fir_stmt *s = b->first; s; s = s->next)
    fir_walk_calls (s, find_later, &x);
  return x.found;
}

/* Orders of what may fail.  */
struct order
{
  unsigned order;
  struct order *next;
};

struct orders
{
  struct nova_ctx *ctx;
  struct order *known;
  bool found;
};

static void
note_order (struct fir_stmt *s, void *data)
{
  struct orders *o = (struct orders *) data;
  unsigned order = UINT_MAX;
  struct order *n;

  least_order (s, &order);
  if (order == UINT_MAX)
    return;
  n = CTX_NEW (o->ctx, struct order);
  n->order = order;
  n->next = o->known;
  o->known = n;
}

static void
find_order (struct fir_stmt *s, void *data)
{
  struct orders *o = (struct orders *) data;
  unsigned order = UINT_MAX;

  least_order (s, &order);
  for (struct order *n = o->known; n && order != UINT_MAX; n = n->next)
    o->found |= n->order == order;
}

bool
fuse_mixes_failures (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  struct orders o = { f->p->ctx, NULL, false };

  if (a->parent == f->r->body)
    return false;
  fir_walk_calls (b, note_order, &o);
  if (o.known)
    fir_walk_calls (a, find_order, &o);
  return o.found;
}

static void
mark_def (struct fir_atom *a, void *data)
{
  struct fuse *f = (struct fuse *) data;

  if (a->var)
    fuse_info (f, a->var)->mark = 1;
}

static bool
marked (struct fuse *f, struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nres; k++)
    if (fuse_info (f, s->res[k])->mark)
      return true;
  return false;
}

static void
clear_mark (struct fir_atom *a, void *data)
{
  struct fuse *f = (struct fuse *) data;

  if (a->var)
    fuse_info (f, a->var)->mark = 0;
}

/* May something in S fail that is of a greater order than THAN?  */
static bool
later (struct fir_stmt *s, unsigned than)
{
  struct later x = { than, false };

  fir_walk_calls (s, find_later, &x);
  return x.found;
}

/* Move S, and what it needs, from behind T to before it; nothing if it needs T itself, or if that
   may fail and S stands ALONE, or may fail with a greater order than T, whose failure it would
   hide.  */
static void
move_before (struct fuse *f, struct fir_stmt *s, struct fir_stmt *t, bool alone)
{
  struct fir_stmt *next;
  bool needs = false;

  fir_stmt_each_atom (s, mark_def, f);
  for (struct fir_stmt *x = s->prev; x != t; x = x->prev)
    if (marked (f, x))
      {
	needs |= alone ? failure_order (x) != UINT_MAX : later (x, failure_order (t));
	fir_stmt_each_atom (x, mark_def, f);
      }
  needs |= marked (f, t);
  if (!needs)
    law_fired (f->p->ctx, LAW_M2);
  for (struct fir_stmt *x = t->next; !needs && x; x = next)
    {
      bool last = x == s;

      next = x->next;
      if (last || marked (f, x))
	{
	  fir_unlink (x);
	  fir_insert_before (t, x);
	}
      if (last)
	break;
    }
  fir_block_each_atom (t->parent, clear_mark, f);
}

static void
sort_block (struct fuse *f, struct fir_block *b)
{
  struct fir_stmt *next;

  for (struct fir_stmt *s = b->first; s; s = next)
    {
      unsigned order = failure_order (s);

      next = s->next;
      for (struct fir_stmt *t = b->first; order != UINT_MAX && t != s; t = t->next)
	{
	  unsigned before = failure_order (t);

	  if (before == UINT_MAX || before <= order)
	    continue;
	  move_before (f, s, t, false);
	  /* Moved, or held by T: in either case go on behind.  */
	  if (s->next == t)
	    break;
	}
      if (s->op == FIR_LOOP || s->op == FIR_IF || s->op == FIR_CASE)
	for (unsigned k = 0; k < s->nfns; k++)
	  sort_block (f, s->fns[k]->body);
    }
}

/* Does what follows X stay behind it: is it a check, on which that may rely, or an effect?  */
static bool
holds (struct fir_stmt *x)
{
  return x->op == FIR_CHECK || fuse_stores (x) || (fir_op_info[x->op].flags & FIR_FLAG_EFFECT);
}

/* Move loops of B before others where all that may fail in them is of no greater order than what
   may fail there, and some of a lesser one.  */
static void
sort_loops (struct fuse *f, struct fir_block *b)
{
  struct fir_stmt *next;

  for (struct fir_stmt *s = b->first; s; s = next)
    {
      unsigned order = s->op == FIR_LOOP && !fuse_stores (s) ? failure_order (s) : UINT_MAX;
      struct fir_stmt *t = s;

      next = s->next;
      if (order == UINT_MAX)
	continue;
      while (t->prev && !holds (t->prev) && !later (s, failure_order (t->prev)))
	t = t->prev;
      for (; t != s; t = t->next)
	if (later (t, order))
	  {
	    move_before (f, s, t, true);
	    if (s->next == t)
	      break;
	  }
    }
}

void
fuse_sort_failures (struct fuse *f, struct fir_block *b)
{
  sort_loops (f, b);
  for (struct fir_stmt *s = b->first; s; s = s->next)
    for (unsigned k = 0; k < s->nfns; k++)
      if (s->op == FIR_LOOP)
	sort_block (f, s->fns[k]->body);
      else
	fuse_sort_failures (f, s->fns[k]->body);
}

/* Lowering of loops: how many passes, which way they are stated, and where the results go.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A loop of a region runs in chunks, in parallel.  An output that only stores or reduces needs one
   pass over the elements.  A filter, or ragged rows, needs two: the first counts, so that it is
   known where each chunk writes and how much memory is needed, the second writes; so does a scan:
   the first reduces the chunks (omitted if there is only one), the second runs from a seed
   (Blelloch, "Prefix Sums and Their Applications", section 1.3).  What may fail is checked in the
   first pass only.

   Nearly all of them are stated whole, `loop i < n cost k', and the pass chunk makes chunks and
   passes of that (lower-give.c; schedule/schedule-chunk.c).  Loops that cannot be stated so, those
   that combine vectors above all, get their chunks here (lower-chunk.c):

     new size := chunk_size (n, cost)
     new nc := chunks (n, size)
     parfor c < nc cost size * cost { b = c * size to e = min (n, b + size) ... part[c] := acc }
     raise { cleanup }
     new sum := init; for c = 0 to nc { sum := f (sum, part[c]) }

   A row that a leaf returns is made in the first pass only (lower-two-pass.c).

   A loop inside another has no chunks, and one pass: what it writes without having counted it grows
   (lower-grow.c).  It counts only if nothing but lengths is needed, or if these are merely looked
   up.  */

#include "lower-loop.h"

/* --- Handles -------------------------------------------------------------------------------- */

/* A handle that lives as long as a loop.  */
struct lent
{
  struct vecval *v;
  bool fresh;			/* the handle is the loop's to release */
  struct lent *next;
};

struct lending
{
  struct loop *lp;
  unsigned depth;		/* loops around the loop */
  struct lent *first;
};

/* Make the handles that leaf call S, in the loop's body, needs of vectors bound outside it.  */
static void
lend (struct fir_stmt *s, void *data)
{
  struct lending *d = (struct lending *) data;
  struct lower *l = d->lp->l;
  for (unsigned k = 0; s->op == FIR_LEAF && k < s->nargs; k++)
    {
      struct fir_var *var = s->args[k].var;
      if (!var || !type_is_vec (var->type) || lower_bind (l, var)->depth > d->depth)
	continue;
      struct vecval *v = lower_vec (l, s->args[k]), *m = v;
      bool fresh;
      if (lower_leaf_packs (v))
	m = vec_memory (l, v);
      else if (lower_lends (s->leaf, var->type))
	continue;
      struct imp_expr *h = vec_handle (l, m, &fresh);
      if (!fresh && m == v)
	continue;
      v->handle = fresh ? s_new (l, "h", v->type, h) : m->handle;
      if (fresh)
	vec_own (l, v->handle);
      struct lent *t = CTX_NEW (l->ctx, struct lent);
      t->v = v;
      t->fresh = fresh;
      t->next = d->first;
      d->first = t;
    }
}

/* Forget the handles of D; a loop inside another leaves them to the end of the element.  */
static void
take_back (struct lending *d)
{
  struct lower *l = d->lp->l;
  for (struct lent *t = d->first; t; t = t->next)
    {
      if (t->fresh && !d->lp->nested)
	{
	  imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = t->v->handle;
	  lower_live_remove (l, t->v->handle);
	}
      t->v->handle = NULL;
    }
}

/* --- Loops ---------------------------------------------------------------------------------- */

/* Do only scans need the first pass, so that a single chunk does not?  */
static bool
first_pass_optional (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].o->kind == OUT_FILTER || lp->outs[k].o->kind == OUT_REDUCE
	|| (lp->outs[k].rows && !rowout_fixed_p (&lp->outs[k])))
      return false;
  return !lp->fails;
}

/* The first of two passes, and the combination of its results.  */
static void
first_pass (struct loop *lp, struct imp_var *size, struct imp_var *nc)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  job_set (lp, 1, 2);
  chunk_parts_new (lp, nc);
  struct imp_stmt *i = NULL;
  if (first_pass_optional (lp))
    {
      i = s_if (l, e_op (l, FIR_GT, imp_use (l->p, nc), e_size (l, 1)));
      l->b = &i->body;
    }
  chunk_parfor (lp, size, nc);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->job == JOB_LENGTHS)
	rowout_combine (lp, o, nc);
      else if (o->job == JOB_COUNT)
	chunk_combine (lp, o, e_size (l, 0), nc, true);
      else if (out_scans (o))
	chunk_combine (lp, o, lower_atom (l, o->o->init), nc, true);
      else if (o->job == JOB_REDUCE)
	chunk_combine (lp, o, lower_atom (l, o->o->init), nc, false);
    }
  if (!i)
    return;
  l->b = &i->orelse;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (out_scans (&lp->outs[k]))
      {
	/* Room for the partial results of no chunk is no room.  */
	if (lp->outs[k].t->size > l->target->partial)
	  l->b = &s_if (l, e_op (l, FIR_GT, imp_use (l->p, nc), e_size (l, 0)))->body;
	s_store (l, imp_use (l->p, lp->outs[k].comb.part), e_size (l, 0),
		 lower_atom (l, lp->outs[k].o->init));
	l->b = &i->orelse;
      }
  l->b = after;
}

static void
loop_parallel (struct loop *lp)
{
  struct lower *l = lp->l;
  unsigned passes = lp->passes;
  const struct type *u64 = type_size (l->ctx);
  lp->elem_cost = lower_name (l, elem_cost (lp), "cost");
  if (give_whole_p (lp))
    {
      give_whole (lp);
      return;
    }
  bool one = lp->serial && !lp->parts;
  struct imp_expr *e = one ? e_again (l, lp->n)
		       : e_call (l, IMP_FN_CHUNK_SIZE, NULL, 2, e_again (l, lp->n),
				 e_again (l, lp->elem_cost));
  if (lp->parts)
    e = rowcomb_chunk_size (lp, e);
  struct imp_var *size = s_new (l, "size", u64, e);
  e = one ? e_size (l, 1)
      : e_call (l, IMP_FN_CHUNKS, NULL, 2, e_again (l, lp->n), imp_use (l->p, size));
  struct imp_var *nc = s_new (l, "nc", u64, e);
  if (passes == 2)
    {
      keep_begin (lp);
      first_pass (lp, size, nc);
      keep_read (lp);
    }
  job_set (lp, passes, passes);
  job_check_rooms (lp);
  job_storage (lp);
  if (passes == 1)
    {
      chunk_parts_new (lp, nc);
      chunk_parfor (lp, size, nc);
      for (unsigned k = 0; k < lp->nouts; k++)
	if (lp->outs[k].job == JOB_REDUCE)
	  chunk_combine (lp, &lp->outs[k], lower_atom (l, lp->outs[k].o->init), nc, false);
    }
  else if (!keep_moves (lp, size, nc) && !give_stores (lp))
    chunk_parfor (lp, size, nc);
  keep_end (lp);
}

/* Let O, a reduction inside another loop, in which not every element has a value, combine them with
   its initial value, one after another: then no flag need tell whether one has come.  */
static void
combine_from_init (struct lower *l, struct out *o)
{
  if (o->comb.start != START_FLAG)
    return;
  o->comb.start = START_SEED;
  o->comb.seed = imp_use (l->p, o->comb.sum);
}

/* All elements of a loop inside another, in the running pass.  A reduction's sum is a variable
   outside the block that the accumulators live in.  */
static void
nested_pass (struct loop *lp)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  bool first = false;
  if (give_nested (lp))
    return;
  rowcomb_none_failed (lp, NULL, NULL);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->vecs && o->job != JOB_NONE)
	rowcomb_begin (lp, o);
      if (o->job == JOB_LENGTHS)
	rowout_count_begin (lp, o);
      if (!job_combines (o->job))
	continue;
      o->comb.sum = s_new (l, o->job == JOB_COUNT ? "count" : o->o->res->name, o->t,
			   o->job == JOB_COUNT ? e_size (l, 0) : lower_atom (l, o->o->init));
      combine_from_init (l, o);
      first |= o->comb.start == START_FIRST;
    }
  /* What the others have, how many a filter keeps, is read if there are no elements, too.  */
  for (unsigned k = 0; k < lp->nouts; k++)
    chunk_begin (lp, &lp->outs[k], NULL);
  if (first)
    l->b = &s_if (l, e_op (l, FIR_GT, e_again (l, lp->n), e_size (l, 0)))->body;
  chunk_range (lp, imp_use (l->p, s_new (l, "b", type_size (l->ctx), e_size (l, 0))),
	      e_again (l, lp->n));
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (!job_combines (o->job))
	continue;
      struct imp_expr *acc = imp_use (l->p, o->comb.acc);
      s_assign (l, o->comb.sum, o->comb.start == START_SEED ? acc
		: reduce_combine (lp, o, imp_use (l->p, o->comb.sum), acc));
    }
  l->b = after;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].vecs && lp->outs[k].job != JOB_NONE)
      {
	rowcomb_end (lp, &lp->outs[k], NULL);
	rowcomb_keep (lp, &lp->outs[k]);
      }
}

/* The first of two passes of a loop inside another.  */
static void
nested_first (struct loop *lp)
{
  job_set (lp, 1, 2);
  nested_pass (lp);
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_LENGTHS)
      rowout_counted (lp, &lp->outs[k]);
  if (lp->fails)
    lower_rest_if_ok (lp->l);
}

/* A loop of which only checks and lengths are needed.  */
static void
loop_counted (struct loop *lp)
{
  struct lower *l = lp->l;
  if (lp->fails)
    lower_need_ok (l);
  nested_first (lp);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      struct bind *b = lower_bind (l, o->o->res);
      if (o->vecs && !o->rows)
	b->vec = rowcomb_result (lp, o);
      else if (o->o->kind == OUT_REDUCE)
	b->e = imp_use (l->p, o->comb.sum);
      else if (o->rows)
	b->vec = rowout_counts (lp, o);
      else
	{
	  b->vec = vec_new (l, VEC_MEM, o->o->res->type);
	  b->vec->counted = true;
	  b->vec->n[0]
	    = o->o->kind == OUT_FILTER ? imp_use (l->p, o->comb.sum) : e_again (l, lp->n);
	}
    }
}

/* Do the elements of the running pass only look up the lengths of their values?  */
static bool
only_looks (struct loop *lp)
{
  unsigned i = 0;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job != JOB_LENGTHS && lp->outs[k].job != JOB_NONE)
      return false;
  for (struct fir_stmt *s = lp->body->first; s; s = s->next, i++)
    if (lp->need[i] && (s->nfns || s->op == FIR_LEAF || !fir_straight (s)))
      return false;
  return true;
}

static void
loop_nested (struct loop *lp)
{
  struct lower *l = lp->l;
  unsigned passes = lp->passes;
  if (few_filter (lp))
    return;
  if (lp->fails)
    lower_need_ok (l);
  if (passes == 2)
    {
      job_set (lp, 1, 2);
      lp->once = lp->fails || rowout_joined_p (lp->outs) || !only_looks (lp);
      if (!lp->once)
	nested_first (lp);
    }
  job_set (lp, lp->once ? 1 : passes, lp->once ? 1 : passes);
  job_storage (lp);
  nested_pass (lp);
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].rows)
      lower_bind (l, lp->outs[k].o->res)->vec = rowout_result (lp, &lp->outs[k]);
    else if (lp->outs[k].o->kind == OUT_FILTER)
      grow_filtered (l, &lp->outs[k]);
  if (lp->fails)
    lower_rest_if_ok (l);
}

/* Record in LP whether S may fail, or fail through a leaf, or is a loop.  */
static void
note_failure (struct fir_stmt *s, void *data)
{
  struct loop *lp = (struct loop *) data;
  if (s->op == FIR_CHECK || (s->op != FIR_LEAF && fir_op_may_fail (s)))
    lp->fails = true;
  /* The function may stand outside the loop; which failures it has is not looked at.  */
  if (s->op == FIR_APPLY && fir_may_fail (s))
    lp->fails = lp->leaf_fails = true;
  if (s->op == FIR_LEAF && (s->leaf->flags & LEAF_MAYFAIL))
    lp->fails = lp->leaf_fails = true;
  if (s->op == FIR_LOOP || shape_of (s->op))
    lp->inner = true;
  lp->turns |= s->op == FIR_APPLY;
}

static void
analyse (struct loop *lp)
{
  bool dest = false, rows = false;
  lp->passes = 1;
  lp->cost = fir_block_cost (lp->body);
  fir_walk (lp->body, note_failure, lp);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct fir_out *o = lp->outs[k].o;
      if (o->kind == OUT_VEC && !fir_atom_none (o->guard))
	ctx_fatal (lp->l->ctx, "lower: a guarded vector output is a filter");
      lp->cost += o->combine ? fir_block_cost (o->combine->body) : 1;
      if (o->combine)
	{
	  fir_walk (o->combine->body, note_failure, lp);
	  lower_let_all_wrap (lp->l, o->combine);
	}
      dest |= !fir_atom_none (o->dest);
      rowout_plan (lp, &lp->outs[k]);
      lp->serial |= lp->outs[k].vecs;
    }
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct fir_out *o = lp->outs[k].o;
      if (lp->outs[k].rows)
	rowout_plan_places (lp, &lp->outs[k]);
      rows |= rowout_stored_p (&lp->outs[k]) || rowout_as_read_p (&lp->outs[k]);
      if (o->kind == OUT_FILTER || (lp->outs[k].rows && !rowout_fixed_p (&lp->outs[k]))
	  || (!lp->nested && (o->kind == OUT_SCAN || o->kind == OUT_EXSCAN)))
	lp->passes = 2;
    }
  lp->parts = lp->serial && rowcomb_parts_p (lp);
  /* Nothing may be written to the user's memory before all checks of the loop hold, if the program
     can see it.  Leaves that fail, and checks of the elements of rows, which would read these
     twice, are no pass of their own: they make a buffer where there is a handler (lower_dest).  */
  if ((dest || rows) && lp->fails && !lp->leaf_fails && !lp->inner)
    lp->passes = 2;
  lp->late = (dest || rows) && lp->fails && lp->passes == 1;
  if ((dest || rows) && lp->nested)
    ctx_fatal (lp->l->ctx, "lower: a store inside a loop");
}

void
lower_loop (struct lower *l, struct fir_stmt *s)
{
  struct loop lp = { .l = l, .s = s, .body = s->fns[0]->body, .nouts = s->nouts };
  struct part part;
  if (lower_bind (l, s->res[0])->combined || lower_delayed (l, s) || lower_delayed_rows (l, s)
      || lower_stores_placed (l, s))
    return;
  lp.nested = l->elem != NULL;
  lp.outs = CTX_NEWV (l->ctx, struct out, s->nouts);
  for (unsigned k = 0; k < s->nouts; k++)
    lp.outs[k].o = &s->outs[k];
  lp.n = lower_name (l, lower_atom (l, s->args[0]), "n");
  struct fir_stmt *element = part_find (l, s);
  if (element && part_whole (l, s, element, lp.n))
    return;
  if (element)
    lp.n = part_begin (l, s, element, lp.n, &part);
  analyse (&lp);
  struct lending d = { &lp, lower_bind (l, s->res[0])->depth, NULL };
  fir_walk (lp.body, lend, &d);
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].combine)
      fir_walk (s->outs[k].combine->body, lend, &d);
  if (lp.nested && lower_bind (l, s->res[0])->count_only)
    {
      loop_counted (&lp);
      take_back (&d);
      return;
    }
  if (lp.nested)
    loop_nested (&lp);
  else
    loop_parallel (&lp);
  take_back (&d);
  job_results (&lp);
  if (element)
    part_end (l, s, &part);
  struct bind *b = lower_bind (l, s->res[0]);
  if (!b->reported)
    job_report (&lp);
  b->reported = true;
}

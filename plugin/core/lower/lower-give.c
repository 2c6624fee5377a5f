/* Lowering of loops to a LOOP of IMP, which states what each element gives, not how it runs.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A loop of a region is stated whole where give_whole_p allows it, and the passes over IMP
   (plugin/core/schedule; doc/schedule.txt) divide it: chunks and passes over the elements, nests,
   lanes.

     loop i < n cost k by lanes { reduce s ... (x, y) { } ret f (x, y) } do { ... give s := v }

   Reductions of a loop inside an element, and the elements of a chunk that lowering makes itself
   (lower-chunk.c), are stated as `loop i = b to e'.  The body is lowered once; the passes copy it
   as often as they need it.  */

#include "lower-loop.h"

/* Parameter K of O's operator: of FN, or, if that is NULL, of a sum.  */
static struct imp_expr *
parameter (struct loop *lp, struct out *o, struct fir_fn *fn, unsigned k)
{
  const char *name = fn ? fn->params[k]->name : k ? "y" : "x";

  return imp_use (lp->l->p, s_new (lp->l, name, o->t, NULL));
}

/* Put the operator of O into S.  */
static void
operator_of (struct loop *lp, struct out *o, struct imp_stmt *s)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct fir_fn *fn = o->job == JOB_COUNT ? NULL : o->o->combine;
  struct element *outer = l->elem, el = { .index = e_size (l, 0), .checked = true };
  bool in_order = l->in_order;

  /* Elements run it: what is a loop in it is none of the region.  It does not fail.  */
  el.outer = el.index;
  if (!outer)
    l->elem = &el;
  l->b = &s->body;
  struct imp_expr *x = parameter (lp, o, fn, 0), *y = parameter (lp, o, fn, 1);
  l->in_order = s->apart;
  s->e[2] = reduce_combine (lp, o, x, y);
  l->in_order = in_order;
  l->elem = outer;
  l->b = after;
}

/* Put into S the block that makes room before filter O stores.  */
static void
room_of (struct loop *lp, struct out *o, struct imp_stmt *s)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;

  if (!o->mem.grow)
    return;
  l->b = &s->body;
  struct imp_expr *n = imp_use (l->p, s_new (l, "more", type_size (l->ctx), NULL));
  grow_room (l, o->mem.grow, imp_use (l->p, o->mem.pos), n);
  l->b = after;
}

/* Bind O's destination to a variable.  An element's array then needs an address like any other
   memory.  */
static void
name_destination (struct lower *l, struct out *o)
{
  if (imp_expr_is_area (o->mem.d))
    imp_state_space (o->mem.d->var, SPACE_PROGRAM);
  if (o->mem.d->kind == IMP_EXPR_CONST || imp_expr_is_area (o->mem.d))
    o->mem.d = imp_use (l->p, s_new (l, "d", o->mem.d->type, o->mem.d));
}

/* State O as an output at the head of LOOP.  */
static void
head (struct loop *lp, struct out *o, struct imp_stmt *loop)
{
  struct lower *l = lp->l;
  enum imp_stmt_kind kind = job_combines (o->job) ? IMP_REDUCE : o->job == JOB_FILTER ? IMP_FILTER
			    : o->job == JOB_SCAN ? IMP_SCAN : IMP_EXSCAN;
  struct imp_stmt *s = imp_stmt_new (l->p, &loop->orelse, kind, 0);

  s->var = kind == IMP_FILTER && !lp->whole ? o->mem.pos : o->comb.acc;
  if (kind == IMP_FILTER)
    {
      s->base = e_again (l, o->mem.d);
      s->wide = o->mem.wide;
      room_of (lp, o, s);
      return;
    }
  if (kind == IMP_REDUCE)
    {
      s->apart = lp->nested;
      s->first = o->comb.start == START_FIRST && !lp->whole && !lp->nested;
      s->e[0] = o->comb.start == START_NEUTRAL ? e_again (l, o->comb.neutral) : NULL;
      s->commutes = o->comb.commutes;
      s->by = o->comb.by;
    }
  else
    s->base = e_again (l, o->mem.d);
  /* Scans are reductions first.  */
  if (kind != IMP_REDUCE)
    {
      s->e[0] = o->comb.neutral ? e_again (l, o->comb.neutral) : NULL;
      s->commutes = o->comb.commutes;
    }
  operator_of (lp, o, s);
}

void
give_accept (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *g)
{
  struct lower *l = lp->l;
  struct imp_stmt *s;

  if (o->job == JOB_COUNT)
    v = reduce_counted (l, g);
  s = imp_stmt_new (l->p, l->b, IMP_GIVE, 0);
  s->var = o->job == JOB_FILTER && !lp->whole ? o->mem.pos : o->comb.acc;
  s->e[0] = v;
  s->e[1] = g && o->job != JOB_COUNT ? e_test (l, g) : NULL;
}

/* SHAPE as a word of IMP.  If one operator needs a tree all outputs get trees.  */
static enum imp_shape
shape_word (struct loop *lp, enum blocks shape)
{
  if (shape != BLOCKS_COMBINE)
    return shape == BLOCKS_FILTER ? IMP_SHAPE_COMPACT : IMP_SHAPE_TILES;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (job_combines (lp->outs[k].job) && lp->outs[k].comb.tree)
      return IMP_SHAPE_TREE;
  return IMP_SHAPE_LANES;
}

struct imp_stmt *
give_loop_new (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  struct imp_stmt *s = imp_stmt_new (l->p, l->b, IMP_LOOP, 0);

  s->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, lp->s->fns[0]->params[0]->name,
			type_size (l->ctx));
  s->e[0] = e_again (l, b);
  s->e[1] = e_again (l, e);
  s->e[2] = e_size (l, 1);
  return s;
}

static void
name_destinations (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_FILTER || job_scans (lp->outs[k].job))
      name_destination (lp->l, &lp->outs[k]);
}

struct out *
give_fused (struct loop *lp)
{
  for (struct out *o = lp->outs; o < lp->outs + lp->nouts; o++)
    if (o->job == JOB_VEC && o->mem.fused)
      return o;
  return NULL;
}

/* The outputs and the body of S.  */
static void
give_elements (struct loop *lp, struct imp_stmt *s)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct out *o = give_fused (lp);

  for (unsigned k = 0; k < lp->nouts; k++)
    if (job_combines (lp->outs[k].job) || lp->outs[k].job == JOB_FILTER
	|| job_scans (lp->outs[k].job))
      head (lp, &lp->outs[k], s);
    else if (lp->outs[k].job == JOB_ROWS && lp->whole)
      rowout_whole_head (lp, &lp->outs[k], s);
  l->b = &s->body;
  lp->gives = true;
  if (o)
    fused_bind_parts (l, o->mem.fused, imp_use (l->p, s->var));
  elem_emit (lp, imp_use (l->p, s->var), false);
  if (o)
    fused_bind_parts (l, o->mem.fused, NULL);
  lp->gives = false;
  l->b = after;
}

void
give_blocks (struct loop *lp, enum blocks shape, struct imp_expr *b, struct imp_expr *e)
{
  struct imp_stmt *s;

  name_destinations (lp);
  s = give_loop_new (lp, b, e);
  give_elements (lp, s);
  s->shape = shape_word (lp, shape);
  s->brief = lp->nested;
}

/* The variable that output O combines in.  */
static struct imp_var *
sum_of (struct lower *l, struct out *o)
{
  if (o->o->kind == OUT_FILTER)
    return s_new (l, l->elem ? "count" : "sum", type_size (l->ctx), e_size (l, 0));
  return s_new (l, o->o->kind == OUT_REDUCE ? o->o->res->name : "sum", o->t,
		lower_atom (l, o->o->init));
}

/* The shape of the running pass.  */
static enum imp_shape
shape_of_pass (struct loop *lp)
{
  enum blocks shape = chunk_lanes_pay (lp);

  return shape == BLOCKS_NONE || shape == BLOCKS_ANY ? IMP_SHAPE_SERIAL : shape_word (lp, shape);
}

/* Can output O of LP, whose elements may fail, be stated, so that it can be combined from parts in
   the pass in which none fails, or because nobody sees what is stored if one does?  */
static bool
states_checked (struct loop *lp, const struct out *o)
{
  const struct loop *r = lp->l->elem->region;

  return r && r->whole && (r->checks_ahead || r->late) && !lp->leaf_fails && o->job == JOB_REDUCE
	 && fir_atom_none (o->o->guard);
}

/* Are the outputs of LP, whose elements may fail, combined as if none did?  */
static bool
plans_ahead (struct loop *lp)
{
  for (struct out *o = lp->outs; o < lp->outs + lp->nouts; o++)
    if (o->job != JOB_NONE && !states_checked (lp, o))
      return false;
  return true;
}

/* Does the running pass of LP, inside another loop, combine, scan or filter scalars, so that it is
   stated?  If elements may fail that is for the rows that are shared out (schedule-row-wide.c): in
   the others one element comes after another, unless all are checked ahead.  */
static bool
combines_scalars (struct loop *lp)
{
  const struct loop *r = lp->l->elem->region;
  bool some = false;

  for (struct out *o = lp->outs; o < lp->outs + lp->nouts; o++)
    {
      if (o->job == JOB_NONE)
	continue;
      if (o->rows || o->vecs || (job_scans (o->job) && !(r && r->whole))
	  || !(o->job == JOB_VEC || o->job == JOB_FILTER || job_combines (o->job)
	       || job_scans (o->job))
	  || (o->o->combine && !reduce_safe (o->o->combine)))
	return false;
      some |= job_combines (o->job) || (o->job != JOB_VEC && r && r->whole);
    }
  return some && !lp->precheck && (!lp->checked || (r && r->whole) || plans_ahead (lp));
}

static void
plan_all (struct loop *lp)
{
  for (struct out *o = lp->outs; o < lp->outs + lp->nouts; o++)
    if (job_combines (o->job))
      reduce_plan (lp, o);
}

/* What the outputs of LP start from, as if its elements did not fail: those that do are found
   before, or nobody sees what is combined of the others.  False if that needs an element that
   may.  */
static bool
plan_if_checked (struct loop *lp)
{
  bool first = false;

  lp->checked = false;
  plan_all (lp);
  lp->checked = true;
  for (struct out *o = lp->outs; o < lp->outs + lp->nouts; o++)
    first |= job_combines (o->job) && o->comb.start == START_FIRST;
  if (!first || lp->l->elem->region->checks_ahead)
    return true;
  plan_all (lp);
  return false;
}

bool
give_nested (struct loop *lp)
{
  struct lower *l = lp->l;
  struct imp_stmt *s;
  bool brief = false;

  if (!combines_scalars (lp))
    return false;
  if (lp->checked && plans_ahead (lp) && !plan_if_checked (lp))
    return false;
  for (struct out *o = lp->outs; o < lp->outs + lp->nouts; o++)
    if (job_combines (o->job))
      o->comb.acc = o->comb.sum = sum_of (l, o);
    else
      {
	chunk_begin (lp, o, NULL);
	if (job_scans (o->job))
	  reduce_begin (lp, o);
	brief |= o->job == JOB_FILTER || job_scans (o->job);
      }
  name_destinations (lp);
  s = give_loop_new (lp, e_size (l, 0), lp->n);
  give_elements (lp, s);
  s->shape = shape_of_pass (lp);
  s->brief = brief || s->shape != IMP_SHAPE_SERIAL;
  return true;
}

bool
give_reducing (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].rows || lp->outs[k].vecs
	|| (lp->outs[k].job != JOB_VEC && lp->outs[k].job != JOB_NONE))
      return false;
  if ((!lp->inner && !lp->turns) || lp->fails || lp->precheck)
    return false;
  give_elements (lp, give_loop_new (lp, b, e));
  return true;
}

/* --- Loops of a region ------------------------------------------------------------------------ */

/* Can output O be stated in a loop of a whole region?  */
static bool
states_output (const struct out *o)
{
  return !o->vecs && (!o->o->combine || reduce_safe (o->o->combine));
}

/* Are the statements that output O needs in the running pass computed for every element?  */
static bool
no_branch (struct loop *lp, struct out *o)
{
  for (unsigned g = 1; g <= lp->nguards; g++)
    if (fir_atom_equal (lp->guards[g], o->o->guard))
      return lp->total[g];
  return true;
}

/* Can one body state both passes of LP?  Except for rows the first must have no branches, and only
   statements that the second alone needs may be in a branch, and are so if it is lowered
   separately.  No element may read a row that it has made in its place.  */
static bool
passes_agree (struct loop *lp)
{
  bool good = true;

  keep_plan (lp);
  /* A row is made once: elements that keep one do not run before to find out what they need.  */
  lp->ahead &= !keep_rows_p (lp);
  job_set (lp, 1, 2);
  for (unsigned k = 0; k < lp->nouts; k++)
    good &= lp->outs[k].rows ? !rowout_read_p (lp, &lp->outs[k])
	    : out_scans (&lp->outs[k]) || no_branch (lp, &lp->outs[k]);
  keep_read (lp);
  job_set (lp, 2, 2);
  for (unsigned k = 0; k < lp->nouts; k++)
    lp->outs[k].branch = !no_branch (lp, &lp->outs[k]);
  keep_both (lp);
  job_set_all (lp, 2);
  for (unsigned k = 0; k < lp->nouts; k++)
    good &= lp->outs[k].rows
	    || no_branch (lp, &lp->outs[k])
	       == !(lp->outs[k].o->kind == OUT_FILTER && lp->outs[k].branch);
  return good;
}

static bool
one_body (struct loop *lp)
{
  bool good;

  lp->stated = true;
  good = passes_agree (lp);
  lp->stated = false;
  keep_forget (lp);
  return good;
}

/* Has LP outputs other than vectors whose elements have their places (and, unless SCANS, scans)?
   Then the first of two passes does more than check, and all chunks complete it before anything is
   stored.  */
static bool
counts_first (struct loop *lp, bool scans)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      const struct out *o = &lp->outs[k];
      bool stores = o->o->kind == OUT_VEC && (!o->rows || rowout_fixed_p (o))
		    && !(lp->fails && (rowout_stored_p (o) || rowout_as_read_p (o)));

      if (!stores && (scans || !out_scans (&lp->outs[k])))
	return true;
    }
  return false;
}

/* Is the destination of a strided store chosen between the passes?  */
static bool
late_steps (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (counts_first (lp, false) && !lp->fails && lower_fused_p (lp->l, lp->s, lp->outs[k].o))
      return true;
  return false;
}

bool
give_whole_p (struct loop *lp)
{
  unsigned passes = lp->passes;

  if (lp->serial || (passes == 2 && late_steps (lp)))
    return false;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (!states_output (&lp->outs[k]))
      return false;
  job_set (lp, 1, passes);
  lp->ahead = lp->precheck != NULL;
  if (passes == 2 && !one_body (lp))
    return false;
  job_set (lp, passes, passes);
  return true;
}

/* The block between the passes of S: errors of its elements, checks of room, and the memory that it
   stores to.  */
static void
between (struct loop *lp, struct imp_stmt *s)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;

  l->b = &imp_stmt_new (l->p, &s->orelse, IMP_BETWEEN, 0)->body;
  if (lp->fails)
    lower_unwind (l, lp->s, &imp_stmt_new (l->p, l->b, IMP_RAISE, 0)->body);
  job_check_rooms (lp);
  job_storage (lp);
  name_destinations (lp);
  l->b = after;
}

/* The loop of LP, of two passes if TWO, and what raises its errors.  Its code stands there ONCE, or
   may stand there more often.  */
static void
state (struct loop *lp, bool two, bool once, const enum imp_shape *shape)
{
  struct lower *l = lp->l;
  struct out *o = give_fused (lp);
  struct imp_stmt *s = give_loop_new (lp, e_size (l, 0), o ? o->mem.fused->all : lp->n);

  if (two)
    between (lp, s);
  if (lp->fails)
    {
      lp->checked = true;
      lp->needs = lp->ahead;
      elem_plan (lp);
    }
  lp->checks_ahead = lp->passes == 2 && lp->fails && !two;
  give_elements (lp, s);
  lp->needs = lp->checked = false;
  s->e[3] = e_again (l, lp->elem_cost);
  if (lp->along[0] && !o)
    {
      s->nargs = 3;
      s->args = CTX_NEWV (l->ctx, struct imp_expr *, 3);
      for (unsigned k = 0; k < 3; k++)
	s->args[k] = e_again (l, lp->along[k]);
    }
  s->site = lp->s->site;
  s->shape = shape[0];
  s->ahead = shape[1];
  s->ahead_checked = lp->checks_ahead;
  s->once = once || l->reads > READS_DENSE;
  s->trust = o ? IMP_TRUST_STRIDED : IMP_TRUST_NONE;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (rowout_as_read_p (&lp->outs[k]) || keep_turns_p (lp))
      s->trust = IMP_TRUST_OFFSETS;
    else if (lower_bind (l, lp->outs[k].o->res)->parts)
      s->trust = IMP_TRUST_PARTS;
  if (lp->fails && !two)
    lower_raise (l, lp->s);
}

/* The loop that stores to a buffer, the one whose divisors equal the extents of the stored vector,
   and the one whose divisors do not.  Only the second has chunks of rows, or if there is none the
   third.  */
static void
state_apart (struct loop *lp, struct out *o, const enum imp_shape *shape)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct fused_store *f = o->mem.fused;
  struct imp_stmt *i;

  if (f->conf)
    {
      i = s_if (l, e_again (l, f->conf));
      l->b = &i->body;
      o->mem.fused = NULL;
      o->mem.d = e_again (l, f->buffer);
      state (lp, false, true, shape);
      o->mem.fused = f;
      o->mem.d = f->p;
      l->b = &i->orelse;
    }
  if (f->equal)
    {
      i = s_if (l, e_again (l, f->equal));
      l->b = &i->body;
      f->same = true;
      state (lp, false, false, shape);
      f->same = false;
      l->b = &i->orelse;
    }
  state (lp, false, f->equal != NULL, shape);
  l->b = after;
}

/* If an element costs more than this, the way it is stored hardly matters.  */
#define APART_COST 64

/* May the code of LP's elements be duplicated?  Partial results in a branch are an array for the
   greatest number of chunks: of small values only.  */
static bool
stands_twice (struct loop *lp)
{
  for (struct out *o = lp->outs; o < lp->outs + lp->nouts; o++)
    if (o->rows || o->keeps
	|| (o->o->kind != OUT_VEC
	    && (o->o->kind != OUT_REDUCE || fir_atom_type (o->o->value)->kind != TYPE_SCALAR)))
      return false;
  return lp->cost <= APART_COST && !lp->inner;
}

void
give_whole (struct loop *lp)
{
  struct lower *l = lp->l;
  unsigned passes = lp->passes;
  enum imp_shape shape[2] = { IMP_SHAPE_SERIAL, IMP_SHAPE_SERIAL };
  bool two = passes == 2 && counts_first (lp, lp->fails);

  lp->stated = true;
  if (passes == 2)
    {
      keep_begin (lp);
      job_set (lp, 1, 2);
      if (counts_first (lp, true))
	shape[1] = shape_of_pass (lp);
      keep_read (lp);
    }
  job_set (lp, passes, passes);
  shape[0] = shape_of_pass (lp);
  if (passes == 2)
    {
      keep_both (lp);
      job_set_all (lp, 2);
    }
  lp->apart = stands_twice (lp);
  for (struct out *o = lp->outs; o < lp->outs + lp->nouts; o++)
    if (o->rows)
      rowout_whole_begin (lp, o);
  lp->whole = true;
  if (!two)
    {
      job_check_rooms (lp);
      job_storage (lp);
    }
  for (struct out *o = lp->outs; o < lp->outs + lp->nouts; o++)
    if (o->o->kind != OUT_VEC && !o->rows)
      o->comb.acc = o->comb.sum = sum_of (l, o);
  if (!two)
    name_destinations (lp);
  if (lp->apart && give_fused (lp))
    state_apart (lp, give_fused (lp), shape);
  else
    state (lp, two, false, shape);
  for (struct out *o = lp->outs; o < lp->outs + lp->nouts; o++)
    if (o->rows)
      rowout_whole_end (lp, o);
  keep_end (lp);
  lp->whole = lp->apart = lp->stated = false;
}

/* Does LP's body divide its index?  */
static bool
divides_index (struct loop *lp)
{
  for (struct fir_stmt *s = lp->body->first; s; s = s->next)
    if ((s->op == FIR_DIV || s->op == FIR_REM) && s->args[0].var == lp->s->fns[0]->params[0])
      return true;
  return false;
}

bool
give_stores (struct loop *lp)
{
  struct imp_stmt *s;
  bool some = false;

  for (struct out *o = lp->outs; o < lp->outs + lp->nouts; o++)
    {
      if (o->job != JOB_NONE && o->job != JOB_VEC)
	return false;
      some |= o->job == JOB_VEC;
    }
  if (!some || lp->inner || lp->serial || lp->checked || lp->precheck || !divides_index (lp))
    return false;
  s = give_loop_new (lp, e_size (lp->l, 0), lp->n);
  give_elements (lp, s);
  s->e[3] = e_again (lp->l, lp->elem_cost);
  s->site = lp->s->site;
  s->once = lp->l->reads > READS_DENSE;
  return true;
}

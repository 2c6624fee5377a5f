/* Lowering of loops: what each output does in a pass, where it is stored, and its line of the
   report.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The table of outputs and passes is job_set's.  */

#include "lower-loop.h"

bool
out_scans (struct out *o)
{
  return o->o->kind == OUT_SCAN || o->o->kind == OUT_EXSCAN;
}

/* The lanes of O; it may have fewer beside other reductions, whose lanes may be narrow
   (schedule-lanes.c).  */
static const char *
lanes_shape (struct loop *lp, struct out *o)
{
  unsigned others = 0;

  for (unsigned k = 0; k < lp->nouts; k++)
    others += &lp->outs[k] != o && lp->outs[k].job == JOB_REDUCE;
  return ctx_printf (lp->l->ctx, others ? "lanes of up to %u" : "lanes of %u",
		     target_lanes (lp->l->target, fir_atom_type (o->o->init)->size));
}

/* The shape of O's loop in the running pass, if that is the pass in which O is computed.  */
static void
note_shape (struct loop *lp, struct out *o)
{
  switch (o->o->kind)
    {
    case OUT_VEC: o->shape = o->rows && !rowout_fixed_p (o) ? "count and write" : "chunks"; break;
    case OUT_FILTER: o->shape = "count and write"; break;
    case OUT_SCAN:
    case OUT_EXSCAN: o->shape = "two-pass scan"; break;
    case OUT_REDUCE:
      if (o->job == JOB_FOLD)
	o->shape = "serial in chunks";
      else if (o->job == JOB_REDUCE)
	o->shape = chunk_lanes_pay (lp) != BLOCKS_COMBINE ? "serial in chunks"
		   : o->comb.tree ? ctx_printf (lp->l->ctx, "tree of %u", lp->l->target->tree)
		   : lanes_shape (lp, o);
      break;
    }
}

/* What each output does in pass PASS of PASSES.  */
static void
set (struct loop *lp, unsigned pass, unsigned passes, bool all)
{
  static const enum job last[] = { JOB_VEC, JOB_FILTER, JOB_REDUCE, JOB_SCAN, JOB_EXSCAN };
  lp->checked = lp->fails && pass == 1 && (!lp->l->elem || lp->l->elem->checked);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->vecs && !o->rows)
	o->job = pass == 1 ? JOB_FOLD : JOB_NONE;
      else if (o->keeps)
	o->job = JOB_KEEP;
      else if (o->rows)
	o->job = pass == passes ? JOB_ROWS : !rowout_fixed_p (o) ? JOB_LENGTHS
		 : o->o->kind == OUT_FILTER ? JOB_COUNT : JOB_NONE;
      else if (pass == passes)
	o->job = passes > 1 && o->o->kind == OUT_REDUCE && !all ? JOB_NONE : last[o->o->kind];
      else if (o->o->kind == OUT_FILTER)
	o->job = JOB_COUNT;
      else if (o->o->kind == OUT_REDUCE || (out_scans (o) && !lp->nested))
	o->job = JOB_REDUCE;
      else
	o->job = JOB_NONE;
    }
  lp->precheck = NULL;
  if (lp->checked)
    {
      elem_plan (lp);
      precheck_plan (lp);
      lp->checked = !lp->precheck;
    }
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (job_combines (o->job))
	reduce_plan (lp, o);
      else if (o->job == JOB_SCAN || o->job == JOB_EXSCAN)
	{
	  o->t = fir_atom_type (o->o->value);
	  o->comb.op = fir_fn_operator (o->o->combine);
	  o->comb.start = START_SEED;
	  if (o->comb.op != FIR_LAST)
	    o->comb.neutral = reduce_neutral (lp->l, o->comb.op, o->t);
	  o->comb.commutes = lower_commutes (lp->l, o->o->combine);
	}
    }
  elem_plan (lp);
  for (unsigned k = 0; k < lp->nouts; k++)
    note_shape (lp, &lp->outs[k]);
}

void
job_set (struct loop *lp, unsigned pass, unsigned passes)
{
  set (lp, pass, passes, false);
}

void
job_set_all (struct loop *lp, unsigned passes)
{
  set (lp, passes, passes, true);
}

/* The number that X is a conversion of, perhaps several times; or X.  */
static struct fir_var *
converted_from (struct fir_var *x)
{
  while (x && x->def && x->def->op == FIR_CONV)
    x = x->def->args[0].var;
  return x;
}

/* The check of the room for what O stores, behind LOOP; NULL: the room is known to suffice.
   Others may check the same number, for what they store of that many elements: they come in their
   turn.  A program written by hand has sites of its own, and no order.  */
static struct fir_stmt *
room_check (struct lower *l, struct fir_stmt *loop, const struct fir_out *o)
{
  for (struct fir_stmt *c = loop->next; c; c = c->next)
    if (c->op == FIR_CHECK && c->check == CHECK_ROOM && (c->site == o->site || !c->order))
      {
	if (c->args[3].var == o->res)
	  return c;
	if (c->order && converted_from (c->args[3].var) == o->res)
	  ctx_fatal (l->ctx, "lower: a filter would be stored before its room is checked");
      }
  return NULL;
}

/* What is stored is counted before it is written: the check of the room for it is behind the loop,
   but must hold before the writing pass.  It is the first check there, since fusion moves no other
   check behind the loop; rows are made where they are stored if all checks there can be made
   now.  */
void
job_check_rooms (struct loop *lp)
{
  struct lower *l = lp->l;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (rowout_stored_p (o))
	rowout_check_room (lp, o);
      if (o->o->kind != OUT_FILTER || fir_atom_none (o->o->dest))
	continue;
      struct bind *b = lower_bind (l, o->o->res);
      b->e = imp_use (l->p, o->comb.sum);
      struct fir_stmt *c = room_check (l, lp->s, o->o);
      if (c)
	lower_check (l, c);
      b->room = c;
    }
}

/* Uses that allow a small vector to be on the stack of the element that makes it.  */
struct small
{
  struct fir_var *v;
  unsigned uses;
};

static void
count_small (struct fir_stmt *s, void *data)
{
  struct small *w = (struct small *) data;
  for (unsigned k = 0; k < s->nargs; k++)
    if (s->args[k].var == w->v
	&& (s->op == FIR_AT || s->op == FIR_GET || s->op == FIR_LEN
	    || (s->op == FIR_LEAF && lower_lends (s->leaf, w->v->type))))
      w->uses++;
}

/* Is O's vector, of an element, small, and does it not escape?  */
static bool
small_vector (struct loop *lp, struct out *o)
{
  struct small w = { o->o->res, 0 };
  if (!lp->nested || lp->n->kind != IMP_EXPR_CONST || !lp->n->cst->i || lp->s->parent == NULL
      || lp->n->cst->i > lp->l->target->small / type_base (w.v->type)->size)
    return false;
  fir_walk (lp->s->parent, count_small, &w);
  /* What the loop around yields is none of its block's.  */
  return w.uses && w.uses == fir_count_uses (lp->l->region->body, w.v);
}

/* Does every output of LP store each element at its index, or combine?  */
static bool
only_maps (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].rows || lp->outs[k].vecs || lp->outs[k].keeps
	|| (lp->outs[k].o->kind != OUT_VEC && lp->outs[k].o->kind != OUT_REDUCE))
      return false;
  return true;
}

/* Make the vectors, or find the destinations, that the last pass writes to.  */
void
job_storage (struct loop *lp)
{
  struct lower *l = lp->l;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->o->kind == OUT_REDUCE)
	continue;
      struct imp_expr *place = lower_bind (l, o->o->res)->place;
      if (o->keeps)
	{
	  rowkeep_storage (lp, o);
	  continue;
	}
      if (o->rows)
	{
	  if (!rowout_stored_p (o))
	    rowout_storage (lp, o);
	  continue;
	}
      struct grown *to = lower_bind (l, o->o->res)->grown;
      if (o->o->kind != OUT_FILTER)
	o->mem.count = e_again (l, lp->n);
      else if (!lp->once)
	o->mem.count = imp_use (l->p, o->comb.sum);
      if (to && o->o->kind != OUT_FILTER)
	place = grow_place (l, to, lp->n);
      o->mem.fused = lp->fails || place ? NULL : lower_fused_store (l, lp->s, o->o);
      if (o->mem.fused)
	{
	  o->mem.d = lower_fused_dest (l, o->mem.fused, o->o, lp->n, lp->apart);
	  if (o->mem.fused->buffer && !o->mem.fused->conf)
	    o->mem.fused = NULL;
	}
      else if (!fir_atom_none (o->o->dest))
	o->mem.d = lower_dest (l, lp->s, o->o, e_again (l, o->mem.count),
			       lp->late);
      else if (place)
	{
	  o->mem.vec = vec_new (l, VEC_MEM, o->o->res->type);
	  o->mem.vec->n[0] = o->mem.count ? e_again (l, o->mem.count) : NULL;
	  o->mem.d = o->mem.vec->data = e_again (l, place);
	}
      else if (to)
	{
	  o->mem.to = to;
	  o->mem.grow = to->in;
	  o->mem.vec = vec_new (l, VEC_MEM, o->o->res->type);
	  o->mem.d = grow_data (l, o->mem.grow);
	}
      else if (small_vector (lp, o))
	{
	  struct imp_var *a = s_array (l, o->o->res->name, o->o->res->type->elem, lp->n->cst->i);
	  o->mem.vec = vec_new (l, VEC_MEM, o->o->res->type);
	  o->mem.vec->n[0] = o->mem.count ? e_again (l, o->mem.count) : NULL;
	  o->mem.d = o->mem.vec->data = imp_use (l->p, a);
	  o->mem.d->type = type_ptr (l->ctx, o->o->res->type->elem, 0);
	}
      else if (!o->mem.count)
	{
	  o->mem.grow = grow_new (l, o->o->res->name, o->o->res->type, lp->n, o->o->site);
	  o->mem.vec = vec_new (l, VEC_MEM, o->o->res->type);
	  o->mem.d = grow_data (l, o->mem.grow);
	}
      else
	{
	  struct imp_var *conf = NULL;
	  struct vecval *in = o->o->kind == OUT_VEC && only_maps (lp)
			      ? lower_reused (l, lp->s, o->o->res->type, &conf) : NULL;
	  o->mem.vec = vec_alloc_in (l, o->o->res->name, o->o->res->type, e_again (l, o->mem.count),
				     o->o->site, in, conf);
	  o->mem.d = o->mem.vec->data;
	}
    }
  /* Their store is behind those of the loop.  */
  for (unsigned k = 0; k < lp->nouts; k++)
    if (rowout_stored_p (&lp->outs[k]))
      rowout_storage (lp, &lp->outs[k]);
}

/* Bind the results.  */
void
job_results (struct loop *lp)
{
  struct lower *l = lp->l;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->vecs && !o->rows)
	lower_bind (l, o->o->res)->vec = rowcomb_result (lp, o);
      else if (o->o->kind == OUT_REDUCE)
	lower_bind (l, o->o->res)->e = imp_use (l->p, o->comb.sum);
      else if (o->keeps)
	lower_bind (l, o->o->res)->vec = rowkeep_result (lp, o);
      else if (o->rows && !lp->nested)
	lower_bind (l, o->o->res)->vec = rowout_result (lp, o);
      else if (o->rows)
	continue;
      else if (o->mem.vec)
	lower_bind (l, o->o->res)->vec = o->mem.vec;
      else
	lower_bind (l, o->o->res)->e = e_again (l, o->mem.count);
    }
}

/* --- The report ----------------------------------------------------------------------------- */

void
job_report (struct loop *lp)
{
  struct lower *l = lp->l;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      const char *rel = o->o->kind == OUT_FILTER ? "<=" : "=";
      if (lp->nested)
	{
	  pass_log_add (l->log, LOG_SEQUENTIAL, o->o->site, 0, "inside a parallel loop");
	  continue;
	}
      if (lp->serial && !lp->parts)
	pass_log_add (l->log, LOG_SEQUENTIAL, o->o->site, 0, "vectors are combined in order");
      else
	pass_log_add (l->log, LOG_PARALLEL, o->o->site,
		      lp->s->site == o->o->site ? 0 : lp->s->site, o->shape);
      if (o->keeps)
	pass_log_add (l->log, LOG_MATERIALISED, o->o->site, 0,
		      ctx_printf (l->ctx, "%s, each row where the call has left it",
				  fir_size_formula (l->ctx, o->o->res, rel, lp->s->args[0])));
      if (o->rows && !rowout_stored_p (o))
	pass_log_add (l->log, LOG_MATERIALISED, o->o->site, 0,
		      ctx_printf (l->ctx, rowout_fixed_p (o) ? "%s"
				  : "%s, the elements of its rows are counted",
				  fir_size_formula (l->ctx, o->o->res, rel, lp->s->args[0])));
      if (o->mem.vec)
	pass_log_add (l->log, LOG_MATERIALISED, o->o->site, 0,
		      fir_size_formula (l->ctx, o->o->res, rel, lp->s->args[0]));
    }
}

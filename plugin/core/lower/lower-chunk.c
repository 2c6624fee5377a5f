/* Lowering of loops that are not stated whole: a pass over the elements in chunks, and the
   combination of partial results.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     parfor c < nc cost size * cost { b = c * size to e = min (n, b + size) ... part[c] := acc }
     raise { cleanup }
     new sum := init; for c = 0 to nc { sum := f (sum, part[c]) }

   Only for the loops that give_whole_p (lower-give.c) refuses; the pass chunk divides all others
   (schedule/schedule-chunk.c).  The elements of a loop inside another are emitted here, too, and
   the shape of the blocks that a pass may take is chosen here for all loops.
   What a pass does for each output: lower-job.c; which passes there are: lower-loop.c.  */

#include "lower-loop.h"
#include "nova/abi.h"

/* --- Blocks --------------------------------------------------------------------------------- */

/* For each job of an output in a pass, the blocks that it takes, and how much it gains by them.  */
static const struct
{
  enum blocks shape;
  int (*gains) (struct loop *lp, struct out *o);
} block_table[] = {
  [JOB_NONE] = { BLOCKS_ANY, NULL },
  [JOB_VEC] = { BLOCKS_ANY, NULL },
  [JOB_REDUCE] = { BLOCKS_COMBINE, reduce_gains },
  [JOB_COUNT] = { BLOCKS_COMBINE, reduce_gains },
  [JOB_FILTER] = { BLOCKS_FILTER, filter_gains },
  [JOB_SCAN] = { BLOCKS_SCAN, scan_gains },
  [JOB_EXSCAN] = { BLOCKS_SCAN, scan_gains },
  [JOB_LENGTHS] = { BLOCKS_NONE, NULL },
  [JOB_ROWS] = { BLOCKS_NONE, NULL },
  [JOB_KEEP] = { BLOCKS_NONE, NULL },
  [JOB_FOLD] = { BLOCKS_NONE, NULL },
};

/* Can the running pass take several elements at a time, since nothing in it fails or is
   sequential?  */
static bool
takes_blocks (struct loop *lp)
{
  for (unsigned g = 1; g <= lp->nguards; g++)
    if (!lp->total[g])
      return false;
  return !lp->checked && !lp->inner;
}

enum blocks
chunk_lanes_pay (struct loop *lp)
{
  enum blocks shape = BLOCKS_ANY;
  int most = 0;
  if (!takes_blocks (lp))
    return BLOCKS_NONE;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      enum blocks own = block_table[o->job].shape;
      int gain = block_table[o->job].gains ? block_table[o->job].gains (lp, o) : 1;
      if (own == BLOCKS_ANY)
	continue;
      if (own == BLOCKS_NONE || !gain || (shape != BLOCKS_ANY && shape != own))
	return BLOCKS_NONE;
      shape = own;
      most = gain > most ? gain : most;
    }
  return most > 1 ? shape : BLOCKS_NONE;
}

/* --- Chunks --------------------------------------------------------------------------------- */

/* The elements B to E (variables) in the running pass.  */
void
chunk_range (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  bool first = false, ordered = false, idle = lp->precheck != NULL;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (job_combines (o->job) || o->job == JOB_SCAN || o->job == JOB_EXSCAN)
	reduce_begin (lp, o);
      first |= job_combines (o->job) && o->comb.start == START_FIRST;
      ordered |= o->job != JOB_VEC && o->job != JOB_NONE;
      idle &= o->job == JOB_NONE;
    }
  enum blocks shape = chunk_lanes_pay (lp);
  if (shape != BLOCKS_NONE && shape != BLOCKS_ANY)
    {
      give_blocks (lp, shape, b, e);
      return;
    }
  struct imp_expr *start = e_again (l, b);
  if (first)
    {
      elem_emit (lp, e_again (l, b), true);
      start = e_op (l, FIR_ADD, start, e_size (l, 1));
    }
  if (idle)
    return;
  bool ivdep = !ordered && !lp->checked && !lp->inner;
  if (give_reducing (lp, start, e))
    return;
  struct imp_stmt *f = s_for (l, lp->s->fns[0]->params[0]->name, start, e_again (l, e), 1, ivdep);
  struct imp_block *after = l->b;
  l->b = &f->body;
  elem_emit (lp, imp_use (l->p, f->var), false);
  l->b = after;
}

/* Where a filter or scan continues in chunk C (NULL: there are no chunks).  */
void
chunk_begin (struct loop *lp, struct out *o, struct imp_expr *c)
{
  struct lower *l = lp->l;
  struct imp_expr *from = NULL;
  if (c && o->comb.part)
    from = imp_load (l->p, imp_use (l->p, o->comb.part), e_again (l, c));
  if (o->vecs && o->job != JOB_NONE && c)
    rowcomb_begin (lp, o);
  if (o->job == JOB_LENGTHS && c)
    rowout_count_begin (lp, o);
  else if (o->job == JOB_ROWS)
    rowout_begin (lp, o, c);
  else if (o->job == JOB_FILTER)
    o->mem.pos = s_new (l, "pos", type_size (l->ctx),
			from ? from : o->mem.to ? e_again (l, o->mem.to->at) : e_size (l, 0));
  else if (o->job == JOB_SCAN || o->job == JOB_EXSCAN)
    o->comb.seed = lower_name (l, from ? from : lower_atom (l, o->o->init), "seed");
}

/* Does an output of the running pass write at a cursor, from a count over the preceding chunks, or
   does that pass keep its values so?  */
static bool
cursors (struct loop *lp)
{
  if (lp->packed)
    return true;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_FILTER
	|| (lp->outs[k].job == JOB_ROWS
	    && (!rowout_fixed_p (&lp->outs[k]) || lp->outs[k].o->kind == OUT_FILTER)))
      return true;
  return false;
}

/* Does the running pass write rows where offsets say?  */
static bool
as_read (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_ROWS && rowout_as_read_p (&lp->outs[k]))
      return true;
  return false;
}

/* The elements B to E of chunk C, and its partial results.  */
static void
emit_chunk (struct loop *lp, struct imp_expr *c, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  for (unsigned k = 0; k < lp->nouts; k++)
    chunk_begin (lp, &lp->outs[k], c);
  chunk_range (lp, b, e);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->vecs && o->job != JOB_NONE)
	rowcomb_end (lp, o, c);
      if (o->job == JOB_LENGTHS)
	rowout_count_end (lp, o, c);
      if (!job_combines (o->job))
	continue;
      struct imp_block *here = l->b;
      if (o->comb.has)
	{
	  s_store (l, imp_use (l->p, o->comb.haspart), e_again (l, c), imp_use (l->p, o->comb.has));
	  l->b = &s_if (l, imp_use (l->p, o->comb.has))->body;
	}
      s_store (l, imp_use (l->p, o->comb.part), e_again (l, c), imp_use (l->p, o->comb.acc));
      l->b = here;
    }
}

/* The running pass over all NC chunks.  */
void
chunk_parfor (struct loop *lp, struct imp_var *size, struct imp_var *nc)
{
  struct lower *l = lp->l;
  struct imp_stmt *s = imp_stmt_new (l->p, l->b, IMP_PARFOR, lp->s->site);
  const struct type *u64 = type_size (l->ctx);
  s->trust = cursors (lp) ? IMP_TRUST_CURSOR : as_read (lp) ? IMP_TRUST_OFFSETS
	     : give_fused (lp) ? IMP_TRUST_STRIDED
	     : lower_bind (l, lp->outs[0].o->res)->parts ? IMP_TRUST_PARTS : IMP_TRUST_NONE;
  s->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, "c", u64);
  s->e[0] = imp_use (l->p, nc);
  s->e[1] = e_op (l, FIR_MUL, imp_use (l->p, size), e_again (l, lp->elem_cost));
  struct imp_block *after = l->b;
  l->b = &s->body;
  struct imp_expr *c = imp_use (l->p, s->var);
  struct imp_var *b = s_new (l, "b", u64, e_op (l, FIR_MUL, e_again (l, c),
						imp_use (l->p, size)));
  struct imp_expr *e = e_op (l, FIR_ADD, imp_use (l->p, b), imp_use (l->p, size));
  e = imp_use (l->p, s_new (l, "e", u64, e_op (l, FIR_MIN, e_again (l, lp->n), e)));
  struct imp_var *first = b;
  if (lp->leaf_fails && lp->checked)
    b = s_new (l, "b", u64, e_call (l, IMP_FN_RESUME, NULL, 1, imp_use (l->p, b)));
  lp->begin = b;
  if (lp->precheck)
    precheck_emit (lp, imp_use (l->p, b), e);
  rowcomb_none_failed (lp, first, b == first ? NULL : b);
  emit_chunk (lp, c, imp_use (l->p, b), e);
  l->b = after;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_FOLD)
      rowcomb_take (lp, &lp->outs[k]);
  if (lp->checked || lp->precheck)
    lower_raise (l, lp->s);
  for (unsigned k = 0; lp->parts && k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_FOLD)
      rowcomb_join (lp, &lp->outs[k], nc);
}

/* --- Partial results ------------------------------------------------------------------------ */

/* A function that maps itself has one such array on the stack for each level: so it has as many
   elements as there are chunks.  Some shapes set the first element even if there is no chunk.  */
struct imp_var *
chunk_loop_array (struct loop *lp, const char *name, const struct type *t, struct imp_var *nc)
{
  if (t->size <= lp->l->target->partial)
    {
      struct imp_var *a = s_array (lp->l, name, t, 1);
      lp->l->b->last->e[0] = e_op (lp->l, FIR_MAX, imp_use (lp->l->p, nc), e_size (lp->l, 1));
      return a;
    }
  return s_temp (lp->l, name, t, imp_use (lp->l->p, nc), lp->s->site);
}

void
chunk_parts_new (struct loop *lp, struct imp_var *nc)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->job == JOB_FOLD)
	rowcomb_parts_new (lp, o, nc);
      if (o->job == JOB_LENGTHS)
	rowout_parts_new (lp, o, nc);
      if (!job_combines (o->job))
	continue;
      o->comb.part = chunk_loop_array (lp, "part", o->t, nc);
      if (o->comb.start == START_FLAG)
	o->comb.haspart = chunk_loop_array (lp, "full", type_i32 (lp->l->ctx), nc);
    }
}

/* new sum := INIT and the partial results in order; with PREFIX each is replaced by what comes
   before it.  */
void
chunk_combine (struct loop *lp, struct out *o, struct imp_expr *init, struct imp_var *nc,
	       bool prefix)
{
  struct lower *l = lp->l;
  const char *name = o->job == JOB_REDUCE && !prefix ? o->o->res->name : "sum";
  o->comb.sum = s_new (l, name, o->t, init);
  struct imp_stmt *f = s_for (l, "c", e_size (l, 0), imp_use (l->p, nc), 1, false);
  struct imp_block *after = l->b;
  l->b = &f->body;
  struct imp_expr *x = imp_load (l->p, imp_use (l->p, o->comb.part), imp_use (l->p, f->var));
  if (prefix)
    {
      x = imp_use (l->p, s_new (l, "x", o->t, x));
      s_store (l, imp_use (l->p, o->comb.part), imp_use (l->p, f->var),
	       imp_use (l->p, o->comb.sum));
    }
  else if (o->comb.start == START_FLAG)
    {
      struct imp_expr *has = imp_use (l->p, o->comb.haspart);
      l->b = &s_if (l, imp_load (l->p, has, imp_use (l->p, f->var)))->body;
    }
  s_assign (l, o->comb.sum, reduce_combine (lp, o, imp_use (l->p, o->comb.sum), x));
  l->b = after;
}

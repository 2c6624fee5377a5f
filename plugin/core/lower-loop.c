/* Lowering of loops: chunks, passes, and where the results go.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A loop runs in chunks, in parallel; how many elements a chunk has depends on counts alone.  An
   output that only stores or reduces needs one pass.  A filter counts in a first pass, to know
   where each chunk writes and how much memory is needed, and writes in a second; a scan reduces
   the chunks in a first pass (left out if there is one chunk only), and runs seeded in a second
   (Blelloch, "Prefix Sums and Their Applications", section 1.3).  What may fail is checked in
   the first pass only.

     new size := chunk_size (n, cost)
     new nc := chunks (n, size)
     parfor c < nc cost size * cost { b = c * size to e = min (n, b + size) ... part[c] := acc }
     raise { cleanup }
     new sum := init; for c = 0 to nc { sum := f (sum, part[c]) }

   Where nothing but scans needs the first pass, chunks go through both in groups: one chunk at a time
   if one thread does them all, which then finds in the cache what it reads again; sums of integers do
   not read it again.

   Inside another loop there are no chunks, but all else is the same.  */

#include "lower-loop.h"
#include "pass-int.h"

static bool is_scan (struct out *o);
static bool hands_on (struct loop *lp);

/* --- Chunks --------------------------------------------------------------------------------- */

/* The elements B to E (variables) in the running pass.  */
static void
emit_range (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  bool first = false, ordered = false, idle = lp->quick != NULL;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (job_combines (o->job) || o->job == JOB_SCAN || o->job == JOB_EXSCAN)
	reduce_begin (lp, o);
      first |= job_combines (o->job) && o->start == START_FIRST;
      ordered |= o->job != JOB_VEC && o->job != JOB_NONE;
      idle &= o->job == JOB_NONE;
    }
  if (reduce_wants_blocks (lp))
    {
      reduce_blocks (lp, b, e);
      return;
    }
  if (filter_wants_blocks (lp))
    {
      filter_blocks (lp, b, e);
      return;
    }
  if (scan_wants_blocks (lp))
    {
      scan_blocks (lp, b, e);
      return;
    }
  struct imp_expr *start = e_again (l, b);
  if (first)
    {
      elem_emit (lp, e_again (l, b), PH_FIRST, NULL);
      start = e_op (l, FIR_ADD, start, e_size (l, 1));
    }
  if (idle)
    return;
  bool ivdep = !ordered && !lp->checked && !lp->inner;
  if (nest_emit (lp, start, e, ivdep))
    return;
  struct imp_stmt *f = s_for (l, lp->s->fns[0]->params[0]->name, start, e_again (l, e), 1, ivdep);
  struct imp_block *after = l->b;
  l->b = &f->body;
  elem_emit (lp, imp_use (l->p, f->var), PH_SERIAL, NULL);
  l->b = after;
}

/* Where a filter or scan goes on in chunk C (NULL: there are no chunks).  */
static void
chunk_begin (struct loop *lp, struct out *o, struct imp_expr *c)
{
  struct lower *l = lp->l;
  struct imp_expr *from = NULL;
  if (c && o->part)
    from = imp_load (l->p, imp_use (l->p, o->part), e_again (l, c));
  if (o->vecs && o->job != JOB_NONE && c)
    rowcomb_begin (lp, o);
  if (o->job == JOB_LENGTHS && c)
    rowout_count_begin (lp, o);
  else if (o->job == JOB_ROWS)
    rowout_begin (lp, o, c);
  else if (o->job == JOB_FILTER)
    o->pos = s_new (l, "pos", type_size (l->ctx), from ? from : e_size (l, 0));
  else if (o->job == JOB_SCAN || o->job == JOB_EXSCAN)
    o->seed = lower_name (l, from ? from : lower_atom (l, o->o->init), "seed");
}

/* Does an output of the running pass write where a count over the chunks before says?  */
static bool
cursors (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_FILTER
	|| (lp->outs[k].job == JOB_ROWS
	    && (!lp->outs[k].even || lp->outs[k].o->kind == OUT_FILTER)))
      return true;
  return false;
}

/* The elements B to E of chunk C, and what is kept of them for the chunk.  */
static void
emit_chunk (struct loop *lp, struct imp_expr *c, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  for (unsigned k = 0; k < lp->nouts; k++)
    chunk_begin (lp, &lp->outs[k], c);
  emit_range (lp, b, e);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->vecs && o->job != JOB_NONE)
	rowcomb_end (lp, o, c);
      if (o->job == JOB_LENGTHS)
	rowout_count_end (lp, o, c);
      if (lp->group && o->job != JOB_REDUCE && is_scan (o) && hands_on (lp))
	s_store (l, imp_use (l->p, o->part), e_again (l, c), imp_use (l->p, o->acc));
      if (!job_combines (o->job))
	continue;
      struct imp_block *here = l->b;
      if (o->has)
	{
	  s_store (l, imp_use (l->p, o->haspart), e_again (l, c), imp_use (l->p, o->has));
	  l->b = &s_if (l, imp_use (l->p, o->has))->body;
	}
      s_store (l, imp_use (l->p, o->part), e_again (l, c), imp_use (l->p, o->acc));
      l->b = here;
    }
}

/* More than this in an element, and how it is stored hardly matters.  */
#define APART_COST 64

/* May the chunk's code stand there twice, once for stores where they belong?  */
static bool
wants_apart (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].vecs || lp->outs[k].rows)
      return false;
  return lp->cost <= APART_COST && !lp->inner;
}

/* The same, twice: steps that are constants can be seen where nothing is buffered.  */
static void
emit_apart (struct loop *lp, struct imp_expr *c, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_stmt *i = s_if (l, e_again (l, lp->apart));
  l->b = &i->body;
  emit_chunk (lp, c, b, e);
  l->b = &i->orelse;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].direct)
      {
	lp->outs[k].d = lp->outs[k].direct;
	lp->outs[k].step = lp->outs[k].direct_step;
      }
  emit_chunk (lp, c, e_again (l, b), e_again (l, e));
  l->b = after;
}

/* The running pass over all chunks, or NC of them from LP->group on.  */
static void
emit_parfor (struct loop *lp, struct imp_var *size, struct imp_var *nc)
{
  struct lower *l = lp->l;
  struct imp_stmt *s = imp_stmt_new (l->p, l->b, IMP_PARFOR, lp->s->site);
  const struct type *u64 = type_size (l->ctx);
  s->trust = cursors (lp) ? IMP_TRUST_CURSOR : lp->far ? IMP_TRUST_STRIDED : IMP_TRUST_NONE;
  s->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, "c", u64);
  s->e[0] = imp_use (l->p, nc);
  s->e[1] = e_op (l, FIR_MUL, imp_use (l->p, size), e_again (l, lp->elem_cost));
  struct imp_block *after = l->b;
  l->b = &s->body;
  struct imp_expr *c = imp_use (l->p, s->var);
  if (lp->group)
    c = imp_use (l->p, s_new (l, "c", u64, e_op (l, FIR_ADD, c, imp_use (l->p, lp->group))));
  struct imp_var *b = s_new (l, "b", u64, e_op (l, FIR_MUL, e_again (l, c),
						imp_use (l->p, size)));
  struct imp_expr *e = e_op (l, FIR_ADD, imp_use (l->p, b), imp_use (l->p, size));
  e = imp_use (l->p, s_new (l, "e", u64, e_op (l, FIR_MIN, e_again (l, lp->n), e)));
  struct imp_var *first = b;
  if (lp->leaf_fails && lp->checked)
    b = s_new (l, "b", u64, e_call (l, IMP_FN_RESUME, NULL, 1, imp_use (l->p, b)));
  if (lp->quick)
    quick_emit (lp, imp_use (l->p, b), e);
  rowcomb_whole (lp, first, b == first ? NULL : b);
  if (lp->apart)
    emit_apart (lp, c, imp_use (l->p, b), e);
  else
    emit_chunk (lp, c, imp_use (l->p, b), e);
  l->b = after;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_FOLD)
      rowcomb_take (lp, &lp->outs[k]);
  if (lp->checked || lp->quick)
    lower_raise (l, lp->s);
}

/* --- Partial results ------------------------------------------------------------------------ */

struct imp_var *
loop_chunk_array (struct loop *lp, const char *name, const struct type *t, struct imp_var *nc)
{
  if (t->size <= PARTIAL_BYTES)
    return s_array (lp->l, name, t, MAX_CHUNKS);
  return s_temp (lp->l, name, t, imp_use (lp->l->p, nc), lp->s->site);
}

static void
parts_new (struct loop *lp, struct imp_var *nc)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->job == JOB_FOLD)
	rowcomb_parts_new (lp, o);
      if (o->job == JOB_LENGTHS)
	rowout_parts_new (lp, o, nc);
      if (!job_combines (o->job))
	continue;
      o->part = loop_chunk_array (lp, "part", o->t, nc);
      if (o->start == START_FLAG)
	o->haspart = loop_chunk_array (lp, "full", type_i32 (lp->l->ctx), nc);
    }
}

/* new sum := INIT and the partial results in order; with PREFIX each is replaced by what comes
   before it.  */
static void
combine_parts (struct loop *lp, struct out *o, struct imp_expr *init, struct imp_var *nc,
	       bool prefix)
{
  struct lower *l = lp->l;
  const char *name = o->job == JOB_REDUCE && !prefix ? o->o->res->name : "sum";
  o->sum = s_new (l, name, o->t, init);
  struct imp_stmt *f = s_for (l, "c", e_size (l, 0), imp_use (l->p, nc), 1, false);
  struct imp_block *after = l->b;
  l->b = &f->body;
  struct imp_expr *x = imp_load (l->p, imp_use (l->p, o->part), imp_use (l->p, f->var));
  if (prefix)
    {
      x = imp_use (l->p, s_new (l, "x", o->t, x));
      s_store (l, imp_use (l->p, o->part), imp_use (l->p, f->var), imp_use (l->p, o->sum));
    }
  else if (o->start == START_FLAG)
    l->b = &s_if (l, imp_load (l->p, imp_use (l->p, o->haspart), imp_use (l->p, f->var)))->body;
  s_assign (l, o->sum, reduce_combine (lp, o, imp_use (l->p, o->sum), x));
  l->b = after;
}

/* --- Jobs ----------------------------------------------------------------------------------- */

static bool
is_scan (struct out *o)
{
  return o->o->kind == OUT_SCAN || o->o->kind == OUT_EXSCAN;
}

static void note_shape (struct loop *lp, struct out *o);

/* What each output does in pass PASS of PASSES.  */
static void
set_jobs (struct loop *lp, unsigned pass, unsigned passes)
{
  static const enum job last[] = { JOB_VEC, JOB_FILTER, JOB_REDUCE, JOB_SCAN, JOB_EXSCAN };
  lp->checked = lp->fails && pass == 1 && (!lp->l->elem || lp->l->elem->checked);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->vecs && !o->rows)
	o->job = pass == 1 ? JOB_FOLD : JOB_NONE;
      else if (o->rows)
	o->job = pass == passes ? JOB_ROWS : !o->even ? JOB_LENGTHS
		 : o->o->kind == OUT_FILTER ? JOB_COUNT : JOB_NONE;
      else if (pass == passes)
	o->job = passes > 1 && o->o->kind == OUT_REDUCE ? JOB_NONE : last[o->o->kind];
      else if (o->o->kind == OUT_FILTER)
	o->job = JOB_COUNT;
      else if (o->o->kind == OUT_REDUCE || (is_scan (o) && !lp->nested))
	o->job = JOB_REDUCE;
      else
	o->job = JOB_NONE;
    }
  lp->quick = NULL;
  if (lp->checked)
    {
      elem_plan (lp);
      quick_plan (lp);
      lp->checked = !lp->quick;
    }
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (job_combines (o->job))
	reduce_plan (lp, o);
      else if (o->job == JOB_SCAN || o->job == JOB_EXSCAN)
	{
	  o->t = fir_atom_type (o->o->value);
	  o->op = fir_fn_operator (o->o->combine);
	  o->start = START_SEED;
	}
    }
  elem_plan (lp);
  for (unsigned k = 0; k < lp->nouts; k++)
    note_shape (lp, &lp->outs[k]);
}

/* A filter that is stored is counted before it is written: what checks the room for it stands
   behind the loop, but must hold before.  It is the first that does: fusion moves no other there.  */
static void
check_rooms (struct loop *lp)
{
  struct lower *l = lp->l;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->o->kind != OUT_FILTER || fir_atom_none (o->o->dest))
	continue;
      struct bind *b = lower_bind (l, o->o->res);
      b->e = imp_use (l->p, o->sum);
      struct fir_stmt *c = lp->s->next;
      while (c && (c->op != FIR_CHECK || c->check != CHECK_ROOM || c->args[3].var != o->o->res))
	c = c->next;
      if (c)
	lower_check (l, c);
      b->room = c;
    }
}

/* Uses of a small vector that can be on the stack of the element that makes it.  */
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

/* Is O's vector, of an element, small, and one that nobody keeps or hands on?  */
static bool
small_vector (struct loop *lp, struct out *o)
{
  struct small w = { o->o->res, 0 };
  if (!lp->nested || lp->n->kind != IMP_EXPR_CONST || !lp->n->cst->i || lp->s->parent == NULL
      || lp->n->cst->i > SMALL_BYTES / type_base (w.v->type)->size)
    return false;
  fir_walk (lp->s->parent, count_small, &w);
  /* What the loop around yields is none of its block's.  */
  return w.uses && w.uses == fir_count_uses (lp->l->region->body, w.v);
}

/* Does every output of LP take each element where it stands, or combine?  */
static bool
only_maps (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].rows || lp->outs[k].vecs
	|| (lp->outs[k].o->kind != OUT_VEC && lp->outs[k].o->kind != OUT_REDUCE))
      return false;
  return true;
}

/* Make the vectors, or find the destinations, that the last pass writes to.  */
static void
storage (struct loop *lp)
{
  struct lower *l = lp->l;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->o->kind == OUT_REDUCE)
	continue;
      struct imp_expr *place = lower_bind (l, o->o->res)->place;
      if (o->rows)
	{
	  rowout_storage (lp, o);
	  continue;
	}
      o->count = o->o->kind == OUT_FILTER ? imp_use (l->p, o->sum) : e_again (l, lp->n);
      struct fir_stmt *far = lp->fails || place ? NULL : lower_far_of (l, lp->s, o->o);
      if (far)
	{
	  struct far_dest d = lower_far_dest (l, lp->s, far, o->o, lp->n);
	  o->d = d.to;
	  o->step = d.step;
	  o->direct = d.direct;
	  o->direct_step = d.direct_step;
	  if (d.cond && wants_apart (lp))
	    lp->apart = lp->apart ? lower_name (l, e_op (l, FIR_BOR, lp->apart, d.cond), "conf") : d.cond;
	  lp->far = true;
	}
      else if (!fir_atom_none (o->o->dest))
	o->d = lower_dest (l, lp->s, o->o, e_again (l, o->count),
			   lp->leaf_fails && lp->checked);
      else if (place)
	{
	  o->vec = vec_new (l, VEC_MEM, o->o->res->type);
	  o->vec->n[0] = e_again (l, o->count);
	  o->d = o->vec->data = e_again (l, place);
	}
      else if (small_vector (lp, o))
	{
	  struct imp_var *a = s_array (l, o->o->res->name, o->o->res->type->elem, lp->n->cst->i);
	  o->vec = vec_new (l, VEC_MEM, o->o->res->type);
	  o->vec->n[0] = e_again (l, o->count);
	  o->d = o->vec->data = imp_use (l->p, a);
	  o->d->type = type_ptr (l->ctx, o->o->res->type->elem, 0);
	}
      else
	{
	  struct imp_var *conf = NULL;
	  struct vecval *in = o->o->kind == OUT_VEC && only_maps (lp)
			      ? lower_reused (l, lp->s, o->o->res->type, &conf) : NULL;
	  o->vec = vec_alloc_in (l, o->o->res->name, o->o->res->type, e_again (l, o->count),
				 o->o->site, in, conf);
	  o->d = o->vec->data;
	}
    }
}

/* Bind the results.  */
static void
results (struct loop *lp)
{
  struct lower *l = lp->l;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->vecs && !o->rows)
	lower_bind (l, o->o->res)->vec = rowcomb_result (lp, o);
      else if (o->o->kind == OUT_REDUCE)
	lower_bind (l, o->o->res)->e = imp_use (l->p, o->sum);
      else if (o->rows && !lp->nested)
	lower_bind (l, o->o->res)->vec = rowout_result (lp, o);
      else if (o->rows)
	continue;
      else if (o->vec)
	lower_bind (l, o->o->res)->vec = o->vec;
      else
	lower_bind (l, o->o->res)->e = e_again (l, o->count);
    }
}

/* --- The report ----------------------------------------------------------------------------- */

/* The shape of O's loop in the running pass, if that is the pass in which O is computed.  */
static void
note_shape (struct loop *lp, struct out *o)
{
  switch (o->o->kind)
    {
    case OUT_VEC: o->shape = o->rows && !o->even ? "count and write" : "chunks"; break;
    case OUT_FILTER: o->shape = "count and write"; break;
    case OUT_SCAN:
    case OUT_EXSCAN: o->shape = "two-pass scan"; break;
    case OUT_REDUCE:
      if (o->job == JOB_REDUCE)
	o->shape = !reduce_wants_blocks (lp) ? "serial in chunks"
		   : o->tree ? "tree of 256" : "lanes of 32";
      break;
    }
}

static void
report (struct loop *lp)
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
      if (lp->serial)
	pass_log_add (l->log, LOG_SEQUENTIAL, o->o->site, 0, "vectors are combined in order");
      else
	pass_log_add (l->log, LOG_PARALLEL, o->o->site,
		      lp->s->site == o->o->site ? 0 : lp->s->site, o->shape);
      if (o->rows)
	pass_log_add (l->log, LOG_MATERIALISED, o->o->site, 0,
		      ctx_printf (l->ctx, o->even ? "%s" : "%s, the elements of its rows are counted",
				  size_formula (l->ctx, o->o->res, rel, lp->s->args[0])));
      if (o->vec)
	pass_log_add (l->log, LOG_MATERIALISED, o->o->site, 0,
		      size_formula (l->ctx, o->o->res, rel, lp->s->args[0]));
    }
}

/* --- Handles -------------------------------------------------------------------------------- */

/* A handle made for the time of a loop.  */
struct lent
{
  struct vecval *v;
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
      if (!var || !type_is_vec (var->type) || lower_bind (l, var)->depth > d->depth
	  || lower_lends (s->leaf, var->type))
	continue;
      struct vecval *v = lower_vec (l, s->args[k]);
      bool fresh;
      struct imp_expr *h = vec_handle (l, v, &fresh);
      if (!fresh)
	continue;
      v->handle = s_new (l, "h", v->type, h);
      vec_own (l, v->handle);
      struct lent *t = CTX_NEW (l->ctx, struct lent);
      t->v = v;
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
      if (!d->lp->nested)
	{
	  imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = t->v->handle;
	  live_remove (l, t->v->handle);
	}
      t->v->handle = NULL;
    }
}

/* --- Loops ---------------------------------------------------------------------------------- */

/* Do only scans want the first pass, so that one chunk can do without?  */
static bool
first_pass_optional (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].o->kind == OUT_FILTER || lp->outs[k].o->kind == OUT_REDUCE
	|| (lp->outs[k].rows && !lp->outs[k].even))
      return false;
  return !lp->fails;
}

/* The first of two passes, and what follows from it.  */
static void
first_pass (struct loop *lp, struct imp_var *size, struct imp_var *nc)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  set_jobs (lp, 1, 2);
  parts_new (lp, nc);
  struct imp_stmt *i = NULL;
  if (first_pass_optional (lp))
    {
      i = s_if (l, e_op (l, FIR_GT, imp_use (l->p, nc), e_size (l, 1)));
      l->b = &i->body;
    }
  emit_parfor (lp, size, nc);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->job == JOB_LENGTHS)
	rowout_combine (lp, o, nc);
      else if (o->job == JOB_COUNT)
	combine_parts (lp, o, e_size (l, 0), nc, true);
      else if (is_scan (o))
	combine_parts (lp, o, lower_atom (l, o->o->init), nc, true);
      else if (o->job == JOB_REDUCE)
	combine_parts (lp, o, lower_atom (l, o->o->init), nc, false);
    }
  if (!i)
    return;
  l->b = &i->orelse;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (is_scan (&lp->outs[k]))
      {
	/* Room for the partial results of no chunk is no room.  */
	if (lp->outs[k].t->size > PARTIAL_BYTES)
	  l->b = &s_if (l, e_op (l, FIR_GT, imp_use (l->p, nc), e_size (l, 0)))->body;
	s_store (l, imp_use (l->p, lp->outs[k].part), e_size (l, 0),
		 lower_atom (l, lp->outs[k].o->init));
	l->b = &i->orelse;
      }
  l->b = after;
}

/* Can chunks go through both passes before others have gone through the first?  */
static bool
takes_groups (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].vecs || lp->outs[k].rows
	|| (!is_scan (&lp->outs[k]) && lp->outs[k].o->kind != OUT_VEC))
      return false;
  return first_pass_optional (lp);
}

/* Do all scans of LP say at the end of a chunk what they start from in the next?  */
static bool
hands_on (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (is_scan (&lp->outs[k]) && !scan_exact (&lp->outs[k]))
      return false;
  return true;
}

/* What comes before each of NC chunks from LP->group on; the sums of scans go on.  */
static void
seed_group (struct loop *lp, struct imp_var *nc)
{
  struct lower *l = lp->l;
  struct imp_expr *g = imp_use (l->p, lp->group);
  struct imp_expr *end = e_op (l, FIR_ADD, imp_use (l->p, lp->group), imp_use (l->p, nc));
  struct imp_stmt *f = s_for (l, "c", g, end, 1, false);
  struct imp_block *after = l->b;
  l->b = &f->body;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (is_scan (&lp->outs[k]))
      {
	struct out *o = &lp->outs[k];
	struct imp_expr *x = imp_load (l->p, imp_use (l->p, o->part), imp_use (l->p, f->var));
	x = imp_use (l->p, s_new (l, "x", o->t, x));
	s_store (l, imp_use (l->p, o->part), imp_use (l->p, f->var), imp_use (l->p, o->sum));
	s_assign (l, o->sum, reduce_combine (lp, o, imp_use (l->p, o->sum), x));
      }
  l->b = after;
}

/* Scans: groups of chunks go through both passes; one chunk only through the second if it says what
   the next one starts from.  */
static void
loop_groups (struct loop *lp, struct imp_var *size, struct imp_var *nc)
{
  struct lower *l = lp->l;
  const struct type *u64 = type_size (l->ctx);
  struct imp_block *after = l->b;
  set_jobs (lp, 1, 2);
  parts_new (lp, nc);
  set_jobs (lp, 2, 2);
  check_rooms (lp);
  storage (lp);
  for (unsigned k = 0; k < lp->nouts; k++)
    if (is_scan (&lp->outs[k]))
      lp->outs[k].sum = s_new (l, "sum", lp->outs[k].t, lower_atom (l, lp->outs[k].o->init));
  struct imp_var *most = s_new (l, "group", u64, e_call (l, IMP_FN_GROUP, NULL, 1,
							 imp_use (l->p, nc)));
  struct imp_stmt *f = s_for (l, "g", e_size (l, 0), imp_use (l->p, nc), 1, false);
  f->e[2] = imp_use (l->p, most);
  l->b = &f->body;
  lp->group = f->var;
  struct imp_expr *rest = e_op (l, FIR_SUB, imp_use (l->p, nc), imp_use (l->p, lp->group));
  struct imp_var *some = s_new (l, "some", u64, e_op (l, FIR_MIN, imp_use (l->p, most), rest));
  set_jobs (lp, 1, 2);
  bool on = hands_on (lp);
  struct imp_stmt *i = s_if (l, e_op (l, FIR_GT, imp_use (l->p, on ? some : nc), e_size (l, 1)));
  l->b = &i->body;
  emit_parfor (lp, size, some);
  seed_group (lp, some);
  l->b = &i->orelse;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (is_scan (&lp->outs[k]))
      s_store (l, imp_use (l->p, lp->outs[k].part), imp_use (l->p, lp->group),
	       imp_use (l->p, lp->outs[k].sum));
  l->b = &f->body;
  set_jobs (lp, 2, 2);
  emit_parfor (lp, size, some);
  for (unsigned k = 0; on && k < lp->nouts; k++)
    if (is_scan (&lp->outs[k]))
      {
	struct imp_expr *last = e_op (l, FIR_SUB, imp_use (l->p, some), e_size (l, 1));
	last = e_op (l, FIR_ADD, imp_use (l->p, lp->group), last);
	s_assign (l, lp->outs[k].sum, imp_load (l->p, imp_use (l->p, lp->outs[k].part), last));
      }
  lp->group = NULL;
  l->b = after;
}

static void
loop_parallel (struct loop *lp, unsigned passes)
{
  struct lower *l = lp->l;
  const struct type *u64 = type_size (l->ctx);
  lp->elem_cost = lower_name (l, elem_cost (lp), "cost");
  struct imp_expr *e = lp->serial ? e_again (l, lp->n)
		       : e_call (l, IMP_FN_CHUNK_SIZE, NULL, 2, e_again (l, lp->n),
				 e_again (l, lp->elem_cost));
  struct imp_var *size = s_new (l, "size", u64, e);
  e = lp->serial ? e_size (l, 1)
      : e_call (l, IMP_FN_CHUNKS, NULL, 2, e_again (l, lp->n), imp_use (l->p, size));
  struct imp_var *nc = s_new (l, "nc", u64, e);
  if (passes == 2 && takes_groups (lp))
    {
      loop_groups (lp, size, nc);
      return;
    }
  if (passes == 2)
    first_pass (lp, size, nc);
  set_jobs (lp, passes, passes);
  check_rooms (lp);
  storage (lp);
  if (passes == 1)
    {
      parts_new (lp, nc);
      emit_parfor (lp, size, nc);
      for (unsigned k = 0; k < lp->nouts; k++)
	if (lp->outs[k].job == JOB_REDUCE)
	  combine_parts (lp, &lp->outs[k], lower_atom (l, lp->outs[k].o->init), nc, false);
    }
  else
    emit_parfor (lp, size, nc);
}

/* All elements of a loop inside another, in the running pass.  A reduction's sum is a variable
   outside the block that the accumulators live in.  */
static void
nested_pass (struct loop *lp)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  bool first = false;
  rowcomb_whole (lp, NULL, NULL);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->vecs && o->job != JOB_NONE)
	rowcomb_begin (lp, o);
      if (o->job == JOB_LENGTHS)
	rowout_count_begin (lp, o);
      if (!job_combines (o->job))
	continue;
      o->sum = s_new (l, o->job == JOB_COUNT ? "count" : o->o->res->name, o->t,
		      o->job == JOB_COUNT ? e_size (l, 0) : lower_atom (l, o->o->init));
      first |= o->start == START_FIRST;
    }
  if (first)
    l->b = &s_if (l, e_op (l, FIR_GT, e_again (l, lp->n), e_size (l, 0)))->body;
  for (unsigned k = 0; k < lp->nouts; k++)
    chunk_begin (lp, &lp->outs[k], NULL);
  emit_range (lp, imp_use (l->p, s_new (l, "b", type_size (l->ctx), e_size (l, 0))),
	      e_again (l, lp->n));
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (!job_combines (o->job))
	continue;
      struct imp_block *here = l->b;
      if (o->has)
	l->b = &s_if (l, imp_use (l->p, o->has))->body;
      s_assign (l, o->sum, reduce_combine (lp, o, imp_use (l->p, o->sum), imp_use (l->p, o->acc)));
      l->b = here;
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
  set_jobs (lp, 1, 2);
  nested_pass (lp);
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_LENGTHS)
      rowout_counted (lp, &lp->outs[k]);
  if (lp->fails)
    lower_rest_if_ok (lp->l);
}

/* A loop of which only checks and lengths are wanted.  */
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
	b->e = imp_use (l->p, o->sum);
      else if (o->rows)
	b->vec = rowout_counts (lp, o);
      else
	{
	  b->vec = vec_new (l, VEC_MEM, o->o->res->type);
	  b->vec->counted = true;
	  b->vec->n[0] = o->o->kind == OUT_FILTER ? imp_use (l->p, o->sum) : e_again (l, lp->n);
	}
    }
}

static void
loop_nested (struct loop *lp, unsigned passes)
{
  struct lower *l = lp->l;
  if (lp->fails)
    lower_need_ok (l);
  if (passes == 2)
    nested_first (lp);
  set_jobs (lp, passes, passes);
  storage (lp);
  nested_pass (lp);
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].rows)
      lower_bind (l, lp->outs[k].o->res)->vec = rowout_result (lp, &lp->outs[k]);
  if (lp->fails && passes == 1)
    lower_rest_if_ok (l);
}

/* May anything in B, or in a function of the loop's outputs, fail; through a leaf?  */
static void
note_failure (struct fir_stmt *s, void *data)
{
  struct loop *lp = (struct loop *) data;
  if (s->op == FIR_CHECK || (s->op != FIR_LEAF && fir_op_info[s->op].flags & FIR_FLAG_MAYFAIL))
    lp->fails = true;
  /* The function may stand outside the loop; which failures it has is not looked at.  */
  if (s->op == FIR_APPLY && fir_may_fail (s))
    lp->fails = lp->leaf_fails = true;
  if (s->op == FIR_LEAF && (s->leaf->flags & LEAF_MAYFAIL))
    lp->fails = lp->leaf_fails = true;
  if (s->op == FIR_LOOP || shape_of (s->op))
    lp->inner = true;
}

/* Partial results may overflow where the sequential sum does not.  */
static void
let_wrap (struct fir_stmt *s, void *data)
{
  (void) data;
  if (stmt_overflows (s))
    s->wrap = true;
}

void
lower_let_wrap (struct fir_fn *fn)
{
  fir_walk (fn->body, let_wrap, NULL);
}

static unsigned
analyse (struct loop *lp)
{
  unsigned passes = 1;
  bool dest = false;
  lp->cost = lower_cost (lp->body);
  fir_walk (lp->body, note_failure, lp);
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct fir_out *o = lp->outs[k].o;
      if (o->kind == OUT_VEC && !fir_atom_none (o->guard))
	ctx_fatal (lp->l->ctx, "lower: a guarded vector output is a filter");
      lp->cost += o->combine ? lower_cost (o->combine->body) : 1;
      if (o->combine)
	{
	  fir_walk (o->combine->body, note_failure, lp);
	  fir_walk (o->combine->body, let_wrap, NULL);
	}
      dest |= !fir_atom_none (o->dest);
      rowout_plan (lp, &lp->outs[k]);
      lp->serial |= lp->outs[k].vecs;
      if (o->kind == OUT_FILTER || (lp->outs[k].rows && !lp->outs[k].even)
	  || (!lp->nested && (o->kind == OUT_SCAN || o->kind == OUT_EXSCAN)))
	passes = 2;
    }
  /* Nothing may be written to memory of the user's before all checks of the loop hold.  */
  if (dest && lp->fails && !lp->leaf_fails)
    passes = 2;
  if (dest && lp->nested)
    ctx_fatal (lp->l->ctx, "lower: a store inside a loop");
  return passes;
}

void
lower_loop (struct lower *l, struct fir_stmt *s)
{
  struct loop lp = { .l = l, .s = s, .body = s->fns[0]->body, .nouts = s->nouts };
  if (lower_soft (l, s))
    return;
  lp.nested = l->elem != NULL;
  lp.outs = CTX_NEWV (l->ctx, struct out, s->nouts);
  for (unsigned k = 0; k < s->nouts; k++)
    lp.outs[k].o = &s->outs[k];
  lp.n = lower_name (l, lower_atom (l, s->args[0]), "n");
  unsigned passes = analyse (&lp);
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
    loop_nested (&lp, passes);
  else
    loop_parallel (&lp, passes);
  take_back (&d);
  results (&lp);
  struct bind *b = lower_bind (l, s->res[0]);
  if (!b->reported)
    report (&lp);
  b->reported = true;
}

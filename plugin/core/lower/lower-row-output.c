/* Lowering of outputs whose values are vectors: their nested vector.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   If all values have the same extents, known before the loop starts, or those of rows that are read
   (lower-row-place.c), each has its place: one pass.  Else an element writes offsets and elements
   at cursors, one for each level, and gives each cursor the number that it has written; where its
   loop is that of a region, the pass chunk makes a pass that counts, and one that writes.  Lowering
   does so itself where it makes the chunks: the first pass adds up the segments and base elements
   of the values of a chunk at each level, and an exclusive scan over the chunks tells where each
   starts to write.  A value that a loop makes is counted without being made, if nothing else in the
   element needs it; it is written in its place, without a copy, as most of what skeletons make is.
   So is one whose rows are flattened into the value: the loop that makes them, if its rows have no
   other use, writes them one after another in that place, without offsets, and counts nothing
   before (JOINED).  A result that is only flattened has none either, in a vector of its own (FLAT).
   So is a result that is only flattened and stored: it has been counted when its
   store's destination is chosen, and there is no vector (lower-destination.c), at most one of
   offsets, if the lengths of the rows are used, too.

   (Blelloch, "Programming Parallel Algorithms", section 5: flattened nested vectors; the passes are
   those of section 1.3 of his "Prefix Sums and Their Applications".)
   A loop inside an element does not count, unless it merely looks lengths up: its offsets and
   elements go to memory that grows (lower-grow.c).
   Does not: balance chunks by the lengths of their values.  */

#include "lower-row-output.h"

/* --- Counting ------------------------------------------------------------------------------- */

/* Level 0 counts the values themselves, of a filter; the last one base elements.  */
static unsigned
first_level (struct out *o)
{
  return o->o->kind == OUT_FILTER ? 0 : 1;
}

void
rowout_count_begin (struct loop *lp, struct out *o)
{
  for (unsigned k = first_level (o); k <= o->vals->deep; k++)
    o->vals->tot[k] = s_new (lp->l, "tot", type_size (lp->l->ctx), e_size (lp->l, 0));
}

static void
add_to (struct lower *l, struct imp_var *v, struct imp_expr *e)
{
  s_assign (l, v, e_op (l, FIR_ADD, imp_use (l->p, v), e));
}

/* Advance V, a cursor or count of LP, by E.  */
static void
move (struct loop *lp, struct imp_var *v, struct imp_expr *e)
{
  struct imp_stmt *s;
  if (!lp->whole)
    {
      add_to (lp->l, v, e);
      return;
    }
  s = imp_stmt_new (lp->l->p, lp->l->b, IMP_GIVE, 0);
  s->var = v;
  s->e[0] = e;
}

/* Positions of the elements of each level of V, K from 0 on, in the level's memory, named.  */
static void
positions (struct lower *l, struct vecval *v, unsigned deep, struct imp_expr **lo,
	   struct imp_expr **hi)
{
  lo[0] = e_size (l, 0);
  hi[0] = vec_len (l, v);
  for (unsigned k = 1; k < deep; k++)
    {
      lo[k] = e_again (l, lo[k - 1]);
      hi[k] = e_again (l, hi[k - 1]);
      rows_descend (l, v, k, &lo[k], &hi[k]);
    }
}

static void
count_value (struct loop *lp, struct out *o, struct vecval *v)
{
  struct lower *l = lp->l;
  if (v->counted)
    {
      for (unsigned k = 1; k <= o->vals->deep; k++)
	move (lp, o->vals->tot[k], e_again (l, k == 1 ? v->n[0] : v->count[k - 1]));
      return;
    }
  struct imp_expr **lo = CTX_NEWV (lp->l->ctx, struct imp_expr *, o->vals->deep);
  struct imp_expr **hi = CTX_NEWV (lp->l->ctx, struct imp_expr *, o->vals->deep);
  positions (l, v, o->vals->deep, lo, hi);
  for (unsigned k = 0; k < o->vals->deep; k++)
    move (lp, o->vals->tot[k + 1], e_op (l, FIR_SUB, e_again (l, hi[k]), e_again (l, lo[k])));
}

/* --- Between the passes --------------------------------------------------------------------- */

void
rowout_parts_new (struct loop *lp, struct out *o, struct imp_var *nc)
{
  for (unsigned k = first_level (o); k <= o->vals->deep; k++)
    o->vals->totpart[k] = chunk_loop_array (lp, "part", type_size (lp->l->ctx), nc);
}

void
rowout_count_end (struct loop *lp, struct out *o, struct imp_expr *c)
{
  struct lower *l = lp->l;
  for (unsigned k = first_level (o); k <= o->vals->deep; k++)
    s_store (l, imp_use (l->p, o->vals->totpart[k]), e_again (l, c),
	     imp_use (l->p, o->vals->tot[k]));
}

void
rowout_combine (struct loop *lp, struct out *o, struct imp_var *nc)
{
  struct lower *l = lp->l;
  const struct type *u64 = type_size (l->ctx);
  struct imp_block *after = l->b;
  for (unsigned k = first_level (o); k <= o->vals->deep; k++)
    o->vals->all[k] = imp_use (l->p, s_new (l, "all", u64, e_size (l, 0)));
  struct imp_stmt *f = s_for (l, "c", e_size (l, 0), imp_use (l->p, nc), 1, false);
  l->b = &f->body;
  for (unsigned k = first_level (o); k <= o->vals->deep; k++)
    {
      struct imp_expr *x = imp_load (l->p, imp_use (l->p, o->vals->totpart[k]),
				     imp_use (l->p, f->var));
      x = imp_use (l->p, s_new (l, "x", u64, x));
      s_store (l, imp_use (l->p, o->vals->totpart[k]), imp_use (l->p, f->var),
	       e_again (l, o->vals->all[k]));
      add_to (l, o->vals->all[k]->var, x);
    }
  l->b = after;
}

void
rowout_counted (struct loop *lp, struct out *o)
{
  for (unsigned k = first_level (o); k <= o->vals->deep; k++)
    o->vals->all[k] = imp_use (lp->l->p, o->vals->tot[k]);
}

/* The number of O's values.  */
static struct imp_expr *
values (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  if (o->o->kind != OUT_FILTER)
    return e_again (l, lp->n);
  return o->vals->even ? imp_use (l->p, o->comb.sum) : e_again (l, o->vals->all[0]);
}

struct vecval *
rowout_counts (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  struct vecval *v = vec_new (l, VEC_MEM, o->o->res->type);
  v->counted = true;
  v->n[0] = values (lp, o);
  struct imp_expr *n = v->n[0];
  for (unsigned k = 1; k <= o->vals->deep; k++)
    if (o->vals->even)
      v->count[k] = n = lower_name (l, e_op (l, FIR_MUL, e_again (l, n),
					     e_again (l, o->vals->ext[k - 1])), "n");
    else
      v->count[k] = e_again (l, o->vals->all[k]);
  return v;
}

/* --- Memory --------------------------------------------------------------------------------- */

/* Allocate offsets for N segments, the end of the last being END.  */
static void
offsets_new (struct loop *lp, struct out *o, unsigned k, struct imp_expr *n, struct imp_expr *end)
{
  struct lower *l = lp->l;
  const struct type *t = type_vec (l->ctx, type_size (l->ctx));
  struct imp_expr *more = lower_name (l, e_op (l, FIR_ADD, e_again (l, n), e_size (l, 1)), "n");
  o->vals->offs[k] = vec_alloc (l, "offs", t, more, o->o->site);
  if (!lp->whole)
    s_store (l, e_again (l, o->vals->offs[k]->data), e_again (l, n), e_again (l, end));
}

/* Those of all levels of N values.  */
static void
all_offsets (struct loop *lp, struct out *o, struct imp_expr *n)
{
  for (unsigned k = 1; k <= o->vals->deep; k++)
    offsets_new (lp, o, k, k == 1 ? n : o->vals->all[k - 1], o->vals->all[k]);
}

/* The number of base elements of a value of O, the same for all.  */
static void
value_size (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  for (unsigned k = 0; !lp->whole && k < o->vals->deep; k++)
    o->vals->size = lower_name (l, k ? e_op (l, FIR_MUL, e_again (l, o->vals->size),
					     e_again (l, o->vals->ext[k]))
			       : o->vals->ext[0], "size");
}

/* The assumed number of elements of a value, when memory for all values is allocated.  */
#define SOME 32

/* Allocate memory for O, which has not been counted.  */
static void
growing_storage (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  const struct type *t = type_vec (l->ctx, type_size (l->ctx));
  struct imp_expr *n = lower_name (l, e_op (l, FIR_ADD, e_again (l, lp->n), e_size (l, 1)), "n");
  o->vals->growoffs = CTX_NEWV (l->ctx, struct grow *, o->vals->deep + 1);
  for (unsigned k = 1; k <= o->vals->deep && !o->vals->even; k++)
    if (k == 1 && o->o->kind != OUT_FILTER)
      o->vals->offs[k] = vec_alloc (l, "offs", t, e_again (l, n), o->o->site);
    else
      o->vals->growoffs[k] = grow_new (l, "offs", t, n, o->o->site);
  if (o->vals->even)
    value_size (lp, o);
  t = type_vec (l->ctx, type_base (o->o->res->type));
  n = lower_name (l, e_op (l, FIR_MUL, e_again (l, lp->n), e_size (l, SOME)), "n");
  o->mem.grow = grow_new (l, o->o->res->name, t, n, o->o->site);
  o->mem.d = grow_data (l, o->mem.grow);
}

void
rowout_check_room (struct loop *lp, struct out *o)
{
  lower_bind (lp->l, o->o->res)->vec = rowout_counts (lp, o);
  lower_rows_room (lp->l, lp->s, o->o->res, o->vals->store, lp->late);
}

/* Tell O's store that a loop of the element makes each row in its place.  */
static void
note_maker (struct loop *lp, struct out *o)
{
  struct placed *to = lower_bind (lp->l, o->vals->store->res[0])->placed;
  struct fir_stmt *def = fir_atom_def (o->o->value);
  if (!o->vals->even || o->vals->deep > 1 || o->o->kind != OUT_VEC || lp->nouts > 1
      || lp->passes > 1 || !fir_atom_none (o->o->guard) || !def || def->op != FIR_LOOP
      || def->parent != lp->body || lower_rows_convert (o->vals->store))
    return;
  to->maker = def;
  to->size = e_again (lp->l, o->vals->ext[0]);
}

void
rowout_storage (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  const struct type *t = type_vec (l->ctx, type_base (o->o->res->type));
  if (o->vals->store)
    {
      struct vecval *v = lower_bind (l, o->o->res)->vec;
      o->mem.count = v->n[0];
      if (o->vals->even)
	value_size (lp, o);
      else if (!o->vals->joined)
	all_offsets (lp, o, v->n[0]);
      note_maker (lp, o);
      o->mem.d = lower_rows_place (l, lp->s, o->vals->store, e_again (l, v->count[o->vals->deep]),
				   lp->late);
      return;
    }
  if ((o->vals->joined && !o->vals->flat) || o->vals->given_place)
    {
      if (o->vals->even)
	value_size (lp, o);
      o->mem.d = e_again (l, lower_bind (l, o->o->res)->place);
      return;
    }
  if (lp->once && !(o->vals->even && o->o->kind != OUT_FILTER))
    {
      growing_storage (lp, o);
      return;
    }
  struct imp_expr *n = values (lp, o), *total = n;
  o->mem.count = n;
  if (o->vals->even)
    {
      value_size (lp, o);
      total = lower_name (l, e_op (l, FIR_MUL, e_again (l, n), e_again (l, o->vals->size)), "n");
    }
  else
    {
      total = o->vals->all[o->vals->deep];
      if (!o->vals->flat)
	all_offsets (lp, o, n);
    }
  o->vals->base = vec_alloc (l, o->o->res->name, t, e_again (l, total), o->o->site);
  o->mem.d = o->vals->base->data;
}

/* A pointer to the offsets of level K.  */
static struct imp_expr *
offsets_at (struct lower *l, struct out *o, unsigned k)
{
  return o->vals->growoffs && o->vals->growoffs[k] ? grow_data (l, o->vals->growoffs[k])
	 : e_again (l, o->vals->offs[k]->data);
}

void
rowout_begin (struct loop *lp, struct out *o, struct imp_expr *c)
{
  struct lower *l = lp->l;
  for (unsigned k = first_level (o); k <= o->vals->deep && !rowout_fixed_p (o); k++)
    o->vals->tot[k] = s_new (l, "at", type_size (l->ctx),
		       c ? imp_load (l->p, imp_use (l->p, o->vals->totpart[k]), e_again (l, c))
			 : e_size (l, 0));
  if (o->vals->even && o->o->kind == OUT_FILTER)
    o->mem.pos = s_new (l, "pos", type_size (l->ctx),
			c ? imp_load (l->p, imp_use (l->p, o->comb.part), e_again (l, c))
			  : e_size (l, 0));
}

/* --- Cursors -------------------------------------------------------------------------------- */

void
rowout_whole_begin (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  const struct type *u64 = type_size (l->ctx);
  if (o->vals->even)
    {
      value_size (lp, o);
      if (o->o->kind == OUT_FILTER)
	o->mem.pos = o->comb.sum = s_new (l, "pos", u64, e_size (l, 0));
    }
  if (rowout_fixed_p (o))
    return;
  for (unsigned k = first_level (o); k <= o->vals->deep; k++)
    o->vals->tot[k] = s_new (l, "at", u64, e_size (l, 0));
  rowout_counted (lp, o);
}

static void
cursor (struct loop *lp, struct imp_stmt *loop, struct imp_var *v)
{
  imp_stmt_new (lp->l->p, &loop->orelse, IMP_CURSOR, 0)->var = v;
}

void
rowout_whole_head (struct loop *lp, struct out *o, struct imp_stmt *loop)
{
  if (o->vals->even && o->o->kind == OUT_FILTER)
    cursor (lp, loop, o->mem.pos);
  for (unsigned k = first_level (o); k <= o->vals->deep && !rowout_fixed_p (o); k++)
    cursor (lp, loop, o->vals->tot[k]);
}

void
rowout_whole_end (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  for (unsigned k = 1; k <= o->vals->deep && !o->vals->even && !o->vals->joined; k++)
    s_store (l, e_again (l, o->vals->offs[k]->data),
	     k == 1 ? values (lp, o) : e_again (l, o->vals->all[k - 1]),
	     e_again (l, o->vals->all[k]));
}

/* The number of the next value, that of element INDEX.  */
static struct imp_expr *
next_value (struct lower *l, struct out *o, struct imp_expr *index)
{
  if (o->o->kind != OUT_FILTER)
    return e_again (l, index);
  return imp_use (l->p, o->vals->even ? o->mem.pos : o->vals->tot[0]);
}

/* The address for its base elements.  */
static struct imp_expr *
next_base (struct loop *lp, struct out *o, struct imp_expr *index)
{
  struct lower *l = lp->l;
  if (o->vals->places)
    return rowplace_at (lp, o->vals->places, index);
  if (!o->vals->even)
    return imp_use (l->p, o->vals->tot[o->vals->deep]);
  return e_op (l, FIR_MUL, next_value (l, o, index), e_again (l, o->vals->size));
}

void
rowout_place (struct loop *lp, struct out *o, struct imp_expr *index)
{
  struct lower *l = lp->l;
  struct fir_var *v = o->vecs ? NULL : rowout_made_there (lp, o);
  if (o->vals->store && lower_rows_convert (o->vals->store))
    return;
  if (!v || lower_bind (l, v)->place || lower_bind (l, v)->grown || keep_of (lp, v->def))
    return;
  o->vals->maker = v;
  if (o->mem.grow)
    {
      struct grown *to = CTX_NEW (l->ctx, struct grown);
      to->in = o->mem.grow;
      to->at = lower_name (l, next_base (lp, o, index), "at");
      lower_bind (l, v)->grown = to;
      o->vals->given = to;
      return;
    }
  struct imp_expr *args[2] = { e_again (l, o->mem.d), next_base (lp, o, index) };
  o->vals->placed = lower_bind (l, v)->place
    = imp_use (l->p, s_new (l, "seg", o->mem.d->type,
			    imp_prim (l->p, FIR_PADD, o->mem.d->type, 2, args)));
}

void
rowout_leave (struct loop *lp, struct out *o)
{
  if (!o->vals)
    return;
  if (o->vals->maker)
    {
      lower_bind (lp->l, o->vals->maker)->place = NULL;
      lower_bind (lp->l, o->vals->maker)->grown = NULL;
    }
  o->vals->maker = NULL;
  o->vals->given = NULL;
  o->vals->placed = NULL;
}

/* --- Writing -------------------------------------------------------------------------------- */

/* Write the offsets of level K of value V: they start at the position of O's next element of the
   level below.  */
static void
write_offsets (struct lower *l, struct out *o, struct vecval *v, unsigned k, struct imp_expr **lo,
	       struct imp_expr **hi)
{
  struct imp_expr *n = e_op (l, FIR_SUB, e_again (l, hi[k - 1]), e_again (l, lo[k - 1]));
  struct imp_stmt *f = s_for (l, "j", e_size (l, 0), n, 1, true);
  struct imp_block *after = l->b;
  l->b = &f->body;
  struct imp_expr *j = imp_use (l->p, f->var), *x;
  if (v->off[k])
    {
      x = imp_load (l->p, e_again (l, v->off[k]), e_op (l, FIR_ADD, e_again (l, lo[k - 1]), j));
      x = e_op (l, FIR_SUB, x, e_again (l, lo[k]));
    }
  else
    x = e_op (l, FIR_MUL, j, e_again (l, v->n[k]));
  s_store (l, offsets_at (l, o, k + 1),
	   e_op (l, FIR_ADD, imp_use (l->p, o->vals->tot[k]), imp_use (l->p, f->var)),
	   e_op (l, FIR_ADD, imp_use (l->p, o->vals->tot[k + 1]), x));
  l->b = after;
}

static void
write_base (struct loop *lp, struct out *o, struct vecval *v, struct imp_expr *index,
	    struct imp_expr *lo, struct imp_expr *hi)
{
  struct lower *l = lp->l;
  /* Where values are of K elements or none they lie K apart, which can be seen.  */
  bool fixed = v->most && o->vals->even && o->vals->deep == 1;
  struct imp_expr *base
    = fixed ? e_op (l, FIR_MUL, next_value (l, o, index), e_size (l, v->most))
	    : next_base (lp, o, index);
  base = lower_name (l, base, "base");
  struct imp_expr *n
    = o->vals->even ? e_again (l, o->vals->size) : e_op (l, FIR_SUB, hi, e_again (l, lo));
  struct imp_block *after = l->b;
  struct imp_stmt *f = fixed ? rowcomb_each (l, "j", v, n)
			     : s_for (l, "j", e_size (l, 0), n, 1, true);
  l->b = &f->body;
  struct imp_expr *x = imp_load (l->p, e_again (l, v->data),
				 e_op (l, FIR_ADD, e_again (l, lo), imp_use (l->p, f->var)));
  if (o->vals->store)
    x = lower_rows_element (l, o->vals->store, x);
  s_store (l, e_again (l, o->mem.d),
	   e_op (l, FIR_ADD, e_again (l, base), imp_use (l->p, f->var)), x);
  l->b = after;
}

/* Make room for O's next value, whose elements are those from LO to HI; unless it is PLACED there
   already.  */
static void
room_for_value (struct lower *l, struct out *o, struct imp_expr **lo, struct imp_expr **hi,
		bool placed)
{
  struct imp_expr *size = o->vals->even ? e_again (l, o->vals->size) : NULL, *used;
  for (unsigned k = 1; k <= o->vals->deep && !o->vals->even; k++)
    {
      /* One more has their end.  */
      struct imp_expr *n = e_size (l, 2);
      if (k > 1)
	n = e_op (l, FIR_ADD, e_op (l, FIR_SUB, e_again (l, hi[k - 2]), e_again (l, lo[k - 2])),
		  e_size (l, 1));
      if (o->vals->growoffs[k])
	grow_room (l, o->vals->growoffs[k], imp_use (l->p, o->vals->tot[k - 1]), n);
    }
  if (placed)
    return;
  if (!size)
    size = e_op (l, FIR_SUB, e_again (l, hi[o->vals->deep - 1]),
		 e_again (l, lo[o->vals->deep - 1]));
  if (o->vals->even)
    {
      used = e_op (l, FIR_MUL, imp_use (l->p, o->mem.pos), e_again (l, o->vals->size));
      used = lower_name (l, used, "used");
    }
  else
    used = imp_use (l->p, o->vals->tot[o->vals->deep]);
  grow_room (l, o->mem.grow, used, size);
}

static void
write_value (struct loop *lp, struct out *o, struct vecval *v, struct imp_expr *index)
{
  struct lower *l = lp->l;
  struct imp_expr **lo = CTX_NEWV (l->ctx, struct imp_expr *, o->vals->deep);
  struct imp_expr **hi = CTX_NEWV (l->ctx, struct imp_expr *, o->vals->deep);
  struct imp_expr *place = o->vals->given ? o->vals->given->placed : o->vals->placed;
  bool placed = place && v->data->var == place->var;
  if (v->counted)
    count_value (lp, o, v);
  else
    positions (l, v, o->vals->deep, lo, hi);
  if (o->mem.grow)
    room_for_value (l, o, lo, hi, placed);
  if (!o->vals->even && !o->vals->joined)
    {
      s_store (l, offsets_at (l, o, 1), next_value (l, o, index),
	       o->vals->places ? next_base (lp, o, index) : imp_use (l->p, o->vals->tot[1]));
      for (unsigned k = 1; k < o->vals->deep; k++)
	write_offsets (l, o, v, k, lo, hi);
    }
  if (!placed)
    write_base (lp, o, v, index, lo[o->vals->deep - 1], e_again (l, hi[o->vals->deep - 1]));
  if (o->o->kind == OUT_FILTER)
    move (lp, o->vals->even ? o->mem.pos : o->vals->tot[0], e_size (l, 1));
  for (unsigned k = 1; k <= o->vals->deep && !rowout_fixed_p (o) && !v->counted; k++)
    move (lp, o->vals->tot[k], e_op (l, FIR_SUB, e_again (l, hi[k - 1]), e_again (l, lo[k - 1])));
}

void
rowout_value (struct loop *lp, struct out *o, struct vecval *v, struct imp_expr *index)
{
  if (o->job == JOB_LENGTHS)
    count_value (lp, o, v);
  else
    write_value (lp, o, vec_memory (lp->l, v), index);
}

void
rowout_accept (struct loop *lp, struct out *o, struct imp_expr *g, struct imp_expr *index)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct fir_atom n = o->job == JOB_LENGTHS ? rowout_length (lp, o) : FIR_NONE;
  /* A filter may take all: then every element gives.  */
  if (g && !(g->kind == IMP_EXPR_CONST && g->cst->i))
    l->b = &s_if (l, e_test (l, g))->body;
  if (o->job == JOB_LENGTHS && first_level (o) == 0)
    add_to (l, o->vals->tot[0], e_size (l, 1));
  if (fir_atom_none (n))
    rowout_value (lp, o, lower_vec (l, o->o->value), index);
  else
    add_to (l, o->vals->tot[1], lower_atom (l, n));
  l->b = after;
}

/* --- The result ----------------------------------------------------------------------------- */

/* Complete O's result V, whose memory has grown: set the last offsets and the length.  */
static struct vecval *
grown_rows (struct loop *lp, struct out *o, struct vecval *v)
{
  struct lower *l = lp->l;
  struct imp_var *count = o->vals->even ? o->mem.pos : o->vals->tot[0];
  v->n[0] = o->o->kind == OUT_FILTER ? imp_use (l->p, count) : e_again (l, lp->n);
  for (unsigned k = 1; k <= o->vals->deep; k++)
    if (o->vals->even)
      v->n[k] = o->vals->ext[k - 1];
    else
      {
	struct imp_expr *at = k == 1 ? e_again (l, v->n[0]) : imp_use (l->p, o->vals->tot[k - 1]);
	/* If there was no value there may be no room.  */
	if (o->vals->growoffs[k])
	  grow_room (l, o->vals->growoffs[k], e_again (l, at), e_size (l, 1));
	s_store (l, offsets_at (l, o, k), e_again (l, at), imp_use (l->p, o->vals->tot[k]));
	v->off[k] = offsets_at (l, o, k);
	v->count[k] = imp_use (l->p, o->vals->tot[k]);
      }
  v->data = grow_data (l, o->mem.grow);
  v->keeper = grow_memory (o->mem.grow);
  return v;
}

/* O's result, which is stored, after its counts V: there is no vector of it.  */
static struct vecval *
stored_rows (struct out *o, struct vecval *v)
{
  v->counted = o->vals->joined;
  for (unsigned k = 1; k <= o->vals->deep && !o->vals->joined; k++)
    if (o->vals->even)
      v->n[k] = o->vals->ext[k - 1];
    else
      v->off[k] = o->vals->offs[k]->data;
  v->offsets = o->vals->joined || o->vals->even ? NULL : o->vals->offs[1];
  v->data = o->mem.d;
  v->alias = o->vals->read;
  return v;
}

struct vecval *
rowout_result (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  if (o->vals->store)
    return stored_rows (o, lower_bind (l, o->o->res)->vec);
  struct vecval *v = vec_new (l, VEC_MEM, o->o->res->type);
  if (o->vals->flat)
    {
      v->counted = true;
      v->data = e_again (l, o->mem.d);
      v->n[0] = e_again (l, o->mem.count);
      v->count[1] = e_again (l, o->vals->all[1]);
      v->keeper = o->vals->base;
      return v;
    }
  if (o->vals->joined)
    {
      v->counted = true;
      v->data = e_again (l, o->mem.d);
      v->n[0] = o->o->kind == OUT_FILTER ? imp_use (l->p, o->vals->tot[0]) : e_again (l, lp->n);
      for (unsigned k = 1; k <= o->vals->deep; k++)
	v->count[k] = imp_use (l->p, o->vals->tot[k]);
      return v;
    }
  if (o->vals->given_place)
    {
      v->data = e_again (l, o->mem.d);
      v->n[0] = e_again (l, lp->n);
      for (unsigned k = 1; k <= o->vals->deep; k++)
	v->n[k] = o->vals->ext[k - 1];
      return v;
    }
  if (o->mem.grow)
    return grown_rows (lp, o, v);
  struct imp_expr *h = imp_use (l->p, o->vals->base->handle);
  vec_disown (l, o->vals->base->handle);
  for (unsigned k = o->vals->deep; k > 0; k--)
    {
      const struct type *t = type_vec (l->ctx, h->type);
      if (o->vals->even)
	{
	  struct imp_expr *m = e_again (l, o->mem.count);
	  for (unsigned j = 1; j < k; j++)
	    m = e_op (l, FIR_MUL, m, e_again (l, o->vals->ext[j - 1]));
	  h = e_call (l, IMP_FN_RESHAPE, t, 3, h, m, e_again (l, o->vals->ext[k - 1]));
	  v->n[k] = o->vals->ext[k - 1];
	  continue;
	}
      vec_disown (l, o->vals->offs[k]->handle);
      h = e_call (l, IMP_FN_SEGMENTS, t, 2, h, imp_use (l->p, o->vals->offs[k]->handle));
      v->off[k] = o->vals->offs[k]->data;
      v->count[k] = lp->nested ? e_again (l, o->vals->all[k]) : NULL;
    }
  v->handle = s_new (l, o->o->res->name, v->type, h);
  v->owned = true;
  v->data = e_again (l, o->mem.d);
  v->n[0] = e_again (l, o->mem.count);
  vec_own (l, v->handle);
  return v;
}

/* The pass across: elements that look through the same row do so side by side.

     loop i = b to e { } do {                 if band (ge (e, add (b, LEAST)), c) {
       A                                        for j = b to e step BLOCK {
       if c {                                     new end := min (e, add (j, BLOCK))
	 new x := y                               for i = j to end: A; lanes of A and of x, i - j
	 loop k = f to m by lanes {               for k = f to m {
	   reduce x (p, q) { } ret r       =>       for l = 0 to end - j:
	 } do { L  give x := v }                      L, i being j + l; x's lane l := r
	 D                                        }
       } else { F }                               for i = j to end: D
     }                                          }
					      } else { the loop as it was }

   One lane is an element, not a place of the row: what L reads is the same for all lanes, nothing
   is left to be combined behind the row, and there is no end of the row to be taken one by one.  An
   element combines the places of its row in their order.

   What is done for several elements together may be: a loop's elements are independent.  All
   elements of a block have done A and L before the first does D, which alone stores and fails.  What
   is asked before the loop, c, f and m, is so asked of loops without elements, too: it loads nothing
   and is total.

   Lanes here are loaded and stored for each place of the row, those of a long row are registers.  So
   rows of more than SHORT elements are only taken for the best of values of 32 bits, whose indices
   of 64 bits would be most of the work there.

   Does not: take operators that round, whose result would depend on the number of elements; rows
   whose length, or place in memory, is another for each element, which would be read with steps;
   elements with several rows, or with memory of their own.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-soa.h"

/* Elements of a block: their lanes stay in the nearest cache.  Of fewer than LEAST a row is taken in
   blocks instead, and so is one of more than SHORT places.  */
#define BLOCK 128
#define LEAST 16
#define SHORT 64

/* Conditions, one in the other; values of an element that are kept in lanes, and their bytes: at
   most.  */
#define DEPTH 4
#define VALUES 24
#define BYTES 128

/* What an element does before and behind the loop over its row, at one level of its conditions.  */
struct level
{
  const struct imp_block *b;
  const struct imp_stmt *at;	/* the loop, or the condition around it */
};

/* A value of an element, in a lane for each.  */
struct value
{
  const struct imp_stmt *output; /* that combines it; NULL: the row does not change it */
  struct imp_var *var;
  bool late;			/* it has no value before the row, and so no lanes */
  struct soa lanes;
  bool placed;			/* its field BY is that of PLACE, behind the row */
  struct imp_var *place;	/* u32: which place of the row it is from, from 1 on; 0: none */
};

struct across
{
  struct imp_here h;
  const struct imp_stmt *loop, *row;
  struct level level[DEPTH];
  unsigned nlevels;
  struct value value[VALUES];
  unsigned nvalues;
  bool *own;			/* by number of the variable: an element binds it */
  bool *lane;			/* and it is another for each element, in the loop over the row */
  unsigned n;
  bool placed;			/* a value is */
  const struct imp_expr *f, *m;	/* of the copy: where the row begins and ends, */
  const struct imp_expr *k, *place;	/* the lane, the place in the row, u32 */
};

/* --- Which loops ----------------------------------------------------------------------------- */

static void
note_bound (struct across *d, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (imp_binds (s))
	d->own[s->var->id] = true;
      note_bound (d, &s->body);
      note_bound (d, &s->orelse);
    }
}

/* Has E a variable that SET has?  */
static bool
has (const struct across *d, const struct imp_expr *e, const bool *set)
{
  if (!e)
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return e->var->id < d->n && set[e->var->id];
  for (unsigned k = 0; k < e->nargs; k++)
    if (has (d, e->args[k], set))
      return true;
  return false;
}

/* Does E call only leaves that read no memory (ROW), or any leaf, and nothing else?  */
static bool
computes (const struct imp_expr *e, bool row)
{
  if (!e)
    return true;
  if (e->kind == IMP_EXPR_CALL || e->kind == IMP_EXPR_FUN
      || (e->kind == IMP_EXPR_LEAF
	  && (e->leaf->flags & (LEAF_MAYFAIL | LEAF_INDIRECT | LEAF_LOOPS)))
      || (row && e->kind == IMP_EXPR_LEAF && !(e->leaf->flags & LEAF_CONST)))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!computes (e->args[k], row))
      return false;
  return true;
}

static bool
computes_all (const struct imp_stmt *s, bool row)
{
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    if (!computes (s->e[k], row))
      return false;
  for (unsigned k = 0; k < s->nargs; k++)
    if (!computes (s->args[k], row))
      return false;
  return computes (s->base, row);
}

/* Can E be evaluated where the program does not: does it load and call nothing, and is it total?  */
static bool
harmless (const struct imp_expr *e)
{
  if (e->kind != IMP_EXPR_CONST && e->kind != IMP_EXPR_VAR
      && (e->kind != IMP_EXPR_PRIM || !imp_prim_total (e)))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!harmless (e->args[k]))
      return false;
  return true;
}

/* Is T a scalar, or a record of such?  */
static bool
is_value (const struct type *t)
{
  for (unsigned k = 0; t->kind == TYPE_RECORD && k < t->nfields; k++)
    if (!is_value (t->fields[k].type))
      return false;
  return t->kind == TYPE_SCALAR || t->kind == TYPE_RECORD;
}

static bool plain_block (const struct across *d, const struct imp_block *b, bool behind);

/* Does S, of an element, only compute values of its own; BEHIND: or store, or fail?  */
static bool
plain (const struct across *d, const struct imp_stmt *s, bool behind)
{
  switch (s->kind)
    {
    case IMP_NEW:
      return is_value (s->var->type) && computes_all (s, false);
    case IMP_ASSIGN:
      return d->own[s->var->id] && computes_all (s, false);
    case IMP_STORE:
      return behind && !s->kept && computes_all (s, false);
    case IMP_FAIL:
      return behind && computes_all (s, false);
    case IMP_IF:
      return !imp_is_alone (s) && computes_all (s, false) && plain_block (d, &s->body, behind)
	     && plain_block (d, &s->orelse, behind);
    default:
      return false;
    }
}

static bool
plain_block (const struct across *d, const struct imp_block *b, bool behind)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (!plain (d, s, behind))
      return false;
  return true;
}

/* Find the loop over the row, and what is around it, in B.  */
static bool
find_row (struct across *d, const struct imp_block *b)
{
  const struct imp_stmt *at = NULL;

  if (d->nlevels == DEPTH)
    return false;
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (!at && (s->kind == IMP_LOOP || (s->kind == IMP_IF && imp_has_loops (&s->body))))
      at = s;
    else if (!plain (d, s, at != NULL))
      return false;
  if (!at)
    return false;
  d->level[d->nlevels++] = (struct level) { b, at };
  if (at->kind == IMP_LOOP)
    {
      d->row = at;
      return true;
    }
  return !imp_is_alone (at) && at->e[0]->type == type_i32 (d->h.p->ctx) && harmless (at->e[0])
	 && !has (d, at->e[0], d->own) && find_row (d, &at->body);
}

static bool
has_float (const struct type *t)
{
  if (t->kind == TYPE_RECORD)
    {
      for (unsigned k = 0; k < t->nfields; k++)
	if (has_float (t->fields[k].type))
	  return true;
      return false;
    }
  return type_is_float (t);
}

/* Does O combine values in any order with the same bits?  */
static bool
is_exact (const struct imp_stmt *o)
{
  const struct imp_expr *e = o->e[2];

  if (o->kind != IMP_REDUCE || !o->commutes || o->first || o->e[1] || !is_value (o->var->type))
    return false;
  return o->by || !has_float (o->var->type)
	 || (e->kind == IMP_EXPR_PRIM && (e->op == FIR_MIN || e->op == FIR_MAX));
}

/* Does the operator of O, and its neutral element, use nothing of an element but its operands?  */
static bool
operator_p (struct across *d, const struct imp_stmt *o)
{
  const struct imp_stmt *x = o->body.first, *y = x ? x->next : NULL;
  bool uses;

  if (!y || y->next)
    return false;
  d->own[x->var->id] = d->own[y->var->id] = false;
  uses = has (d, o->e[2], d->own);
  d->own[x->var->id] = d->own[y->var->id] = true;
  return !uses && !has (d, o->e[0], d->own) && computes (o->e[2], true);
}

/* Is E that variable?  */
static bool
names (const struct imp_expr *e, const struct imp_var *v)
{
  return e->kind == IMP_EXPR_VAR && e->var == v;
}

/* Does E read of X only fields other than K?  */
static bool
reads_beside (const struct imp_expr *e, const struct imp_var *x, unsigned k)
{
  if (names (e, x))
    return false;
  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_FIELD && names (e->args[0], x))
    return e->index != k;
  for (unsigned a = 0; a < e->nargs; a++)
    if (!reads_beside (e->args[a], x, k))
      return false;
  return true;
}

/* Is O's value one of two records, chosen by their other fields, of no more than 32 bits each, its
   field BY being the place in the row?  Then lanes note 32 bits of it.  */
static bool
is_placed (const struct across *d, const struct imp_stmt *o)
{
  const struct type *t = o->var->type;
  const struct imp_stmt *x = o->body.first, *y = x ? x->next : NULL;
  const struct imp_expr *r = o->e[2];

  if (!o->by || !y || y->next || t->kind != TYPE_RECORD || t->nfields > SOA_LEAVES
      || r->kind != IMP_EXPR_PRIM || r->op != FIR_SELECT
      || !reads_beside (r->args[0], x->var, o->by - 1)
      || !reads_beside (r->args[0], y->var, o->by - 1) || !names (r->args[1], y->var)
      || !names (r->args[2], x->var))
    return false;
  for (unsigned k = 0; k < t->nfields; k++)
    if (t->fields[k].type->kind != TYPE_SCALAR
	|| (k != o->by - 1 && t->fields[k].type->size > 4))
      return false;
  for (const struct imp_stmt *s = d->row->body.first; s; s = s->next)
    if (s->kind == IMP_GIVE && s->var == o->var
	&& (s->e[0]->kind != IMP_EXPR_PRIM || s->e[0]->op != FIR_RECORD || s->e[1]
	    || !names (s->e[0]->args[o->by - 1], d->row->var)))
      return false;
  return true;
}

/* Does E load at a place that depends on the lane?  */
static bool
loads_apart (const struct across *d, const struct imp_expr *e)
{
  if (!e)
    return false;
  if (e->kind == IMP_EXPR_LOAD && has (d, e, d->lane))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (loads_apart (d, e->args[k]))
      return true;
  return false;
}

static const struct imp_stmt *
output_of (const struct across *d, const struct imp_var *v)
{
  return imp_output (d->row, v);
}

/* Note which variables of the row are another for each lane.  Can it be taken so?  */
static bool
row_p (struct across *d)
{
  const struct imp_stmt *row = d->row;

  if (row->shape != IMP_SHAPE_LANES || !row->orelse.first || has (d, row->e[0], d->own)
      || has (d, row->e[1], d->own) || !harmless (row->e[0]) || !harmless (row->e[1]))
    return false;
  for (const struct imp_stmt *o = row->orelse.first; o; o = o->next)
    if (!is_exact (o) || !d->own[o->var->id] || !operator_p (d, o))
      return false;
  for (unsigned k = 0; k < d->n; k++)
    d->lane[k] = d->own[k];
  d->lane[row->var->id] = false;
  for (const struct imp_stmt *s = row->body.first; s; s = s->next)
    {
      if ((s->kind != IMP_NEW && s->kind != IMP_GIVE) || !computes_all (s, true))
	return false;
      if (s->kind == IMP_NEW && (!s->e[0] || !is_value (s->var->type)))
	return false;
      /* What is given when G does not hold need not be what the operator takes.  */
      if (s->kind == IMP_GIVE && s->e[1] && !output_of (d, s->var)->e[0])
	return false;
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	if (loads_apart (d, s->e[k]))
	  return false;
      if (s->kind == IMP_NEW)
	d->lane[s->var->id] = has (d, s->e[0], d->lane);
    }
  return true;
}

/* Is V used in the row, or behind it?  */
static bool
used_behind (const struct across *d, const struct imp_var *v)
{
  for (unsigned k = 0; k < d->nlevels; k++)
    for (const struct imp_stmt *s = d->level[k].at; s; s = s->next)
      if ((s->kind == IMP_LOOP || s != d->level[k].at)
	  && (s->var == v || imp_stmt_uses (s, v) || imp_block_uses (&s->body, v)
	      || imp_block_uses (&s->orelse, v)))
	return true;
  return false;
}

/* Is V assigned in B?  */
static bool
assigned (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind == IMP_ASSIGN && s->var == v) || assigned (&s->body, v)
	|| assigned (&s->orelse, v))
      return true;
  return false;
}

/* Has V a value at END whatever way leads from S to it?  */
static bool
sets (const struct imp_stmt *s, const struct imp_stmt *end, const struct imp_var *v)
{
  for (; s != end; s = s->next)
    if ((s->kind == IMP_ASSIGN && s->var == v)
	|| (s->kind == IMP_IF && sets (s->body.first, NULL, v) && sets (s->orelse.first, NULL, v)))
      return true;
  return false;
}

/* V, bound at level K without a value: does it have one before the row, in all elements?  *SOME: in
   some.  */
static bool
is_early (const struct across *d, unsigned k, const struct imp_var *v, bool *some)
{
  bool all = false;

  *some = false;
  for (; k < d->nlevels; k++)
    {
      const struct imp_block *b = d->level[k].b;

      all |= sets (b->first, d->level[k].at, v);
      for (const struct imp_stmt *s = b->first; s != d->level[k].at; s = s->next)
	*some |= (s->kind == IMP_ASSIGN && s->var == v) || assigned (&s->body, v)
		 || assigned (&s->orelse, v);
    }
  return all;
}

/* Note V, which S binds at level K.  */
static bool
add_value (struct across *d, unsigned k, const struct imp_stmt *s)
{
  const struct imp_stmt *o = output_of (d, s->var);
  struct value *v = &d->value[d->nvalues];
  bool some;

  if (d->nvalues == VALUES)
    return false;
  *v = (struct value) { .output = o, .var = s->var };
  v->late = !s->e[0] && !is_early (d, k, s->var, &some);
  if (v->late && (o || some))
    return false;
  v->placed = o && is_placed (d, o);
  d->placed |= v->placed;
  d->nvalues++;
  return true;
}

/* Note the values that are kept in lanes.  */
static bool
find_values (struct across *d)
{
  unsigned outputs = 0;
  uint64_t bytes = 0;

  for (unsigned k = 0; k < d->nlevels; k++)
    for (const struct imp_stmt *s = d->level[k].b->first; s != d->level[k].at; s = s->next)
      if (s->kind == IMP_NEW && (output_of (d, s->var) || used_behind (d, s->var)))
	{
	  if (!add_value (d, k, s))
	    return false;
	  outputs += d->value[d->nvalues - 1].output != NULL;
	  bytes += s->var->type->size;
	}
  for (const struct imp_stmt *o = d->row->orelse.first; o; o = o->next)
    outputs--;
  return outputs == 0 && bytes <= BYTES;
}

static bool
across_p (struct across *d, const struct imp_stmt *s)
{
  if (s->kind != IMP_LOOP || imp_is_whole (s) || s->shape != IMP_SHAPE_SERIAL || s->orelse.first
      || imp_has_needs (s) || !imp_has_loops (&s->body))
    return false;
  d->loop = s;
  d->n = d->h.proc->nvars + 1;
  d->own = CTX_NEWV (d->h.p->ctx, bool, d->n);
  d->lane = CTX_NEWV (d->h.p->ctx, bool, d->n);
  d->own[s->var->id] = true;
  note_bound (d, &s->body);
  return find_row (d, &s->body) && row_p (d) && find_values (d);
}

/* --- Blocks ---------------------------------------------------------------------------------- */

/* for each element from J to END: its statements go into that from now on, its lane is D->k.  */
static struct imp_copy
begin_elements (struct across *d, const struct imp_expr *j, const struct imp_expr *end, bool ivdep)
{
  struct imp_expr *i = here_begin_for (&d->h, d->loop->var->name, here_again (&d->h, j),
				       here_again (&d->h, end), 1, ivdep);
  struct imp_copy c = imp_copy_new (&d->h);

  d->k = imp_make_let (&d->h, "k", here_op (&d->h, FIR_SUB, here_again (&d->h, i),
					   here_again (&d->h, j)));
  c.h.b = d->h.b;
  imp_copy_set (&c, d->loop->var, i);
  return c;
}

/* What the elements from J to END do before their rows.  */
static void
before (struct across *d, const struct imp_expr *j, const struct imp_expr *end)
{
  struct imp_block *after = d->h.b;
  struct imp_copy c = begin_elements (d, j, end, true);

  for (unsigned k = 0; k < d->nlevels; k++)
    for (const struct imp_stmt *s = d->level[k].b->first; s != d->level[k].at; s = s->next)
      imp_copy_stmt (&c, s);
  for (unsigned k = 0; k < d->nvalues; k++)
    {
      struct value *v = &d->value[k];

      if (v->late)
	continue;
      soa_write (&c.h, &v->lanes, d->k, imp_copy_expr (&c, imp_use (d->h.p, v->var)));
      if (v->placed)
	imp_make_store (&c.h, here_use (&c.h, v->place), here_again (&c.h, d->k),
			imp_zero (d->h.p, v->place->type));
    }
  d->h.b = after;
}

/* E, the value V behind the row, with its place for field BY if it is from the row.  */
static struct imp_expr *
with_place (struct across *d, struct imp_here *h, const struct value *v, const struct imp_expr *e)
{
  const struct type *t = v->var->type, *u64 = type_size (d->h.p->ctx);
  struct imp_expr *args[SOA_LEAVES], *place;

  place = imp_load (d->h.p, here_use (h, v->place), here_again (h, d->k));
  place = imp_make_let (h, "place", imp_prim (d->h.p, FIR_CONV, u64, 1, &place));
  for (unsigned k = 0; k < t->nfields; k++)
    {
      struct imp_expr *r = here_again (h, e);

      args[k] = imp_prim (d->h.p, FIR_FIELD, t->fields[k].type, 1, &r);
      args[k]->index = k;
      if (k != v->output->by - 1)
	continue;
      r = here_op (h, FIR_SUB, here_again (h, place), here_size (h, 1));
      r = here_op (h, FIR_ADD, here_again (h, d->f), r);
      args[k] = imp_select (d->h.p, here_op (h, FIR_EQ, here_again (h, place), here_size (h, 0)),
			    args[k], r);
    }
  return imp_prim (d->h.p, FIR_RECORD, t, t->nfields, args);
}

/* The values of lane D->k, as C copies them; ALL: those that are combined, and those that get their
   value behind the row, too.  */
static void
lane_values (struct across *d, struct imp_copy *c, bool all)
{
  for (unsigned k = 0; k < d->nvalues; k++)
    if (all || (!d->value[k].output && !d->value[k].late))
      {
	struct value *v = &d->value[k];
	struct imp_expr *e = v->late ? NULL : soa_read (&c->h, &v->lanes, d->k);

	if (v->placed)
	  e = with_place (d, &c->h, v, e);
	imp_copy_set (c, v->var,
		      imp_use (d->h.p, imp_make_new (&c->h, v->var->name, v->var->type, e)));
      }
}

/* Combine V, a record of scalars, with the lane of O.  */
static void
give_placed (struct across *d, struct imp_here *h, struct value *o, struct imp_expr *v)
{
  const struct imp_stmt *x = o->output->body.first, *y = x->next;
  struct imp_copy c = imp_copy_new (h);
  struct imp_expr *p = soa_read (h, &o->lanes, d->k), *old, *before;

  v = imp_make_let (h, "q", v);
  imp_copy_set (&c, x->var, here_again (h, p));
  imp_copy_set (&c, y->var, here_again (h, v));
  before = imp_make_let (h, "before", imp_copy_expr (&c, o->output->e[2]->args[0]));
  for (unsigned k = 0; k < o->lanes.n; k++)
    {
      struct imp_expr *was = here_again (h, p), *is = here_again (h, v);

      if (k == o->output->by - 1)
	continue;
      was = imp_prim (d->h.p, FIR_FIELD, o->lanes.t->fields[k].type, 1, &was);
      is = imp_prim (d->h.p, FIR_FIELD, was->type, 1, &is);
      was->index = is->index = k;
      imp_make_store (h, here_use (h, o->lanes.a[k]), here_again (h, d->k),
		      imp_select (d->h.p, here_again (h, before), is, was));
    }
  old = imp_load (d->h.p, here_use (h, o->place), here_again (h, d->k));
  imp_make_store (h, here_use (h, o->place), here_again (h, d->k),
		  imp_select (d->h.p, before, here_again (h, d->place), old));
}

/* The give of a row: combine with the lane.  */
static void
give (struct across *d, struct imp_copy *c, const struct imp_stmt *s)
{
  struct imp_expr *v = imp_copy_expr (c, s->e[0]), *g = imp_copy_expr (c, s->e[1]), *x;
  struct value *o = d->value;

  while (o->var != s->var)
    o++;
  if (o->placed)
    {
      give_placed (d, &c->h, o, v);
      return;
    }
  if (g)
    v = imp_loop_guarded (&c->h, o->output, v, g);
  x = soa_read (&c->h, &o->lanes, d->k);
  soa_write (&c->h, &o->lanes, d->k, imp_apply (&c->h, o->output, x, v));
}

/* The rows of the N elements of a block from J on.  */
static void
rows (struct across *d, const struct imp_expr *j, const struct imp_expr *n)
{
  const struct type *u32 = type_scalar (d->h.p->ctx, SCALAR_U32);
  struct imp_block *after = d->h.b;
  struct imp_copy c = imp_copy_new (&d->h);
  struct imp_expr *k = here_begin_for (&d->h, d->row->var->name, here_again (&d->h, d->f),
				       here_again (&d->h, d->m), 1, false);

  c.h.b = d->h.b;
  imp_copy_set (&c, d->row->var, k);
  for (const struct imp_stmt *s = d->row->body.first; s; s = s->next)
    if (s->kind == IMP_NEW && !d->lane[s->var->id])
      imp_copy_stmt (&c, s);
  if (d->placed)
    {
      struct imp_expr *place = here_op (&d->h, FIR_SUB, here_again (&d->h, k),
					here_again (&d->h, d->f));

      place = here_op (&d->h, FIR_ADD, place, here_size (&d->h, 1));
      d->place = imp_make_let (&d->h, "place", imp_prim (d->h.p, FIR_CONV, u32, 1, &place));
    }
  d->k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_again (&d->h, n), 1, true);
  c.h.b = d->h.b;
  lane_values (d, &c, false);
  if (imp_block_uses (&d->row->body, d->loop->var))
    {
      struct imp_expr *i = here_op (&d->h, FIR_ADD, here_again (&d->h, j), here_again (&d->h, d->k));

      imp_copy_set (&c, d->loop->var, imp_make_let (&d->h, d->loop->var->name, i));
    }
  for (const struct imp_stmt *s = d->row->body.first; s; s = s->next)
    if (s->kind == IMP_GIVE)
      give (d, &c, s);
    else if (d->lane[s->var->id])
      imp_copy_stmt (&c, s);
  d->h.b = after;
}

/* What the elements from J to END do behind their rows.  */
static void
behind (struct across *d, const struct imp_expr *j, const struct imp_expr *end)
{
  struct imp_block *after = d->h.b;
  struct imp_copy c = begin_elements (d, j, end, !imp_block_fails (&d->loop->body));

  lane_values (d, &c, true);
  for (unsigned k = d->nlevels; k--; )
    for (const struct imp_stmt *s = d->level[k].at->next; s; s = s->next)
      imp_copy_stmt (&c, s);
  d->h.b = after;
}

/* The elements from B to E, in blocks.  */
static void
blocks (struct across *d, const struct imp_expr *b, const struct imp_expr *e)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *j = here_begin_for (&d->h, "j", here_again (&d->h, b), here_again (&d->h, e),
				       BLOCK, false);
  struct imp_expr *end, *n;

  end = here_op (&d->h, FIR_ADD, here_again (&d->h, j), here_size (&d->h, BLOCK));
  end = imp_make_let (&d->h, "end", here_op (&d->h, FIR_MIN, here_again (&d->h, e), end));
  n = imp_make_let (&d->h, "n", here_op (&d->h, FIR_SUB, here_again (&d->h, end),
					here_again (&d->h, j)));
  for (unsigned k = 0; k < d->nvalues; k++)
    {
      struct value *v = &d->value[k];

      if (v->late)
	continue;
      v->lanes = soa_new (&d->h, v->var->type, v->var->name, BLOCK);
      if (v->placed)
	v->place = imp_make_array (&d->h, "place", type_scalar (d->h.p->ctx, SCALAR_U32), BLOCK);
    }
  before (d, j, end);
  rows (d, j, n);
  behind (d, j, end);
  d->h.b = after;
}

static enum schedule_taken
take (struct schedule_walk *w, struct imp_here *h, struct imp_block *block, struct imp_stmt *s)
{
  struct across d = { .h = *h };
  struct imp_block *after = h->b;
  struct imp_expr *b, *e, *c, *n;
  struct imp_copy whole = imp_copy_new (h);
  struct imp_stmt *i;

  (void) w;
  (void) block;
  if (!across_p (&d, s))
    return SCHEDULE_LEFT;
  b = imp_make_name (h, s->e[0], "b");
  e = imp_make_name (h, s->e[1], "e");
  d.f = imp_make_name (h, imp_copy_expr (&whole, d.row->e[0]), "f");
  d.m = imp_make_name (h, imp_copy_expr (&whole, d.row->e[1]), "m");
  /* Elements may be none, with B behind E.  */
  c = here_op (h, FIR_ADD, here_again (h, b), here_size (h, LEAST));
  c = here_op (h, FIR_GE, here_again (h, e), c);
  for (unsigned k = 0; k + 1 < d.nlevels; k++)
    c = here_op (h, FIR_BAND, c, imp_copy_expr (&whole, d.level[k].at->e[0]));
  /* Places have 32 bits.  A row may end before it begins.  */
  n = here_op (h, FIR_SUB, here_again (h, d.m), here_again (h, d.f));
  c = here_op (h, FIR_BAND, c,
	       here_op (h, FIR_LE, n, here_size (h, d.placed ? UINT32_MAX - 1 : SHORT)));
  i = imp_make_if (h, c);
  d.h.b = &i->body;
  blocks (&d, b, e);
  whole.h.b = &i->orelse;
  imp_copy_stmt (&whole, s);
  i->orelse.last->e[0] = here_again (h, b);
  i->orelse.last->e[1] = here_again (h, e);
  h->b = after;
  return SCHEDULE_TAKEN;
}

unsigned
schedule_across (struct imp_prog *p, struct imp_proc *proc)
{
  struct schedule_walk w = { .take = take };

  return schedule_walk (p, proc, &w);
}

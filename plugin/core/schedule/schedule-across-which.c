/* The pass across: which loops have elements that look through the same row.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-across.h"
#include "schedule-narrow.h"

/* Bytes of the values of an element that are kept in lanes, at most: a block's stay in the nearest
   cache.  */
#define BYTES 128

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
    case IMP_GIVE:
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

  if (d->nlevels == ACROSS_DEPTH)
    return false;
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (!at && (s->kind == IMP_LOOP || (s->kind == IMP_IF && imp_has_loops (&s->body))))
      at = s;
    else if (!plain (d, s, at != NULL))
      return false;
  if (!at)
    return false;
  d->level[d->nlevels++] = (struct across_level) { b, at };
  if (at->kind == IMP_LOOP)
    {
      d->row = at;
      return true;
    }
  return !imp_is_alone (at) && at->e[0]->type == type_i32 (d->h.p->ctx)
	 && imp_is_arithmetic (at->e[0]) && !has (d, at->e[0], d->own) && find_row (d, &at->body);
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

/* Does E read of X only fields other than K?  */
static bool
reads_beside (const struct imp_expr *e, const struct imp_var *x, unsigned k)
{
  if (imp_is_var (e, x))
    return false;
  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_FIELD && imp_is_var (e->args[0], x))
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
      || !reads_beside (r->args[0], y->var, o->by - 1) || !imp_is_var (r->args[1], y->var)
      || !imp_is_var (r->args[2], x->var))
    return false;
  for (unsigned k = 0; k < t->nfields; k++)
    if (t->fields[k].type->kind != TYPE_SCALAR
	|| (k != o->by - 1 && t->fields[k].type->size > 4))
      return false;
  for (const struct imp_stmt *s = d->row->body.first; s; s = s->next)
    if (s->kind == IMP_GIVE && s->var == o->var
	&& (s->e[0]->kind != IMP_EXPR_PRIM || s->e[0]->op != FIR_RECORD || s->e[1]
	    || !imp_is_var (s->e[0]->args[o->by - 1], d->row->var)))
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
      || has (d, row->e[1], d->own) || !imp_is_arithmetic (row->e[0])
      || !imp_is_arithmetic (row->e[1]))
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
	*some |= (s->kind == IMP_ASSIGN && s->var == v) || imp_block_assigns (&s->body, v)
		 || imp_block_assigns (&s->orelse, v);
    }
  return all;
}

/* The type of narrower lanes for the sum O, which S binds: they begin at 0, and hold the sum of a
   short row.  NULL: they are as wide as the sum.  */
static const struct type *
narrow_type (const struct across *d, const struct imp_stmt *s, const struct imp_stmt *o)
{
  struct narrow n = narrow_lanes (d->h.p, d->h.proc, d->row, o);

  for (unsigned k = 0; k < d->nlevels; k++)
    for (const struct imp_stmt *t = d->level[k].b->first; t != d->level[k].at; t = t->next)
      if ((t->kind == IMP_ASSIGN && t->var == s->var) || imp_block_assigns (&t->body, s->var)
	  || imp_block_assigns (&t->orelse, s->var))
	return NULL;
  return s->e[0] && s->e[0]->kind == IMP_EXPR_CONST && n.steps >= ACROSS_SHORT ? n.t : NULL;
}

/* Note V, which S binds at level K.  */
static bool
add_value (struct across *d, unsigned k, const struct imp_stmt *s)
{
  const struct imp_stmt *o = output_of (d, s->var);
  struct across_value *v = &d->value[d->nvalues];
  bool some;

  if (d->nvalues == ACROSS_VALUES)
    return false;
  *v = (struct across_value) { .output = o, .var = s->var };
  v->late = !s->e[0] && !is_early (d, k, s->var, &some);
  if (v->late && (o || some))
    return false;
  v->placed = o && is_placed (d, o);
  v->begin = s->e[0];
  v->narrow = o ? narrow_type (d, s, o) : NULL;
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

/* May LOOP have from LEAST to MOST turns?  */
static bool
may_turn (const struct imp_stmt *loop, uint64_t least, uint64_t most)
{
  uint64_t b, e;

  return !imp_is_const (loop->e[0], &b) || !imp_is_const (loop->e[1], &e)
	 || (e - b >= least && e - b <= most);
}

static bool
goes_across (struct across *d, const struct imp_stmt *s)
{
  if (s->kind != IMP_LOOP || s->shape != IMP_SHAPE_SERIAL || imp_has_needs (s)
      || !imp_has_loops (&s->body))
    return false;
  for (const struct imp_stmt *o = s->orelse.first; o; o = o->next)
    if (!is_exact (o))
      return false;
  d->loop = s;
  d->n = d->h.proc->nvars + 1;
  d->own = CTX_NEWV (d->h.p->ctx, bool, d->n);
  d->lane = CTX_NEWV (d->h.p->ctx, bool, d->n);
  d->own[s->var->id] = true;
  note_bound (d, &s->body);
  return find_row (d, &s->body) && row_p (d) && find_values (d)
	 && (imp_is_whole (s) || may_turn (s, ACROSS_LEAST, UINT64_MAX))
	 && may_turn (d->row, 0, ACROSS_SHORT);
}

bool
across_p (struct across *d, const struct imp_stmt *s)
{
  if (imp_is_whole (s) || !goes_across (d, s))
    return false;
  across_find_rare (d);
  return true;
}

bool
schedule_goes_across (const struct imp_here *h, const struct imp_stmt *loop)
{
  struct across d = { .h = *h };

  return imp_is_whole (loop) && goes_across (&d, loop);
}

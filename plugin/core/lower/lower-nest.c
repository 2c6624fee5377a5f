/* Lowering of stores with steps: nests of loops, so that no element needs a division.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A loop that stores several levels of elements with steps (lower-fused-store.c) becomes a nest
   whose levels are those of the store.  Where a range of it runs serially it becomes a loop over
   the rows that the range touches, and inside it one over the range's part of the row:

     for q = b div d to (e - 1) div d + 1 {
       r = q d; row := p + q s
       for j = max (b, r) - r to min (e, r + d) - r {
         i = r + j; ... q for i div d, j for i rem d ... row[j t] := ... } }

   and so on for more levels.  If a range begins and ends with rows (lower-row-chunk.c), nothing
   depends on where it does:

     for q = b to e { ... for j = 0 to d { ... } }

   It may also be a range of the rows of an inner level: those around are cut as above, then.  The
   nests of other loops are the pass nest's (schedule-nest.c).

   Few elements a row: a vector of elements of several rows would be taken apart again.  Such rows
   go one by one, and if the elements of one lie side by side, all of them are made first, for then
   they can be seen to be stored together:

     for q = b to e scalar
       { array t[d]; for j = 0 to d { t[j] := ... } for j = 0 to d { ... := t[j] } }  */

#include "lower-loop.h"

#define DEPTH 8
/* A row of no more elements, which is known, is code without a loop.  */
#define FLAT 16

struct level
{
  struct fir_var *x;		/* what is divided: the loop's index, or the last remainder */
  struct imp_expr *by;		/* the elements of a row */
  struct imp_var *q, *base;	/* the quotient; the first index with it */
  /* Of ranges of rows: */
  struct imp_expr *count;	/* how many of this level one of the level around has, and of the
				   outermost there are; a constant or a variable */
  struct imp_expr *len;		/* how many of the level whose rows these are this level has */
  struct imp_var *first;	/* the first of them with Q */
};

struct nest
{
  struct loop *lp;
  struct out *fused;		/* what is stored with the steps of the levels */
  unsigned n;
  struct level level[DEPTH];
  unsigned unit;		/* the level whose rows a range consists of; N: of elements */
  struct imp_var *j;		/* the number in the innermost row, or NULL */
  bool ivdep;
};

/* Does S divide as level K does?  */
static bool
belongs (struct nest *nest, struct fir_stmt *s, unsigned k)
{
  struct level *v = &nest->level[k];
  return v->x && (s->op == FIR_DIV || s->op == FIR_REM) && s->args[0].var == v->x
	 && fused_divides (nest->fused->fused, s->args[1], k, nest->lp->same_parts);
}

/* What remains when level K is divided.  */
static struct fir_var *
rest_of (struct nest *nest, unsigned k)
{
  for (struct fir_stmt *s = nest->lp->body->first; s; s = s->next)
    if (s->op == FIR_REM && belongs (nest, s, k))
      return s->res[0];
  return NULL;
}

struct out *
nest_fused (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->job == JOB_VEC && o->step && o->fused->levels > 1 && o->fused->levels <= DEPTH + 1)
	return o;
    }
  return NULL;
}

/* The levels of NEST, which are those of what is stored.  */
static void
find_levels (struct nest *nest)
{
  struct fused_store *f = nest->fused->fused;
  nest->n = f->levels - 1;
  for (unsigned k = 0; k < nest->n; k++)
    {
      nest->level[k].x = k ? rest_of (nest, k - 1) : nest->lp->s->fns[0]->params[0];
      nest->level[k].by = f->inner[k];
    }
}

/* Is the remainder of level K only divided by the next one?  */
static bool
only_divided (struct nest *nest, unsigned k, struct fir_var *rem)
{
  unsigned n = 0;
  if (k + 1 == nest->n || nest->level[k + 1].x != rem)
    return false;
  for (struct fir_stmt *s = nest->lp->body->first; s; s = s->next)
    n += belongs (nest, s, k + 1);
  return lower_bind (nest->lp->l, rem)->uses <= n;
}

/* Bind the quotients and remainders of element I, or unbind them if I is NULL.  */
static void
bind_levels (struct nest *nest, struct imp_expr *i)
{
  struct lower *l = nest->lp->l;
  for (struct fir_stmt *s = nest->lp->body->first; s; s = s->next)
    for (unsigned k = 0; k < nest->n; k++)
      if (belongs (nest, s, k))
	{
	  struct level *v = &nest->level[k];
	  struct bind *b = lower_bind (l, s->res[0]);
	  b->early = i != NULL;
	  if (!i)
	    b->e = NULL;
	  else if (s->op == FIR_DIV)
	    b->e = imp_use (l->p, v->q);
	  else if (nest->j && k + 1 == nest->n)
	    b->e = imp_use (l->p, nest->j);
	  else if (!only_divided (nest, k, s->res[0]))
	    lower_let (l, s->res[0], e_op (l, FIR_SUB, e_again (l, i), imp_use (l->p, v->base)));
	}
}

/* Does NEST store rows with steps that have no loop of their own?  */
static bool
flat_rows (struct nest *nest)
{
  struct imp_expr *d = nest->level[nest->n - 1].by;
  return nest->unit < nest->n && d->kind == IMP_EXPR_CONST && !d->cst->origin
	 && (uint64_t) d->cst->i <= FLAT;
}

static bool
is_one (struct imp_expr *e)
{
  return e->kind == IMP_EXPR_CONST && !e->cst->origin && e->cst->i == 1;
}

/* The elements of a row, made in a room of their own, to where they belong.  */
static void
emit_flat (struct nest *nest)
{
  struct lower *l = nest->lp->l;
  struct imp_block *after = l->b;
  struct out *o = nest->fused;
  struct imp_stmt *f = s_for (l, "j", e_size (l, 0),
			      e_again (l, nest->level[nest->n - 1].by), 1, false);
  l->b = &f->body;
  s_store (l, e_again (l, o->row), imp_use (l->p, f->var),
	   imp_load (l->p, imp_use (l->p, o->flat), imp_use (l->p, f->var)));
  l->b = after;
  o->flat = NULL;
}

/* The elements B to E, numbers in the row, in the innermost loop.  */
static void
emit_inner (struct nest *nest, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = nest->lp->l;
  const char *name = nest->lp->s->fns[0]->params[0]->name;
  struct imp_block *after = l->b;
  struct out *o = nest->fused;
  if (flat_rows (nest) && is_one (o->step[nest->n])
      && fir_atom_type (o->o->value)->kind == TYPE_SCALAR)
    o->flat = s_array (l, "t", fir_atom_type (o->o->value),
		       (uint64_t) nest->level[nest->n - 1].by->cst->i);
  struct imp_stmt *f = s_for (l, "j", b, e, 1, nest->ivdep);
  l->b = &f->body;
  nest->j = f->var;
  struct imp_expr *at = e_op (l, FIR_ADD, imp_use (l->p, nest->level[nest->n - 1].base),
			      imp_use (l->p, f->var));
  struct imp_var *i = s_new (l, name, type_size (l->ctx), at);
  o->in_row = imp_use (l->p, f->var);
  bind_levels (nest, imp_use (l->p, i));
  elem_emit (nest->lp, imp_use (l->p, i), false);
  bind_levels (nest, NULL);
  l->b = after;
  if (o->flat)
    emit_flat (nest);
}

/* X - Y, or X if Y is NULL.  */
static struct imp_expr *
less (struct lower *l, struct imp_expr *x, struct imp_var *y)
{
  x = e_again (l, x);
  return y ? e_op (l, FIR_SUB, x, imp_use (l->p, y)) : x;
}

/* Q BY, behind X (NULL: 0).  */
static struct imp_var *
begin_of (struct lower *l, const char *name, struct imp_var *x, struct imp_var *q,
	  struct imp_expr *by)
{
  struct imp_expr *e = e_op (l, FIR_MUL, imp_use (l->p, q), e_again (l, by));
  if (x)
    e = e_op (l, FIR_ADD, imp_use (l->p, x), e);
  return s_new (l, name, type_size (l->ctx), e);
}

/* for q = FROM to TO, over whole rows of NEST.  */
static struct imp_stmt *
rows_loop (struct nest *nest, struct imp_expr *from, struct imp_expr *to)
{
  struct imp_stmt *f = s_for (nest->lp->l, "q", from, to, 1, false);
  f->scalar = flat_rows (nest);
  return f;
}

/* The loop over level K of the range B to E, variables, that of rows of NEST's unit, all in the
   same row of the levels before K.  */
static struct imp_stmt *
begin_level (struct nest *nest, unsigned k, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = nest->lp->l;
  struct level *v = &nest->level[k];
  struct imp_var *around = k ? v[-1].first : NULL;
  if (k > nest->unit)
    return rows_loop (nest, e_size (l, 0), e_again (l, v->count));
  if (k == nest->unit)
    return rows_loop (nest, less (l, b, around), less (l, e, around));
  struct imp_expr *first = less (l, b, around);
  struct imp_expr *last = e_op (l, FIR_SUB, e_again (l, e), e_size (l, 1));
  if (around)
    last = e_op (l, FIR_SUB, last, imp_use (l->p, around));
  first = lower_name (l, e_op (l, FIR_DIV, first, e_again (l, v->len)), "q");
  last = lower_name (l, e_op (l, FIR_DIV, last, e_again (l, v->len)), "last");
  return s_for (l, "q", first, e_op (l, FIR_ADD, last, e_size (l, 1)), 1, false);
}

/* The range B to E, all in the same row of the levels before K; behind the unit's level all of
   it.  */
static void
emit_level (struct nest *nest, unsigned k, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = nest->lp->l;
  const struct type *u64 = type_size (l->ctx);
  struct imp_block *after = l->b;
  struct level *v = &nest->level[k];
  if (k == nest->n)
    {
      if (nest->unit < k)
	emit_inner (nest, e_size (l, 0), e_again (l, v[-1].by));
      else
	emit_inner (nest, b, e);
      return;
    }
  struct imp_stmt *f = begin_level (nest, k, b, e);
  l->b = &f->body;
  v->q = f->var;
  v->base = begin_of (l, "row", k ? v[-1].base : NULL, f->var, v->by);
  v->first = v->base;
  struct out *o = nest->fused;
  struct imp_expr *args[2] = { e_again (l, k ? o->row : o->d),
			       strided_offset (l, imp_use (l->p, f->var), o->step[k]) };
  o->row = imp_use (l->p, s_new (l, "to", o->d->type,
				 imp_prim (l->p, FIR_PADD, o->d->type, 2, args)));
  if (k < nest->unit)
    {
      if (nest->unit < nest->n)
	v->first = begin_of (l, "first", k ? v[-1].first : NULL, f->var, v->len);
      struct imp_expr *end = e_op (l, FIR_ADD, imp_use (l->p, v->first), e_again (l, v->len));
      struct imp_var *b2
	= s_new (l, "b", u64, e_op (l, FIR_MAX, e_again (l, b), imp_use (l->p, v->first)));
      struct imp_var *e2 = s_new (l, "e", u64, e_op (l, FIR_MIN, e_again (l, e), end));
      b = imp_use (l->p, b2);
      e = imp_use (l->p, e2);
      if (k + 1 == nest->n)
	{
	  b = less (l, b, v->base);
	  e = less (l, e, v->base);
	}
    }
  emit_level (nest, k + 1, b, e);
  l->b = after;
}

/* The range B to E of NEST's rows or elements.  */
static void
emit_range (struct nest *nest, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = nest->lp->l;
  struct imp_block *after = l->b;
  b = lower_name (l, b, "b");
  if (nest->unit)
    l->b = &s_if (l, e_op (l, FIR_LT, e_again (l, b), e_again (l, e)))->body;
  emit_level (nest, 0, b, e);
  nest->fused->row = NULL;
  l->b = after;
}

bool
nest_emit (struct loop *lp, struct imp_expr *b, struct imp_expr *e, bool ivdep)
{
  struct nest nest = { .lp = lp, .fused = nest_fused (lp), .ivdep = ivdep };
  if (!nest.fused)
    return false;
  find_levels (&nest);
  nest.unit = nest.n;
  for (unsigned k = 0; k < nest.n; k++)
    nest.level[k].len = nest.level[k].by;
  emit_range (&nest, b, e);
  return true;
}

/* --- Ranges of rows -------------------------------------------------------------------------- */

struct nest *
nest_rows (struct loop *lp, struct out *o)
{
  struct nest *nest = CTX_NEW (lp->l->ctx, struct nest);
  *nest = (struct nest) { .lp = lp, .fused = o, .ivdep = true };
  find_levels (nest);
  for (unsigned k = 0; k < nest->n; k++)
    nest->level[k].count = o->fused->n[k];
  return nest;
}

unsigned
nest_levels (struct nest *nest)
{
  return nest->n;
}

struct imp_expr *
nest_row_length (struct nest *nest, unsigned k)
{
  return e_again (nest->lp->l, nest->level[k].by);
}

struct imp_expr *
nest_take_rows (struct nest *nest, unsigned unit)
{
  struct lower *l = nest->lp->l;
  struct imp_expr *n = e_again (l, nest->level[unit].count);
  nest->unit = unit;
  for (unsigned k = unit; k-- > 0;)
    {
      nest->level[k].len = n;
      n = strided_product (l, nest->level[k].count, n, "rows");
    }
  return n;
}

void
nest_emit_rows (struct nest *nest, struct imp_expr *b, struct imp_expr *e)
{
  emit_range (nest, b, e);
}

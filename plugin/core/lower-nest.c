/* Lowering of loops over several dimensions: nests of loops, so that no element needs a division.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Fusion makes one loop of n1 n2 iterations of a tabulate over two sizes, and gets the indices
   back as i div n2 and i rem n2.  Where a range of such a loop runs serially it becomes a loop
   over the rows that the range touches, and inside it one over the range's part of the row:

     for q = b div d to (e - 1) div d + 1 {
       r = q d; for i = max (b, r) to min (e, r + d) { ... q for i div d, i - r for i rem d ... } }

   and so on for a remainder that is itself divided.  It does so for any loop whose body divides
   the index by something that does not change, and for one that stores several levels of elements
   with steps (lower-far.c), whose levels these are then.  */

#include "lower-loop.h"

#define DEPTH 8

struct level
{
  struct fir_var *x;		/* what is divided: the loop's index, or the last remainder */
  struct fir_atom d;
  struct imp_expr *by;		/* D's value */
  struct imp_var *q, *base;	/* the quotient; the first index with it */
};

struct nest
{
  struct loop *lp;
  struct out *far;		/* what is stored with the steps of the levels, or NULL */
  unsigned n;
  struct level level[DEPTH];
  struct imp_var *j;		/* of what is stored with steps: the number in the innermost row */
  bool ivdep;
};

/* Does S divide X, for its quotient or remainder, by what is the same for all elements of LP?  By a
   small constant it may.  A power of two costs no division, but elements of a row, which lie side by
   side, would be gathered one by one.  */
static bool
divides (struct loop *lp, struct fir_stmt *s, struct fir_var *x)
{
  if ((s->op != FIR_DIV && s->op != FIR_REM) || s->args[0].var != x)
    return false;
  struct fir_atom d = s->args[1];
  if (d.cst)
    return !d.cst->origin && d.cst->i >= LANES;
  return lower_bind (lp->l, d.var)->depth <= lower_bind (lp->l, lp->s->res[0])->depth
	 && lower_bind (lp->l, d.var)->e;
}

static bool
same_atom (struct fir_atom a, struct fir_atom b)
{
  return a.var ? a.var == b.var
	 : !b.var && a.cst->type == b.cst->type && a.cst->i == b.cst->i && !b.cst->origin;
}

/* Does S divide as level K does?  */
static bool
belongs (struct nest *nest, struct fir_stmt *s, unsigned k)
{
  struct level *v = &nest->level[k];
  struct far *f = nest->far ? nest->far->far : NULL;
  if (!f)
    return divides (nest->lp, s, v->x) && same_atom (s->args[1], v->d);
  return v->x && (s->op == FIR_DIV || s->op == FIR_REM) && s->args[0].var == v->x
	 && far_divides (f, s->args[1], k, nest->lp->same_parts);
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
nest_far (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (o->job == JOB_VEC && o->step && o->far->levels > 1 && o->far->levels <= DEPTH + 1)
	return o;
    }
  return NULL;
}

/* The levels of what is stored.  */
static void
far_levels (struct nest *nest)
{
  struct far *f = nest->far->far;
  nest->n = f->levels - 1;
  for (unsigned k = 0; k < nest->n; k++)
    {
      nest->level[k].x = k ? rest_of (nest, k - 1) : nest->lp->s->fns[0]->params[0];
      nest->level[k].by = f->inner[k];
    }
}

/* The levels of the nest that LP becomes.  */
static void
find_levels (struct nest *nest)
{
  struct loop *lp = nest->lp;
  struct fir_var *x = lp->s->fns[0]->params[0];
  while (x && nest->n < DEPTH)
    {
      struct level *v = &nest->level[nest->n];
      v->x = NULL;
      for (struct fir_stmt *s = lp->body->first; s && !v->x; s = s->next)
	if (divides (lp, s, x))
	  {
	    v->x = x;
	    v->d = s->args[1];
	  }
      if (!v->x)
	return;
      v->by = lower_atom (lp->l, v->d);
      nest->n++;
      x = rest_of (nest, nest->n - 1);
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

/* The elements B to E in the innermost loop; of what is stored with steps these are numbers in the
   row, else indices.  */
static void
emit_inner (struct nest *nest, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = nest->lp->l;
  const char *name = nest->lp->s->fns[0]->params[0]->name;
  struct imp_block *after = l->b;
  struct imp_stmt *f = s_for (l, nest->far ? "j" : name, b, e, 1, nest->ivdep);
  struct imp_var *i = f->var;
  l->b = &f->body;
  if (nest->far)
    {
      nest->j = f->var;
      nest->far->in_row = imp_use (l->p, f->var);
      i = s_new (l, name, type_size (l->ctx),
		 e_op (l, FIR_ADD, imp_use (l->p, nest->level[nest->n - 1].base),
		       imp_use (l->p, f->var)));
    }
  bind_levels (nest, imp_use (l->p, i));
  elem_emit (nest->lp, imp_use (l->p, i), PH_SERIAL, NULL);
  bind_levels (nest, NULL);
  l->b = after;
}

/* The row of the innermost level, of what is stored with steps.  */
static struct imp_expr *
row_length (struct nest *nest)
{
  struct far *f = nest->far->far;
  return e_again (nest->lp->l, f->n[f->levels - 1]);
}

/* The elements B to E, variables, B below E, all in the same row of the levels before K.  */
static void
emit_level (struct nest *nest, unsigned k, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = nest->lp->l;
  const struct type *u64 = type_size (l->ctx);
  struct imp_block *after = l->b;
  if (k == nest->n)
    {
      emit_inner (nest, b, e);
      return;
    }
  struct level *v = &nest->level[k];
  struct imp_expr *first = e_again (l, b);
  struct imp_expr *last = e_op (l, FIR_SUB, e_again (l, e), e_size (l, 1));
  if (k)
    {
      first = e_op (l, FIR_SUB, first, imp_use (l->p, v[-1].base));
      last = e_op (l, FIR_SUB, last, imp_use (l->p, v[-1].base));
    }
  first = lower_name (l, e_op (l, FIR_DIV, first, e_again (l, v->by)), "q");
  last = lower_name (l, e_op (l, FIR_DIV, last, e_again (l, v->by)), "last");
  struct imp_stmt *f = s_for (l, "q", first, e_op (l, FIR_ADD, last, e_size (l, 1)), 1, false);
  l->b = &f->body;
  v->q = f->var;
  struct imp_expr *base = e_op (l, FIR_MUL, imp_use (l->p, f->var), e_again (l, v->by));
  if (k)
    base = e_op (l, FIR_ADD, imp_use (l->p, v[-1].base), base);
  v->base = s_new (l, "row", u64, base);
  struct out *o = nest->far;
  if (o)
    {
      struct imp_expr *args[2] = { e_again (l, k ? o->row : o->d),
				   far_steps (l, imp_use (l->p, f->var), o->step[k]) };
      o->row = imp_use (l->p, s_new (l, "to", o->d->type,
				     imp_prim (l->p, FIR_PADD, o->d->type, 2, args)));
    }
  if (o && k + 1 == nest->n && nest->lp->whole_rows)
    {
      emit_level (nest, k + 1, e_size (l, 0), row_length (nest));
      l->b = after;
      return;
    }
  struct imp_expr *end = e_op (l, FIR_ADD, imp_use (l->p, v->base), e_again (l, v->by));
  struct imp_var *b2
    = s_new (l, "b", u64, e_op (l, FIR_MAX, e_again (l, b), imp_use (l->p, v->base)));
  struct imp_var *e2 = s_new (l, "e", u64, e_op (l, FIR_MIN, e_again (l, e), end));
  b = imp_use (l->p, b2);
  e = imp_use (l->p, e2);
  if (o && k + 1 == nest->n)
    {
      b = e_op (l, FIR_SUB, b, imp_use (l->p, v->base));
      e = e_op (l, FIR_SUB, e, imp_use (l->p, v->base));
    }
  emit_level (nest, k + 1, b, e);
  l->b = after;
}

bool
nest_emit (struct loop *lp, struct imp_expr *b, struct imp_expr *e, bool ivdep)
{
  struct nest nest = { .lp = lp, .far = nest_far (lp), .ivdep = ivdep };
  struct lower *l = lp->l;
  if (nest.far)
    far_levels (&nest);
  else
    find_levels (&nest);
  if (!nest.n)
    return false;
  b = lower_name (l, b, "b");
  struct imp_block *after = l->b;
  l->b = &s_if (l, e_op (l, FIR_LT, e_again (l, b), e_again (l, e)))->body;
  emit_level (&nest, 0, b, e);
  if (nest.far)
    nest.far->row = NULL;
  l->b = after;
  return true;
}

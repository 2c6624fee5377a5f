/* The cost of an element, which determines the size of chunks.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   In instructions, roughly.  A loop inside an element counts with its trip count where that is
   known before the loop around starts; over rows of different lengths, with their mean length: the
   number of all elements, from the offsets, divided by the number of rows.  So few long rows make
   several chunks, and the number of chunks depends on counts alone.  All else is as in
   fir/fir-term.h.

   Does not: balance rows of different lengths among chunks.  */

#include "lower-loop.h"

/* --- Counts that are known before the loop starts --------------------------------------------- */

/* More elements per row hardly matter, and fewer could overflow.  */
#define MOST_MEAN ((uint64_t) 1 << 32)

/* A without conversions of integers.  */
static struct fir_stmt *
unconverted (struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);
  while (def && def->op == FIR_CONV && type_is_integral (fir_atom_type (def->args[0])))
    def = fir_atom_def (def->args[0]);
  return def;
}

/* Is A the index I plus 1?  */
static bool
next_index (struct fir_atom a, struct fir_var *i)
{
  struct fir_stmt *def = fir_atom_def (a);
  return def && def->op == FIR_ADD
	 && ((def->args[0].var == i && fir_atom_is_int (def->args[1], 1))
	     || (def->args[1].var == i && fir_atom_is_int (def->args[0], 1)));
}

/* The vector A if it is bound before LP, and in contiguous memory; else NULL.  */
static struct vecval *
vector_before (struct loop *lp, struct fir_atom a)
{
  struct bind *b = a.var ? lower_bind (lp->l, a.var) : NULL;
  struct vecval *v = b && !b->depth && (b->vec || b->e) ? lower_vec (lp->l, a) : NULL;
  return v && v->kind == VEC_MEM && !v->step[0] && !v->counted ? v : NULL;
}

struct vecval *
elem_offsets (struct loop *lp, struct fir_atom n)
{
  struct fir_var *i = lp->s->fns[0]->params[0];
  struct fir_stmt *d = fir_atom_def (n), *to, *from;
  if (!d || d->op != FIR_SUB)
    return NULL;
  to = unconverted (d->args[0]);
  from = unconverted (d->args[1]);
  if (!to || !from || to->op != FIR_AT || from->op != FIR_AT || to->parent != lp->body
      || from->parent != lp->body || to->args[0].var != from->args[0].var
      || from->args[1].var != i || !next_index (to->args[1], i)
      || !type_is_integral (to->res[0]->type) || scalar_info[to->res[0]->type->scalar].bytes > 8)
    return NULL;
  struct vecval *v = vector_before (lp, to->args[0]);
  return v && v->data ? v : NULL;
}

struct imp_expr *
elem_size_at (struct lower *l, struct vecval *v, struct imp_expr *i)
{
  struct imp_expr *e = vec_element (l, v, i);
  if (e->type != type_size (l->ctx))
    e = imp_prim (l->p, FIR_CONV, type_size (l->ctx), 1, &e);
  return lower_name (l, e, "o");
}

/* The mean length of LP's rows, whose offsets are V, or which (V NULL) are those of X; 0 if there
   are none.  */
static struct imp_expr *
mean (struct loop *lp, struct vecval *v, struct vecval *x)
{
  struct lower *l = lp->l;
  struct imp_expr *n = v ? e_again (l, lp->n) : vec_len (l, x), *all;
  struct imp_var *r = s_new (l, "mean", type_size (l->ctx), e_size (l, 0));
  struct imp_block *after = l->b;
  l->b = &s_if (l, e_op (l, FIR_NE, e_again (l, n), e_size (l, 0)))->body;
  if (v)
    {
      struct imp_expr *from = elem_size_at (l, v, e_size (l, 0));
      struct imp_expr *to = elem_size_at (l, v, e_again (l, n));
      all = e_op (l, FIR_SUB, e_op (l, FIR_MAX, to, e_again (l, from)), e_again (l, from));
    }
  else
    all = vec_total (l, x);
  all = e_op (l, FIR_ADD, e_op (l, FIR_DIV, all, e_again (l, n)), e_size (l, 1));
  s_assign (l, r, e_op (l, FIR_MIN, all, e_size (l, MOST_MEAN)));
  l->b = after;
  return imp_use (l->p, r);
}

struct vecval *
elem_rows (struct loop *lp, struct fir_atom n)
{
  struct fir_stmt *d = fir_atom_def (n);
  struct fir_stmt *row = d && d->op == FIR_LEN ? fir_atom_def (d->args[0]) : d;
  if (!row || row->op != FIR_ROW || row->args[1].var != lp->s->fns[0]->params[0])
    return NULL;
  struct vecval *x = vector_before (lp, row->args[0]);
  return x && type_levels (x->type) == 2 && (x->n[1] || vec_placed (x) || x->handle) ? x : NULL;
}

/* The trip count, or its mean, of a loop of count N in an element of LP, if that is known; else
   NULL.  OWN: it is in LP's body itself.  */
static struct imp_expr *
known_count (struct loop *lp, struct fir_atom n, bool own)
{
  struct lower *l = lp->l;
  if (n.cst)
    return n.cst->i >= COST_TURNS ? lower_atom (l, n) : NULL;
  if (lower_bind (l, n.var)->e && lower_bind (l, n.var)->depth == 0)
    return lower_atom (l, n);
  struct vecval *v = own ? elem_offsets (lp, n) : NULL, *x = own && !v ? elem_rows (lp, n) : NULL;
  if (x && x->n[1])
    return e_again (l, x->n[1]);
  if ((v || x) && lp->mean_of != (v ? v : x))
    {
      lp->mean = mean (lp, v, x);
      lp->mean_of = v ? v : x;
    }
  return v || x ? e_again (l, lp->mean) : NULL;
}

/* The cost of the loops of B whose trip counts are known, NULL for 0; *REST: the cost of the rest
   of B.  */
static struct imp_expr *
known_cost (struct loop *lp, struct fir_block *b, unsigned *rest)
{
  struct lower *l = lp->l;
  struct imp_expr *e = NULL;
  *rest = fir_block_cost (b);
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      struct imp_expr *n, *t;
      unsigned more;
      if (s->op != FIR_LOOP || !(n = known_count (lp, s->args[0], b == lp->body)))
	continue;
      t = known_cost (lp, s->fns[0]->body, &more);
      more += fir_turn_cost (s) - fir_block_cost (s->fns[0]->body);
      t = e_op (l, FIR_MUL, n, t ? e_op (l, FIR_ADD, t, e_size (l, more)) : e_size (l, more));
      e = e ? e_op (l, FIR_ADD, e, t) : t;
      *rest -= fir_stmt_cost (s);
    }
  return e;
}

struct imp_expr *
elem_cost (struct loop *lp)
{
  struct lower *l = lp->l;
  unsigned rest;
  struct imp_expr *e = known_cost (lp, lp->body, &rest);
  rest = lp->cost - fir_block_cost (lp->body) + rest;
  return e ? e_op (l, FIR_ADD, e, e_size (l, rest)) : e_size (l, rest);
}

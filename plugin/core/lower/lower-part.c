/* Lowering of rows that lie in memory, of a vector or of a part of a concatenation: no copies.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A row that has to be in memory, as the argument of a call has, is made by a loop.  Where this
   reads neighbours in memory, the row is there:

     p = loop n { (i) j = add b i  e = at x j  yield e }         new at := x + b

   A row of concat (x, y) is made by

     p = loop n { (i) j = add b i  c = lt j m
       e = if c: at x j  else: k = sub j m  at y k
       yield e }

   Where rows are cut where the parts meet, as those of divide and conquer are, all of a row is in
   one of them, and the row is its address:

     new whole := 0   new at := x
     if n <= m & b <= m - n { whole := 1  at := x + b }
     else { if b >= m { whole := 1  at := y + (b - m) } }
     vecnew p [select (whole, 0, n)]  ... the loop, of as many elements
     if whole == 0 { at := data (p) }

   Does not: more levels than one; parts that are computed.  */

#include "lower-loop.h"

/* What an index of a loop is: the loop's own index and B, NULL: 0.  */
struct place
{
  const struct fir_var *index;	/* the loop's */
  unsigned depth;		/* loops around it */
  struct fir_atom base;
};

static bool
invariant (struct lower *l, struct fir_atom a, const struct place *at)
{
  return !a.var || lower_bind (l, a.var)->depth <= at->depth;
}

/* Is A the index AT->index, or that and an invariant, which is noted?  */
static bool
begins (struct lower *l, struct fir_atom a, struct place *at)
{
  struct fir_stmt *def = fir_atom_def (a);
  if (a.var == at->index)
    return true;
  if (!def || def->op != FIR_ADD)
    return false;
  for (unsigned k = 0; k < 2; k++)
    if (def->args[k].var == at->index && invariant (l, def->args[1 - k], at))
      {
	at->base = def->args[1 - k];
	return true;
      }
  return false;
}

/* What computes the value of B, a branch; NULL: it stands outside, or there are several.  */
static struct fir_stmt *
returned (struct fir_block *b)
{
  struct fir_stmt *s = b->nrets == 1 ? fir_atom_def (b->rets[0]) : NULL;
  return s && s->parent == b ? s : NULL;
}

/* Is S what element J, of one part after another, is read by?  It is a load, or tests J.  */
static bool
reads_part (struct lower *l, struct fir_stmt *s, struct fir_atom j, const struct place *at)
{
  if (!s)
    return false;
  if (s->op == FIR_AT)
    return fir_atom_equal (s->args[1], j) && s->args[0].var && vec_around_p (l, s->args[0].var);
  struct fir_stmt *c = s->op == FIR_IF ? fir_atom_def (s->args[0]) : NULL;
  if (!c || s->nres != 1 || c->op != FIR_LT || !fir_atom_equal (c->args[0], j)
      || !invariant (l, c->args[1], at))
    return false;
  struct fir_stmt *then = returned (s->fns[0]->body), *other = returned (s->fns[1]->body);
  struct fir_stmt *k = s->fns[1]->body->first;
  return then && then->op == FIR_AT && reads_part (l, then, j, at) && other && k != other
	 && k->op == FIR_SUB && fir_atom_equal (k->args[0], j)
	 && fir_atom_equal (k->args[1], c->args[1])
	 && reads_part (l, other, fir_atom_var (k->res[0]), at);
}

/* The index of the element that S, a load or a branch, reads; none: S is another branch.  */
static struct fir_atom
index_of (const struct fir_stmt *s)
{
  const struct fir_stmt *c = s->op == FIR_IF ? fir_atom_def (s->args[0]) : NULL;
  if (s->op == FIR_AT)
    return s->args[1];
  return c && c->op == FIR_LT ? c->args[0] : FIR_NONE;
}

struct fir_stmt *
part_find (struct lower *l, struct fir_stmt *s)
{
  struct fir_out *o = &s->outs[0];
  const struct bind *b = lower_bind (l, o->res);
  struct place at = { s->fns[0]->params[0], b->depth, FIR_NONE };
  struct fir_stmt *def = s->nouts == 1 && o->kind == OUT_VEC ? fir_atom_def (o->value) : NULL;
  if (!l->elem || b->place || b->grown || b->count_only || s->args[0].cst || !def
      || def->parent != s->fns[0]->body || (def->op != FIR_IF && def->op != FIR_AT)
      || fir_may_fail (s) || fir_has_effect (s))
    return NULL;
  struct fir_atom j = index_of (def);
  return begins (l, j, &at) && reads_part (l, def, j, &at) ? def : NULL;
}

/* In one part: WHOLE and AT are set.  */
static void
take (struct lower *l, struct fir_stmt *load, struct imp_expr *b, struct part *p)
{
  struct vecval *v = lower_vec (l, load->args[0]);
  struct imp_expr *args[2] = { e_again (l, v->data), b };
  s_assign (l, p->whole, e_const (l, p->whole->type, 1, 0));
  s_assign (l, p->at, imp_prim (l->p, FIR_PADD, p->at->type, 2, args));
}

/* The part, if there is one, that has the N elements from B on, S being what reads one.  */
static void
choose (struct lower *l, struct fir_stmt *s, struct imp_expr *b, struct imp_expr *n,
	struct part *p)
{
  struct imp_block *after = l->b;
  if (s->op == FIR_AT)
    {
      take (l, s, b, p);
      return;
    }
  struct imp_expr *m = lower_name (l, lower_atom (l, fir_atom_def (s->args[0])->args[1]), "cut");
  struct imp_expr *fits = e_op (l, FIR_LE, e_again (l, n), e_again (l, m));
  struct imp_expr *before = e_op (l, FIR_LE, e_again (l, b),
				  e_op (l, FIR_SUB, e_again (l, m), e_again (l, n)));
  struct imp_stmt *i = s_if (l, e_op (l, FIR_BAND, fits, before));
  l->b = &i->body;
  take (l, returned (s->fns[0]->body), e_again (l, b), p);
  l->b = &i->orelse;
  l->b = &s_if (l, e_op (l, FIR_GE, e_again (l, b), e_again (l, m)))->body;
  struct imp_expr *rest = lower_name (l, e_op (l, FIR_SUB, e_again (l, b), e_again (l, m)), "b");
  choose (l, returned (s->fns[1]->body), rest, n, p);
  l->b = after;
}

/* Where the elements that loop S reads by E begin.  */
static struct imp_expr *
first_read (struct lower *l, struct fir_stmt *s, struct fir_stmt *e)
{
  struct place at = { s->fns[0]->params[0], lower_bind (l, s->res[0])->depth, FIR_NONE };
  begins (l, index_of (e), &at);
  return fir_atom_none (at.base) ? e_size (l, 0) : lower_name (l, lower_atom (l, at.base), "b");
}

/* The result of loop S is the N elements at DATA.  */
static void
stands_at (struct lower *l, struct fir_stmt *s, struct imp_expr *data, struct imp_expr *n)
{
  struct vecval *v = vec_new (l, VEC_MEM, s->res[0]->type);
  v->data = data;
  v->n[0] = e_again (l, n);
  lower_bind (l, s->res[0])->vec = v;
}

bool
part_whole (struct lower *l, struct fir_stmt *s, struct fir_stmt *e, struct imp_expr *n)
{
  if (e->op != FIR_AT)
    return false;
  struct imp_expr *b = first_read (l, s, e), *data = lower_vec (l, e->args[0])->data;
  struct imp_expr *args[2] = { e_again (l, data), b };
  struct imp_expr *first = imp_prim (l->p, FIR_PADD, data->type, 2, args);
  stands_at (l, s, lower_name (l, first, "at"), n);
  return true;
}

struct imp_expr *
part_begin (struct lower *l, struct fir_stmt *s, struct fir_stmt *e, struct imp_expr *n,
	    struct part *p)
{
  const struct type *i32 = type_i32 (l->ctx);
  struct fir_stmt *load = returned (e->fns[0]->body);
  struct imp_expr *b = first_read (l, s, e);
  struct imp_expr *data = e_again (l, lower_vec (l, load->args[0])->data);
  p->n = n;
  p->whole = s_new (l, "whole", i32, e_const (l, i32, 0, 0));
  p->at = s_new (l, "at", data->type, data);
  choose (l, e, b, n, p);
  return lower_name (l, e_select (l, imp_use (l->p, p->whole), e_size (l, 0), e_again (l, n)), "n");
}

void
part_end (struct lower *l, struct fir_stmt *s, struct part *p)
{
  struct imp_block *after = l->b;
  struct bind *b = lower_bind (l, s->res[0]);
  struct imp_expr *copied = e_op (l, FIR_EQ, imp_use (l->p, p->whole),
				  e_const (l, p->whole->type, 0, 0));
  l->b = &s_if (l, copied)->body;
  s_assign (l, p->at, e_again (l, b->vec->data));
  l->b = after;
  stands_at (l, s, imp_use (l->p, p->at), p->n);
}

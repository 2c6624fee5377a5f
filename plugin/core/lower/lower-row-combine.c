/* Lowering of outputs that combine vectors: reductions and scans whose values are vectors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The accumulator is an owned handle, which each combination replaces; but if rows are combined
   element by element it is memory of its own, in which each result takes the place of the one
   before (fir/fir-rowwise.c).

   A loop with such an output runs from left to right, as one chunk, unless all that combine vectors
   are reductions of rows, element by element, by an operator with a neutral element.  Each chunk
   then has an accumulator that begins neutral, and becomes one row of the partial results:

     new size := max (chunk_size (n, cost), rows that are worth a partial result)
     temp part [nc * w]
     parfor c < nc { acc[j] := neutral ... acc[j] := f (acc[j], e) ... part[c * w + j] := acc[j] }
     sum[j] := z[j]; for c = 0 to nc for j = 0 to w { sum[j] := f (sum[j], part[c * w + j]) }

   A scan's accumulators are the rows of its result: counted in one pass, recomputed and written in
   another (lower-row-output.c).
   Does not: turn an elementwise function of rows of equal length into reductions of columns; that
   is law R7.  */

#include "lower-loop.h"

bool
rowcomb_is (struct fir_out *o)
{
  return o->combine && type_is_vec (fir_atom_type (o->value));
}

/* Elements of all partial results together, about: longer rows have fewer chunks.  */
#define PARTS (1 << 20)

/* A chunk costs as much as this for each element of a row, at least, so that combining the rows of
   chunks costs little beside.  */
#define SHARE 128

bool
rowcomb_parts_p (struct loop *lp)
{
  struct lower *l = lp->l;
  if (lp->nested || lp->passes > 1)
    return false;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (!o->vecs)
	continue;
      enum fir_op op = o->o->kind == OUT_REDUCE ? fir_row_operator (lp->s, o->o) : FIR_LAST;
      o->comb.neutral = op == FIR_LAST ? NULL
			: reduce_neutral (l, op, type_base (fir_atom_type (o->o->value)));
      if (!o->comb.neutral)
	return false;
    }
  return true;
}

struct imp_expr *
rowcomb_chunk_size (struct loop *lp, struct imp_expr *size)
{
  struct lower *l = lp->l;
  for (unsigned k = 0; k < lp->nouts; k++)
    {
      struct out *o = &lp->outs[k];
      if (!o->vecs)
	continue;
      o->length = lower_name (l, vec_len (l, lower_vec (l, o->o->init)), "n");
      /* At most so many chunks.  */
      struct imp_expr *most = e_op (l, FIR_MAX, e_again (l, o->length), e_size (l, 1));
      most = e_op (l, FIR_ADD, e_op (l, FIR_DIV, e_size (l, PARTS), most), e_size (l, 1));
      struct imp_expr *least = e_op (l, FIR_DIV, e_again (l, lp->n), most);
      struct imp_expr *share = e_op (l, FIR_MUL, e_size (l, SHARE), e_again (l, o->length));
      share = e_op (l, FIR_DIV, share,
		    e_op (l, FIR_MAX, e_again (l, lp->elem_cost), e_size (l, 1)));
      least = e_op (l, FIR_ADD, e_op (l, FIR_MAX, least, share), e_size (l, 1));
      size = e_op (l, FIR_MAX, size, least);
    }
  return size;
}

/* The length of O's accumulator is this, or 0; 0: it is not known.  */
static uint64_t
fixed_length (struct out *o)
{
  struct fir_atom z = o->o->init, n;
  struct fir_stmt *s;
  if (!fir_vec_length (&z, &n))
    return 0;
  s = fir_atom_def (n);
  if (s && s->op == FIR_SELECT && fir_atom_is_int (s->args[2], 0))
    n = s->args[1];
  return n.cst ? n.cst->i : 0;
}

/* A row of N elements, MOST or none, for the accumulator of O, in the block: the accumulators are
   in registers then, if they fit there.  */
static void
small_row (struct loop *lp, struct out *o, struct imp_expr *n, uint64_t most)
{
  struct lower *l = lp->l;
  const struct type *t = fir_atom_type (o->o->value);
  struct imp_var *a = s_array (l, "acc", t->elem, most);
  o->row = vec_new (l, VEC_MEM, t);
  o->row->n[0] = e_again (l, n);
  o->row->most = most;
  o->row->data = imp_use (l->p, a);
  o->row->data->type = type_ptr (l->ctx, t->elem, 0);
  o->comb.acc = NULL;
}

/* The same, in memory.  */
static void
own_row (struct loop *lp, struct out *o, struct imp_expr *n)
{
  struct lower *l = lp->l;
  o->row = vec_alloc (l, "acc", fir_atom_type (o->o->value), e_again (l, n), o->o->site);
  o->comb.acc = o->row->handle;
}

/* How the result of a reduction in an element is used.  */
struct row_uses
{
  struct lower *l;
  struct fir_var *v;
  unsigned n;			/* uses that keep no reference to it */
};

static void
count_row_use (struct fir_stmt *s, void *data)
{
  struct row_uses *u = (struct row_uses *) data;
  for (unsigned k = 0; k < s->nargs; k++)
    u->n += s->args[k].var == u->v
	    && (s->op == FIR_AT || s->op == FIR_GET || s->op == FIR_LEN
		|| (s->op == FIR_LEAF && lower_lends (s->leaf, u->v->type)));
  for (unsigned k = 0; k < s->nouts; k++)
    u->n += s->outs[k].value.var == u->v && s->outs[k].kind == OUT_VEC;
}

/* Can a row for O be in the block, as its elements, MOST, are few, and copied from there?  */
static bool
small_p (struct loop *lp, struct out *o, uint64_t most)
{
  struct lower *l = lp->l;
  struct row_uses u = { l, o->o->res, 0 };
  if (!most || most > l->target->small / type_base (o->o->res->type)->size)
    return false;
  if (lp->parts)
    return true;
  fir_walk (l->region->body, count_row_use, &u);
  return lp->nested && u.n == fir_count_uses (l->region->body, u.v);
}

struct imp_stmt *
rowcomb_each (struct lower *l, const char *name, struct vecval *row, struct imp_expr *n)
{
  if (row->most && n->kind != IMP_EXPR_CONST)
    {
      l->b = &s_if (l, e_op (l, FIR_NE, n, e_size (l, 0)))->body;
      n = e_size (l, row->most);
    }
  return s_for (l, name, e_size (l, 0), n, 1, true);
}

/* The accumulator of O, a row of N elements that was made, begins as Z (NULL: neutral).  */
static void
begin_row (struct loop *lp, struct out *o, struct imp_expr *n, struct vecval *z)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_stmt *f = rowcomb_each (l, "j", o->row, e_again (l, n));
  l->b = &f->body;
  s_store (l, e_again (l, o->row->data), imp_use (l->p, f->var),
	   z ? vec_element (l, z, imp_use (l->p, f->var)) : e_again (l, o->comb.neutral));
  l->b = after;
}

void
rowcomb_begin (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  struct fir_atom init = o->o->init;
  struct vecval *z = NULL;
  struct imp_expr *n = o->length;
  uint64_t most = fixed_length (o);
  if (!lp->parts && !fir_rowwise (o->o))
    {
      o->comb.acc = s_new (l, "acc", fir_atom_type (init), vec_owned (l, lower_vec (l, init)));
      return;
    }
  if (!lp->parts)
    {
      z = lower_vec (l, init);
      n = lower_name (l, vec_len (l, z), "n");
    }
  if (small_p (lp, o, most))
    small_row (lp, o, n, most);
  else
    {
      own_row (lp, o, n);
      vec_disown (l, o->comb.acc);
    }
  begin_row (lp, o, n, z);
}

/* A failed element has no value to combine: elements behind it are computed, but no longer
   combined, so that nothing fails that would not fail in FIR.  */
void
rowcomb_none_failed (struct loop *lp, struct imp_var *b, struct imp_var *resumed)
{
  struct lower *l = lp->l;
  const struct type *i32 = type_i32 (l->ctx);
  lp->none_failed = NULL;
  if (lp->serial && lp->checked)
    lp->none_failed = s_new (l, "whole", i32,
			     resumed ? e_op (l, FIR_EQ, imp_use (l->p, resumed), imp_use (l->p, b))
			     : e_const (l, i32, 1, 0));
}

static struct vecval *
accumulator (struct loop *lp, struct out *o)
{
  return vec_of_handle (lp->l, o->comb.acc, o->comb.acc->type, false);
}

/* --- Element by element --------------------------------------------------------------------- */

/* Can S be computed where the element of a row that it makes is combined?  */
static bool
plain (struct fir_stmt *s)
{
  return fir_op_info[s->op].cls == FIR_CLASS_PRIM || s->op == FIR_AT || s->op == FIR_LEN
	 || s->op == FIR_ROW || (s->op == FIR_LEAF && !type_is_vec (s->res[0]->type));
}

void
rowcomb_plan (struct loop *lp, struct out *o)
{
  struct fir_stmt *s = fir_atom_def (o->o->value);
  if (!o->vecs || !fir_rowwise (o->o) || (!lp->nested && lp->nouts > 1) || !s
      || s->op != FIR_LOOP || s->parent != lp->body || s->nouts > 1 || s->outs[0].kind != OUT_VEC
      || !fir_atom_none (s->outs[0].dest) || type_is_vec (fir_atom_type (s->outs[0].value))
      || lower_bind (lp->l, s->res[0])->uses > 1 || fir_may_fail (s))
    return;
  for (struct fir_stmt *t = s->fns[0]->body->first; t; t = t->next)
    if (!plain (t))
      return;
  lower_bind (lp->l, s->res[0])->combined = true;
}

/* Element J of the accumulator of O: E is combined into it, as LOOP, in the operator, says.  */
static void
combine_element (struct loop *lp, struct out *o, struct fir_stmt *loop, struct imp_expr *j,
		 struct imp_expr *e)
{
  struct lower *l = lp->l;
  lower_bind (l, loop->fns[0]->params[0])->e = j;
  for (struct fir_stmt *t = loop->fns[0]->body->first; t; t = t->next)
    if (t->op == FIR_AT && t->args[0].var == o->o->combine->params[1])
      lower_let (l, t->res[0], e_again (l, e));
    else
      lower_stmt (l, t);
  s_store (l, e_again (l, o->row->data), e_again (l, j), lower_atom (l, loop->outs[0].value));
}

/* Emit LOOP, in operator FN, its operand being the row that loop S makes: element after element is
   made, and combined into the accumulator of O.  */
static void
combine_made (struct loop *lp, struct out *o, struct fir_stmt *loop, struct fir_stmt *s)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  /* The accumulator is as long, where there is a row.  */
  struct imp_expr *n = o->row->most && s->args[0].cst ? e_size (l, o->row->most)
						      : e_again (l, o->row->n[0]);
  struct imp_stmt *f = s_for (l, loop->fns[0]->params[0]->name, e_size (l, 0), n, 1, true);
  l->b = &f->body;
  lower_bind (l, s->fns[0]->params[0])->e = imp_use (l->p, f->var);
  lower_stmts (l, s->fns[0]->body);
  combine_element (lp, o, loop, imp_use (l->p, f->var),
		   lower_name (l, lower_atom (l, s->outs[0].value), "e"));
  l->b = after;
}

/* The accumulator of O, element by element, with the row that it is given.  */
static void
combine_row (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  struct fir_fn *fn = o->o->combine;
  struct fir_stmt *s = fir_atom_def (o->o->value);
  bool made = s && lower_bind (l, o->o->value.var)->combined;
  struct vecval *q = made ? vec_new (l, VEC_MEM, o->row->type) : lower_vec (l, o->o->value);
  if (made)
    q->n[0] = lower_name (l, lower_atom (l, s->args[0]), "n");
  lower_bind (l, fn->params[0])->vec = o->row;
  lower_bind (l, fn->params[1])->vec = q;
  lower_bind (l, fn->body->rets[0].var)->place = o->row->data;
  for (struct fir_stmt *t = fn->body->first; t; t = t->next)
    if (made && t->op == FIR_LOOP)
      combine_made (lp, o, t, s);
    else
      lower_stmt (l, t);
}

/* --- Whole rows ----------------------------------------------------------------------------- */

/* acc := f (acc, V).  */
static void
combine (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  struct fir_fn *fn = o->o->combine;
  struct fir_var *outer = l->tail;
  l->tail = NULL;
  if (o->row)
    combine_row (lp, o);
  else
    {
      lower_bind (l, fn->params[0])->vec = accumulator (lp, o);
      lower_bind (l, fn->params[1])->vec = lower_vec (l, o->o->value);
      lower_stmts (l, fn->body);
    }
  l->tail = outer;
  if (o->row)
    return;
  struct imp_expr *h = vec_owned (l, lower_vec (l, fn->body->rets[0]));
  struct imp_var *next = s_new (l, "next", o->comb.acc->type, h);
  imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = o->comb.acc;
  s_assign (l, o->comb.acc, imp_use (l->p, next));
}

void
rowcomb_accept (struct loop *lp, struct out *o, struct imp_expr *g, struct imp_expr *index)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  if (g)
    l->b = &s_if (l, e_test (l, g))->body;
  if (lp->none_failed)
    l->b = &s_if (l, imp_use (l->p, lp->none_failed))->body;
  if (o->o->kind == OUT_EXSCAN)
    {
      rowout_value (lp, o, accumulator (lp, o), index);
      /* The last value is never combined.  */
      struct imp_expr *next = e_op (l, FIR_ADD, e_again (l, index), e_size (l, 1));
      l->b = &s_if (l, e_op (l, FIR_LT, next, e_again (l, lp->n)))->body;
    }
  combine (lp, o);
  if (o->o->kind == OUT_SCAN)
    rowout_value (lp, o, accumulator (lp, o), index);
  l->b = after;
}

/* Behind chunk C, one of several: its accumulator becomes row C of the partial results.  */
static void
store_part (struct loop *lp, struct out *o, struct imp_expr *c)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_var *from = s_new (l, "from", type_size (l->ctx),
				e_op (l, FIR_MUL, e_again (l, c), e_again (l, o->length)));
  struct imp_stmt *f = s_for (l, "j", e_size (l, 0), e_again (l, o->length), 1, true);
  l->b = &f->body;
  s_store (l, imp_use (l->p, o->comb.part),
	   e_op (l, FIR_ADD, imp_use (l->p, from), imp_use (l->p, f->var)),
	   imp_load (l->p, e_again (l, o->row->data), imp_use (l->p, f->var)));
  l->b = after;
  if (o->comb.acc)
    imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = o->comb.acc;
}

/* At the end of the only chunk, C: return a reduction's result, drop a scan's last accumulator.  Of
   several chunks, each stores its row: it combined in memory of its own, beside which no other
   chunk writes.  */
void
rowcomb_end (struct loop *lp, struct out *o, struct imp_expr *c)
{
  struct lower *l = lp->l;
  if (lp->parts)
    store_part (lp, o, c);
  else if (o->o->kind != OUT_REDUCE)
    imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = o->comb.acc;
  else if (c)
    s_store (l, imp_use (l->p, o->comb.part), e_again (l, c), imp_use (l->p, o->comb.acc));
}

void
rowcomb_parts_new (struct loop *lp, struct out *o, struct imp_var *nc)
{
  struct lower *l = lp->l;
  if (lp->parts)
    o->comb.part = s_temp (l, "part", type_base (fir_atom_type (o->o->value)),
			   e_op (l, FIR_MUL, imp_use (l->p, nc), e_again (l, o->length)),
			   lp->s->site);
  else if (o->o->kind == OUT_REDUCE)
    o->comb.part = s_array (l, "part", fir_atom_type (o->o->value), 1);
}

/* Behind the chunk.  */
void
rowcomb_take (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  if (o->o->kind != OUT_REDUCE || lp->parts)
    return;
  o->comb.sum = s_new (l, o->o->res->name, fir_atom_type (o->o->value),
		       imp_load (l->p, imp_use (l->p, o->comb.part), e_size (l, 0)));
  vec_own (l, o->comb.sum);
}

/* The rows of all NC chunks, in order, behind what the reduction begins with.  */
void
rowcomb_join (struct loop *lp, struct out *o, struct imp_var *nc)
{
  struct lower *l = lp->l;
  struct fir_fn *fn = o->o->combine;
  struct fir_stmt *loop = fir_rowwise (o->o);
  struct imp_block *after = l->b;
  own_row (lp, o, o->length);
  begin_row (lp, o, o->length, lower_vec (l, o->o->init));
  o->comb.sum = o->comb.acc;
  lower_bind (l, fn->params[0])->vec = o->row;
  struct imp_stmt *c = s_for (l, "c", e_size (l, 0), imp_use (l->p, nc), 1, false);
  l->b = &c->body;
  struct imp_var *from = s_new (l, "from", type_size (l->ctx),
				e_op (l, FIR_MUL, imp_use (l->p, c->var), e_again (l, o->length)));
  struct imp_stmt *j = s_for (l, loop->fns[0]->params[0]->name, e_size (l, 0),
			      e_again (l, o->length), 1, true);
  l->b = &j->body;
  struct imp_expr *e = imp_load (l->p, imp_use (l->p, o->comb.part),
				 e_op (l, FIR_ADD, imp_use (l->p, from), imp_use (l->p, j->var)));
  combine_element (lp, o, loop, imp_use (l->p, j->var), lower_name (l, e, "e"));
  l->b = after;
}

/* Behind a loop inside another.  */
void
rowcomb_keep (struct loop *lp, struct out *o)
{
  if (o->o->kind != OUT_REDUCE)
    return;
  o->comb.sum = o->comb.acc;
  if (o->comb.sum)
    vec_own (lp->l, o->comb.sum);
}

struct vecval *
rowcomb_result (struct loop *lp, struct out *o)
{
  struct lower *l = lp->l;
  if (o->row && o->comb.sum == o->comb.acc)
    return o->row;
  struct vecval *v = vec_of_handle (l, o->comb.sum, o->comb.sum->type, false);
  v->owned = true;
  /* The combining function may have returned its argument.  */
  v->alias = !o->row;
  return v;
}

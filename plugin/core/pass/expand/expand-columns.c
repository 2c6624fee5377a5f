/* Reductions of columns of rows that an element picks, as a reduction of these rows.

     t = loop w { (j)				z' = replicate w z   n' = if w = 0 { 0 } else { n }
	 s = loop n { (i) A			t = loop n' { (i) A
	     r = row x e   v = at r j	=>	     r = row x e
	     yield reduce f z v }		     q = loop w { (j) v = at r j  yield vec v }
	 yield vec s }				     yield reduce { (a, b) map f a b } z' q }

   e, which is read from memory, is the same for all j: on the left each row is looked up w times,
   and one number of it is read.  Each column is combined in its own order.
   Where w is known not to be 0 but for there being nothing to combine (select c k 0), the rows are
   of k elements.
   Does not: columns of the region's own; rows that the index picks, of which other passes see more.
   Law: R17.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-terms.h"

/* Terms of an element that may depend on the column.  */
#define MOST 32

struct columns
{
  struct expand *x;
  struct fir_stmt *s, *in;	/* the loop over the columns, and the one in it */
  struct fir_var *j;
  struct fir_stmt *varies[MOST];	/* the terms of the latter that depend on the column */
  unsigned n;
};

/* Does S depend on the column?  */
static bool
depends (const struct columns *c, const struct fir_stmt *s)
{
  for (unsigned k = 0; k < c->n; k++)
    if (c->varies[k] == s)
      return true;
  return false;
}

/* Find the terms that depend on the column; false: they are many.  */
static bool
find_dependent (struct columns *c)
{
  for (struct fir_stmt *s = c->in->fns[0]->body->first; s; s = s->next)
    {
      bool uses = fir_stmt_uses (s, c->j) > 0;

      for (unsigned k = 0; k < c->n; k++)
	for (unsigned r = 0; r < c->varies[k]->nres; r++)
	  uses |= fir_stmt_uses (s, c->varies[k]->res[r]) > 0;
      if (uses && c->n == MOST)
	return false;
      if (uses)
	c->varies[c->n++] = s;
    }
  return true;
}

/* Does B consist of primitives that cannot fail?  */
static bool
is_plain (const struct fir_block *b)
{
  for (const struct fir_stmt *s = b->first; s; s = s->next)
    if (fir_op_info[s->op].cls != FIR_CLASS_PRIM || !fir_total (s))
      return false;
  return true;
}

/* Is A read from memory in the body of C's reduction, or computed of what is?  */
static bool
is_picked (struct columns *c, struct fir_atom a)
{
  struct fir_stmt *s = fir_atom_def (a);

  if (!s || s->parent != c->in->fns[0]->body)
    return false;
  if (s->op == FIR_AT || s->op == FIR_GET)
    return true;
  for (unsigned k = 0; fir_op_info[s->op].cls == FIR_CLASS_PRIM && k < s->nargs; k++)
    if (is_picked (c, s->args[k]))
      return true;
  return false;
}

/* Does S read element j of a row that is the same for all columns?  *PICKED: of one that is
   picked.  */
static bool
reads_row (struct columns *c, struct fir_stmt *s, bool *picked)
{
  struct fir_stmt *row = fir_atom_def (s->args[0]);

  if (s->op != FIR_AT || s->args[1].var != c->j || fir_stmt_uses (s, c->j) != 1)
    return false;
  if (row && row->parent == c->in->fns[0]->body)
    {
      if (depends (c, row) || (row->op != FIR_ROW && row->op != FIR_AT && row->op != FIR_GET))
	return false;
      *picked |= row->op == FIR_GET || is_picked (c, row->args[1]);
    }
  return true;
}

/* Can the loops of C be exchanged?  */
static bool
exchanges (struct columns *c)
{
  struct fir_stmt *in = c->in;
  struct fir_out *o = in->outs;
  bool picked = false;

  if (in->nouts != 1 || o->kind != OUT_REDUCE || !fir_atom_none (o->guard)
      || type_is_vec (fir_atom_type (o->value)) || fir_has_effect (in)
      || in->args[0].var == c->j || o->init.var == c->j
      || fir_count_uses (o->combine->body, c->j) || !is_plain (o->combine->body)
      || !find_dependent (c))
    return false;
  for (struct fir_stmt *s = in->fns[0]->body->first; s; s = s->next)
    if (depends (c, s) && !reads_row (c, s, &picked)
	&& (fir_op_info[s->op].cls != FIR_CLASS_PRIM || !fir_total (s)))
      return false;
  return picked && fir_atom_def (o->value) && fir_atom_def (o->value)->parent == in->fns[0]->body
	 && depends (c, fir_atom_def (o->value));
}

/* If N is a constant or 0, by a condition: the constant; else N.  */
static struct fir_atom
width (struct fir_atom n)
{
  struct fir_stmt *s = fir_atom_def (n);

  return s && s->op == FIR_SELECT && s->args[1].cst && fir_atom_is_int (s->args[2], 0)
	 ? s->args[1] : n;
}

/* loop W { (j) ... } with output VALUE, of FN, at the end of B, as C's loop over columns.  */
static struct fir_atom
row_loop (struct columns *c, struct fir_block *b, struct fir_atom w, struct fir_fn *fn,
	  struct fir_atom value)
{
  struct fir_prog *p = c->x->p;
  const struct type *t = type_vec (p->ctx, fir_atom_type (value));
  struct fir_stmt *s = expand_term (c->x, c->s, b, FIR_LOOP, NULL, 1, &w, 1);

  s->fns[0] = fn;
  s->nouts = s->nres = 1;
  s->outs = CTX_NEW (p->ctx, struct fir_out);
  s->res = CTX_NEW (p->ctx, struct fir_var *);
  *s->outs = *c->s->outs;
  s->outs->value = value;
  s->outs->res = s->res[0] = fir_var_new (p, "t", t);
  s->res[0]->def = s;
  return fir_atom_var (s->res[0]);
}

/* \ (a, b) { the elements of two rows of W combined }.  */
static struct fir_fn *
combine (struct columns *c, struct fir_fn *f, struct fir_atom w)
{
  struct fir_prog *p = c->x->p;
  const struct type *t = type_vec (p->ctx, f->params[0]->type), *two[2] = { t, t };
  struct fir_fn *fn = fir_fn_new (p, 2, two), *each = expand_index_fn (c->x);
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_atom r;

  for (unsigned k = 0; k < 2; k++)
    fir_subst_put (subst, f->params[k],
		   fir_element (p, each->body, fir_atom_var (fn->params[k]),
				fir_atom_var (each->params[0])));
  r = fir_copy_into (p, each->body, f->body, subst)[0];
  r = row_loop (c, fn->body, w, each, r);
  fir_block_return (p, fn->body, 1, &r);
  return fn;
}

/* Move the terms of C's reduction that depend on the column to FN, of the column.  */
static void
move_dependent (struct columns *c, struct fir_fn *fn)
{
  struct fir_subst *subst = fir_subst_new (c->x->p);

  for (unsigned k = 0; k < c->n; k++)
    {
      fir_unlink (c->varies[k]);
      fir_append (fn->body, c->varies[k]);
    }
  fir_subst_put (subst, c->j, fir_atom_var (fn->params[0]));
  fir_subst_block (subst, fn->body);
}

bool
expand_columns (struct expand *x, struct fir_stmt *s)
{
  struct columns c = { x, s, s->fns[0]->body->first, s->fns[0]->params[0], { NULL }, 0 };
  const struct type *size = type_size (x->p->ctx);
  struct fir_block *b;
  struct fir_atom w = s->args[0], n, args[3];
  struct fir_stmt *z;
  struct fir_out *o;
  struct fir_fn *fn;

  if (s->parent == x->r->body || s->nouts != 1 || s->outs[0].kind != OUT_VEC
      || !fir_atom_none (s->outs[0].dest) || !c.in || c.in->next || c.in->op != FIR_LOOP
      || c.in->nres != 1 || s->outs[0].value.var != c.in->res[0] || !exchanges (&c))
    return false;
  o = c.in->outs;
  b = fir_block_new (x->p);
  n = c.in->args[0];
  if (fir_may_fail (c.in) || !fir_atom_equal (w, width (w)))
    {
      args[0] = fir_prim2 (x->p, b, FIR_NE, type_i32 (x->p->ctx), w, fir_atom_size (x->p, 0));
      args[1] = n;
      args[2] = fir_atom_size (x->p, 0);
      n = fir_prim (x->p, b, FIR_SELECT, size, 3, args);
    }
  args[0] = w;
  args[1] = o->init;
  z = expand_term (x, s, b, FIR_REPLICATE, s->res[0]->type, 2, args, 0);
  fn = expand_index_fn (c.x);
  move_dependent (&c, fn);
  o->value = row_loop (&c, c.in->fns[0]->body, width (w), fn, o->value);
  o->combine = combine (&c, o->combine, w);
  o->init = fir_atom_var (z->res[0]);
  c.in->args[0] = n;
  fir_unlink (c.in);
  c.in->res = s->res;
  o->res = s->res[0];
  o->res->def = c.in;
  fir_append (b, c.in);
  fir_put_before (s, b);
  fir_unlink (s);
  return true;
}

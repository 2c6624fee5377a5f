/* Bins of rows that an operator combines element by element.

     r = bins { (p, q)			  d = replicate (n * w) 0   y = flatten x
		t = map add p q    =>	  b = binsrows add d n w 4 ix y
		ret t } z n ix x	  r = reshape b n w

   z and the rows of x have w elements each.  No row is moved: each goes into the one of its bin
   (lower-write-rows.c).  What makes rows is known to be even only when it is a loop: such bins wait
   for that.  What they make of rows at little cost is made where it is combined.  Bins of other
   rows become sorted rows (expand-rows.c).
   Does not: an operator, or what makes the rows, that may fail: a failure is one of the bin; rows
   of rows.
   Law: R16.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand.h"

struct row_bins
{
  struct expand *x;
  struct fir_stmt *s;
  struct fir_fn *f;		/* of two rows */
  struct fir_atom w;
  bool into;
};

/* --- The operator ----------------------------------------------------------------------------- */

/* Is N the length of a row?  */
static bool
is_width (struct row_bins *b, struct fir_atom n)
{
  struct fir_stmt *s = fir_atom_def (n);

  return fir_atom_equal (n, b->w)
	 || (s && s->op == FIR_LEN && s->parent == b->f->body
	     && (s->args[0].var == b->f->params[0] || s->args[0].var == b->f->params[1]));
}

/* What makes the result of the operator, if that does nothing else.  */
static struct fir_stmt *
maker (struct row_bins *b)
{
  struct fir_block *body = b->f->body;
  struct fir_stmt *m = body->nrets == 1 ? fir_atom_def (body->rets[0]) : NULL;

  if (!m || m->parent != body || (m->op != FIR_MAP && m->op != FIR_TABULATE && m->op != FIR_LOOP))
    return NULL;
  for (struct fir_stmt *s = body->first; s; s = s->next)
    if (s != m && !(s->op == FIR_LEN && is_width (b, fir_atom_var (s->res[0])))
	&& !(s->op == FIR_CHECK && s->check == CHECK_LENGTHS && is_width (b, s->args[1])
	     && is_width (b, s->args[3])))
      return NULL;
  return m;
}

/* Reads of elements of the rows at INDEX, which become those of FN.  */
struct row_reads
{
  struct row_bins *b;
  struct fir_var *index;
  struct fir_fn *fn;
  struct fir_subst *subst;
  unsigned n;
};

/* The number of the row that S reads at the index; -1: it does not.  */
static int
row_read (struct row_reads *r, const struct fir_stmt *s)
{
  if ((s->op != FIR_AT && s->op != FIR_GET) || s->args[1].var != r->index)
    return -1;
  for (int k = 0; k < 2; k++)
    if (s->args[0].var == r->b->f->params[k])
      return k;
  return -1;
}

static void
count_read (struct fir_stmt *s, void *data)
{
  struct row_reads *r = (struct row_reads *) data;

  r->n += row_read (r, s) >= 0;
}

static void
take_read (struct fir_stmt *s, void *data)
{
  struct row_reads *r = (struct row_reads *) data;
  int k = row_read (r, s);

  if (k < 0)
    return;
  fir_subst_put (r->subst, s->res[0], fir_atom_var (r->fn->params[k]));
  fir_unlink (s);
}

/* Is M, with READS of elements of the rows, one element of the result after the other, each made of
   those of the same number?  */
static bool
by_elements (struct row_bins *b, struct fir_stmt *m, unsigned reads)
{
  struct fir_var *index = m->fns[0]->params[0];
  unsigned rets = 0;

  if (m->op == FIR_LOOP
      && (m->nouts != 1 || m->outs[0].kind != OUT_VEC || !fir_atom_none (m->outs[0].dest)))
    return false;
  if (m->nargs != 1 || !is_width (b, m->args[0]))
    return false;
  for (unsigned k = 0; k < m->fns[0]->body->nrets; k++)
    rets += m->fns[0]->body->rets[k].var == index;
  if (m->op == FIR_LOOP)
    rets += m->outs[0].value.var == index;
  return !rets && fir_count_uses (m->fns[0]->body, index) == reads
	 && fir_stmt_uses (m, b->f->params[0]) + fir_stmt_uses (m, b->f->params[1]) == reads;
}

/* Is M a map of both rows?  */
static bool
maps_both (struct row_bins *b, struct fir_stmt *m)
{
  return m->op == FIR_MAP && m->nargs == 2
	 && ((m->args[0].var == b->f->params[0] && m->args[1].var == b->f->params[1])
	     || (m->args[0].var == b->f->params[1] && m->args[1].var == b->f->params[0]))
	 && fir_stmt_uses (m, b->f->params[0]) == 1 && fir_stmt_uses (m, b->f->params[1]) == 1;
}

/* The operator on two elements; NULL: there is none.  */
static struct fir_fn *
of_elements (struct row_bins *b)
{
  const struct type *t = fir_atom_type (fir_atom_var (b->f->params[0]))->elem, *two[2] = { t, t };
  struct fir_prog *p = b->x->p;
  struct fir_stmt *m = type_is_vec (t) ? NULL : maker (b);
  struct row_reads r = { b, NULL, NULL, fir_subst_new (p), 0 };
  struct fir_block from;
  struct fir_atom e;

  if (!m)
    return NULL;
  r.fn = fir_fn_new (p, 2, two);
  from = *m->fns[0]->body;
  if (maps_both (b, m))
    for (unsigned k = 0; k < 2; k++)
      fir_subst_put (r.subst, m->fns[0]->params[k],
		     fir_atom_var (r.fn->params[m->args[k].var == b->f->params[1]]));
  else if (m->op == FIR_MAP)
    return NULL;
  else
    {
      r.index = m->fns[0]->params[0];
      fir_walk (m->fns[0]->body, count_read, &r);
      if (!by_elements (b, m, r.n))
	return NULL;
      if (m->op == FIR_LOOP)
	{
	  from.nrets = 1;
	  from.rets = &m->outs[0].value;
	}
      r.index = fir_var_new (p, "j", type_size (p->ctx));
      fir_subst_put (r.subst, m->fns[0]->params[0], fir_atom_var (r.index));
    }
  e = fir_copy_into (p, r.fn->body, &from, r.subst)[0];
  fir_block_return (p, r.fn->body, 1, &e);
  if (r.index)
    {
      r.subst = fir_subst_new (p);
      fir_walk (r.fn->body, take_read, &r);
      fir_subst_block (r.subst, r.fn->body);
    }
  return expand_any_fails (r.fn->body) || type_is_vec (fir_atom_type (e)) ? NULL : r.fn;
}

/* --- The rows --------------------------------------------------------------------------------- */

/* Is S an operation of which the pass fuse makes a loop?  */
static bool
becomes_loop (const struct fir_stmt *s)
{
  return s && (s->op == FIR_MAP || s->op == FIR_TABULATE || s->op == FIR_GATHER
	       || s->op == FIR_CONCAT || s->op == FIR_SLICE || s->op == FIR_SCAN);
}

static struct fir_atom
rows_of (const struct fir_stmt *s)
{
  return s->args[s->nargs - 1];
}

/* Are the rows of S, which begin with those of operand 0, of one length, *W?  */
static bool
even (const struct fir_stmt *s, struct fir_atom *w)
{
  struct fir_atom z = s->args[0], n;

  if (!fir_vec_extent (rows_of (s), 1, w))
    return false;
  return (s->op == FIR_BINS ? fir_vec_length (&z, &n) : fir_vec_extent (z, 1, &n))
	 && fir_atom_equal (n, *w);
}

bool
expand_row_bins_wait (struct expand *x, struct fir_stmt *s)
{
  struct fir_atom w, z = s->args[0];
  struct row_bins b = { x, s, s->fns[0], FIR_NONE, false };

  if (s->op == FIR_BINS && !fir_vec_length (&z, &b.w))
    b.w = FIR_NONE;
  if (!becomes_loop (fir_atom_def (rows_of (s))) || even (s, &w))
    return false;
  return of_elements (&b) != NULL;
}

struct fir_atom
expand_all_alike (struct fir_atom z)
{
  struct fir_stmt *s = fir_atom_def (z);

  if (s && s->op == FIR_REPLICATE)
    return s->args[1];
  return s && s->op == FIR_LOOP && s->nouts == 1 && s->outs[0].kind == OUT_VEC
	 && fir_atom_none (s->outs[0].dest) && s->outs[0].value.cst
	 ? s->outs[0].value : FIR_NONE;
}

/* OP of N ARGS without a function, into BLOCK.  */
static struct fir_atom
term (struct row_bins *b, struct fir_block *block, enum fir_op op, const struct type *t, unsigned n,
      const struct fir_atom *args)
{
  return fir_atom_var (expand_term (b->x, b->s, block, op, t, n, args, 0)->res[0]);
}

/* What the bins begin with, N rows one after the other, into BLOCK.  */
static struct fir_atom
beginning (struct row_bins *b, struct fir_block *block, struct fir_atom n)
{
  struct fir_prog *p = b->x->p;
  const struct type *size = type_size (p->ctx);
  const struct type *row = fir_atom_type (rows_of (b->s))->elem;
  struct fir_atom args[2] = { FIR_NONE, expand_all_alike (b->s->args[0]) }, j;
  struct fir_stmt *tab;

  if (b->into)
    return term (b, block, FIR_FLATTEN, row, 1, b->s->args);
  args[0] = fir_prim2 (p, block, FIR_MUL, size, n, b->w);
  if (!fir_atom_none (args[1]))
    return term (b, block, FIR_REPLICATE, row, 2, args);
  tab = expand_term (b->x, b->s, block, FIR_TABULATE, row, 1, args, 1);
  tab->fns[0] = fir_fn_new (p, 1, &size);
  j = fir_prim2 (p, tab->fns[0]->body, FIR_REM, size, fir_atom_var (tab->fns[0]->params[0]), b->w);
  j = fir_element (p, tab->fns[0]->body, b->s->args[0], j);
  fir_block_return (p, tab->fns[0]->body, 1, &j);
  return fir_atom_var (tab->res[0]);
}

/* What makes the elements of the rows that loop S makes, if nobody else needs these, and what S
   does for a row is cheap to do again for each element.  */
static struct fir_stmt *
row_maker (struct row_bins *b, struct fir_stmt *s)
{
  struct fir_stmt *in = s && s->op == FIR_LOOP && s->nouts == 1
			? fir_atom_def (s->outs[0].value) : NULL;
  unsigned weight = 0;

  if (!in || in->op != FIR_LOOP || in->parent != s->fns[0]->body || in->nouts != 1
      || s->outs[0].kind != OUT_VEC || !fir_atom_none (s->outs[0].dest)
      || in->outs[0].kind != OUT_VEC || type_is_vec (fir_atom_type (in->outs[0].value))
      || !fir_atom_equal (in->args[0], b->w) || fir_count_uses (s->fns[0]->body, in->res[0])
      || fir_count_uses (b->x->r->body, s->res[0]) != 1)
    return NULL;
  for (struct fir_stmt *t = s->fns[0]->body->first; t; t = t->next)
    weight += t == in ? 0 : fir_stmt_weight (t);
  return weight <= COST_AGAIN ? in : NULL;
}

/* All rows one after the other, into BLOCK.  */
static struct fir_atom
flat (struct row_bins *b, struct fir_block *block)
{
  struct fir_prog *p = b->x->p;
  struct fir_atom rows = rows_of (b->s), i, j, e, n;
  const struct type *size = type_size (p->ctx), *t = fir_atom_type (rows)->elem;
  struct fir_stmt *s = fir_atom_def (rows), *in = row_maker (b, s), *tab;
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_block from;
  struct fir_fn *fn;

  if (!in)
    return term (b, block, FIR_FLATTEN, t, 1, &rows);
  from = *in->fns[0]->body;
  from.nrets = 1;
  from.rets = &in->outs[0].value;
  n = fir_prim2 (p, block, FIR_MUL, size, s->args[0], b->w);
  tab = expand_term (b->x, s, block, FIR_TABULATE, t, 1, &n, 1);
  fn = tab->fns[0] = fir_fn_new (p, 1, &size);
  i = fir_prim2 (p, fn->body, FIR_DIV, size, fir_atom_var (fn->params[0]), b->w);
  j = fir_prim2 (p, fn->body, FIR_REM, size, fir_atom_var (fn->params[0]), b->w);
  fir_subst_put (subst, s->fns[0]->params[0], i);
  fir_copy_into (p, fn->body, s->fns[0]->body, subst);
  fir_subst_put (subst, in->fns[0]->params[0], j);
  e = fir_copy_into (p, fn->body, &from, subst)[0];
  fir_block_return (p, fn->body, 1, &e);
  pass_dce_block (p, fn->body);
  return fir_atom_var (tab->res[0]);
}

/* A check, into BLOCK, that N elements of BYTES, operand K, are no more than there can be.  */
static void
check_size (struct row_bins *b, struct fir_block *block, unsigned k, struct fir_atom n,
	    struct fir_atom bytes)
{
  struct fir_atom args[3] = { fir_atom_size (b->x->p, k), n, bytes };

  fir_check_stmt (b->x->p, block, b->s->site, CHECK_SIZE, 3, args);
  block->last->order = b->s->order;
}

bool
expand_row_bins (struct expand *x, struct fir_stmt *s)
{
  struct row_bins b = { x, s, s->fns[0], FIR_NONE, s->op == FIR_BINS_INTO };
  const struct type *size = type_size (x->p->ctx), *rows = fir_atom_type (rows_of (s));
  struct fir_block *block;
  struct fir_atom n, bytes, args[6];
  struct fir_stmt *t, *def = fir_atom_def (rows_of (s));
  struct fir_fn *f;

  if (!type_is_vec (rows->elem) || !even (s, &b.w) || (def && fir_may_fail (def))
      || !(f = of_elements (&b)))
    return false;
  block = fir_block_new (x->p);
  if (b.into)
    n = term (&b, block, FIR_LEN, size, 1, s->args);
  else
    {
      n = s->args[1];
      bytes = fir_atom_size (x->p, rows->elem->elem->size);
      check_size (&b, block, 2, b.w, bytes);
      bytes = fir_prim2 (x->p, block, FIR_MUL, size, b.w, bytes);
      check_size (&b, block, 3, n, bytes);
    }
  args[0] = beginning (&b, block, n);
  args[1] = n;
  args[2] = b.w;
  args[3] = fir_atom_size (x->p, b.into ? 3 : 4);
  args[4] = s->args[b.into ? 1 : 2];
  args[5] = flat (&b, block);
  t = expand_term (x, s, block, FIR_BINS_ROWS, rows->elem, 6, args, 1);
  t->fns[0] = f;
  t->index = s->index;
  args[0] = fir_atom_var (t->res[0]);
  return expand_end (x, s, block, term (&b, block, FIR_RESHAPE, rows, 3, args));
}

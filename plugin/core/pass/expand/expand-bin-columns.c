/* Bins of columns with the same indices, as bins of rows.

     t = loop w { (j)				ix' = loop n { (i) at ix i }
       x = loop n { (i) A  yield vec v }	x' = loop n w { (e) A, i = e / w, j = e % w }
       b = bins f z m ix x		=>	b' = binsrows f (m w z) m w 4 ix' x'
       B  yield vec ... }			t = loop w { (j)
						  b = tabulate { (k) at b' (k w + j) } m
						  B  yield vec ... }

   On the left each column reads and checks all indices, and of rows in memory one number after the
   other; on the right each row is read once, and goes into the bin of its index as it lies there.
   Each bin combines the same elements in the same order.
   Where w is 0 nothing is combined: no index is checked then, and n, m are 0.  Where it is known
   not to be 0 but for n being 0 (select (n != 0) k 0), the rows are of k elements.
   Does not: elements of a column that cost much; what may fail beside the indices.
   Law: R19.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand.h"
#include "expand-terms.h"

/* The greatest weight of an element, which is computed where it is combined.  */
#define MOST 32
/* So few bins may be made, though there is no column.  */
#define FEW 65536

struct bin_columns
{
  struct expand *x;
  struct fir_stmt *s;		/* the loop over columns, */
  struct fir_stmt *bins;	/* what combines one, */
  struct fir_stmt *column;	/* and the loop that makes it */
  struct fir_out *o;		/* in this output */
  struct fir_atom n, m, w, ix;	/* N rows of W elements, M bins */
};

/* --- What it is ------------------------------------------------------------------------------- */

/* Does B use what loop S makes for an element, or its number?  */
static bool
uses_element (struct fir_block *b, struct fir_stmt *s)
{
  if (fir_count_uses (b, s->fns[0]->params[0]))
    return true;
  for (struct fir_stmt *t = s->fns[0]->body->first; t; t = t->next)
    for (unsigned r = 0; r < t->nres; r++)
      if (fir_count_uses (b, t->res[r]))
	return true;
  return false;
}

/* Does of BINS, in C's loop, the column alone depend on its number?  */
static bool
of_column (struct bin_columns *c, struct fir_stmt *bins)
{
  struct fir_stmt *in = fir_atom_def (bins->args[3]);

  c->bins = bins;
  c->column = in;
  c->m = bins->args[1];
  c->ix = bins->args[2];
  if (!in || in->op != FIR_LOOP || in->parent != c->s->fns[0]->body)
    return false;
  for (c->o = in->outs; c->o->res != bins->args[3].var; c->o++)
    continue;
  if (c->o->kind != OUT_VEC || fir_count_uses (in->parent, c->o->res) != 1
      || type_is_vec (fir_atom_type (c->o->value)))
    return false;
  c->n = in->args[0];
  return !fir_bound_inside (c->s, c->n) && !fir_bound_inside (c->s, c->m)
	 && !fir_bound_inside (c->s, c->ix) && !fir_bound_inside (c->s, bins->args[0])
	 && !uses_element (bins->fns[0]->body, c->s) && !expand_any_fails (bins->fns[0]->body);
}

/* Can anything in C's loop fail but bins of the same indices, or has it an effect?  */
static bool
fails_beside (struct bin_columns *c)
{
  for (struct fir_stmt *t = c->s->fns[0]->body->first; t; t = t->next)
    if (t->op == FIR_BINS && fir_atom_equal (t->args[1], c->m) && fir_atom_equal (t->args[2], c->ix)
	? expand_any_fails (t->fns[0]->body)
	: t->op == FIR_CHECK || fir_may_fail (t) || fir_has_effect (t))
      return true;
  for (unsigned k = 0; k < c->s->nouts; k++)
    if (c->s->outs[k].combine && expand_any_fails (c->s->outs[k].combine->body))
      return true;
  return false;
}

/* --- What becomes of it ----------------------------------------------------------------------- */

/* Element e of the rows, one after the other.  NULL: it costs too much.  */
static struct fir_fn *
value_fn (struct bin_columns *c)
{
  struct fir_prog *p = c->x->p;
  struct fir_fn *fn = expand_index_fn (c->x);
  struct fir_block *b = fn->body, from = *c->column->fns[0]->body;
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_atom e = expand_param (fn, 0), i, v;

  from.nrets = 1;
  from.rets = &c->o->value;
  i = expand_size_op (c->x, b, FIR_DIV, e, c->w);
  fir_subst_put (subst, c->s->fns[0]->params[0], expand_size_op (c->x, b, FIR_REM, e, c->w));
  fir_copy_into (p, b, c->s->fns[0]->body, subst);
  fir_subst_put (subst, c->column->fns[0]->params[0], i);
  v = fir_copy_into (p, b, &from, subst)[0];
  expand_returns (c->x, fn, v);
  pass_dce_block (p, b);
  return fir_block_weight (b) <= MOST ? fn : NULL;
}

/* Is W a constant but for there being no rows?  Then C's rows are of that length.  */
static bool
wide (struct bin_columns *c, struct fir_atom w)
{
  struct fir_stmt *s = fir_atom_def (w), *ne = s && s->op == FIR_SELECT
					       ? fir_atom_def (s->args[0]) : NULL;
  __int128 k;

  c->w = w;
  if (fir_atom_value (w, &k))
    return k > 0;
  if (!ne || ne->op != FIR_NE || !fir_atom_is_int (ne->args[1], 0)
      || !fir_atom_equal (ne->args[0], c->n) || !fir_atom_value (s->args[1], &k) || k <= 0
      || !fir_atom_is_int (s->args[2], 0))
    return false;
  c->w = s->args[1];
  return true;
}

/* C's numbers as of no row and no bin where there is no column, into B; *IX: of no index.  */
static void
none_if_no_column (struct bin_columns *c, struct fir_block *b, struct fir_atom w)
{
  struct fir_atom zero = fir_atom_size (c->x->p, 0), some, e;
  bool has_columns = wide (c, w);
  struct fir_fn *fn;
  __int128 m;

  if (has_columns && (w.cst || (fir_atom_value (c->m, &m) && m <= FEW)))
    return;
  some = expand_compare (c->x, b, FIR_NE, w, zero);
  c->m = expand_choose (c->x, b, some, c->m, zero);
  if (has_columns)
    return;
  c->n = expand_choose (c->x, b, some, c->n, zero);
  fn = expand_index_fn (c->x);
  e = fir_element (c->x->p, fn->body, c->ix, expand_param (fn, 0));
  expand_returns (c->x, fn, e);
  c->ix = expand_values (c->x, c->bins, b, fn, c->n);
}

/* The bins of all columns, row by row, into B.  */
static struct fir_atom
rows (struct bin_columns *c, struct fir_block *b, struct fir_fn *value)
{
  struct fir_prog *p = c->x->p;
  const struct type *e = fir_atom_type (value->body->rets[0]), *t = type_vec (p->ctx, e);
  struct fir_atom args[6], bytes = fir_atom_size (p, e->size), check[3];
  struct fir_stmt *s;

  bytes = expand_size_op (c->x, b, FIR_MUL, bytes, c->w);
  check[0] = fir_atom_size (p, 3);
  check[1] = c->m;
  check[2] = bytes;
  fir_check_stmt (p, b, c->bins->site, CHECK_SIZE, 3, check);
  b->last->order = c->bins->order;
  args[0] = expand_size_op (c->x, b, FIR_MUL, c->m, c->w);
  args[1] = c->bins->args[0];
  args[0] = fir_atom_var (expand_term (c->x, c->bins, b, FIR_REPLICATE, t, 2, args, 0)->res[0]);
  args[1] = c->m;
  args[2] = c->w;
  args[3] = fir_atom_size (p, 4);
  args[4] = c->ix;
  args[5] = expand_values (c->x, c->bins, b, value, expand_size_op (c->x, b, FIR_MUL, c->n, c->w));
  s = expand_term (c->x, c->bins, b, FIR_BINS_ROWS, t, 6, args, 1);
  s->fns[0] = c->bins->fns[0];
  s->index = c->bins->index;
  return fir_atom_var (s->res[0]);
}

/* Column J of ALL takes the place of C's bins.  */
static void
read_column (struct bin_columns *c, struct fir_atom all)
{
  struct fir_prog *p = c->x->p;
  struct fir_fn *fn = expand_index_fn (c->x);
  struct fir_block *b = fir_block_new (p);
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_atom k = expand_size_op (c->x, fn->body, FIR_MUL, expand_param (fn, 0), c->w);

  k = expand_size_op (c->x, fn->body, FIR_ADD, k, fir_atom_var (c->s->fns[0]->params[0]));
  expand_returns (c->x, fn, fir_element (p, fn->body, all, k));
  fir_subst_put (subst, c->bins->res[0], expand_values (c->x, c->bins, b, fn, c->m));
  fir_put_before (c->bins, b);
  fir_unlink (c->bins);
  fir_subst_block (subst, c->x->r->body);
}

bool
expand_bin_columns (struct expand *x, struct fir_stmt *s)
{
  struct bin_columns c = { .x = x, .s = s };
  struct fir_block *b;
  struct fir_stmt *t;
  struct fir_fn *value;

  if (s->parent != x->r->body)
    return false;
  for (t = s->fns[0]->body->first; t; t = t->next)
    if (t->op == FIR_BINS && of_column (&c, t))
      break;
  if (!t || fails_beside (&c))
    return false;
  b = fir_block_new (x->p);
  none_if_no_column (&c, b, s->args[0]);
  value = value_fn (&c);
  if (!value)
    return false;
  read_column (&c, rows (&c, b, value));
  fir_put_before (s, b);
  return true;
}

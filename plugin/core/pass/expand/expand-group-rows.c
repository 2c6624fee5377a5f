/* Groups of which rows are combined element by element: bins of rows, if keys lie close together.

     y = loop n { (i) p = row s i		    b = bins f z range (k - lo) (rows V[x])
		  t = loop (len p) { (j)	=>  those of b with an element, joined; or
			e = at p j  v = V[e]	    of sorted groups the same fold of each, joined
			yield reduce f z v } ... }  y = loop n { (i) row (reshape ...) i ... }

   f combines element j of both rows; all rows are as long as z.  The bins become binsrows
   (expand-row-bins.c).  The rows of both ways are flat, so that behind the condition their length
   is still known.
   Does not: rows that a guard leaves out.
   Law: X31.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-groups.h"

static struct fir_out *
fold_of (struct groups *g, unsigned k)
{
  return &g->rows[k].term->outs[g->rows[k].out];
}

bool
expand_group_row_p (struct fir_stmt *l, struct fir_out *o)
{
  struct fir_atom z = o->init, v = o->value, n, m;

  return fir_rowwise (o) && fir_atom_none (o->guard) && fir_vec_length (&z, &n)
	 && fir_vec_length (&v, &m) && !fir_bound_inside (l, m) && fir_atom_equal (n, m);
}

struct fir_atom
expand_group_width (struct groups *g, unsigned k)
{
  struct fir_atom z = fold_of (g, k)->init, n = FIR_NONE;

  fir_vec_length (&z, &n);
  return n;
}

static struct fir_atom
len (struct groups *g, struct fir_block *b, struct fir_atom x)
{
  const struct type *size = type_size (g->p->ctx);

  return fir_atom_var (expand_groups_term (g, b, FIR_LEN, size, 1, &x, 0)->res[0]);
}

/* ROWS, one after the other, into B.  */
static struct fir_atom
flat (struct groups *g, struct fir_block *b, struct fir_atom rows)
{
  const struct type *t = fir_atom_type (rows)->elem;

  return fir_atom_var (expand_groups_term (g, b, FIR_FLATTEN, t, 1, &rows, 0)->res[0]);
}

/* If FN gives row i of rows that there are N of, these; else FIR_NONE.  */
static struct fir_atom
all_rows (struct fir_fn *fn, struct fir_atom n)
{
  struct fir_stmt *s = fn->body->first, *def = fir_atom_def (n);
  struct fir_atom x, m;

  if (!s || s->next || s->op != FIR_ROW || s->args[1].var != fn->params[0]
      || fn->body->rets[0].var != s->res[0])
    return FIR_NONE;
  x = s->args[0];
  if (def && def->op == FIR_LEN && fir_atom_equal (def->args[0], x))
    return x;
  return fir_vec_length (&x, &m) && fir_atom_equal (m, n) ? s->args[0] : FIR_NONE;
}

/* The rows that part K combines, one for each of the N elements, into B.  */
static struct fir_atom
combined (struct groups *g, struct fir_block *b, unsigned k, struct fir_atom n)
{
  struct fir_atom e, r, x, all[MAX_OUTS];
  struct fir_fn *fn
    = expand_groups_tabulate (g, b, n, fir_atom_type (fold_of (g, k)->value), &r);

  e = expand_groups_element (g, fn->body, fir_atom_var (fn->params[0]));
  expand_groups_values (g, fn->body, g->rows[k].term, e, all);
  fir_block_return (g->p, fn->body, 1, &all[g->rows[k].out]);
  x = all_rows (fn, n);
  return fir_atom_none (x) ? r : x;
}

struct fir_atom
expand_group_rows_in_bins (struct groups *g, struct fir_block *b, unsigned k, struct fir_atom n,
			   struct fir_atom index, struct fir_atom range, struct fir_atom kept)
{
  struct fir_out *o = fold_of (g, k);
  const struct type *t = fir_atom_type (o->value);
  struct fir_atom args[4], e, r;
  struct fir_stmt *bins;
  struct fir_fn *fn;

  args[0] = expand_groups_beginning (g, b, o->init);
  args[1] = range;
  args[2] = index;
  args[3] = combined (g, b, k, n);
  bins = expand_groups_term (g, b, FIR_BINS, type_vec (g->p->ctx, t), 4, args, 1);
  bins->fns[0] = fir_fn_copy (g->p, o->combine, NULL);
  bins->index = 1;
  if (fir_atom_none (kept))
    return fir_atom_var (bins->res[0]);
  fn = expand_groups_tabulate (g, b, len (g, b, kept), t, &r);
  e = fir_element (g->p, fn->body, kept, fir_atom_var (fn->params[0]));
  e = fir_element (g->p, fn->body, fir_atom_var (bins->res[0]), e);
  fir_block_return (g->p, fn->body, 1, &e);
  return flat (g, b, r);
}

struct fir_atom
expand_group_rows_of (struct groups *g, struct fir_block *b, unsigned k, struct fir_atom groups)
{
  const struct type *t = fir_atom_type (fold_of (g, k)->value);
  struct fir_atom r, row, all[MAX_OUTS];
  struct fir_fn *fn = expand_groups_tabulate (g, b, len (g, b, groups), t, &r);

  row = fir_element (g->p, fn->body, groups, fir_atom_var (fn->params[0]));
  expand_groups_fold (g, fn->body, g->rows[k].term, row, len (g, fn->body, row), all);
  fir_block_return (g->p, fn->body, 1, &all[g->rows[k].out]);
  return flat (g, b, r);
}

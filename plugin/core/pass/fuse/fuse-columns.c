/* A reduction of rows with an elementwise operator becomes reductions of columns.

     reduce {(x, y) z = map f x y ret z} z0 m    =>    tabulate {(j)
							  c = tabulate {(i) e = m[i][j] ret e} n
							  i0 = at z0 j  r = reduce f i0 c
							  ret r} w

   The rows of m, and z0, have w elements each by construction.  On the left vectors are combined
   from left to right, in one chunk, with a new vector per row; on the right columns run in parallel
   and nothing is allocated.  The column is fused into the loop that combines it.  The pass columns
   (schedule/schedule-columns.c) interchanges the loops, for the cache.
   Not if f, or an element that is recomputed where it is read, may fail: the report names the row.
   Short rows, which have few columns, are combined as they are, in chunks of rows.
   Does not: combine rows of more levels.

   The law is Blelloch's sum over the outer dimension of a regular nested array; Harlan and NOVA do
   not have it.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* Rows of at most so many elements are combined row by row: as columns they would be too few to
   share, or to take side by side.  */
#define SHORT 8

/* The map in FN, if FN does nothing else with its two rows; checks of their lengths hold.  */
static struct fir_stmt *
elementwise (struct fir_fn *fn)
{
  struct fir_stmt *m = fn->body->nrets == 1 ? fir_atom_def (fn->body->rets[0]) : NULL;

  if (fn->nparams != 2 || !m || m->op != FIR_MAP || m->parent != fn->body || m->nargs != 2
      || m->args[0].var != fn->params[0] || m->args[1].var != fn->params[1]
      || type_is_vec (m->fns[0]->params[0]->type) || fir_may_fail (m))
    return NULL;
  for (struct fir_stmt *s = fn->body->first; s; s = s->next)
    {
      if (s == m || (s->op == FIR_LEN && (s->args[0].var == fn->params[0]
					  || s->args[0].var == fn->params[1])))
	continue;
      if (s->op != FIR_CHECK || s->check != CHECK_LENGTHS)
	return NULL;
      for (unsigned k = 1; k < 4; k += 2)
	{
	  struct fir_stmt *n = fir_atom_def (s->args[k]);

	  if (!n || n->op != FIR_LEN || n->parent != fn->body)
	    return NULL;
	}
    }
  return m;
}

/* A function of an index.  */
static struct fir_fn *
index_fn (struct fuse *f)
{
  const struct type *size = type_size (f->p->ctx);

  return fir_fn_new (f->p, 1, &size);
}

static struct fir_atom
read_at (struct fuse *f, struct fir_block *b, enum fir_op op, uint32_t site, struct fir_atom x,
	 struct fir_atom i)
{
  struct fir_stmt *s = fir_stmt_new (f->p, b, op, site, 2, 0, fir_atom_type (x)->elem, "e");

  s->args[0] = x;
  s->args[1] = i;
  return fir_atom_var (s->res[0]);
}

/* tabulate FN N for S, into B.  */
static struct fir_stmt *
tabulate (struct fuse *f, struct fir_block *b, struct fir_stmt *s, struct fir_fn *fn,
	  struct fir_atom n)
{
  const struct type *t = type_vec (f->p->ctx, fir_atom_type (fn->body->rets[0]));
  struct fir_stmt *r = fir_stmt_new (f->p, b, FIR_TABULATE, s->site, 1, 1, t, "c");

  r->order = s->order;
  r->args[0] = n;
  r->fns[0] = fn;
  return r;
}

/* The function of M, the map in FN, on two elements, with W for the lengths of rows.  */
static struct fir_fn *
combine_elements (struct fuse *f, struct fir_fn *fn, struct fir_stmt *m, struct fir_atom w)
{
  struct fir_subst *subst = fir_subst_new (f->p);

  for (struct fir_stmt *s = fn->body->first; s; s = s->next)
    if (s->op == FIR_LEN)
      fir_subst_put (subst, s->res[0], w);
  return fir_fn_copy (f->p, m->fns[0], subst);
}

/* Are the rows of S so short that each is combined as a whole, in chunks of rows?  W is how long,
   M the map in the operator.  */
static bool
stays (struct fuse *f, struct fir_stmt *s, struct fir_stmt *m, struct fir_atom w)
{
  enum fir_op op = fir_fn_operator (m->fns[0]);
  __int128 n;

  return s->parent == f->r->body && fir_atom_value (w, &n) && n <= SHORT && op != FIR_LAST
	 && op != FIR_LEAF
	 && !fir_atom_none (fir_neutral (f->p, op, s->res[0]->type->elem, f->r->finite));
}

struct fir_stmt *
fuse_make_columns (struct fuse *f, struct fir_stmt *s)
{
  struct fir_stmt *m, *def, *all, *r;
  struct fir_atom x, w, n, e;
  struct fir_fn *column, *row;
  struct fir_block *b;

  if (s->op != FIR_REDUCE || !type_is_vec (s->res[0]->type) || !(m = elementwise (s->fns[0])))
    return NULL;
  x = s->args[1];
  def = fir_atom_def (x);
  if (!def || fir_may_fail (def))
    return NULL;
  w = fuse_extent (f, x, 1, s);
  if (fir_atom_none (w) || !fir_atom_equal (w, fuse_len (f, s->args[0], s)) || stays (f, s, m, w))
    return NULL;
  n = fuse_len (f, x, s);
  row = index_fn (f);
  column = index_fn (f);
  b = column->body;
  e = read_at (f, row->body, FIR_ROW, s->site, x, fir_atom_var (row->params[0]));
  e = read_at (f, row->body, FIR_AT, s->site, e, fir_atom_var (column->params[0]));
  fir_block_return (f->p, row->body, 1, &e);
  all = tabulate (f, b, s, row, n);
  r = fir_stmt_new (f->p, b, FIR_REDUCE, s->site, 2, 1, s->res[0]->type->elem, "r");
  fir_unlink (r);
  r->order = s->order;
  r->args[0] = read_at (f, b, FIR_AT, s->site, s->args[0], fir_atom_var (column->params[0]));
  fir_append (b, r);
  r->args[1] = fir_atom_var (all->res[0]);
  r->fns[0] = combine_elements (f, s->fns[0], m, w);
  e = fir_atom_var (r->res[0]);
  fir_block_return (f->p, b, 1, &e);
  b = fir_block_new (f->p);
  r = tabulate (f, b, s, column, w);
  r->res = s->res;
  r->res[0]->def = r;
  fir_unlink (r);
  fir_insert_before (s, r);
  fir_unlink (s);
  law_fired (f->p->ctx, LAW_R7);
  f->changes++;
  return r;
}

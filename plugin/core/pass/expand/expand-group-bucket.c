/* Buckets of which only folds are needed: bins.

     s = bucket key n x				k = the numbers of buckets, n for none
     y = loop n { (i) p = row s i	  =>	b = bins.known F z (n + 1) k v
		  r = a fold of p  B }		y = loop n { (i) r = the field of at b i  B }

   F, z and v are those of groups (expand-groups.c).  Each of the n buckets has a bin, so that no
   keys need be compared first.
   Does not: elements of a bucket, which may have none.
   Law: X34.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-groups.h"

struct fir_atom
expand_bucket_number (struct fir_prog *p, struct fir_stmt *s, struct fir_block *b,
		      struct fir_atom i, struct fir_atom v, struct fir_atom n)
{
  const struct type *i32 = type_i32 (p->ctx), *u64 = type_size (p->ctx), *t;
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_atom j, c, d, args[3], check[4];

  fir_subst_put (subst, s->fns[0]->params[0], v);
  v = fir_copy_into (p, b, s->fns[0]->body, subst)[0];
  t = fir_atom_type (v);
  j = pass_as_size (p, b, v, INT64_MAX);
  c = fir_prim2 (p, b, FIR_LT, i32, j, n);
  d = fir_prim2 (p, b, FIR_EQ, i32, v, fir_atom_int (p, t, -1));
  d = fir_prim2 (p, b, FIR_BOR, i32, c, d);
  /* The check holds of 0 and 1, too.  */
  args[0] = d;
  args[1] = fir_atom_size (p, 0);
  args[2] = j;
  check[2] = fir_prim (p, b, FIR_SELECT, u64, 3, args);
  args[1] = fir_atom_size (p, 1);
  args[2] = n;
  check[3] = fir_prim (p, b, FIR_SELECT, u64, 3, args);
  check[0] = fir_atom_size (p, 2);
  check[1] = i;
  expand_check (p, b, s, CHECK_INDEX_AT, 4, check);
  args[0] = c;
  args[1] = j;
  args[2] = n;
  return fir_prim (p, b, FIR_SELECT, u64, 3, args);
}

struct fir_atom
expand_groups_buckets (struct groups *g, struct fir_block *b, struct fir_atom n,
		       struct fir_atom *rows)
{
  const struct type *size = type_size (g->p->ctx);
  struct fir_atom count = g->s->args[0], index, more, i, e, r;
  struct fir_fn *fn = expand_groups_tabulate (g, b, n, size, &index);

  i = fir_atom_var (fn->params[0]);
  e = expand_groups_element (g, fn->body, i);
  e = expand_bucket_number (g->p, g->s, fn->body, i, e, count);
  fir_block_return (g->p, fn->body, 1, &e);
  more = fir_prim2 (g->p, b, FIR_ADD, size, count, fir_atom_size (g->p, 1));
  for (unsigned k = 0; k < g->nrows; k++)
    rows[k] = expand_group_rows_in_bins (g, b, k, n, index, more, FIR_NONE);
  e = expand_groups_bins (g, b, n, index, more);
  fn = expand_groups_tabulate (g, b, count, g->acc, &r);
  e = fir_element (g->p, fn->body, e, fir_atom_var (fn->params[0]));
  fir_block_return (g->p, fn->body, 1, &e);
  return r;
}

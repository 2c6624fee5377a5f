/* sort_by and group_by whose keys are not scalars of FIR: decimal floats.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     sortby key x     sort { (a, b) key a before key b } x
     groupby key x    the same, cut where an element is before the next

   FIR orders its own scalars by their digits (core: expand-order.c); these are only compared, by
   calls of a function made for the type (extract-foreign.cc).  A key is recomputed in each
   comparison.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "extract-ops.h"

/* Append to B: FN of X.  */
static struct fir_atom
apply (struct ext_build *e, struct fir_block *b, struct fir_fn *fn, struct fir_atom x)
{
  struct fir_subst *subst = fir_subst_new (e->p);

  fir_subst_put (subst, fn->params[0], x);
  return fir_copy_into (e->p, b, fn->body, subst)[0];
}

/* Append to B: the key of X is before the key of Y.  */
static struct fir_atom
keys_before (struct ext_build *e, struct fir_block *b, struct fir_fn *key, struct fir_atom x,
	     struct fir_atom y)
{
  struct fir_atom keys[2];

  keys[0] = apply (e, b, key, x);
  keys[1] = apply (e, b, key, y);
  return ext_foreign_before (e, b, keys);
}

/* The body of FN (i), i <= N: a segment of the sorted X, of N elements, begins or ends at I: if
   0 < i && i < N { key x[i - 1] before key x[i] } else { 1 }.  */
static void
cut_here (struct ext_build *e, struct fir_fn *fn, struct fir_fn *key, struct fir_atom x,
	  struct fir_atom n)
{
  const struct type *i32 = type_i32 (e->ctx), *size = type_size (e->ctx);
  struct fir_atom i = fir_atom_var (fn->params[0]), c, r;
  struct fir_stmt *s;

  c = fir_prim2 (e->p, fn->body, FIR_LT, i32, ext_size_const (e, 0), i);
  r = fir_prim2 (e->p, fn->body, FIR_LT, i32, i, n);
  c = fir_prim2 (e->p, fn->body, FIR_BAND, i32, c, r);
  s = fir_stmt_new (e->p, fn->body, FIR_IF, 0, 1, 2, i32, "c");
  s->args[0] = c;
  s->fns[0] = fir_fn_new (e->p, 0, NULL);
  s->fns[1] = fir_fn_new (e->p, 0, NULL);
  struct fir_block *b = s->fns[0]->body;
  r = fir_prim2 (e->p, b, FIR_SUB, size, i, ext_size_const (e, 1));
  r = fir_element (e->p, b, x, r);
  r = keys_before (e, b, key, r, fir_element (e->p, b, x, i));
  fir_block_return (e->p, b, 1, &r);
  r = fir_atom_int (e->p, i32, 1);
  fir_block_return (e->p, s->fns[1]->body, 1, &r);
  r = fir_atom_var (s->res[0]);
  fir_block_return (e->p, fn->body, 1, &r);
}

/* Where the segments of the sorted X begin, and its length.  */
static struct fir_atom
cuts (struct ext_build *e, struct ext_call *c, struct fir_fn *key, struct fir_atom x)
{
  const struct type *size = type_size (e->ctx), *sizes = type_vec (e->ctx, size);
  struct fir_atom n = ext_length (e, c, x);
  struct fir_atom places = fir_prim2 (e->p, e->b, FIR_ADD, size, n, ext_size_const (e, 1));
  struct fir_stmt *s = ext_term (e, c, FIR_RANGE, 3, 0, sizes);
  struct fir_fn *fn = fir_fn_new (e->p, 1, &size);

  s->args[0] = places;
  s->args[1] = ext_size_const (e, 0);
  s->args[2] = ext_size_const (e, 1);
  cut_here (e, fn, key, x, n);
  return ext_apply1 (e, c, FIR_FILTER, fn, sizes, fir_atom_var (s->res[0]));
}

struct fir_atom
ext_by_foreign_keys (struct ext_build *e, struct ext_call *c, enum fir_op op, struct fir_fn *key,
		     struct fir_atom x)
{
  const struct type *t = ext_elem_of (x), *types[2] = { t, t };
  struct fir_fn *less = fir_fn_new (e->p, 2, types);
  struct fir_atom r;
  struct fir_stmt *s;

  r = keys_before (e, less->body, key, fir_atom_var (less->params[0]),
		   fir_atom_var (less->params[1]));
  fir_block_return (e->p, less->body, 1, &r);
  x = ext_apply1 (e, c, FIR_SORT, less, fir_atom_type (x), x);
  if (op == FIR_SORT_BY)
    return x;
  r = cuts (e, c, key, x);
  s = ext_term (e, c, FIR_SEGMENTS, 2, 0, ext_type (e, c->s->result));
  s->args[0] = x;
  s->args[1] = r;
  return fir_atom_var (s->res[0]);
}

/* Builtins that search for elements, and folds, in FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "extract-ops.h"

/* (less, x)  */
struct fir_atom
ext_best (struct ext_build *e, struct ext_call *c, enum fir_op op)
{
  struct fir_atom x = ext_vector (e, c, 1), args[2];
  const struct type *types[2] = { ext_elem_of (x), ext_elem_of (x) };
  struct fir_fn *less;

  args[0] = ext_size_const (e, 2);
  args[1] = ext_length (e, c, x);
  ext_check (e, c, CHECK_NONEMPTY, 2, args);
  less = ext_condition (e, c, 2, types);
  if (!less)
    return FIR_NONE;
  return ext_apply1 (e, c, op, less, type_size (e->ctx), x);
}

/* (less, x, v)  */
struct fir_atom
ext_search (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom x = ext_vector (e, c, 1), v = ext_vector (e, c, 2);
  const struct type *types[2] = { ext_elem_of (x), ext_elem_of (x) };
  struct fir_fn *less = ext_condition (e, c, 2, types);

  if (!less)
    return FIR_NONE;
  struct fir_atom args[2] = { x, v };
  return ext_apply (e, c, FIR_SEARCH, less, ext_type (e, c->s->result), 2, args);
}

/* (step, join, i, x1, ..., xn)  */
struct fir_atom
ext_fold (struct ext_build *e, struct ext_call *c)
{
  const struct type *r = ext_type (e, c->s->result), *two[2] = { r, r };
  unsigned n = c->s->nops - 3;
  auto_vec<fir_atom> xs;
  auto_vec<const struct type *> types;
  struct fir_fn *step, *join;
  struct fir_atom init;
  struct fir_stmt *s;

  xs.safe_grow_cleared (n);
  types.safe_grow_cleared (n + 1);
  types[0] = r;
  ext_vectors (e, c, 3, xs.address (), types.address () + 1);
  init = type_is_vec (r) ? ext_vector (e, c, 2) : ext_scalar (e, c, 2, r);
  step = ext_function (e, c, 0, n + 1, types.address (), r);
  join = step ? ext_function (e, c, 1, 2, two, r) : NULL;
  if (!join)
    return FIR_NONE;
  s = ext_term (e, c, FIR_FOLD, n + 1, 2, r);
  s->args[0] = init;
  memcpy (s->args + 1, xs.address (), n * sizeof *s->args);
  s->fns[0] = step;
  s->fns[1] = join;
  return ext_own (e, c, fir_atom_var (s->res[0]));
}

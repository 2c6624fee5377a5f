/* What the builtins become in FIR that order, group, count, expand or say where elements go.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   As in extract-ops.cc: checks of whole operands, then one term, which FIR has for each of them.
   Indices and sizes of type _Bool become unsigned char: FIR counts with integers only.  */

#include "gcc-compat.h"
#include "nova-gcc.h"
#include "extract.h"
#include "extract-ops.h"

static const struct type *
type_u8 (struct ext_build *e)
{
  return type_scalar (e->ctx, SCALAR_U8);
}

static bool
bool_p (const struct type *t)
{
  return type_is_scalar (t) && t->scalar == SCALAR_BOOL;
}

/* X, a vector of integers, for use as indices.  */
static struct fir_atom
indices (struct ext_build *e, struct ext_call *c, struct fir_atom x)
{
  return bool_p (ext_elem_of (x)) ? ext_map_convert (e, c, x, type_u8 (e)) : x;
}

/* Function operand FN of an element of type T, its result an integer; NULL after an error.  */
static struct fir_fn *
integer_function (struct ext_build *e, struct ext_call *c, unsigned fn, const struct type *t)
{
  struct fir_fn *f = ext_function (e, c, fn, 1, &t, NULL);
  struct fir_atom r;

  if (f && bool_p (fir_atom_type (f->body->rets[0])))
    {
      r = ext_convert (e, f->body, type_u8 (e), f->body->rets[0]);
      fir_block_return (e->p, f->body, 1, &r);
    }
  return f;
}

/* --- Order and groups ------------------------------------------------------------------------ */

/* OP of vector operand 1, whose function has NELEMS elements as parameters.  */
static struct fir_atom
order_term (struct ext_build *e, struct ext_call *c, enum fir_op op, unsigned nelems)
{
  struct fir_atom x = ext_vector (e, c, 1);
  const struct type *t = ext_elem_of (x), *types[2] = { t, t };
  struct fir_fn *fn = ext_function (e, c, 0, nelems, types, NULL);
  struct fir_stmt *s;

  if (!fn)
    return FIR_NONE;
  if ((op == FIR_SORT_BY || op == FIR_GROUP_BY) && !type_is_scalar (fir_atom_type (fn->body->rets[0])))
    {
      ext_error (e, c, 1, "keys of this type cannot be ordered");
      return FIR_NONE;
    }
  s = ext_term (e, c, op, 1, 1, ext_type (e, c->s->result));
  s->args[0] = x;
  s->fns[0] = fn;
  return fir_atom_var (s->res[0]);
}

/* The function stands first: (key, n, x).  */
static struct fir_atom
op_bucket (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom n = ext_size (e, c, 1), x = ext_vector (e, c, 2);
  struct fir_fn *fn;
  struct fir_stmt *s;

  ext_whole_checks (e, c);
  fn = integer_function (e, c, 0, ext_elem_of (x));
  if (!fn)
    return FIR_NONE;
  s = ext_term (e, c, FIR_BUCKET, 2, 1, ext_type (e, c->s->result));
  s->args[0] = n;
  s->args[1] = x;
  s->fns[0] = fn;
  return fir_atom_var (s->res[0]);
}

/* --- Expansion ------------------------------------------------------------------------------- */

static struct fir_atom
op_expand (struct ext_build *e, struct ext_call *c, enum fir_op op)
{
  const struct type *to = ext_type (e, c->s->result), *base = to->elem, *types[2];
  struct fir_atom x = ext_vector (e, c, 2);
  struct fir_fn *size, *get;
  struct fir_stmt *s;

  if (op == FIR_EXPANDN)
    base = base->elem;
  types[0] = ext_elem_of (x);
  size = integer_function (e, c, 0, types[0]);
  if (!size)
    return FIR_NONE;
  types[1] = fir_atom_type (size->body->rets[0]);
  get = ext_function (e, c, 1, 2, types, c->s->fn[1].opr == NOVA_OPR_NONE ? base : NULL);
  if (!get)
    return FIR_NONE;
  s = ext_term (e, c, op, 1, 2, to);
  s->args[0] = x;
  s->fns[0] = size;
  s->fns[1] = get;
  return fir_atom_var (s->res[0]);
}

/* --- Elements that say where they go --------------------------------------------------------- */

static struct fir_atom
op_permute (struct ext_build *e, struct ext_call *c)
{
  const struct type *types[2];
  struct fir_atom xs[2];
  struct fir_stmt *s;

  ext_vectors (e, c, 0, xs, types);
  s = ext_term (e, c, FIR_PERMUTE, 2, 0, fir_atom_type (xs[1]));
  s->args[0] = indices (e, c, xs[0]);
  s->args[1] = xs[1];
  return fir_atom_var (s->res[0]);
}

static struct fir_atom
op_scatter (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom d = ext_vector (e, c, 0), xs[2];
  const struct type *types[2];
  struct fir_stmt *s;

  ext_vectors (e, c, 1, xs, types);
  xs[0] = indices (e, c, xs[0]);
  s = ext_term (e, c, FIR_SCATTER, 3, 0, fir_atom_type (d));
  s->args[0] = d;
  s->args[1] = xs[0];
  s->args[2] = xs[1];
  return fir_atom_var (s->res[0]);
}

/* reduce_by_index (f, i, n, ix, x) and, INTO, reduce_into (f, d, ix, x).  */
static struct fir_atom
op_bins (struct ext_build *e, struct ext_call *c, bool into)
{
  unsigned first = into ? 2 : 3, n = 0;
  struct fir_atom args[4], xs[2];
  const struct type *types[2], *t, *two[2];
  struct fir_fn *fn;
  struct fir_stmt *s;

  ext_whole_checks (e, c);
  ext_vectors (e, c, first, xs, types);
  t = two[0] = two[1] = types[1];
  args[n++] = into || type_is_vec (t) ? ext_vector (e, c, 1) : ext_scalar (e, c, 1, t);
  if (!into)
    args[n++] = ext_size (e, c, 2);
  args[n++] = indices (e, c, xs[0]);
  args[n++] = xs[1];
  fn = ext_function (e, c, 0, 2, two, t);
  if (!fn)
    return FIR_NONE;
  s = ext_term (e, c, into ? FIR_BINS_INTO : FIR_BINS, n, 1, fir_atom_type (xs[1]));
  memcpy (s->args, args, n * sizeof *args);
  s->fns[0] = fn;
  return fir_atom_var (s->res[0]);
}

struct fir_atom
ext_order_operation (struct ext_build *e, struct ext_call *c)
{
  switch (c->op)
    {
    case NOVA_OP_PARTITION:
      return order_term (e, c, FIR_PARTITION, 1);
    case NOVA_OP_SORT:
      return order_term (e, c, FIR_SORT, 2);
    case NOVA_OP_SORT_BY:
      return order_term (e, c, FIR_SORT_BY, 1);
    case NOVA_OP_GROUP_BY:
      return order_term (e, c, FIR_GROUP_BY, 1);
    case NOVA_OP_BUCKET:
      return op_bucket (e, c);
    case NOVA_OP_EXPAND:
      return op_expand (e, c, FIR_EXPAND);
    case NOVA_OP_EXPAND_NESTED:
      return op_expand (e, c, FIR_EXPANDN);
    case NOVA_OP_PERMUTE:
      return op_permute (e, c);
    case NOVA_OP_SCATTER:
      return op_scatter (e, c);
    case NOVA_OP_REDUCE_BY_INDEX:
      return op_bins (e, c, false);
    case NOVA_OP_REDUCE_INTO:
      return op_bins (e, c, true);
    default:
      ext_error (e, c, 0, "this version does not compile it");
      return FIR_NONE;
    }
}

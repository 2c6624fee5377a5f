/* Builtins that order, group, count, expand or write at computed indices, in FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   As in extract-ops.cc: checks of whole operands, then one term, which FIR has for each of them.
   Indices and sizes of type _Bool become signed char: FIR counts with integers only.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "extract-ops.h"

static bool
bool_p (const struct type *t)
{
  return type_is_scalar (t) && t->scalar == SCALAR_BOOL;
}

/* V, a number below N (absent: any) or (I) -1 of an integer type I, in block B: of _Bool, as the
   signed char that means the same.  */
static struct fir_atom
index_of_bool (struct ext_build *e, struct fir_block *b, struct fir_atom v, struct fir_atom n)
{
  const struct type *i8 = type_scalar (e->ctx, SCALAR_I8);
  struct fir_atom args[3];

  if (!bool_p (fir_atom_type (v)))
    return v;
  args[1] = ext_convert (e, b, i8, v);
  if (fir_atom_none (n))
    return args[1];
  /* (_Bool) -1 is 1.  */
  args[0] = fir_prim2 (e->p, b, FIR_LT, type_i32 (e->ctx), ext_size_const (e, 1), n);
  args[2] = fir_prim1 (e->p, b, FIR_NEG, i8, args[1]);
  return fir_prim (e->p, b, FIR_SELECT, i8, 3, args);
}

struct fir_atom
ext_indices (struct ext_build *e, struct ext_call *c, struct fir_atom x, struct fir_atom n)
{
  const struct type *from = ext_elem_of (x);
  struct fir_fn *fn;
  struct fir_atom r;

  if (!bool_p (from))
    return x;
  fn = fir_fn_new (e->p, 1, &from);
  r = index_of_bool (e, fn->body, fir_atom_var (fn->params[0]), n);
  fir_block_return (e->p, fn->body, 1, &r);
  return ext_apply1 (e, c, FIR_MAP, fn, type_vec (e->ctx, fir_atom_type (r)), x);
}

/* Function operand 0 of an element of type T, whose result is a number below N; NULL after an
   error.  */
static struct fir_fn *
integer_function (struct ext_build *e, struct ext_call *c, const struct type *t, struct fir_atom n)
{
  struct fir_fn *f = ext_function (e, c, 0, 1, &t, NULL);
  struct fir_atom r;

  if (f)
    {
      r = index_of_bool (e, f->body, f->body->rets[0], n);
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
  bool keys = op == FIR_SORT_BY || op == FIR_GROUP_BY;
  struct fir_fn *fn = keys ? ext_function (e, c, 0, nelems, types, NULL)
		      : ext_condition (e, c, nelems, types);

  if (!fn)
    return FIR_NONE;
  if (keys && !type_is_scalar (fir_atom_type (fn->body->rets[0])))
    return ext_by_foreign_keys (e, c, op, fn, x);
  return ext_apply1 (e, c, op, fn, ext_type (e, c->s->result), x);
}

/* The function stands first: (key, n, x).  */
static struct fir_atom
op_bucket (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom n = ext_size (e, c, 1), x = ext_vector (e, c, 2);
  struct fir_fn *fn;

  ext_whole_checks (e, c);
  fn = integer_function (e, c, ext_elem_of (x), n);
  if (!fn)
    return FIR_NONE;
  struct fir_atom args[2] = { n, x };
  return ext_apply (e, c, FIR_BUCKET, fn, ext_type (e, c->s->result), 2, args);
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
  size = integer_function (e, c, types[0], FIR_NONE);
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
  xs[0] = ext_indices (e, c, xs[0], FIR_NONE);
  s = ext_term (e, c, FIR_PERMUTE, 2, 0, fir_atom_type (xs[1]));
  s->args[0] = xs[0];
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
  xs[0] = ext_indices (e, c, xs[0], ext_length (e, c, d));
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
  struct fir_atom args[4], xs[2], m;
  const struct type *types[2], *t, *two[2];
  struct fir_fn *fn;

  ext_whole_checks (e, c);
  ext_vectors (e, c, first, xs, types);
  t = two[0] = two[1] = types[1];
  args[n++] = into || type_is_vec (t) ? ext_vector (e, c, 1) : ext_scalar (e, c, 1, t);
  if (!into)
    args[n++] = ext_size (e, c, 2);
  m = into ? ext_length (e, c, args[0]) : args[1];
  args[n++] = ext_indices (e, c, xs[0], m);
  args[n++] = xs[1];
  fn = ext_function (e, c, 0, 2, two, t);
  if (!fn)
    return FIR_NONE;
  return ext_apply (e, c, into ? FIR_BINS_INTO : FIR_BINS, fn, fir_atom_type (xs[1]), n, args);
}

/* --- Rows ------------------------------------------------------------------------------------ */

/* C updates rows of elements of BYTES bytes, of which ROWS says where they are, how many, how far
   apart and how long: that far there is memory.  Above ONE row the step counts.  */
static void
check_extent (struct ext_build *e, struct ext_call *c, const struct fir_atom rows[4],
	      struct fir_atom one, uint64_t bytes)
{
  const struct type *size = type_size (e->ctx), *i32 = type_i32 (e->ctx);
  struct fir_atom args[3], step = ext_convert (e, e->b, size, rows[2]), most, far;

  args[2] = ext_size_const (e, bytes);
  args[0] = ext_size_const (e, 5);
  args[1] = rows[3];
  ext_check (e, c, CHECK_SIZE, 3, args);
  most = ext_size_const (e, INT64_MAX);
  far = fir_prim2 (e->p, e->b, FIR_SUB, size, ext_size_const (e, 0), step);
  args[0] = fir_prim2 (e->p, e->b, FIR_LT, i32, most, step);
  args[1] = far;
  args[2] = step;
  step = fir_prim (e->p, e->b, FIR_SELECT, size, 3, args);
  args[0] = one;
  args[1] = step;
  args[2] = ext_size_const (e, 0);
  step = fir_prim (e->p, e->b, FIR_SELECT, size, 3, args);
  args[0] = ext_size_const (e, 4);
  args[1] = step;
  args[2] = ext_size_const (e, bytes);
  ext_check (e, c, CHECK_SIZE, 3, args);
  args[0] = ext_size_const (e, 3);
  args[1] = rows[1];
  args[2] = fir_prim2 (e->p, e->b, FIR_MUL, size, step, ext_size_const (e, bytes));
  ext_check (e, c, CHECK_SIZE, 3, args);
}

/* (f, p, n, s, m, x1, ...)  */
static struct fir_atom
op_update_rows (struct ext_build *e, struct ext_call *c)
{
  const struct type *size = type_size (e->ctx), *i32 = type_i32 (e->ctx);
  const struct type *type = ext_type (e, TREE_TYPE (c->s->op_type[1]));
  struct fir_atom rows[4], args[3], several;
  auto_vec<fir_atom> xs;

  rows[0] = ext_pointer (e, c, 1, type);
  rows[1] = ext_size (e, c, 2);
  rows[2] = ext_scalar (e, c, 3, type_scalar (e->ctx, SCALAR_I64));
  rows[3] = ext_size (e, c, 4);
  ext_whole_checks (e, c);
  /* One row, and no row, may stand anywhere.  */
  several = fir_prim2 (e->p, e->b, FIR_LT, i32, ext_size_const (e, 1), rows[1]);
  args[0] = several;
  args[1] = rows[3];
  args[2] = ext_size_const (e, 0);
  args[2] = fir_prim (e->p, e->b, FIR_SELECT, size, 3, args);
  args[0] = ext_size_const (e, 4);
  args[1] = ext_convert (e, e->b, size, rows[2]);
  ext_check (e, c, CHECK_APART, 3, args);
  check_extent (e, c, rows, several, type->size);
  for (unsigned k = 5; k < c->s->nops; k++)
    {
      xs.safe_push (ext_vector (e, c, k));
      args[0] = ext_size_const (e, k + 1);
      args[1] = ext_length (e, c, xs.last ());
      args[2] = rows[1];
      ext_check (e, c, CHECK_ONE_A_ROW, 3, args);
    }
  ext_update_rows (e, c, rows, xs.length (), xs.address ());
  return FIR_NONE;
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
    case NOVA_OP_UPDATE_ROWS:
      return op_update_rows (e, c);
    default:
      ext_error (e, c, 0, "this version does not compile it");
      return FIR_NONE;
    }
}

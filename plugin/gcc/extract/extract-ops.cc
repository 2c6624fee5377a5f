/* The translation of each builtin to FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Each case appends the builtin's checks of its whole operands, in the order of the operands,
   then its terms.  Operand numbers in checks are those of the source, from 1, the function
   included.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "gen/generate.h"

#include "extract.h"
#include "extract-ops.h"

/* --- Index-only producers -------------------------------------------------------------------- */

static struct fir_atom
import_view (struct ext_build *e, struct ext_call *c)
{
  const struct type *type = ext_type (e, c->s->result);
  auto_vec<fir_atom> args;
  struct fir_stmt *s;
  unsigned k;

  args.safe_push (ext_pointer (e, c, 0, type_base (type)));
  for (k = 1; k < c->s->nops; k++)
    args.safe_push (ext_size (e, c, k));
  s = ext_term (e, c, FIR_VIEW, args.length (), 0, type);
  memcpy (s->args, args.address (), args.length () * sizeof *s->args);
  return fir_atom_var (s->res[0]);
}

static struct fir_atom
import_range (struct ext_build *e, struct ext_call *c)
{
  const struct type *vec = ext_type (e, c->s->result), *type = vec->elem;
  bool one = c->s->nops == 1;
  struct fir_atom steps[3];
  struct fir_stmt *s;

  steps[0] = one ? fir_atom_int (e->p, type, 0) : ext_scalar (e, c, 0, type);
  steps[1] = ext_scalar (e, c, one ? 0 : 1, type);
  steps[2] = c->s->nops == 3 ? ext_scalar (e, c, 2, type) : fir_atom_int (e->p, type, 1);
  struct fir_atom n = fir_prim (e->p, e->b, FIR_STEPS, type, 3, steps);
  s = ext_term (e, c, FIR_RANGE, 3, 0, vec);
  s->args[0] = n;
  s->args[1] = steps[0];
  s->args[2] = steps[2];
  return fir_atom_var (s->res[0]);
}

static struct fir_atom
import_replicate (struct ext_build *e, struct ext_call *c)
{
  const struct type *vec = ext_type (e, c->s->result);
  struct fir_atom n = ext_size (e, c, 0), v;
  struct fir_stmt *s;

  v = type_is_vec (vec->elem) ? ext_vector (e, c, 1) : ext_scalar (e, c, 1, vec->elem);
  s = ext_term (e, c, FIR_REPLICATE, 2, 0, vec);
  s->args[0] = n;
  s->args[1] = v;
  return fir_atom_var (s->res[0]);
}

/* The slice of X from B to END in steps of S, its indices taken on the user's word.  */
static struct fir_atom
unchecked_slice (struct ext_build *e, struct ext_call *c, struct fir_atom b, struct fir_atom end,
		 struct fir_atom s, struct fir_atom x)
{
  const struct type *i64 = type_scalar (e->ctx, SCALAR_I64), *size = type_size (e->ctx);
  struct fir_atom steps[3] = { b, end, s }, i, r;
  struct fir_atom n = fir_prim (e->p, e->b, FIR_STEPS, i64, 3, steps);
  struct fir_fn *fn = fir_fn_new (e->p, 1, &size);

  i = ext_convert (e, fn->body, i64, fir_atom_var (fn->params[0]));
  i = fir_prim2 (e->p, fn->body, FIR_MUL, i64, i, s);
  i = fir_prim2 (e->p, fn->body, FIR_ADD, i64, b, i);
  r = ext_at (e, fn->body, x, i);
  fir_block_return (e->p, fn->body, 1, &r);
  return ext_apply1 (e, c, FIR_TABULATE, fn, fir_atom_type (x), n);
}

/* (b, e, x) or (b, step, e, x).  */
static struct fir_atom
import_slice (struct ext_build *e, struct ext_call *c)
{
  const struct type *i64 = type_scalar (e->ctx, SCALAR_I64);
  bool stepped = c->s->nops == 4;
  struct fir_atom b = ext_scalar (e, c, 0, i64), s, end, x;
  struct fir_stmt *t;

  s = stepped ? ext_scalar (e, c, 1, i64) : fir_atom_int (e->p, i64, 1);
  end = ext_scalar (e, c, stepped ? 2 : 1, i64);
  x = ext_vector (e, c, c->s->nops - 1);
  if (option_unchecked_p (NOVA_OP_SLICE))
    return unchecked_slice (e, c, b, end, s, x);
  t = ext_term (e, c, FIR_SLICE, 4, 0, fir_atom_type (x));
  t->args[0] = b;
  t->args[1] = end;
  t->args[2] = s;
  t->args[3] = x;
  return fir_atom_var (t->res[0]);
}

/* A vector of one element for each value of C, a LITERAL, one after the other: what takes an
   element at a known place then finds its value.  */
static struct fir_atom
literal (struct ext_build *e, struct ext_call *c)
{
  const struct type *vec = ext_type (e, c->s->result);
  unsigned n = gimple_call_num_args (c->stmt) - 1;
  auto_vec<fir_atom> parts;
  struct fir_stmt *s;

  for (unsigned k = 0; k < n; k++)
    {
      struct fir_atom v = ext_scalar (e, c, k, vec->elem);

      s = ext_term (e, c, FIR_REPLICATE, 2, 0, vec);
      s->args[0] = ext_size_const (e, 1);
      s->args[1] = v;
      parts.safe_push (fir_atom_var (s->res[0]));
    }
  if (n == 1)
    return parts[0];
  s = ext_term (e, c, FIR_CONCAT, n, 0, vec);
  memcpy (s->args, parts.address (), n * sizeof *s->args);
  return fir_atom_var (s->res[0]);
}

static struct fir_atom
index_term (struct ext_build *e, struct ext_call *c, bool checks)
{
  struct fir_atom x;

  if (checks)
    ext_whole_checks (e, c);
  switch (c->op)
    {
    case NOVA_OP_VIEW:
      return import_view (e, c);
    case NOVA_OP_LITERAL:
      return literal (e, c);
    case NOVA_OP_RANGE:
      return import_range (e, c);
    case NOVA_OP_REPLICATE:
      return import_replicate (e, c);
    case NOVA_OP_SLICE:
      return import_slice (e, c);
    case NOVA_OP_REVERSE:
      x = ext_vector (e, c, 0);
      return ext_term1 (e, c, FIR_REVERSE, fir_atom_type (x), x);
    default:
      return ext_relay (e, c);
    }
}

struct fir_atom
ext_import (struct ext_build *e, struct ext_call *c)
{
  return index_term (e, c, c->region == e->r);
}

/* An index-only call that is a member: its checks, and its elements if it exists as a handle.  */
static struct fir_atom
index_member (struct ext_build *e, struct ext_call *c)
{
  tree lhs = gimple_call_lhs (c->stmt);
  struct fir_atom x;

  if (c->importable && lhs)
    return ext_value_of (e, lhs, ext_type (e, c->s->result));
  x = index_term (e, c, true);
  return c->importable || e->failed ? x : ext_term1 (e, c, FIR_COPY, fir_atom_type (x), x);
}

/* --- Operations ------------------------------------------------------------------------------ */

static struct fir_atom
op_map (struct ext_build *e, struct ext_call *c)
{
  const struct type *type = ext_type (e, c->s->result);
  unsigned n = c->s->nops - 1;
  auto_vec<fir_atom> xs;
  auto_vec<const struct type *> types;
  struct fir_fn *fn;

  xs.safe_grow_cleared (n);
  types.safe_grow_cleared (n);
  ext_vectors (e, c, 1, xs.address (), types.address ());
  fn = ext_function (e, c, 0, n, types.address (), type->elem);
  if (!fn)
    return FIR_NONE;
  ext_need_total (e, c, fn, n, xs.address ());
  return ext_apply (e, c, FIR_MAP, fn, type, n, xs.address ());
}

struct fir_atom
ext_predicate (struct ext_build *e, struct ext_call *c, enum fir_op op, const struct type *result)
{
  unsigned n = c->s->nops - 1;
  auto_vec<fir_atom> xs;
  auto_vec<const struct type *> types;
  struct fir_fn *fn;

  xs.safe_grow_cleared (n);
  types.safe_grow_cleared (n);
  ext_vectors (e, c, 1, xs.address (), types.address ());
  fn = ext_condition (e, c, n, types.address ());
  if (!fn)
    return FIR_NONE;
  return ext_apply (e, c, op, fn, result ? result : fir_atom_type (xs[0]), n, xs.address ());
}

static struct fir_atom
op_tabulate (struct ext_build *e, struct ext_call *c)
{
  const struct type *type = ext_type (e, c->s->result), *to = type;
  unsigned n = c->s->nops - 1, k;
  auto_vec<const struct type *> types;
  auto_vec<fir_atom> ns;
  struct fir_fn *fn;

  ext_whole_checks (e, c);
  for (k = 0; k < n; k++)
    {
      to = to->elem;
      ns.safe_push (ext_size (e, c, k + 1));
      types.safe_push (type_size (e->ctx));
    }
  fn = ext_function (e, c, 0, n, types.address (), to);
  if (!fn)
    return FIR_NONE;
  return ext_apply (e, c, FIR_TABULATE, fn, type, n, ns.address ());
}

static struct fir_atom
op_reduce (struct ext_build *e, struct ext_call *c, enum fir_op op)
{
  struct fir_atom x = ext_vector (e, c, 2), init;
  const struct type *t = ext_elem_of (x), *types[2] = { t, t };
  struct fir_fn *fn;

  init = type_is_vec (t) ? ext_vector (e, c, 1) : ext_scalar (e, c, 1, t);
  fn = ext_function (e, c, 0, 2, types, t);
  return fn ? ext_combine (e, c, op, fn, init, x) : FIR_NONE;
}

static struct fir_atom
op_store (struct ext_build *e, struct ext_call *c)
{
  const struct type *to = ext_type (e, TREE_TYPE (c->s->op_type[0]));
  struct fir_atom x = ext_vector (e, c, 2), n = ext_size (e, c, 1), p, total;
  struct fir_stmt *s;

  ext_whole_checks (e, c);
  while (type_is_vec (ext_elem_of (x))
	 && (ext_elem_of (x)->elem != to || type_is_vec (ext_elem_of (x))))
    x = ext_term1 (e, c, FIR_FLATTEN, ext_elem_of (x), x);
  x = ext_map_convert (e, c, x, to);
  total = ext_length (e, c, x);
  p = ext_pointer (e, c, 0, to);
  struct fir_atom args[4] = { ext_size_const (e, 2), n, ext_size_const (e, 3), total };
  ext_check (e, c, CHECK_ROOM, 4, args);
  s = ext_term (e, c, FIR_STORE, 3, 0, type_size (e->ctx));
  s->args[0] = p;
  s->args[1] = n;
  s->args[2] = x;
  return fir_atom_var (s->res[0]);
}

/* What OPR (ADD, MUL or BOR) makes of X in TYPE.  */
static struct fir_atom
total (struct ext_build *e, struct ext_call *c, struct fir_atom x, const struct type *type,
       enum nova_operator opr)
{
  struct fir_atom y = ext_map_convert (e, c, x, type);

  return ext_combine (e, c, FIR_REDUCE, ext_operator (e, opr, type),
		      ext_number (e, e->b, type, opr == NOVA_OPR_MUL), y);
}

static struct fir_atom
op_total (struct ext_build *e, struct ext_call *c, unsigned k, enum nova_operator opr)
{
  struct fir_atom x = ext_vector (e, c, k);

  return total (e, c, x, ext_type (e, c->s->result), opr);
}

/* What OPR (MIN or MAX) gives any other operand back for: NaN for floats, as fmin does, or the
   greatest finite value if the user promises that there are no NaNs.  */
static struct fir_atom
extreme (struct ext_build *e, const struct type *t, enum nova_operator opr)
{
  if (ext_foreign_p (t))
    {
      tree type = gen_tree_type (t);
      REAL_VALUE_TYPE value;

      if (e->fr->finite)
	real_maxval (&value, opr == NOVA_OPR_MAX, TYPE_MODE (type));
      else
	real_nan (&value, "", 1, TYPE_MODE (type));
      return ext_value_of (e, build_real (type, value), t);
    }

  unsigned bits = 8 * scalar_info[t->scalar].bytes;
  bool is_signed = scalar_info[t->scalar].is_signed;
  unsigned __int128 top = ((unsigned __int128) 1 << (bits - 1));

  if (type_is_float (t))
    {
      enum fir_op op = opr == NOVA_OPR_MIN ? FIR_MIN : FIR_MAX;
      struct fir_atom z = fir_neutral (e->p, op, t, e->fr->finite);
      return fir_atom_none (z) ? fir_atom_float (e->p, t, __builtin_nanl ("")) : z;
    }
  if (t->scalar == SCALAR_BOOL)
    return fir_atom_int (e->p, t, opr == NOVA_OPR_MIN);
  if (is_signed)
    return fir_atom_int (e->p, t, (__int128) (opr == NOVA_OPR_MIN ? top - 1 : -top));
  return fir_atom_int (e->p, t, (__int128) (opr == NOVA_OPR_MIN ? top - 1 + top : 0));
}

static struct fir_atom
op_extreme (struct ext_build *e, struct ext_call *c, enum nova_operator opr)
{
  struct fir_atom x = ext_vector (e, c, 0), args[2];

  args[0] = ext_size_const (e, 1);
  args[1] = ext_length (e, c, x);
  ext_check (e, c, CHECK_NONEMPTY, 2, args);
  return ext_combine (e, c, FIR_REDUCE, ext_operator (e, opr, ext_elem_of (x)),
		      extreme (e, ext_elem_of (x), opr), x);
}

/* The vector of f (x) != 0 as TYPE, for count, any, all.  */
static struct fir_atom
truth (struct ext_build *e, struct ext_call *c, const struct type *type)
{
  struct fir_atom x = ext_vector (e, c, 1), r;
  const struct type *t = ext_elem_of (x);
  struct fir_fn *fn = ext_function (e, c, 0, 1, &t, NULL);

  if (!fn)
    return FIR_NONE;
  r = ext_convert (e, fn->body, type, ext_nonzero (e, fn->body, fn->body->rets[0]));
  fir_block_return (e->p, fn->body, 1, &r);
  return ext_apply1 (e, c, FIR_MAP, fn, type_vec (e->ctx, type), x);
}

static struct fir_atom
op_truth (struct ext_build *e, struct ext_call *c, enum nova_operator opr,
	  const struct type *type)
{
  struct fir_atom x = truth (e, c, type);

  return e->failed ? FIR_NONE : total (e, c, x, type, opr);
}

static struct fir_atom
op_all (struct ext_build *e, struct ext_call *c)
{
  const struct type *i32 = type_i32 (e->ctx);
  struct fir_atom x = truth (e, c, i32);

  if (e->failed)
    return FIR_NONE;
  return ext_combine (e, c, FIR_REDUCE, fir_fn_of_op (e->p, FIR_BAND, i32, NULL),
		      ext_number (e, e->b, i32, 1), x);
}

static struct fir_atom
op_gather (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom ix = ext_vector (e, c, 0), x = ext_vector (e, c, 1);
  struct fir_stmt *s;

  ix = ext_indices (e, c, ix, FIR_NONE);
  if (option_unchecked_p (NOVA_OP_GATHER))
    {
      const struct type *index = ext_elem_of (ix);
      struct fir_fn *fn = fir_fn_new (e->p, 1, &index);
      struct fir_atom r = ext_at (e, fn->body, x, fir_atom_var (fn->params[0]));

      fir_block_return (e->p, fn->body, 1, &r);
      return ext_apply1 (e, c, FIR_MAP, fn, fir_atom_type (x), ix);
    }
  s = ext_term (e, c, FIR_GATHER, 2, 0, fir_atom_type (x));
  s->args[0] = ix;
  s->args[1] = x;
  return fir_atom_var (s->res[0]);
}

static struct fir_atom
op_convert (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom x = ext_vector (e, c, 1);
  struct fir_atom r = ext_map_convert (e, c, x, ext_type (e, vtype_elem (c->s->result)));

  /* To the type that it has: a result all the same, not a view.  */
  return r.var == x.var ? ext_own (e, c, r) : r;
}

static struct fir_atom
operation (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom x;

  switch (c->op)
    {
    case NOVA_OP_MAP:
      return op_map (e, c);
    case NOVA_OP_FILTER:
      return ext_predicate (e, c, FIR_FILTER, NULL);
    case NOVA_OP_TABULATE:
      return op_tabulate (e, c);
    case NOVA_OP_REDUCE:
      return op_reduce (e, c, FIR_REDUCE);
    case NOVA_OP_SCAN:
      return op_reduce (e, c, FIR_SCAN);
    case NOVA_OP_EXSCAN:
      return op_reduce (e, c, FIR_EXSCAN);
    case NOVA_OP_GATHER:
      return op_gather (e, c);
    case NOVA_OP_STORE:
      return op_store (e, c);
    case NOVA_OP_COPY:
      x = ext_vector (e, c, 0);
      return ext_term1 (e, c, FIR_COPY, fir_atom_type (x), x);
    case NOVA_OP_LENGTH:
      return ext_length (e, c, ext_vector (e, c, 0));
    case NOVA_OP_SUM:
      return op_total (e, c, 0, NOVA_OPR_ADD);
    case NOVA_OP_SUM_AS:
      return op_total (e, c, 1, NOVA_OPR_ADD);
    case NOVA_OP_PRODUCT:
      return op_total (e, c, 0, NOVA_OPR_MUL);
    case NOVA_OP_MINIMUM:
      return op_extreme (e, c, NOVA_OPR_MIN);
    case NOVA_OP_MAXIMUM:
      return op_extreme (e, c, NOVA_OPR_MAX);
    case NOVA_OP_COUNT:
      return op_truth (e, c, NOVA_OPR_ADD, type_size (e->ctx));
    case NOVA_OP_ANY:
      return op_truth (e, c, NOVA_OPR_BOR, type_i32 (e->ctx));
    case NOVA_OP_ALL:
      return op_all (e, c);
    case NOVA_OP_CONVERT:
      return op_convert (e, c);
    case NOVA_OP_FIND:
      return ext_predicate (e, c, FIR_FIND, type_size (e->ctx));
    case NOVA_OP_ARGMIN:
      return ext_best (e, c, FIR_ARGMIN);
    case NOVA_OP_ARGMAX:
      return ext_best (e, c, FIR_ARGMAX);
    case NOVA_OP_SEARCH:
      return ext_search (e, c);
    case NOVA_OP_FOLD:
      return ext_fold (e, c);
    case NOVA_OP_LENGTHS:
      return ext_term1 (e, c, FIR_LENGTHS, ext_type (e, c->s->result), ext_vector (e, c, 0));
    case NOVA_OP_OFFSETS:
      return ext_term1 (e, c, FIR_OFFSETS, ext_type (e, c->s->result), ext_vector (e, c, 0));
    case NOVA_OP_CONCAT:
      return ext_concat (e, c);
    case NOVA_OP_PAD:
      return ext_pad (e, c);
    case NOVA_OP_ZIP:
      return ext_zip (e, c);
    case NOVA_OP_ELEMENT:
      return ext_element (e, c);
    case NOVA_OP_GET:
      return ext_get (e, c);
    case NOVA_OP_LITERAL:
      return literal (e, c);
    case NOVA_OP_CUTS:
      return ext_cuts (e, c);
    case NOVA_OP_REQUIRE:
      ext_require (e, c);
      return FIR_NONE;
    case NOVA_OP_STORE_ALL:
      ext_store_all (e, c);
      return FIR_NONE;
    case NOVA_OP_STORE_STRIDED:
      ext_store_strided (e, c);
      return FIR_NONE;
    default:
      return ext_order_operation (e, c);
    }
}

struct fir_atom
ext_inner (struct ext_build *e, struct ext_call *c)
{
  return op_index_only_p (c->op) ? index_term (e, c, true) : operation (e, c);
}

void
ext_member (struct ext_build *e, struct ext_call *c)
{
  tree lhs = gimple_call_lhs (c->stmt);

  c->value = op_index_only_p (c->op) ? index_member (e, c) : operation (e, c);
  if (!e->failed && lhs && TREE_CODE (lhs) == SSA_NAME && !c->importable)
    ext_bind (e, lhs, c->value);
}

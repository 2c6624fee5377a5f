/* Builtins that rearrange vectors, in FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   They only change indices: no function of the program runs.  The checks of their operands are in
   extract-need.cc.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "extract-ops.h"

/* --- Index-only ------------------------------------------------------------------------------ */

static struct fir_atom
view_strided (struct ext_build *e, struct ext_call *c)
{
  const struct type *type = ext_type (e, c->s->result), *i64 = type_scalar (e->ctx, SCALAR_I64);
  auto_vec<fir_atom> args;
  struct fir_stmt *s;

  args.safe_push (ext_pointer (e, c, 0, type_base (type)));
  for (unsigned k = 1; k < c->s->nops; k++)
    args.safe_push (k % 2 ? ext_size (e, c, k) : ext_scalar (e, c, k, i64));
  s = ext_term (e, c, FIR_VIEWS, args.length (), 0, type);
  memcpy (s->args, args.address (), args.length () * sizeof *s->args);
  return fir_atom_var (s->res[0]);
}

/* Is C's value one of i64?  */
static bool
in_i64 (const struct fir_const *c, const struct scalar_info *info)
{
  if (info->is_signed)
    return (__int128) c->i == (int64_t) c->i;
  return info->bytes > 8 ? c->i >> 63 == 0 : (int64_t) c->i >= 0;
}

/* How far operand 1 of a rotation turns X.  What may be beyond i64 is taken modulo the length
   first.  */
static struct fir_atom
turns (struct ext_build *e, struct ext_call *c, struct fir_atom x)
{
  struct fir_atom k = ext_value_of (e, call_operand (c, 0), NULL), n;
  const struct type *t = fir_atom_type (k), *i64 = type_scalar (e->ctx, SCALAR_I64);
  const struct scalar_info *info = &scalar_info[t->scalar];

  if (info->bytes < 8 || (info->bytes == 8 && info->is_signed) || (k.cst && in_i64 (k.cst, info)))
    return ext_convert (e, e->b, i64, k);
  n = ext_prim2 (e, FIR_MAX, ext_convert (e, e->b, t, ext_length (e, c, x)),
	     fir_atom_int (e->p, t, 1));
  return ext_convert (e, e->b, i64, ext_prim2 (e, FIR_REM, k, n));
}

/* Segments of as many elements each as operand 1 says: a reshaping of a flat vector.  */
static struct fir_atom
split (struct ext_build *e, struct ext_call *c)
{
  const struct type *type = ext_type (e, c->s->result), *size = type_size (e->ctx);
  struct fir_atom x = ext_vector (e, c, 1), k = ext_size (e, c, 0), n, o;
  struct fir_stmt *s;

  /* The check that it is not 0 may stand in another region.  */
  n = ext_prim2 (e, FIR_DIV, ext_length (e, c, x),
		 ext_prim2 (e, FIR_MAX, k, ext_size_const (e, 1)));
  if (!type_is_vec (ext_elem_of (x)))
    {
      s = ext_term (e, c, FIR_RESHAPE, 3, 0, type);
      s->args[1] = n;
      s->args[2] = k;
    }
  else
    {
      n = ext_prim2 (e, FIR_ADD, n, ext_size_const (e, 1));
      s = ext_term (e, c, FIR_RANGE, 3, 0, type_vec (e->ctx, size));
      s->args[0] = n;
      s->args[1] = ext_size_const (e, 0);
      s->args[2] = k;
      o = fir_atom_var (s->res[0]);
      s = ext_term (e, c, FIR_SEGMENTS, 2, 0, type);
      s->args[1] = o;
    }
  s->args[0] = x;
  return fir_atom_var (s->res[0]);
}

struct fir_atom
ext_relay (struct ext_build *e, struct ext_call *c)
{
  const struct type *type = ext_type (e, c->s->result);
  struct fir_atom x, k;
  struct fir_stmt *s;
  enum fir_op op;

  switch (c->op)
    {
    case NOVA_OP_VIEW_STRIDED:
      return view_strided (e, c);
    case NOVA_OP_FIELD:
      return ext_field (e, c);
    case NOVA_OP_FLATTEN:
      return ext_term1 (e, c, FIR_FLATTEN, type, ext_vector (e, c, 0));
    case NOVA_OP_TRANSPOSE:
      return ext_term1 (e, c, FIR_TRANSPOSE, type, ext_vector (e, c, 0));
    case NOVA_OP_SEGMENTS:
      x = ext_vector (e, c, 0);
      k = ext_vector (e, c, 1);
      s = ext_term (e, c, FIR_SEGMENTS, 2, 0, type);
      s->args[0] = x;
      s->args[1] = k;
      return fir_atom_var (s->res[0]);
    case NOVA_OP_SPLIT:
      return split (e, c);
    default:
      op = c->op == NOVA_OP_ROTATE ? FIR_ROTATE : FIR_WINDOW;
      x = ext_vector (e, c, 1);
      k = op == FIR_ROTATE ? turns (e, c, x) : ext_size (e, c, 0);
      s = ext_term (e, c, op, 2, 0, type);
      s->args[0] = k;
      s->args[1] = x;
      return fir_atom_var (s->res[0]);
    }
}

struct fir_atom
ext_element (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom x = ext_vector (e, c, 0), i = ext_size (e, c, 1), r;
  struct fir_stmt *s;

  if (!type_is_vec (ext_elem_of (x)))
    return ext_at (e, e->b, x, i);
  s = ext_term (e, c, FIR_ROW, 2, 0, ext_elem_of (x));
  s->args[0] = x;
  s->args[1] = i;
  r = fir_atom_var (s->res[0]);
  return ext_term1 (e, c, FIR_COPY, fir_atom_type (r), r);
}

struct fir_atom
ext_get (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom x = ext_vector (e, c, 0), i = ext_size (e, c, 1), r;
  const struct type *t = ext_elem_of (x);
  bool checked = !option_unchecked_p (NOVA_OP_GET);
  struct fir_stmt *s;

  s = ext_term (e, c, checked ? FIR_GET : type_is_vec (t) ? FIR_ROW : FIR_AT, 2, 0, t);
  s->args[0] = x;
  s->args[1] = i;
  r = fir_atom_var (s->res[0]);
  /* A result of the region has data of its own.  */
  return type_is_vec (t) && !e->body && call_leaves (e->f, c)
	 ? ext_term1 (e, c, FIR_COPY, fir_atom_type (r), r) : r;
}

/* --- Operations ------------------------------------------------------------------------------ */

struct fir_atom
ext_concat (struct ext_build *e, struct ext_call *c)
{
  auto_vec<fir_atom> xs;
  struct fir_stmt *s;

  for (unsigned k = 0; k < c->s->nops; k++)
    xs.safe_push (ext_vector (e, c, k));
  ext_need_concat (e, c, xs);
  s = ext_term (e, c, FIR_CONCAT, xs.length (), 0, ext_type (e, c->s->result));
  memcpy (s->args, xs.address (), xs.length () * sizeof *s->args);
  return fir_atom_var (s->res[0]);
}

/* T has parts that FIR does not split, and makes no zeros of.  */
static bool
has_blob (const struct type *t)
{
  for (unsigned k = 0; t->kind == TYPE_RECORD && k < t->nfields; k++)
    if (has_blob (t->fields[k].type))
      return true;
  return t->kind == TYPE_BLOB;
}

/* K zeros, X, K zeros, or rows of zeros; the zero is a constant of the host program.  */
static struct fir_atom
pad_concat (struct ext_build *e, struct ext_call *c, struct fir_atom k, struct fir_atom x)
{
  const struct type *t = fir_atom_type (x);
  tree elem = vtype_base (c->s->result);
  struct fir_atom zero = fir_atom_origin (e->p, type_base (t), root_origin (build_zero_cst (elem)));
  struct fir_stmt *r, *s;

  if (type_is_vec (t->elem))
    return pass_pad_rows (e->p, e->b, c->site, c->order, k, x, zero);
  r = ext_term (e, c, FIR_REPLICATE, 2, 0, t);
  r->args[0] = k;
  r->args[1] = zero;
  s = ext_term (e, c, FIR_CONCAT, 3, 0, t);
  s->args[0] = s->args[2] = fir_atom_var (r->res[0]);
  s->args[1] = x;
  return fir_atom_var (s->res[0]);
}

/* (mode, k, x).  A mode that is no constant is zero, see resolve-index.cc.  */
struct fir_atom
ext_pad (struct ext_build *e, struct ext_call *c)
{
  tree mode = call_operand (c, 0);
  struct fir_atom x = ext_vector (e, c, 2), k = ext_size (e, c, 1), args[3];
  unsigned index = TREE_CODE (mode) == INTEGER_CST ? tree_to_uhwi (mode) : PAD_ZERO;
  struct fir_stmt *s;

  if (TREE_CODE (mode) != INTEGER_CST)
    {
      args[0] = ext_size_const (e, 1);
      args[1] = ext_size (e, c, 0);
      ext_check (e, c, CHECK_MODE, 2, args);
    }
  ext_whole_checks (e, c);
  args[0] = ext_size_const (e, 2);
  args[1] = k;
  /* Twice the padding and the vector itself are then a size, too.  */
  args[2] = ext_size_const (e, 4 * type_base (ext_type (e, c->s->result))->size);
  if (!k.cst || k.cst->i > INT32_MAX)
    ext_check (e, c, CHECK_SIZE, 3, args);
  ext_need_padded (e, c, k, x);
  if (index != PAD_ZERO)
    {
      args[0] = ext_size_const (e, 3);
      args[1] = ext_length (e, c, x);
      ext_check (e, c, CHECK_NONEMPTY, 2, args);
    }
  if (index == PAD_ZERO && has_blob (type_base (fir_atom_type (x))))
    return pad_concat (e, c, k, x);
  s = ext_term (e, c, FIR_PAD, 2, 0, fir_atom_type (x));
  s->index = index;
  s->args[0] = k;
  s->args[1] = x;
  return fir_atom_var (s->res[0]);
}

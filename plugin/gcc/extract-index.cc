/* Builtins that lay vectors out anew, and the stores to several places, in FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A builtin whose vector is made again in every region has its checks in a call of its own
   (resolve-index.cc); what the checks need of a vector is computed here with operations of FIR.
   Checks of what is regular by the way it was made are left out.  */

#include "gcc-compat.h"
#include "nova-gcc.h"
#include "extract.h"
#include "extract-ops.h"

/* --- Pieces ---------------------------------------------------------------------------------- */

static struct fir_atom
prim2 (struct ext_build *e, enum fir_op op, struct fir_atom x, struct fir_atom y)
{
  return fir_prim2 (e->p, e->b, op, fir_atom_type (x), x, y);
}

/* The first index at which OP of an element of X and one of Y does not hold, Y a vector of the same
   length or a value for all.  */
static struct fir_atom
first_not (struct ext_build *e, struct ext_call *c, enum fir_op op, struct fir_atom x,
	   struct fir_atom y)
{
  bool two = type_is_vec (fir_atom_type (y));
  const struct type *types[2] = { ext_elem_of (x), ext_elem_of (x) };
  struct fir_fn *fn = fir_fn_new (e->p, two ? 2 : 1, types);
  struct fir_atom b = two ? fir_atom_var (fn->params[1]) : y, r;
  struct fir_stmt *s = ext_term (e, c, FIR_FIND, two ? 2 : 1, 1, type_size (e->ctx));

  r = fir_prim2 (e->p, fn->body, op, types[0], fir_atom_var (fn->params[0]), b);
  r = fir_prim2 (e->p, fn->body, FIR_EQ, type_i32 (e->ctx), r,
		 fir_atom_int (e->p, type_i32 (e->ctx), 0));
  fir_block_return (e->p, fn->body, 1, &r);
  s->args[0] = x;
  if (two)
    s->args[1] = y;
  s->fns[0] = fn;
  return fir_atom_var (s->res[0]);
}

/* X at I if I is below the N elements of X, else INSTEAD.  */
static struct fir_atom
at_or (struct ext_build *e, struct fir_atom x, struct fir_atom i, struct fir_atom n,
       struct fir_atom instead)
{
  struct fir_atom inside = fir_prim2 (e->p, e->b, FIR_LT, type_size (e->ctx), i, n), r;
  struct fir_stmt *s = fir_stmt_new (e->p, e->b, FIR_IF, 0, 1, 2, ext_elem_of (x), "t");

  s->args[0] = inside;
  for (unsigned k = 0; k < 2; k++)
    {
      s->fns[k] = fir_fn_new (e->p, 0, NULL);
      r = k == 0 ? ext_at (e, s->fns[k]->body, x, i) : instead;
      fir_block_return (e->p, s->fns[k]->body, 1, &r);
    }
  return fir_atom_var (s->res[0]);
}

static struct fir_atom
slice_from (struct ext_build *e, struct ext_call *c, struct fir_atom x, struct fir_atom b,
	    struct fir_atom end)
{
  const struct type *i64 = type_scalar (e->ctx, SCALAR_I64);
  struct fir_atom from = ext_convert (e, e->b, i64, b), to = ext_convert (e, e->b, i64, end);
  struct fir_stmt *s = ext_term (e, c, FIR_SLICE, 4, 0, fir_atom_type (x));

  s->check = CHECK_INDEX_AT;
  s->args[0] = from;
  s->args[1] = to;
  s->args[2] = fir_atom_int (e->p, i64, 1);
  s->args[3] = x;
  return fir_atom_var (s->res[0]);
}

/* The rows of X, operand K of C, have WANTED elements each, by check KIND; absent: as many as row
   0.  */
static void
check_rows (struct ext_build *e, struct ext_call *c, unsigned k, struct fir_atom x,
	    enum check_kind kind, struct fir_atom wanted)
{
  const struct type *size = type_size (e->ctx);
  struct fir_atom n = ext_length (e, c, x), i, zero = ext_size_const (e, 0);
  struct fir_atom lens = ext_term1 (e, c, FIR_LENGTHS, type_vec (e->ctx, size), x);

  if (fir_atom_none (wanted))
    wanted = at_or (e, lens, zero, n, zero);
  i = first_not (e, c, FIR_EQ, lens, wanted);
  struct fir_atom args[4] = { ext_size_const (e, k + 1), i, at_or (e, lens, i, n, wanted), wanted };
  ext_check (e, c, kind, 4, args);
}

/* --- Checks ---------------------------------------------------------------------------------- */

/* Are the rows of vector T all of one length by the way it is made?  */
static bool
regular_p (struct ext_func *f, tree t)
{
  struct ext_call *c = call_of_name (f, t);

  if (!c)
    return false;
  switch (c->op)
    {
    case NOVA_OP_VIEW:
    case NOVA_OP_VIEW_STRIDED:
    case NOVA_OP_SPLIT:
    case NOVA_OP_WINDOW:
    case NOVA_OP_TRANSPOSE:
    case NOVA_OP_TABULATE:
    case NOVA_OP_REPLICATE:
      return true;
    case NOVA_OP_COPY:
    case NOVA_OP_REVERSE:
    case NOVA_OP_SLICE:
    case NOVA_OP_ROTATE:
    case NOVA_OP_PAD:
      return regular_p (f, call_operand (c, c->s->nops - 1));
    default:
      return false;
    }
}

/* Can T have so many elements that twice as many cannot be counted?  Not what is in memory, or has to
   be made there; elements that are repeated or counted out need none, and nobody knows of a
   handle.  */
static bool
endless_p (struct ext_func *f, tree t)
{
  struct ext_call *c = call_of_name (f, t);

  if (!c)
    return true;
  switch (c->op)
    {
    case NOVA_OP_VIEW:
    case NOVA_OP_VIEW_STRIDED:
    case NOVA_OP_TABULATE:
    case NOVA_OP_FILTER:
    case NOVA_OP_SORT:
    case NOVA_OP_SORT_BY:
    case NOVA_OP_PERMUTE:
    case NOVA_OP_SCATTER:
    case NOVA_OP_REDUCE_BY_INDEX:
    case NOVA_OP_REDUCE_INTO:
      return false;
    case NOVA_OP_RANGE:
    case NOVA_OP_REPLICATE:
      return TREE_CODE (call_operand (c, 0)) != INTEGER_CST || vec_levels (c->s->result) > 1
	     || c->s->nops > 2 || (c->op == NOVA_OP_RANGE && c->s->nops > 1)
	     || wi::gtu_p (wi::to_widest (call_operand (c, 0)), INT32_MAX);
    default:
      return true;
    }
}

/* The base elements of X.  */
static struct fir_atom
base_count (struct ext_build *e, struct ext_call *c, struct fir_atom x)
{
  while (type_is_vec (ext_elem_of (x)))
    x = ext_term1 (e, c, FIR_FLATTEN, ext_elem_of (x), x);
  return ext_length (e, c, x);
}

/* Operand K of C makes N times M base elements: not too many for any memory.  */
static void
check_size (struct ext_build *e, struct ext_call *c, unsigned k, struct fir_atom n,
	    struct fir_atom m)
{
  uint64_t bytes = type_base (ext_type (e, c->s->result))->size;
  struct fir_atom args[3] = { ext_size_const (e, k + 1), n, ext_size_const (e, bytes) };

  if (!bytes)
    return;
  m = prim2 (e, FIR_MIN, m, ext_size_const (e, INT64_MAX / bytes));
  args[2] = prim2 (e, FIR_MUL, m, args[2]);
  ext_check (e, c, CHECK_SIZE, 3, args);
}

/* The elements of all windows, operand 1 of C being their length: each element is in no more of
   them than there are, nor than they are long.  */
static void
check_windows (struct ext_build *e, struct ext_call *c)
{
  tree length = call_operand (c, 0);
  struct fir_atom x, k, n, w;

  if (!endless_p (e->f, call_operand (c, 1)) && TREE_CODE (length) == INTEGER_CST
      && wi::leu_p (wi::to_wide (length), INT16_MAX))
    return;
  x = ext_vector (e, c, 1);
  k = ext_size (e, c, 0);
  n = ext_length (e, c, x);
  w = prim2 (e, FIR_SUB, k, ext_size_const (e, 1));
  w = prim2 (e, FIR_SUB, prim2 (e, FIR_MAX, n, w), w);
  k = prim2 (e, FIR_MIN, k, n);
  if (!type_is_vec (ext_elem_of (x)))
    check_size (e, c, 0, k, w);
  else
    check_size (e, c, 0, prim2 (e, FIR_MIN, w, k), prim2 (e, FIR_MAX, base_count (e, c, x), n));
}

/* A range of 128-bit numbers has no more elements than can be counted.  */
static void
check_range (struct ext_build *e, struct ext_call *c)
{
  const struct type *t = ext_type (e, c->s->result)->elem;
  bool one = c->s->nops == 1;
  struct fir_atom steps[3] = { one ? fir_atom_int (e->p, t, 0) : ext_scalar (e, c, 0, t),
			       ext_scalar (e, c, one ? 0 : 1, t), fir_atom_int (e->p, t, 1) };

  if (c->s->nops == 3)
    steps[2] = ext_scalar (e, c, 2, t);
  struct fir_atom args[3] = { ext_size_const (e, one ? 1 : 2),
			      fir_prim (e->p, e->b, FIR_STEPS, t, 3, steps), ext_size_const (e, 0) };
  ext_check (e, c, CHECK_SIZE, 3, args);
}

void
ext_require (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom k, args[3];

  ext_whole_checks (e, c);
  switch (c->s->op)
    {
    case NOVA_OP_REPLICATE:
      /* Rows of no elements are counted, too.  */
      k = ext_vector (e, c, 1);
      check_size (e, c, 0, ext_size (e, c, 0),
		  prim2 (e, FIR_MAX, base_count (e, c, k), ext_size_const (e, 1)));
      break;
    case NOVA_OP_RANGE:
      check_range (e, c);
      break;
    case NOVA_OP_TRANSPOSE:
      if (!regular_p (e->f, call_operand (c, 0)))
	check_rows (e, c, 0, ext_vector (e, c, 0), CHECK_RAGGED, FIR_NONE);
      break;
    case NOVA_OP_WINDOW:
      args[0] = ext_size_const (e, 1);
      args[1] = ext_size (e, c, 0);
      ext_check (e, c, CHECK_POSITIVE, 2, args);
      check_windows (e, c);
      break;
    default:
      k = ext_size (e, c, 0);
      args[0] = ext_size_const (e, 2);
      args[1] = ext_length (e, c, ext_vector (e, c, 1));
      args[2] = k;
      ext_check (e, c, CHECK_SPLIT, 3, args);
    }
}

/* The offsets, operand 2 of C, of segments of operand 1: checked, as sizes, in memory of their
   own.  */
struct fir_atom
ext_cuts (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom x = ext_vector (e, c, 0), o = ext_vector (e, c, 1);
  struct fir_atom n = ext_length (e, c, o), op = ext_size_const (e, 2), last, i, v;
  const struct type *size = type_size (e->ctx);
  struct fir_atom some[2] = { op, n };

  ext_check (e, c, CHECK_NONEMPTY, 2, some);
  v = ext_convert (e, e->b, size, ext_at (e, e->b, o, ext_size_const (e, 0)));
  struct fir_atom first[2] = { op, v };
  ext_check (e, c, CHECK_BEGINS, 2, first);
  last = prim2 (e, FIR_SUB, n, ext_size_const (e, 1));
  i = first_not (e, c, FIR_LE, slice_from (e, c, o, ext_size_const (e, 0), last),
		 slice_from (e, c, o, ext_size_const (e, 1), n));
  struct fir_atom order[3] = { op, prim2 (e, FIR_ADD, i, ext_size_const (e, 1)), n };
  ext_check (e, c, CHECK_ORDERED, 3, order);
  v = ext_convert (e, e->b, size, ext_at (e, e->b, o, last));
  struct fir_atom end[3] = { op, v, ext_length (e, c, x) };
  ext_check (e, c, CHECK_ENDS, 3, end);
  o = ext_map_convert (e, c, o, size);
  return ext_term1 (e, c, FIR_COPY, fir_atom_type (o), o);
}

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
  n = prim2 (e, FIR_MAX, ext_convert (e, e->b, t, ext_length (e, c, x)),
	     fir_atom_int (e->p, t, 1));
  return ext_convert (e, e->b, i64, prim2 (e, FIR_REM, k, n));
}

/* Segments of as many elements each as operand 1 says: a reshaping of a flat vector.  */
static struct fir_atom
split (struct ext_build *e, struct ext_call *c)
{
  const struct type *type = ext_type (e, c->s->result), *size = type_size (e->ctx);
  struct fir_atom x = ext_vector (e, c, 1), k = ext_size (e, c, 0), n, o;
  struct fir_stmt *s;

  /* The check that it is not 0 may stand in another region.  */
  n = prim2 (e, FIR_DIV, ext_length (e, c, x), prim2 (e, FIR_MAX, k, ext_size_const (e, 1)));
  if (!type_is_vec (ext_elem_of (x)))
    {
      s = ext_term (e, c, FIR_RESHAPE, 3, 0, type);
      s->args[1] = n;
      s->args[2] = k;
    }
  else
    {
      n = prim2 (e, FIR_ADD, n, ext_size_const (e, 1));
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

/* --- Operations ------------------------------------------------------------------------------ */

/* The elements of operand K of C, X, or of all its rows, and those before them, *SUM, can be
   counted; then *SUM is all of them.  */
static void
check_total (struct ext_build *e, struct ext_call *c, unsigned k, struct fir_atom n,
	     struct fir_atom *sum)
{
  struct fir_atom args[3] = { ext_size_const (e, k + 1), n, *sum };

  if (!fir_atom_none (*sum))
    ext_check (e, c, CHECK_TOTAL, 3, args);
  *sum = fir_atom_none (*sum) ? n : prim2 (e, FIR_ADD, *sum, n);
}

/* The elements of what C appends, XS, can be counted, at each level.  */
static void
check_concat (struct ext_build *e, struct ext_call *c, const auto_vec<fir_atom> &xs)
{
  struct fir_atom sum = FIR_NONE, base = FIR_NONE;
  unsigned k, endless = 0;

  for (k = 0; k < xs.length (); k++)
    endless += endless_p (e->f, call_operand (c, k));
  if (!endless || xs.length () == 1)
    return;
  for (k = 0; k < xs.length (); k++)
    {
      check_total (e, c, k, ext_length (e, c, xs[k]), &sum);
      if (type_is_vec (ext_elem_of (xs[k])))
	check_total (e, c, k, base_count (e, c, xs[k]), &base);
    }
}

struct fir_atom
ext_concat (struct ext_build *e, struct ext_call *c)
{
  auto_vec<fir_atom> xs;
  struct fir_stmt *s;

  for (unsigned k = 0; k < c->s->nops; k++)
    xs.safe_push (ext_vector (e, c, k));
  check_concat (e, c, xs);
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
  tree elem = vec_base (c->s->result);
  struct fir_atom zero = fir_atom_origin (e->p, type_base (t), origin_of (build_zero_cst (elem)));
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

/* Twice K more elements than X has, or rows no longer than all of its, can be counted.  */
static void
check_padded (struct ext_build *e, struct ext_call *c, struct fir_atom k, struct fir_atom x)
{
  struct fir_atom twice, n;

  if (k.cst && k.cst->i <= INT16_MAX && !endless_p (e->f, call_operand (c, 2)))
    return;
  twice = prim2 (e, FIR_ADD, k, k);
  n = ext_length (e, c, x);
  if (endless_p (e->f, call_operand (c, 2)))
    check_total (e, c, 1, twice, &n);
  if (type_is_vec (ext_elem_of (x)))
    check_size (e, c, 1, prim2 (e, FIR_ADD, twice, ext_size_const (e, 1)), base_count (e, c, x));
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
  check_padded (e, c, k, x);
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

/* Vector operand K flat and with its elements as TYPE.  */
static struct fir_atom
base_elements (struct ext_build *e, struct ext_call *c, unsigned k, const struct type *type)
{
  struct fir_atom x = ext_vector (e, c, k);

  while (type_is_vec (ext_elem_of (x)))
    x = ext_term1 (e, c, FIR_FLATTEN, ext_elem_of (x), x);
  return ext_map_convert (e, c, x, type);
}

/* (n, p1, x1, ..., pk, xk): all checks, then the stores.  */
void
ext_store_all (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom n = ext_size (e, c, 0);
  auto_vec<fir_atom> xs;
  struct fir_stmt *s;
  unsigned k;

  ext_whole_checks (e, c);
  for (k = 1; k < c->s->nops; k += 2)
    {
      struct fir_atom x = base_elements (e, c, k + 1, ext_type (e, TREE_TYPE (c->s->op_type[k])));
      struct fir_atom args[4] = { ext_size_const (e, 1), n, ext_size_const (e, k + 2),
				  ext_length (e, c, x) };

      ext_check (e, c, CHECK_ROOM, 4, args);
      xs.safe_push (x);
    }
  for (k = 1; k < c->s->nops; k += 2)
    {
      struct fir_atom p = ext_pointer (e, c, k, ext_elem_of (xs[k / 2]));

      s = ext_term (e, c, FIR_STORE, 3, 0, type_size (e->ctx));
      s->args[0] = p;
      s->args[1] = n;
      s->args[2] = xs[k / 2];
    }
}

/* X, a vector of as many levels as operand 1 of C has strides, with base elements as TYPE.  */
static struct fir_atom
converted (struct ext_build *e, struct ext_call *c, struct fir_atom x, const struct type *type)
{
  const struct type *elem = ext_elem_of (x), *to = type;
  struct fir_fn *fn;
  struct fir_block *outer = e->b;
  struct fir_atom r;

  if (!type_is_vec (elem))
    return ext_map_convert (e, c, x, type);
  if (type_base (elem) == type)
    return x;
  for (const struct type *t = elem; type_is_vec (t); t = t->elem)
    to = type_vec (e->ctx, to);
  fn = fir_fn_new (e->p, 1, &elem);
  e->b = fn->body;
  r = converted (e, c, fir_atom_var (fn->params[0]), type);
  e->b = outer;
  fir_block_return (e->p, fn->body, 1, &r);
  return ext_apply1 (e, c, FIR_MAP, fn, type_vec (e->ctx, to), x);
}

/* N elements of SIZE bytes at steps of S, of which operand K of C is N, are not more than memory can
   have addresses for: where those wrap two are the same.  No step is taken from a single one.  */
static void
check_reach (struct ext_build *e, struct ext_call *c, unsigned k, struct fir_atom n,
	     struct fir_atom s, uint64_t size)
{
  const struct type *u64 = type_size (e->ctx);
  struct fir_atom far, several, args[3] = { ext_size_const (e, k + 1), n, FIR_NONE };

  if (!size)
    return;
  s = ext_convert (e, e->b, u64, s);
  far = prim2 (e, FIR_MIN, s, prim2 (e, FIR_SUB, ext_size_const (e, 0), s));
  far = prim2 (e, FIR_MIN, far, ext_size_const (e, INT64_MAX / size + 1));
  several = fir_prim2 (e->p, e->b, FIR_LT, type_i32 (e->ctx), ext_size_const (e, 1), n);
  args[2] = prim2 (e, FIR_MUL, prim2 (e, FIR_MUL, far, ext_size_const (e, size)),
		   ext_convert (e, e->b, u64, several));
  ext_check (e, c, CHECK_SIZE, 3, args);
}

/* (p, n1, s1, ..., nk, sk, x), and which element has the address of one before it.  */
void
ext_store_strided (struct ext_build *e, struct ext_call *c)
{
  const struct type *to = ext_type (e, TREE_TYPE (c->s->op_type[0]));
  const struct type *i64 = type_scalar (e->ctx, SCALAR_I64);
  unsigned last = c->s->nops - 1, k;
  struct fir_atom x = ext_vector (e, c, last), level = x, total = ext_size_const (e, 1);
  auto_vec<fir_atom> args;
  struct fir_stmt *s;

  ext_whole_checks (e, c);
  args.safe_push (ext_pointer (e, c, 0, to));
  for (k = 1; k < last; k += 2)
    {
      struct fir_atom n = ext_size (e, c, k);

      if (k == 1)
	{
	  struct fir_atom shape[4] = { ext_size_const (e, 2), n, ext_size_const (e, last + 1),
				       ext_length (e, c, x) };
	  ext_check (e, c, CHECK_SHAPE, 4, shape);
	}
      else
	{
	  check_rows (e, c, last, level, CHECK_ROWS, n);
	  level = ext_term1 (e, c, FIR_FLATTEN, ext_elem_of (level), level);
	}
      total = prim2 (e, FIR_MUL, total, n);
      args.safe_push (n);
      args.safe_push (ext_scalar (e, c, k + 1, i64));
      check_reach (e, c, k, n, args.last (), to->size);
    }
  struct fir_atom clash[3] = { ext_size_const (e, last + 1),
			       ext_value_of (e, call_operand (c, last + 1), type_size (e->ctx)),
			       total };
  ext_check (e, c, CHECK_DISTINCT, 3, clash);
  args.safe_push (converted (e, c, x, to));
  s = ext_term (e, c, FIR_STORES, args.length (), 0, type_size (e->ctx));
  memcpy (s->args, args.address (), args.length () * sizeof *s->args);
}

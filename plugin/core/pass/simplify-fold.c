/* Primitives of constants, and identities of primitives.

   Folding follows C exactly and only where every execution would give the same bits: no division
   by zero, no signed overflow unless the operation wraps, no shift by the width or more, no float
   operation that rounds, overflows, or meets a NaN.  (Quad arithmetic holds sums, differences and
   products of f16, f32 and f64 well enough to detect rounding; wider floats, complex numbers and
   128-bit integers are not folded.)  Identities of floats are only those that hold for every value,
   -0.0, infinities and NaNs included, in round to nearest.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"
#include "base/scalar.h"
#include "fir/fir-order.h"

#include <stdlib.h>

/* T is an integer type whose arithmetic, even products, fits __int128.  */
static bool
foldable_int (const struct type *t)
{
  return type_is_integral (t) && t->size <= 8;
}

static bool
foldable_float (const struct type *t)
{
  return type_is_float (t) && t->size <= 8;
}

static bool
is_signed (const struct type *t)
{
  return scalar_info[t->scalar].is_signed;
}

/* The integer V as a result of type T.  An arithmetic result that T cannot hold is only certain
   for unsigned types and if the operation wraps.  */
static bool
int_result (struct fir_prog *p, const struct fir_stmt *s, __int128 v, struct fir_atom *res)
{
  const struct type *t = s->res[0]->type;

  if (is_signed (t) && !s->wrap && scalar_wrap (t->scalar, v) != v)
    return false;
  *res = fir_atom_int (p, t, v);
  return true;
}

static bool
fold_shift (struct fir_prog *p, struct fir_stmt *s, __int128 x, __int128 y, struct fir_atom *res)
{
  const struct type *t = s->res[0]->type;

  if (t->scalar == SCALAR_BOOL || y < 0 || y >= (__int128) t->size * 8)
    return false;
  if (s->op == FIR_SHR)
    {
      *res = fir_atom_int (p, t, x >> (int) y);
      return true;
    }
  /* A negative operand has no defined left shift.  */
  return x >= 0 && int_result (p, s, x << (int) y, res);
}

static bool
fold_compare (struct fir_prog *p, enum fir_op op, int less, int equal, struct fir_atom *res)
{
  int r;

  switch (op)
    {
    case FIR_LT: r = less; break;
    case FIR_LE: r = less || equal; break;
    case FIR_GT: r = !less && !equal; break;
    case FIR_GE: r = !less; break;
    case FIR_EQ: r = equal; break;
    case FIR_NE: r = !equal; break;
    default: return false;
    }
  *res = fir_atom_int (p, type_i32 (p->ctx), r);
  return true;
}

static bool
fold_int2 (struct fir_prog *p, struct fir_stmt *s, __int128 x, __int128 y, struct fir_atom *res)
{
  switch (s->op)
    {
    case FIR_ADD: return int_result (p, s, x + y, res);
    case FIR_SUB: return int_result (p, s, x - y, res);
    case FIR_MUL: return int_result (p, s, x * y, res);
    case FIR_DIV: return y != 0 && int_result (p, s, x / y, res);
    case FIR_REM:
      /* The least number modulo -1 is undefined where its quotient is.  */
      return y != 0 && scalar_wrap (s->res[0]->type->scalar, x / y) == x / y
	     && int_result (p, s, x % y, res);
    case FIR_SHL:
    case FIR_SHR: return fold_shift (p, s, x, y, res);
    case FIR_BAND: return int_result (p, s, x & y, res);
    case FIR_BOR: return int_result (p, s, x | y, res);
    case FIR_BXOR: return int_result (p, s, x ^ y, res);
    case FIR_MIN:
    case FIR_MIN_NAN: return int_result (p, s, x < y ? x : y, res);
    case FIR_MAX:
    case FIR_MAX_NAN: return int_result (p, s, x > y ? x : y, res);
    default: return fold_compare (p, s->op, x < y, x == y, res);
    }
}

/* A finite constant of a float type that is folded.  */
static bool
finite_const (struct fir_atom a, quad *x)
{
  if (!a.cst || a.cst->origin || !foldable_float (a.cst->type))
    return false;
  *x = (quad) a.cst->f;
  return *x - *x == 0;
}

/* X, if it is a value of float type T: finite and not in need of rounding.  */
static bool
float_result (struct fir_prog *p, const struct type *t, quad x, struct fir_atom *res)
{
  quad r = scalar_round (t->scalar, x);

  if (r != x || r - r != 0)
    return false;
  *res = fir_atom_float (p, t, (long double) r);
  return true;
}

static bool
fold_float2 (struct fir_prog *p, struct fir_stmt *s, quad x, quad y, struct fir_atom *res)
{
  const struct type *t = s->res[0]->type;

  switch (s->op)
    {
    case FIR_ADD: return float_result (p, t, x + y, res);
    case FIR_SUB: return float_result (p, t, x - y, res);
    case FIR_MUL: return float_result (p, t, x * y, res);
    case FIR_DIV:
      {
	quad r = y != 0 ? scalar_round (t->scalar, x / y) : 0;

	return y != 0 && r * y == x && float_result (p, t, r, res);
      }
    case FIR_MIN:
    case FIR_MAX:
    case FIR_MIN_NAN:
    case FIR_MAX_NAN:
      /* Of two zeros either may come out.  */
      if (x == y)
	return false;
      return float_result (p, t, (x < y) == (s->op == FIR_MIN || s->op == FIR_MIN_NAN) ? x : y,
			   res);
    default: return fold_compare (p, s->op, x < y, x == y, res);
    }
}

static bool
fold_conv (struct fir_prog *p, struct fir_stmt *s, struct fir_atom *res)
{
  const struct type *to = s->res[0]->type;
  __int128 i;
  quad x;

  if (fir_atom_value (s->args[0], &i) && foldable_int (s->args[0].cst->type))
    {
      if (type_is_integral (to))
	*res = fir_atom_int (p, to, i);
      else
	return foldable_float (to) && float_result (p, to, (quad) i, res);
      return true;
    }
  if (!finite_const (s->args[0], &x))
    return false;
  if (foldable_float (to))
    return float_result (p, to, x, res);
  if (!foldable_int (to) || x <= -0x1p63L || x >= 0x1p64L)
    return false;
  i = (__int128) x;
  if (to->scalar == SCALAR_BOOL)
    i = x != 0;
  else if (scalar_wrap (to->scalar, i) != i)
    return false;
  *res = fir_atom_int (p, to, i);
  return true;
}

static bool
fold1 (struct fir_prog *p, struct fir_stmt *s, struct fir_atom *res)
{
  const struct type *t = s->res[0]->type;
  __int128 i;
  quad x;

  if (s->op == FIR_CONV)
    return fold_conv (p, s, res);
  if (foldable_int (t) && fir_atom_value (s->args[0], &i))
    switch (s->op)
      {
      case FIR_NEG: return int_result (p, s, -i, res);
      case FIR_NOT: return int_result (p, s, ~i, res);
      case FIR_ABS: return int_result (p, s, i < 0 ? -i : i, res);
      default: return false;
      }
  if (foldable_float (t) && finite_const (s->args[0], &x))
    switch (s->op)
      {
      case FIR_NEG: return float_result (p, t, -x, res);
      case FIR_ABS: return float_result (p, t, (quad) __builtin_fabsl ((long double) x), res);
      default: return false;
      }
  return false;
}

/* steps B E S of constants of one integer type.  */
static bool
fold_steps (struct fir_prog *p, struct fir_stmt *s, struct fir_atom *res)
{
  __int128 b, e, step, n = 0;

  for (unsigned k = 0; k < 3; k++)
    if (!s->args[k].cst || !foldable_int (s->args[k].cst->type))
      return false;
  if (!fir_atom_value (s->args[0], &b) || !fir_atom_value (s->args[1], &e)
      || !fir_atom_value (s->args[2], &step))
    return false;
  if (step > 0 && b < e)
    n = (e - b + step - 1) / step;
  if (step < 0 && b > e)
    n = (b - e - step - 1) / -step;
  *res = fir_atom_int (p, s->res[0]->type, n);
  return true;
}

bool
simplify_fold (struct fir_prog *p, struct fir_stmt *s, struct fir_atom *res)
{
  __int128 i, j;
  quad x, y;

  if (s->op == FIR_STEPS)
    return fold_steps (p, s, res);
  if (s->nres != 1 || s->op == FIR_RECORD || s->op == FIR_FIELD)
    return false;
  if (s->nargs == 1)
    return fold1 (p, s, res);
  if (s->nargs != 2 || s->op == FIR_PADD)
    return false;
  if (fir_atom_value (s->args[0], &i) && fir_atom_value (s->args[1], &j)
      && foldable_int (s->args[0].cst->type) && foldable_int (s->args[1].cst->type))
    return fold_int2 (p, s, i, j, res);
  if (finite_const (s->args[0], &x) && finite_const (s->args[1], &y))
    return fold_float2 (p, s, x, y, res);
  return false;
}

/* --- Checks ---------------------------------------------------------------------------------- */

/* The condition of check KIND over A.  */
static bool
holds (enum check_kind kind, const uint64_t *a)
{
  switch (kind)
    {
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) case CHECK_##NAME: return HOLDS;
#include "nova/check.def"
#undef NOVA_CHECK_KIND
    default: return false;
    }
}

/* Is N the length of what a filter has put in memory, of elements of at least BYTES bytes?  No
   object has more bytes than the largest i64.  */
static bool
in_memory (struct fir_atom n, struct fir_atom bytes)
{
  struct fir_stmt *len = fir_atom_def (n), *loop;
  const struct fir_out *o;
  const struct type *elem;
  __int128 b;

  if (!len || len->op != FIR_LEN || !fir_atom_value (bytes, &b))
    return false;
  o = fir_loop_output (len->args[0], &loop);
  elem = o && o->kind == OUT_FILTER ? o->res->type->elem : NULL;
  return elem && !type_is_vec (elem) && b <= (__int128) elem->size;
}

bool
simplify_check_holds (const struct fir_stmt *s)
{
  uint64_t a[8] = { 0 };

  if (s->check == CHECK_SIZE && in_memory (s->args[1], s->args[2]))
    return true;
  if ((s->check == CHECK_LENGTHS || s->check == CHECK_ROOM)
      && fir_atom_equal (s->args[1], s->args[3]))
    return true;
  if (s->check == CHECK_RAGGED && fir_atom_equal (s->args[2], s->args[3]))
    return true;
  if (s->nargs > 8)
    return false;
  for (unsigned k = 0; k < s->nargs; k++)
    {
      __int128 i;

      if (!fir_atom_value (s->args[k], &i))
	return false;
      a[k] = (uint64_t) i;
    }
  return holds (s->check, a);
}

/* The primitives, evaluated as C does on x86-64.

   Floats are computed in the type of the operation, so that every result has the same bits as in
   compiled code.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval.h"

#include <math.h>
#include <string.h>

typedef unsigned __int128 u128;

/* --- Integers -------------------------------------------------------------------------------- */

static bool
is_signed (const struct type *t)
{
  return scalar_info[t->scalar].is_signed;
}

static bool
int_less (const struct type *t, __int128 a, __int128 b)
{
  return is_signed (t) ? a < b : (u128) a < (u128) b;
}

/* A / B, or A % B if REM.  */
static __int128
int_divide (struct eval *e, const struct type *t, __int128 a, __int128 b, bool rem)
{
  unsigned bits = scalar_info[t->scalar].bytes * 8;

  if (b == 0)
    eval_error (e, "division by zero");
  if (!is_signed (t))
    return (__int128) (rem ? (u128) a % (u128) b : (u128) a / (u128) b);
  /* Narrower types are computed as int.  */
  if (b == -1 && bits >= 32 && a == scalar_wrap (t->scalar, (__int128) ((u128) 1 << (bits - 1))))
    eval_error (e, "the quotient is out of range");
  return rem ? a % b : a / b;
}

static __int128
int_shift (struct eval *e, const struct type *t, __int128 a, __int128 by, bool left)
{
  if (by < 0 || by >= (int) scalar_info[t->scalar].bytes * 8)
    eval_error (e, "a shift by as many bits as there are, or more");
  if (left)
    return (__int128) ((u128) a << by);
  return is_signed (t) ? a >> by : (__int128) ((u128) a >> by);
}

static struct value
int_op (struct eval *e, enum fir_op op, const struct type *t, const struct value *x)
{
  __int128 a = x[0].i, b = fir_op_info[op].nargs > 1 ? x[1].i : 0, r;

  switch (op)
    {
    case FIR_NEG:
      r = (__int128) -(u128) a;
      break;
    case FIR_NOT:
      r = ~a;
      break;
    case FIR_ABS:
      r = int_less (t, a, 0) ? (__int128) -(u128) a : a;
      break;
    case FIR_ADD:
      r = (__int128) ((u128) a + (u128) b);
      break;
    case FIR_SUB:
      r = (__int128) ((u128) a - (u128) b);
      break;
    case FIR_MUL:
      r = (__int128) ((u128) a * (u128) b);
      break;
    case FIR_DIV:
    case FIR_REM:
      r = int_divide (e, t, a, b, op == FIR_REM);
      break;
    case FIR_SHL:
    case FIR_SHR:
      r = int_shift (e, t, a, b, op == FIR_SHL);
      break;
    case FIR_BAND:
      r = a & b;
      break;
    case FIR_BOR:
      r = a | b;
      break;
    case FIR_BXOR:
      r = a ^ b;
      break;
    case FIR_MIN:
    case FIR_MIN_NAN:
      r = int_less (t, b, a) ? b : a;
      break;
    case FIR_MAX:
    case FIR_MAX_NAN:
      r = int_less (t, a, b) ? b : a;
      break;
    default:
      eval_error (e, "%s of integers", fir_op_info[op].text);
    }
  return value_int (t, r);
}

/* --- Floats ---------------------------------------------------------------------------------- */

/* A OP B in the arithmetic of C type T.  */
#define ARITH(T)							\
  static quad								\
  arith_##T (enum fir_op op, quad x, quad y)				\
  {									\
    T a = (T) x, b = (T) y;						\
									\
    return (quad) (T) (op == FIR_ADD ? a + b : op == FIR_SUB ? a - b	\
		       : op == FIR_MUL ? a * b : a / b);		\
  }
typedef long double ldouble;
ARITH (float)
ARITH (double)
ARITH (ldouble)
ARITH (quad)

static quad
float_arith (enum fir_op op, const struct type *t, quad a, quad b)
{
  switch (t->scalar)
    {
    case SCALAR_F16:		/* by way of float, whose precision is more than twice as large */
    case SCALAR_F32:
      return arith_float (op, a, b);
    case SCALAR_F64:
      return arith_double (op, a, b);
    case SCALAR_F80:
      return arith_ldouble (op, a, b);
    default:
      return arith_quad (op, a, b);
    }
}

/* The smaller, or larger, of A and B; with a NaN the other one, or the NaN if NAN_WINS.  Of two
   zeros B, as in generated code.  */
static quad
float_extreme (quad a, quad b, bool larger, bool nan_wins)
{
  if (a != a)
    return nan_wins ? a : b;
  if (b != b)
    return nan_wins ? b : a;
  return (larger ? b < a : a < b) ? a : b;
}

static struct value
float_op (struct eval *e, enum fir_op op, const struct type *t, const struct value *x)
{
  quad a = x[0].re, b = fir_op_info[op].nargs > 1 ? x[1].re : 0, r;

  switch (op)
    {
    case FIR_NEG:
      r = -a;
      break;
    case FIR_ABS:
      r = signbit ((long double) a) ? -a : a;
      break;
    case FIR_ADD:
    case FIR_SUB:
    case FIR_MUL:
    case FIR_DIV:
      r = float_arith (op, t, a, b);
      break;
    case FIR_MIN:
    case FIR_MAX:
    case FIR_MIN_NAN:
    case FIR_MAX_NAN:
      r = float_extreme (a, b, op == FIR_MAX || op == FIR_MAX_NAN,
			 op == FIR_MIN_NAN || op == FIR_MAX_NAN);
      break;
    default:
      eval_error (e, "%s of floats", fir_op_info[op].text);
    }
  return value_float (t, r, 0);
}

/* The same for complex numbers with parts of C type T: C's own multiplication and division, with
   their care for infinities.  */
#define COMPLEX(T)							\
  static void								\
  complex_##T (enum fir_op op, const struct value *x, const struct value *y, quad *re, quad *im) \
  {									\
    _Complex T a, b, r;							\
									\
    __real__ a = (T) x->re;						\
    __imag__ a = (T) x->im;						\
    __real__ b = (T) y->re;						\
    __imag__ b = (T) y->im;						\
    r = op == FIR_ADD ? a + b : op == FIR_SUB ? a - b : op == FIR_MUL ? a * b : a / b; \
    *re = (quad) __real__ r;						\
    *im = (quad) __imag__ r;						\
  }
COMPLEX (float)
COMPLEX (double)
typedef _Complex long double complex_ld;

static void
complex_long (enum fir_op op, const struct value *x, const struct value *y, quad *re, quad *im)
{
  complex_ld a, b, r;

  __real__ a = (long double) x->re;
  __imag__ a = (long double) x->im;
  __real__ b = (long double) y->re;
  __imag__ b = (long double) y->im;
  r = op == FIR_ADD ? a + b : op == FIR_SUB ? a - b : op == FIR_MUL ? a * b : a / b;
  *re = (quad) __real__ r;
  *im = (quad) __imag__ r;
}

static struct value
complex_op (struct eval *e, enum fir_op op, const struct type *t, const struct value *x)
{
  quad re, im;

  if (op == FIR_NEG)
    return value_float (t, -x->re, -x->im);
  if (op != FIR_ADD && op != FIR_SUB && op != FIR_MUL && op != FIR_DIV)
    eval_error (e, "%s of complex numbers", fir_op_info[op].text);
  if (t->scalar == SCALAR_C64)
    complex_float (op, &x[0], &x[1], &re, &im);
  else if (t->scalar == SCALAR_C128)
    complex_double (op, &x[0], &x[1], &re, &im);
  else
    complex_long (op, &x[0], &x[1], &re, &im);
  return value_float (t, re, im);
}

/* --- Comparisons ----------------------------------------------------------------------------- */

/* Does OP hold of two things of which the first is LESS, EQUAL to the second, or neither?
   UNORDERED: no order is known.  */
static bool
holds (enum fir_op op, bool less, bool equal, bool unordered)
{
  switch (op)
    {
    case FIR_LT:
      return less;
    case FIR_LE:
      return less || equal;
    case FIR_GT:
      return !less && !equal && !unordered;
    case FIR_GE:
      return !less && !unordered;
    case FIR_EQ:
      return equal;
    default:
      return !equal;
    }
}

static bool
compare (struct eval *e, enum fir_op op, const struct value *a, const struct value *b)
{
  bool order = op != FIR_EQ && op != FIR_NE;

  if (a->kind != b->kind)
    eval_error (e, "values of two kinds are compared");
  switch (a->kind)
    {
    case VAL_INT:
      return holds (op, int_less (a->type, a->i, b->i), a->i == b->i, false);
    case VAL_FLOAT:
      return holds (op, a->re < b->re, a->re == b->re && a->im == b->im,
		    a->re != a->re || b->re != b->re);
    case VAL_PTR:
      if (order && a->buf != b->buf)
	eval_error (e, "pointers into different memory are compared");
      return holds (op, a->off < b->off, a->buf == b->buf && a->off == b->off, false);
    default:
      eval_error (e, "values that have no order are compared");
    }
}

/* --- Conversions ----------------------------------------------------------------------------- */

/* The integer I of type FROM in float type TO, rounded once.  */
static quad
float_of_int (const struct type *from, enum scalar to, __int128 i)
{
  bool s = is_signed (from);

  switch (scalar_part (to))
    {
    case SCALAR_F16:
      return scalar_round (SCALAR_F16, s ? (quad) i : (quad) (u128) i);
    case SCALAR_F32:
      return (quad) (s ? (float) i : (float) (u128) i);
    case SCALAR_F64:
      return (quad) (s ? (double) i : (double) (u128) i);
    case SCALAR_F80:
      return (quad) (s ? (long double) i : (long double) (u128) i);
    default:
      return s ? (quad) i : (quad) (u128) i;
    }
}

/* X as an integer of type TO.  */
static struct value
int_of_float (struct eval *e, const struct type *to, quad x)
{
  const struct scalar_info *info = &scalar_info[to->scalar];
  quad top = (quad) ldexpl (1, (int) info->bytes * 8 - info->is_signed);

  /* The values that truncate into the range.  */
  if (!(x < top && (info->is_signed ? x > -top - 1 || x == -top : x > -1)))
    eval_error (e, "a float out of range is converted to %s", info->text);
  return value_int (to, info->is_signed || x < 0 ? (__int128) x : (__int128) (u128) x);
}

static struct value
convert (struct eval *e, const struct type *to, const struct value *x)
{
  struct value v;

  if (x->kind == VAL_PTR && to->kind == TYPE_PTR)
    {
      v = *x;
      v.type = to;
      return v;
    }
  if (to->kind != TYPE_SCALAR || (x->kind != VAL_INT && x->kind != VAL_FLOAT))
    eval_error (e, "a conversion between kinds of values");
  if (to->scalar == SCALAR_BOOL)
    return value_int (to, value_true (e, x));
  if (scalar_info[to->scalar].cls == SC_INT)
    return x->kind == VAL_INT ? value_int (to, x->i) : int_of_float (e, to, x->re);
  if (x->kind == VAL_INT)
    return value_float (to, float_of_int (x->type, to->scalar, x->i), 0);
  return value_float (to, x->re, scalar_info[to->scalar].cls == SC_COMPLEX ? x->im : 0);
}

/* The bytes of X, an f32 or f64, as a number.  */
static __int128
float_bits (struct eval *e, const struct value *x)
{
  uint32_t u;
  uint64_t v;
  double d = (double) x->re;
  float f = (float) d;

  if (x->kind != VAL_FLOAT)
    eval_error (e, "bits of what is no float");
  memcpy (&u, &f, sizeof u);
  memcpy (&v, &d, sizeof v);
  return x->type->scalar == SCALAR_F32 ? u : (__int128) v;
}

/* --- The rest -------------------------------------------------------------------------------- */

/* How many of B, B+S, ... lie before END; the largest number if there are more.  */
static uint64_t
steps (const struct type *t, __int128 b, __int128 end, __int128 s)
{
  bool down = is_signed (t) && s < 0;
  u128 gap, by;

  if (s == 0 || (down ? !int_less (t, end, b) : !int_less (t, b, end)))
    return 0;
  gap = down ? (u128) b - (u128) end : (u128) end - (u128) b;
  by = down ? -(u128) s : (u128) s;
  gap = (gap - 1) / by;
  return gap < UINT64_MAX ? (uint64_t) gap + 1 : UINT64_MAX;
}

static struct value
make_record (struct eval *e, const struct type *t, unsigned n, const struct value *x)
{
  struct value v;
  unsigned k;

  v.kind = VAL_RECORD;
  v.type = t;
  v.fields = CTX_NEWV (e->ctx, struct value, n);
  for (k = 0; k < n; k++)
    v.fields[k] = x[k];
  return v;
}

/* The operands of a scalar operation of type T all exist and are of one kind.  */
static struct value
scalar_op (struct eval *e, enum fir_op op, const struct type *t, unsigned n, const struct value *x)
{
  unsigned k;

  if (t->kind != TYPE_SCALAR || (int) n != fir_op_info[op].nargs)
    eval_error (e, "%s is used wrongly", fir_op_info[op].text);
  for (k = 0; k < n; k++)
    if (x[k].kind != (scalar_info[t->scalar].cls <= SC_INT ? VAL_INT : VAL_FLOAT))
      eval_error (e, "%s of a value of another kind", fir_op_info[op].text);
  if (scalar_info[t->scalar].cls <= SC_INT)
    return int_op (e, op, t, x);
  if (scalar_info[t->scalar].cls == SC_FLOAT)
    return float_op (e, op, t, x);
  return complex_op (e, op, t, x);
}

struct value
eval_prim (struct eval *e, enum fir_op op, const struct type *type, unsigned index, unsigned n,
	   const struct value *args)
{
  struct value v;
  unsigned k;

  for (k = 0; k < n; k++)
    if (args[k].kind == VAL_NONE)
      eval_error (e, "a value that was never written is used");
  if (fir_op_info[op].flags & FIR_FLAG_CMP)
    return value_int (type, compare (e, op, &args[0], &args[1]));
  switch (op)
    {
    case FIR_CONV:
      return convert (e, type, &args[0]);
    case FIR_SELECT:
      return value_true (e, &args[0]) ? args[1] : args[2];
    case FIR_RECORD:
      return make_record (e, type, n, args);
    case FIR_FIELD:
      if (args[0].kind != VAL_RECORD || index >= args[0].type->nfields)
	eval_error (e, "a field of something that has none");
      return args[0].fields[index];
    case FIR_BITS:
      return value_int (type, float_bits (e, &args[0]));
    case FIR_STEPS:
      return value_int (type, steps (args[0].type, args[0].i, args[1].i, args[2].i));
    case FIR_PADD:
      v = args[0];
      if (v.kind != VAL_PTR || args[1].kind != VAL_INT
	  || __builtin_add_overflow (v.off, (int64_t) args[1].i, &v.off))
	eval_error (e, "a pointer leaves its memory");
      return v;
    default:
      return scalar_op (e, op, type, n, args);
    }
}

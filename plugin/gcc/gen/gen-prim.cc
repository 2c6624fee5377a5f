/* FIR's scalar primitives as trees, with C's meaning.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Operands narrower than int are computed so that the result is what C gives after promotion and
   conversion back: modulo their width where that is the same, in int where it is not.  A primitive
   that wraps is computed in the unsigned type.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"

/* --- Conversions ----------------------------------------------------------------------------- */

tree
gen_truth (tree x)
{
  tree type = TREE_TYPE (x);
  if (TREE_CODE (x) == NOP_EXPR && TREE_CODE (TREE_TYPE (TREE_OPERAND (x, 0))) == BOOLEAN_TYPE
      && INTEGRAL_TYPE_P (type))
    return TREE_OPERAND (x, 0);
  if (TREE_CODE (type) == BOOLEAN_TYPE)
    return x;
  return fold_build2 (NE_EXPR, boolean_type_node, x, build_zero_cst (type));
}

static tree
conv_complex (tree type, tree x)
{
  tree part = TREE_TYPE (type);
  if (TREE_CODE (TREE_TYPE (x)) != COMPLEX_TYPE)
    return fold_build2 (COMPLEX_EXPR, type, gen_conv (part, x), build_zero_cst (part));
  tree from = TREE_TYPE (TREE_TYPE (x));
  return fold_build2 (COMPLEX_EXPR, type,
		      gen_conv (part, fold_build1 (REALPART_EXPR, from, x)),
		      gen_conv (part, fold_build1 (IMAGPART_EXPR, from, unshare_expr (x))));
}

/* X is a local variable or constant if it is complex and TYPE is not its type.  */
tree
gen_conv (tree type, tree x)
{
  tree from = TREE_TYPE (x);
  type = TYPE_MAIN_VARIANT (type);
  if (TYPE_MAIN_VARIANT (from) == type)
    return x;
  if (AGGREGATE_TYPE_P (type) || VECTOR_TYPE_P (type))
    return fold_build1 (VIEW_CONVERT_EXPR, type, x);
  if (TREE_CODE (type) == COMPLEX_TYPE)
    return conv_complex (type, x);
  if (TREE_CODE (type) == BOOLEAN_TYPE)
    return gen_truth (x);
  if (TREE_CODE (from) == COMPLEX_TYPE)
    return gen_conv (type, fold_build1 (REALPART_EXPR, TREE_TYPE (from), x));
  if (TREE_CODE (type) == REAL_TYPE)
    return fold_build1 (TREE_CODE (from) == REAL_TYPE ? NOP_EXPR : FLOAT_EXPR, type, x);
  if (TREE_CODE (from) == REAL_TYPE)
    return fold_build1 (FIX_TRUNC_EXPR, type, x);
  return fold_convert (type, x);
}

/* --- Arithmetic ------------------------------------------------------------------------------ */

/* The type to compute CODE in for operands of TYPE.  */
static tree
working_type (enum tree_code code, tree type, bool wrap)
{
  bool narrow;
  if (!INTEGRAL_TYPE_P (type))
    return type;
  narrow = TYPE_PRECISION (type) < TYPE_PRECISION (integer_type_node);
  switch (code)
    {
    case BIT_AND_EXPR: case BIT_IOR_EXPR: case BIT_XOR_EXPR:
      return type;
    case TRUNC_DIV_EXPR: case TRUNC_MOD_EXPR: case LSHIFT_EXPR: case RSHIFT_EXPR:
      return narrow ? integer_type_node : type;
    default:
      if (TREE_CODE (type) == BOOLEAN_TYPE)
	return integer_type_node;
      return (narrow || wrap) && !TYPE_UNSIGNED (type) ? unsigned_type_for (type) : type;
    }
}

static tree
binary (enum tree_code code, tree type, tree x, tree y, bool wrap)
{
  tree t = working_type (code, type, wrap);
  bool shift = code == LSHIFT_EXPR || code == RSHIFT_EXPR;
  return gen_conv (type, fold_build2 (code, t, gen_conv (t, x),
				      gen_conv (shift ? integer_type_node : t, y)));
}

static tree
unary (enum tree_code code, tree type, tree x, bool wrap)
{
  tree t = working_type (code, type, wrap);
  return gen_conv (type, fold_build1 (code, t, gen_conv (t, x)));
}

static tree
absolute (tree type, tree x, bool wrap)
{
  if (!INTEGRAL_TYPE_P (type))
    return fold_build1 (ABS_EXPR, type, x);
  if (TYPE_UNSIGNED (type))
    return x;
  if (wrap || TYPE_PRECISION (type) < TYPE_PRECISION (integer_type_node))
    return gen_conv (type, fold_build1 (ABSU_EXPR, unsigned_type_for (type), x));
  return fold_build1 (ABS_EXPR, type, x);
}

/* A comparison as C's int.  */
static tree
compare (enum tree_code code, tree type, tree x, tree y)
{
  tree c = fold_build2 (code, boolean_type_node, x, gen_conv (TREE_TYPE (x), y));
  return fold_convert (type, c);
}

/* --- Choices --------------------------------------------------------------------------------- */

/* COND ? X : Y with all three evaluated: statements that if-conversion understands.  */
static tree
choose (struct gen_fn *f, tree cond, tree type, tree x, tree y)
{
  if (CONSTANT_CLASS_P (cond))
    return integer_zerop (cond) ? y : x;
  tree r = gen_var (f, type, "choice");
  tree saved = gen_push (f);
  gen_set (f, r, x);
  tree yes = gen_pop (f, saved);
  saved = gen_push (f);
  gen_set (f, r, y);
  tree no = gen_pop (f, saved);
  gen_if (f, cond, yes, no);
  return r;
}

tree
gen_seldom (struct gen_fn *f, tree cond)
{
  REAL_VALUE_TYPE sure;
  real_from_string (&sure, "0.999");
  tree e = build_call_expr_loc (f->loc, builtin_decl_explicit (BUILT_IN_EXPECT_WITH_PROBABILITY), 3,
				gen_conv (long_integer_type_node, cond),
				build_zero_cst (long_integer_type_node),
				build_real (double_type_node, sure));
  return gen_truth (e);
}

/* No MIN_EXPR for floats: it says nothing of NaN.  The last choice is the machine's own minimum (y
   if unordered), the one before it mends the one operand order that it gets wrong; both vectorise.
   In this order a reduction that is not vectorised waits for the minimum alone: whether its next
   value is a NaN is known before, and is a branch.  If an operand is never a NaN, the last choice
   is enough in the order that suits; it may give another of two zeros.  */
tree
gen_minmax (struct gen_fn *f, tree x, tree y, bool greater, bool nan, bool x_number, bool y_number)
{
  tree type = TREE_TYPE (x);
  if (TREE_CODE (type) == BOOLEAN_TYPE)
    return fold_build2 (greater ? BIT_IOR_EXPR : BIT_AND_EXPR, type, x, y);
  if (INTEGRAL_TYPE_P (type) || (!HONOR_NANS (type) && !HONOR_SIGNED_ZEROS (type)))
    return fold_build2 (greater ? MAX_EXPR : MIN_EXPR, type, x, y);
  if (x_number || y_number)
    {
      if (x_number != nan)
	std::swap (x, y);
    }
  else if (HONOR_NANS (type))
    {
      tree z = nan ? x : y;
      y = choose (f, gen_seldom (f, build2 (UNORDERED_EXPR, boolean_type_node, z, z)), type, x, y);
    }
  return choose (f, build2 (greater ? GT_EXPR : LT_EXPR, boolean_type_node, x, y), type, x, y);
}

/* How many of B, B + S, ... lie before E: all of one integer type, with lo and hi in walking order
   (hi - lo - 1) / |s| + 1, computed unsigned as the distance may not fit the signed type; of a wide
   type the largest of TYPE if there are more.  */
static tree
steps (struct gen_fn *f, tree type, tree b, tree e, tree s)
{
  tree t = TREE_TYPE (b), u = unsigned_type_for (t);
  e = gen_save (f, gen_conv (t, e));
  s = gen_save (f, gen_conv (t, s));
  tree zero = build_zero_cst (t), one = build_one_cst (u);
  tree down = fold_build2 (LT_EXPR, boolean_type_node, s, zero);
  tree us = gen_conv (u, s);
  tree lo = gen_save (f, choose (f, down, t, e, b));
  tree hi = gen_save (f, choose (f, unshare_expr (down), t, b, e));
  tree by = gen_save (f, choose (f, unshare_expr (down), u,
				 fold_build1 (NEGATE_EXPR, u, us), us));
  tree none = fold_build2 (TRUTH_OR_EXPR, boolean_type_node,
			   fold_build2 (EQ_EXPR, boolean_type_node, s, zero),
			   fold_build2 (GE_EXPR, boolean_type_node, lo, hi));
  tree span = fold_build2 (MINUS_EXPR, u, fold_build2 (MINUS_EXPR, u, gen_conv (u, hi),
						       gen_conv (u, lo)), one);
  tree rest = fold_build2 (TRUNC_DIV_EXPR, u, span, by);
  if (TYPE_PRECISION (u) > TYPE_PRECISION (type))
    {
      /* One less than the largest, so that adding one does not wrap.  */
      tree most = int_const_binop (MINUS_EXPR, gen_conv (u, TYPE_MAX_VALUE (type)), one);
      rest = fold_build2 (MIN_EXPR, u, rest, most);
    }
  tree n = fold_build2 (PLUS_EXPR, u, rest, one);
  return choose (f, none, type, build_zero_cst (type), gen_conv (type, n));
}

/* --- Records and pointers -------------------------------------------------------------------- */

static tree
record (struct gen_fn *f, tree type, unsigned n, tree *args)
{
  vec<constructor_elt, va_gc> *elts = NULL;
  for (unsigned i = 0; i < n; i++)
    {
      tree d = gen_field_decl (type, i);
      CONSTRUCTOR_APPEND_ELT (elts, d, gen_conv (TREE_TYPE (d), args[i]));
    }
  tree r = gen_var (f, type, "record");
  gen_emit (f, build2 (MODIFY_EXPR, type, r, build_constructor (type, elts)));
  return r;
}

static tree
field (tree type, tree x, unsigned index)
{
  tree d = gen_field_decl (TREE_TYPE (x), index);
  return gen_conv (type, build3 (COMPONENT_REF, TREE_TYPE (d), x, d, NULL_TREE));
}

/* P + I elements of SIZE bytes.  */
static tree
advance (tree p, tree i, uint64_t size)
{
  tree bytes = fold_build2 (MULT_EXPR, sizetype, fold_convert (sizetype, i), size_int (size));
  return fold_build_pointer_plus (p, bytes);
}

/* --- The table ------------------------------------------------------------------------------- */

tree
gen_prim (struct gen_fn *f, struct imp_expr *e, tree *a)
{
  tree type = gen_tree_type (e->type);
  bool flt = FLOAT_TYPE_P (type);
  switch (e->op)
    {
    case FIR_NEG: return unary (NEGATE_EXPR, type, a[0], e->wrap);
    case FIR_NOT:
      return unary (TREE_CODE (type) == COMPLEX_TYPE ? CONJ_EXPR : BIT_NOT_EXPR, type, a[0],
		    false);
    case FIR_ABS: return absolute (type, a[0], e->wrap);
    case FIR_ADD: return binary (PLUS_EXPR, type, a[0], a[1], e->wrap);
    case FIR_SUB: return binary (MINUS_EXPR, type, a[0], a[1], e->wrap);
    case FIR_MUL: return binary (MULT_EXPR, type, a[0], a[1], e->wrap);
    case FIR_DIV: return binary (flt ? RDIV_EXPR : TRUNC_DIV_EXPR, type, a[0], a[1], false);
    case FIR_REM: return binary (TRUNC_MOD_EXPR, type, a[0], a[1], false);
    case FIR_SHL: return binary (LSHIFT_EXPR, type, a[0], a[1], false);
    case FIR_SHR: return binary (RSHIFT_EXPR, type, a[0], a[1], false);
    case FIR_BAND: return binary (BIT_AND_EXPR, type, a[0], a[1], false);
    case FIR_BOR: return binary (BIT_IOR_EXPR, type, a[0], a[1], false);
    case FIR_BXOR: return binary (BIT_XOR_EXPR, type, a[0], a[1], false);
    case FIR_LT: return compare (LT_EXPR, type, a[0], a[1]);
    case FIR_LE: return compare (LE_EXPR, type, a[0], a[1]);
    case FIR_GT: return compare (GT_EXPR, type, a[0], a[1]);
    case FIR_GE: return compare (GE_EXPR, type, a[0], a[1]);
    case FIR_EQ: return compare (EQ_EXPR, type, a[0], a[1]);
    case FIR_NE: return compare (NE_EXPR, type, a[0], a[1]);
    case FIR_MIN: case FIR_MAX: case FIR_MIN_NAN: case FIR_MAX_NAN:
      return gen_minmax (f, gen_save (f, a[0]), gen_save (f, a[1]),
			 e->op == FIR_MAX || e->op == FIR_MAX_NAN,
			 e->op == FIR_MIN_NAN || e->op == FIR_MAX_NAN,
			 imp_number (&f->g->numbers, e->args[0]),
			 imp_number (&f->g->numbers, e->args[1]));
    case FIR_CONV: return gen_conv (type, a[0]);
    case FIR_SELECT:
      {
	tree x = gen_save (f, a[1]), y = gen_save (f, a[2]);
	return choose (f, gen_truth (a[0]), type, x, y);
      }
    case FIR_RECORD: return record (f, type, e->nargs, a);
    case FIR_FIELD: return field (type, a[0], e->index);
    case FIR_BITS: return fold_build1 (VIEW_CONVERT_EXPR, type, a[0]);
    case FIR_STEPS: return steps (f, type, gen_save (f, a[0]), a[1], a[2]);
    case FIR_PADD:
      if (!e->type->elem)
	gen_fatal ("padd of a pointer without pointee");
      return advance (a[0], a[1], e->type->elem->size);
    default:
      gen_fatal ("%s is no primitive", fir_op_info[e->op].text);
    }
}

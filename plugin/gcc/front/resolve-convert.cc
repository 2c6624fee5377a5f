/* Conversions of operands: as by assignment, sizes and indices, the usual arithmetic ones.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "diag/source.h"
#include "frontend.h"
#include "resolve.h"

/* The type of a value of T, which may be a bit-field's: one that memory can hold.  */
tree
resolve_value_type (tree t)
{
  t = TYPE_MAIN_VARIANT (t);
  if (TREE_CODE (t) != INTEGER_TYPE)
    return t;
  unsigned bits = GET_MODE_BITSIZE (SCALAR_INT_TYPE_MODE (t));
  return TYPE_PRECISION (t) == bits ? t : lang_hooks.types.type_for_size (bits, TYPE_UNSIGNED (t));
}

/* The integer promotions; the front end's hook is that of arguments, float to double too, and
   leaves enumerated types and those of bit-fields alone.  */
tree
resolve_promoted_type (tree t)
{
  t = TYPE_MAIN_VARIANT (t);
  if (!INTEGRAL_TYPE_P (t))
    return t;
  if (TYPE_PRECISION (t) < TYPE_PRECISION (integer_type_node))
    return integer_type_node;
  if (TREE_CODE (t) == ENUMERAL_TYPE)
    return TYPE_MAIN_VARIANT (lang_hooks.types.type_for_size (TYPE_PRECISION (t),
							      TYPE_UNSIGNED (t)));
  return TYPE_MAIN_VARIANT (resolve_value_type (t));
}

tree
resolve_usual_type (tree t1, tree t2)
{
  return TYPE_MAIN_VARIANT (common_type (resolve_promoted_type (t1), resolve_promoted_type (t2)));
}

/* A pointer to FROM may be assigned to a pointer to TO.  */
static bool
assignable_target_p (tree to, tree from)
{
  if (TYPE_QUALS_NO_ADDR_SPACE (from) & ~TYPE_QUALS_NO_ADDR_SPACE (to))
    return false;
  if ((VOID_TYPE_P (to) && TREE_CODE (from) != FUNCTION_TYPE)
      || (VOID_TYPE_P (from) && TREE_CODE (to) != FUNCTION_TYPE))
    return true;
  return comptypes (TYPE_MAIN_VARIANT (to), TYPE_MAIN_VARIANT (from)) == 1;
}

bool
resolve_assignable_p (tree to, tree from)
{
  to = TYPE_MAIN_VARIANT (to);
  from = TYPE_MAIN_VARIANT (from);
  if (to == from)
    return true;
  if (vtype_elem (to) || vtype_elem (from) || VOID_TYPE_P (to) || VOID_TYPE_P (from))
    return false;
  if (ctype_arithmetic_p (to) && ctype_arithmetic_p (from))
    return true;
  if (TREE_CODE (from) == POINTER_TYPE && TREE_CODE (to) == BOOLEAN_TYPE)
    return true;
  if (TREE_CODE (to) == POINTER_TYPE && TREE_CODE (from) == POINTER_TYPE)
    return assignable_target_p (TREE_TYPE (to), TREE_TYPE (from));
  return comptypes (to, from) == 1;
}

/* E is 0, or 0 cast to void *.  */
static bool
null_pointer_p (tree e)
{
  tree t = TREE_TYPE (e);
  return TREE_CODE (e) == INTEGER_CST && integer_zerop (e)
	 && (INTEGRAL_TYPE_P (t)
	     || (TREE_CODE (t) == POINTER_TYPE && VOID_TYPE_P (TREE_TYPE (t))
		 && TYPE_QUALS (TREE_TYPE (t)) == TYPE_UNQUALIFIED));
}

/* The decimal float T holds each value of VALUE, an integer.  GCC tells only of binary ones.  */
static bool
decimal_holds_p (tree t, tree value)
{
  tree from = TREE_TYPE (value);
  if (!DECIMAL_FLOAT_TYPE_P (t) || !INTEGRAL_TYPE_P (from))
    return false;
  if (TREE_CODE (value) == INTEGER_CST)
    return tree_int_cst_equal (value, convert (from, convert (t, value)));
  unsigned bits = TYPE_PRECISION (from) - !TYPE_UNSIGNED (from);
  return bits * 30103L < REAL_MODE_FORMAT (TYPE_MODE (t))->p * 100000L;	/* log10 (2) */
}

/* Warn if VALUE, operand K, may not be the same in the arithmetic type T.  A sign that changes is
   no loss: -1 is how C writes all bits.  */
static void
warn_if_narrowed (struct call *c, unsigned k, tree t, tree value)
{
  if (!ctype_arithmetic_p (t) || !ctype_arithmetic_p (TREE_TYPE (value))
      || TREE_CODE (t) == BOOLEAN_TYPE)
    return;
  enum conversion_safety safety = unsafe_conversion_p (t, value, NULL_TREE, false);
  if (safety == SAFE_CONVERSION || safety == UNSAFE_SIGN || decimal_holds_p (t, value))
    return;
  tree e = operand (c, k);
  auto_diagnostic_group group;
  if (warning_at (EXPR_HAS_LOCATION (e) ? loc_user (EXPR_LOCATION (e))
		  : source_operand (c->loc, c->op, k), 0,
		  CONSTANT_CLASS_P (value)
		  ? G_("operand %u of %qs has type %qT and changes its value when converted to %qT")
		  : G_("operand %u of %qs has type %qT and may change its value when converted to "
		       "%qT"), k, op_site_name (c->op), TREE_TYPE (value), t))
    loc_note_macro (EXPR_LOC_OR_LOC (e, c->spot));
}

tree
resolve_convert_value (struct call *c, unsigned k, tree t, tree value)
{
  t = TYPE_MAIN_VARIANT (t);
  value = c_fully_fold (value, false, NULL, false);
  STRIP_TYPE_NOPS (value);
  if (TREE_CODE (t) == POINTER_TYPE && !vtype_elem (t) && null_pointer_p (value))
    return build_int_cst (t, 0);
  if (!resolve_assignable_p (t, TREE_TYPE (value)))
    return resolve_wrong_type_for (c, k, t);
  warn_if_narrowed (c, k, t, value);
  return TYPE_MAIN_VARIANT (TREE_TYPE (value)) == t ? value : convert (t, value);
}

bool
resolve_convert_operand (struct call *c, unsigned k, tree t)
{
  tree value = resolve_convert_value (c, k, t, operand (c, k));
  if (!value)
    return false;
  operand (c, k) = value;
  return true;
}

/* VALUE, wider than the integer type T, as a T: the nearest one, so that what is out of range stays
   it.  The nearest of a negative one is negative also if T is size_t, as it is where VALUE is an
   int.  */
static tree
nearest_value (location_t loc, tree t, tree value)
{
  tree from = TREE_TYPE (value), narrow = TYPE_UNSIGNED (from) ? t : signed_type_for (t);
  tree most = fold_convert (from, TYPE_MAX_VALUE (narrow));
  value = save_expr (value);
  tree high = fold_build2_loc (loc, GT_EXPR, integer_type_node, value, most), result;
  result = fold_build3_loc (loc, COND_EXPR, from, high, most, value);
  if (!TYPE_UNSIGNED (from))
    {
      tree least = fold_convert (from, TYPE_MIN_VALUE (narrow));
      tree low = fold_build2_loc (loc, LT_EXPR, integer_type_node, value, least);
      result = fold_build3_loc (loc, COND_EXPR, from, low, least, result);
    }
  return fold_convert_loc (loc, t, result);
}

bool
resolve_convert_integer (struct call *c, unsigned k, tree t)
{
  if (!INTEGRAL_TYPE_P (operand_type (c, k)))
    {
      resolve_wrong_type (c, k, "an integer");
      return false;
    }
  tree value = c_fully_fold (operand (c, k), false, NULL, false);
  bool wide = TYPE_PRECISION (TREE_TYPE (value)) > TYPE_PRECISION (t);
  operand (c, k) = wide ? nearest_value (c->loc, t, value) : convert (t, value);
  return true;
}

/* Scalar terms of C functions that are read: constants, arithmetic, conversions, selections.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   One gimple assignment is one primitive of the type of the SSA name that it defines.  Comparisons
   are int in FIR and converted.  Operations without a primitive (rotations, complex parts, memory)
   are refused by returning no atom.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "body.h"

struct fir_atom
body_zero (struct body *y, const struct type *t)
{
  if (type_is_float (t))
    return fir_atom_float (y->e->p, t, 0);
  if (type_is_integral (t) || t->kind == TYPE_PTR)
    return fir_atom_int (y->e->p, t, 0);
  if (t->kind != TYPE_RECORD)
    return FIR_NONE;
  auto_vec<fir_atom> fields;
  for (unsigned k = 0; k < t->nfields; k++)
    fields.safe_push (body_zero (y, t->fields[k].type));
  return body_record (y, t, fields.address ());
}

struct fir_atom
body_operand (struct body *y, tree t)
{
  struct fir_atom *a;

  if (TREE_CODE (t) == SSA_NAME)
    {
      if ((a = y->names.get (t)))
	return *a;
      if (vtype_elem (TREE_TYPE (t)))
	return body_no_vector (y, t);
      if (y->addresses.get (t))
	return body_load_pointer (y, t);
      /* A variable before it is set: any value will do.  */
      return SSA_NAME_IS_DEFAULT_DEF (t) && SSA_NAME_VAR (t) && VAR_P (SSA_NAME_VAR (t))
	     ? body_zero (y, ext_type (y->e, TREE_TYPE (t))) : FIR_NONE;
    }
  if (vtype_elem (TREE_TYPE (t))
      && (integer_zerop (t) || TREE_CODE (t) == VIEW_CONVERT_EXPR))
    return body_no_vector (y, t);
  if (integer_zerop (t) && POINTER_TYPE_P (TREE_TYPE (t)))
    return body_zero (y, ext_type (y->e, TREE_TYPE (t)));
  if (is_gimple_min_invariant (t))
    return ext_constant (y->e, t, ext_type (y->e, TREE_TYPE (t)));
  return body_place_read (y, t);
}

/* The primitive for tree code CODE, FIR_LAST if there is none.  */
static enum fir_op
prim_of (enum tree_code code)
{
  switch (code)
    {
    case PLUS_EXPR: return FIR_ADD;
    case MINUS_EXPR: return FIR_SUB;
    case MULT_EXPR: return FIR_MUL;
    case RDIV_EXPR:
    case EXACT_DIV_EXPR:
    case TRUNC_DIV_EXPR: return FIR_DIV;
    case TRUNC_MOD_EXPR: return FIR_REM;
    case LSHIFT_EXPR: return FIR_SHL;
    case RSHIFT_EXPR: return FIR_SHR;
    case BIT_AND_EXPR: return FIR_BAND;
    case BIT_IOR_EXPR: return FIR_BOR;
    case BIT_XOR_EXPR: return FIR_BXOR;
    case LT_EXPR: return FIR_LT;
    case LE_EXPR: return FIR_LE;
    case GT_EXPR: return FIR_GT;
    case GE_EXPR: return FIR_GE;
    case EQ_EXPR: return FIR_EQ;
    case NE_EXPR: return FIR_NE;
    case NEGATE_EXPR: return FIR_NEG;
    case BIT_NOT_EXPR: return FIR_NOT;
    case ABS_EXPR: return FIR_ABS;
    case MIN_EXPR: return FIR_MIN;
    case MAX_EXPR: return FIR_MAX;
    default: return FIR_LAST;
    }
}

/* X OP Y as int.  */
static struct fir_atom
compared (struct body *y, enum fir_op op, struct fir_atom a, struct fir_atom b)
{
  return fir_prim2 (y->e->p, y->b, op, fir_atom_type (a), a, b);
}

/* The comparison CODE of floats A and B that asks for NaNs, as int; absent if it is another.  The
   value is right; the flags of quiet NaNs are those of the opposite comparison.  */
static struct fir_atom
unordered (struct body *y, enum tree_code code, struct fir_atom a, struct fir_atom b)
{
  const struct type *i32 = type_i32 (y->e->ctx);
  struct fir_atom c;

  switch (code)
    {
    case UNORDERED_EXPR:
      return fir_prim2 (y->e->p, y->b, FIR_BOR, i32, compared (y, FIR_NE, a, a),
			compared (y, FIR_NE, b, b));
    case ORDERED_EXPR:
      return fir_prim2 (y->e->p, y->b, FIR_BAND, i32, compared (y, FIR_EQ, a, a),
			compared (y, FIR_EQ, b, b));
    case LTGT_EXPR:
      return fir_prim2 (y->e->p, y->b, FIR_BOR, i32, compared (y, FIR_LT, a, b),
			compared (y, FIR_GT, a, b));
    case UNLT_EXPR: c = compared (y, FIR_GE, a, b); break;
    case UNLE_EXPR: c = compared (y, FIR_GT, a, b); break;
    case UNGT_EXPR: c = compared (y, FIR_LE, a, b); break;
    case UNGE_EXPR: c = compared (y, FIR_LT, a, b); break;
    default: return FIR_NONE;
    }
  return compared (y, FIR_EQ, c, body_zero (y, i32));
}

/* The absolute value of integer A as TYPE, the unsigned one: of the least A, too.  */
static struct fir_atom
absolute (struct body *y, const struct type *type, struct fir_atom a)
{
  struct fir_atom u = ext_convert (y->e, y->b, type, a), args[3];

  args[0] = compared (y, FIR_LT, a, body_zero (y, fir_atom_type (a)));
  args[1] = fir_prim (y->e->p, y->b, FIR_NEG, type, 1, &u);
  args[2] = u;
  return fir_prim (y->e->p, y->b, FIR_SELECT, type, 3, args);
}

struct fir_atom
body_arithmetic (struct body *y, enum tree_code code, tree ctype, struct fir_atom a,
		 struct fir_atom b)
{
  const struct type *type = ext_type (y->e, ctype);
  enum fir_op op = prim_of (code);
  struct fir_atom args[2] = { a, b }, r;
  unsigned n = fir_atom_none (b) ? 1 : 2;

  if (op == FIR_LAST && type_is_scalar (type) && n == 2 && type_is_float (fir_atom_type (a))
      && fir_atom_type (a) == fir_atom_type (b))
    {
      r = unordered (y, code, a, b);
      return fir_atom_none (r) ? r : ext_convert (y->e, y->b, type, r);
    }
  if (code == ABSU_EXPR && type_is_scalar (fir_atom_type (a)))
    return absolute (y, type, a);
  if (op == FIR_LAST || !type_is_scalar (type))
    return FIR_NONE;
  if (fir_op_info[op].flags & FIR_FLAG_CMP)
    {
      if (n != 2 || fir_atom_type (a) != fir_atom_type (b)
	  || (!type_is_scalar (fir_atom_type (a)) && fir_atom_type (a)->kind != TYPE_PTR))
	return FIR_NONE;
      r = fir_prim (y->e->p, y->b, op, fir_atom_type (a), 2, args);
      return ext_convert (y->e, y->b, type, r);
    }
  if (!type_is_scalar (fir_atom_type (a)))
    return FIR_NONE;
  if (op == FIR_NOT && type->scalar == SCALAR_BOOL)
    {
      r = fir_prim2 (y->e->p, y->b, FIR_EQ, type, a, body_zero (y, type));
      return ext_convert (y->e, y->b, type, r);
    }
  if (op == FIR_SHL || op == FIR_SHR)
    args[1] = ext_convert (y->e, y->b, type_i32 (y->e->ctx), b);
  else if (n == 2 && fir_atom_type (b) != type)
    return FIR_NONE;
  if (fir_atom_type (a) != type)
    return FIR_NONE;
  r = fir_prim (y->e->p, y->b, op, type, n, args);
  if (op == FIR_ADD || op == FIR_SUB || op == FIR_MUL || op == FIR_NEG)
    r.var->def->wrap = INTEGRAL_TYPE_P (ctype) && TYPE_OVERFLOW_WRAPS (ctype)
		       && !TYPE_UNSIGNED (ctype);
  return r;
}

/* T, whose value is A, converted to CTYPE by GIMPLE.  To bool that leaves the lowest bit, as in
   what GCC makes of (x & 1) == b; FIR's conversion asks whether A is 0, as C's does, which is a
   comparison in GIMPLE.  */
static struct fir_atom
converted (struct body *y, tree t, tree ctype, struct fir_atom a)
{
  const struct type *from = fir_atom_type (a), *to = ext_type (y->e, ctype);

  if (!type_is_scalar (from) || !type_is_scalar (to))
    return FIR_NONE;
  if (to->scalar == SCALAR_BOOL && type_is_integral (from) && from->scalar != SCALAR_BOOL
      && tree_nonzero_bits (t) != 1)
    a = fir_prim2 (y->e->p, y->b, FIR_BAND, from, a, fir_atom_int (y->e->p, from, 1));
  return ext_convert (y->e, y->b, to, a);
}

static struct fir_atom
select_value (struct body *y, gimple *stmt)
{
  tree cond = gimple_assign_rhs1 (stmt);
  struct fir_atom args[3];

  if (COMPARISON_CLASS_P (cond))
    {
      args[0] = body_operand (y, TREE_OPERAND (cond, 0));
      args[1] = body_operand (y, TREE_OPERAND (cond, 1));
      if (fir_atom_none (args[0]) || fir_atom_none (args[1]))
	return FIR_NONE;
      args[0] = body_arithmetic (y, TREE_CODE (cond), integer_type_node, args[0], args[1]);
    }
  else
    args[0] = body_operand (y, cond);
  args[1] = body_operand (y, gimple_assign_rhs2 (stmt));
  args[2] = body_operand (y, gimple_assign_rhs3 (stmt));
  if (fir_atom_none (args[0]) || fir_atom_none (args[1]) || fir_atom_none (args[2])
      || fir_atom_type (args[1]) != fir_atom_type (args[2])
      || type_is_vec (fir_atom_type (args[1])))
    return FIR_NONE;
  return fir_prim (y->e->p, y->b, FIR_SELECT, fir_atom_type (args[1]), 3, args);
}

struct fir_atom
body_assigned (struct body *y, gimple *stmt)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  struct fir_atom a, b = FIR_NONE;

  if (code == COND_EXPR)
    return select_value (y, stmt);
  if (gimple_num_ops (stmt) > 3)
    return FIR_NONE;
  a = body_operand (y, gimple_assign_rhs1 (stmt));
  if (fir_atom_none (a))
    return a;
  if (gimple_assign_single_p (stmt))
    return code == SSA_NAME || type_is_vec (fir_atom_type (a))
		   || is_gimple_min_invariant (gimple_assign_rhs1 (stmt)) || code == COMPONENT_REF
		   || code == ARRAY_REF
		   || DECL_P (gimple_assign_rhs1 (stmt))
	       ? a
	       : FIR_NONE;
  if (CONVERT_EXPR_CODE_P (code) || code == FLOAT_EXPR || code == FIX_TRUNC_EXPR)
    return converted (y, gimple_assign_rhs1 (stmt), type, a);
  if (gimple_num_ops (stmt) == 3)
    {
      b = body_operand (y, gimple_assign_rhs2 (stmt));
      if (fir_atom_none (b))
	return b;
    }
  return body_arithmetic (y, code, type, a, b);
}

struct fir_atom
body_builtin (struct body *y, gcall *stmt)
{
  enum fir_op op;
  unsigned n = 2;
  struct fir_atom args[2];
  const struct type *type;

  switch (gimple_call_combined_fn (stmt))
    {
    case CFN_BUILT_IN_EXPECT:
    case CFN_BUILT_IN_EXPECT_WITH_PROBABILITY:
      return body_operand (y, gimple_call_arg (stmt, 0));
    case CFN_BUILT_IN_FMINF:
    case CFN_BUILT_IN_FMIN:
    case CFN_BUILT_IN_FMINL: op = FIR_MIN; break;
    case CFN_BUILT_IN_FMAXF:
    case CFN_BUILT_IN_FMAX:
    case CFN_BUILT_IN_FMAXL: op = FIR_MAX; break;
    case CFN_BUILT_IN_FABSF:
    case CFN_BUILT_IN_FABS:
    case CFN_BUILT_IN_FABSL:
    case CFN_BUILT_IN_ABS:
    case CFN_BUILT_IN_LABS:
    case CFN_BUILT_IN_LLABS: op = FIR_ABS; n = 1; break;
    default: return FIR_NONE;
    }
  type = ext_type (y->e, TREE_TYPE (gimple_call_fntype (stmt)));
  for (unsigned k = 0; k < n; k++)
    {
      args[k] = body_operand (y, gimple_call_arg (stmt, k));
      if (fir_atom_none (args[k]) || fir_atom_type (args[k]) != type || !type_is_scalar (type))
	return FIR_NONE;
    }
  return fir_prim (y->e->p, y->b, op, type, n, args);
}

/* Where pointers may point, for the passivity check.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Follows SSA definitions: copies, conversions, arithmetic, joins, addresses.  A pointer that is
   read from a local variable whose address nobody has may be any that is stored there.  A vector
   points where the arrays and vectors that it is made of do.  Whatever else (read through another
   pointer, made of an integer, given back by a call) points elsewhere.  */

#include "gcc-compat.h"
#include "nova-gcc.h"
#include "passive.h"

struct pointer_search
{
  tree fn;
  hash_set<tree> seen;		/* names, and variables whose contents were looked at */
  struct points found;
};

static void follow (struct pointer_search *s, tree p);
static void follow_contents (struct pointer_search *s, tree var);

static void
points_elsewhere (struct pointer_search *s, tree what)
{
  if (!s->found.elsewhere)
    s->found.what = what;
  s->found.more |= s->found.elsewhere && (what != s->found.what || !what);
  s->found.elsewhere = true;
}

static unsigned
param_number (tree parm)
{
  unsigned k = 0;
  for (tree p = DECL_ARGUMENTS (DECL_CONTEXT (parm)); p && p != parm; p = DECL_CHAIN (p))
    k++;
  return k;
}

/* The memory that BASE, the base of a reference, is.  */
static void
follow_base (struct pointer_search *s, tree base)
{
  if (TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF)
    follow (s, TREE_OPERAND (base, 0));
  else if (!DECL_P (base) || !auto_var_in_fn_p (base, s->fn))
    points_elsewhere (s, base);
}

/* REF is a part of a variable that may share bytes with a part of another type.  */
static bool
overlaid_p (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if ((TREE_CODE (ref) != COMPONENT_REF && TREE_CODE (ref) != ARRAY_REF)
	|| TREE_CODE (TREE_TYPE (TREE_OPERAND (ref, 0))) == UNION_TYPE)
      return true;
  return !DECL_P (ref);
}

/* The pointers that assignment STMT puts into a local variable.  */
static void
follow_store (struct pointer_search *s, gimple *stmt)
{
  if (!gimple_assign_single_p (stmt))
    {
      points_elsewhere (s, NULL_TREE);
      return;
    }
  tree rhs = gimple_assign_rhs1 (stmt);
  bool value = TREE_CODE (rhs) == SSA_NAME || TREE_CODE (rhs) == ADDR_EXPR
	       || CONSTANT_CLASS_P (rhs);
  tree base = value ? NULL_TREE : get_base_address (rhs);
  /* Not is_gimple_val: it asks for the current function, which is another.  */
  if (POINTER_TYPE_P (TREE_TYPE (rhs)) && value)
    follow (s, rhs);
  else if (TREE_CODE (rhs) == CONSTRUCTOR
	   || (is_gimple_reg_type (TREE_TYPE (rhs)) && !overlaid_p (gimple_assign_lhs (stmt))
	       && !POINTER_TYPE_P (TREE_TYPE (rhs))))
    /* No pointer.  */
    return;
  else if (base && VAR_P (base))
    follow_contents (s, base);
  else
    points_elsewhere (s, NULL_TREE);
}

/* The pointers in VAR, whose address nobody has: all that are stored there.  */
static void
follow_contents (struct pointer_search *s, tree var)
{
  basic_block bb;
  if (s->seen.add (var))
    return;
  if (!auto_var_in_fn_p (var, s->fn) || TREE_ADDRESSABLE (var) || TREE_CODE (var) == PARM_DECL)
    {
      points_elsewhere (s, NULL_TREE);
      return;
    }
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (s->fn))
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *stmt = gsi_stmt (i);
	tree lhs = gimple_get_lhs (stmt);
	if (lhs && TREE_CODE (lhs) != SSA_NAME && get_base_address (lhs) == var
	    && !gimple_clobber_p (stmt))
	  follow_store (s, stmt);
      }
}

/* The vector, or pointer to the elements of one, that builtin OP gives back at STMT as NAME.  A new
   vector points nowhere, but may share memory with what it is made of.  */
static void
follow_builtin (struct pointer_search *s, gcall *stmt, enum nova_op op, tree name)
{
  bool data = op == NOVA_OP_DATA || op == NOVA_OP_HDATA;
  s->found.vector |= data;
  if (!data && !vec_elem (TREE_TYPE (name)))
    points_elsewhere (s, name);
  else if (op == NOVA_OP_VIEW || op == NOVA_OP_VIEW_STRIDED)
    follow (s, gimple_call_arg (stmt, 0));
  else
    for (unsigned k = 0; k < gimple_call_num_args (stmt); k++)
      if (vec_elem (TREE_TYPE (gimple_call_arg (stmt, k))))
	follow (s, gimple_call_arg (stmt, k));
}

/* A pointer that call STMT gives back, as NAME.  */
static void
follow_call (struct pointer_search *s, gcall *stmt, tree name)
{
  int flags = gimple_call_return_flags (stmt);
  tree fn = gimple_call_fndecl (stmt);
  if (fn && decl_op (fn) != NOVA_OP_NONE)
    {
      follow_builtin (s, stmt, decl_op (fn), name);
      return;
    }
  if (fn && ALLOCA_FUNCTION_CODE_P (DECL_UNCHECKED_FUNCTION_CODE (fn))
      && fndecl_built_in_p (fn, BUILT_IN_NORMAL))
    return;
  if ((flags & ERF_RETURNS_ARG) && (unsigned) (flags & ERF_RETURN_ARG_MASK)
				   < gimple_call_num_args (stmt))
    follow (s, gimple_call_arg (stmt, flags & ERF_RETURN_ARG_MASK));
  else
    points_elsewhere (s, name);
}

static void
follow_assign (struct pointer_search *s, gimple *stmt, tree name)
{
  tree rhs = gimple_assign_rhs1 (stmt);
  if (TREE_CODE (rhs) == VIEW_CONVERT_EXPR && POINTER_TYPE_P (TREE_TYPE (TREE_OPERAND (rhs, 0))))
    rhs = TREE_OPERAND (rhs, 0);
  switch (gimple_assign_rhs_code (stmt))
    {
    case POINTER_PLUS_EXPR:
    CASE_CONVERT:
      follow (s, rhs);
      return;
    case COND_EXPR:
      follow (s, gimple_assign_rhs2 (stmt));
      follow (s, gimple_assign_rhs3 (stmt));
      return;
    default:
      break;
    }
  if (!gimple_assign_single_p (stmt))
    {
      points_elsewhere (s, name);
      return;
    }
  if (TREE_CODE (rhs) == SSA_NAME || TREE_CODE (rhs) == ADDR_EXPR || CONSTANT_CLASS_P (rhs))
    {
      follow (s, rhs);
      return;
    }
  tree base = get_base_address (rhs);
  if (base && VAR_P (base))
    follow_contents (s, base);
  else
    points_elsewhere (s, name);
}

static void
follow (struct pointer_search *s, tree p)
{
  if (TREE_CODE (p) == ADDR_EXPR)
    follow_base (s, get_base_address (TREE_OPERAND (p, 0)));
  else if (TREE_CODE (p) == INTEGER_CST)
    {
      /* The null pointer points nowhere.  */
      if (!integer_zerop (p))
	points_elsewhere (s, p);
    }
  else if (TREE_CODE (p) != SSA_NAME)
    points_elsewhere (s, p);
  else if (!s->seen.add (p))
    {
      gimple *def = SSA_NAME_DEF_STMT (p);
      tree var = SSA_NAME_VAR (p);
      if (SSA_NAME_IS_DEFAULT_DEF (p) && var && TREE_CODE (var) == PARM_DECL)
	s->found.params |= param_bit (param_number (var));
      else if (SSA_NAME_IS_DEFAULT_DEF (p))
	points_elsewhere (s, p);
      else if (gphi *phi = dyn_cast<gphi *> (def))
	for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
	  follow (s, gimple_phi_arg_def (phi, k));
      else if (is_gimple_assign (def))
	follow_assign (s, def, p);
      else if (gcall *call = dyn_cast<gcall *> (def))
	follow_call (s, call, p);
      else
	points_elsewhere (s, p);
    }
}

struct points
points_to (tree fn, tree p)
{
  struct pointer_search s;
  s.fn = fn;
  s.found = { 0, false, NULL_TREE, false, false };
  follow (&s, p);
  return s.found;
}

struct points
points_base (tree fn, tree base)
{
  struct pointer_search s;
  s.fn = fn;
  s.found = { 0, false, NULL_TREE, false, false };
  follow_base (&s, base);
  return s.found;
}

/* Elements whose index is the result of a comparison: a workaround before the vectoriser.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   In t[x != 0], GCC 12's vectoriser looks through the conversions of an index that it gathers by,
   down to the comparison, and uses the vector comparison as the index: a mask, whose true is -1
   instead of 1.  It does so with the machine's gather instructions and without them, in loops whose
   iterations are known to be independent, as those of workers are.  So in stubs and workers the
   conversion of a truth value that becomes part of an address is rewritten as a conditional, v ? 1
   : 0, which the vectoriser does not look through; later passes revert it where it stayed a scalar.

   The user's own loops are not touched, nor functions that GCC makes from them.  A link with
   -flto that does not name the plugin goes without this.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"


/* How many operations are followed from a truth value to an address.  */
#define MOST_STEPS 8

static bool reaches_address_p (tree name, int steps);

/* S has NAME in an address, or hands it on to one.  */
static bool
addresses_p (gimple *s, tree name, int steps)
{
  if (!is_gimple_assign (s))
    return gimple_code (s) == GIMPLE_CALL && gimple_vuse (s);
  if (gimple_vuse (s))
    return !gimple_store_p (s) || gimple_assign_rhs1 (s) != name;
  if (gimple_assign_rhs_code (s) == ADDR_EXPR)
    return true;
  switch (gimple_assign_rhs_code (s))
    {
    CASE_CONVERT:
    case SSA_NAME: case POINTER_PLUS_EXPR: case PLUS_EXPR: case MINUS_EXPR: case MULT_EXPR:
    case LSHIFT_EXPR: case NEGATE_EXPR: case BIT_AND_EXPR: case BIT_IOR_EXPR: case BIT_XOR_EXPR:
      return reaches_address_p (gimple_assign_lhs (s), steps + 1);
    default:
      return false;
    }
}

static bool
reaches_address_p (tree name, int steps)
{
  imm_use_iterator it;
  use_operand_p use;
  if (steps > MOST_STEPS || TREE_CODE (name) != SSA_NAME)
    return false;
  FOR_EACH_IMM_USE_FAST (use, it, name)
    if (!is_gimple_debug (USE_STMT (use)) && addresses_p (USE_STMT (use), name, steps))
      return true;
  return false;
}

/* T has the values 0 and 1 only.  */
static bool
truth_type_p (tree t)
{
  return TREE_CODE (t) == BOOLEAN_TYPE
	 || (INTEGRAL_TYPE_P (t) && TYPE_PRECISION (t) == 1 && TYPE_UNSIGNED (t));
}

/* S makes a number of a truth value.  */
static bool
converts_truth_p (gimple *s)
{
  if (!is_gimple_assign (s) || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
    return false;
  tree to = TREE_TYPE (gimple_assign_lhs (s)), from = gimple_assign_rhs1 (s);
  return TREE_CODE (from) == SSA_NAME && truth_type_p (TREE_TYPE (from)) && INTEGRAL_TYPE_P (to)
	 && !truth_type_p (to);
}

unsigned
late_gather (void)
{
  basic_block b;
  FOR_EACH_BB_FN (b, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (b); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	if (!converts_truth_p (s) || !reaches_address_p (gimple_assign_lhs (s), 0))
	  continue;
	tree to = TREE_TYPE (gimple_assign_lhs (s)), from = gimple_assign_rhs1 (s);
	tree holds = from;
	if (TREE_CODE (TREE_TYPE (from)) != BOOLEAN_TYPE)
	  holds = build2 (NE_EXPR, boolean_type_node, from, build_zero_cst (TREE_TYPE (from)));
	gimple_assign_set_rhs_with_ops (&i, COND_EXPR, holds, build_one_cst (to),
					build_zero_cst (to));
	update_stmt (gsi_stmt (i));
      }
  return 0;
}

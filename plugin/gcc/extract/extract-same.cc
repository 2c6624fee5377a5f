/* Host operands that have one value although they are two terms.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Regions are formed before GCC numbers values: `n + 1' or `d->n' written twice is two SSA names.
   As two parameters of a region they would be two lengths to every pass, and what is cut at offsets
   of the one and of the other would be rows of other lengths.

   Names are the same if the same operation of the same operands gives them, and, where it loads,
   nothing in between may write what it loads.  That is asked of the statements: virtual operands
   are not renamed where a region before was replaced by its stub.

   Does not: see loads past a join of paths, joins themselves, operands in another order.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"

/* How many pairs of names, and statements between two loads, are looked at.  */
#define MOST_NAMES 64
#define MOST_STATEMENTS 200

/* Does FROM stand before TO, on the only path to it, and nothing between them may write REF?  Our
   own calls are declared as what they do.  */
static bool
unwritten_p (gimple *from, gimple *to, tree ref)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (to);
  basic_block b = gimple_bb (to);

  for (unsigned k = 0; k < MOST_STATEMENTS; k++)
    {
      if (!gsi_end_p (gsi))
	gsi_prev_nondebug (&gsi);
      else if (!single_pred_p (b))
	return false;
      else
	{
	  b = single_pred (b);
	  gsi = gsi_last_nondebug_bb (b);
	}
      if (gsi_end_p (gsi))
	continue;
      if (gsi_stmt (gsi) == from)
	return true;
      if (stmt_may_clobber_ref_p (gsi_stmt (gsi), ref))
	return false;
    }
  return false;
}

/* What T, an SSA name, is a copy of; or T.  */
static const_tree
copied_from (const_tree t)
{
  while (gimple_assign_ssa_name_copy_p (SSA_NAME_DEF_STMT (t)))
    t = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (t));
  return t;
}

/* GCC's comparison of terms, which goes on into what SSA names stand for.  It holds no two volatile
   terms for equal.  */
class same_terms : public operand_compare
{
public:
  unsigned left = MOST_NAMES;

  bool operand_equal_p (const_tree a, const_tree b, unsigned flags) override;
  bool same_names_p (const_tree a, const_tree b);
};

bool
same_terms::same_names_p (const_tree a, const_tree b)
{
  gassign *x, *y;

  a = copied_from (a);
  b = copied_from (b);
  if (a == b)
    return true;
  x = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (a));
  y = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (b));
  if (!x || !y || gimple_assign_rhs_code (x) != gimple_assign_rhs_code (y)
      || !types_compatible_p (TREE_TYPE (a), TREE_TYPE (b)) || left == 0)
    return false;
  left--;
  for (unsigned k = 1; k < gimple_num_ops (x); k++)
    if (!operand_equal_p (gimple_op (x, k), gimple_op (y, k), OEP_NO_HASH_CHECK))
      return false;
  return !gimple_vuse (x) || unwritten_p (x, y, gimple_assign_rhs1 (x))
	 || unwritten_p (y, x, gimple_assign_rhs1 (x));
}

bool
same_terms::operand_equal_p (const_tree a, const_tree b, unsigned flags)
{
  return TREE_CODE (a) == SSA_NAME && TREE_CODE (b) == SSA_NAME
	 ? same_names_p (a, b) : operand_compare::operand_equal_p (a, b, flags);
}

bool
ext_same_value_p (tree a, tree b)
{
  same_terms terms;

  return TREE_CODE (a) == SSA_NAME && TREE_CODE (b) == SSA_NAME && terms.same_names_p (a, b);
}

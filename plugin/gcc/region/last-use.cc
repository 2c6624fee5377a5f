/* Vectors that die with the region that reads them, so that a result may reuse their memory.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   In `x = nova_map (f, x)' ownership releases the old vector right behind the call:

     new_1 = map (f, x_2)
     release (x_2)

   If nothing between the two can access x_2's elements, and there is no other reference when the
   stub runs, they are dead.  The runtime tests for other references.

   Does not: handle functions that call setjmp: there an error in the middle of the region may
   return to a point where x_2 still has its value.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract/extract.h"

/* Do T and OTHER, handles, surely have one value: the same name, or loads of one place of the
   function's own with nothing stored in between?  */
static bool
same_handle (tree t, tree other)
{
  gimple *a, *b;
  tree base;

  if (t == other)
    return true;
  if (TREE_CODE (t) != SSA_NAME || TREE_CODE (other) != SSA_NAME)
    return false;
  a = SSA_NAME_DEF_STMT (t);
  b = SSA_NAME_DEF_STMT (other);
  if (!gimple_assign_load_p (a) || !gimple_assign_load_p (b) || gimple_vuse (a) != gimple_vuse (b)
      || gimple_has_volatile_ops (a) || gimple_has_volatile_ops (b)
      || !operand_equal_p (gimple_assign_rhs1 (a), gimple_assign_rhs1 (b), 0))
    return false;
  base = region_base_decl (gimple_assign_rhs1 (a));
  return base && region_private_decl_p (base);
}

/* Is T what a member of R gives?  */
static bool
result_p (struct ext_region *r, tree t)
{
  for (struct ext_call *c : r->members)
    if (gimple_call_lhs (c->stmt) == t)
      return true;
  return false;
}

/* Can STMT, which is no release of it, not see the elements of vector T, or let others see them
   later?  */
static bool
blind (struct ext_region *r, gimple *stmt, tree t)
{
  use_operand_p use;
  ssa_op_iter it;
  tree rhs;

  if (call_retain_p (stmt))
    return result_p (r, gimple_call_arg (stmt, 0));
  if (is_gimple_debug (stmt) || call_release_p (stmt) || gimple_clobber_p (stmt)
      || gimple_code (stmt) == GIMPLE_LABEL || gimple_code (stmt) == GIMPLE_NOP
      || gimple_code (stmt) == GIMPLE_PREDICT)
    return true;
  if (!is_gimple_assign (stmt) || gimple_has_volatile_ops (stmt))
    return false;
  FOR_EACH_SSA_USE_OPERAND (use, stmt, it, SSA_OP_USE)
    if (USE_FROM_PTR (use) == t)
      return false;
  if (!gimple_assign_single_p (stmt))
    return true;
  rhs = gimple_assign_rhs1 (stmt);
  return !region_memory_p (rhs) || region_base_decl (rhs);
}

bool
region_dies_p (struct ext_build *e, tree t)
{
  gimple *last = e->r->members.last ()->stmt;
  gimple_stmt_iterator gsi = gsi_for_stmt (last);

  if (cfun->calls_setjmp || cfun->has_nonlocal_label)
    return false;
  for (gimple *stmt : e->r->late)
    if (!gimple_bb (stmt))
      continue;
    else if (call_release_p (stmt) && same_handle (t, gimple_call_arg (stmt, 0)))
      return true;
    else if (!blind (e->r, stmt, t))
      return false;
  for (gsi_next (&gsi); !gsi_end_p (gsi); gsi_next (&gsi))
    if (call_release_p (gsi_stmt (gsi)) && same_handle (t, gimple_call_arg (gsi_stmt (gsi), 0)))
      return true;
    else if (!blind (e->r, gsi_stmt (gsi), t))
      return false;
  return false;
}

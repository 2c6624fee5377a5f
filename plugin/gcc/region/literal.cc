/* Local arrays that are only viewed: vectors of values.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   In

     size_t cuts[3] = { 0, n, n + m };
     nova_segments (x, nova_view (cuts, 3))

   the array would have to be written before the region that reads it, and N may be a result of that
   region.  If nothing but such views have the array's address, it holds at each the values that
   were stored before it: the view becomes a LITERAL, whose operands are these values.

   Does not: arrays of more than eight elements; elements that are stored on one of several ways;
   views that anything but a computing builtin uses, which may see later stores.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract/extract.h"

static const unsigned MOST_ELEMENTS = 8;

/* A view of a local array, and the values of its elements.  */
struct literal
{
  gcall *view;
  auto_vec<tree> values;
};

/* The local array of scalars that the call STMT views, flat; NULL_TREE if it is no such call.  */
static tree
viewed_array (gimple *stmt)
{
  tree p, decl, type;

  if (op_called (stmt) != NOVA_OP_VIEW || gimple_call_num_args (stmt) != 3
      || !gimple_call_lhs (stmt) || TREE_CODE (gimple_call_lhs (stmt)) != SSA_NAME)
    return NULL_TREE;
  p = gimple_call_arg (stmt, 0);
  decl = TREE_CODE (p) == ADDR_EXPR ? TREE_OPERAND (p, 0) : NULL_TREE;
  if (decl && TREE_CODE (decl) == ARRAY_REF && integer_zerop (TREE_OPERAND (decl, 1)))
    decl = TREE_OPERAND (decl, 0);
  if (!decl || !VAR_P (decl) || TREE_CODE (TREE_TYPE (decl)) != ARRAY_TYPE
      || !auto_var_in_fn_p (decl, current_function_decl) || TREE_THIS_VOLATILE (decl))
    return NULL_TREE;
  type = TREE_TYPE (TREE_TYPE (decl));
  return (INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type))
	 && TYPE_MAIN_VARIANT (type) == vtype_elem (TREE_TYPE (gimple_call_lhs (stmt)))
	 && tree_fits_uhwi_p (TYPE_SIZE_UNIT (TREE_TYPE (decl))) ? decl : NULL_TREE;
}

/* Do none but builtins that compute use vector T?  */
static bool
computed_with_p (tree t)
{
  imm_use_iterator it;
  use_operand_p use;

  FOR_EACH_IMM_USE_FAST (use, it, t)
    {
      gimple *stmt = USE_STMT (use);

      if (!is_gimple_debug (stmt) && !call_retain_p (stmt) && !call_release_p (stmt)
	  && !call_computes_p (op_called (stmt)))
	return false;
    }
  return true;
}

/* --- The array's uses ------------------------------------------------------------------------ */

/* Number of the element that STMT stores to DECL, -1: all are cleared, -2: it is no such store.  */
static int
stored_element (gimple *stmt, tree decl)
{
  tree lhs = gimple_assign_single_p (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE, index;

  if (!lhs || gimple_has_volatile_ops (stmt))
    return -2;
  if (lhs == decl)
    return TREE_CODE (gimple_assign_rhs1 (stmt)) == CONSTRUCTOR
	   && CONSTRUCTOR_NELTS (gimple_assign_rhs1 (stmt)) == 0 ? -1 : -2;
  if (TREE_CODE (lhs) != ARRAY_REF || TREE_OPERAND (lhs, 0) != decl)
    return -2;
  index = TREE_OPERAND (lhs, 1);
  return TREE_CODE (index) == INTEGER_CST && wi::ltu_p (wi::to_wide (index), 1 << 20)
	 && is_gimple_val (gimple_assign_rhs1 (stmt)) ? (int) tree_to_uhwi (index) : -2;
}

/* walk_gimple_op: is DATA mentioned?  */
static tree
mentions (tree *t, int *, void *data)
{
  struct walk_stmt_info *wi = (struct walk_stmt_info *) data;

  return *t == (tree) wi->info ? *t : NULL_TREE;
}

static bool
mentions_p (gimple *stmt, tree decl)
{
  struct walk_stmt_info wi;

  memset (&wi, 0, sizeof wi);
  wi.info = decl;
  return walk_gimple_op (stmt, mentions, &wi) != NULL_TREE;
}

/* Collect what stores to DECL, and the views of it.  False if it is used otherwise.  */
static bool
collect_uses (tree decl, auto_vec<gimple *> *stores, auto_vec<gcall *> *views)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    {
      for (gphi_iterator it = gsi_start_phis (bb); !gsi_end_p (it); gsi_next (&it))
	for (unsigned k = 0; k < gimple_phi_num_args (it.phi ()); k++)
	  if (TREE_CODE (gimple_phi_arg_def (it.phi (), k)) == ADDR_EXPR
	      && get_base_address (TREE_OPERAND (gimple_phi_arg_def (it.phi (), k), 0)) == decl)
	    return false;
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
	{
	  gimple *stmt = gsi_stmt (gsi);

	  if (is_gimple_debug (stmt) || !mentions_p (stmt, decl))
	    continue;
	  if (viewed_array (stmt) == decl && computed_with_p (gimple_call_lhs (stmt)))
	    views->safe_push (as_a <gcall *> (stmt));
	  else if (gimple_clobber_p (stmt) || stored_element (stmt, decl) > -2)
	    stores->safe_push (stmt);
	  else
	    return false;
	}
    }
  return true;
}

/* --- The values ------------------------------------------------------------------------------ */

/* Find the values at L's view of DECL, walking back from it as long as there is one way to come;
   the stores passed are put in SEEN.  */
static bool
find_values (struct literal *l, tree decl, hash_set<gimple *> *seen)
{
  tree n = gimple_call_arg (l->view, 1), type = TREE_TYPE (TREE_TYPE (decl));
  unsigned HOST_WIDE_INT most = tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (decl)))
				/ tree_to_uhwi (TYPE_SIZE_UNIT (type));
  gimple_stmt_iterator gsi = gsi_for_stmt (l->view);
  basic_block bb = gimple_bb (l->view);

  if (TREE_CODE (n) != INTEGER_CST || integer_zerop (n)
      || wi::gtu_p (wi::to_widest (n), MIN (most, MOST_ELEMENTS)))
    return false;
  l->values.safe_grow_cleared (tree_to_uhwi (n));
  for (;; gsi_prev (&gsi))
    {
      while (gsi_end_p (gsi))
	{
	  if (!single_pred_p (bb) || single_pred (bb) == ENTRY_BLOCK_PTR_FOR_FN (cfun))
	    goto done;
	  bb = single_pred (bb);
	  gsi = gsi_last_bb (bb);
	}
      gimple *stmt = gsi_stmt (gsi);
      int k = is_gimple_debug (stmt) ? -2 : stored_element (stmt, decl);

      if (k == -2)
	continue;
      seen->add (stmt);
      for (unsigned i = 0; i < l->values.length (); i++)
	if (!l->values[i] && (k == -1 || k == (int) i))
	  l->values[i] = k == -1 ? build_zero_cst (type) : gimple_assign_rhs1 (stmt);
    }
 done:
  return !l->values.contains (NULL_TREE);
}

/* --- Rewriting ------------------------------------------------------------------------------- */

static void
replace_view (struct literal *l)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (l->view);
  tree lhs = gimple_call_lhs (l->view);
  auto_vec<tree> args;
  gcall *call;

  args.safe_splice (l->values);
  args.safe_push (gimple_call_arg (l->view, 2));
  call = gimple_build_call_vec (op_decl (NOVA_OP_LITERAL, TREE_TYPE (lhs)), args);
  gimple_call_set_lhs (call, lhs);
  gimple_set_location (call, gimple_location (l->view));
  gsi_replace (&gsi, call, false);
}

/* The views of DECL become literals, and its stores go.  True if they did.  */
static bool
convert (tree decl)
{
  auto_vec<gimple *> stores;
  auto_vec<gcall *> views;
  auto_delete_vec<literal> literals;
  hash_set<gimple *> seen;

  if (!collect_uses (decl, &stores, &views))
    return false;
  for (gcall *view : views)
    {
      struct literal *l = new literal ();
      hash_set<gimple *> mine;

      l->view = view;
      literals.safe_push (l);
      if (!find_values (l, decl, &mine))
	return false;
      /* None may come between a view and its use.  */
      for (gimple *s : stores)
	if (!gimple_clobber_p (s) && !mine.contains (s))
	  return false;
    }
  for (struct literal *l : literals)
    replace_view (l);
  for (gimple *s : stores)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (s);

      unlink_stmt_vdef (s);
      gsi_remove (&gsi, true);
    }
  TREE_ADDRESSABLE (decl) = 0;
  return true;
}

void
region_make_literals (void)
{
  auto_vec<tree> decls;
  basic_block bb;
  bool changed = false;

  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (tree decl = viewed_array (gsi_stmt (gsi)))
	if (!decls.contains (decl))
	  decls.safe_push (decl);
  for (tree decl : decls)
    changed |= convert (decl);
  if (!changed)
    return;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
}

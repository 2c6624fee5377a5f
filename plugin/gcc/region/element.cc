/* Elements of vectors that a region makes: a compare and a load become one operation again.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   nova_get is a compare and a load in host code (front/resolve-get.cc).  Where the vector is the
   result of a builtin, and builtins use the element, that would end the region of the one before
   the others: the call is put together again, and becomes a member.

     x = map ...;  if (i < length (x)) v = row (x, i); else raise (i, length (x));  concat (v, y)
     x = map ...;  v = get (x, i);  concat (v, y)

   Only where nothing can come between: the blocks from the vector's builtin on end with nothing but
   such compares.  A row is taken only if none but builtins use it; else its handle is a view of the
   vector, which costs less than a result.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract/extract.h"

/* Names that are followed to a builtin.  */
static const unsigned MOST_NAMES = 32;

/* --- The expansion --------------------------------------------------------------------------- */

/* What is left of one nova_get: the compare's block, that of the element, the call that raises, and
   the load or the call that takes a row.  */
struct expansion
{
  basic_block compare, inside;
  gcall *raise;
  gimple *element;
  unsigned site;
};

/* Is STMT, in the block behind a compare, the call of OP for SITE?  */
static bool
call_for_p (gimple *stmt, enum nova_op op, unsigned site)
{
  return op_called (stmt) == op && call_site_number (as_a <gcall *> (stmt), op) == site;
}

/* The load of the element whose data are found by DATA; NULL if it is none.  */
static gimple *
load_of (gcall *data)
{
  gimple *load = NULL;
  gimple_stmt_iterator gsi = gsi_for_stmt (data);
  tree p;

  for (; !load && !gsi_end_p (gsi); gsi_next (&gsi))
    if (gimple_assign_load_p (gsi_stmt (gsi)))
      load = gsi_stmt (gsi);
  if (!load || TREE_CODE (gimple_assign_lhs (load)) != SSA_NAME
      || gimple_has_volatile_ops (load) || TREE_CODE (gimple_assign_rhs1 (load)) != MEM_REF)
    return NULL;
  p = TREE_OPERAND (gimple_assign_rhs1 (load), 0);
  if (!integer_zerop (TREE_OPERAND (gimple_assign_rhs1 (load), 1)) || TREE_CODE (p) != SSA_NAME)
    return NULL;
  if (p == gimple_call_lhs (data))
    return load;
  gassign *sum = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (p));
  return sum && gimple_assign_rhs_code (sum) == POINTER_PLUS_EXPR
	 && gimple_assign_rhs1 (sum) == gimple_call_lhs (data) ? load : NULL;
}

/* The expansion, X, whose compare fails into block RAISES.  */
static bool
find_expansion (basic_block raises, struct expansion *x)
{
  gimple *last = last_stmt (raises);
  edge e, other;

  if (!single_pred_p (raises) || EDGE_COUNT (raises->succs) > 0
      || op_called (last) != NOVA_OP_RAISE_INDEX)
    return false;
  x->raise = as_a <gcall *> (last);
  x->site = call_site_number (x->raise, NOVA_OP_RAISE_INDEX);
  e = single_pred_edge (raises);
  x->compare = e->src;
  if (EDGE_COUNT (x->compare->succs) != 2 || gimple_code (last_stmt (x->compare)) != GIMPLE_COND)
    return false;
  other = EDGE_SUCC (x->compare, EDGE_SUCC (x->compare, 0) == e);
  x->inside = other->dest;
  if (((e->flags | other->flags) & EDGE_COMPLEX) || !single_pred_p (x->inside))
    return false;
  for (gimple_stmt_iterator gsi = gsi_start_bb (x->inside); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);

      x->element = call_for_p (stmt, NOVA_OP_HROW, x->site) ? stmt
		   : call_for_p (stmt, NOVA_OP_HDATA, x->site) ? load_of (as_a <gcall *> (stmt))
		   : NULL;
      if (x->element)
	return operand_equal_p (gimple_call_arg (stmt, 1), gimple_call_arg (x->raise, 0), 0);
    }
  return false;
}

/* The vector whose element X takes.  */
static tree
vector_of (struct expansion *x)
{
  tree p;
  gimple *def;

  if (is_gimple_call (x->element))
    return gimple_call_arg (x->element, 0);
  p = TREE_OPERAND (gimple_assign_rhs1 (x->element), 0);
  def = SSA_NAME_DEF_STMT (p);
  if (is_gimple_assign (def))
    def = SSA_NAME_DEF_STMT (gimple_assign_rhs1 (def));
  return gimple_call_arg (def, 0);
}

/* --- Where it is worth it -------------------------------------------------------------------- */

/* Does BB, a predecessor, go on to the next block or else to the end of the program only?  */
static bool
goes_on_p (basic_block bb)
{
  unsigned on = 0;
  edge e;
  edge_iterator it;

  FOR_EACH_EDGE (e, it, bb->succs)
    on += EDGE_COUNT (e->dest->succs) > 0 && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun);
  return on == 1;
}

/* Is T, used in BB, made by a builtin, or is it a view of one that is, with nothing but compares
   between the two?  */
static bool
made_before_p (tree t, basic_block bb)
{
  for (unsigned depth = 0; TREE_CODE (t) == SSA_NAME && depth < MOST_NAMES; depth++)
    {
      gimple *def = SSA_NAME_DEF_STMT (t);
      enum nova_op op = op_called (def);
      int k;

      if (call_computes_p (op))
	{
	  for (; bb != gimple_bb (def); bb = single_pred (bb))
	    if (!single_pred_p (bb) || !goes_on_p (single_pred (bb)))
	      return false;
	  return true;
	}
      k = op_index_only_p (op) ? op_shows (op, gimple_call_num_args (def) - 1) : -1;
      if (k < 0)
	return false;
      t = gimple_call_arg (def, k);
    }
  return false;
}

/* Do none but builtins that regions compute use vector T?  */
static bool
for_builtins_p (tree t, unsigned depth)
{
  imm_use_iterator it;
  use_operand_p use;
  bool any = false;

  FOR_EACH_IMM_USE_FAST (use, it, t)
    {
      gimple *stmt = USE_STMT (use);
      enum nova_op op = op_called (stmt);
      tree lhs = gimple_get_lhs (stmt);

      if (is_gimple_debug (stmt) || call_retain_p (stmt) || call_release_p (stmt))
	continue;
      if (op_index_only_p (op) ? depth > 3 || !lhs || TREE_CODE (lhs) != SSA_NAME
				 || !for_builtins_p (lhs, depth + 1)
	  : !call_computes_p (op))
	return false;
      any = true;
    }
  return any;
}

/* Do builtins use what is computed from scalar T?  */
static bool
reaches_builtin_p (tree t)
{
  auto_vec<tree> names;
  imm_use_iterator it;
  use_operand_p use;

  names.safe_push (t);
  for (unsigned k = 0; k < names.length () && k < MOST_NAMES; k++)
    FOR_EACH_IMM_USE_FAST (use, it, names[k])
      {
	gimple *stmt = USE_STMT (use);
	enum nova_op op = op_called (stmt);

	if (op != NOVA_OP_NONE && !call_host_op_p (op))
	  return true;
	if (is_gimple_assign (stmt) && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME
	    && !names.contains (gimple_assign_lhs (stmt)))
	  names.safe_push (gimple_assign_lhs (stmt));
      }
  return false;
}

static bool
worth_p (struct expansion *x)
{
  tree lhs = gimple_get_lhs (x->element);

  if (!lhs || TREE_CODE (lhs) != SSA_NAME || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (lhs)
      || !made_before_p (vector_of (x), x->compare))
    return false;
  if (vtype_elem (TREE_TYPE (lhs)))
    return for_builtins_p (lhs, 0);
  return (INTEGRAL_TYPE_P (TREE_TYPE (lhs)) || SCALAR_FLOAT_TYPE_P (TREE_TYPE (lhs)))
	 && reaches_builtin_p (lhs);
}

/* --- Putting it together --------------------------------------------------------------------- */

/* Delete STMT, and what only computed its operands, if nobody uses its result.  */
static void
delete_unused (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt), name;
  enum nova_op op;
  gimple_stmt_iterator gsi;
  auto_vec<tree> uses;
  ssa_op_iter it;

  if (!lhs || TREE_CODE (lhs) != SSA_NAME || !gimple_bb (stmt)
      || gimple_code (stmt) == GIMPLE_PHI)
    return;
  op = op_called (stmt);
  if (is_gimple_call (stmt) ? op != NOVA_OP_HLENGTH && op != NOVA_OP_HDATA && op != NOVA_OP_HSTRIDE
      : !is_gimple_assign (stmt) || gimple_vuse (stmt))
    return;
  imm_use_iterator im;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, im, lhs)
    if (!is_gimple_debug (USE_STMT (use)))
      return;
  FOR_EACH_SSA_TREE_OPERAND (name, stmt, it, SSA_OP_USE)
    uses.safe_push (name);
  region_delete_vector (lhs);
  gsi = gsi_for_stmt (stmt);
  gsi_remove (&gsi, true);
  release_ssa_name (lhs);
  for (tree u : uses)
    if (!SSA_NAME_IN_FREE_LIST (u))
      delete_unused (SSA_NAME_DEF_STMT (u));
}

/* What STMT, which goes, uses is deleted with it.  */
static void
delete_with_operands (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  auto_vec<tree> uses;
  ssa_op_iter it;
  tree name;

  FOR_EACH_SSA_TREE_OPERAND (name, stmt, it, SSA_OP_USE)
    uses.safe_push (name);
  unlink_stmt_vdef (stmt);
  gsi_remove (gsi, true);
  for (tree u : uses)
    if (TREE_CODE (u) == SSA_NAME && !SSA_NAME_IN_FREE_LIST (u))
      delete_unused (SSA_NAME_DEF_STMT (u));
}

/* One call for X.  */
static void
put_together (struct expansion *x)
{
  tree lhs = gimple_get_lhs (x->element), v = vector_of (x);
  gimple_stmt_iterator gsi = gsi_for_stmt (x->element);
  gcall *get = gimple_build_call (op_decl (NOVA_OP_GET, TREE_TYPE (lhs)), 3, v,
				  gimple_call_arg (x->raise, 0),
				  build_int_cst (unsigned_type_node, x->site));
  basic_block raises = gimple_bb (x->raise);
  edge e;

  gimple_call_set_lhs (get, lhs);
  gimple_set_location (get, gimple_location (x->element));
  gsi_insert_before (&gsi, get, GSI_SAME_STMT);
  SSA_NAME_DEF_STMT (lhs) = get;
  if (is_gimple_call (x->element))
    gimple_call_set_lhs (x->element, NULL_TREE);
  else
    {
      /* It needs another left side to go.  */
      tree gone = make_ssa_name (TREE_TYPE (lhs));

      gimple_assign_set_lhs (x->element, gone);
      SSA_NAME_DEF_STMT (gone) = x->element;
    }
  update_stmt (x->element);
  delete_with_operands (&gsi);
  gsi = gsi_last_bb (x->compare);
  delete_with_operands (&gsi);
  remove_edge (single_pred_edge (raises));
  gsi = gsi_for_stmt (x->raise);
  delete_with_operands (&gsi);
  delete_basic_block (raises);
  e = single_succ_edge (x->compare);
  e->flags = (e->flags & ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE)) | EDGE_FALLTHRU;
  e->probability = profile_probability::always ();
  if (can_merge_blocks_p (x->compare, x->inside))
    merge_blocks (x->compare, x->inside);
}

void
region_join_elements (void)
{
  auto_vec<basic_block> raises;
  bool changed = false;
  basic_block bb;

  if (cfun->calls_setjmp || cfun->has_nonlocal_label)
    return;
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  FOR_EACH_BB_FN (bb, cfun)
    if (EDGE_COUNT (bb->succs) == 0 && op_called (last_stmt (bb)) == NOVA_OP_RAISE_INDEX)
      raises.safe_push (bb);
  for (basic_block r : raises)
    {
      struct expansion x;

      if (find_expansion (r, &x) && worth_p (&x))
	{
	  put_together (&x);
	  changed = true;
	}
    }
  if (!changed)
    return;
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
}

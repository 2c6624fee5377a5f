/* Replacing a region's members by a call of its stub.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Inserted before the last member are, in this order: the call of the stub, assignments of its
   results to the members' results, the statements that had to follow.  Then the members are
   removed, and the ownership calls on vectors that no longer exist.  At -O0 there is no dead code
   elimination, so no dead code is left here.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract/extract.h"

void
region_delete_call (gimple *stmt)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);

  unlink_stmt_vdef (stmt);
  gsi_remove (&gsi, true);
}

tree
region_converted (gimple_stmt_iterator *gsi, tree t, tree type)
{
  gimple_seq seq = NULL;

  if (useless_type_conversion_p (type, TREE_TYPE (t)))
    return t;
  if (CONSTANT_CLASS_P (t) && (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type)))
    return fold_convert (type, t);
  t = gimple_convert (&seq, type, t);
  gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
  return t;
}

/* A stub may be called where setjmp was: it must not end its block, and may not be moved.  The
   calls it replaces did not either.  */
static void
mark_leaf (tree stub)
{
  if ((cfun->calls_setjmp || cfun->has_nonlocal_label)
      && !lookup_attribute ("leaf", DECL_ATTRIBUTES (stub)))
    DECL_ATTRIBUTES (stub) = tree_cons (get_identifier ("leaf"), NULL_TREE, DECL_ATTRIBUTES (stub));
}

/* The call of STUB with the region's arguments and SITES, not inserted yet.  */
static gcall *
stub_call (struct ext_build *e, tree stub, tree sites, gimple_stmt_iterator *gsi)
{
  auto_vec<tree> args;
  gcall *call;

  for (unsigned k = 0; k < e->args.length (); k++)
    {
      /* Of a function that was read a term brings no scope along: that is the function's, and what
	 sees to it that scopes live does not look here.  */
      tree t = unshare_expr_without_location (e->args[k]);

      if (!AGGREGATE_TYPE_P (TREE_TYPE (t)))
	t = region_converted (gsi, t, ext_param_type (TREE_TYPE (stub), stub, k));
      args.safe_push (t);
    }
  args.safe_push (sites);
  mark_leaf (stub);
  call = gimple_build_call_vec (stub, args);
  gimple_set_location (call, e->r->members[0]->s->loc);
  gimple_set_block (call, gimple_block (gsi_stmt (*gsi)));
  gimple_call_set_nothrow (call, true);
  return call;
}

/* LHS = RHS, a value of another part of the program, converted, before GSI.  */
static void
assign_result (gimple_stmt_iterator *gsi, tree lhs, tree rhs, location_t loc)
{
  gimple *stmt;

  if (TREE_CODE (lhs) == SSA_NAME
      && !useless_type_conversion_p (TREE_TYPE (lhs), TREE_TYPE (rhs)))
    {
      tree tmp = make_ssa_name (TREE_TYPE (rhs));

      stmt = gimple_build_assign (tmp, rhs);
      gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
      stmt = gimple_build_assign (lhs, NOP_EXPR, tmp);
    }
  else
    stmt = gimple_build_assign (lhs, rhs);
  gimple_set_location (stmt, loc);
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
}

/* The only result of CALL to LHS.  */
static void
one_result (gimple_stmt_iterator *gsi, gcall *call, tree type, tree lhs)
{
  if (TREE_CODE (lhs) != SSA_NAME || useless_type_conversion_p (TREE_TYPE (lhs), type))
    {
      gimple_call_set_lhs (call, lhs);
      gsi_insert_before (gsi, call, GSI_SAME_STMT);
    }
  else
    {
      tree tmp = make_ssa_name (type);

      gimple_call_set_lhs (call, tmp);
      gsi_insert_before (gsi, call, GSI_SAME_STMT);
      assign_result (gsi, lhs, tmp, gimple_location (call));
    }
}

/* The fields of the record that CALL returns to LHSS.  */
static void
many_results (gimple_stmt_iterator *gsi, gcall *call, tree type, const auto_vec<tree> &lhss)
{
  tree tmp = create_tmp_var (type, "nova_results"), field = TYPE_FIELDS (type);

  gimple_call_set_lhs (call, tmp);
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
  for (tree lhs : lhss)
    {
      while (TREE_CODE (field) != FIELD_DECL)
	field = DECL_CHAIN (field);
      assign_result (gsi, lhs, build3 (COMPONENT_REF, TREE_TYPE (field), tmp, field, NULL_TREE),
		     gimple_location (call));
      field = DECL_CHAIN (field);
    }
}

/* Debug binds that use NAME, which is not made any more: forget them.  */
static void
reset_debug (tree name)
{
  imm_use_iterator it;
  gimple *use;

  FOR_EACH_IMM_USE_STMT (use, it, name)
    if (gimple_debug_bind_p (use))
      {
	gimple_debug_bind_reset_value (use);
	update_stmt (use);
      }
}

/* Delete the late statements of R, also those behind its last member, that only its members need,
   or nobody: it has their terms.  */
static void
delete_said (struct ext_func *f, struct ext_region *r)
{
  auto_vec<gimple *> said;

  for (gimple *stmt : r->late)
    if (gimple_bb (stmt) && call_for_region_p (f, r, stmt))
      said.safe_push (stmt);
  for (gimple *stmt : r->pending)
    if (gimple_bb (stmt) && call_for_region_p (f, r, stmt))
      said.safe_push (stmt);
  for (gimple *stmt : said)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (stmt);

      reset_debug (gimple_assign_lhs (stmt));
      f->dead_names.safe_push (gimple_assign_lhs (stmt));
      gsi_remove (&gsi, true);
    }
}

/* Move the late statements of R before GSI, but for releases of vectors of other regions that
   have gone since.  A debug bind on one of several ways to the stub cannot move.  */
static void
move_late (struct ext_region *r, gimple_stmt_iterator *gsi)
{
  for (gimple *stmt : r->late)
    if (gimple_debug_bind_p (stmt) && gimple_bb (stmt) != gsi_bb (*gsi))
      {
	gimple_debug_bind_reset_value (stmt);
	update_stmt (stmt);
      }
    else if (gimple_bb (stmt))
      {
	gimple_stmt_iterator from = gsi_for_stmt (stmt);

	gsi_remove (&from, false);
	gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
      }
}

void
region_delete_vector (tree name)
{
  auto_vec<gimple *> calls;
  imm_use_iterator it;
  use_operand_p use;

  FOR_EACH_IMM_USE_FAST (use, it, name)
    if (call_retain_p (USE_STMT (use)) || call_release_p (USE_STMT (use)))
      calls.safe_push (USE_STMT (use));
  for (gimple *stmt : calls)
    region_delete_call (stmt);
  reset_debug (name);
}

/* Take member C out.  LEAVES: its result has a new definition.  */
static void
remove_member (struct ext_build *e, struct ext_call *c, bool leaves)
{
  tree lhs = gimple_call_lhs (c->stmt);

  if (lhs && TREE_CODE (lhs) == SSA_NAME && !leaves)
    {
      region_delete_vector (lhs);
      e->f->dead_names.safe_push (lhs);
    }
  region_delete_call (c->stmt);
}

void
region_replace (struct ext_build *e, tree stub, tree sites)
{
  gimple *last = e->r->members.last ()->stmt;
  gimple_stmt_iterator gsi = gsi_for_stmt (last);
  tree type = TREE_TYPE (TREE_TYPE (stub));
  gcall *call = stub_call (e, stub, sites, &gsi);
  auto_vec<tree> lhss;

  for (struct ext_call *c : e->results)
    lhss.safe_push (gimple_call_lhs (c->stmt));
  if (lhss.is_empty ())
    gsi_insert_before (&gsi, call, GSI_SAME_STMT);
  else if (lhss.length () == 1)
    one_result (&gsi, call, type, lhss[0]);
  else
    many_results (&gsi, call, type, lhss);
  delete_said (e->f, e->r);
  move_late (e->r, &gsi);
  for (struct ext_call *c : e->r->members)
    if (!c->importable)
      {
	bool leaves = e->results.contains (c);

	/* Its result is defined by the stub now.  */
	if (leaves)
	  gimple_call_set_lhs (c->stmt, NULL_TREE);
	remove_member (e, c, leaves);
      }
}

/* Two versions of a stretch of code: one region if memory does not overlap, else several.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Where a region cannot prove that memory does not overlap it may test it.  Regions are formed once
   on trial: there a member may join although preceding stores may write what it reads, the store of
   a result through a pointer may be delayed past later members, and the host may read memory before
   members store; each such step notes the tests that make it valid (version-tests.cc).  Where
   that joined anything, the statements from the first member to the last become a separate block
   (APART), with a copy beside it that the host runs if a test fails.  Then the calls are collected
   again, and the final regions formed: in blocks of APART all tests hold.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract/extract.h"

/* Statements behind the last member that are copied too.  */
static const unsigned MAX_TAIL = 32;

/* --- Tests as statements --------------------------------------------------------------------- */

/* Is SSA name P not null by a test of R?  */
static bool
null_tested_p (struct ext_region *r, tree p)
{
  for (const struct ext_test &t : r->tests)
    if (t.code == NE_EXPR && t.x == p && integer_zerop (t.y))
      return true;
  return false;
}

/* The address of zeros, as many as R's loads through tested pointers may read.  */
static tree
zeros (struct ext_region *r)
{
  if (!r->zeros)
    {
      tree type = build_array_type_nelts (char_type_node, REGION_FOLLOWED);
      tree var = build_decl (BUILTINS_LOCATION, VAR_DECL, create_tmp_var_name ("nova_zeros"), type);

      TREE_STATIC (var) = TREE_READONLY (var) = TREE_ADDRESSABLE (var) = TREE_USED (var) = 1;
      DECL_ARTIFICIAL (var) = DECL_IGNORED_P (var) = 1;
      /* References have been counted.  */
      DECL_PRESERVE_P (var) = 1;
      SET_DECL_ALIGN (var, BIGGEST_ALIGNMENT);
      DECL_USER_ALIGN (var) = 1;
      DECL_INITIAL (var) = build_constructor (type, NULL);
      TREE_CONSTANT (DECL_INITIAL (var)) = 1;
      varpool_node::finalize_decl (var);
      r->zeros = var;
    }
  return build_fold_addr_expr (r->zeros);
}

/* P at GSI, or, if it is null, the address of zeros: the tests load through it before it is known
   whether it is null, and what they load then does not matter.  */
static tree
not_null (struct ext_region *r, gimple_stmt_iterator *gsi, tree p)
{
  tree type = TREE_TYPE (p), is = make_ssa_name (boolean_type_node), made = make_ssa_name (type);

  gsi_insert_before (gsi, gimple_build_assign (is, NE_EXPR, p, build_zero_cst (type)),
		     GSI_SAME_STMT);
  gsi_insert_before (gsi, gimple_build_assign (made, COND_EXPR, is, p,
					       fold_convert (type, zeros (r))),
		     GSI_SAME_STMT);
  return made;
}

/* The value T at GSI, which is before the first member of R.  */
static tree
value_at (struct ext_region *r, gimple_stmt_iterator *gsi, tree t)
{
  gimple *def, *copy;
  ssa_op_iter it;
  use_operand_p use;
  tree name, made;
  auto_vec<tree> from, to;

  if (TREE_CODE (t) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (t))
    return t;
  def = SSA_NAME_DEF_STMT (t);
  if (version_before_p (def, r->members[0]->stmt))
    return t;
  FOR_EACH_SSA_TREE_OPERAND (name, def, it, SSA_OP_USE)
    {
      tree value = value_at (r, gsi, name);

      from.safe_push (name);
      to.safe_push (gimple_vuse (def) && null_tested_p (r, name) ? not_null (r, gsi, value)
		    : value);
    }
  made = make_ssa_name (TREE_TYPE (t));
  copy = gimple_num_ops (def) == 2 && gimple_assign_single_p (def)
	 ? gimple_build_assign (made, unshare_expr (gimple_assign_rhs1 (def)))
	 : gimple_build_assign (made, gimple_assign_rhs_code (def), gimple_assign_rhs1 (def),
				gimple_assign_rhs2 (def), gimple_assign_rhs3 (def));
  gsi_insert_before (gsi, copy, GSI_SAME_STMT);
  FOR_EACH_SSA_USE_OPERAND (use, copy, it, SSA_OP_USE)
    for (unsigned k = 0; k < from.length (); k++)
      if (USE_FROM_PTR (use) == from[k])
	{
	  SET_USE (use, to[k]);
	  break;
	}
  update_stmt (copy);
  return made;
}

/* T as a size, appended to SEQ.  */
static tree
size_value (gimple_seq *seq, tree t)
{
  return gimple_convert (seq, size_type_node, t);
}

/* The address of LHS at GSI.  */
static tree
address_at (struct ext_region *r, gimple_stmt_iterator *gsi, tree lhs)
{
  tree t;

  lhs = unshare_expr (lhs);
  for (t = lhs; handled_component_p (t); t = TREE_OPERAND (t, 0))
    if (TREE_CODE (t) == ARRAY_REF)
      TREE_OPERAND (t, 1) = value_at (r, gsi, TREE_OPERAND (t, 1));
  if (TREE_CODE (t) == MEM_REF)
    TREE_OPERAND (t, 0) = value_at (r, gsi, TREE_OPERAND (t, 0));
  else
    TREE_ADDRESSABLE (t) = 1;
  return force_gimple_operand_gsi (gsi, build_fold_addr_expr (lhs), true, NULL_TREE, true,
				   GSI_SAME_STMT);
}

/* The address and the bytes of A at GSI; *HOLDS also says that there are so many.  */
static void
area_value (struct ext_region *r, gimple_stmt_iterator *gsi, gimple_seq *seq,
	    const struct ext_area &a, tree *address, tree *bytes, auto_vec<tree> *holds)
{
  tree n;

  if (a.lhs)
    {
      *address = size_value (seq, address_at (r, gsi, a.lhs));
      *bytes = size_int (a.size);
      return;
    }
  *address = size_value (seq, value_at (r, gsi, a.ptr));
  n = size_value (seq, value_at (r, gsi, a.count));
  holds->safe_push (gimple_build (seq, LE_EXPR, boolean_type_node, n,
				  size_value (seq, size_int (PTRDIFF_MAX / a.size))));
  *bytes = gimple_build (seq, MULT_EXPR, size_type_node, n,
			 size_value (seq, size_int (a.size)));
}

/* The areas of T are apart.  Neither wraps around the address space, so the distance, modulo it, in
   either direction is no less than the area that it passes.  */
static void
build_apart (struct ext_region *r, gimple_stmt_iterator *gsi, const struct ext_test &t,
	     auto_vec<tree> *holds)
{
  gimple_seq seq = NULL;
  tree p, np, q, nq, up, down;

  area_value (r, gsi, &seq, t.a, &p, &np, holds);
  area_value (r, gsi, &seq, t.b, &q, &nq, holds);
  np = size_value (&seq, np);
  nq = size_value (&seq, nq);
  up = gimple_build (&seq, MINUS_EXPR, size_type_node, q, p);
  down = gimple_build (&seq, MINUS_EXPR, size_type_node, p, q);
  holds->safe_push (gimple_build (&seq, GE_EXPR, boolean_type_node, up, np));
  holds->safe_push (gimple_build (&seq, GE_EXPR, boolean_type_node, down, nq));
  gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
}

/* All tests of R before GSI, as one truth value.  */
static tree
build_tests (struct ext_region *r, gimple_stmt_iterator *gsi)
{
  auto_vec<tree> holds;
  gimple_seq seq = NULL;
  tree all = boolean_true_node;

  for (const struct ext_test &t : r->tests)
    if (t.code == ERROR_MARK)
      build_apart (r, gsi, t, &holds);
    else
      {
	gimple_seq one = NULL;
	tree x = size_value (&one, value_at (r, gsi, t.x));
	tree y = size_value (&one, value_at (r, gsi, t.y));

	x = gimple_build (&one, MINUS_EXPR, size_type_node, x, size_int (t.less));

	holds.safe_push (gimple_build (&one, t.code, boolean_type_node, x, y));
	gsi_insert_seq_before (gsi, one, GSI_SAME_STMT);
      }
  for (tree h : holds)
    all = gimple_build (&seq, BIT_AND_EXPR, boolean_type_node, all, h);
  gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
  return all;
}

/* --- The two versions ------------------------------------------------------------------------ */

/* The last member of R that is more than a check of a vector, which a later region may use.  */
static gimple *
last_member (struct ext_region *r)
{
  unsigned k = r->members.length ();

  while (k > 1 && r->members[k - 1]->importable)
    k--;
  return r->members[k - 1]->stmt;
}

/* The statements from R's first member to the last one that a vector made in between is used by:
   the last is returned, all are put in INSIDE.  NULL if a vector is used even farther away.  */
static gimple *
find_span (struct ext_region *r, hash_set<gimple *> *inside)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (r->members[0]->stmt);
  gimple *last = last_member (r), *end = NULL;
  auto_vec<gimple *> tail;
  unsigned length = 0;
  auto_vec<tree> made;
  imm_use_iterator im;
  use_operand_p use;
  ssa_op_iter it;
  tree name;

  for (; !gsi_end_p (gsi) && !stmt_ends_bb_p (gsi_stmt (gsi)) && length <= MAX_TAIL;
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      bool uses = !end;

      if (end && call_of_stmt (r->f, stmt) && call_of_stmt (r->f, stmt)->member)
	break;
      /* With or without debug statements, the span is the same.  */
      if (end && !is_gimple_debug (stmt))
	length++;
      if (!is_gimple_debug (stmt))
	FOR_EACH_SSA_TREE_OPERAND (name, stmt, it, SSA_OP_USE)
	  uses |= made.contains (name);
      tail.safe_push (stmt);
      if (!is_gimple_debug (stmt))
	FOR_EACH_SSA_TREE_OPERAND (name, stmt, it, SSA_OP_DEF)
	  {
	    if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name))
	      return NULL;
	    if (vtype_elem (TREE_TYPE (name)))
	      made.safe_push (name);
	  }
      if (!end && stmt != last)
	{
	  inside->add (stmt);
	  tail.truncate (0);
	}
      else if (uses)
	{
	  for (gimple *s : tail)
	    inside->add (s);
	  tail.truncate (0);
	  end = stmt;
	}
    }
  for (tree v : made)
    if (inside->contains (SSA_NAME_DEF_STMT (v)))
      FOR_EACH_IMM_USE_FAST (use, im, v)
	if (!is_gimple_debug (USE_STMT (use)) && !inside->contains (USE_STMT (use)))
	  return NULL;
  return end;
}

/* Give R's statements up to END a block of their own, and a copy for when a test fails.  */
static void
make_versions (struct ext_region *r, gimple *end)
{
  gimple *first = r->members[0]->stmt;
  gimple_stmt_iterator gsi = gsi_for_stmt (first);
  tree all = build_tests (r, &gsi);
  basic_block pre, span, copy;
  edge e;

  gsi_prev (&gsi);
  pre = gimple_bb (first);
  if (gsi_end_p (gsi))
    e = split_block_after_labels (pre);
  else
    e = split_block (pre, gsi_stmt (gsi));
  pre = e->src;
  span = e->dest;
  split_block (span, end);
  r->f->apart.add (span);
  if (r->tests.is_empty ())
    return;
  copy = duplicate_block (span, NULL, NULL);
  e = single_succ_edge (pre);
  e->flags = (e->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  e->probability = profile_probability::likely ();
  make_edge (pre, copy, EDGE_FALSE_VALUE)->probability = e->probability.invert ();
  gsi = gsi_last_bb (pre);
  gsi_insert_after (&gsi,
		    gimple_build_cond (NE_EXPR, all, boolean_false_node, NULL_TREE, NULL_TREE),
		    GSI_NEW_STMT);
}

/* Did tests bring more to R than checks?  */
static bool
joins_p (struct ext_region *r)
{
  for (struct ext_call *c : r->joined)
    if (!c->importable)
      return true;
  return false;
}

/* Forget calls and regions of F, they are collected again.  */
static void
forget (struct ext_func *f)
{
  call_free (f);
  f->calls.truncate (0);
  f->regions.truncate (0);
  f->by_stmt.empty ();
}

void
version_make (struct ext_func *f)
{
  bool changed = false;

  if (cfun->calls_setjmp || cfun->has_nonlocal_label)
    return;
  f->trial = true;
  region_form (f);
  f->trial = false;
  free_dominance_info (CDI_DOMINATORS);
  initialize_original_copy_tables ();
  for (struct ext_region *r : f->regions)
    {
      hash_set<gimple *> inside;
      gimple *end;

      if (!joins_p (r)
	  || gimple_bb (r->members[0]->stmt) != gimple_bb (last_member (r))
	  || !(end = find_span (r, &inside)))
	continue;
      r->tests.truncate (r->ntests);
      make_versions (r, end);
      changed = true;
    }
  free_original_copy_tables ();
  if (changed)
    {
      mark_virtual_operands_for_renaming (cfun);
      update_ssa (TODO_update_ssa);
    }
  forget (f);
  call_collect (f);
}

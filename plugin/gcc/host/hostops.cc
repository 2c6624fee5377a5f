/* Operations that stay in host code: lengths, elements, rows, printing, failing, ownership.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Length and data of a view are its operands; those of any other vector are loads from its
   descriptor.  Views, slices and reverses that are needed as a handle are built in place
   (host-handle.cc); other index-only calls, which the regions have imported, are removed.  After
   this no call of ours is left.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "gen/generate.h"
#include "extract/extract.h"
#include "hostops.h"
#include "nova/abi.h"
#include "tree-cfgcleanup.h"

/* Set LHS to value T before GSI.  */
static void
set_value (gimple_stmt_iterator *gsi, tree lhs, tree t)
{
  t = region_converted (gsi, t, TREE_TYPE (lhs));
  gsi_insert_before (gsi, gimple_build_assign (lhs, t), GSI_SAME_STMT);
}

/* The call that makes the view V, NULL if V is none or a view that is not re-made.  */
static struct ext_call *
view_call (struct ext_func *f, tree v)
{
  struct ext_call *c = call_of_name (f, v);

  return c && c->op == NOVA_OP_VIEW ? c : NULL;
}

/* --- Operations ------------------------------------------------------------------------------ */

static void
host_length (struct ext_func *f, struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree lhs = gimple_call_lhs (c->stmt), v = call_operand (c, 0);
  struct ext_call *view = view_call (f, v);

  if (lhs)
    set_value (gsi, lhs, view ? call_operand (view, 1)
			      : host_member (gsi, v, offsetof (struct nova_vec, length),
					     size_type_node));
}

/* Before GSI: where element I of handle V, of type ELEM, is.  A base address says it of most, of
   others the runtime; that may compute it into a variable.  */
static tree
element_base (gimple_stmt_iterator *gsi, struct ext_call *c, tree elem)
{
  tree v = call_operand (c, 0), data, flags, bit, buffer, place, var;
  basic_block bb, join, far;
  gimple *stmt = gsi_stmt (*gsi);
  edge near_edge, in, out;
  gphi *phi;

  if (TREE_CODE (v) != SSA_NAME)
    return null_pointer_node;
  data = host_member (gsi, v, offsetof (struct nova_vec, data), ptr_type_node);
  flags = host_member (gsi, v, offsetof (struct nova_vec, flags), uint32_type_node);
  bit = make_ssa_name (uint32_type_node);
  gsi_insert_before (gsi, gimple_build_assign (bit, BIT_AND_EXPR, flags,
					       build_int_cst (uint32_type_node, NOVA_VEC_INDIRECT)),
		     GSI_SAME_STMT);
  /* Of what is no integer nothing is computed; but a null pointer may point to anything, for GCC,
     and a loop around would forget all it knows.  */
  if (!INTEGRAL_TYPE_P (elem))
    elem = size_type_node;
  var = create_tmp_var (elem, "element");
  TREE_ADDRESSABLE (var) = 1;
  buffer = build1 (ADDR_EXPR, build_pointer_type (elem), var);
  gcond *cond = gimple_build_cond (NE_EXPR, bit, build_zero_cst (uint32_type_node), NULL_TREE,
				   NULL_TREE);
  gimple_set_location (cond, gimple_location (stmt));
  gsi_insert_before (gsi, cond, GSI_SAME_STMT);
  bb = gsi_bb (*gsi);
  near_edge = split_block (bb, cond);
  join = near_edge->dest;
  far = create_empty_bb (bb);
  in = make_edge (bb, far, EDGE_TRUE_VALUE);
  out = make_single_succ_edge (far, join, EDGE_FALLTHRU);
  near_edge->flags = (near_edge->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  near_edge->probability = profile_probability::very_likely ();
  in->probability = profile_probability::very_unlikely ();
  if (current_loops)
    add_bb_to_loop (far, bb->loop_father);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);

  place = make_ssa_name (ptr_type_node);
  gimple_stmt_iterator at = gsi_start_bb (far);
  tree args[4] = { v, call_operand (c, 1), buffer, gen_site (c->site) };
  gcall *call;
  {
    gimple_seq seq = NULL;
    tree decl = abi_decl (ABI_nova_vec_place);

    for (unsigned k = 0; k < 4; k++)
      args[k] = gimple_convert (&seq, ext_param_type (TREE_TYPE (decl), decl, k), args[k]);
    gsi_insert_seq_after (&at, seq, GSI_NEW_STMT);
    call = gimple_build_call (decl, 4, args[0], args[1], args[2], args[3]);
  }
  gimple_call_set_lhs (call, place);
  gimple_set_location (call, c->s->loc);
  gsi_insert_after (&at, call, GSI_NEW_STMT);
  phi = create_phi_node (make_ssa_name (ptr_type_node), join);
  add_phi_arg (phi, data, near_edge, UNKNOWN_LOCATION);
  add_phi_arg (phi, place, out, UNKNOWN_LOCATION);
  *gsi = gsi_for_stmt (stmt);
  return gimple_phi_result (phi);
}

static void
host_data (struct ext_func *f, struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree lhs = gimple_call_lhs (c->stmt), v = call_operand (c, 0);
  struct ext_call *view = view_call (f, v);

  if (!lhs)
    return;
  if (c->op == NOVA_OP_DATA && !c->contiguous)
    {
      tree args[2] = { v, gen_site (c->site) };

      host_abi_call (gsi, ABI_nova_vec_elements, lhs, 2, args, c->s->loc);
    }
  else if (c->op == NOVA_OP_HDATA && !c->contiguous && !view)
    set_value (gsi, lhs, element_base (gsi, c, TYPE_MAIN_VARIANT (TREE_TYPE (TREE_TYPE (lhs)))));
  else
    set_value (gsi, lhs, view ? call_operand (view, 0)
			      : host_member (gsi, v, offsetof (struct nova_vec, data),
					     ptr_type_node));
}

static void
host_stride (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree lhs = gimple_call_lhs (c->stmt), v = call_operand (c, 0);

  if (lhs)
    set_value (gsi, lhs, c->contiguous ? build_one_cst (TREE_TYPE (lhs))
			 : host_member (gsi, v, offsetof (struct nova_vec, stride),
					ptrdiff_type_node));
}

/* The address of a variable for a row that is not counted.  */
static tree
room_for_row (void)
{
  tree var = create_tmp_var (build_array_type_nelts (char_type_node, NOVA_ROW_ROOM), "row");

  TREE_ADDRESSABLE (var) = 1;
  SET_DECL_ALIGN (var, 16 * BITS_PER_UNIT);
  DECL_USER_ALIGN (var) = 1;
  return build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (var)), var);
}

/* The row that C returns: by FN of the N operands ARGS, or, if only its elements are used, by
   LOCAL, which allocates nothing.  */
static void
host_row_by (struct ext_call *c, gimple_stmt_iterator *gsi, enum abi_fn fn, enum abi_fn local,
	     unsigned n, const tree *args)
{
  tree lhs = gimple_call_lhs (c->stmt), all[5];

  if (!lhs)
    return;
  all[0] = c->local ? room_for_row () : NULL_TREE;
  memcpy (all + 1, args, n * sizeof *args);
  host_abi_call (gsi, c->local ? local : fn, lhs, n + c->local, all + !c->local, c->s->loc);
}

static void
host_row (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree args[3] = { call_operand (c, 0), call_operand (c, 1), gen_site (c->site) };

  host_row_by (c, gsi, ABI_nova_vec_row_at, ABI_nova_vec_row_in, 3, args);
}

/* A flat view is copied from where it is, without a handle in between.  */
static void
host_keep_view (struct ext_call *c, struct ext_call *view, gimple_stmt_iterator *gsi)
{
  tree args[4]
    = { host_unseen (gsi, call_operand (view, 0)), TYPE_SIZE_UNIT (vtype_base (view->s->result)),
	call_operand (view, 1), gen_site (c->site) };

  host_row_by (c, gsi, ABI_nova_vec_copy_of, ABI_nova_vec_copy_in, 4, args);
}

static void
host_keep (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  bool row = gimple_call_num_args (c->stmt) == 3;
  tree args[3] = { call_operand (c, 0), row ? call_operand (c, 1) : gen_site (c->site),
		   row ? gen_site (c->site) : NULL_TREE };
  tree lhs = gimple_call_lhs (c->stmt);

  if (row)
    host_row_by (c, gsi, ABI_nova_vec_keep_row, ABI_nova_vec_keep_row_in, 3, args);
  else if (lhs)
    host_abi_call (gsi, ABI_nova_vec_keep, lhs, 2, args, c->s->loc);
}

static gcall *
host_raise_index (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree args[6] = { gen_site (c->site), build_int_cst (unsigned_type_node, CHECK_INDEX),
		   size_int (2), call_operand (c, 0), call_operand (c, 1), size_zero_node };

  return host_abi_call (gsi, ABI_nova_raise, NULL_TREE, 6, args, c->s->loc);
}

static gcall *
host_fail (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree args[2] = { gen_site (c->site), call_operand (c, 0) };

  return host_abi_call (gsi, ABI_nova_raise_text, NULL_TREE, 2, args, c->s->loc);
}

/* Host operation C becomes ordinary code.  */
static void
rewrite_host (struct nova_ctx *ctx, struct ext_func *f, struct ext_call *c)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (c->stmt);
  gcall *noreturn = NULL;

  switch (c->op)
    {
    case NOVA_OP_LENGTH:
    case NOVA_OP_HLENGTH:
      host_length (f, c, &gsi);
      break;
    case NOVA_OP_DATA:
    case NOVA_OP_HDATA:
      host_data (f, c, &gsi);
      break;
    case NOVA_OP_HSTRIDE:
      host_stride (c, &gsi);
      break;
    case NOVA_OP_SLICE:
    case NOVA_OP_REVERSE:
      host_handle (c, &gsi);
      break;
    case NOVA_OP_REPLICATE:
      ext_host_checks (c);
      gsi = gsi_for_stmt (c->stmt);
      host_handle (c, &gsi);
      break;
    case NOVA_OP_HROW:
      host_row (c, &gsi);
      break;
    case NOVA_OP_KEEP:
      if (call_keeps_flat_view_p (f, c))
	host_keep_view (c, view_call (f, call_operand (c, 0)), &gsi);
      else
	host_keep (c, &gsi);
      break;
    case NOVA_OP_PRINT:
      host_print (ctx, c, &gsi);
      break;
    case NOVA_OP_RAISE_INDEX:
      noreturn = host_raise_index (c, &gsi);
      break;
    case NOVA_OP_FAIL:
      noreturn = host_fail (c, &gsi);
      break;
    default:
      internal_error ("nova: hostops: %qs is no host operation", op_name (c->op));
    }
  /* LHS has its new definition.  */
  gimple_call_set_lhs (c->stmt, NULL_TREE);
  region_delete_call (c->stmt);
  if (noreturn)
    fixup_noreturn_call (noreturn);
}

/* Index-only C: a handle if one is needed, else nothing.  */
static void
rewrite_importable (struct ext_func *f, struct ext_call *c)
{
  tree lhs = gimple_call_lhs (c->stmt);

  if (c->host_checks)
    ext_host_checks (c);
  if (c->exists && lhs)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (c->stmt);

      host_handle (c, &gsi);
      unlink_stmt_vdef (c->stmt);
      gimple_call_set_lhs (c->stmt, NULL_TREE);
      region_delete_call (c->stmt);
      return;
    }
  if (lhs)
    {
      region_delete_vector (lhs);
      f->dead_names.safe_push (lhs);
    }
  region_delete_call (c->stmt);
}

/* Ownership call at GSI becomes the runtime's; nothing for the null handle.  Steps GSI on.  */
static void
rewrite_ownership (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree v = gimple_call_arg (stmt, 0);

  if (!integer_zerop (v))
    host_abi_call (gsi, call_retain_p (stmt) ? ABI_nova_vec_retain : ABI_nova_vec_release,
		   NULL_TREE, 1, &v, gimple_location (stmt));
  unlink_stmt_vdef (stmt);
  gsi_remove (gsi, true);
}

void
host_rewrite (struct nova_ctx *ctx, struct ext_func *f)
{
  basic_block bb;

  for (struct ext_call *c : f->calls)
    c->local = (c->op == NOVA_OP_HROW || c->op == NOVA_OP_KEEP)
	       && region_row_local_p (c->stmt, call_keeps_flat_view_p (f, c));
  for (struct ext_call *c : f->calls)
    if (!c->member && !c->importable)
      rewrite_host (ctx, f, c);
  /* Backwards: users of an index-only vector before its maker.  */
  for (unsigned k = f->calls.length (); k-- > 0;)
    if (f->calls[k]->importable)
      rewrite_importable (f, f->calls[k]);
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      if (call_retain_p (gsi_stmt (gsi)) || call_release_p (gsi_stmt (gsi)))
	rewrite_ownership (&gsi);
      else
	gsi_next (&gsi);
  for (tree name : f->dead_names)
    release_ssa_name (name);
}

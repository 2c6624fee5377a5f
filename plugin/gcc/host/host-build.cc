/* Building host operations: calls of the runtime, descriptors of vectors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The null handle is the empty vector: a descriptor of zeros stands in for it, so that no branch is
   needed.

   Does not: handle builtins (hostops.cc).  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "gen/generate.h"
#include "extract/extract.h"
#include "hostops.h"
#include "state.h"
#include "nova/abi.h"

gcall *
host_abi_call (gimple_stmt_iterator *gsi, enum abi_fn fn, tree lhs, unsigned n, const tree *args,
	       location_t loc)
{
  tree decl = abi_decl (fn);
  auto_vec<tree> converted;
  gcall *call;

  for (unsigned k = 0; k < n; k++)
    {
      tree type = ext_param_type (TREE_TYPE (decl), decl, k);

      /* What stands for "..." has its type.  */
      converted.safe_push (type ? region_converted (gsi, args[k], type) : args[k]);
    }
  call = gimple_build_call_vec (decl, converted);
  gimple_set_location (call, loc);
  if (lhs && !useless_type_conversion_p (TREE_TYPE (lhs), TREE_TYPE (TREE_TYPE (decl))))
    {
      tree tmp = make_ssa_name (TREE_TYPE (TREE_TYPE (decl)));

      gimple_call_set_lhs (call, tmp);
      gsi_insert_before (gsi, call, GSI_SAME_STMT);
      gsi_insert_before (gsi, gimple_build_assign (lhs, NOP_EXPR, tmp), GSI_SAME_STMT);
      return call;
    }
  gimple_call_set_lhs (call, lhs);
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
  return call;
}

void
host_placed_call (gimple_stmt_iterator *gsi, struct ext_call *c, enum abi_fn fn, unsigned n,
		  const tree *args)
{
  tree site = gen_site (c->site), nowhere = null_pointer_node;

  host_abi_call (gsi, ABI_nova_at, NULL_TREE, 1, &site, c->s->loc);
  host_abi_call (gsi, fn, gimple_call_lhs (c->stmt), n, args, c->s->loc);
  host_abi_call (gsi, ABI_nova_at, NULL_TREE, 1, &nowhere, c->s->loc);
}

/* --- Descriptors ----------------------------------------------------------------------------- */

/* The address of a descriptor of the empty vector.  */
static tree
empty_vector (void)
{
  tree &var = unit.host->empty_vector;

  if (!var)
    {
      tree type = build_array_type_nelts (char_type_node, sizeof (struct nova_vec));

      var = build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier ("nova_empty_vector"), type);
      TREE_STATIC (var) = 1;
      TREE_READONLY (var) = 1;
      TREE_ADDRESSABLE (var) = 1;
      TREE_USED (var) = 1;
      DECL_ARTIFICIAL (var) = 1;
      DECL_IGNORED_P (var) = 1;
      SET_DECL_ALIGN (var, 8 * BITS_PER_UNIT);
      DECL_USER_ALIGN (var) = 1;
      DECL_INITIAL (var) = build_constructor (type, NULL);
      TREE_CONSTANT (DECL_INITIAL (var)) = 1;
      varpool_node::finalize_decl (var);
      root_keep (var);
    }
  return build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (var)), var);
}

/* A pointer to a type of our own: what the host program writes through other types is no
   descriptor, so that a loop need not load its members again and again.  */
static tree
descriptor_pointer (void)
{
  tree &type = unit.host->descriptor_pointer;

  if (!type)
    {
      tree record = make_node (RECORD_TYPE);

      layout_type (record);
      type = build_pointer_type (record);
      root_keep (type);
    }
  return type;
}

tree
host_member (gimple_stmt_iterator *gsi, tree v, size_t offset, tree type)
{
  tree handle, null, safe, empty, value, member;

  /* A name without a definition is an error.  */
  if (TREE_CODE (v) != SSA_NAME)
    return build_zero_cst (type);
  handle = make_ssa_name (ptr_type_node);
  null = make_ssa_name (boolean_type_node);
  safe = make_ssa_name (ptr_type_node);
  empty = make_ssa_name (ptr_type_node);
  value = make_ssa_name (type);
  gsi_insert_before (gsi, gimple_build_assign (handle, NOP_EXPR, v), GSI_SAME_STMT);
  gsi_insert_before (gsi,
		     gimple_build_assign (empty, fold_convert (ptr_type_node, empty_vector ())),
		     GSI_SAME_STMT);
  gsi_insert_before (gsi, gimple_build_assign (null, EQ_EXPR, handle, null_pointer_node),
		     GSI_SAME_STMT);
  gsi_insert_before (gsi, gimple_build_assign (safe, COND_EXPR, null, empty, handle),
		     GSI_SAME_STMT);
  member = build2 (MEM_REF, type, safe, build_int_cst (descriptor_pointer (), offset));
  TREE_THIS_NOTRAP (member) = 1;
  gsi_insert_before (gsi, gimple_build_assign (value, member), GSI_SAME_STMT);
  return value;
}

tree
host_unseen (gimple_stmt_iterator *gsi, tree p)
{
  tree bits = make_ssa_name (pointer_sized_int_node), q = make_ssa_name (ptr_type_node);

  gsi_insert_before (gsi, gimple_build_assign (bits, NOP_EXPR, p), GSI_SAME_STMT);
  gsi_insert_before (gsi, gimple_build_assign (q, NOP_EXPR, bits), GSI_SAME_STMT);
  return q;
}

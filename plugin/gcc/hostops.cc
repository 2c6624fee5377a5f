/* What stays in host code: lengths, elements, rows, printing, failing, ownership.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Of a view, length and data are its operands; of any other vector they are loads from its
   descriptor.  The null handle is the empty vector: a descriptor of zeros stands in for it, so that no
   branch is needed.  Views, slices and reverses that somebody needs as a handle are made where they
   stand, on the memory of what they read; other index-only calls have done their part in the regions
   and go.  After this no call of ours is left.  */

#include "gcc-compat.h"
#include "nova-gcc.h"
#include "extract.h"
#include "text.h"
#include "nova/abi.h"
#include "tree-cfgcleanup.h"

/* Call the abi.def function NAME before GSI with ARGS converted to its parameters.  LHS: where the
   result goes, or NULL_TREE.  */
static gcall *
abi_call (gimple_stmt_iterator *gsi, const char *name, tree lhs, unsigned n, const tree *args,
	  location_t loc)
{
  tree decl = abi_decl (name);
  auto_vec<tree> converted;
  gcall *call;

  for (unsigned k = 0; k < n; k++)
    {
      tree type = param_type (TREE_TYPE (decl), decl, k);

      /* What stands for "..." has its type.  */
      converted.safe_push (type ? gimple_converted (gsi, args[k], type) : args[k]);
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

/* abi_call for C's result; the function has no site of its own: should there be no memory, it stands
   where C does.  */
static void
placed_call (gimple_stmt_iterator *gsi, struct ext_call *c, const char *name, unsigned n,
	     const tree *args)
{
  tree site = gen_site (c->site), nowhere = null_pointer_node;

  abi_call (gsi, "nova_at", NULL_TREE, 1, &site, c->s->loc);
  abi_call (gsi, name, gimple_call_lhs (c->stmt), n, args, c->s->loc);
  abi_call (gsi, "nova_at", NULL_TREE, 1, &nowhere, c->s->loc);
}

/* Set LHS to value T before GSI.  */
static void
set_value (gimple_stmt_iterator *gsi, tree lhs, tree t)
{
  t = gimple_converted (gsi, t, TREE_TYPE (lhs));
  gsi_insert_before (gsi, gimple_build_assign (lhs, t), GSI_SAME_STMT);
}

/* --- Descriptors ----------------------------------------------------------------------------- */

/* The address of a descriptor of the empty vector.  */
static tree
empty_vector (void)
{
  static tree var;

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

/* A pointer to a type of our own: what the host program writes through other types is no descriptor, so
   that a loop need not load its members again and again.  */
static tree
descriptor_pointer (void)
{
  static tree type;

  if (!type)
    {
      tree record = make_node (RECORD_TYPE);

      layout_type (record);
      type = build_pointer_type (record);
      root_keep (type);
    }
  return type;
}

/* The member of handle V's descriptor at byte OFFSET, of TYPE, loaded before GSI.  */
static tree
descriptor_member (gimple_stmt_iterator *gsi, tree v, size_t offset, tree type)
{
  tree handle = make_ssa_name (ptr_type_node), null = make_ssa_name (boolean_type_node);
  tree safe = make_ssa_name (ptr_type_node), empty = make_ssa_name (ptr_type_node);
  tree value = make_ssa_name (type), member;

  if (TREE_CODE (v) != SSA_NAME)
    return build_zero_cst (type);
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
			      : descriptor_member (gsi, v, offsetof (struct nova_vec, length),
						   size_type_node));
}

/* Before GSI: where element I of handle V, of type ELEM, is.  A base address says it of most, of others the
   runtime; that may compute it into a variable.  */
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
  data = descriptor_member (gsi, v, offsetof (struct nova_vec, data), ptr_type_node);
  flags = descriptor_member (gsi, v, offsetof (struct nova_vec, flags), uint32_type_node);
  bit = make_ssa_name (uint32_type_node);
  gsi_insert_before (gsi, gimple_build_assign (bit, BIT_AND_EXPR, flags,
					       build_int_cst (uint32_type_node, NOVA_VEC_INDIRECT)),
		     GSI_SAME_STMT);
  /* Of what is no integer nothing is computed; but a null pointer may point to anything, for GCC, and a
     loop around would forget all it knows.  */
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
    tree decl = abi_decl ("nova_vec_place");

    for (unsigned k = 0; k < 4; k++)
      args[k] = gimple_convert (&seq, param_type (TREE_TYPE (decl), decl, k), args[k]);
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

      abi_call (gsi, "nova_vec_elements", lhs, 2, args, c->s->loc);
    }
  else if (c->op == NOVA_OP_HDATA && !c->contiguous && !view)
    set_value (gsi, lhs, element_base (gsi, c, TYPE_MAIN_VARIANT (TREE_TYPE (TREE_TYPE (lhs)))));
  else
    set_value (gsi, lhs, view ? call_operand (view, 0)
			      : descriptor_member (gsi, v, offsetof (struct nova_vec, data),
						   ptr_type_node));
}

static void
host_stride (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree lhs = gimple_call_lhs (c->stmt), v = call_operand (c, 0);

  if (lhs)
    set_value (gsi, lhs, c->contiguous ? build_one_cst (TREE_TYPE (lhs))
			 : descriptor_member (gsi, v, offsetof (struct nova_vec, stride),
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

/* The row that C gives: by abi.def function NAME of the N operands ARGS, or, if only elements of it are
   wanted, by LOCAL, which needs no memory.  */
static void
host_row_by (struct ext_call *c, gimple_stmt_iterator *gsi, const char *name, const char *local,
	     unsigned n, const tree *args)
{
  tree lhs = gimple_call_lhs (c->stmt), all[5];

  if (!lhs)
    return;
  all[0] = c->local ? room_for_row () : NULL_TREE;
  memcpy (all + 1, args, n * sizeof *args);
  abi_call (gsi, c->local ? local : name, lhs, n + c->local, all + !c->local, c->s->loc);
}

static void
host_row (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree args[3] = { call_operand (c, 0), call_operand (c, 1), gen_site (c->site) };

  host_row_by (c, gsi, "nova_vec_row_at", "nova_vec_row_in", 3, args);
}

/* Pointer P, before GSI, as one whose object GCC does not see as long as it does not optimise: it would
   take a row of a matrix for an object of its own and warn of the rows behind it.  */
static tree
unseen (gimple_stmt_iterator *gsi, tree p)
{
  tree bits = make_ssa_name (pointer_sized_int_node), q = make_ssa_name (ptr_type_node);

  gsi_insert_before (gsi, gimple_build_assign (bits, NOP_EXPR, p), GSI_SAME_STMT);
  gsi_insert_before (gsi, gimple_build_assign (q, NOP_EXPR, bits), GSI_SAME_STMT);
  return q;
}

/* A flat view is copied from where it is, without a handle in between.  */
static void
host_keep_view (struct ext_call *c, struct ext_call *view, gimple_stmt_iterator *gsi)
{
  tree args[4] = { unseen (gsi, call_operand (view, 0)), TYPE_SIZE_UNIT (vec_base (view->s->result)),
		   call_operand (view, 1), gen_site (c->site) };

  host_row_by (c, gsi, "nova_vec_copy_of", "nova_vec_copy_in", 4, args);
}

static void
host_keep (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  bool row = gimple_call_num_args (c->stmt) == 3;
  tree args[3] = { call_operand (c, 0), row ? call_operand (c, 1) : gen_site (c->site),
		   row ? gen_site (c->site) : NULL_TREE };
  tree lhs = gimple_call_lhs (c->stmt);

  if (row)
    host_row_by (c, gsi, "nova_vec_keep_row", "nova_vec_keep_row_in", 3, args);
  else if (lhs)
    abi_call (gsi, "nova_vec_keep", lhs, 2, args, c->s->loc);
}

/* Type T, no record.  */
static void
spell_type (struct strbuf *out, const struct type *t)
{
  if (t->kind == TYPE_BLOB)
    strbuf_printf (out, "blob %lu %lu", (unsigned long) t->size, (unsigned long) t->align);
  else if (t->kind == TYPE_PTR)
    strbuf_printf (out, "ptr void");
  else
    text_type (out, NULL, t);
}

static void spell_tree (struct nova_ctx *ctx, struct strbuf *out, tree t);

/* Member F of a structure: FIR has no type for some of them, the printer has.  */
static void
spell_member (struct nova_ctx *ctx, struct strbuf *out, tree f)
{
  HOST_WIDE_INT bit = int_bit_position (f), from = bit / BITS_PER_UNIT;
  tree name = DECL_NAME (f);

  strbuf_printf (out, "%s: ", name ? IDENTIFIER_POINTER (name) : "_");
  if (DECL_BIT_FIELD_TYPE (f))
    strbuf_printf (out, "bits %c %d %d", TYPE_UNSIGNED (TREE_TYPE (f)) ? 'u' : 'i',
		   (int) (bit % BITS_PER_UNIT), (int) tree_to_shwi (DECL_SIZE (f)));
  else
    spell_tree (ctx, out, TREE_TYPE (f));
  strbuf_printf (out, " @%lu", (unsigned long) from);
}

/* Type T for nova_vec_print, with all that is inside it: nobody at run time knows a record by its
   name.  */
static void
spell_tree (struct nova_ctx *ctx, struct strbuf *out, tree t)
{
  const char *sep = "";

  if (TREE_CODE (t) == ARRAY_TYPE && TYPE_SIZE_UNIT (t) && tree_fits_uhwi_p (TYPE_SIZE_UNIT (t))
      && int_size_in_bytes (TREE_TYPE (t)) > 0)
    {
      HOST_WIDE_INT each = int_size_in_bytes (TREE_TYPE (t));

      strbuf_printf (out, "array %lu %lu ", (unsigned long) (int_size_in_bytes (t) / each),
		     (unsigned long) each);
      spell_tree (ctx, out, TREE_TYPE (t));
    }
  else if (TREE_CODE (t) == RECORD_TYPE && !vec_elem (t))
    {
      strbuf_printf (out, "rec {");
      for (tree f = TYPE_FIELDS (t); f; f = DECL_CHAIN (f))
	if (TREE_CODE (f) == FIELD_DECL && (DECL_NAME (f) || RECORD_OR_UNION_TYPE_P (TREE_TYPE (f))))
	  {
	    strbuf_printf (out, "%s", sep);
	    spell_member (ctx, out, f);
	    sep = ", ";
	  }
      strbuf_printf (out, "} %lu %lu", (unsigned long) int_size_in_bytes (t),
		     (unsigned long) TYPE_ALIGN_UNIT (t));
    }
  else if (TREE_CODE (t) == ARRAY_TYPE)
    strbuf_printf (out, "blob 0 1");
  else
    spell_type (out, fir_type_of (ctx, t));
}

/* The base element type of vector type T as nova_vec_print reads it, a string constant.  */
static tree
type_string (struct nova_ctx *ctx, tree t)
{
  struct strbuf text = { NULL, 0, 0 };
  tree string;

  spell_tree (ctx, &text, vec_base (t));
  string = build_string_literal (text.len + 1, text.s);
  strbuf_free (&text);
  return string;
}

static void
host_print (struct nova_ctx *ctx, struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree args[3] = { call_operand (c, 0), type_string (ctx, c->s->op_type[0]), gen_site (c->site) };

  abi_call (gsi, "nova_vec_print", NULL_TREE, 3, args, c->s->loc);
}

static gcall *
host_raise_index (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree args[6] = { gen_site (c->site), build_int_cst (unsigned_type_node, CHECK_INDEX),
		   size_int (2), call_operand (c, 0), call_operand (c, 1), size_zero_node };

  return abi_call (gsi, "nova_raise", NULL_TREE, 6, args, c->s->loc);
}

static gcall *
host_fail (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree args[2] = { gen_site (c->site), call_operand (c, 0) };

  return abi_call (gsi, "nova_raise_text", NULL_TREE, 2, args, c->s->loc);
}

/* A handle of C's elements, LEVELS of them: as the operands say, or, if C gives no strides, row-major.
   The runtime takes sizes and strides as they come.  */
static void
host_view_strided (struct ext_call *c, gimple_stmt_iterator *gsi, unsigned levels)
{
  bool strides = c->op == NOVA_OP_VIEW_STRIDED;
  auto_vec<tree> args, steps;
  gimple_seq seq = NULL;
  tree step = build_one_cst (ptrdiff_type_node);

  for (unsigned k = levels; k > 0 && !strides; k--)
    {
      steps.safe_push (step);
      step = gimple_build (&seq, MULT_EXPR, ptrdiff_type_node, step,
			   gimple_convert (&seq, ptrdiff_type_node, call_operand (c, k)));
    }
  gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
  args.safe_push (unseen (gsi, call_operand (c, 0)));
  args.safe_push (TYPE_SIZE_UNIT (vec_base (c->s->result)));
  args.safe_push (build_int_cst (unsigned_type_node, levels));
  for (unsigned k = 0; k < levels; k++)
    {
      tree n = call_operand (c, strides ? 2 * k + 1 : k + 1);

      step = strides ? call_operand (c, 2 * k + 2) : steps[levels - 1 - k];
      args.safe_push (gimple_converted (gsi, n, size_type_node));
      args.safe_push (gimple_converted (gsi, step, ptrdiff_type_node));
    }
  placed_call (gsi, c, "nova_vec_view_strided", args.length (), args.address ());
}

static void
host_view (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  unsigned k, levels = c->s->nops - 1;
  tree args[7];

  if (levels > 3)
    {
      host_view_strided (c, gsi, levels);
      return;
    }
  args[0] = unseen (gsi, call_operand (c, 0));
  args[1] = TYPE_SIZE_UNIT (vec_base (c->s->result));
  args[2] = build_int_cst (unsigned_type_node, levels);
  for (k = 0; k < 3; k++)
    args[3 + k] = k < levels ? call_operand (c, k + 1) : size_zero_node;
  args[6] = gen_site (c->site);
  abi_call (gsi, "nova_vec_view_at", gimple_call_lhs (c->stmt), 7, args, c->s->loc);
}

/* (b, e, x) or (b, step, e, x).  */
static void
host_slice (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  unsigned n = c->s->nops;
  tree args[6];

  args[0] = call_operand (c, n - 1);
  args[1] = call_operand (c, 0);
  args[2] = n == 4 ? call_operand (c, 1) : integer_one_node;
  args[3] = call_operand (c, n - 2);
  args[4] = nova_unchecked_p (NOVA_OP_SLICE) ? integer_zero_node : integer_one_node;
  args[5] = gen_site (c->site);
  placed_call (gsi, c, "nova_vec_slice", 6, args);
}

static void
host_reverse (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree v = call_operand (c, 0);

  placed_call (gsi, c, "nova_vec_reverse", 1, &v);
}

/* Runtime function NAME of the operands of C in the order FIRST, SECOND.  */
static void
host_relaid (struct ext_call *c, gimple_stmt_iterator *gsi, const char *name, unsigned first,
	     unsigned second)
{
  tree args[2];

  args[0] = call_operand (c, first);
  if (c->s->nops > 1)
    args[1] = call_operand (c, second);
  placed_call (gsi, c, name, c->s->nops, args);
}

static void
host_field (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree args[3] = { call_operand (c, 0), size_int (c->s->at),
		   TYPE_SIZE_UNIT (vec_base (c->s->result)) };

  placed_call (gsi, c, "nova_vec_field", 3, args);
}

/* The range of 128-bit ARGS, of TYPE: they go through memory.  */
static void
host_wide_range (struct ext_call *c, gimple_stmt_iterator *gsi, tree type, const tree *args)
{
  tree values = build_array_type_nelts (type, 3), var = create_tmp_var (values, "range");

  TREE_ADDRESSABLE (var) = 1;
  for (unsigned k = 0; k < 3; k++)
    {
      tree place = build4 (ARRAY_REF, type, var, size_int (k), NULL_TREE, NULL_TREE);

      gsi_insert_before (gsi, gimple_build_assign (place, gimple_converted (gsi, args[k], type)),
			 GSI_SAME_STMT);
    }
  tree pass[2] = { build1 (ADDR_EXPR, build_pointer_type (values), var),
		   build_int_cst (unsigned_type_node, TYPE_UNSIGNED (type)) };
  placed_call (gsi, c, "nova_vec_range_wide", 2, pass);
}

/* (n), (b, e), (b, e, s), of type I.  */
static void
host_range (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  unsigned n = c->s->nops;
  tree type = vec_elem (c->s->result);
  tree args[5] = { n > 1 ? call_operand (c, 0) : build_zero_cst (type),
		   call_operand (c, n > 1), n > 2 ? call_operand (c, 2) : build_one_cst (type),
		   build_int_cst (unsigned_type_node, TYPE_UNSIGNED (type)), TYPE_SIZE_UNIT (type) };

  if (TYPE_PRECISION (type) > 64)
    {
      host_wide_range (c, gsi, type, args);
      return;
    }
  /* The runtime has them as 64 bits of their own sign.  */
  for (unsigned k = 0; k < 3; k++)
    args[k] = gimple_converted (gsi, gimple_converted (gsi, args[k], type),
				TYPE_UNSIGNED (type) ? uint64_type_node : long_integer_type_node);
  placed_call (gsi, c, "nova_vec_range", 5, args);
}

/* (n, v): a value goes through memory.  */
static void
host_replicate (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree v = call_operand (c, 1), type = vec_elem (c->s->result), base = vec_base (type), var;
  tree args[4] = { call_operand (c, 0), v, TYPE_SIZE_UNIT (base), NULL_TREE };

  if (vec_elem (type))
    {
      args[2] = build_int_cst (unsigned_type_node, vec_levels (c->s->result));
      args[3] = TYPE_SIZE_UNIT (base);
      placed_call (gsi, c, "nova_vec_repeat", 4, args);
      return;
    }
  var = create_tmp_var (type, "value");
  TREE_ADDRESSABLE (var) = 1;
  gsi_insert_before (gsi, gimple_build_assign (var, gimple_converted (gsi, v, type)), GSI_SAME_STMT);
  args[1] = build1 (ADDR_EXPR, build_pointer_type (type), var);
  placed_call (gsi, c, "nova_vec_replicate", 3, args);
}

/* What is beyond 64 bits is taken modulo the length first.  */
static void
host_rotate (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree k = call_operand (c, 0), type = TREE_TYPE (k), negative = integer_zero_node;
  tree args[3] = { call_operand (c, 1), NULL_TREE, NULL_TREE };

  if (TYPE_PRECISION (type) > 64)
    {
      tree n = descriptor_member (gsi, args[0], offsetof (struct nova_vec, length), size_type_node);

      n = gimple_converted (gsi, n, type);
      n = fold_build2 (MAX_EXPR, type, n, build_one_cst (type));
      k = force_gimple_operand_gsi (gsi, fold_build2 (TRUNC_MOD_EXPR, type, k, n), true, NULL_TREE,
				    true, GSI_SAME_STMT);
    }
  args[1] = k;
  if (!TYPE_UNSIGNED (type))
    {
      negative = make_ssa_name (boolean_type_node);
      gsi_insert_before (gsi, gimple_build_assign (negative, LT_EXPR, k, build_zero_cst (type)),
			 GSI_SAME_STMT);
    }
  args[2] = negative;
  placed_call (gsi, c, "nova_vec_rotate", 3, args);
}

/* Index-only C as a handle.  */
static void
host_handle (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  switch (c->op)
    {
    case NOVA_OP_VIEW:
      host_view (c, gsi);
      break;
    case NOVA_OP_VIEW_STRIDED:
      host_view_strided (c, gsi, c->s->nops / 2);
      break;
    case NOVA_OP_SLICE:
      host_slice (c, gsi);
      break;
    case NOVA_OP_SPLIT:
      host_relaid (c, gsi, "nova_vec_split", 1, 0);
      break;
    case NOVA_OP_SEGMENTS:
      host_relaid (c, gsi, "nova_vec_cut", 0, 1);
      break;
    case NOVA_OP_FIELD:
      host_field (c, gsi);
      break;
    case NOVA_OP_FLATTEN:
      host_relaid (c, gsi, "nova_vec_flatten", 0, 0);
      break;
    case NOVA_OP_WINDOW:
      host_relaid (c, gsi, "nova_vec_window", 1, 0);
      break;
    case NOVA_OP_TRANSPOSE:
      host_relaid (c, gsi, "nova_vec_transpose", 0, 0);
      break;
    case NOVA_OP_ROTATE:
      host_rotate (c, gsi);
      break;
    case NOVA_OP_RANGE:
      host_range (c, gsi);
      break;
    case NOVA_OP_REPLICATE:
      host_replicate (c, gsi);
      break;
    default:
      host_reverse (c, gsi);
    }
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
      host_checks (c);
      gsi = gsi_for_stmt (c->stmt);
      host_handle (c, &gsi);
      break;
    case NOVA_OP_HROW:
      host_row (c, &gsi);
      break;
    case NOVA_OP_KEEP:
      if (keeps_flat_view_p (f, c))
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
  delete_call (c->stmt);
  if (noreturn)
    fixup_noreturn_call (noreturn);
}

/* Index-only C: a handle if one is needed, else nothing.  */
static void
rewrite_importable (struct ext_func *f, struct ext_call *c)
{
  tree lhs = gimple_call_lhs (c->stmt);

  if (c->host_checks)
    host_checks (c);
  if (c->exists && lhs)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (c->stmt);

      host_handle (c, &gsi);
      unlink_stmt_vdef (c->stmt);
      gimple_call_set_lhs (c->stmt, NULL_TREE);
      delete_call (c->stmt);
      return;
    }
  if (lhs)
    {
      delete_vector (lhs);
      f->dead_names.safe_push (lhs);
    }
  delete_call (c->stmt);
}

/* Ownership call at GSI becomes the runtime's; nothing for the null handle.  Steps GSI on.  */
static void
rewrite_ownership (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree v = gimple_call_arg (stmt, 0);

  if (!integer_zerop (v))
    abi_call (gsi, retain_p (stmt) ? "nova_vec_retain" : "nova_vec_release", NULL_TREE, 1, &v,
	      gimple_location (stmt));
  unlink_stmt_vdef (stmt);
  gsi_remove (gsi, true);
}

void
hostops_rewrite (struct nova_ctx *ctx, struct ext_func *f)
{
  basic_block bb;

  for (struct ext_call *c : f->calls)
    c->local = (c->op == NOVA_OP_HROW || c->op == NOVA_OP_KEEP)
	       && row_local_p (c->stmt, keeps_flat_view_p (f, c));
  for (struct ext_call *c : f->calls)
    if (!c->member && !c->importable)
      rewrite_host (ctx, f, c);
  /* Backwards: users of an index-only vector before its maker.  */
  for (unsigned k = f->calls.length (); k-- > 0;)
    if (f->calls[k]->importable)
      rewrite_importable (f, f->calls[k]);
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      if (retain_p (gsi_stmt (gsi)) || release_p (gsi_stmt (gsi)))
	rewrite_ownership (&gsi);
      else
	gsi_next (&gsi);
  for (tree name : f->dead_names)
    release_ssa_name (name);
}

/* Handles of index-only vectors: views, slices, ranges and the like that are needed as a vector,
   built in place, on the memory of their operands.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Does not: decide which are needed (extract-need.cc).  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "gen/generate.h"
#include "extract/extract.h"
#include "hostops.h"
#include "nova/abi.h"

/* A handle of C's elements, LEVELS of them: as the operands say, or, if C gives no strides,
   row-major.  The runtime takes sizes and strides as they come.  */
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
  args.safe_push (host_unseen (gsi, call_operand (c, 0)));
  args.safe_push (TYPE_SIZE_UNIT (vtype_base (c->s->result)));
  args.safe_push (build_int_cst (unsigned_type_node, levels));
  for (unsigned k = 0; k < levels; k++)
    {
      tree n = call_operand (c, strides ? 2 * k + 1 : k + 1);

      step = strides ? call_operand (c, 2 * k + 2) : steps[levels - 1 - k];
      args.safe_push (region_converted (gsi, n, size_type_node));
      args.safe_push (region_converted (gsi, step, ptrdiff_type_node));
    }
  host_placed_call (gsi, c, ABI_nova_vec_view_strided, args.length (), args.address ());
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
  args[0] = host_unseen (gsi, call_operand (c, 0));
  args[1] = TYPE_SIZE_UNIT (vtype_base (c->s->result));
  args[2] = build_int_cst (unsigned_type_node, levels);
  for (k = 0; k < 3; k++)
    args[3 + k] = k < levels ? call_operand (c, k + 1) : size_zero_node;
  args[6] = gen_site (c->site);
  host_abi_call (gsi, ABI_nova_vec_view_at, gimple_call_lhs (c->stmt), 7, args, c->s->loc);
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
  args[4] = option_unchecked_p (NOVA_OP_SLICE) ? integer_zero_node : integer_one_node;
  args[5] = gen_site (c->site);
  host_placed_call (gsi, c, ABI_nova_vec_slice, 6, args);
}

/* Runtime function FN of what C shows and of its other operand, if it has two.  */
static void
host_relaid (struct ext_call *c, gimple_stmt_iterator *gsi, enum abi_fn fn)
{
  unsigned shown = op_shows (c->op, c->s->nops);
  tree args[2] = { call_operand (c, shown), NULL_TREE };

  if (c->s->nops > 1)
    args[1] = call_operand (c, 1 - shown);
  host_placed_call (gsi, c, fn, c->s->nops, args);
}

static void
host_field (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree args[3] = { call_operand (c, 0), size_int (c->s->at),
		   TYPE_SIZE_UNIT (vtype_base (c->s->result)) };

  host_placed_call (gsi, c, ABI_nova_vec_field, 3, args);
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

      gsi_insert_before (gsi, gimple_build_assign (place, region_converted (gsi, args[k], type)),
			 GSI_SAME_STMT);
    }
  tree pass[2] = { build1 (ADDR_EXPR, build_pointer_type (values), var),
		   build_int_cst (unsigned_type_node, TYPE_UNSIGNED (type)) };
  host_placed_call (gsi, c, ABI_nova_vec_range_wide, 2, pass);
}

/* (n), (b, e), (b, e, s), of type I.  */
static void
host_range (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  unsigned n = c->s->nops;
  tree type = vtype_elem (c->s->result);
  tree args[5]
    = { n > 1 ? call_operand (c, 0) : build_zero_cst (type), call_operand (c, n > 1),
	n > 2 ? call_operand (c, 2) : build_one_cst (type),
	build_int_cst (unsigned_type_node, TYPE_UNSIGNED (type)), TYPE_SIZE_UNIT (type) };

  if (TYPE_PRECISION (type) > 64)
    {
      host_wide_range (c, gsi, type, args);
      return;
    }
  /* The runtime has them as 64 bits of their own sign.  */
  for (unsigned k = 0; k < 3; k++)
    args[k] = region_converted (gsi, region_converted (gsi, args[k], type),
				TYPE_UNSIGNED (type) ? uint64_type_node : long_integer_type_node);
  host_placed_call (gsi, c, ABI_nova_vec_range, 5, args);
}

/* (n, v): a value goes through memory.  */
static void
host_replicate (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree v = call_operand (c, 1), type = vtype_elem (c->s->result), base = vtype_base (type), var;
  tree args[4] = { call_operand (c, 0), v, TYPE_SIZE_UNIT (base), NULL_TREE };

  if (vtype_elem (type))
    {
      args[2] = build_int_cst (unsigned_type_node, vtype_levels (c->s->result));
      args[3] = TYPE_SIZE_UNIT (base);
      host_placed_call (gsi, c, ABI_nova_vec_repeat, 4, args);
      return;
    }
  var = create_tmp_var (type, "value");
  TREE_ADDRESSABLE (var) = 1;
  gsi_insert_before (gsi, gimple_build_assign (var, region_converted (gsi, v, type)),
		     GSI_SAME_STMT);
  args[1] = build1 (ADDR_EXPR, build_pointer_type (type), var);
  host_placed_call (gsi, c, ABI_nova_vec_replicate, 3, args);
}

/* What is beyond 64 bits is taken modulo the length first.  */
static void
host_rotate (struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree k = call_operand (c, 0), type = TREE_TYPE (k), negative = integer_zero_node;
  tree args[3] = { call_operand (c, 1), NULL_TREE, NULL_TREE };

  if (TYPE_PRECISION (type) > 64)
    {
      tree n = host_member (gsi, args[0], offsetof (struct nova_vec, length), size_type_node);

      n = region_converted (gsi, n, type);
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
  host_placed_call (gsi, c, ABI_nova_vec_rotate, 3, args);
}

void
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
      host_relaid (c, gsi, ABI_nova_vec_split);
      break;
    case NOVA_OP_SEGMENTS:
      host_relaid (c, gsi, ABI_nova_vec_cut);
      break;
    case NOVA_OP_FIELD:
      host_field (c, gsi);
      break;
    case NOVA_OP_FLATTEN:
      host_relaid (c, gsi, ABI_nova_vec_flatten);
      break;
    case NOVA_OP_WINDOW:
      host_relaid (c, gsi, ABI_nova_vec_window);
      break;
    case NOVA_OP_TRANSPOSE:
      host_relaid (c, gsi, ABI_nova_vec_transpose);
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
      host_relaid (c, gsi, ABI_nova_vec_reverse);
    }
}

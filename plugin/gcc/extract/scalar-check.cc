/* Checks of whole operands that need no vector: sizes, counts, steps.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   An index-only builtin is rebuilt wherever its vector is used, but its checks run once, in place:
   in the region that it is a member of, or in host code if that region would have no other member.
   Checks that the compiler can prove are omitted.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/abi.h"
#include "extract.h"
#include "gen/gen.h"

/* The greatest size that operand K of C can be, if it is not negative.  */
static widest_int
greatest (const struct ext_call *c, unsigned k)
{
  tree t = call_operand (c, k), type = c->s->op_type[k];
  unsigned bits = MIN (TYPE_PRECISION (type), TYPE_PRECISION (sizetype));

  if (TREE_CODE (t) == INTEGER_CST)
    return wi::to_widest (t);
  return widest_int::from (wi::max_value (bits, TYPE_SIGN (type)), UNSIGNED);
}

/* Operand K of C, a size, may be negative as it was written.  */
static bool
may_be_negative (const struct ext_call *c, unsigned k)
{
  tree t = call_operand (c, k);

  if (TYPE_UNSIGNED (c->s->op_type[k]))
    return false;
  return TREE_CODE (t) != INTEGER_CST || wi::neg_p (wi::to_wide (t), SIGNED);
}

static void
add (vec<whole_check> *to, enum check_kind kind, unsigned k)
{
  struct whole_check w = { kind, k };

  to->safe_push (w);
}

uint64_t
ext_unit_bytes (const struct ext_call *c)
{
  tree t = c->s->result;

  /* Offsets are what buckets, and bins of vectors, have one of each.  */
  if (c->op == NOVA_OP_BUCKET || (c->op == NOVA_OP_REDUCE_BY_INDEX && vtype_elem (vtype_elem (t))))
    return 8;
  return tree_to_uhwi (TYPE_SIZE_UNIT (vtype_base (t)));
}

unsigned
ext_inner_sizes (const struct ext_call *c)
{
  return c->op == NOVA_OP_VIEW || c->op == NOVA_OP_TABULATE ? c->s->nops - 1
	 : c->op == NOVA_OP_VIEW_STRIDED ? c->s->nops - 2 : 0;
}

/* Operand K of C is its only size.  */
static void
add_size (const struct ext_call *c, vec<whole_check> *to, unsigned k)
{
  if (may_be_negative (c, k))
    add (to, CHECK_COUNT, k);
  if (wi::gtu_p (greatest (c, k) * ext_unit_bytes (c), INT64_MAX))
    add (to, CHECK_SIZE, k);
}

bool
ext_size_operand_p (const struct ext_call *c, unsigned k)
{
  if (c->op == NOVA_OP_VIEW_STRIDED || c->op == NOVA_OP_STORE_STRIDED)
    return k % 2 == 1 && k + (c->op == NOVA_OP_STORE_STRIDED) < c->s->nops;
  return k > 0;
}

/* The sizes of C are not negative.  */
static void
add_counts (const struct ext_call *c, vec<whole_check> *to)
{
  for (unsigned k = 1; k < c->s->nops; k++)
    if (ext_size_operand_p (c, k) && may_be_negative (c, k))
      add (to, CHECK_COUNT, k);
}

/* The sizes of C, from operand 1 on, of regular nested vectors.  From the last to the first: that
   what is below a size fits must be known before its own check.  An inner size of 0 counts as 1:
   the rows are counted, too.  */
static void
add_sizes (const struct ext_call *c, vec<whole_check> *to)
{
  widest_int unit = wi::to_widest (TYPE_SIZE_UNIT (vtype_base (c->s->result))), bytes = unit;
  unsigned k;

  add_counts (c, to);
  for (k = c->s->nops - 1; k >= 1; k--)
    {
      if (!ext_size_operand_p (c, k))
	continue;
      bytes *= greatest (c, k);
      if (wi::gtu_p (bytes, INT64_MAX) || wi::gtu_p (greatest (c, k), INT64_MAX))
	add (to, CHECK_SIZE, k);
      bytes = wi::umax (wi::umin (bytes, widest_int (INT64_MAX)), unit);
    }
}

void
ext_checks (const struct ext_call *c, vec<whole_check> *to)
{
  unsigned step = c->op == NOVA_OP_RANGE ? 2 : 1, k;
  tree t;

  switch (c->op)
    {
    case NOVA_OP_VIEW:
    case NOVA_OP_VIEW_STRIDED:
    case NOVA_OP_TABULATE:
      if (!c->s->derived)
	add_sizes (c, to);
      break;
    case NOVA_OP_STORE_STRIDED:
      add_counts (c, to);
      break;
    case NOVA_OP_REQUIRE:
      if (c->s->op == NOVA_OP_TRANSPOSE || c->s->op == NOVA_OP_RANGE)
	break;
      /* Fall through.  */
    case NOVA_OP_REPLICATE:
      /* Of vectors: by its REQUIRE.  */
      if (c->op == NOVA_OP_REPLICATE && vtype_elem (c->s->op_type[1]))
	break;
      /* Fall through.  */
    case NOVA_OP_STORE:
    case NOVA_OP_STORE_ALL:
    case NOVA_OP_PAD:
      k = c->op == NOVA_OP_STORE || c->op == NOVA_OP_PAD;
      if (may_be_negative (c, k))
	add (to, CHECK_COUNT, k);
      /* It takes no memory; but the nearest size to one that has no 64 bits is not meant.  */
      if (c->op == NOVA_OP_REPLICATE
	  && TYPE_PRECISION (c->s->op_type[0]) > TYPE_PRECISION (sizetype))
	add (to, CHECK_SIZE, 0);
      break;
    case NOVA_OP_BUCKET:
      add_size (c, to, 1);
      break;
    case NOVA_OP_REDUCE_BY_INDEX:
      add_size (c, to, 2);
      break;
    case NOVA_OP_UPDATE_ROWS:
      for (k = 2; k <= 4; k += 2)
	if (may_be_negative (c, k))
	  add (to, CHECK_COUNT, k);
      break;
    case NOVA_OP_RANGE:
    case NOVA_OP_SLICE:
      if (c->s->nops < step + (c->op == NOVA_OP_RANGE ? 1 : 3))
	break;
      t = call_operand (c, step);
      if (TREE_CODE (t) != INTEGER_CST || integer_zerop (t))
	add (to, CHECK_STEP, step);
      break;
    default:
      break;
    }
}

/* --- In host code ---------------------------------------------------------------------------- */

/* && and || in T between operands that may all be computed become & and |.  */
static tree
without_branches (tree t)
{
  enum tree_code code = TREE_CODE (t);

  if (code != TRUTH_ANDIF_EXPR && code != TRUTH_ORIF_EXPR)
    return t;
  return build2 (code == TRUTH_ANDIF_EXPR ? BIT_AND_EXPR : BIT_IOR_EXPR, boolean_type_node,
		 without_branches (TREE_OPERAND (t, 0)), without_branches (TREE_OPERAND (t, 1)));
}

/* Before GSI: unless HOLDS, go to a new block, which is returned.  GSI stays at its statement.  */
static basic_block
branch_unless (gimple_stmt_iterator *gsi, tree holds)
{
  basic_block bb = gsi_bb (*gsi), out;
  gimple *stmt = gsi_stmt (*gsi);
  gcond *cond = gimple_build_cond (NE_EXPR, holds, boolean_false_node, NULL_TREE, NULL_TREE);
  edge on, off;

  gimple_set_location (cond, gimple_location (stmt));
  gsi_insert_before (gsi, cond, GSI_SAME_STMT);
  on = split_block (bb, cond);
  out = create_empty_bb (bb);
  off = make_edge (bb, out, EDGE_FALSE_VALUE);
  on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  on->probability = profile_probability::very_likely ();
  off->probability = profile_probability::very_unlikely ();
  if (current_loops)
    add_bb_to_loop (out, current_loops->tree_root);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  *gsi = gsi_for_stmt (stmt);
  return out;
}

/* The bytes of one element of size K of C, before GSI, as if no size below it were 0.  */
static tree
unit_before (gimple_stmt_iterator *gsi, struct ext_call *c, unsigned k)
{
  tree bytes = fold_convert (uint64_type_node, TYPE_SIZE_UNIT (vtype_base (c->s->result)));
  gimple_seq seq = NULL;

  for (unsigned j = c->s->nops - 1; j > k; j--)
    if (ext_size_operand_p (c, j))
      {
	tree n = gimple_convert (&seq, uint64_type_node, call_operand (c, j));

	n = gimple_build (&seq, MAX_EXPR, uint64_type_node, n, build_one_cst (uint64_type_node));
	bytes = gimple_build (&seq, MULT_EXPR, uint64_type_node, bytes, n);
      }
  gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
  return bytes;
}

static void
host_check (struct ext_call *c, const struct whole_check *w)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (c->stmt), end;
  tree site = gen_site (c->site), kind = build_int_cst (unsigned_type_node, w->kind), holds;
  tree a[3] = { build_int_cst (uint64_type_node, w->k + 1), NULL_TREE,
		build_zero_cst (uint64_type_node) }, safe[3];

  a[1] = call_operand (c, w->k);
  /* The low half of a step may be 0.  */
  if (w->kind == CHECK_STEP && c->op == NOVA_OP_RANGE
      && TYPE_PRECISION (TREE_TYPE (a[1])) > TYPE_PRECISION (uint64_type_node))
    a[1] = force_gimple_operand_gsi (&gsi, fold_build2 (NE_EXPR, boolean_type_node, a[1],
							build_zero_cst (TREE_TYPE (a[1]))),
				     true, NULL_TREE, true, GSI_SAME_STMT);
  a[1] = region_converted (&gsi, a[1], uint64_type_node);
  if (w->kind == CHECK_SIZE)
    a[2] = unit_before (&gsi, c, w->k);
  memcpy (safe, a, sizeof safe);
  /* The condition divides by it.  */
  if (w->kind == CHECK_SIZE)
    safe[2] = fold_build2 (MAX_EXPR, uint64_type_node, a[2], build_one_cst (uint64_type_node));
  holds = force_gimple_operand_gsi (&gsi, without_branches (gen_holds (w->kind, safe)), true,
				    NULL_TREE, true, GSI_SAME_STMT);
  end = gsi_start_bb (branch_unless (&gsi, holds));
  gcall *call = gimple_build_call (abi_decl (ABI_nova_raise), 6, site, kind, a[0], a[1], a[2],
				   build_zero_cst (uint64_type_node));
  gimple_set_location (call, c->s->loc);
  gsi_insert_after (&end, call, GSI_NEW_STMT);
}

void
ext_host_checks (struct ext_call *c)
{
  auto_vec<whole_check> list;

  ext_checks (c, &list);
  for (const struct whole_check &w : list)
    host_check (c, &w);
}

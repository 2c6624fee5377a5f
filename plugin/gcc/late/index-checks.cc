/* Indices that are checked before a loop.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A loop of C whose turns check indices has an exit for each, and is not vectorised:

     for (j = b; j < n; j++) { if (j >= length (x)) raise (j, length (x));  ... data (x)[j] ... }
   =>
     if (the last turn's j < length (x))  for (j = b; j < n; j++) { ... data (x)[j] ... }
     else  for (j = b; j < n; j++) { if (j >= length (x)) raise (j, length (x));  ... }

   So GCC's passes version loops (gimple-loop-versioning.cc).  Every turn makes the check, and
   nothing else ends the loop early: so if the condition does not hold it raises, and no result
   depends on which of the two ran.

   Does not: take loops that have others inside, another exit than that of the loop's end, or calls;
   checks of some turns only, or of indices that do not advance by a constant.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/abi.h"
#include "late.h"

/* Loops of more statements stay as they are: there would be two of them.  */
static const unsigned MOST_STATEMENTS = 200;

/* A check in a loop: it raises an error where edge OUT leads.  */
struct index_check
{
  edge out;
  tree index, bound;		/* unless index < bound */
};

/* Does BB do nothing but raise the error of an index?  */
static bool
raises_p (basic_block bb)
{
  gimple_stmt_iterator i = gsi_last_nondebug_bb (bb);

  /* Other ways lead there, too, and a block has the PHIs that close the loop.  */
  if (gsi_end_p (i) && single_succ_p (bb))
    {
      bb = single_succ (bb);
      i = gsi_last_nondebug_bb (bb);
    }
  return EDGE_COUNT (bb->succs) == 0 && !gsi_end_p (i) && is_gimple_call (gsi_stmt (i))
	 && gimple_call_fndecl (gsi_stmt (i)) == abi_decl (ABI_nova_raise);
}

/* Exit OUT as a check of sizes; false if it is another.  */
static bool
check_of (edge out, struct index_check *c)
{
  gcond *s = safe_dyn_cast <gcond *> (last_stmt (out->src));
  enum tree_code code;

  if (!s || !raises_p (out->dest))
    return false;
  /* It goes on if CODE holds.  */
  code = gimple_cond_code (s);
  if (out->flags & EDGE_TRUE_VALUE)
    code = invert_tree_comparison (code, false);
  c->out = out;
  c->index = gimple_cond_lhs (s);
  c->bound = gimple_cond_rhs (s);
  if (code == GT_EXPR)
    std::swap (c->index, c->bound);
  return (code == LT_EXPR || code == GT_EXPR)
	 && types_compatible_p (TREE_TYPE (c->index), sizetype);
}

/* The condition that C holds in all of LOOP's turns, of which TURNS, a size, are followed by
   another; edge END leaves the last one.  NULL_TREE if that is not known.  */
static tree
holds_throughout (class loop *loop, const struct index_check *c, edge end, tree turns)
{
  affine_iv iv;
  tree base, bound, step, first, room, last = unshare_expr (turns), holds;
  /* GCC may have put the check of the next turn behind the end of this one.  */
  bool next = c->out->src != end->src && dominated_by_p (CDI_DOMINATORS, c->out->src, end->src);

  if (!dominated_by_p (CDI_DOMINATORS, loop->latch, c->out->src)
      || !expr_invariant_in_loop_p (loop, c->bound)
      || !simple_iv (loop, loop, c->index, &iv, false) || TREE_CODE (iv.step) != INTEGER_CST)
    return NULL_TREE;
  base = fold_convert (sizetype, unshare_expr (iv.base));
  bound = fold_convert (sizetype, c->bound);
  step = fold_convert (sizetype, iv.step);
  first = fold_build2 (LT_EXPR, boolean_type_node, base, bound);
  if (integer_zerop (step))
    return next ? NULL_TREE : first;
  if (wi::neg_p (wi::to_wide (step), SIGNED))
    {
      step = const_unop (NEGATE_EXPR, sizetype, step);
      room = unshare_expr (base);
    }
  else
    room = fold_build2 (MINUS_EXPR, sizetype, fold_build2 (MINUS_EXPR, sizetype, bound,
							   size_one_node), unshare_expr (base));
  room = fold_build2 (TRUNC_DIV_EXPR, sizetype, room, step);
  if (next)
    last = fold_build2 (MINUS_EXPR, sizetype, last, size_one_node);
  holds = fold_build2 (LE_EXPR, boolean_type_node, last, room);
  holds = fold_build2 (TRUTH_AND_EXPR, boolean_type_node, first, holds);
  if (!next)
    return holds;
  return fold_build2 (TRUTH_OR_EXPR, boolean_type_node, holds,
		      fold_build2 (EQ_EXPR, boolean_type_node, unshare_expr (turns),
				   size_zero_node));
}

/* How many turns of LOOP are followed by another if edge END ends it, as a size, under the
   condition *IF; NULL_TREE if that is not known.  */
static tree
turns_of (class loop *loop, edge end, tree *if_)
{
  class tree_niter_desc n;
  tree turns;

  if (!dominated_by_p (CDI_DOMINATORS, loop->latch, end->src)
      || !number_of_iterations_exit_assumptions (loop, end, &n, NULL)
      || !n.niter || chrec_contains_undetermined (n.niter)
      || TYPE_PRECISION (TREE_TYPE (n.niter)) > TYPE_PRECISION (sizetype))
    return NULL_TREE;
  *if_ = unshare_expr (n.assumptions);
  turns = fold_convert (sizetype, unshare_expr (n.niter));
  return fold_build3 (COND_EXPR, sizetype, unshare_expr (n.may_be_zero), size_zero_node, turns);
}

/* Does LOOP call functions, or is it large?  */
static bool
large_p (class loop *loop)
{
  basic_block *bbs = get_loop_body (loop);
  unsigned count = 0;

  for (unsigned k = 0; k < loop->num_nodes; k++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[k]); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);

	if (!is_gimple_debug (s))
	  count++;
	if ((is_gimple_call (s) && !gimple_call_internal_p (s) && gimple_vdef (s))
	    || gimple_code (s) == GIMPLE_ASM || gimple_has_volatile_ops (s))
	  count = MOST_STATEMENTS + 1;
      }
  free (bbs);
  return count > MOST_STATEMENTS;
}

/* The checks of LOOP and in *END its other exit; false if it has several or none.  */
static bool
exits_of (class loop *loop, vec<struct index_check> *checks, edge *end)
{
  struct index_check c;
  bool good = true;

  *end = NULL;
  for (edge e : get_loop_exit_edges (loop))
    if (check_of (e, &c))
      checks->safe_push (c);
    else if (*end)
      good = false;
    else
      *end = e;
  return good && *end && !checks->is_empty ();
}

/* LOOP becomes the one without CHECKS, behind condition HOLDS; another one keeps them.  */
static bool
version (class loop *loop, const vec<struct index_check> &checks, tree holds)
{
  profile_probability yes = profile_probability::likely ();
  gimple_seq seq = NULL;
  basic_block bb;
  class loop *other;

  holds = force_gimple_operand (holds, &seq, true, NULL_TREE);
  holds = build2 (NE_EXPR, boolean_type_node, holds, build_zero_cst (TREE_TYPE (holds)));
  initialize_original_copy_tables ();
  other = loop_version (loop, holds, &bb, yes, yes.invert (), yes, yes.invert (), true);
  free_original_copy_tables ();
  if (!other)
    return false;
  other->dont_vectorize = true;
  gimple_stmt_iterator i = gsi_last_bb (bb);
  gsi_insert_seq_before (&i, seq, GSI_SAME_STMT);
  for (const struct index_check &c : checks)
    {
      gcond *s = as_a <gcond *> (last_stmt (c.out->src));

      if (c.out->flags & EDGE_TRUE_VALUE)
	gimple_cond_make_false (s);
      else
	gimple_cond_make_true (s);
      update_stmt (s);
    }
  update_ssa (TODO_update_ssa);
  return true;
}

static bool
checked_before (class loop *loop)
{
  auto_vec<struct index_check> checks;
  edge end;
  tree turns, holds = NULL_TREE, h;

  if (loop->inner || !optimize_loop_for_speed_p (loop) || !exits_of (loop, &checks, &end)
      || !can_duplicate_loop_p (loop) || large_p (loop))
    return false;
  turns = turns_of (loop, end, &holds);
  if (!turns)
    return false;
  for (const struct index_check &c : checks)
    {
      h = holds_throughout (loop, &c, end, turns);
      if (!h)
	return false;
      holds = fold_build2 (TRUTH_AND_EXPR, boolean_type_node, holds, h);
    }
  return !integer_zerop (holds) && version (loop, checks, holds);
}

unsigned
late_index_checks (void)
{
  auto_vec<class loop *> loops;
  bool done = false;

  if (number_of_loops (cfun) <= 1)
    return 0;
  calculate_dominance_info (CDI_DOMINATORS);
  for (unsigned k = 1; k < number_of_loops (cfun); k++)
    if (get_loop (cfun, k))
      loops.safe_push (get_loop (cfun, k));
  for (class loop *l : loops)
    done |= checked_before (l);
  if (!done)
    return 0;
  scev_reset ();
  return TODO_cleanup_cfg;
}

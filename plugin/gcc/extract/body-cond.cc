/* Conditions of C functions that are read: && and ||.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   In the flow graph a && b is two branches that share one target.  Blocks that only branch, and
   share a target so, become one condition here, an if of truth values: the second is evaluated only
   where C does.  Where it is total the passes turn it into `and' and `or'.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "body.h"

static const unsigned MAX_DECISION = 8;	/* conditions within one */

/* --- Edges ----------------------------------------------------------------------------------- */

gimple *
body_block_end (basic_block bb)
{
  gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb);

  return gsi_end_p (gsi) ? NULL : gsi_stmt (gsi);
}

/* Does control never get to BB, as the program promises, or an operation sees to?  */
bool
body_unreachable_p (basic_block bb)
{
  gimple *last = body_block_end (bb);

  return body_get_raises_p (bb)
	 || (EDGE_COUNT (bb->succs) == 0 && last
	     && gimple_call_builtin_p (last, BUILT_IN_UNREACHABLE)
	     && last == gsi_stmt (gsi_start_nondebug_after_labels_bb (bb)));
}

/* Do edges A and B mean the same for what follows?  */
static bool
same_edge_p (edge a, edge b)
{
  if (a->dest != b->dest)
    return false;
  for (gphi_iterator it = gsi_start_phis (a->dest); !gsi_end_p (it); gsi_next (&it))
    if (!virtual_operand_p (gimple_phi_result (it.phi ()))
	&& !operand_equal_p (PHI_ARG_DEF_FROM_EDGE (it.phi (), a),
			     PHI_ARG_DEF_FROM_EDGE (it.phi (), b), 0))
      return false;
  return true;
}

static void
two_edges (basic_block bb, edge *t, edge *f)
{
  extract_true_false_edges_from_block (bb, t, f);
}

/* --- Conditions ------------------------------------------------------------------------------ */

static struct fir_atom
condition (struct body *y, gcond *stmt)
{
  struct fir_atom a = body_operand (y, gimple_cond_lhs (stmt));
  struct fir_atom b = body_operand (y, gimple_cond_rhs (stmt));

  if (fir_atom_none (a) || fir_atom_none (b))
    return FIR_NONE;
  return body_arithmetic (y, gimple_cond_code (stmt), integer_type_node, a, b);
}

/* Does BB only compute its condition, from edge E?  */
static bool
only_decides_p (struct body *y, edge e)
{
  basic_block bb = e->dest;
  imm_use_iterator iter;
  use_operand_p use;
  ssa_op_iter op;
  tree def;

  if (!single_pred_p (bb) || !body_block_end (bb) || !is_a<gcond *> (body_block_end (bb))
      || (y->loop && bb == y->loop->header) || body_loop_header_p (bb)
      || !gsi_end_p (gsi_start_phis (bb)))
    return false;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);

      if (is_gimple_debug (stmt))
	continue;
      if (gimple_vdef (stmt))
	return false;
      FOR_EACH_SSA_TREE_OPERAND (def, stmt, op, SSA_OP_DEF)
	FOR_EACH_IMM_USE_FAST (use, iter, def)
	  if (!is_gimple_debug (USE_STMT (use)) && gimple_bb (USE_STMT (use)) != bb)
	    return false;
    }
  return true;
}

/* An if on C whose arm ARM is BLOCK, giving X, and whose other arm gives the constant OTHER.  */
static struct fir_atom
one_armed (struct body *y, struct fir_atom c, unsigned arm, struct fir_block *block,
	   struct fir_atom x, int other)
{
  const struct type *i32 = type_i32 (y->e->ctx);
  struct fir_stmt *s = fir_stmt_new (y->e->p, y->b, FIR_IF, 0, 1, 2, i32, "c");
  struct fir_atom constant = fir_atom_int (y->e->p, i32, other);

  s->args[0] = c;
  for (unsigned k = 0; k < 2; k++)
    {
      s->fns[k] = fir_fn_new (y->e->p, 0, NULL);
      if (k == arm)
	s->fns[k]->body = block;
      fir_block_return (y->e->p, s->fns[k]->body, 1, k == arm ? &x : &constant);
    }
  return fir_atom_var (s->res[0]);
}

static struct fir_atom
negated (struct body *y, struct fir_atom c)
{
  return fir_prim2 (y->e->p, y->b, FIR_EQ, type_i32 (y->e->ctx), c,
		    fir_atom_int (y->e->p, type_i32 (y->e->ctx), 0));
}

static struct fir_atom decide (struct body *y, basic_block bb, edge *t, edge *f, unsigned depth);

/* Way ARM (0: true) of condition *C goes to another condition, one of whose ways is the other way
   of *C: make both one.  */
static bool
absorb (struct body *y, struct fir_atom *c, edge *t, edge *f, unsigned arm, unsigned depth)
{
  edge e = arm ? *f : *t, other = arm ? *t : *f, t2, f2;
  struct fir_block *b = y->b, *inner;
  unsigned count = y->count;
  const char *why = y->why;
  auto_vec<fir_atom> slots;
  struct fir_atom x = FIR_NONE;
  bool same_true = false, same_false = false;

  if (depth >= MAX_DECISION || !only_decides_p (y, e))
    return false;
  body_slots_save (y, &slots);
  y->b = inner = fir_block_new (y->e->p);
  if (body_statements (y, e->dest))
    x = decide (y, e->dest, &t2, &f2, depth + 1);
  if (!fir_atom_none (x))
    {
      same_true = same_edge_p (t2, other);
      same_false = same_edge_p (f2, other);
    }
  /* Both ways again: c ? x : 0 if x is false leads where the false c does.  */
  if (same_true != same_false && same_true == (arm == 0))
    x = negated (y, x);
  y->b = b;
  body_slots_restore (y, slots);
  if (same_true == same_false)
    {
      y->count = count;
      y->why = why;
      return false;
    }
  if (arm == 0)
    {
      /* True: C and X.  */
      *c = one_armed (y, *c, 0, inner, x, 0);
      *t = same_false ? t2 : f2;
    }
  else
    {
      *c = one_armed (y, *c, 1, inner, x, 1);
      *f = same_true ? f2 : t2;
    }
  return true;
}

/* The condition at the end of BB, whose statements are read, together with those that decide with
   it; its ways.  */
static struct fir_atom
decide (struct body *y, basic_block bb, edge *t, edge *f, unsigned depth)
{
  struct fir_atom c = condition (y, as_a<gcond *> (body_block_end (bb)));

  two_edges (bb, t, f);
  if (fir_atom_none (c))
    body_refuse (y, body_block_end (bb), "a condition");
  else
    while (absorb (y, &c, t, f, 0, depth) || absorb (y, &c, t, f, 1, depth))
      ;
  return c;
}

struct fir_atom
body_decide (struct body *y, basic_block bb, edge *t, edge *f)
{
  return decide (y, bb, t, f, 0);
}

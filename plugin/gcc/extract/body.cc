/* C functions as FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A function operand that computes with scalars, local records and vectors, with branches, loops,
   builtins and calls of functions, is read into FIR, so that the passes see through it.  With
   anything else (stores, asm, irreducible jumps) the whole function is refused and stays a leaf;
   the report says why.  The function's SSA form is read from its entry on (body-flow.cc), a
   statement at a time.  The result type of a term is that of the SSA name it defines.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "extract.h"
#include "body.h"

/* Bodies larger than this are leaves.  */
static const unsigned MAX_STATEMENTS = 1000;
static const int MAX_BLOCKS = 128;
static const unsigned MAX_DEPTH = 4;

bool
body_refuse (struct body *y, gimple *stmt, const char *why)
{
  if (!y->why)
    {
      y->why = why;
      y->where = stmt ? gimple_location (stmt) : UNKNOWN_LOCATION;
    }
  return false;
}

/* --- Statements ------------------------------------------------------------------------------ */

bool
body_recursive_p (const struct body *y, tree fndecl)
{
  for (; y; y = y->outer)
    if (y->fndecl == fndecl)
      return true;
  return false;
}

static struct fir_atom
called (struct body *y, gcall *stmt)
{
  tree fndecl = gimple_call_fndecl (stmt);
  struct fir_atom r = body_builtin (y, stmt);
  auto_vec<fir_atom> args;
  unsigned k;

  if (!fir_atom_none (r))
    return r;
  if (!fndecl || op_resolved (fndecl) != NOVA_OP_NONE
      || VOID_TYPE_P (TREE_TYPE (TREE_TYPE (fndecl)))
      || fndecl == op_retain_decl () || fndecl == op_release_decl () || !gimple_call_lhs (stmt)
      || stdarg_p (TREE_TYPE (fndecl)) || body_recursive_p (y, fndecl))
    return FIR_NONE;
  /* A stub: the facts about the function as it was written say more.  */
  if (unit_made_p (fndecl) && DECL_STRUCT_FUNCTION (fndecl))
    return FIR_NONE;
  for (k = 0; k < gimple_call_num_args (stmt); k++)
    {
      tree t = ext_param_type (TREE_TYPE (fndecl), fndecl, k);
      struct fir_atom a = body_operand (y, gimple_call_arg (stmt, k));

      if (!t || fir_atom_none (a))
	return FIR_NONE;
      args.safe_push (ext_convert (y->e, y->b, ext_type (y->e, t), a));
    }
  return ext_call_decl (y->e, y->b, fndecl, args.length (), args.address (), y->site, y->order,
			y->depth + 1);
}

/* TEXT as an identifier, which lives as long as the report; TEXT is freed.  */
static const char *
kept (char *text)
{
  const char *name = IDENTIFIER_POINTER (get_identifier (text));

  free (text);
  return name;
}

/* What to call DECL, a local in memory.  */
static const char *
kind_of (tree decl)
{
  if (TREE_CODE (TREE_TYPE (decl)) == ARRAY_TYPE)
    return "a local array in memory";
  return "a local variable in memory";
}

/* What to call assignment STMT, which stores.  */
static const char *
stored (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt), base = lhs ? get_base_address (lhs) : NULL_TREE;

  if (!base || !VAR_P (base) || is_global_var (base))
    return "a store to memory";
  if (gimple_assign_load_p (stmt) && !TREE_ADDRESSABLE (base))
    return "a read of memory";
  return DECL_NAME (base) ? kept (xasprintf ("%s, '%s'", kind_of (base),
					     IDENTIFIER_POINTER (DECL_NAME (base))))
	 : kind_of (base);
}

/* What to call STMT, which FIR cannot say.  */
static const char *
description (struct body *y, gimple *stmt)
{
  tree fndecl;

  if (gimple_code (stmt) == GIMPLE_ASM)
    return "asm";
  if (gimple_has_volatile_ops (stmt))
    return "a volatile access";
  if (is_gimple_call (stmt))
    {
      fndecl = gimple_call_fndecl (stmt);
      if (!fndecl)
	return "a call through a pointer";
      if (body_recursive_p (y, fndecl))
	return "recursion";
      if (gimple_call_noreturn_p (stmt))
	return "a call that does not return";
      if (op_resolved (fndecl) != NOVA_OP_NONE)
	return op_reads_p (op_resolved (fndecl)) ? "an operand of a builtin"
					     : "a builtin that does more";
      return gimple_call_lhs (stmt) ? "a call" : "a call without result";
    }
  if (gimple_vdef (stmt))
    return stored (stmt);
  if (gimple_vuse (stmt))
    return "a read of memory";
  if (!is_gimple_assign (stmt))
    return "an operation that has no primitive";
  return kept (xasprintf ("an operation that has no primitive (%s)",
			  get_tree_code_name (gimple_assign_rhs_code (stmt))));
}

/* Read STMT; false if FIR cannot say it.  */
static bool
statement (struct body *y, gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt), v;
  struct fir_atom a;
  bool good;

  switch (gimple_code (stmt))
    {
    case GIMPLE_LABEL:
      return !FORCED_LABEL (gimple_label_label (as_a <glabel *> (stmt)));
    case GIMPLE_NOP:
    case GIMPLE_PREDICT:
    case GIMPLE_DEBUG:
    case GIMPLE_COND:
    case GIMPLE_SWITCH:
      return true;
    case GIMPLE_RETURN:
      v = gimple_return_retval (as_a <greturn *> (stmt));
      y->result = v ? body_operand (y, v) : FIR_NONE;
      return !fir_atom_none (y->result);
    case GIMPLE_CALL:
      if (body_get_place (y, stmt) || body_get_ownership (y, as_a <gcall *> (stmt)))
	return true;
      a = body_get_call (y, as_a <gcall *> (stmt));
      if (fir_atom_none (a) && body_op (y, as_a <gcall *> (stmt), &a) && !lhs)
	return true;
      if (fir_atom_none (a))
	a = called (y, as_a <gcall *> (stmt));
      break;
    case GIMPLE_ASSIGN:
      if (gimple_clobber_p (stmt))
	return true;
      if (gimple_has_volatile_ops (stmt))
	return false;
      if (body_array_assign (y, stmt, &good))
	return good;
      if (gimple_assign_rhs_code (stmt) == CONSTRUCTOR)
	return CONSTRUCTOR_NELTS (gimple_assign_rhs1 (stmt)) == 0 && body_place_clear (y, lhs);
      if (body_get_place (y, stmt))
	return true;
      a = gimple_assign_load_p (stmt) ? body_get_load (y, stmt) : FIR_NONE;
      if (fir_atom_none (a))
	a = body_assigned (y, stmt);
      if (fir_atom_none (a) && gimple_assign_load_p (stmt))
	a = body_load (y, stmt);
      else if (fir_atom_none (a) && body_load_address (y, stmt))
	return true;
      break;
    default:
      return false;
    }
  if (!lhs || fir_atom_none (a))
    return false;
  if (TREE_CODE (lhs) != SSA_NAME)
    return body_place_write (y, lhs, a);
  if (fir_atom_type (a) != ext_type (y->e, TREE_TYPE (lhs)))
    return false;
  y->names.put (lhs, a);
  return true;
}

bool
body_statements (struct body *y, basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);

      if (!is_gimple_debug (stmt) && ++y->count > MAX_STATEMENTS)
	return body_refuse (y, stmt, "its size");
      if (!statement (y, stmt))
	return body_refuse (y, stmt, description (y, stmt));
    }
  return true;
}

/* --- Functions ------------------------------------------------------------------------------- */

/* Bind the parameters of Y's function, the current one, to ARGS.  */
static bool
parameters (struct body *y, unsigned nargs, const struct fir_atom *args)
{
  tree parm = DECL_ARGUMENTS (y->fndecl);
  unsigned k;

  for (k = 0; parm && k < nargs; parm = DECL_CHAIN (parm), k++)
    {
      tree name = is_gimple_reg (parm) ? ssa_default_def (cfun, parm) : NULL_TREE;

      if (TREE_THIS_VOLATILE (parm) || TREE_ADDRESSABLE (parm)
	  || fir_atom_type (args[k]) != ext_type (y->e, TREE_TYPE (parm)))
	return body_refuse (y, NULL, "a parameter that is no value");
      if (name)
	y->names.put (name, args[k]);
      else if (RECORD_OR_UNION_TYPE_P (TREE_TYPE (parm)))
	y->slots[body_place_of (y, parm)->at] = args[k];
    }
  return !parm && k == nargs;
}

/* Is there a jump that is no branch, or into a loop?  The dominators are known.  */
static bool
jumps (struct body *y)
{
  basic_block bb;
  edge_iterator it;
  edge e;

  mark_dfs_back_edges ();
  FOR_EACH_BB_FN (bb, cfun)
    FOR_EACH_EDGE (e, it, bb->succs)
      if ((e->flags & (EDGE_ABNORMAL | EDGE_EH))
	  || ((e->flags & EDGE_DFS_BACK) && !dominated_by_p (CDI_DOMINATORS, bb, e->dest)))
	return !body_refuse (y, body_block_end (bb), "a jump");
  return false;
}

/* Lead the blocks that control never gets to on to where it goes instead: else no block would come
   after both ways of a branch that one of them stands behind.  */
static void
lend_edges (auto_vec<edge> *lent)
{
  basic_block bb;
  edge_iterator it;
  edge e;

  FOR_EACH_BB_FN (bb, cfun)
    if (single_pred_p (bb) && body_unreachable_p (bb))
      FOR_EACH_EDGE (e, it, single_pred (bb)->succs)
	if (!body_unreachable_p (e->dest))
	  {
	    lent->safe_push (make_edge (bb, e->dest, EDGE_FAKE));
	    break;
	  }
}

/* Read the whole of the current function.  */
static bool
whole_body (struct body *y)
{
  auto_vec<edge> lent;
  bool dom = dom_info_available_p (CDI_DOMINATORS);
  bool post = dom_info_available_p (CDI_POST_DOMINATORS);
  struct target out;
  struct end *end = NULL;

  out.bb = EXIT_BLOCK_PTR_FOR_FN (cfun);
  lend_edges (&lent);
  calculate_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  for (edge e : lent)
    remove_edge (e);
  if (!jumps (y))
    end = body_flow_read (y, single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)), NULL, &out);
  if (!dom)
    free_dominance_info (CDI_DOMINATORS);
  if (!post)
    free_dominance_info (CDI_POST_DOMINATORS);
  if (!end)
    return false;
  if (end->kind == END_SPLIT)
    {
      struct join j;
      auto_vec<fir_atom> before, values;

      if (body_join_types (y, end, before, &j) && body_join_finish (y, end, NULL, &j))
	{
	  body_join_results (y, end->split, &j, &values);
	  y->result = values[0];
	}
    }
  else
    y->result = end->values[0];
  body_end_free (end);
  return !y->why;
}

/* Why FNDECL is not even looked into, NULL if it is.  */
static const char *
closed (tree fndecl)
{
  struct cgraph_node *node = cgraph_node::get (fndecl);
  struct function *fun;

  if (!opt_for_fn (current_function_decl, optimize))
    return "no optimisation";
  if (flag_sanitize || flag_trapv)
    return "its checks";
  if (!node)
    return "no definition";
  node = node->ultimate_alias_target ();
  fun = DECL_STRUCT_FUNCTION (node->decl);
  if (node->decl != fndecl || !node->has_gimple_body_p () || !fun || !fun->cfg
      || !gimple_in_ssa_p (fun))
    return "no definition";
  if (DECL_WEAK (fndecl))
    return "a weak definition";
  if (lookup_attribute ("noinline", DECL_ATTRIBUTES (fndecl))
      || lookup_attribute ("noipa", DECL_ATTRIBUTES (fndecl)))
    return "its attribute noinline";
  return n_basic_blocks_for_fn (fun) > MAX_BLOCKS ? "its size" : NULL;
}

/* Read FNDECL, which takes NARGS ARGS, into block Y->b.  */
static bool
read_function (struct body *y, unsigned nargs, const struct fir_atom *args)
{
  bool good;

  push_cfun (DECL_STRUCT_FUNCTION (y->fndecl));
  body_arrays_begin (y);
  good = parameters (y, nargs, args) && whole_body (y)
	 && fir_atom_type (y->result) == ext_type (y->e, TREE_TYPE (TREE_TYPE (y->fndecl)));
  pop_cfun ();
  for (struct place *l : y->places)
    delete l;
  return good;
}

/* For the report: FNDECL is read, or WHY it is not.  */
static void
note_function (struct ext_build *e, tree fndecl, const char *why, location_t where)
{
  struct ext_note note = { fndecl, why, where };

  if (!fndecl_built_in_p (fndecl) && opt_for_fn (current_function_decl, optimize))
    e->notes.safe_push (note);
}

bool
body_inline (struct ext_build *e, struct fir_block *b, tree fndecl, unsigned nargs,
	     const struct fir_atom *args, unsigned site, unsigned order, unsigned depth,
	     struct fir_atom *res)
{
  struct body y;
  bool good = false;
  unsigned notes;

  /* In a builtin's operand the caller does not know how deep it is.  */
  if (e->body && depth <= e->body->depth)
    depth = e->body->depth + 1;
  y.e = e;
  y.b = fir_block_new (e->p);
  y.fndecl = fndecl;
  y.site = site;
  y.order = order;
  y.depth = depth;
  y.outer = e->body;
  y.count = y.outer ? y.outer->count : 0;
  y.result = FIR_NONE;
  y.loads = y.varies = false;
  y.loop = NULL;
  y.where = UNKNOWN_LOCATION;
  notes = e->notes.length ();
  y.why = depth > MAX_DEPTH ? "its depth" : closed (fndecl);
  if (const struct ext_note *known = body_unread (fndecl))
    {
      y.why = known->why;
      y.where = known->where;
    }
  if (!y.why)
    {
      e->body = &y;
      good = read_function (&y, nargs, args);
      e->body = y.outer;
    }
  /* Such a loop is as good in a leaf.  */
  if (good)
    fir_block_return (e->p, y.b, 1, &y.result);
  if (good && y.loads && pass_turns_stay (e->p, y.b, false))
    good = body_refuse (&y, NULL, "a loop that reads memory");
  if (good && y.varies && pass_turns_stay (e->p, y.b, true))
    good = body_refuse (&y, NULL, "a loop with a local array");
  if (!good)
    e->notes.truncate (notes);
  note_function (e, fndecl, good ? NULL : y.why ? y.why : "a result of another type", y.where);
  if (!good)
    return false;
  if (y.outer)
    y.outer->count = y.count;
  while (y.b->first)
    {
      struct fir_stmt *s = y.b->first;

      fir_unlink (s);
      fir_append (b, s);
    }
  *res = y.result;
  return true;
}

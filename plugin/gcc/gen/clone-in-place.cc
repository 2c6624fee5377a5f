/* Clones of functions that update a large value: in place, instead of in a copy.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     struct s step (struct s h, T a) { h.c[a]++; return h; }
   becomes
     void step (struct s *h, T a) { h->c[a]++; }

   for calls whose result replaces the argument (a fold's state, an array's element).  C copies the
   value into the parameter, out of it and back, through memory if it contains an array.  Done on
   SSA, before the clone is inlined.
   Does not: handle functions that return anything but the parameter, or take its address.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"
#include "state.h"

/* What is replaced, by what.  */
struct place_walk
{
  tree parm, place;
};

static tree
replace_decl (tree *tp, int *subtrees, void *data)
{
  struct place_walk *w = (struct place_walk *) ((struct walk_stmt_info *) data)->info;

  if (*tp == w->parm)
    {
      *tp = unshare_expr (w->place);
      *subtrees = 0;
    }
  return NULL_TREE;
}

static tree
find_decl (tree *tp, int *, void *data)
{
  return *tp == (tree) ((struct walk_stmt_info *) data)->info ? *tp : NULL_TREE;
}

/* The variable that all of FN's returns give, NULL_TREE if there is none such.  */
static tree
returned (function *fn)
{
  tree value = NULL_TREE;
  edge_iterator it;
  edge e;

  FOR_EACH_EDGE (e, it, EXIT_BLOCK_PTR_FOR_FN (fn)->preds)
    {
      gimple *last = last_stmt (e->src);
      greturn *ret = last ? dyn_cast<greturn *> (last) : NULL;
      tree v = ret ? gimple_return_retval (ret) : NULL_TREE;

      if (!v || (value && v != value))
	return NULL_TREE;
      value = v;
    }
  return value;
}

/* `TEMP = PARM'?  */
static bool
hands_back_p (gimple *stmt, tree temp, tree parm)
{
  return gimple_assign_single_p (stmt) && gimple_assign_lhs (stmt) == temp
	 && gimple_assign_rhs1 (stmt) == parm;
}

/* Does STMT leave all values as they are?  */
static bool
quiet_p (gimple *stmt)
{
  return is_gimple_debug (stmt) || gimple_clobber_p (stmt) || gimple_code (stmt) == GIMPLE_RETURN
	 || gimple_code (stmt) == GIMPLE_PREDICT || gimple_code (stmt) == GIMPLE_LABEL;
}

/* Does block BB give PARM back in TEMP at its end, if at all, and do nothing else with TEMP?  */
static bool
gives_back_p (basic_block bb, tree parm, tree temp)
{
  struct walk_stmt_info wi;
  bool done = false;

  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);

      if (quiet_p (stmt))
	continue;
      memset (&wi, 0, sizeof wi);
      wi.info = temp;
      if (done || (walk_gimple_op (stmt, find_decl, &wi) && !hands_back_p (stmt, temp, parm)))
	return false;
      done = hands_back_p (stmt, temp, parm);
    }
  /* Between here and the return there is nothing.  */
  return !done || (single_succ_p (bb)
		   && (single_succ (bb) == EXIT_BLOCK_PTR_FOR_FN (cfun)
		       || empty_block_p (single_succ (bb))
		       || gimple_code (first_stmt (single_succ (bb))) == GIMPLE_RETURN));
}

/* DECL takes the address of PARM's value instead, and gives nothing back.  */
static tree
new_signature (tree decl, tree parm)
{
  tree pointer = build_pointer_type (TREE_TYPE (parm)), args = TYPE_ARG_TYPES (TREE_TYPE (decl));
  tree p = build_decl (DECL_SOURCE_LOCATION (parm), PARM_DECL, get_identifier ("state"), pointer);
  tree r = build_decl (DECL_SOURCE_LOCATION (decl), RESULT_DECL, NULL_TREE, void_type_node);

  DECL_CONTEXT (p) = DECL_CONTEXT (r) = decl;
  DECL_ARG_TYPE (p) = pointer;
  DECL_ARTIFICIAL (p) = DECL_IGNORED_P (p) = 1;
  DECL_ARTIFICIAL (r) = DECL_IGNORED_P (r) = 1;
  TREE_USED (p) = 1;
  layout_decl (p, 0);
  DECL_CHAIN (p) = DECL_CHAIN (parm);
  DECL_ARGUMENTS (decl) = p;
  DECL_RESULT (decl) = r;
  TREE_TYPE (decl) = build_function_type (void_type_node,
					  tree_cons (NULL_TREE, pointer, TREE_CHAIN (args)));
  return p;
}

/* The current function, DECL, changes its first parameter PARM, which it gives back in TEMP, in
   place.  */
static void
change_in_place (tree decl, tree parm, tree temp)
{
  tree p = new_signature (decl, parm);
  struct walk_stmt_info wi;
  struct place_walk w;
  basic_block bb;

  w.parm = parm;
  w.place = build2 (MEM_REF, TREE_TYPE (parm), get_or_create_ssa_default_def (cfun, p),
		    build_int_cst (TREE_TYPE (p), 0));
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *stmt = gsi_stmt (gsi);

	if (is_gimple_debug (stmt) || hands_back_p (stmt, temp, parm)
	    || (gimple_clobber_p (stmt) && gimple_assign_lhs (stmt) == temp))
	  {
	    unlink_stmt_vdef (stmt);
	    gsi_remove (&gsi, true);
	    continue;
	  }
	if (greturn *ret = dyn_cast<greturn *> (stmt))
	  gimple_return_set_retval (ret, NULL_TREE);
	memset (&wi, 0, sizeof wi);
	wi.info = &w;
	walk_gimple_op (stmt, replace_decl, &wi);
	update_stmt (stmt);
	gsi_next (&gsi);
      }
  /* Where a clone stays a function GCC would look for the memory of its result.  */
  cfun->returns_struct = cfun->returns_pcc_struct = 0;
}

/* Is FNDECL, whose node may be cloned, a function that changes its first parameter and gives it
   back?  */
static bool
changes_p (tree fndecl)
{
  tree parm = DECL_ARGUMENTS (fndecl), ret = TREE_TYPE (TREE_TYPE (fndecl)), temp;
  function *fn = DECL_STRUCT_FUNCTION (fndecl);
  basic_block bb;
  bool good = true;

  if (!parm || !fn->cfg || !gen_raises_p (fndecl) || is_gimple_reg (parm) || TREE_ADDRESSABLE (parm)
      || TREE_THIS_VOLATILE (parm) || !TYPE_ARG_TYPES (TREE_TYPE (fndecl))
      || TYPE_MAIN_VARIANT (TREE_TYPE (parm)) != TYPE_MAIN_VARIANT (ret))
    return false;
  temp = returned (fn);
  if (!temp || TREE_ADDRESSABLE (temp)
      || !(TREE_CODE (temp) == RESULT_DECL
	       ? !DECL_BY_REFERENCE (temp)
	       : VAR_P (temp) && !TREE_STATIC (temp) && !DECL_EXTERNAL (temp)))
    return false;
  push_cfun (fn);
  FOR_EACH_BB_FN (bb, fn)
    good &= gives_back_p (bb, parm, temp);
  pop_cfun ();
  return good;
}

static tree
find_index (tree *tp, int *, void *)
{
  return TREE_CODE (*tp) == ARRAY_REF && TREE_CODE (TREE_OPERAND (*tp, 1)) != INTEGER_CST
	 ? *tp : NULL_TREE;
}

/* Has FN an element of an array whose place is not a constant?  */
static bool
indexes_p (function *fn)
{
  struct walk_stmt_info wi;
  basic_block bb;

  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	memset (&wi, 0, sizeof wi);
	if (!is_gimple_debug (gsi_stmt (gsi)) && walk_gimple_op (gsi_stmt (gsi), find_index, &wi))
	  return true;
      }
  return false;
}

bool
clone_indexes_p (tree clone)
{
  return unit.gen->indexing.contains (clone);
}

tree
clone_in_place (tree fndecl)
{
  cgraph_node *node = clone_node (fndecl), *c;
  function *fn;

  if (tree *k = unit.gen->in_place.get (fndecl))
    return *k;
  unit.gen->in_place.put (fndecl, NULL_TREE);
  if (!node || !changes_p (fndecl))
    return NULL_TREE;
  if (!(c = gen_copy (node, "nova_place")))
    return NULL_TREE;
  fn = DECL_STRUCT_FUNCTION (c->decl);
  push_cfun (fn);
  change_in_place (c->decl, DECL_ARGUMENTS (c->decl), returned (fn));
  pop_cfun ();
  unit.gen->in_place.put (fndecl, c->decl);
  if (indexes_p (fn))
    unit.gen->indexing.add (c->decl);
  clone_finish (c->decl, fndecl);
  return c->decl;
}

/* Functions between builtins that take or return vectors: inlined, so that regions span them.

     static reals scaled (reals v, double k) { ... return nova_map (times, v); }
     ... nova_sum (scaled (nova_view (x, n), 2)) ...

   GCC inlines behind us, when regions have become calls of stubs and what one function makes for
   another is in memory.  So a small function whose result a builtin takes, or that takes what a
   builtin computes, is inlined before regions are formed; a chain of them, too.  Others are not:
   what they compute is shared code, and views cost nothing to pass on.

   Does not: inline without optimisation, or for debugging (-Og); functions that may call
   themselves, or are operands of builtins themselves: these are read (extract/body.cc).  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "extract/extract.h"
#include "state.h"

/* What a function may be to be inlined, in basic blocks and statements, and how many statements its
   callers may grow by.  */
static const int MOST_BLOCKS = 12;
static const unsigned MOST_STATEMENTS = 60, MOST_GROWTH = 400;

/* Functions that are being asked about or known: how many statements they have, 0 if they are not
   inlined.  */
typedef hash_map<tree, unsigned> sizes;

/* Is DECL reached from NODE?  */
static bool
reaches_p (struct cgraph_node *node, tree decl, hash_set<tree> *seen)
{
  struct ipa_ref *ref;

  if (seen->add (node->decl))
    return false;
  for (struct cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (e->callee->decl == decl || reaches_p (e->callee, decl, seen))
      return true;
  for (unsigned k = 0; node->iterate_reference (k, ref); k++)
    if (struct cgraph_node *to = dyn_cast<cgraph_node *> (ref->referred))
      if (to->decl == decl || reaches_p (to, decl, seen))
	return true;
  return false;
}

/* The statements of DECL, if it is a helper; else 0.  */
static unsigned
size_of (tree decl)
{
  struct cgraph_node *node = cgraph_node::get (decl);
  struct function *fun = DECL_STRUCT_FUNCTION (decl);
  bool vectors = vtype_elem (TREE_TYPE (TREE_TYPE (decl))) != NULL_TREE, computes = false;
  hash_set<tree> seen;
  unsigned n = 0;
  basic_block bb;

  for (tree p = DECL_ARGUMENTS (decl); p; p = DECL_CHAIN (p))
    vectors |= vtype_elem (TREE_TYPE (p)) != NULL_TREE;
  if (!vectors || !node || node->alias || !node->has_gimple_body_p () || !fun || !fun->cfg
      || !gimple_in_ssa_p (fun) || n_basic_blocks_for_fn (fun) > MOST_BLOCKS || unit_made_p (decl)
      || node->get_availability () <= AVAIL_INTERPOSABLE || unit.region->facts.get (decl)
      || !tree_inlinable_function_p (decl) || lookup_attribute ("noipa", DECL_ATTRIBUTES (decl)))
    return 0;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (!is_gimple_debug (gsi_stmt (gsi)))
	{
	  enum nova_op op = op_called (gsi_stmt (gsi));

	  n++;
	  computes |= op < NOVA_OP_HLENGTH && call_computes_p (op);
	}
  return computes && n <= MOST_STATEMENTS && !reaches_p (node, decl, &seen) ? n : 0;
}

/* The statements of the helper that STMT calls, 0 if it calls none.  */
static unsigned
helper (gimple *stmt, sizes *known)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  tree host = current_function_decl;

  if (!decl || op_decl_p (decl) || !DECL_STRUCT_FUNCTION (decl)
      || DECL_FUNCTION_SPECIFIC_OPTIMIZATION (decl) != DECL_FUNCTION_SPECIFIC_OPTIMIZATION (host)
      || DECL_FUNCTION_SPECIFIC_TARGET (decl) != DECL_FUNCTION_SPECIFIC_TARGET (host))
    return 0;
  if (unsigned *n = known->get (decl))
    return *n;
  unsigned n = size_of (decl);
  known->put (decl, n);
  return n;
}

/* Is STMT a builtin that the program has written, or a helper?  */
static bool
takes_part_p (gimple *stmt, sizes *known)
{
  enum nova_op op = op_called (stmt);

  if (op == NOVA_OP_NONE)
    return helper (stmt, known) > 0;
  return op < NOVA_OP_HLENGTH && op != NOVA_OP_LENGTH;
}

/* Would a region that spans STMT, a call of a helper, save memory?  */
static bool
pays_p (gimple *stmt, sizes *known)
{
  tree lhs = gimple_call_lhs (stmt);
  imm_use_iterator it;
  gimple *use;
  bool pays = false;

  if (lhs && TREE_CODE (lhs) == SSA_NAME && vtype_elem (TREE_TYPE (lhs)))
    FOR_EACH_IMM_USE_STMT (use, it, lhs)
      pays |= takes_part_p (use, known);
  for (unsigned k = 0; k < gimple_call_num_args (stmt) && !pays; k++)
    {
      tree a = gimple_call_arg (stmt, k);
      gimple *def = TREE_CODE (a) == SSA_NAME && vtype_elem (TREE_TYPE (a)) ? SSA_NAME_DEF_STMT (a)
		    : NULL;

      pays = def && (call_computes_p (op_called (def)) || helper (def, known) > 0);
    }
  return pays;
}

/* Let E be inlined.  */
static void
mark (struct cgraph_edge *e, hash_set<tree> *inlined)
{
  inlined->add (e->callee->decl);
  DECL_POSSIBLY_INLINED (e->callee->decl) = true;
  e->inline_failed = CIF_OK;
  clone_inlined_nodes (e, true, false, NULL);
}

void
region_inline_helpers (tree decl, hash_set<tree> *inlined)
{
  struct cgraph_node *node = cgraph_node::get (decl);
  auto_vec<gcall *> calls;
  unsigned growth = 0;
  basic_block bb;
  sizes known;

  if (!opt_for_fn (decl, optimize) || opt_for_fn (decl, optimize_debug)
      || opt_for_fn (decl, flag_no_inline) || unit.region->facts.get (decl))
    return;
  push_cfun (DECL_STRUCT_FUNCTION (decl));
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	unsigned n = helper (gsi_stmt (gsi), &known);

	if (n && growth + n <= MOST_GROWTH && pays_p (gsi_stmt (gsi), &known))
	  {
	    growth += n;
	    calls.safe_push (as_a <gcall *> (gsi_stmt (gsi)));
	  }
      }
  if (!calls.is_empty ())
    {
      /* What has been brought into form so far has no edges, which inlining looks up.  */
      cgraph_edge::rebuild_edges ();
      for (gcall *stmt : calls)
	mark (node->get_edge (stmt), inlined);
      optimize_inline_calls (decl);
      update_ssa (TODO_update_ssa);
      cleanup_tree_cfg ();
      free_dominance_info (CDI_DOMINATORS);
      free_dominance_info (CDI_POST_DOMINATORS);
      cgraph_edge::rebuild_edges ();
    }
  pop_cfun ();
}

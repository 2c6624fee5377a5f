/* Local clones of the user's functions for workers to call.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Under -fPIC an extern function may be replaced when the program is loaded, so GCC does not inline
   it; the calls of libm in a function operand may be vectorised where those of host code may not;
   and GCC inlines floating-point code only into a function of the same settings.  A worker
   therefore calls static clones, and so do the clones among themselves.  An inline definition that
   is not an external one is emitted nowhere else.  A clone of a function that is large and called
   from several places is not inlined (clone-size.cc).  Functions that need no clone (at -O0, -Os,
   -Og) are called as they are.  A weak function is meant to be replaced: it is not cloned.  A clone
   has the abstract origin of its original, hence debug information.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"
#include "state.h"

/* FNDECL's node if it has a body here that may be cloned, else NULL.  A variadic one of a header is
   not: it may pass its arguments on, which only one that is inlined can.  */
struct cgraph_node *
clone_node (tree fndecl)
{
  cgraph_node *node = cgraph_node::get (fndecl);
  if (!node || node->alias || node->thunk || !node->has_gimple_body_p () || DECL_WEAK (fndecl)
      || (DECL_EXTERNAL (fndecl) && stdarg_p (TREE_TYPE (fndecl)))
      || !tree_versionable_function_p (fndecl))
    return NULL;
  return node;
}

/* --- Who needs a clone ----------------------------------------------------------------------- */

/* Call F on every statement of NODE's body with DATA until it says true.  */
static bool
any_call (cgraph_node *node, bool (*f) (gcall *, void *), void *data)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (node->decl))
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi)))
	if (f (call, data))
	  return true;
  return false;
}

static bool needs_clone (tree, hash_set<tree> *);

static bool
call_needs_clone (gcall *call, void *data)
{
  tree fndecl = gimple_call_fndecl (call);
  return fndecl && (libm_kind_of (fndecl) != LIBM_NONE
		    || needs_clone (fndecl, (hash_set<tree> *) data));
}

/* Is FNDECL, or anything that it calls and that is not in SEEN, to be replaced?  */
static bool
needs_clone (tree fndecl, hash_set<tree> *seen)
{
  cgraph_node *node = clone_node (fndecl);
  if (!node || seen->add (fndecl))
    return false;
  return gen_raises_p (fndecl) || DECL_EXTERNAL (fndecl)
	 || node->get_availability () <= AVAIL_INTERPOSABLE
	 || clone_stays_p (node) || any_call (node, call_needs_clone, seen);
}

/* --- Cloning --------------------------------------------------------------------------------- */

static tree local_version (tree, bool);

bool
clone_has_twins (tree fndecl)
{
  return unit.gen->with_twins.contains (fndecl);
}

/* Does CALL pass or return vectors as gen_vectors_p says?  */
static bool
call_vectors_p (gcall *call)
{
  if (gen_vectors_p (gimple_call_return_type (call)))
    return true;
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    if (gen_vectors_p (TREE_TYPE (gimple_call_arg (call, k))))
      return true;
  return false;
}

static bool passes_vectors (tree, hash_set<tree> *);

static bool
call_passes_vectors (gcall *call, void *data)
{
  tree fndecl = gimple_call_fndecl (call);
  return (!gimple_call_internal_p (call) && call_vectors_p (call))
	 || (fndecl && passes_vectors (fndecl, (hash_set<tree> *) data));
}

/* Does FNDECL, or anything that it calls and that is not in SEEN, pass such vectors?  */
static bool
passes_vectors (tree fndecl, hash_set<tree> *seen)
{
  cgraph_node *node = cgraph_node::get (fndecl);
  if (!node)
    return false;
  /* An alias is inlined as what it stands for.  */
  node = node->ultimate_alias_target ();
  function *fn = DECL_STRUCT_FUNCTION (node->decl);
  return fn && fn->cfg && !seen->add (node->decl) && any_call (node, call_passes_vectors, seen);
}

/* GCC may inline FNDECL and what it calls, clones or not, into code for AVX2.  */
bool
clone_has_vectors (tree fndecl)
{
  if (bool *known = unit.gen->with_vectors.get (fndecl))
    return *known;
  hash_set<tree> seen;
  bool passes = passes_vectors (fndecl, &seen);
  unit.gen->with_vectors.put (fndecl, passes);
  return passes;
}

/* Redirect the calls in the clone DECL, and note what they are.  */
static void
rewrite_calls (tree decl)
{
  function *fn = DECL_STRUCT_FUNCTION (decl);
  bool twins = false;
  basic_block bb;
  push_cfun (fn);
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi));
	tree fndecl = call ? gimple_call_fndecl (call) : NULL_TREE;
	if (!fndecl)
	  continue;
	if (libm_rewrite (&gsi))
	  {
	    twins |= libm_kind_of (fndecl) == LIBM_TWIN;
	    continue;
	  }
	tree local = local_version (fndecl, false);
	twins |= clone_has_twins (local);
	if (local == fndecl)
	  continue;
	gimple_call_set_fndecl (call, local);
	update_stmt (call);
      }
  mark_virtual_operands_for_renaming (fn);
  update_ssa (TODO_update_ssa_only_virtuals);
  cgraph_edge::rebuild_edges ();
  pop_cfun ();
  if (twins)
    unit.gen->with_twins.add (decl);
}

/* The worker is inlined into before its callees have the summaries that always_inline asks for, and
   an error would follow: `flatten' does without.  */
static void
set_attributes (tree clone, tree fndecl)
{
  DECL_ATTRIBUTES (clone) = remove_attribute ("always_inline",
					      copy_list (DECL_ATTRIBUTES (clone)));
  unit_mark_made (clone);
  DECL_DISREGARD_INLINE_LIMITS (clone) = 0;
  if (clone_stays_p (cgraph_node::get (fndecl)))
    {
      DECL_ATTRIBUTES (clone) = tree_cons (get_identifier ("noinline"), NULL_TREE,
					   DECL_ATTRIBUTES (clone));
      DECL_UNINLINABLE (clone) = 1;
    }
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (clone)
    = gen_options (fndecl, clone_has_twins (clone), GEN_WORK);
}

static tree
make_clone (cgraph_node *node)
{
  cgraph_node *c = gen_copy (node, "nova_leaf");
  if (!c)
    return node->decl;
  /* Before its body is looked at: it may be recursive.  */
  unit.gen->clones.put (node->decl, c->decl);
  rewrite_calls (c->decl);
  set_attributes (c->decl, node->decl);
  return c->decl;
}

/* The clone of FNDECL, or FNDECL if it needs none.  TOP: for a worker's own call.  */
static tree
local_version (tree fndecl, bool top)
{
  hash_set<tree> seen;
  if (tree *known = unit.gen->clones.get (fndecl))
    return *known;
  cgraph_node *node = clone_node (fndecl);
  if (node && ((top && lookup_attribute ("always_inline", DECL_ATTRIBUTES (fndecl)))
	       || needs_clone (fndecl, &seen)))
    return make_clone (node);
  return fndecl;
}

void
clone_finish (tree decl, tree fndecl)
{
  local_version (fndecl, true);
  rewrite_calls (decl);
  set_attributes (decl, fndecl);
}

tree
clone_leaf (tree fndecl)
{
  return local_version (fndecl, true);
}

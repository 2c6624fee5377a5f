/* Changes to functions of the program before generated code is in the call graph.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The function whose regions are being replaced is changed region by region.  A clone of it that is
   made meanwhile must be one of its current body.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"
#include "state.h"

void
gen_host (tree decl)
{
  unit.gen->host = decl;
}

void
gen_settle (tree decl)
{
  if (decl != unit.gen->host)
    return;
  push_cfun (DECL_STRUCT_FUNCTION (decl));
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
  cgraph_edge::rebuild_edges ();
  pop_cfun ();
}

/* Take out of FN what takes vectors that are not made: index-only calls, and releases.  The
   function that FN is a copy of has these until all its regions are replaced.  */
static void
drop_unmade (function *fn)
{
  auto_vec<tree> lost;
  auto_vec<gimple *> uses;
  imm_use_iterator it;
  gimple *use;
  tree name;
  unsigned i;

  push_cfun (fn);
  FOR_EACH_SSA_NAME (i, name, fn)
    if (!virtual_operand_p (name) && !SSA_NAME_DEF_STMT (name))
      lost.safe_push (name);
  for (i = 0; i < lost.length (); i++)
    {
      uses.truncate (0);
      FOR_EACH_IMM_USE_STMT (use, it, lost[i])
	uses.safe_push (use);
      for (gimple *stmt : uses)
	{
	  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
	  tree lhs = gimple_get_lhs (stmt);

	  if (lhs && TREE_CODE (lhs) == SSA_NAME)
	    lost.safe_push (lhs);
	  unlink_stmt_vdef (stmt);
	  gsi_remove (&gsi, true);
	}
    }
  for (tree n : lost)
    release_ssa_name (n);
  pop_cfun ();
}

cgraph_node *
gen_copy (cgraph_node *node, const char *suffix)
{
  cgraph_node *c;

  gen_settle (node->decl);
  c = node->create_version_clone_with_body (vNULL, NULL, NULL, NULL, NULL, suffix);
  if (c)
    {
      root_keep (c->decl);
      drop_unmade (DECL_STRUCT_FUNCTION (c->decl));
    }
  return c;
}

void
gen_note_call (tree fndecl)
{
  unit.gen->called.add (fndecl);
}

bool
gen_called_p (tree fndecl)
{
  return unit.gen->called.contains (fndecl);
}

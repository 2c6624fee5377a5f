/* The functions that workers call and that are not inlined.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A worker is flattened: its callees are inlined into it, transitively, so that loops over elements
   vectorise.  Twenty functions that each call the next twice would be a million bodies.  So a
   function that is called from several places, and is large with everything that is inlined into
   it, stays one function; one that is called from one place is inlined whatever its size.  Code
   then grows with the number of call sites, not with the number of call paths.

   (A function that is used several times stays one function: Nikola's lambda sharing.)  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"
#include "state.h"

/* Statements of a body for which a call costs little, so that inlining it at each of several calls
   gains little.  */
static const unsigned LARGE = 256;

/* Is NODE called from several places?  Not counted: the clones of what calls it.  */
static bool
shared_p (cgraph_node *node)
{
  unsigned calls = 0;

  for (cgraph_edge *e = node->callers; e && calls < 2; e = e->next_caller)
    calls += !DECL_ABSTRACT_ORIGIN (e->caller->decl);
  return calls > 1;
}

static unsigned flat_size (tree);

/* What the call of FNDECL adds to who calls it.  */
static unsigned
call_size (tree fndecl)
{
  cgraph_node *node = fndecl ? clone_node (fndecl) : NULL;

  if (!node || DECL_UNINLINABLE (fndecl) || lookup_attribute ("noinline", DECL_ATTRIBUTES (fndecl)))
    return 1;
  return flat_size (fndecl) > LARGE && shared_p (node) ? 1 : flat_size (fndecl);
}

/* The statements of FNDECL, which has a body, and of all that is inlined into it.  */
static unsigned
flat_size (tree fndecl)
{
  unsigned size = 0;
  basic_block bb;

  if (unsigned *known = unit.gen->sizes.get (fndecl))
    return *known;
  unit.gen->sizes.put (fndecl, 1);	/* what calls itself is not inlined into itself */
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (fndecl))
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);

	if (gcall *call = dyn_cast<gcall *> (stmt))
	  size += call_size (gimple_call_fndecl (call));
	else
	  size += !is_gimple_debug (stmt);
      }
  unit.gen->sizes.put (fndecl, size);
  return size;
}

bool
clone_stays_p (cgraph_node *node)
{
  return flat_size (node->decl) > LARGE && shared_p (node);
}

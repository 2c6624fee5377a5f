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

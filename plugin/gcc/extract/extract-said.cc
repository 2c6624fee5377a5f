/* Host arithmetic between the members of a region, as terms of it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   What the host computes from a result of a region, as a mean from a sum, must follow the stub; a
   member that needs it would have to be in the next region.  So the region computes it, too, from
   the same operands (region_says_p says what can be).  The host's own statement stays if anybody
   else needs it.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "body.h"

struct fir_atom
ext_said (struct ext_build *e, gimple *stmt)
{
  struct body y;
  struct fir_atom a;

  y.e = e;
  y.b = e->b;
  y.why = NULL;
  y.loop = NULL;
  y.outer = NULL;
  for (unsigned k = 1; k < gimple_num_ops (stmt); k++)
    {
      tree t = gimple_op (stmt, k);

      if (TREE_CODE (t) == SSA_NAME)
	y.names.put (t, ext_value_of (e, t, ext_type (e, TREE_TYPE (t))));
    }
  a = body_assigned (&y, stmt);
  if (fir_atom_none (a))
    internal_error ("nova: extract: arithmetic that FIR does not have: %qs",
		    get_tree_code_name (gimple_assign_rhs_code (stmt)));
  return a;
}

/* Trees that must survive GCC's collector, and their numbers in FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The collector frees every tree that is not reachable from its roots; ours are referenced from
   plain memory.  One callback marks all of them.  FIR refers to trees by numbers (struct
   type.origin, fir_leaf.origin): the table behind those numbers is here too.  */

#include "base/gcc-compat.h"
#include "nova-gcc.h"
#include "unit.h"
#include "state.h"

/* Keep T from the collector until the end of the compilation.  */
void
root_keep (tree t)
{
  unit.base->roots.safe_push (t);
}

/* The number of T, never 0.  */
uint32_t
root_origin (tree t)
{
  bool existed;
  uint32_t &id = unit.base->origins.get_or_insert (t, &existed);
  if (!existed)
    {
      unit.base->origin_trees.safe_push (t);
      id = unit.base->origin_trees.length ();
    }
  return id;
}

/* The tree whose number is ID; NULL_TREE for 0.  */
tree
root_tree (uint32_t id)
{
  return id ? unit.base->origin_trees[id - 1] : NULL_TREE;
}

static void
mark_all (vec<tree> &list)
{
  for (unsigned i = 0; i < list.length (); i++)
    gt_ggc_mx_tree_node (list[i]);
}

void
root_mark (void)
{
  mark_all (unit.base->roots);
  mark_all (unit.base->origin_trees);
}

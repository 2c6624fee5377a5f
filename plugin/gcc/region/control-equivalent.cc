/* The next control-equivalent block, which runs exactly as often: regions across branches and
   loops.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Block B follows block A if A dominates B, B postdominates A, and neither can run again without
   the other.  Control may take any path between them, also around loops, as long as the statements
   there neither need results of the region nor change what the region reads: they then run before
   the stub.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract/extract.h"

/* Blocks visited before the search gives up.  */
static const unsigned MAX_BLOCKS = 200;

/* Collect in SEEN what can be reached from FROM's successors without passing STOP.  False if that
   is too much, or goes through an edge whose flags are among UNWANTED.  */
static bool
reachable (basic_block from, basic_block stop, int unwanted, hash_set<basic_block> *seen)
{
  auto_vec<basic_block> todo;
  edge e;
  edge_iterator it;

  todo.safe_push (from);
  while (!todo.is_empty ())
    FOR_EACH_EDGE (e, it, todo.pop ()->succs)
      {
	if (e->flags & unwanted)
	  return false;
	if (e->dest == stop || seen->add (e->dest))
	  continue;
	if (seen->elements () > MAX_BLOCKS)
	  return false;
	todo.safe_push (e->dest);
      }
  return true;
}

/* May R stay open over the statements of BB?  */
static bool
block_stays (struct ext_region *r, basic_block bb)
{
  for (gphi_iterator it = gsi_start_phis (bb); !gsi_end_p (it); gsi_next (&it))
    if (region_needed_p (r, it.phi ()))
      return false;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      struct ext_call *c = call_of_stmt (r->f, stmt);

      if (!is_gimple_debug (stmt) && ((c && c->member) || !region_stays_p (r, stmt)))
	return false;
    }
  return true;
}

/* The debug binds of BB that need a result of R are late.  */
static void
note_debug (struct ext_region *r, basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    if (is_gimple_debug (gsi_stmt (gsi)) && region_needed_p (r, gsi_stmt (gsi)))
      r->pending.safe_push (gsi_stmt (gsi));
}

/* The statement that ends BB, if it depends on nothing of R.  */
static bool
end_stays (struct ext_region *r, basic_block bb)
{
  gimple *last = last_stmt (bb);

  return !last || !stmt_ends_bb_p (last) || region_stays_p (r, last);
}

/* Is there a loop in BLOCKS?  */
static bool
loops_p (hash_set<basic_block> *blocks)
{
  edge_iterator it;
  edge e;

  for (basic_block b : *blocks)
    FOR_EACH_EDGE (e, it, b->succs)
      if (e->flags & EDGE_DFS_BACK)
	return true;
  return false;
}

/* Does NEXT, which postdominates BB, run exactly as often, and may R stay open on all ways to
   it?  */
static bool
follows (struct ext_region *r, basic_block bb, basic_block next)
{
  hash_set<basic_block> between, again;

  if (!dominated_by_p (CDI_DOMINATORS, next, bb)
      || !reachable (bb, next, EDGE_ABNORMAL | EDGE_EH, &between) || between.contains (bb))
    return false;
  if (!reachable (next, bb, 0, &again) || again.contains (next))
    return false;
  for (basic_block b : between)
    if (b == EXIT_BLOCK_PTR_FOR_FN (cfun) || !block_stays (r, b))
      return false;
  for (gphi_iterator it = gsi_start_phis (next); !gsi_end_p (it); gsi_next (&it))
    if (region_needed_p (r, it.phi ()))
      return false;
  /* A loop need not end if the handler was to leave before it.  */
  if (loops_p (&between) && !region_certain (r))
    return false;
  for (basic_block b : between)
    note_debug (r, b);
  return true;
}

basic_block
region_next_block (struct ext_region *r, basic_block bb)
{
  basic_block next = bb;
  unsigned tries;

  if (!end_stays (r, bb))
    return NULL;
  /* The first one may be the head of a loop, the next one then stands behind it.  */
  for (tries = 0; tries < 3; tries++)
    {
      next = get_immediate_dominator (CDI_POST_DOMINATORS, next);
      if (!next || next == EXIT_BLOCK_PTR_FOR_FN (cfun))
	return NULL;
      if (follows (r, bb, next))
	return next;
    }
  return NULL;
}

/* Vectors released where ways meet, of which some made none: released on each way instead.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Ownership releases a variable at the end of its scope.  Where a `return' before it left the
   scope, what is released there is a PHI of the vector and of nothing:

     if (length (x) < 2) return x;   v = map ...;   ...   v' = PHI <none, v>;  release (v');

   The PHI would keep v in memory for a host that only gives it back.  So, where nothing but
   releases stands before a release in its block, each way gives back what it made.

   Does not: move a release over anything else: elements may be read through nova_data there.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract/extract.h"

/* Ways that are followed; more would only repeat releases.  */
static const unsigned MOST_WAYS = 8;

bool
region_no_vector_p (tree t)
{
  gimple *def;

  if (TREE_CODE (t) != SSA_NAME)
    return true;
  def = SSA_NAME_DEF_STMT (t);
  if (SSA_NAME_IS_DEFAULT_DEF (t))
    return SSA_NAME_VAR (t) && VAR_P (SSA_NAME_VAR (t));
  if (!gimple_assign_single_p (def))
    return false;
  t = gimple_assign_rhs1 (def);
  return integer_zerop (t)
	 || (TREE_CODE (t) == VIEW_CONVERT_EXPR && integer_zerop (TREE_OPERAND (t, 0)));
}

/* The only use of PHI's vector, if it is its release in the same block behind nothing but releases;
   else NULL.  */
static gimple *
released_at_once (gphi *phi)
{
  tree name = gimple_phi_result (phi);
  gimple *release = NULL;
  imm_use_iterator it;
  use_operand_p use;

  FOR_EACH_IMM_USE_FAST (use, it, name)
    if (is_gimple_debug (USE_STMT (use)))
      continue;
    else if (release || !call_release_p (USE_STMT (use)))
      return NULL;
    else
      release = USE_STMT (use);
  if (!release || gimple_bb (release) != gimple_bb (phi))
    return NULL;
  for (gimple_stmt_iterator gsi = gsi_start_bb (gimple_bb (phi)); gsi_stmt (gsi) != release;
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);

      if (!call_release_p (stmt) && !is_gimple_debug (stmt) && !gimple_clobber_p (stmt)
	  && gimple_code (stmt) != GIMPLE_LABEL && gimple_code (stmt) != GIMPLE_PREDICT)
	return NULL;
    }
  return release;
}

/* May each way into PHI's block have a release of its own, and does one need none?  */
static bool
worth_p (gphi *phi)
{
  bool none = false;

  if (gimple_phi_num_args (phi) > MOST_WAYS)
    return false;
  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    {
      tree t = gimple_phi_arg_def (phi, k);

      if ((gimple_phi_arg_edge (phi, k)->flags & EDGE_COMPLEX)
	  || (TREE_CODE (t) == SSA_NAME && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (t)))
	return false;
      none |= region_no_vector_p (t);
    }
  return none;
}

/* RELEASE, of PHI's vector, on each way.  */
static void
release_on_ways (gphi *phi, gimple *release)
{
  tree name = gimple_phi_result (phi);
  gimple_stmt_iterator gsi = gsi_for_stmt (release);

  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    {
      tree t = gimple_phi_arg_def (phi, k);
      gcall *call;

      if (region_no_vector_p (t))
	continue;
      call = gimple_build_call (op_release_decl (), 1, t);
      gimple_set_location (call, gimple_location (release));
      gsi_insert_on_edge (gimple_phi_arg_edge (phi, k), call);
    }
  gsi_remove (&gsi, true);
  region_delete_vector (name);
  gsi = gsi_for_stmt (phi);
  remove_phi_node (&gsi, true);
}

void
region_release_early (void)
{
  auto_vec<gphi *> phis;
  auto_vec<gimple *> releases;
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    {
      /* In the order of the releases.  */
      auto_vec<gphi *> here;

      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
	if (call_release_p (gsi_stmt (gsi)))
	  {
	    tree t = gimple_call_arg (gsi_stmt (gsi), 0);
	    gphi *phi = TREE_CODE (t) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t)) : NULL;

	    if (phi && gimple_bb (phi) == bb && released_at_once (phi) && worth_p (phi))
	      {
		phis.safe_push (phi);
		releases.safe_push (gsi_stmt (gsi));
	      }
	  }
    }
  for (unsigned k = 0; k < phis.length (); k++)
    release_on_ways (phis[k], releases[k]);
  if (!phis.is_empty ())
    gsi_commit_edge_inserts ();
}

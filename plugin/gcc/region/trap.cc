/* Host statements that may not be reached: loads that trap where a member before them fails.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A host statement between members runs before the stub, so before the errors of the members that
   the source has before it.  A handler may leave by longjmp: what follows then never runs, and may
   rely on that.  So a statement that may trap, or not end, stays only behind members that cannot
   fail.  Of views, ranges and replicates the checks are made in host code instead, where they
   stand.  A load from a fixed place behind a pointer also stays where a test before the region says
   that the pointer is not null (versions.cc): one that leads nowhere although it is not null is
   taken for one that leads nowhere wherever members fail.  That there is no memory for a member's
   result counts as no failure here.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract/extract.h"
#include "passive/passive.h"

/* Uses of a pointer looked at before the search gives up.  */
static const unsigned MAX_USES = 100;

/* --- Accesses -------------------------------------------------------------------------------- */

/* Bytes from BEGIN to END behind a pointer.  */
struct extent
{
  poly_int64 begin, end;
};

/* What T, an access through pointer P, needs behind P: *E.  False if that depends on indices.  */
static bool
extent_needed (tree t, tree p, struct extent *e)
{
  poly_int64 offset;
  tree base = get_addr_base_and_unit_offset (t, &offset), size = TYPE_SIZE_UNIT (TREE_TYPE (t));
  poly_uint64 bytes;

  if (!base || TREE_CODE (base) != MEM_REF || TREE_OPERAND (base, 0) != p || !size
      || !poly_int_tree_p (size, &bytes))
    return false;
  e->begin = offset + mem_ref_offset (base).force_shwi ();
  e->end = e->begin + bytes;
  return true;
}

/* What must exist behind P if T, an access through it, does not trap: all of the object that it
   accesses a part of.  */
static bool
extent_shown (tree t, tree p, struct extent *e)
{
  tree base = get_base_address (t);

  return base && TREE_CODE (base) == MEM_REF && extent_needed (base, p, e);
}

/* The operand of STMT through pointer P, if it runs only with what it accesses there; NULL_TREE if
   there is none.  */
static tree
access_through (gimple *stmt, tree p)
{
  if (!gimple_assign_single_p (stmt))
    return NULL_TREE;
  for (unsigned k = 0; k < 2; k++)
    {
      tree t = gimple_op (stmt, k), base = region_memory_p (t) ? get_base_address (t) : NULL_TREE;

      if (base && TREE_CODE (base) == MEM_REF && TREE_OPERAND (base, 0) == p)
	return t;
    }
  return NULL_TREE;
}

/* Does DEF run before STMT, on all ways to it, and not behind R's stub?  */
static bool
surely_before_p (struct ext_region *r, gimple *def, gimple *stmt)
{
  if (r->pending.contains (def) || r->late.contains (def))
    return false;
  return gimple_bb (def) == gimple_bb (stmt)
	 ? version_before_p (def, stmt) && def != stmt
	 : dominated_by_p (CDI_DOMINATORS, gimple_bb (stmt), gimple_bb (def));
}

/* Has every way to STMT accessed what memory operand T of it accesses?  */
static bool
accessed_before_p (struct ext_region *r, gimple *stmt, tree t)
{
  tree base = get_base_address (t), p;
  struct extent e, shown;
  imm_use_iterator it;
  use_operand_p use;
  unsigned n = 0;

  if (!base || TREE_CODE (base) != MEM_REF)
    return false;
  p = TREE_OPERAND (base, 0);
  if (TREE_CODE (p) != SSA_NAME || !extent_needed (t, p, &e))
    return false;
  FOR_EACH_IMM_USE_FAST (use, it, p)
    {
      gimple *at = USE_STMT (use);
      tree other;

      if (n++ >= MAX_USES)
	return false;
      if (is_gimple_debug (at) || !(other = access_through (at, p))
	  || !extent_shown (other, p, &shown)
	  || !known_le (shown.begin, e.begin) || !known_le (e.end, shown.end))
	continue;
      if (surely_before_p (r, at, stmt))
	return true;
    }
  return false;
}

/* May STMT trap by accessing operand T?  */
static bool
access_traps_p (struct ext_region *r, gimple *stmt, tree t)
{
  return region_memory_p (t) && tree_could_trap_p (t) && !accessed_before_p (r, stmt, t);
}

/* --- Statements ------------------------------------------------------------------------------ */

static bool
arithmetic_traps_p (gimple *stmt)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));

  /* Of a choice, both sides have been computed.  */
  if (get_gimple_rhs_class (code) == GIMPLE_SINGLE_RHS || code == COND_EXPR
      || code == VEC_COND_EXPR)
    return false;
  /* Arithmetic of floats traps only where a program asks for it by feenableexcept.  */
  if (FLOAT_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (stmt))))
    return false;
  return operation_could_trap_p (code, false, INTEGRAL_TYPE_P (type) && TYPE_OVERFLOW_TRAPS (type),
				 gimple_num_ops (stmt) > 2 ? gimple_assign_rhs2 (stmt)
				 : NULL_TREE);
}

static bool
call_traps_p (gcall *stmt)
{
  tree fn = gimple_call_fndecl (stmt);

  if (!fn)
    return true;
  return !call_retain_p (stmt) && !call_release_p (stmt) && op_resolved (fn) == NOVA_OP_NONE
	 && !effects_of (fn)->total;
}

bool
region_traps_p (struct ext_region *r, gimple *stmt)
{
  if (gcall *call = dyn_cast<gcall *> (stmt))
    {
      for (unsigned k = 0; k < gimple_call_num_args (call); k++)
	if (access_traps_p (r, stmt, gimple_call_arg (call, k)))
	  return true;
      return (gimple_call_lhs (call) && access_traps_p (r, stmt, gimple_call_lhs (call)))
	     || call_traps_p (call);
    }
  if (!is_gimple_assign (stmt) || gimple_clobber_p (stmt))
    return false;
  for (unsigned k = 0; k < gimple_num_ops (stmt); k++)
    if (access_traps_p (r, stmt, gimple_op (stmt, k)))
      return true;
  return arithmetic_traps_p (stmt);
}

/* Does operand T of STMT lie in a fixed place behind a pointer that is not null, by a test?  */
static bool
follows_p (struct ext_region *r, gimple *stmt, tree t)
{
  tree base = get_base_address (t), p;
  struct extent e;

  if (!base || TREE_CODE (base) != MEM_REF)
    return false;
  p = TREE_OPERAND (base, 0);
  return TREE_CODE (p) == SSA_NAME && extent_needed (t, p, &e) && known_ge (e.begin, 0)
	 && known_le (e.end, REGION_FOLLOWED)
	 && !(is_gimple_assign (SSA_NAME_DEF_STMT (p))
	      && gimple_assign_rhs_code (SSA_NAME_DEF_STMT (p)) == POINTER_PLUS_EXPR)
	 && version_not_null (r, stmt, p);
}

bool
region_follows (struct ext_region *r, gimple *stmt)
{
  unsigned n = r->tests.length ();

  if (r->members.is_empty () || !gimple_assign_single_p (stmt) || gimple_vdef (stmt))
    return false;
  if (follows_p (r, stmt, gimple_assign_rhs1 (stmt)))
    return true;
  r->tests.truncate (n);
  return false;
}

/* --- Members that do not fail ---------------------------------------------------------------- */

/* Can the checks of C, a member for their sake alone, be made in host code where it stands?  */
static bool
hostable_p (struct ext_region *r, struct ext_call *c)
{
  if (!op_array_view_p (c->op) && c->op != NOVA_OP_RANGE && c->op != NOVA_OP_REPLICATE)
    return false;
  for (unsigned k = 0; k < c->s->nops; k++)
    if (vtype_elem (TREE_TYPE (call_operand (c, k))))
      return false;
  return !region_needed_p (r, c->stmt);
}

static bool
certain_p (struct ext_region *r, struct ext_call *c)
{
  return c->importable ? hostable_p (r, c) : version_certain_p (r, c);
}

static void
check_in_host (struct ext_call *c)
{
  c->member = false;
  c->host_checks = true;
  c->region = NULL;
}

bool
region_certain (struct ext_region *r)
{
  unsigned n = 0;

  if (r->members.is_empty ())
    return false;
  for (struct ext_call *c : r->members)
    if (!certain_p (r, c))
      return false;
  for (struct ext_call *c : r->checks)
    if (!certain_p (r, c))
      return false;
  for (unsigned k = 0; k < r->members.length (); k++)
    if (r->members[k]->importable)
      {
	check_in_host (r->members[k]);
	r->settled |= n > 0;
      }
    else
      r->members[n++] = r->members[k];
  r->members.truncate (n);
  for (struct ext_call *c : r->checks)
    check_in_host (c);
  r->settled |= !r->checks.is_empty ();
  r->checks.truncate (0);
  return true;
}

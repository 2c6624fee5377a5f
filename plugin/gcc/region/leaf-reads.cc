/* The memory that leaves read, for regions that store.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The passivity check knows through which parameters a function reads; here the arguments are
   classified: a vector, an array of known size, or a pointer of unknown extent.  Memory that is
   read through a pointer does not overlap a store if the two come from different objects
   (alias.cc), or if the pointer, or the one that it was copied from, is restrict (C11, 6.7.3.1): a
   parameter, or a local variable whose block contains the builtin and the store.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "passive/leaf.h"
#include "extract/extract.h"

/* --- Restrict pointers ----------------------------------------------------------------------- */

/* Does STMT stand in the scope of local variable VAR?  */
static bool
in_scope_p (tree var, gimple *stmt)
{
  for (tree b = gimple_block (stmt); b && TREE_CODE (b) == BLOCK; b = BLOCK_SUPERCONTEXT (b))
    for (tree v = BLOCK_VARS (b); v; v = DECL_CHAIN (v))
      if (v == var)
	return true;
  return false;
}

/* What pointer T was copied or computed from, NULL_TREE if that is no SSA name.  */
static tree
copied_from (tree t)
{
  gimple *def = SSA_NAME_DEF_STMT (t);
  tree rhs;

  if (!is_gimple_assign (def)
      || !(gimple_assign_ssa_name_copy_p (def)
	   || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
	   || gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR))
    return NULL_TREE;
  rhs = gimple_assign_rhs1 (def);
  return TREE_CODE (rhs) == SSA_NAME ? rhs : NULL_TREE;
}

/* The restrict variable in whose scope A and B stand and that T is or was copied from, after N
   such; NULL_TREE if there are not so many.  */
static tree
restrict_of (tree t, gimple *a, gimple *b, unsigned n)
{
  for (; t && TREE_CODE (t) == SSA_NAME; t = copied_from (t))
    {
      tree var = SSA_NAME_VAR (t);

      if (!var)
	{
	  /* A variable in memory.  */
	  gimple *def = SSA_NAME_DEF_STMT (t);

	  if (gimple_assign_single_p (def))
	    var = gimple_assign_rhs1 (def);
	}
      if (var && (TREE_CODE (var) == PARM_DECL
		  || (VAR_P (var) && in_scope_p (var, a) && in_scope_p (var, b)))
	  && TYPE_RESTRICT (TREE_TYPE (var)) && n-- == 0)
	return var;
    }
  return NULL_TREE;
}

/* Is it known where T comes from: a parameter, a variable's address, an allocation?  */
static bool
root_known_p (tree t)
{
  tree from;

  while (TREE_CODE (t) == SSA_NAME && (from = copied_from (t)))
    t = from;
  if (TREE_CODE (t) != SSA_NAME)
    return TREE_CODE (t) == ADDR_EXPR && DECL_P (get_base_address (TREE_OPERAND (t, 0)));
  if (SSA_NAME_IS_DEFAULT_DEF (t))
    return SSA_NAME_VAR (t) && TREE_CODE (SSA_NAME_VAR (t)) == PARM_DECL;
  gimple *def = SSA_NAME_DEF_STMT (t);
  return (is_gimple_call (def) && (gimple_call_flags (def) & ECF_MALLOC))
	 || (gimple_assign_single_p (def) && TREE_CODE (gimple_assign_rhs1 (def)) == ADDR_EXPR
	     && DECL_P (get_base_address (TREE_OPERAND (gimple_assign_rhs1 (def), 0))));
}

/* Does restrict keep apart what is accessed through P at A and through Q at B?  Not if one may be a
   copy of the other.  */
static bool
restrict_apart_p (tree p, gimple *a, tree q, gimple *b)
{
  tree var, other;
  bool found = false, mine = false;

  for (unsigned n = 0; (var = restrict_of (p, a, b, n)); n++)
    {
      for (unsigned m = 0; (other = restrict_of (q, a, b, m)); m++)
	if (var == other)
	  return false;
	else
	  mine = true;
      found = true;
    }
  return found && (mine || root_known_p (q));
}

bool
leaf_captured_apart_p (struct ext_region *r, struct ext_call *c, tree p)
{
  for (struct ext_call *m : r->members)
    for (unsigned k = 0; k < call_ntargets (m); k++)
      if (region_may_alias (p, call_target (m, k))
	  && !restrict_apart_p (p, c->stmt, call_target (m, k), m->stmt))
	return false;
  return true;
}

/* --- One call -------------------------------------------------------------------------------- */

/* The host operand that A is, perhaps as another type; NULL_TREE if it is none.  */
static tree
host_of (struct ext_build *e, struct fir_atom a)
{
  while (a.var && a.var->def && a.var->def->op == FIR_CONV)
    a = a.var->def->args[0];
  for (const struct ext_value &v : e->values)
    if (a.var ? v.atom.var == a.var : v.atom.cst == a.cst)
      return v.host;
  return NULL_TREE;
}

/* How many bytes there are at host pointer T, 0 if nobody knows: a weak variable may not be
   there.  */
static uint64_t
extent (tree t)
{
  tree decl = TREE_CODE (t) == ADDR_EXPR ? TREE_OPERAND (t, 0) : NULL_TREE;

  return decl && VAR_P (decl) && !DECL_WEAK (decl) && DECL_SIZE_UNIT (decl)
	 && tree_fits_uhwi_p (DECL_SIZE_UNIT (decl))
	 ? tree_to_uhwi (DECL_SIZE_UNIT (decl)) : 0;
}

static struct ext_call *
member_at (struct ext_build *e, unsigned site)
{
  for (struct ext_call *c : e->r->members)
    if (c->site == site)
      return c;
  return NULL;
}

struct leaf_access
leaf_pointed (struct ext_build *e, struct fir_atom arg, unsigned site)
{
  struct leaf_access a = { ACCESS_READS, 0 };
  struct ext_call *c = member_at (e, site);
  tree host = host_of (e, arg);

  if (host && c && leaf_captured_apart_p (e->r, c, host))
    a.kind = ACCESS_APART;
  else if (host)
    a.bytes = extent (host);
  return a;
}

struct leaf_access
leaf_argument (struct ext_build *e, tree fndecl, unsigned k, struct fir_atom arg, unsigned site)
{
  struct leaf_access a = { ACCESS_NONE, 0 };
  const struct type *t = fir_atom_type (arg);

  /* Of a function of libc it is known that it reads what its arguments lead to, the base of strtol
     among them, which leads to nothing.  */
  if (!passive_reads_param (fndecl, k) || (t->kind != TYPE_PTR && !type_is_vec (t)))
    return a;
  if (!type_is_vec (t))
    return leaf_pointed (e, arg, site);
  a.kind = ACCESS_READS;
  return a;
}

void
leaf_globals (struct ext_build *e, tree fndecl, struct fir_leaf *leaf)
{
  tree var;

  for (unsigned k = 0; (var = passive_reads_global (fndecl, k)); k++)
    {
      TREE_ADDRESSABLE (var) = 1;
      fir_leaf_area (e->p, leaf,
		     fir_atom_origin (e->p, ext_type (e, const_ptr_type_node),
				      root_origin (build_fold_addr_expr (var))),
		     tree_to_uhwi (DECL_SIZE_UNIT (var)));
    }
}

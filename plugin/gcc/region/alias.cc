/* Aliases of host pointers, as far as SSA form shows them: for regions that store.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Points-to sets do not exist this early, so a pointer is traced to its origin.  Different objects
   are: two declared variables; a fresh allocation and anything that existed before; a local
   variable and a parameter; a restrict parameter and anything not based on it.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "passive/leaf.h"
#include "extract/extract.h"

enum origin_kind { FROM_DECL, FROM_MALLOC, FROM_RESTRICT, FROM_PARAM, FROM_ANYWHERE };

struct origin
{
  enum origin_kind kind;
  tree root;			/* the variable, or the SSA name nothing more is known of */
};

/* The origin of an address T that is no SSA name.  */
static struct origin
origin_of_address (tree t)
{
  struct origin o = { FROM_ANYWHERE, t };
  tree base;

  if (TREE_CODE (t) != ADDR_EXPR)
    return o;
  base = get_base_address (TREE_OPERAND (t, 0));
  if (base && DECL_P (base))
    {
      o.kind = FROM_DECL;
      o.root = base;
    }
  else if (base && TREE_CODE (base) == STRING_CST)
    {
      o.kind = FROM_DECL;
      o.root = base;
    }
  return o;
}

/* The origin of NAME, whose definition leads no further.  */
static struct origin
origin_of_name (tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  struct origin o = { FROM_ANYWHERE, name };

  if (SSA_NAME_IS_DEFAULT_DEF (name) && SSA_NAME_VAR (name)
      && TREE_CODE (SSA_NAME_VAR (name)) == PARM_DECL)
    o.kind = TYPE_RESTRICT (TREE_TYPE (SSA_NAME_VAR (name))) ? FROM_RESTRICT : FROM_PARAM;
  else if (is_gimple_call (def) && (gimple_call_flags (def) & ECF_MALLOC))
    o.kind = FROM_MALLOC;
  return o;
}

static struct origin
pointer_origin (tree t)
{
  while (TREE_CODE (t) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (t);

      if (!is_gimple_assign (def))
	return origin_of_name (t);
      if (gimple_assign_single_p (def))
	{
	  tree rhs = gimple_assign_rhs1 (def);

	  if (TREE_CODE (rhs) == ADDR_EXPR
	      && TREE_CODE (get_base_address (TREE_OPERAND (rhs, 0))) == MEM_REF)
	    t = TREE_OPERAND (get_base_address (TREE_OPERAND (rhs, 0)), 0);
	  else if (TREE_CODE (rhs) == SSA_NAME || TREE_CODE (rhs) == ADDR_EXPR)
	    t = rhs;
	  else
	    return origin_of_name (t);
	}
      else if (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
	       || gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR)
	t = gimple_assign_rhs1 (def);
      else
	return origin_of_name (t);
    }
  return origin_of_address (t);
}

bool
region_same_root (tree p, tree q)
{
  return pointer_origin (p).root == pointer_origin (q).root;
}

bool
region_may_alias (tree p, tree q)
{
  struct origin a = pointer_origin (p), b = pointer_origin (q);

  if (a.root == b.root)
    return true;
  if (a.kind > b.kind)
    std::swap (a, b);
  switch (a.kind)
    {
    case FROM_DECL:
      if (b.kind == FROM_DECL || b.kind == FROM_RESTRICT || b.kind == FROM_MALLOC)
	return false;
      /* The current function may be an operand that is read.  */
      return !(b.kind == FROM_PARAM && TREE_CODE (a.root) != STRING_CST
	       && auto_var_in_fn_p (a.root, DECL_CONTEXT (a.root)));
    case FROM_MALLOC:
      return b.kind == FROM_ANYWHERE;
    case FROM_RESTRICT:
      /* A pointer of unknown origin may be based on the parameter.  */
      return b.kind == FROM_ANYWHERE;
    default:
      return true;
    }
}

/* May what P points to be what a store of R writes?  */
static bool
pointer_reads_stores (struct ext_region *r, tree p)
{
  for (struct ext_call *m : r->members)
    for (unsigned k = 0; k < call_ntargets (m); k++)
      if (region_may_alias (p, call_target (m, k)))
	return true;
  return false;
}

/* May the memory that vector T reads be what a store of R writes?  */
static bool
vector_reads_stores (struct ext_region *r, tree t)
{
  struct ext_call *c = call_of_name (r->f, t);

  if (integer_zerop (t))
    return false;
  if (c && c->member && !c->importable)
    /* A value: computed here, before the stores; elsewhere, in memory of its own.  */
    return false;
  if (!c)
    return true;
  switch (c->op)
    {
    case NOVA_OP_VIEW:
    case NOVA_OP_VIEW_STRIDED:
      return pointer_reads_stores (r, call_operand (c, 0));
    case NOVA_OP_KEEP:
      return false;
    default:
      for (unsigned k = 0; k < c->s->nops; k++)
	if (vtype_elem (TREE_TYPE (call_operand (c, k)))
	    && vector_reads_stores (r, call_operand (c, k)))
	  return true;
      return false;
    }
}

/* May FN, function operand K of C, read what the stores of R write?  Its elements stand between
   bound and captured values; what they point to is not known, but rows are what the operands read,
   which the caller looks at.  */
static bool
leaf_reads_stores (struct ext_region *r, struct ext_call *c, unsigned k, tree fn)
{
  unsigned nbound = c->s->fn[k].nbound, nvalues = call_nvalues (c, k), n = 0;
  tree var;

  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
    n++;
  if (n < nvalues)
    return true;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned v = i < nbound ? i : i - (n - nvalues);
      tree t;

      if (!passive_reads_param (fn, i))
	continue;
      if (i >= nbound && i < n - (nvalues - nbound))
	{
	  if (passive_reads_rows_p (fn, i))
	    continue;
	  return true;
	}
      t = call_value (c, k, v);
      if (vtype_elem (TREE_TYPE (t)) ? vector_reads_stores (r, t)
	  : !leaf_captured_apart_p (r, c, t))
	return true;
    }
  for (unsigned i = 0; (var = passive_reads_global (fn, i)); i++)
    if (!leaf_captured_apart_p (r, c, build1 (ADDR_EXPR, const_ptr_type_node, var)))
      return true;
  return false;
}

bool
region_reads_stores (struct ext_region *r, struct ext_call *c)
{
  unsigned k, cost;

  if (!r->has_store || (c->importable && !c->exists))
    return false;
  for (k = 0; k < c->s->nops; k++)
    {
      tree t = call_operand (c, k);

      if (vtype_elem (TREE_TYPE (t)) && vector_reads_stores (r, t))
	return true;
      if (AGGREGATE_TYPE_P (TREE_TYPE (t)) && !is_gimple_min_invariant (t)
	  && !(DECL_P (t) && region_private_decl_p (t)))
	return true;
    }
  for (k = 0; k < SITE_MAX_FNS && k < c->s->nops; k++)
    if (c->s->fn[k].type && c->s->fn[k].opr == NOVA_OPR_NONE)
      {
	tree fn = call_function (c, k);
	unsigned flags = fn ? leaf_facts (fn, &cost) : 0;

	if (!(flags & LEAF_CONST) && !((flags & LEAF_BOUNDED) && !leaf_reads_stores (r, c, k, fn)))
	  return true;
      }
  return false;
}

/* The tests under which one region replaces several: that areas of memory do not overlap, that
   members do not fail.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   versions.cc uses them.  Only arrays behind views of one level can be tested, in one basic block,
   with functions that read only their operands.  A member behind a delayed store must not fail,
   lest the handler misses the store: the tests include that it does not.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "passive/leaf.h"
#include "extract/extract.h"

/* Tests before one region.  */
static const unsigned MAX_TESTS = 16;

/* May R rely on tests at STMT?  */
static bool
version_here_p (struct ext_region *r, gimple *stmt)
{
  basic_block bb = gimple_bb (stmt);

  return bb == gimple_bb (r->members[0]->stmt) && (r->f->trial || r->f->apart.contains (bb));
}

/* --- Delayed stores -------------------------------------------------------------------------- */

/* LHS, an operand in memory that others may see, can have its address taken, and has a constant
   size.  */
static bool
addressable_p (tree lhs)
{
  tree t = lhs;

  if (TREE_THIS_VOLATILE (lhs) || !TYPE_SIZE_UNIT (TREE_TYPE (lhs))
      || !tree_fits_shwi_p (TYPE_SIZE_UNIT (TREE_TYPE (lhs))))
    return false;
  for (; handled_component_p (t); t = TREE_OPERAND (t, 0))
    if (TREE_THIS_VOLATILE (t)
	|| !((TREE_CODE (t) == ARRAY_REF && !TREE_OPERAND (t, 2) && !TREE_OPERAND (t, 3))
	     || (TREE_CODE (t) == COMPONENT_REF && !TREE_OPERAND (t, 2)
		 && !DECL_BIT_FIELD (TREE_OPERAND (t, 1))))
	|| (AGGREGATE_TYPE_P (TREE_TYPE (TREE_OPERAND (t, 0)))
	    && reverse_storage_order_for_component_p (t)))
      return false;
  return TREE_CODE (t) == MEM_REF || (VAR_P (t) && !DECL_REGISTER (t) && !DECL_HARD_REGISTER (t));
}

bool
version_delays_p (struct ext_region *r, gimple *stmt)
{
  return gimple_assign_single_p (stmt) && !gimple_clobber_p (stmt)
	 && !gimple_has_volatile_ops (stmt) && version_here_p (r, stmt)
	 && addressable_p (gimple_assign_lhs (stmt));
}

/* Where T is, an addressable_p operand of a host statement.  */
static struct ext_area
host_area (tree t)
{
  tree base = get_base_address (t);
  struct ext_area a = { NULL_TREE, t, size_one_node,
			tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (t))) };

  a.ptr = TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0) : build_fold_addr_expr (base);
  return a;
}

void
version_note_store (struct ext_region *r, gimple *stmt)
{
  r->writes.safe_push (host_area (gimple_assign_lhs (stmt)));
  r->delays = true;
}

bool
version_read_delayed (struct ext_region *r, tree t)
{
  for (const struct ext_area &w : r->writes)
    if (w.lhs && refs_may_alias_p (w.lhs, t))
      return true;
  return false;
}

/* --- Areas and lengths ----------------------------------------------------------------------- */

static bool
array_area (struct ext_area *a, tree ptr, tree count, tree elem)
{
  tree size = TYPE_SIZE_UNIT (elem);

  if (!size || !tree_fits_shwi_p (size) || integer_zerop (size))
    return false;
  *a = { ptr, NULL_TREE, count, tree_to_shwi (size) };
  return true;
}

/* What store C writes; false if that is not known.  */
static bool
store_area (const struct ext_call *c, struct ext_area *a)
{
  return c->op == NOVA_OP_STORE
	 && array_area (a, call_operand (c, 0), call_operand (c, 1), TREE_TYPE (c->s->op_type[0]));
}

void
version_note_member (struct ext_region *r, struct ext_call *c)
{
  struct ext_area a = { NULL_TREE, NULL_TREE, NULL_TREE, 0 };

  if (call_ntargets (c) == 0)
    return;
  if (!store_area (c, &a))
    a.ptr = NULL_TREE;
  r->writes.safe_push (a);
}

/* Append the memory that vector T reads to AREAS.  False if it is not known.  */
static bool
vector_areas (struct ext_region *r, tree t, auto_vec<ext_area> *areas)
{
  struct ext_call *c = call_of_name (r->f, t);
  struct ext_area a;

  if (integer_zerop (t))
    return true;
  if (!c)
    return false;
  if (c->member && !c->importable)
    /* A value, see alias.cc.  */
    return true;
  if (c->op == NOVA_OP_LITERAL)
    return true;
  if (!op_index_only_p (c->op))
    return false;
  if (op_array_view_p (c->op))
    {
      if (c->op != NOVA_OP_VIEW || c->s->nops != 2
	  || !array_area (&a, call_operand (c, 0), call_operand (c, 1), vtype_base (c->s->result)))
	return false;
      areas->safe_push (a);
      return true;
    }
  /* What is cut reads offsets, too.  */
  for (unsigned k = 0; k < c->s->nops; k++)
    if (vtype_elem (TREE_TYPE (call_operand (c, k)))
	&& !vector_areas (r, call_operand (c, k), areas))
      return false;
  return true;
}

/* The length of vector T as a host value; NULL_TREE if it is not known.  */
static tree
vector_length (struct ext_func *f, tree t)
{
  struct ext_call *c = call_of_name (f, t);

  struct op_length n;

  if (!c)
    return integer_zerop (t) ? size_zero_node : NULL_TREE;
  n = op_length (c->op);
  if (n.kind == OP_LENGTH_NONE)
    return NULL_TREE;
  return n.kind == OP_LENGTH_ARG ? call_operand (c, n.k)
	 : vector_length (f, call_operand (c, n.k));
}

/* A host value X such that vector T has at most X - *LESS elements; NULL_TREE if none is known.  */
static tree
most_length (struct ext_func *f, tree t, unsigned *less)
{
  tree n = vector_length (f, t);
  struct ext_call *c = call_of_name (f, t);

  *less = 0;
  if (n || !c)
    return n;
  if (c->op == NOVA_OP_SEGMENTS)
    {
      struct ext_call *cuts = call_of_name (f, call_operand (c, 1));

      *less = 1;
      return vector_length (f, call_operand (cuts && cuts->op == NOVA_OP_CUTS ? cuts : c, 1));
    }
  if (c->op == NOVA_OP_FILTER)
    return most_length (f, call_operand (c, 1), less);
  return op_length (c->op).kind == OP_LENGTH_OF
	 ? most_length (f, call_operand (c, op_length (c->op).k), less) : NULL_TREE;
}

/* --- Values before the first member ---------------------------------------------------------- */

bool
version_before_p (gimple *def, gimple *first)
{
  if (gimple_bb (def) != gimple_bb (first))
    return true;
  for (gimple_stmt_iterator gsi = gsi_for_stmt (first); !gsi_end_p (gsi); gsi_next (&gsi))
    if (gsi_stmt (gsi) == def)
      return false;
  return true;
}

/* Does NAME depend on what was loaded behind a store of R?  Before the tests hold, that may be
   anything.  */
static bool
behind_store_p (struct ext_region *r, tree name, unsigned depth = 0)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  ssa_op_iter it;
  tree t;

  if (r->loaded.contains (name))
    return true;
  if (SSA_NAME_IS_DEFAULT_DEF (name) || version_before_p (def, r->members[0]->stmt))
    return false;
  FOR_EACH_SSA_TREE_OPERAND (t, def, it, SSA_OP_USE)
    if (depth > 8 || behind_store_p (r, t, depth + 1))
      return true;
  return false;
}

/* Can T be computed before R's first member?  Statements to be copied are simple, and loads that
   stay before the stub anyway, but for variables that the host may set in between, and for what is
   found through memory that members store.  */
static bool
available_p (struct ext_region *r, tree t, unsigned depth = 0)
{
  gimple *def;
  ssa_op_iter it;
  tree name, base;

  if (TREE_CODE (t) != SSA_NAME)
    return is_gimple_min_invariant (t);
  def = SSA_NAME_DEF_STMT (t);
  if (SSA_NAME_IS_DEFAULT_DEF (t) || version_before_p (def, r->members[0]->stmt))
    return true;
  if (depth > 8 || !is_gimple_assign (def) || gimple_vdef (def)
      || region_needed_p (r, def) || r->late_names.contains (t))
    return false;
  if (gimple_vuse (def))
    {
      base = get_base_address (gimple_assign_rhs1 (def));
      if (!gimple_assign_single_p (def) || gimple_has_volatile_ops (def) || !base
	  || (r->settled && region_traps_p (r, def))
	  || (DECL_P (base) && region_private_decl_p (base)))
	return false;
      FOR_EACH_SSA_TREE_OPERAND (name, def, it, SSA_OP_USE)
	if (behind_store_p (r, name))
	  return false;
    }
  else if (gimple_could_trap_p (def))
    return false;
  FOR_EACH_SSA_TREE_OPERAND (name, def, it, SSA_OP_USE)
    if (!available_p (r, name, depth + 1))
      return false;
  return true;
}

/* --- Which tests ----------------------------------------------------------------------------- */

static bool
area_available_p (struct ext_region *r, const struct ext_area &a)
{
  tree t;

  if (!a.lhs)
    return available_p (r, a.ptr) && available_p (r, a.count);
  for (t = a.lhs; handled_component_p (t); t = TREE_OPERAND (t, 0))
    if (TREE_CODE (t) == ARRAY_REF && !available_p (r, TREE_OPERAND (t, 1)))
      return false;
  return TREE_CODE (t) != MEM_REF || available_p (r, TREE_OPERAND (t, 0));
}

static bool
add_test (struct ext_region *r, const struct ext_test &t)
{
  if (r->tests.length () >= MAX_TESTS)
    return false;
  r->tests.safe_push (t);
  return true;
}

/* A test of the host values X - LESS and Y.  */
static bool
add_compare (struct ext_region *r, enum tree_code code, tree x, tree y, unsigned less = 0)
{
  struct ext_test t = { code, x, y, less, ext_area (), ext_area () };

  if (!x || !y)
    return false;
  if (code != NE_EXPR && !less && operand_equal_p (x, y, 0))
    return true;
  if (!less && TREE_CODE (x) == INTEGER_CST && TREE_CODE (y) == INTEGER_CST
      && integer_nonzerop (fold_build2 (code, boolean_type_node, fold_convert (size_type_node, x),
					fold_convert (size_type_node, y))))
    return true;
  return available_p (r, x) && available_p (r, y) && add_test (r, t);
}

/* W, which is written, and A must be apart.  */
static bool
add_apart (struct ext_region *r, const struct ext_area &w, const struct ext_area &a)
{
  struct ext_test t = { ERROR_MARK, NULL_TREE, NULL_TREE, 0, w, a };

  if (!w.ptr)
    return false;
  if (!region_may_alias (w.ptr, a.ptr))
    return true;
  return !region_same_root (w.ptr, a.ptr) && area_available_p (r, w) && area_available_p (r, a)
	 && add_test (r, t);
}

bool
version_load_apart (struct ext_region *r, gimple *stmt, tree t)
{
  unsigned n = r->tests.length ();

  if (!version_here_p (r, stmt) || !addressable_p (t))
    return false;
  for (const struct ext_area &w : r->writes)
    if (!w.lhs && !add_apart (r, w, host_area (t)))
      {
	r->tests.truncate (n);
	return false;
      }
  r->loads = true;
  if (gimple_get_lhs (stmt))
    r->loaded.add (gimple_get_lhs (stmt));
  return true;
}

bool
version_not_null (struct ext_region *r, gimple *stmt, tree p)
{
  if (!version_here_p (r, stmt)
      || !(SSA_NAME_IS_DEFAULT_DEF (p)
	   || version_before_p (SSA_NAME_DEF_STMT (p), r->members[0]->stmt))
      || !add_compare (r, NE_EXPR, p, build_zero_cst (TREE_TYPE (p))))
    return false;
  r->loads = true;
  return true;
}

/* FN reads nothing but its operands: scalars, and vectors, rows of those that the member reads.  */
static bool
reads_operands_p (tree fn)
{
  unsigned cost, flags = fn ? leaf_facts (fn, &cost) : 0, n = 0;

  if (!(flags & LEAF_BOUNDED))
    return flags & LEAF_CONST;
  if (passive_reads_global (fn, 0))
    return false;
  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p), n++)
    if (passive_reads_param (fn, n) && !passive_reads_rows_p (fn, n))
      return false;
  return true;
}

/* The functions that C is given read nothing but their operands and, if CERTAIN, do not fail.  */
static bool
functions_const (struct ext_call *c, bool certain)
{
  for (unsigned k = 0; k < SITE_MAX_FNS && k < c->s->nops; k++)
    if (c->s->fn[k].type && c->s->fn[k].opr == NOVA_OPR_NONE)
      {
	tree fn = call_function (c, k);

	if (!reads_operands_p (fn) || (certain && passive_raises_p (fn)))
	  return false;
      }
  return true;
}

/* Tests under which C reads nothing that was written before it in R, and writes nothing that a
   delayed store writes.  */
static bool
member_apart (struct ext_region *r, struct ext_call *c)
{
  auto_vec<ext_area> reads;
  tree lhs = gimple_call_lhs (c->stmt);
  struct ext_area to;

  if (r->delays && lhs && TREE_CODE (lhs) != SSA_NAME
      && !(DECL_P (get_base_address (lhs)) && region_private_decl_p (get_base_address (lhs))))
    return false;
  if (c->importable && !c->exists)
    return true;
  for (unsigned k = 0; k < gimple_call_num_args (c->stmt); k++)
    {
      tree t = gimple_call_arg (c->stmt, k);

      if (vtype_elem (TREE_TYPE (t)) && !vector_areas (r, t, &reads))
	return false;
      if (AGGREGATE_TYPE_P (TREE_TYPE (t)) && !is_gimple_min_invariant (t)
	  && !(DECL_P (t) && region_private_decl_p (t)))
	return false;
    }
  if (call_ntargets (c) && r->delays && !store_area (c, &to))
    return false;
  for (const struct ext_area &w : r->writes)
    {
      for (const struct ext_area &a : reads)
	if (!add_apart (r, w, a))
	  return false;
      if (c->op == NOVA_OP_STORE && w.lhs && !add_apart (r, w, to))
	return false;
    }
  return true;
}

/* Tests under which C, whose functions do not fail, does not.  */
static bool
member_certain (struct ext_region *r, struct ext_call *c)
{
  struct ext_area a;
  tree n, first;
  unsigned less;

  switch (c->op)
    {
    case NOVA_OP_VIEW:
      return c->s->nops == 2
	     && array_area (&a, call_operand (c, 0), call_operand (c, 1), vtype_base (c->s->result))
	     && add_compare (r, LE_EXPR, a.count, size_int (PTRDIFF_MAX / a.size));
    case NOVA_OP_SUM:
    case NOVA_OP_PRODUCT:
    case NOVA_OP_SUM_AS:
    case NOVA_OP_COUNT:
    case NOVA_OP_ANY:
    case NOVA_OP_ALL:
    case NOVA_OP_REDUCE:
    case NOVA_OP_LENGTHS:
    case NOVA_OP_OFFSETS:
    case NOVA_OP_LENGTH:
    case NOVA_OP_COPY:
    case NOVA_OP_CONVERT:
    case NOVA_OP_SCAN:
    case NOVA_OP_EXSCAN:
    case NOVA_OP_PARTITION:
    case NOVA_OP_SORT:
    case NOVA_OP_SORT_BY:
      return true;
    case NOVA_OP_MINIMUM:
    case NOVA_OP_MAXIMUM:
      n = vector_length (r->f, call_operand (c, 0));
      return add_compare (r, NE_EXPR, n, size_zero_node);
    case NOVA_OP_MAP:
    case NOVA_OP_FILTER:
    case NOVA_OP_FIND:
      first = vector_length (r->f, call_operand (c, 1));
      for (unsigned k = 2; k < c->s->nops; k++)
	if (!add_compare (r, EQ_EXPR, first, vector_length (r->f, call_operand (c, k))))
	  return false;
      return true;
    case NOVA_OP_STORE:
      if (vtype_levels (TREE_TYPE (call_operand (c, 2))) != 1)
	return false;
      n = most_length (r->f, call_operand (c, 2), &less);
      return add_compare (r, LE_EXPR, n, call_operand (c, 1), less);
    default:
      return false;
    }
}

/* No function that C is given raises an error.  */
static bool
functions_certain (struct ext_call *c)
{
  for (unsigned k = 0; k < SITE_MAX_FNS && k < c->s->nops; k++)
    if (c->s->fn[k].type && c->s->fn[k].opr == NOVA_OPR_NONE)
      {
	tree fn = call_function (c, k);

	if (!fn || passive_raises_p (fn))
	  return false;
      }
  return true;
}

bool
version_certain_p (struct ext_region *r, struct ext_call *c)
{
  unsigned n = r->tests.length ();
  bool certain = functions_certain (c) && member_certain (r, c) && r->tests.length () == n;

  r->tests.truncate (n);
  return certain;
}

bool
version_join (struct ext_region *r, struct ext_call *c)
{
  unsigned n = r->tests.length ();
  bool apart = !r->delays && !region_reads_stores (r, c);

  if (version_here_p (r, c->stmt)
      && (apart || (functions_const (c, r->delays) && member_apart (r, c)))
      && (!r->delays || member_certain (r, c)))
    {
      r->joined.safe_push (c);
      return true;
    }
  r->tests.truncate (n);
  return false;
}

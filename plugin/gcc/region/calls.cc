/* The nova calls of a function: their list, the kind of each, the uses of their results.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   First the statements are brought into the form that the rest relies on: copies of vector names
   are propagated, `__nova_retain' becomes a plain retain, elements and rows of views become
   accesses of the views' memory (host-reach.cc).  Then each call is one of
     importable  index-only: moves no data, is rebuilt in every region that uses it
     member      is computed in a region
   or both (an index-only call with a check, which must run in place), or neither: it stays in the
   host program.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "extract/extract.h"

/* The site number of STMT, a resolved call of OP; 0 if it has none.  As site_of_call of site.cc:
   the last argument, or with function operands the first unsigned int after the operands there must
   be.  */
unsigned
call_site_number (gcall *stmt, enum nova_op op)
{
  unsigned n = gimple_call_num_args (stmt);
  bool fns = op < NOVA_OP_HLENGTH && op_functions (op) > 0;
  unsigned k = fns ? op_least (op) : n ? n - 1 : 0;

  for (; k < n; k++)
    {
      tree a = gimple_call_arg (stmt, k);

      if (TREE_CODE (a) == INTEGER_CST && TYPE_MAIN_VARIANT (TREE_TYPE (a)) == unsigned_type_node)
	return tree_to_uhwi (a);
    }
  return 0;
}

bool
region_private_decl_p (tree decl)
{
  return (TREE_CODE (decl) == VAR_DECL || TREE_CODE (decl) == PARM_DECL
	  || TREE_CODE (decl) == RESULT_DECL)
	 && auto_var_in_fn_p (decl, current_function_decl)
	 && !TREE_ADDRESSABLE (decl) && !TREE_THIS_VOLATILE (decl)
	 && !(TREE_CODE (decl) == RESULT_DECL && DECL_BY_REFERENCE (decl));
}

bool
region_memory_p (tree t)
{
  return DECL_P (t) || handled_component_p (t) || TREE_CODE (t) == MEM_REF
	 || TREE_CODE (t) == TARGET_MEM_REF;
}

bool
call_retain_p (gimple *stmt)
{
  return is_gimple_call (stmt) && gimple_call_fndecl (stmt)
	 && gimple_call_fndecl (stmt) == op_retain_decl ();
}

bool
call_release_p (gimple *stmt)
{
  return is_gimple_call (stmt) && gimple_call_fndecl (stmt)
	 && gimple_call_fndecl (stmt) == op_release_decl ();
}

struct ext_call *
call_of_stmt (struct ext_func *f, gimple *stmt)
{
  struct ext_call **c = f->by_stmt.get (stmt);

  return c ? *c : NULL;
}

struct ext_call *
call_of_name (struct ext_func *f, tree name)
{
  return TREE_CODE (name) == SSA_NAME ? call_of_stmt (f, SSA_NAME_DEF_STMT (name)) : NULL;
}

tree
call_operand (const struct ext_call *c, unsigned k)
{
  return gimple_call_arg (c->stmt, k);
}

unsigned
call_nvalues (const struct ext_call *c, unsigned fn)
{
  return c->s->fn[fn].nbound + c->s->fn[fn].ncaps;
}

tree
call_value (const struct ext_call *c, unsigned fn, unsigned k)
{
  return gimple_call_arg (c->stmt, c->s->nops + 1 + (fn ? call_nvalues (c, 0) : 0) + k);
}

tree
call_function (const struct ext_call *c, unsigned k)
{
  tree t = call_operand (c, k);

  while (TREE_CODE (t) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (t);

      if (!gimple_assign_single_p (def) && !gimple_assign_cast_p (def))
	return NULL_TREE;
      t = gimple_assign_rhs1 (def);
    }
  STRIP_NOPS (t);
  return TREE_CODE (t) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (t, 0)) == FUNCTION_DECL
	 ? TREE_OPERAND (t, 0) : NULL_TREE;
}

/* --- Bringing statements into form ----------------------------------------------------------- */

/* `a = b' between vector names: B everywhere.  True if the statement at GSI was removed.  */
static bool
propagate_copy (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree lhs, rhs;

  if (!gimple_assign_single_p (stmt))
    return false;
  lhs = gimple_assign_lhs (stmt);
  rhs = gimple_assign_rhs1 (stmt);
  if (TREE_CODE (lhs) != SSA_NAME || !vtype_elem (TREE_TYPE (lhs))
      || (TREE_CODE (rhs) != SSA_NAME && !integer_zerop (rhs))
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (lhs)
      || (TREE_CODE (rhs) == SSA_NAME && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (rhs)))
    return false;
  replace_uses_by (lhs, rhs);
  gsi_remove (gsi, true);
  release_ssa_name (lhs);
  return true;
}

/* `a = __nova_retain (b, site)': retain (b), and A is B.  */
static void
split_retain (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree v = gimple_call_arg (stmt, 0), lhs = gimple_call_lhs (stmt);
  gcall *call = gimple_build_call (op_retain_decl (), 1, v);

  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
  unlink_stmt_vdef (stmt);
  if (!lhs)
    gsi_remove (gsi, true);
  else
    gsi_replace (gsi, gimple_build_assign (lhs, v), false);
}

/* A call of OP giving RET for the first N arguments of STMT, and its site, before GSI.  */
gcall *
call_instead (gimple_stmt_iterator *gsi, gcall *stmt, enum nova_op op, tree ret, unsigned n)
{
  auto_vec<tree> args;
  gcall *call;

  for (unsigned k = 0; k < n; k++)
    args.safe_push (gimple_call_arg (stmt, k));
  args.safe_push (gimple_call_arg (stmt, gimple_call_num_args (stmt) - 1));
  call = gimple_build_call_vec (op_decl (op, ret), args);
  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
  return call;
}

/* `nova_print' of a view without handle prints a copy.  */
static void
print_copy (gimple_stmt_iterator *gsi)
{
  gcall *stmt = as_a <gcall *> (gsi_stmt (*gsi)), *copy, *release;
  tree v = gimple_call_arg (stmt, 0), made = make_ssa_name (TREE_TYPE (v));

  copy = call_instead (gsi, stmt, NOVA_OP_COPY, TREE_TYPE (v), 1);
  gimple_call_set_lhs (copy, made);
  gimple_call_set_arg (stmt, 0, made);
  update_stmt (stmt);
  release = gimple_build_call (op_release_decl (), 1, made);
  gsi_insert_after (gsi, release, GSI_NEW_STMT);
}

/* All of the above over the current function, but for what changes views, if they stay
   AS_WRITTEN.  */
static void
normalise (bool as_written)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *stmt = gsi_stmt (gsi);
	enum nova_op op = op_called (stmt);

	if (propagate_copy (&gsi))
	  continue;
	if (op == NOVA_OP_RETAIN)
	  {
	    split_retain (&gsi);
	    continue;
	  }
	if (!as_written && op == NOVA_OP_PRINT
	    && host_unhandled_view (gimple_call_arg (stmt, 0)))
	  print_copy (&gsi);
	if (op != NOVA_OP_NONE && !as_written && host_reach_rewrite (&gsi))
	  continue;
	gsi_next (&gsi);
      }
}

/* --- Classification -------------------------------------------------------------------------- */

/* The operand of C that it is a view of; NULL_TREE: none that is a vector.  */
static tree
shown (const struct ext_call *c)
{
  int k = op_shows (c->op, c->s->nops);

  return k < 0 ? NULL_TREE : call_operand (c, k);
}

/* Lays another vector out anew.  */
static bool
relaid_p (const struct ext_call *c)
{
  return c->op != NOVA_OP_SLICE && c->op != NOVA_OP_REVERSE && shown (c);
}

unsigned
call_ntargets (const struct ext_call *c)
{
  return op_ntargets (c->op, c->s->nops);
}

tree
call_target (const struct ext_call *c, unsigned k)
{
  return call_operand (c, op_target (c->op, k));
}

bool
call_host_op_p (enum nova_op op)
{
  return op == NOVA_OP_DATA || op == NOVA_OP_PRINT || op == NOVA_OP_FAIL
	 || op == NOVA_OP_RELEASE || (op >= NOVA_OP_HLENGTH && op < NOVA_OP_REQUIRE);
}

bool
call_computes_p (enum nova_op op)
{
  return op != NOVA_OP_NONE && !op_index_only_p (op) && !call_host_op_p (op);
}

/* A handle of it is made in host code, in the memory of what it reads.  */
static bool
view_of_view_p (const struct ext_call *c)
{
  enum nova_op op = c->op;

  if (op == NOVA_OP_FIELD)
    return c->s->placed;
  if (op == NOVA_OP_REPLICATE)
    return vtype_elem (TREE_TYPE (call_operand (c, 1))) != NULL_TREE;
  return shown (c) != NULL_TREE;
}

/* A handle of it is made in host code, of its operands alone.  A range computes elements of 4, 8
   and 16 bytes.  */
static bool
handle_of_scalars_p (struct ext_call *c)
{
  if (c->op == NOVA_OP_RANGE)
    {
      unsigned HOST_WIDE_INT bytes = tree_to_uhwi (TYPE_SIZE_UNIT (vtype_elem (c->s->result)));

      return bytes == 4 || bytes == 8 || bytes == 16;
    }
  return op_array_view_p (c->op)
	 || (c->op == NOVA_OP_REPLICATE && !region_memory_p (call_operand (c, 1)));
}

/* A handle of it is made in host code, of a value in memory, which may be another later.  */
static bool
handle_of_memory_p (struct ext_call *c)
{
  return c->exists && c->op == NOVA_OP_REPLICATE && region_memory_p (call_operand (c, 1));
}

/* Are elements of C's vector taken one by one, or all stored, by nothing but builtins that a region
   computes?  */
static bool
taken_singly_p (struct ext_call *c)
{
  imm_use_iterator it;
  use_operand_p use;

  FOR_EACH_IMM_USE_FAST (use, it, gimple_call_lhs (c->stmt))
    {
      if (is_gimple_debug (USE_STMT (use)) || call_retain_p (USE_STMT (use))
	  || call_release_p (USE_STMT (use)))
	continue;
      switch (op_called (USE_STMT (use)))
	{
	case NOVA_OP_MAP: case NOVA_OP_FILTER: case NOVA_OP_FOLD: case NOVA_OP_FIND:
	case NOVA_OP_COUNT: case NOVA_OP_ANY: case NOVA_OP_ALL: case NOVA_OP_LENGTH:
	case NOVA_OP_GET: case NOVA_OP_STORE:
	  break;
	default:
	  return false;
	}
    }
  return true;
}

/* A region makes it again from nested vectors, too.  Rows that are not taken one by one would be
   copied.  */
static bool
remade_p (struct ext_call *c)
{
  tree lhs = gimple_call_lhs (c->stmt);

  return relaid_p (c) || c->op == NOVA_OP_REPLICATE || vtype_levels (c->s->result) == 1
	 || (opt_for_fn (current_function_decl, optimize) && lhs && TREE_CODE (lhs) == SSA_NAME
	     && taken_singly_p (c));
}

bool
call_keeps_flat_view_p (struct ext_func *f, struct ext_call *c)
{
  struct ext_call *of = c->op == NOVA_OP_KEEP ? call_of_name (f, call_operand (c, 0)) : NULL;

  return of && of->op == NOVA_OP_VIEW && of->s->nops == 2 && gimple_call_num_args (c->stmt) == 2;
}

/* Does the use of C's vector in USE need a handle, whatever regions do?  */
static bool
use_needs_handle (struct ext_func *f, struct ext_call *c, gimple *use)
{
  struct ext_call *u = call_of_stmt (f, use);

  if (is_gimple_debug (use) || call_retain_p (use) || call_release_p (use))
    return false;
  if (!u)
    return true;
  if (!call_host_op_p (u->op))
    return false;
  return !(c->op == NOVA_OP_VIEW
	   && (u->op == NOVA_OP_HLENGTH || u->op == NOVA_OP_HDATA || u->op == NOVA_OP_HSTRIDE
	       || u->op == NOVA_OP_DATA || call_keeps_flat_view_p (f, u)));
}

/* Index-only C must exist as a handle, and so must what its descriptor refers to.  */
static void
make_exist (struct ext_func *f, struct ext_call *c)
{
  c->exists = true;
  if (view_of_view_p (c))
    for (unsigned k = 0; k < c->s->nops; k++)
      {
	struct ext_call *of = call_of_name (f, call_operand (c, k));

	if (of && op_index_only_p (of->op) && !of->exists)
	  make_exist (f, of);
      }
}

/* Index-only C: does anybody need its vector?  */
static void
find_uses (struct ext_func *f, struct ext_call *c)
{
  tree lhs = gimple_call_lhs (c->stmt);
  imm_use_iterator it;
  use_operand_p use;

  if (!lhs || c->exists)
    return;
  if (TREE_CODE (lhs) != SSA_NAME || (view_of_view_p (c) && !remade_p (c)))
    make_exist (f, c);
  else
    FOR_EACH_IMM_USE_FAST (use, it, lhs)
      if (!c->exists && use_needs_handle (f, c, USE_STMT (use)))
	make_exist (f, c);
}

/* Is vector T, after the PHIs in SEEN, known to have its elements side by side?  Handles from
   elsewhere may be slices.  */
static bool
contiguous_p (struct ext_func *f, tree t, hash_set<gimple *> *seen)
{
  struct ext_call *c = call_of_name (f, t);
  gphi *phi;

  if (c && op_places (c->op) == OP_PLACES_SAME)
    return contiguous_p (f, shown (c), seen);
  if (c && c->op == NOVA_OP_KEEP)
    return contiguous_p (f, call_operand (c, 0), seen);
  if (c)
    return c->op == NOVA_OP_VIEW
	   || (c->op != NOVA_OP_HROW && !(view_of_view_p (c) || handle_of_scalars_p (c)
					 || handle_of_memory_p (c)));
  if (TREE_CODE (t) != SSA_NAME)
    return integer_zerop (t);
  phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t));
  if (!phi)
    return false;
  if (!seen->add (phi))
    for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
      if (!contiguous_p (f, gimple_phi_arg_def (phi, k), seen))
	return false;
  return true;
}

/* After find_uses of all calls of F.  */
static void
classify (struct ext_func *f, struct ext_call *c)
{
  struct ext_call *of;
  hash_set<gimple *> seen;
  auto_vec<whole_check> checks;

  if (call_host_op_p (c->op))
    c->contiguous = gimple_call_num_args (c->stmt) > 1
		    && vtype_elem (TREE_TYPE (call_operand (c, 0)))
		    && contiguous_p (f, call_operand (c, 0), &seen);
  else if (c->op == NOVA_OP_LENGTH)
    {
      of = call_of_name (f, call_operand (c, 0));
      /* Of a view: its operand.  Of a handle from elsewhere: a load.  */
      c->member = of && of->op != NOVA_OP_VIEW && !call_host_op_p (of->op)
		  && !(of->exists && view_of_view_p (of));
    }
  else if (c->op == NOVA_OP_LITERAL)
    c->importable = true;
  else if (!op_index_only_p (c->op))
    c->member = true;
  else if (c->exists && view_of_view_p (c) && c->op != NOVA_OP_REPLICATE)
    /* Made where it stands, with its checks.  */
    c->importable = remade_p (c);
  else if (!handle_of_memory_p (c))
    {
      c->importable = handle_of_scalars_p (c) || view_of_view_p (c)
		      || !(c->exists
			   || (c->op == NOVA_OP_REPLICATE
			       && region_memory_p (call_operand (c, 1))));
      ext_checks (c, &checks);
      c->member = !c->importable || !checks.is_empty ();
    }
}

void
call_collect (struct ext_func *f)
{
  basic_block bb;
  struct ext_call *c;
  unsigned k;

  region_settle_keeps ();
  normalise (f->as_written);
  if (!f->as_written)
    {
      region_expand_keeps ();
      if (opt_for_fn (current_function_decl, optimize))
	{
	  region_release_early ();
	  region_join_elements ();
	  region_make_literals ();
	}
    }
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);
	enum nova_op op = op_called (stmt);
	unsigned site;

	if (op == NOVA_OP_NONE)
	  continue;
	site = call_site_number (as_a <gcall *> (stmt), op);
	if (!site)
	  internal_error ("nova: extract: a call of %qD without a site",
			gimple_call_fndecl (stmt));
	c = XCNEW (struct ext_call);
	c->stmt = as_a <gcall *> (stmt);
	c->op = op;
	c->site = site;
	c->s = site_get (site);
	f->calls.safe_push (c);
	/* Operands stand before what they belong to, from left to right (own-expr.cc).  */
	c->order = f->calls.length ();
	f->by_stmt.put (stmt, c);
      }
  FOR_EACH_VEC_ELT (f->calls, k, c)
    if (op_index_only_p (c->op))
      find_uses (f, c);
  FOR_EACH_VEC_ELT (f->calls, k, c)
    classify (f, c);
}

/* --- Ownership of what is made again --------------------------------------------------------- */

/* Append the vectors that own elements which T reads, perhaps through importable calls.  */
static void
owners_of (struct ext_func *f, tree t, auto_vec<tree> *owners)
{
  struct ext_call *c = call_of_name (f, t);

  if (TREE_CODE (t) != SSA_NAME)
    return;
  if (!c || !c->importable || (c->exists && view_of_view_p (c)))
    owners->safe_push (t);
  else
    for (unsigned k = 0; k < c->s->nops; k++)
      if (vtype_elem (TREE_TYPE (call_operand (c, k))))
	owners_of (f, call_operand (c, k), owners);
}

/* Importable C reads the elements of OWNERS whenever it is made again: a reference to C's vector is
   one to each of them.  */
static void
share_owners (struct ext_call *c, const auto_vec<tree> &owners)
{
  tree lhs = gimple_call_lhs (c->stmt);
  gimple_stmt_iterator gsi = gsi_for_stmt (c->stmt);
  auto_vec<gimple *> calls;
  imm_use_iterator it;
  use_operand_p use;

  FOR_EACH_IMM_USE_FAST (use, it, lhs)
    if (call_retain_p (USE_STMT (use)) || call_release_p (USE_STMT (use)))
      calls.safe_push (USE_STMT (use));
  /* A copy of a function that has been through this, made while regions were being replaced, shares
     them already: what is released there is what C reads.  */
  if (calls.is_empty ())
    return;
  for (unsigned k = 0; k < owners.length (); k++)
    {
      gcall *retain = gimple_build_call (op_retain_decl (), 1, owners[k]);

      for (gimple *stmt : calls)
	if (k == 0)
	  {
	    gimple_call_set_arg (stmt, 0, owners[k]);
	    update_stmt (stmt);
	  }
	else
	  {
	    gimple_stmt_iterator at = gsi_for_stmt (stmt);
	    tree decl = call_retain_p (stmt) ? op_retain_decl () : op_release_decl ();
	    gcall *more = gimple_build_call (decl, 1, owners[k]);

	    gimple_set_location (more, gimple_location (stmt));
	    gsi_insert_before (&at, more, GSI_SAME_STMT);
	  }
      gimple_set_location (retain, gimple_location (c->stmt));
      gsi_insert_before (&gsi, retain, GSI_SAME_STMT);
    }
}

void
call_share_owners (struct ext_func *f)
{
  for (struct ext_call *c : f->calls)
    if (c->importable && !c->exists && gimple_call_lhs (c->stmt))
      {
	auto_vec<tree> owners;

	owners_of (f, gimple_call_lhs (c->stmt), &owners);
	if (!owners.is_empty ())
	  share_owners (c, owners);
      }
}

void
call_free (struct ext_func *f)
{
  for (struct ext_region *r : f->regions)
    delete r;
  for (struct ext_call *c : f->calls)
    XDELETE (c);
}

/* --- Who uses a result ----------------------------------------------------------------------- */

static bool use_leaves (struct ext_func *, struct ext_region *, tree);

bool
call_for_region_p (struct ext_func *f, struct ext_region *r, gimple *stmt)
{
  tree lhs = is_gimple_assign (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE;

  return lhs && TREE_CODE (lhs) == SSA_NAME && r->late_names.contains (lhs)
	 && region_says_p (r, lhs) && !use_leaves (f, r, lhs);
}

/* Does a use, directly, through importable calls or through arithmetic, take NAME out of region
   R?  */
static bool
use_leaves (struct ext_func *f, struct ext_region *r, tree name)
{
  imm_use_iterator it;
  use_operand_p up;

  FOR_EACH_IMM_USE_FAST (up, it, name)
    {
      gimple *use = USE_STMT (up);
      struct ext_call *u = call_of_stmt (f, use);

      if (is_gimple_debug (use)
	  || (vtype_elem (TREE_TYPE (name)) && (call_retain_p (use) || call_release_p (use))))
	continue;
      if (!u)
	{
	  if (!call_for_region_p (f, r, use))
	    return true;
	  continue;
	}
      if (u->member && u->region != r)
	return true;
      if (u->importable)
	{
	  tree lhs = gimple_call_lhs (u->stmt);

	  if (u->exists || u->host_checks || (lhs && use_leaves (f, r, lhs)))
	    return true;
	}
      else if (!u->member)
	return true;
    }
  return false;
}

bool
call_leaves (struct ext_func *f, struct ext_call *c)
{
  tree lhs = gimple_call_lhs (c->stmt);

  if (!lhs || (c->importable && c->member))
    return false;
  return TREE_CODE (lhs) != SSA_NAME || use_leaves (f, c->region, lhs);
}

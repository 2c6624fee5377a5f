/* Regions: sets of nova calls that become one stub.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A region is convex, control-equivalent, and lies in one memory epoch.  It grows along a basic
   block and on to blocks that run exactly as often (control-equivalent.cc).
   Its stub will replace its last member, so
   - the operands of members must be computed before the stub: a member whose operand comes from a
     host statement that needs a result of the region cannot join, unless that is arithmetic, which
     the region then does itself (extract-said.cc);
   - uses of its results must follow the stub: such host statements move behind it ("late"), if they
     have no side effects or write only locals whose address is not taken;
   - the memory that members read must not change before the stub: any other write, a volatile
     access or an unknown call ends the region;
   - what the host reads behind a member that stores is read before the stub; that ends the region,
     unless tests say that it is apart from what is stored.
   Stores of members take effect at the end of the region (FIR's meaning of a region), so after
   one a member may join only if it provably does not read what was stored, or where that has been
   tested (versions.cc).  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract/extract.h"
#include "passive/passive.h"

/* --- What statements read and write ---------------------------------------------------------- */

/* The declared variable that memory operand T is a part of; NULL_TREE if it lies elsewhere.  */
tree
region_base_decl (tree t)
{
  tree base = get_base_address (t);

  return base && DECL_P (base) ? base : NULL_TREE;
}


/* Does FIR have the type of scalar NAME, so that extract-said.cc can compute with it?  */
static bool
plain_scalar_p (tree name)
{
  tree type = TREE_TYPE (name);

  return (INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) <= 64)
	 || (SCALAR_FLOAT_TYPE_P (type) && !DECIMAL_FLOAT_TYPE_P (type)
	     && TYPE_PRECISION (type) >= 32 && TYPE_PRECISION (type) <= 80);
}

/* Does FIR have what STMT computes?  */
static bool
plain_arithmetic_p (gimple *stmt)
{
  switch (gimple_assign_rhs_code (stmt))
    {
    case PLUS_EXPR: case MINUS_EXPR: case MULT_EXPR: case RDIV_EXPR:
    case TRUNC_DIV_EXPR: case TRUNC_MOD_EXPR: case EXACT_DIV_EXPR:
    case LSHIFT_EXPR: case RSHIFT_EXPR: case BIT_AND_EXPR: case BIT_IOR_EXPR: case BIT_XOR_EXPR:
    case LT_EXPR: case LE_EXPR: case GT_EXPR: case GE_EXPR: case EQ_EXPR: case NE_EXPR:
    case NEGATE_EXPR: case MIN_EXPR: case MAX_EXPR: case SSA_NAME:
    CASE_CONVERT: case FLOAT_EXPR: case FIX_TRUNC_EXPR:
      return true;
    default:
      return false;
    }
}

/* region_says_p, DEPTH names away from a member.  */
static bool
says_p (struct ext_region *r, tree name, unsigned depth)
{
  gimple *def = SSA_NAME_DEF_STMT (name);

  if (!r->late_names.contains (name))
    return true;
  if (!opt_for_fn (r->f->decl, optimize) || flag_sanitize || flag_trapv || depth > 8
      || !is_gimple_assign (def) || gimple_vuse (def) || !plain_scalar_p (name)
      || !plain_arithmetic_p (def) || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name))
    return false;
  for (unsigned k = 1; k < gimple_num_ops (def); k++)
    {
      tree t = gimple_op (def, k);

      if (TREE_CODE (t) == SSA_NAME ? !plain_scalar_p (t) || !says_p (r, t, depth + 1)
	  : TREE_CODE (t) != INTEGER_CST && TREE_CODE (t) != REAL_CST)
	return false;
    }
  return true;
}

bool
region_says_p (struct ext_region *r, tree name)
{
  return says_p (r, name, 0);
}

/* Do late statements define NAME, which R cannot compute itself, or, if MEMBERS, does it depend on
   R's members?  */
static bool
name_late (struct ext_region *r, tree name, bool members)
{
  struct ext_call *c = call_of_name (r->f, name);

  return (r->late_names.contains (name) && (members || !region_says_p (r, name)))
	 || (members && ((c && c->region == r && !c->importable) || r->dep_names.contains (name)));
}

/* Does STMT use such a name?  */
static bool
uses_late (struct ext_region *r, gimple *stmt, bool members)
{
  ssa_op_iter it;
  tree name;

  if (gphi *phi = dyn_cast<gphi *> (stmt))
    {
      for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
	if (name_late (r, gimple_phi_arg_def (phi, k), members))
	  return true;
      return false;
    }
  FOR_EACH_SSA_TREE_OPERAND (name, stmt, it, SSA_OP_USE)
    if (name_late (r, name, members))
      return true;
  return false;
}

enum placing { STAYS, LATE, CUTS };

/* How reading or writing memory operand T bears on moving STMT across R.  LATE: with the late ones
   already.  */
static enum placing
place_access (struct ext_region *r, gimple *stmt, tree t, bool write, bool late)
{
  tree base = region_base_decl (t);

  if (TREE_THIS_VOLATILE (t))
    return CUTS;
  if (base && region_private_decl_p (base))
    {
      if (r->late_decls.contains (base))
	return LATE;
      return write && !late && r->read_decls.contains (base) ? CUTS : STAYS;
    }
  if (write)
    return CUTS;
  if (base && TREE_READONLY (base) && !TREE_SIDE_EFFECTS (base) && TREE_STATIC (base))
    return STAYS;
  if (r->has_store && !version_load_apart (r, stmt, t))
    return CUTS;
  return version_read_delayed (r, t) ? LATE : STAYS;
}

/* Merge placings of the operands of one statement.  */
static enum placing
worse (enum placing a, enum placing b)
{
  return a > b ? a : b;
}

static enum placing
place_assign (struct ext_region *r, gimple *stmt, bool late)
{
  enum placing p = late ? LATE : STAYS;
  tree lhs = gimple_assign_lhs (stmt);
  unsigned k;

  /* Reads first: they may show that the statement is late.  */
  for (k = 1; k < gimple_num_ops (stmt); k++)
    if (region_memory_p (gimple_op (stmt, k)))
      p = worse (p, place_access (r, stmt, gimple_op (stmt, k), false, p == LATE));
  if (region_memory_p (lhs))
    {
      tree base = region_base_decl (lhs);

      if (p == LATE && !(base && region_private_decl_p (base)) && version_delays_p (r, stmt))
	return LATE;
      p = worse (p, place_access (r, stmt, lhs, true, p == LATE));
    }
  return p;
}

/* A function that is found to be passive only reads.  */
int
call_reads (gcall *stmt, bool fails)
{
  int flags = gimple_call_flags (stmt);
  tree fn = gimple_call_fndecl (stmt);
  struct effects *e;

  if (flags & (ECF_LOOPING_CONST_OR_PURE | ECF_NORETURN | ECF_RETURNS_TWICE))
    return 0;
  if (flags & (ECF_CONST | ECF_PURE))
    return flags & (ECF_CONST | ECF_PURE);
  if (!fn || op_resolved (fn) != NOVA_OP_NONE)
    return 0;
  e = effects_of (fn);
  return e->walked && e->bad.kind == MISDEED_NONE && !e->writes && !e->far_writes.nways
	 && (fails || !e->may_fail) ? ECF_PURE : 0;
}

static int
call_effect (gcall *stmt)
{
  return call_reads (stmt, false);
}

static enum placing
place_call (struct ext_region *r, gcall *stmt, bool late)
{
  enum placing p = late ? LATE : STAYS;
  tree lhs = gimple_call_lhs (stmt);
  int effect;
  unsigned k;

  if (call_retain_p (stmt))
    return p;
  if (call_release_p (stmt))
    return LATE;
  effect = call_effect (stmt);
  if (!effect || gimple_has_volatile_ops (stmt)
      || ((effect & ECF_PURE) && (r->has_store || r->delays)))
    return CUTS;
  for (k = 0; k < gimple_call_num_args (stmt); k++)
    if (region_memory_p (gimple_call_arg (stmt, k)))
      p = worse (p, place_access (r, stmt, gimple_call_arg (stmt, k), false, p == LATE));
  if (lhs && region_memory_p (lhs))
    p = worse (p, place_access (r, stmt, lhs, true, p == LATE));
  return p;
}

/* Host statement STMT runs before the stub of R, unless it may trap where a member that the source
   has before it fails.  */
static enum placing
place_before (struct ext_region *r, gimple *stmt)
{
  return region_traps_p (r, stmt) && !region_certain (r) && !region_follows (r, stmt)
	 ? CUTS : STAYS;
}

/* Does host statement STMT stay before the stub of R, move behind it, or end R, memory alone being
   considered?  */
static enum placing
place_in_memory (struct ext_region *r, gimple *stmt)
{
  bool late = uses_late (r, stmt, true);

  switch (gimple_code (stmt))
    {
    case GIMPLE_ASSIGN:
      return gimple_has_volatile_ops (stmt) && !gimple_clobber_p (stmt) ? CUTS
	     : place_assign (r, stmt, late);
    case GIMPLE_CALL:
      return place_call (r, as_a <gcall *> (stmt), late);
    case GIMPLE_LABEL:
    case GIMPLE_NOP:
    case GIMPLE_PREDICT:
      return STAYS;
    default:
      return CUTS;
    }
}

static enum placing
place (struct ext_region *r, gimple *stmt)
{
  enum placing p = place_in_memory (r, stmt);

  return p == STAYS ? place_before (r, stmt) : p;
}

/* STMT reads memory that a store may write, and its value is used: that of an assignment seldom
   is.  */
static bool
reads_shared (gimple *stmt)
{
  tree rhs, base;

  if (!gimple_vuse (stmt) || call_release_p (stmt))
    return false;
  if (!gimple_assign_single_p (stmt))
    return is_gimple_call (stmt);
  rhs = gimple_assign_rhs1 (stmt);
  return region_memory_p (rhs)
	 && !(TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME
	      && has_zero_uses (gimple_assign_lhs (stmt)))
	 && !((base = region_base_decl (rhs)) && region_private_decl_p (base));
}

/* C is a slice that is made in host code, with its checks: errors come in order.  */
static bool
host_fails_p (struct ext_call *c)
{
  return c->op == NOVA_OP_SLICE && c->exists;
}

bool
region_needed_p (struct ext_region *r, gimple *stmt)
{
  return uses_late (r, stmt, true);
}

bool
region_stays_p (struct ext_region *r, gimple *stmt)
{
  struct ext_call *c = call_of_stmt (r->f, stmt);

  if (c && host_fails_p (c))
    return false;
  switch (gimple_code (stmt))
    {
    case GIMPLE_COND:
    case GIMPLE_SWITCH:
    case GIMPLE_GOTO:
      return !uses_late (r, stmt, true);
    default:
      return place (r, stmt) == STAYS;
    }
}

/* Remember what late STMT defines and writes.  */
static void
note_late (struct ext_region *r, gimple *stmt)
{
  ssa_op_iter it;
  tree name, lhs = gimple_get_lhs (stmt), base;

  FOR_EACH_SSA_TREE_OPERAND (name, stmt, it, SSA_OP_DEF)
    r->late_names.add (name);
  if (lhs && region_memory_p (lhs) && (base = region_base_decl (lhs)))
    r->late_decls.add (base);
  if (is_gimple_assign (stmt) && region_memory_p (lhs) && !(base && region_private_decl_p (base)))
    version_note_store (r, stmt);
  r->late_loads |= reads_shared (stmt);
  r->pending.safe_push (stmt);
}

/* --- Joining --------------------------------------------------------------------------------- */

static const char *
why_not_join (struct ext_region *r, struct ext_call *c)
{
  unsigned k;

  if (uses_late (r, c->stmt, false))
    return "it needs what the host program computes from the results before it";
  for (k = 0; k < gimple_call_num_args (c->stmt); k++)
    {
      tree t = gimple_call_arg (c->stmt, k),
	   base = region_memory_p (t) ? region_base_decl (t) : NULL_TREE;

      if (base && r->late_decls.contains (base))
	return "it reads a variable that a result was assigned to";
    }
  if (c->op == NOVA_OP_UPDATE_ROWS && (r->has_store || r->delays))
    return "its function may read what was stored before it";
  if (call_ntargets (c) && r->late_loads)
    return "the host program reads memory that it may write";
  if ((r->delays || r->loads || region_reads_stores (r, c)) && !version_join (r, c))
    return r->delays ? "it may read or fail to see what a result was assigned to"
	   : "it may read what the store before it writes";
  return NULL;
}

/* Make C a member of R.  False: it must be the last one.  */
static bool
join (struct ext_region *r, struct ext_call *c)
{
  tree lhs = gimple_call_lhs (c->stmt), base;
  unsigned k;

  c->region = r;
  if (c->importable)
    r->checks.safe_push (c);
  else
    {
      for (struct ext_call *check : r->checks)
	r->members.safe_push (check);
      r->checks.truncate (0);
      for (gimple *stmt : r->pending)
	r->late.safe_push (stmt);
      r->pending.truncate (0);
      r->members.safe_push (c);
      r->ntests = r->tests.length ();
      version_note_member (r, c);
    }
  r->has_store |= call_ntargets (c) > 0;
  for (k = 0; k < gimple_call_num_args (c->stmt); k++)
    {
      tree t = gimple_call_arg (c->stmt, k);

      if (region_memory_p (t) && (base = region_base_decl (t)))
	r->read_decls.add (base);
    }
  if (!lhs || TREE_CODE (lhs) == SSA_NAME)
    return true;
  base = region_base_decl (lhs);
  if (!base || !region_private_decl_p (base))
    return false;
  r->late_decls.add (base);
  return true;
}

/* A new region of F.  */
static struct ext_region *
region_new (struct ext_func *f)
{
  struct ext_region *r = new ext_region ();

  r->f = f;
  f->regions.safe_push (r);
  r->number = f->regions.length ();
  return r;
}

/* The source line of STMT, 0 if unknown.  */
static unsigned
stmt_line (gimple *stmt)
{
  return LOCATION_LINE (gimple_location (stmt));
}

/* Why host statement STMT ends a region, for the report.  */
static const char *
why_cut (struct ext_region *r, gimple *stmt)
{
  if (place_in_memory (r, stmt) == STAYS)
    return "it may trap, and what stands before it may fail";
  if (is_gimple_call (stmt))
    return call_effect (as_a <gcall *> (stmt)) ? "a call that may read what was stored"
	   : "a call that may do anything";
  if (gimple_has_volatile_ops (stmt))
    return "a volatile access";
  if (gimple_vdef (stmt))
    return "a write to memory";
  return r->has_store ? "a read of memory that may be stored to" : "a statement";
}

/* C, not in a region, ends R if it may fail.  */
static bool
ends_at_slice (struct ext_region *r, struct ext_call *c)
{
  if (!host_fails_p (c))
    return false;
  r->cut = "a slice that is kept in a variable";
  r->cut_line = LOCATION_LINE (c->s->loc);
  return true;
}

/* One statement of a block.  R is the growing region or NULL; the new one is returned.  */
static struct ext_region *
scan_stmt (struct ext_func *f, struct ext_region *r, gimple *stmt)
{
  struct ext_call *c = call_of_stmt (f, stmt);
  const char *why;

  if (c && c->member)
    {
      if (r && (why = why_not_join (r, c)))
	{
	  r->cut = why;
	  r->cut_line = LOCATION_LINE (c->s->loc);
	  r = NULL;
	}
      if (!r)
	r = region_new (f);
      if (c->importable && uses_late (r, stmt, true))
	r->dep_names.add (gimple_call_lhs (stmt));
      return join (r, c) ? r : NULL;
    }
  if (!r)
    return r;
  if (is_gimple_debug (stmt))
    {
      if (uses_late (r, stmt, true))
	r->pending.safe_push (stmt);
      return r;
    }
  if (c && c->importable)
    {
      /* Not there unless it exists as a handle; then it is made where it stands.  */
      tree lhs = gimple_call_lhs (stmt);

      if (ends_at_slice (r, c))
	return NULL;
      if (c->exists && uses_late (r, stmt, true))
	note_late (r, stmt);
      else if (lhs && uses_late (r, stmt, false))
	r->late_names.add (lhs);
      else if (lhs && uses_late (r, stmt, true))
	r->dep_names.add (lhs);
      return r;
    }
  if (c && ends_at_slice (r, c))
    return NULL;
  switch (place (r, stmt))
    {
    case STAYS:
      return r;
    case LATE:
      note_late (r, stmt);
      return r;
    default:
      r->cut = why_cut (r, stmt);
      r->cut_line = stmt_line (stmt);
      return NULL;
    }
}

/* The statements of BB; R as for scan_stmt.  */
static struct ext_region *
scan_block (struct ext_func *f, struct ext_region *r, basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    if (!stmt_ends_bb_p (gsi_stmt (gsi)))
      r = scan_stmt (f, r, gsi_stmt (gsi));
  return r;
}

/* Does R only ask for lengths of what other regions make?  */
static bool
only_lengths_p (struct ext_func *f, struct ext_region *r)
{
  for (struct ext_call *c : r->members)
    {
      struct ext_call *of = c->op == NOVA_OP_LENGTH ? call_of_name (f, call_operand (c, 0)) : NULL;

      if (!of || op_index_only_p (of->op) || !of->region)
	return false;
    }
  return r->tests.is_empty ();
}

/* Checks that no computing member follows are made in host code, and lengths that are on their own,
   as in the condition of a loop, are loads.  Regions of nothing else go; the others are numbered
   again.  */
static void
close_regions (struct ext_func *f)
{
  unsigned n = 0;

  for (struct ext_region *r : f->regions)
    {
      for (struct ext_call *c : r->checks)
	{
	  c->member = false;
	  c->host_checks = true;
	  c->region = NULL;
	}
      if (r->members.is_empty () || only_lengths_p (f, r))
	{
	  for (struct ext_call *c : r->members)
	    {
	      c->member = false;
	      c->region = NULL;
	    }
	  delete r;
	  continue;
	}
      if (n > 0)
	f->regions[n - 1]->followed = gimple_bb (f->regions[n - 1]->members.last ()->stmt)
				      == gimple_bb (r->members[0]->stmt);
      f->regions[n++] = r;
      r->number = n;
    }
  f->regions.truncate (n);
}

void
region_form (struct ext_func *f)
{
  hash_set<basic_block> done;
  basic_block bb;

  calculate_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  mark_dfs_back_edges ();
  FOR_EACH_BB_FN (bb, cfun)
    {
      struct ext_region *r = NULL;

      for (basic_block b = bb; b && !done.add (b); b = r ? region_next_block (r, b) : NULL)
	r = scan_block (f, r, b);
    }
  free_dominance_info (CDI_POST_DOMINATORS);
  close_regions (f);
}

/* Results that must not alias an array that may change.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A row that nova_get takes and a row that nova_replicate repeats are results, not views: a later
   store to the array must not be visible in them.  The resolver wraps them in NOVA_OP_KEEP.  It is
   removed wherever the vector owns its memory anyway, or nothing is written between it and the last
   use of its value; of a view that has no handle it becomes a copy; all else is left to the
   runtime, which copies vectors that do not own their memory.  (Results of reductions and folds of
   rows, and vectors that nova_convert leaves unchanged, are copied in their region: ext_own.)

   A value is stale if it was derived from the vector before a write.  One data-flow pass per KEEP,
   over the names derived from it.
   Does not: follow memory; a vector that escapes to memory, to the caller or to a function that may
   write is kept.

   The same pass finds rows of which only elements are read, before anything is released.  Their
   descriptor is a local variable, and references to it are not counted.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "extract/extract.h"

/* Names derived from one vector: more are not followed.  */
static const unsigned MOST_NAMES = 64;

/* What a statement does with a name that it uses: bits.  */
enum { IDLE = 0, READS = 1, DERIVES = 2, LOSES = 4 };

/* The vector that KEEP is of, and all that is derived from it.  */
struct keeping
{
  gcall *keep;
  auto_vec<tree> names;		/* bit K of a set is NAMES[K] */
  hash_map<tree, unsigned> number;
  hash_map<gimple *, uint64_t> reads;	/* the names that a statement reads */
  hash_set<gimple *> derives;
  auto_vec<tree> roots;		/* the pointers that it may be a view of */
  bool elsewhere;		/* or a view of anything */
  bool local;			/* not writes are asked for, but what may give vectors back */
};

/* The operand that view STMT, of OP, shows; NULL_TREE if it is no view of a vector.  */
static tree
viewed_operand (gimple *stmt, enum nova_op op)
{
  int k = op == NOVA_OP_HROW || op == NOVA_OP_RETAIN ? 0
	  : op_shows (op, gimple_call_num_args (stmt) - 1);

  return k < 0 ? NULL_TREE : gimple_call_arg (stmt, k);
}

/* Does OP give elements in memory of their own, or none at all?  Not what KEEP stands round.  */
static bool
fresh_op_p (enum nova_op op)
{
  if (op == NOVA_OP_NONE || op == NOVA_OP_HROW || op == NOVA_OP_RETAIN)
    return false;
  return op == NOVA_OP_RANGE || !op_index_only_p (op);
}

/* Find what T may be a view of.  True if it is of nothing that can be written.  */
static bool
find_roots (struct keeping *k, tree t, unsigned depth)
{
  gimple *def;
  enum nova_op op;
  tree of;

  if (integer_zerop (t))
    return true;
  def = TREE_CODE (t) == SSA_NAME && depth < 20 ? SSA_NAME_DEF_STMT (t) : NULL;
  op = op_called (def);
  if (def && (of = viewed_operand (def, op)))
    return find_roots (k, of, depth + 1);
  if (op == NOVA_OP_REPLICATE)
    return vtype_elem (TREE_TYPE (gimple_call_arg (def, 1))) == NULL_TREE
	   || find_roots (k, gimple_call_arg (def, 1), depth + 1);
  if (fresh_op_p (op))
    return true;
  if (def && gimple_assign_single_p (def) && TREE_CODE (gimple_assign_rhs1 (def)) == SSA_NAME)
    return find_roots (k, gimple_assign_rhs1 (def), depth + 1);
  if (op_array_view_p (op))
    k->roots.safe_push (gimple_call_arg (def, 0));
  else if (def && SSA_NAME_IS_DEFAULT_DEF (t) && SSA_NAME_VAR (t)
	   && TREE_CODE (SSA_NAME_VAR (t)) == PARM_DECL)
    /* The caller cannot have a view of this function's variables.  */
    k->roots.safe_push (t);
  else
    k->elsewhere = true;
  return false;
}

/* --- What is done with the vector ------------------------------------------------------------ */

/* call_uses for region_row_local_p: a local row goes nowhere.  */
static unsigned
local_uses (gcall *stmt)
{
  switch (op_called (stmt))
    {
    case NOVA_OP_HLENGTH: case NOVA_OP_LENGTH: case NOVA_OP_HSTRIDE:
      return READS;
    case NOVA_OP_HDATA:
      return READS | DERIVES;
    default:
      return call_retain_p (stmt) || call_release_p (stmt) ? IDLE : LOSES;
    }
}

/* What call STMT does with vector or pointer NAME, its argument.  */
static unsigned
call_uses (gcall *stmt)
{
  enum nova_op op = op_called (stmt);
  tree lhs = gimple_call_lhs (stmt);
  bool vec = lhs && TREE_CODE (lhs) == SSA_NAME && vtype_elem (TREE_TYPE (lhs));

  if (call_retain_p (stmt) || call_release_p (stmt))
    return IDLE;
  switch (op)
    {
    case NOVA_OP_NONE:
      if (!call_reads (stmt, true) || (lhs && TREE_CODE (lhs) != SSA_NAME)
	  || (lhs && !vec && POINTER_TYPE_P (TREE_TYPE (lhs))))
	return LOSES;
      return vec ? READS | DERIVES : READS;
    case NOVA_OP_LENGTH: case NOVA_OP_HLENGTH: case NOVA_OP_HSTRIDE: case NOVA_OP_RELEASE:
      return IDLE;
    case NOVA_OP_DATA:
      return LOSES;
    case NOVA_OP_HDATA: case NOVA_OP_KEEP:
      return READS | DERIVES;
    default:
      if (!lhs || !vtype_elem (TREE_TYPE (lhs)) || fresh_op_p (op))
	return READS;
      return TREE_CODE (lhs) != SSA_NAME ? LOSES : DERIVES;
    }
}

/* What STMT does with NAME of K.  */
static unsigned
uses_of (struct keeping *k, gimple *stmt, tree name)
{
  tree lhs;

  if (is_gimple_debug (stmt))
    return IDLE;
  if (gimple_code (stmt) == GIMPLE_PHI)
    return k->local ? LOSES : DERIVES;
  if (gcall *call = dyn_cast<gcall *> (stmt))
    return k->local ? local_uses (call) : call_uses (call);
  if (!is_gimple_assign (stmt) || gimple_has_volatile_ops (stmt))
    return LOSES;
  lhs = gimple_assign_lhs (stmt);
  if (gimple_assign_load_p (stmt))
    return READS;
  if (TREE_CODE (lhs) != SSA_NAME)
    return LOSES;
  if (POINTER_TYPE_P (TREE_TYPE (lhs)) || vtype_elem (TREE_TYPE (lhs)))
    return DERIVES;
  return TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) == tcc_comparison
	 && POINTER_TYPE_P (TREE_TYPE (name)) ? IDLE : LOSES;
}

static bool
add_name (struct keeping *k, tree name)
{
  if (TREE_CODE (name) != SSA_NAME || k->names.length () == MOST_NAMES)
    return false;
  if (!k->number.get (name))
    {
      k->number.put (name, k->names.length ());
      k->names.safe_push (name);
    }
  return true;
}

/* Find all that is derived from the vector.  False if it goes where it is not followed.  */
static bool
follow_uses (struct keeping *k)
{
  if (!add_name (k, gimple_call_lhs (k->keep)))
    return false;
  for (unsigned i = 0; i < k->names.length (); i++)
    {
      imm_use_iterator it;
      use_operand_p use;

      FOR_EACH_IMM_USE_FAST (use, it, k->names[i])
	{
	  gimple *stmt = USE_STMT (use);
	  unsigned what = uses_of (k, stmt, k->names[i]);

	  if (what & LOSES)
	    return false;
	  if (what & READS)
	    k->reads.get_or_insert (stmt) |= (uint64_t) 1 << i;
	  if (!(what & DERIVES))
	    continue;
	  k->derives.add (stmt);
	  tree to
	    = gimple_code (stmt) == GIMPLE_PHI ? gimple_phi_result (stmt) : gimple_get_lhs (stmt);
	  if (to && !add_name (k, to))
	    return false;
	}
    }
  return true;
}

/* --- What is written ------------------------------------------------------------------------- */

/* May a write through pointer P, or to variable P, be one to what the vector is a view of?  */
static bool
may_change (struct keeping *k, tree p)
{
  if (DECL_P (p))
    {
      if (region_private_decl_p (p))
	return false;
      p = build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (p)), p);
    }
  if (k->elsewhere)
    return true;
  for (tree root : k->roots)
    if (region_may_alias (root, p))
      return true;
  return false;
}

/* Do the types of place LHS and of the vector's elements say that a write to the one does not
   change the other?  Without strict aliasing all of them conflict.  */
static bool
types_apart (struct keeping *k, tree lhs)
{
  tree elem = vtype_base (TREE_TYPE (gimple_call_lhs (k->keep)));

  return !alias_sets_conflict_p (get_alias_set (lhs), get_alias_set (elem));
}

/* May STMT give a vector back that the row, K's, lives in, or, a region, write over one that nobody
   else has?  */
static bool
gives_back (struct keeping *k, gimple *stmt)
{
  if (is_gimple_debug (stmt) || !is_gimple_call (stmt))
    return gimple_code (stmt) == GIMPLE_ASM;
  if (call_release_p (stmt))
    return TREE_CODE (gimple_call_arg (stmt, 0)) != SSA_NAME
	   || !k->number.get (gimple_call_arg (stmt, 0));
  return op_called (stmt) == NOVA_OP_NONE && !call_retain_p (stmt)
	 && !(gimple_call_flags (stmt) & (ECF_CONST | ECF_PURE));
}

/* May STMT write what the vector is a view of?  */
static bool
changes (struct keeping *k, gimple *stmt)
{
  enum nova_op op = op_called (stmt);
  tree lhs = gimple_get_lhs (stmt), base;

  if (k->local)
    return gives_back (k, stmt);
  if (is_gimple_debug (stmt) || gimple_clobber_p (stmt))
    return false;
  if (op == NOVA_OP_UPDATE_ROWS)
    return true;
  if (op_stores_p (op))
    {
      unsigned n = op_ntargets (op, gimple_call_num_args (stmt) - 1);

      for (unsigned i = 0; i < n; i++)
	if (may_change (k, gimple_call_arg (stmt, op_target (op, i))))
	  return true;
      return false;
    }
  if (op == NOVA_OP_NONE && is_gimple_call (stmt) && !call_retain_p (stmt) && !call_release_p (stmt)
      && !call_reads (as_a <gcall *> (stmt), true))
    return true;
  if (gimple_code (stmt) == GIMPLE_ASM)
    return true;
  if (!lhs || !region_memory_p (lhs) || (is_gimple_assign (stmt) && types_apart (k, lhs)))
    return false;
  base = get_base_address (lhs);
  if (base && DECL_P (base))
    return may_change (k, base);
  return !base || TREE_CODE (base) != MEM_REF || may_change (k, TREE_OPERAND (base, 0));
}

/* --- Data flow ------------------------------------------------------------------------------- */

/* Is T among the STALE names?  */
static bool
stale_p (struct keeping *k, uint64_t stale, tree t)
{
  unsigned *n = TREE_CODE (t) == SSA_NAME ? k->number.get (t) : NULL;

  return n && stale >> *n & 1;
}

static void
set_stale (struct keeping *k, uint64_t *stale, tree t, bool is)
{
  unsigned *n = t ? k->number.get (t) : NULL;

  if (n)
    *stale = is ? *stale | (uint64_t) 1 << *n : *stale & ~((uint64_t) 1 << *n);
}

/* Is one of what derivation STMT uses stale?  */
static bool
uses_stale (struct keeping *k, uint64_t stale, gimple *stmt)
{
  ssa_op_iter it;
  tree use;

  FOR_EACH_SSA_TREE_OPERAND (use, stmt, it, SSA_OP_USE)
    if (stale_p (k, stale, use))
      return true;
  return false;
}

/* Through BB.  False if something stale is read.  */
static bool
through (struct keeping *k, basic_block bb, uint64_t *stale)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      uint64_t *reads = k->reads.get (stmt);

      if (reads && (*reads & *stale))
	return false;
      if (changes (k, stmt))
	*stale = k->names.length () == MOST_NAMES ? ~(uint64_t) 0
		 : ((uint64_t) 1 << k->names.length ()) - 1;
      if (stmt == k->keep)
	set_stale (k, stale, gimple_call_lhs (stmt), false);
      else if (k->derives.contains (stmt))
	set_stale (k, stale, gimple_get_lhs (stmt), uses_stale (k, *stale, stmt));
    }
  return true;
}

/* Over E: its PHIs take their values all at once.  */
static uint64_t
over (struct keeping *k, edge e, uint64_t stale)
{
  uint64_t after = stale;

  for (gphi_iterator i = gsi_start_phis (e->dest); !gsi_end_p (i); gsi_next (&i))
    set_stale (k, &after, gimple_phi_result (i.phi ()),
	       stale_p (k, stale, PHI_ARG_DEF_FROM_EDGE (i.phi (), e)));
  return after;
}

/* Is nothing that is derived from the vector read behind a write that may change it?  */
static bool
reads_first (struct keeping *k)
{
  auto_vec<uint64_t> in;
  auto_vec<basic_block> work;
  auto_sbitmap seen (last_basic_block_for_fn (cfun));
  unsigned steps = 0;

  in.safe_grow_cleared (last_basic_block_for_fn (cfun));
  bitmap_clear (seen);
  work.safe_push (gimple_bb (k->keep));
  while (!work.is_empty ())
    {
      basic_block bb = work.pop ();
      uint64_t stale = in[bb->index];
      edge e;
      edge_iterator ei;

      if (++steps > 10000 || !through (k, bb, &stale))
	return false;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun))
	  {
	    uint64_t next = over (k, e, stale);

	    if (!bitmap_bit_p (seen, e->dest->index) || (next & ~in[e->dest->index]))
	      {
		bitmap_set_bit (seen, e->dest->index);
		in[e->dest->index] |= next;
		work.safe_push (e->dest);
	      }
	  }
    }
  return true;
}

/* --- Rewriting ------------------------------------------------------------------------------- */

/* Is KEEP not needed?  */
static bool
needless (gcall *keep)
{
  struct keeping k;

  k.keep = keep;
  k.elsewhere = k.local = false;
  if (!gimple_call_lhs (keep) || find_roots (&k, gimple_call_arg (keep, 0), 0))
    return true;
  return follow_uses (&k) && reads_first (&k);
}

bool
region_row_local_p (gcall *row, bool copied)
{
  struct keeping k;
  tree type = gimple_call_lhs (row) ? TREE_TYPE (gimple_call_lhs (row)) : NULL_TREE;

  k.keep = row;
  k.elsewhere = k.local = true;
  return type && vtype_levels (type) == 1 && TYPE_ALIGN_UNIT (vtype_base (type)) <= 16
	 && follow_uses (&k) && (copied || reads_first (&k));
}

/* KEEP at GSI gives its operand, with a reference.  */
static void
give_operand (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree v = gimple_call_arg (stmt, 0), lhs = gimple_call_lhs (stmt);

  unlink_stmt_vdef (stmt);
  if (!lhs)
    {
      gsi_remove (gsi, true);
      return;
    }
  gcall *call = gimple_build_call (op_retain_decl (), 1, v);
  gimple_set_location (call, gimple_location (stmt));
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
  gsi_replace (gsi, gimple_build_assign (lhs, v), false);
}

/* All KEEPs of the current function.  */
static void
collect (auto_vec<gcall *> *keeps)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (op_called (gsi_stmt (gsi)) == NOVA_OP_KEEP)
	keeps->safe_push (as_a <gcall *> (gsi_stmt (gsi)));
}

void
region_settle_keeps (void)
{
  auto_vec<gcall *> keeps;

  collect (&keeps);
  for (gcall *keep : keeps)
    if (needless (keep))
      {
	gimple_stmt_iterator gsi = gsi_for_stmt (keep);

	give_operand (&gsi);
      }
}

/* Does nothing but KEEP, and what gives it back, use ROW, a row that is taken for it?  */
static bool
taken_for (tree row, gcall *keep)
{
  imm_use_iterator it;
  use_operand_p use;

  FOR_EACH_IMM_USE_FAST (use, it, row)
    if (USE_STMT (use) != keep && !call_release_p (USE_STMT (use))
	&& !is_gimple_debug (USE_STMT (use)))
      return false;
  return true;
}

/* KEEP of row I of X becomes KEEP (X, I).  */
static void
take_row (gcall *keep, gcall *row)
{
  tree name = gimple_call_lhs (row);
  gimple_stmt_iterator gsi = gsi_for_stmt (keep), at = gsi_for_stmt (row);
  gcall *both = call_instead (&gsi, row, NOVA_OP_KEEP, TREE_TYPE (gimple_call_lhs (keep)), 2);

  gimple_call_set_lhs (both, gimple_call_lhs (keep));
  unlink_stmt_vdef (keep);
  gsi_remove (&gsi, true);
  region_delete_vector (name);
  unlink_stmt_vdef (row);
  gsi_remove (&at, true);
  release_ssa_name (name);
}

void
region_expand_keeps (void)
{
  auto_vec<gcall *> keeps;

  collect (&keeps);
  for (gcall *keep : keeps)
    {
      tree lhs = gimple_call_lhs (keep), v = gimple_call_arg (keep, 0);
      gimple *def = TREE_CODE (v) == SSA_NAME ? SSA_NAME_DEF_STMT (v) : NULL;
      gimple_stmt_iterator gsi = gsi_for_stmt (keep);

      if (!lhs || gimple_call_num_args (keep) > 2)
	continue;
      if (host_unhandled_view (v))
	{
	  gcall *copy = call_instead (&gsi, keep, NOVA_OP_COPY, TREE_TYPE (lhs), 1);

	  gimple_call_set_lhs (copy, lhs);
	  unlink_stmt_vdef (keep);
	  gsi_remove (&gsi, true);
	}
      else if (op_called (def) == NOVA_OP_HROW && gimple_bb (def) == gimple_bb (keep)
	       && taken_for (v, keep))
	take_row (keep, as_a <gcall *> (def));
    }
}

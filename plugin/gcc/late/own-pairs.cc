/* Removal of pairs of retain and release under which another reference keeps the vector.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Ownership by scopes (own.cc) counts wherever a handle is copied.  Late, after inlining, scalar
   replacement and load elimination, many of these pairs are in one function:

     retain (x)                              ...
     ... the count of x is never below 2       ... never below 1
     release (x)                             ...

   What is known of the count between the two:
   - it is 2 or more behind the retain, since x was live before, and stays so across statements that
     release nothing;
   - references owned by the name x itself cannot be released under another one.  The result of a
     call or region comes with one; retain adds one, release takes one.  Anything else that may pass
     a reference on takes one too: a store, a copy, a PHI.  So the number is a lower bound.  A PHI
     of names that own one owns one, unless one of them is found to lack it afterwards.

   A region that writes into a vector that dies (last-use.cc) relies on the reference that another
   name has: there the count must not drop below 2.

   Does not: move a release, split a pair over branches, or handle functions that call setjmp.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "gen/generate.h"
#include "base/abi.h"
#include "extract/extract.h"

/* More in one hand are not counted, and UNSEEN is where no statement leads to.  */
enum { MOST = 7, UNSEEN = 255 };
/* Names x blocks.  */
static const unsigned LIMIT = 4000000;

/* A name of a handle.  */
struct hand
{
  tree name;
  bool owned;			/* its definition comes with a reference */
  bool is_short;		/* it gives more away than it has for sure */
  bool plain;			/* nothing but calls and comparisons use it */
  bool in_phi;			/* a PHI has it or gives it */
  auto_bitmap busy;		/* blocks with statements that use or define it */
  auto_bitmap joined;		/* and with PHIs that use it */
  auto_vec<unsigned char> in;	/* references in hand at the start of each block */
};

struct pairs
{
  hash_map<tree, struct hand *> by_name;
  auto_vec<struct hand *> hands;
  auto_vec<gimple *> retains;
  hash_set<tree> taken_apart;	/* regions' results, each member read once */
};

static bool
count_call_p (gimple *stmt, enum abi_fn fn)
{
  return is_gimple_call (stmt) && gimple_call_fndecl (stmt) == abi_decl (fn);
}

static bool
retains_p (gimple *stmt)
{
  return count_call_p (stmt, ABI_nova_vec_retain) && !gimple_call_lhs (stmt);
}

static bool
releases_p (gimple *stmt)
{
  return count_call_p (stmt, ABI_nova_vec_release);
}

static struct hand *
hand_of (struct pairs *p, tree name)
{
  struct hand **h = TREE_CODE (name) == SSA_NAME ? p->by_name.get (name) : NULL;

  return h ? *h : NULL;
}

/* --- What statements do ---------------------------------------------------------------------- */

/* Does FN, of libnovart, take references of its operands over?  */
static bool
takes_over_p (tree fn)
{
  return fn == abi_decl (ABI_nova_vec_reshape) || fn == abi_decl (ABI_nova_vec_segments);
}

static bool
abi_p (tree fn)
{
  return DECL_EXTERNAL (fn) && DECL_ARTIFICIAL (fn) && DECL_NAME (fn)
	 && strncmp (IDENTIFIER_POINTER (DECL_NAME (fn)), "nova_", 5) == 0;
}

/* Is FN a region's?  What it calls is passive.  */
static bool
stub_p (tree fn)
{
  return unit_made_p (fn) && lookup_attribute ("noipa", DECL_ATTRIBUTES (fn));
}

/* How many references of NAME, which STMT uses, may go elsewhere with it.  */
static unsigned
taken (gimple *stmt, tree name)
{
  unsigned n = 0;

  if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_COND
      || gimple_code (stmt) == GIMPLE_SWITCH)
    return 0;
  if (is_gimple_call (stmt))
    {
      tree fn = gimple_call_fndecl (stmt);

      return fn && takes_over_p (fn);
    }
  if (is_gimple_assign (stmt)
      && TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) == tcc_comparison)
    return 0;
  if (is_gimple_assign (stmt))
    {
      /* As the base of a load or store the name itself goes nowhere.  */
      for (unsigned k = 1; k < gimple_num_ops (stmt); k++)
	n += gimple_op (stmt, k) == name
	     || (gimple_op (stmt, k) && TREE_CODE (gimple_op (stmt, k)) == CONSTRUCTOR);
      return n;
    }
  return 1;
}

/* May STMT release a reference that is in no hand we know to be another's?  */
static bool
may_drop_p (struct pairs *p, gimple *stmt)
{
  tree fn;
  struct hand *h;

  if (gimple_code (stmt) == GIMPLE_ASM)
    return true;
  if (!is_gimple_call (stmt) || gimple_call_internal_p (stmt))
    return false;
  if (releases_p (stmt))
    {
      tree v = gimple_call_arg (stmt, 0);

      h = hand_of (p, v);
      return !integer_zerop (v) && !(h && h->plain && h->owned);
    }
  if (gimple_call_flags (stmt) & (ECF_CONST | ECF_PURE))
    return false;
  fn = gimple_call_fndecl (stmt);
  if (!fn)
    return true;
  if (gimple_call_builtin_p (stmt, BUILT_IN_NORMAL))
    switch (DECL_FUNCTION_CODE (fn))
      {
      case BUILT_IN_MEMCPY: case BUILT_IN_MEMMOVE: case BUILT_IN_MEMSET:
	return false;
      default:
	return true;
      }
  return !stub_p (fn) && (!abi_p (fn) || takes_over_p (fn));
}

/* May STMT write over vector NAME if nobody else has a reference to it?  */
static bool
reuses_p (gimple *stmt, tree name)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;

  if (!fn || !lookup_attribute (NOVA_REUSES, DECL_ATTRIBUTES (fn)))
    return false;
  for (unsigned k = 0; k < gimple_call_num_args (stmt); k++)
    if (gimple_call_arg (stmt, k) == name)
      return true;
  return false;
}

/* --- References in hand ---------------------------------------------------------------------- */

/* H had N references before STMT: how many has it then?  */
static unsigned
step (struct hand *h, gimple *stmt, unsigned n)
{
  unsigned gone;
  ssa_op_iter it;
  use_operand_p use;
  bool uses = false;

  if (gimple_get_lhs (stmt) == h->name)
    return h->owned;
  if (n == UNSEEN || is_gimple_debug (stmt))
    return n;
  FOR_EACH_SSA_USE_OPERAND (use, stmt, it, SSA_OP_USE)
    uses |= USE_FROM_PTR (use) == h->name;
  if (!uses)
    return n;
  if (retains_p (stmt))
    return MIN (n + 1, (unsigned) MOST);
  gone = releases_p (stmt) ? 1 : taken (stmt, h->name);
  h->is_short |= gone > n;
  return n > gone ? n - gone : 0;
}

/* The references of H at the end of BB.  */
static unsigned
at_end (struct hand *h, basic_block bb)
{
  unsigned n = h->in[bb->index];

  if (bitmap_bit_p (h->busy, bb->index))
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      n = step (h, gsi_stmt (gsi), n);
  return n;
}

/* Of N references of H those that are left behind edge E: PHIs take one each.  */
static unsigned
over_edge (struct pairs *p, struct hand *h, edge e, unsigned n)
{
  if (!bitmap_bit_p (h->joined, e->dest->index))
    return n;
  for (gphi_iterator i = gsi_start_phis (e->dest); !gsi_end_p (i); gsi_next (&i))
    if (PHI_ARG_DEF_FROM_EDGE (i.phi (), e) == h->name)
      {
	struct hand *to = hand_of (p, gimple_phi_result (i.phi ()));

	if (n == UNSEEN)
	  continue;
	if (n == 0 && to)
	  to->owned = false;
	h->is_short |= n == 0;
	n -= n > 0;
      }
  return n;
}

/* Is H defined by a PHI in BB?  */
static bool
phi_in_p (struct hand *h, basic_block bb)
{
  gimple *def = SSA_NAME_DEF_STMT (h->name);

  return gimple_code (def) == GIMPLE_PHI && gimple_bb (def) == bb;
}

/* Find H's references at the start of every block, the least of all ways there.  */
static void
follow (struct pairs *p, struct hand *h)
{
  bool again = true;
  basic_block bb;

  h->in.truncate (0);
  h->in.safe_grow (last_basic_block_for_fn (cfun));
  memset (h->in.address (), UNSEEN, h->in.length ());
  while (again)
    {
      again = false;
      FOR_EACH_BB_FN (bb, cfun)
	{
	  unsigned n = UNSEEN;
	  edge e;
	  edge_iterator ei;

	  if (phi_in_p (h, bb))
	    n = h->owned;
	  else
	    FOR_EACH_EDGE (e, ei, bb->preds)
	      {
		unsigned from = e->src != ENTRY_BLOCK_PTR_FOR_FN (cfun) ? at_end (h, e->src)
				: SSA_NAME_IS_DEFAULT_DEF (h->name) ? 0 : UNSEEN;

		n = MIN (n, over_edge (p, h, e, from));
	      }
	  /* A PHI's own argument may come round.  */
	  if (phi_in_p (h, bb))
	    FOR_EACH_EDGE (e, ei, bb->preds)
	      if (e->src != ENTRY_BLOCK_PTR_FOR_FN (cfun))
		over_edge (p, h, e, at_end (h, e->src));
	  again |= n != h->in[bb->index];
	  h->in[bb->index] = n;
	}
    }
}

/* Who is short of a reference did not give one to a PHI.  True if that changes anything.  */
static bool
settle (struct pairs *p)
{
  bool changed = false;

  for (struct hand *h : p->hands)
    {
      gimple *def = SSA_NAME_DEF_STMT (h->name);

      if (!h->owned || gimple_code (def) != GIMPLE_PHI)
	continue;
      for (unsigned k = 0; k < gimple_phi_num_args (def); k++)
	{
	  struct hand *from = hand_of (p, gimple_phi_arg_def (def, k));

	  if (from && from->is_short)
	    h->owned = false;
	}
      changed |= !h->owned;
    }
  return changed;
}

static void
count_all (struct pairs *p)
{
  bool again;

  do
    {
      unsigned before = 0, after = 0;

      for (struct hand *h : p->hands)
	{
	  h->is_short = false;
	  before += h->owned;
	}
      for (struct hand *h : p->hands)
	follow (p, h);
      again = settle (p);
      for (struct hand *h : p->hands)
	after += h->owned;
      again |= after != before;
    }
  while (again);
}

/* Count again for H, where a pair was removed.  */
static void
count_again (struct pairs *p, struct hand *h)
{
  if (h->in_phi)
    count_all (p);
  else
    {
      h->is_short = false;
      follow (p, h);
    }
}

/* --- Names ----------------------------------------------------------------------------------- */

/* The variable with the results of a region that STMT reads a member of, or NULL_TREE.  */
static tree
results_read (gimple *stmt)
{
  tree ref, v;

  if (!gimple_assign_load_p (stmt))
    return NULL_TREE;
  ref = gimple_assign_rhs1 (stmt);
  v = TREE_CODE (ref) == COMPONENT_REF ? TREE_OPERAND (ref, 0) : NULL_TREE;
  return v && VAR_P (v) && DECL_ARTIFICIAL (v) && DECL_NAME (v)
	 && strncmp (IDENTIFIER_POINTER (DECL_NAME (v)), "nova_results", 12) == 0
	 ? v : NULL_TREE;
}

/* Find the regions' results of which no member is read twice.  */
static void
find_results (struct pairs *p)
{
  hash_map<tree, hash_set<tree> *> fields;
  hash_set<tree> twice;
  basic_block bb;
  tree v;

  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if ((v = results_read (gsi_stmt (gsi))))
	{
	  hash_set<tree> *&seen = fields.get_or_insert (v);

	  if (!seen)
	    seen = new hash_set<tree>;
	  if (seen->add (TREE_OPERAND (gimple_assign_rhs1 (gsi_stmt (gsi)), 1)))
	    twice.add (v);
	}
  for (auto f : fields)
    {
      if (!twice.contains (f.first))
	p->taken_apart.add (f.first);
      delete f.second;
    }
}

/* Does a reference come with the definition of NAME?  For PHIs, until found otherwise.  */
static bool
owned_p (struct pairs *p, tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  tree results = results_read (def);

  if (results)
    return p->taken_apart.contains (results);
  if (is_gimple_call (def))
    return gimple_call_lhs (def) == name && !gimple_call_internal_p (def)
	   && !gimple_call_builtin_p (def) && !count_call_p (def, ABI_nova_vec_retain);
  if (gimple_code (def) != GIMPLE_PHI || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name))
    return false;
  for (unsigned k = 0; k < gimple_phi_num_args (def); k++)
    {
      tree a = gimple_phi_arg_def (def, k);

      if (TREE_CODE (a) != SSA_NAME && !integer_zerop (a))
	return false;
    }
  return true;
}

static bool
plain_p (tree name)
{
  imm_use_iterator it;
  use_operand_p use;

  FOR_EACH_IMM_USE_FAST (use, it, name)
    if (gimple_code (USE_STMT (use)) == GIMPLE_PHI
	|| (!releases_p (USE_STMT (use)) && taken (USE_STMT (use), name)))
      return false;
  return gimple_code (SSA_NAME_DEF_STMT (name)) != GIMPLE_PHI;
}

/* Find the blocks that H's statements are in.  */
static void
find_places (struct hand *h)
{
  gimple *def = SSA_NAME_DEF_STMT (h->name);
  imm_use_iterator it;
  use_operand_p use;

  h->in_phi = gimple_code (def) == GIMPLE_PHI;
  if (!h->in_phi && gimple_bb (def))
    bitmap_set_bit (h->busy, gimple_bb (def)->index);
  FOR_EACH_IMM_USE_FAST (use, it, h->name)
    {
      bool phi = gimple_code (USE_STMT (use)) == GIMPLE_PHI;

      h->in_phi |= phi;
      if (gimple_bb (USE_STMT (use)))
	bitmap_set_bit (phi ? h->joined : h->busy, gimple_bb (USE_STMT (use))->index);
    }
}

/* Enter NAME, and what it is a PHI of.  */
static void
enter (struct pairs *p, tree name)
{
  auto_vec<tree> work;

  for (work.safe_push (name); !work.is_empty ();)
    {
      tree n = work.pop ();
      gimple *def;
      struct hand *h;

      if (TREE_CODE (n) != SSA_NAME || p->by_name.get (n))
	continue;
      h = new hand ();
      h->name = n;
      h->owned = owned_p (p, n);
      h->plain = plain_p (n);
      find_places (h);
      p->by_name.put (n, h);
      p->hands.safe_push (h);
      def = SSA_NAME_DEF_STMT (n);
      if (gimple_code (def) == GIMPLE_PHI)
	for (unsigned k = 0; k < gimple_phi_num_args (def); k++)
	  work.safe_push (gimple_phi_arg_def (def, k));
    }
}

/* True if there was something to do for the null handle, which needs nothing.  */
static bool
collect (struct pairs *p)
{
  auto_vec<gimple *> idle;
  basic_block bb;

  find_results (p);
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);

	if (!retains_p (stmt) && !releases_p (stmt))
	  continue;
	if (integer_zerop (gimple_call_arg (stmt, 0)))
	  idle.safe_push (stmt);
	enter (p, gimple_call_arg (stmt, 0));
	if (retains_p (stmt) && TREE_CODE (gimple_call_arg (stmt, 0)) == SSA_NAME)
	  p->retains.safe_push (stmt);
      }
  for (gimple *stmt : idle)
    region_delete_call (stmt);
  return !idle.is_empty ();
}

/* --- Pairs ----------------------------------------------------------------------------------- */

/* The search for what gives back the reference that RETAIN takes.  */
struct way
{
  struct pairs *p;
  struct hand *h;
  gimple *retain;
  hash_set<basic_block> seen, through;
  auto_vec<basic_block> work;
  auto_vec<gimple *> releases;
};

/* From GSI on to the end of its block BB or to a release; N references are in hand.  False if the
   count may be too low somewhere.  */
static bool
walk (struct way *w, gimple_stmt_iterator gsi, basic_block bb, unsigned n)
{
  edge e;
  edge_iterator ei;

  for (; !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);

      if (releases_p (stmt) && gimple_call_arg (stmt, 0) == w->h->name)
	{
	  w->releases.safe_push (stmt);
	  return true;
	}
      n = step (w->h, stmt, n);
      if ((n < 2 && may_drop_p (w->p, stmt)) || (n < 3 && reuses_p (stmt, w->h->name)))
	return false;
    }
  w->through.add (bb);
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun) || (e->flags & (EDGE_ABNORMAL | EDGE_EH))
	  || e->dest == gimple_bb (w->retain))
	return false;
      if (!w->seen.add (e->dest))
	w->work.safe_push (e->dest);
    }
  return true;
}

/* No way leads between the two but over the retain.  */
static bool
closed_p (struct way *w)
{
  for (basic_block bb : w->seen)
    {
      edge e;
      edge_iterator ei;

      FOR_EACH_EDGE (e, ei, bb->preds)
	if (!w->through.contains (e->src))
	  return false;
    }
  return true;
}

/* Remove RETAIN and what gives its reference back, if nobody needs it: in whose hand it was, or
   NULL.  */
static struct hand *
remove_pair (struct pairs *p, gimple *retain)
{
  struct way w;
  basic_block bb = gimple_bb (retain);
  gimple_stmt_iterator gsi = gsi_start_bb (bb);
  unsigned n;

  w.p = p;
  w.h = hand_of (p, gimple_call_arg (retain, 0));
  w.retain = retain;
  n = w.h->in[bb->index];
  for (;; gsi_next (&gsi))
    {
      n = step (w.h, gsi_stmt (gsi), n);
      if (gsi_stmt (gsi) == retain)
	break;
    }
  gsi_next (&gsi);
  if (!walk (&w, gsi, bb, n))
    return NULL;
  while (!w.work.is_empty ())
    {
      basic_block next = w.work.pop ();

      if (!walk (&w, gsi_start_bb (next), next, w.h->in[next->index]))
	return NULL;
    }
  if (!closed_p (&w))
    return NULL;
  for (gimple *release : w.releases)
    region_delete_call (release);
  region_delete_call (retain);
  return w.h;
}

/* Remove what can be, the innermost first: what is gone is no more in the way of others.  */
static bool
remove_all (struct pairs *p)
{
  bool any = false, again;

  do
    {
      again = false;
      for (unsigned k = p->retains.length (); k-- > 0;)
	if (struct hand *h = remove_pair (p, p->retains[k]))
	  {
	    p->retains.ordered_remove (k);
	    count_again (p, h);
	    again = any = true;
	  }
    }
  while (again);
  return any;
}

unsigned
late_own_pairs (void)
{
  struct pairs p;
  bool any;

  if (cfun->calls_setjmp || cfun->has_nonlocal_label)
    return 0;
  any = collect (&p);
  if (!p.retains.is_empty ()
      && p.hands.length () * (size_t) last_basic_block_for_fn (cfun) <= LIMIT)
    {
      count_all (&p);
      any |= remove_all (&p);
    }
  for (struct hand *h : p.hands)
    delete h;
  return any ? TODO_update_ssa_only_virtuals : 0;
}

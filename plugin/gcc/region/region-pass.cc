/* The pass: every function with nova calls, from SSA through FIR and IMP to stubs and workers.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Runs once per unit, after build_ssa_passes, at every -O level.  First every function operand is
   checked and its facts are remembered, before any function is changed.  Then functions are
   compiled, callees and operands of others first, so that the clones made of them hold no nova
   calls.  Operands that are read are compiled last, readers before what they read: the reader needs
   builtins as they were written (body-op.cc, body-get.cc).  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "diag/diag.h"
#include "diag/source.h"
#include "extract/extract.h"
#include "gen/generate.h"
#include "passive/leaf.h"
#include "region.h"
#include "state.h"

/* --- The core's host ------------------------------------------------------------------------- */

static void
host_diagnose (struct nova_host *, enum diag_kind kind, uint32_t site, const char *msg)
{
  location_t loc = site ? site_get (site)->loc : UNKNOWN_LOCATION;

  if (kind == DIAG_ERROR)
    error_at (loc, "%s", msg);
  else if (kind == DIAG_WARNING)
    warning_at (loc, 0, "%s", msg);
  else
    inform (loc, "%s", msg);
}

static void
host_fatal (struct nova_host *, const char *msg)
{
  internal_error ("nova: %s", msg);
}

static unsigned
host_line (struct nova_host *, uint32_t site)
{
  return site ? LOCATION_LINE (site_get (site)->loc) : 0;
}

static const char *
host_name (struct nova_host *, uint32_t site)
{
  return site ? op_site_name (site_get (site)->op) : NULL;
}

static bool
host_unchecked (struct nova_host *, uint32_t site)
{
  return site && option_unchecked_p (site_get (site)->op);
}

static struct nova_host host
  = { host_diagnose, host_fatal, host_line, host_name, host_unchecked, NULL };

/* --- Facts about function operands ----------------------------------------------------------- */

unsigned
leaf_facts (tree fndecl, unsigned *cost)
{
  bool existed;
  struct leaf_note &f = unit.region->facts.get_or_insert (fndecl, &existed);

  if (!existed)
    f.flags = passive_leaf_flags (fndecl, &f.cost);
  *cost = f.cost;
  return f.flags;
}

/* Remember the facts of FNDECL and of what its body calls, to DEPTH: body.cc may make leaves of
   them. */
static void
note_facts (tree fndecl, unsigned depth)
{
  struct cgraph_node *node = cgraph_node::get (fndecl);
  unsigned cost;

  leaf_facts (fndecl, &cost);
  if (!node || depth > 5)
    return;
  for (struct cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (op_resolved (e->callee->decl) == NOVA_OP_NONE && !unit.region->facts.get (e->callee->decl))
      note_facts (e->callee->decl, depth + 1);
}

bool
leaf_only_p (tree fndecl)
{
  struct cgraph_node *node = cgraph_node::get (fndecl);

  if (!node || TREE_PUBLIC (fndecl) || !unit.region->facts.get (fndecl))
    return false;
  for (struct cgraph_edge *e = node->callers; e; e = e->next_caller)
    if (!unit.region->facts.get (e->caller->decl))
      return false;
  return true;
}

/* A function operand whose passivity is to be checked.  */
struct to_check
{
  location_t at;		/* where it stands in the source */
  tree user;			/* the function with the call */
  tree fndecl;
  unsigned site, k;
};

/* Append the function operands of the calls of F to LIST.  */
static void
note_operands (struct ext_func *f, auto_vec<to_check> *list)
{
  for (struct ext_call *c : f->calls)
    for (unsigned k = 0; k < SITE_MAX_FNS && k < c->s->nops; k++)
      {
	struct site_fn *fn = &c->s->fn[k];

	if (!fn->type || fn->opr != NOVA_OPR_NONE)
	  continue;
	to_check t = { source_site_operand (c->s, k + 1), f->decl, call_function (c, k), c->site,
		       k + 1 };
	list->safe_push (t);
      }
}

/* qsort: by place in the source, then by number.  */
static int
by_place (const void *a, const void *b)
{
  const struct to_check *x = (const struct to_check *) a, *y = (const struct to_check *) b;
  location_t lx = LOCATION_LOCUS (x->at), ly = LOCATION_LOCUS (y->at);
  int order = lx == ly ? 0 : linemap_compare_locations (line_table, ly, lx);

  return order ? order : x->site != y->site ? (x->site < y->site ? -1 : 1)
	 : x->k != y->k ? (x->k < y->k ? -1 : 1) : 0;
}

/* --- One function ---------------------------------------------------------------------------- */

/* Work on function DECL, if it has nova calls.  */
static void
compile_function (struct nova_ctx *ctx, tree decl)
{
  struct ext_func f;
  bool good = true;

  f.decl = decl;
  f.trial = f.as_written = false;
  gen_host (decl);
  push_cfun (DECL_STRUCT_FUNCTION (decl));
  call_collect (&f);
  version_make (&f);
  call_share_owners (&f);
  region_form (&f);
  for (struct ext_region *r : f.regions)
    good = region_compile (ctx, &f, r) && good;
  if (good)
    host_rewrite (ctx, &f);
  call_free (&f);
  gen_settle (decl);
  pop_cfun ();
  gen_host (NULL_TREE);
}

/* --- All functions --------------------------------------------------------------------------- */

/* Does the current function have anything of ours in it?  */
static bool
has_calls (void)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *stmt = gsi_stmt (gsi);

	if (op_called (stmt) != NOVA_OP_NONE || call_retain_p (stmt) || call_release_p (stmt))
	  return true;
      }
  return false;
}

/* Is nova_get all that DECL has of ours?  */
static bool
only_gets_p (tree decl)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (decl))
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	enum nova_op op = op_called (gsi_stmt (gsi));

	if (op != NOVA_OP_NONE && op != NOVA_OP_LENGTH
	    && (op < NOVA_OP_HLENGTH || op > NOVA_OP_RAISE_INDEX))
	  return false;
      }
  return true;
}

/* The functions with nova calls that are not in DONE yet.  */
static void
find_functions (hash_set<tree> *done, auto_vec<tree> *found)
{
  struct cgraph_node *node;

  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    {
      struct function *fun = DECL_STRUCT_FUNCTION (node->decl);

      if (!fun || !fun->cfg || !gimple_in_ssa_p (fun) || done->contains (node->decl))
	continue;
      push_cfun (fun);
      if (has_calls ())
	found->safe_push (node->decl);
      pop_cfun ();
    }
}

/* Append DECL to ORDER after what it calls or refers to, if it is one of WANTED.  */
static void
visit (tree decl, hash_set<tree> *wanted, hash_set<tree> *seen, auto_vec<tree> *order)
{
  struct cgraph_node *node = cgraph_node::get (decl);
  struct ipa_ref *ref;

  if (!node || seen->add (decl))
    return;
  for (struct cgraph_edge *e = node->callees; e; e = e->next_callee)
    visit (e->callee->decl, wanted, seen, order);
  for (unsigned k = 0; node->iterate_reference (k, ref); k++)
    if (struct cgraph_node *to = dyn_cast<cgraph_node *> (ref->referred))
      visit (to->decl, wanted, seen, order);
  if (wanted->contains (decl))
    order->safe_push (decl);
}

/* Work on DECL, an operand or inlined, after all that read it, unless nobody calls it any more:
   then it goes, for nothing would be generated that runs, and the report would speak of its loops
   twice.  */
static void
compile_if_used (struct nova_ctx *ctx, tree decl)
{
  struct cgraph_node *node = cgraph_node::get (decl);
  struct ipa_ref *ref;

  if (!gen_called_p (decl) && !TREE_PUBLIC (decl) && !DECL_PRESERVE_P (decl) && !node->callers
      && !node->force_output && !node->clones && !node->iterate_referring (0, ref))
    node->remove ();
  else
    compile_function (ctx, decl);
}

/* Check the function operands of all of FOUND, in the order of the source: so errors come.  */
static bool
check_all (auto_vec<tree> *found)
{
  auto_vec<to_check> list;
  bool good = true;

  for (tree decl : *found)
    {
      struct ext_func f;

      f.decl = decl;
      f.trial = false;
      f.as_written = true;
      push_cfun (DECL_STRUCT_FUNCTION (decl));
      call_collect (&f);
      note_operands (&f, &list);
      call_free (&f);
      pop_cfun ();
    }
  list.qsort (by_place);
  for (struct to_check &t : list)
    {
      push_cfun (DECL_STRUCT_FUNCTION (t.user));
      if (!site_get (t.site)->fn[t.k - 1].trusted && !passive_check (t.fndecl, t.site, t.k))
	good = false;
      if (t.fndecl)
	note_facts (t.fndecl, 0);
      pop_cfun ();
    }
  return good;
}

void
region_pass_execute (void)
{
  hash_set<tree> done;
  struct nova_ctx *ctx = ctx_new (&host);

  for (;;)
    {
      auto_vec<tree> found, order, last;
      hash_set<tree> wanted, seen, read, inlined;

      /* Another round: clones of functions in recursive nests, or that are worked on last, may hold
	 calls.  */
      find_functions (&done, &found);
      if (found.is_empty () || !check_all (&found))
	break;
      for (tree decl : found)
	wanted.add (decl);
      for (tree decl : found)
	visit (decl, &wanted, &seen, &order);
      for (tree decl : order)
	region_inline_helpers (decl, &inlined);
      for (tree decl : order)
	if (only_gets_p (decl) || (unit.region->facts.get (decl) && body_reads_p (ctx, decl)))
	  {
	    last.safe_push (decl);
	    read.add (decl);
	  }
      for (tree decl : order)
	{
	  done.add (decl);
	  if (inlined.contains (decl) && !read.contains (decl))
	    last.safe_push (decl);
	  else if (!read.contains (decl))
	    compile_function (ctx, decl);
	}
      while (!last.is_empty ())
	{
	  tree decl = last.pop ();
	  if (inlined.contains (decl) || unit.region->facts.get (decl))
	    compile_if_used (ctx, decl);
	  else
	    compile_function (ctx, decl);
	}
      if (seen_error ())
	break;
    }
  region_report_finish ();
  body_forget ();
  unit.region->facts.empty ();
  gen_forget ();
  ctx_free (ctx);
}

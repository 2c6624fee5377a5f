/* The pass: every function with nova calls, from SSA through FIR and IMP to stubs and workers.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Runs once a unit, after build_ssa_passes, at every -O level.  First every function operand is
   checked and its facts are remembered, before any function is changed.  Then functions are
   worked on, those that others call or take as operands first, so that the clones made of them
   hold no nova calls.  Operands that are read are worked on last, those that others read after
   them: the reader knows builtins as they were written (body-op.cc, body-get.cc).  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "diag/diag.h"
#include "diag/source.h"
#include "extract/extract.h"
#include "core/lower/lower.h"
#include "gen/generate.h"
#include "passive/leaf.h"
#include "region.h"
#include "state.h"
#include "core/pass/sample/sample.h"
#include "core/schedule/schedule.h"

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
  return site && nova_unchecked_p (site_get (site)->op);
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
    if (decl_op (e->callee->decl) == NOVA_OP_NONE && !unit.region->facts.get (e->callee->decl))
      note_facts (e->callee->decl, depth + 1);
}

bool
only_for_elements_p (tree fndecl)
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
	to_check t = { site_operand_place (c->s, k + 1), f->decl, call_function (c, k), c->site,
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

/* The region's name in dumps and reports: the function's, with a number after the first.  */
static const char *
region_name (struct ext_build *e)
{
  const char *name = IDENTIFIER_POINTER (DECL_NAME (e->f->decl));

  return e->r->number == 1 ? name : ctx_printf (e->ctx, "%s_%u", name, e->r->number);
}

/* The options of the passes over P, of E's region.  */
static struct pass_options
region_options (struct ext_build *e, struct fir_prog *p)
{
  struct pass_options opt;

  memset (&opt, 0, sizeof opt);
  opt.off = nova_opt.off;
  opt.check = opt.roundtrip = nova_opt.checking;
  if (nova_opt.dump && (!p->regions->samples || dump_named ("samples")))
    {
      opt.dump = dump_after;
      opt.dump_imp = dump_imp;
    }
  opt.dump_data = e;
  return opt;
}

static void
run_passes (struct ext_build *e, struct fir_prog *p, struct pass_log *log)
{
  struct pass_options opt = region_options (e, p);

  if (opt.dump)
    dump_fir (e, 0, "extract", p);
  pass_run (p, &opt, log);
}

/* P lowered to read as READS says, and scheduled; NULL if it is refused.  The log and the dumps
   have what is lowered with a LOG.  What is checked after every pass is checked after lowering,
   too.  */
static struct imp_prog *
lower_region (struct ext_build *e, struct fir_prog *p, struct pass_log *log, enum lower_reads reads)
{
  struct imp_prog *imp = lower (p, log, reads, &target_pool);
  struct pass_options opt = region_options (e, p);
  struct strbuf err = { NULL, 0, 0 };

  if (!imp)
    return NULL;
  if (nova_opt.checking && !imp_check (imp, &err))
    ctx_fatal (p->ctx, "lower made what is no IMP: %s", err.s);
  if (!log)
    opt.dump_imp = NULL;
  if (opt.dump_imp)
    dump_imp (e, 0, "lower", imp);
  if (!schedule_run (imp, &opt))
    ctx_fatal (p->ctx, "the passes over IMP are not in order");
  return imp;
}

/* Does PROC read a parameter where it is that is nested, or, not NESTED, flat?  */
static bool
reads_loose_p (const struct imp_proc *proc, bool nested)
{
  for (unsigned k = 0; k < proc->nparams; k++)
    if (proc->loose[k] && (type_levels (proc->params[k]->type) > 1) == nested)
      return true;
  return false;
}

static bool
takes_vectors_p (const struct fir_region *r)
{
  for (unsigned k = 0; k < r->nparams; k++)
    if (type_is_vec (r->params[k]->type))
      return true;
  return false;
}

/* P's region lowered for nested vectors whose rows are even, too: a version of V if it reads any of
   these where they are.  */
static struct imp_prog *
compile_even (struct ext_build *e, struct fir_prog *p, struct gen_versions *v, location_t loc)
{
  struct imp_prog *imp = lower_region (e, p, NULL, READS_EVEN);

  if (reads_loose_p (imp->procs, true))
    {
      v->proc[0] = imp->procs;
      gen_loose (imp, v, 0, e->f->decl, loc);
    }
  return imp;
}

/* The versions of E's region for vectors that are not contiguous.  The log and the dumps have the
   ordinary one.  */
static void
compile_versions (struct ext_build *e, struct gen_versions *v, location_t loc)
{
  struct imp_prog *imp;

  if (!takes_vectors_p (e->fr))
    return;
  imp = compile_even (e, e->p, v, loc);
  if (!reads_loose_p (imp->procs, false))
    return;
  if (v->stub[0])
    imp = lower_region (e, e->p, NULL, READS_FLAT);
  v->proc[1] = imp->procs;
  gen_loose (imp, v, 1, e->f->decl, loc);
}

/* The stub that tries the operators of E's region, Q, on samples; NULL_TREE if there is nothing to
   try.  It is none of the user's loops: the report does not mention it.  Each version of the region
   calls it, and it may read other vectors where they are than these do, so what they know of them
   says nothing here: it reads flat vectors where they are, and has a version for even rows.  */
static tree
compile_samples (struct ext_build *e, struct fir_prog *q, location_t loc)
{
  struct fir_region *whole = e->fr;
  struct pass_log log = { e->ctx, NULL, NULL };
  struct gen_versions v;
  struct imp_prog *imp;

  if (!q)
    return NULL_TREE;
  e->fr = q->regions;
  run_passes (e, q, &log);
  imp = lower_region (e, q, &log, READS_FLAT);
  e->fr = whole;
  if (!imp)
    return NULL_TREE;
  memset (&v, 0, sizeof v);
  v.samples = true;
  if (takes_vectors_p (q->regions))
    compile_even (e, q, &v, loc);
  return gen_samples (imp, imp->procs, e->f->decl, loc, &v);
}

/* Region R of F: all the way to its stub.  */
static bool
compile_region (struct nova_ctx *ctx, struct ext_func *f, struct ext_region *r)
{
  struct ext_build e;
  /* In the context's memory: entries are told apart by the log that they are of.  */
  struct pass_log *log = CTX_NEW (ctx, struct pass_log);
  struct imp_prog *imp;
  struct ext_call *first = r->members[0];
  struct gen_versions loose;
  struct fir_prog *samples;
  tree stub;

  log->ctx = ctx;
  e.f = f;
  e.r = r;
  e.ctx = ctx;
  e.p = fir_prog_new (ctx);
  e.body = NULL;
  e.failed = false;
  e.fr = fir_region_new (e.p, region_name (&e), first->site);
  e.fr->finite = opt_for_fn (f->decl, flag_finite_math_only);
  ext_build_region (&e);
  if (e.failed)
    return false;
  samples = sample_program (e.p, e.fr, gen_same, f->decl);
  run_passes (&e, e.p, log);
  imp = lower_region (&e, e.p, log, READS_DENSE);
  if (!imp)
    return false;
  quiet_generate (true);
  memset (&loose, 0, sizeof loose);
  loose.sampler = compile_samples (&e, samples, first->s->loc);
  compile_versions (&e, &loose, first->s->loc);
  stub = gen_proc (imp, imp->procs, f->decl, first->s->loc, &loose);
  quiet_generate (false);
  report_region (&e, log);
  replace_region (&e, stub);
  return true;
}

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
  calls_collect (&f);
  versions_make (&f);
  calls_share_owners (&f);
  regions_form (&f);
  for (struct ext_region *r : f.regions)
    good = compile_region (ctx, &f, r) && good;
  if (good)
    hostops_rewrite (ctx, &f);
  calls_free (&f);
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
	tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;

	if (fn && (decl_op (fn) != NOVA_OP_NONE || retain_p (stmt) || release_p (stmt)))
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
	gimple *stmt = gsi_stmt (gsi);
	tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
	enum nova_op op = fn ? decl_op (fn) : NOVA_OP_NONE;

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

/* Work on DECL, an operand, after all that read it, unless nobody calls it any more: then it goes,
   for nothing would be generated that runs, and the report would speak of its loops twice.  */
static void
compile_if_used (struct nova_ctx *ctx, tree decl)
{
  struct cgraph_node *node = cgraph_node::get (decl);
  struct ipa_ref *ref;

  if (unit.region->facts.get (decl) && !gen_called_p (decl) && !TREE_PUBLIC (decl)
      && !DECL_PRESERVE_P (decl) && !node->callers && !node->force_output && !node->clones
      && !node->iterate_referring (0, ref))
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
      calls_collect (&f);
      note_operands (&f, &list);
      calls_free (&f);
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
      hash_set<tree> wanted, seen, read;

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
	if (only_gets_p (decl) || (unit.region->facts.get (decl) && body_reads_p (ctx, decl)))
	  {
	    last.safe_push (decl);
	    read.add (decl);
	  }
      for (tree decl : order)
	{
	  done.add (decl);
	  if (!read.contains (decl))
	    compile_function (ctx, decl);
	}
      while (!last.is_empty ())
	compile_if_used (ctx, last.pop ());
      if (seen_error ())
	break;
    }
  report_finish ();
  body_forget ();
  unit.region->facts.empty ();
  ctx_free (ctx);
}

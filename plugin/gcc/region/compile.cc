/* Compiling one region: through the passes, lowered for each of its versions, to its stub.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   gen/versions.def has the versions.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "diag/diag.h"
#include "extract/extract.h"
#include "core/lower/lower.h"
#include "gen/generate.h"
#include "core/pass/sample/sample.h"
#include "core/schedule/schedule.h"

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
  opt.off = option.off;
  opt.check = opt.roundtrip = option.checking;
  if (option.dump && (!p->regions->samples || region_dump_named ("samples")))
    {
      opt.dump = region_dump_after;
      opt.dump_imp = region_dump_imp;
    }
  opt.dump_data = e;
  return opt;
}

static void
run_passes (struct ext_build *e, struct fir_prog *p, struct pass_log *log)
{
  struct pass_options opt = region_options (e, p);

  if (opt.dump)
    region_dump_fir (e, 0, "extract", p);
  pass_run (p, &opt, log);
}

/* P lowered to read as READS says, and scheduled, for TARGET; NULL if it is refused, see lower.
   The log and the dumps have what is lowered with a LOG.  What is checked after every pass is
   checked after lowering, too.  */
static struct imp_prog *
lower_region (struct ext_build *e, struct fir_prog *p, struct pass_log *log, enum lower_reads reads,
	      const struct nova_target *target, struct lower_refusal *why)
{
  struct imp_prog *imp = lower (p, log, reads, target, why);
  struct pass_options opt = region_options (e, p);
  struct strbuf err = { NULL, 0, 0 };

  if (!imp)
    return NULL;
  if (option.checking && !imp_check (imp, &err))
    ctx_fatal (p->ctx, "lower made what is no IMP: %s", err.s);
  if (!log)
    opt.dump_imp = NULL;
  if (opt.dump_imp)
    region_dump_imp (e, 0, "lower", imp);
  if (!schedule_run (imp, &opt))
    ctx_fatal (p->ctx, "the passes over IMP are not in order");
  return imp;
}

/* --- Which versions are worth making --------------------------------------------------------- */

typedef bool worth_function (const struct imp_proc *ordinary);

/* Could a parameter be read where it is that is nested, or, not NESTED, flat?  */
static bool
may_be_loose_p (const struct imp_proc *proc, bool nested)
{
  for (unsigned k = 0; k < proc->nparams; k++)
    if (proc->may_be_loose[k] && (type_levels (proc->params[k]->type) > 1) == nested)
      return true;
  return false;
}

static bool
worth_nested (const struct imp_proc *ordinary)
{
  return may_be_loose_p (ordinary, true);
}

static bool
worth_flat (const struct imp_proc *ordinary)
{
  return may_be_loose_p (ordinary, false);
}

/* --- The table ------------------------------------------------------------------------------- */

enum version_else { ELSE_SAME, ELSE_ANY, ELSE_ERROR };

struct version_row
{
  enum gen_version_of of;
  const char *name, *doc;
  enum lower_reads reads;
  const struct nova_target *target;
  worth_function *worth;	/* NULL: always */
  enum version_else otherwise;
};

static worth_function *const worth_always = NULL;

static const struct version_row rows[] =
{
#define NOVA_VERSION(ID, NAME, OF, READS, TARGET, WORTH, TEST, ELSE, SPEED, DOC) \
  { VERSIONS_OF_##OF, NAME, DOC, READS_##READS, &target_##TARGET, worth_##WORTH, \
    ELSE_##ELSE },
#include "gen/versions.def"
#undef NOVA_VERSION
};

/* Does the function's machine load what a mask selects of a vector?  */
static bool
masks_p (void)
{
  machine_mode mode;
  if (!mode_for_vector (SCALAR_INT_TYPE_MODE (size_type_node),
			target_masks.masked).exists (&mode) || !VECTOR_MODE_P (mode))
    return false;
  tree vector = build_vector_type_for_mode (size_type_node, mode);
  return direct_internal_fn_supported_p (IFN_MASK_LOAD,
					 tree_pair (vector, truth_type_for (vector)),
					 OPTIMIZE_FOR_SPEED);
}

/* What a version for T is scheduled for.  */
static const struct nova_target *
machine (const struct nova_target *t)
{
  return t == &target_masks && !masks_p () ? &target_pool : t;
}

/* P, of E's region, lowered for version ROW, to read as READS says; NULL, and said in the report's
   LOG, if it is left out or refused.  OWN is the log of P if ROW is the ordinary version.  */
static struct imp_prog *
lower_version (struct ext_build *e, struct fir_prog *p, struct pass_log *own,
	       const struct version_row *row, enum lower_reads reads, struct pass_log *log)
{
  struct lower_refusal why = { p->regions->site, "left out" };
  struct imp_prog *imp = NULL;

  if (row->otherwise == ELSE_ERROR)
    return lower_region (e, p, own, reads, machine (row->target), NULL);
  if (!*row->name || !pass_listed (option.off, row->name))
    imp = lower_region (e, p, own, reads, machine (row->target), &why);
  if (!imp)
    pass_log_add (log, LOG_NO_VERSION, why.site, 0,
		  ctx_printf (e->ctx, "%s: %s", row->doc, why.text));
  return imp;
}

/* P, of E's region, lowered for all versions of V that are worth making.  OWN is P's log; what is
   not made is said in LOG.  False if there is not even the ordinary one.  */
static bool
lower_versions (struct ext_build *e, struct fir_prog *p, struct pass_log *own,
		struct gen_versions *v, struct pass_log *log)
{
  struct imp_prog *imp;
  unsigned ordinary = 0;
  bool any = false;

  for (unsigned k = 0; k < VERSION_LAST; k++)
    if (rows[k].of == v->of)
      ordinary = k;
  imp = lower_version (e, p, own, &rows[ordinary], rows[ordinary].reads, log);
  for (unsigned k = 0; imp && k < ordinary; k++)
    if (rows[k].of == v->of && (!rows[k].worth || rows[k].worth (imp->procs)))
      {
	v->prog[k] = lower_version (e, p, NULL, &rows[k], rows[k].reads, log);
	any |= !v->prog[k] && rows[k].otherwise == ELSE_ANY;
      }
  if (any)
    imp = lower_version (e, p, own, &rows[ordinary], READS_ANY, log);
  v->prog[ordinary] = imp;
  return imp != NULL;
}

/* --- One region ------------------------------------------------------------------------------ */

/* The samples on which the operators of E's region are tried, Q, lowered for the versions of V;
   false if there is nothing to try.  It is none of the user's loops: the report does not mention
   these; in LOG is what cannot be made.  */
static bool
lower_samples (struct ext_build *e, struct fir_prog *q, struct gen_versions *v,
	       struct pass_log *log)
{
  struct fir_region *whole = e->fr;
  struct pass_log own = { e->ctx, NULL, NULL };
  bool good;

  if (!q)
    return false;
  memset (v, 0, sizeof *v);
  v->of = VERSIONS_OF_SAMPLES;
  e->fr = q->regions;
  run_passes (e, q, &own);
  good = lower_versions (e, q, &own, v, log);
  e->fr = whole;
  return good;
}

/* Say in LOG, at a loop that runs in parallel, else at SITE, that there is code for later
   processors.  */
static void
log_processors (struct pass_log *log, uint32_t site)
{
  for (const struct log_entry *e = log->first; e; e = e->next)
    if (e->kind == LOG_PARALLEL)
      {
	site = e->site;
	break;
      }
  pass_log_add (log, LOG_PROCESSORS, site, 0, "AVX2");
}

bool
region_compile (struct nova_ctx *ctx, struct ext_func *f, struct ext_region *r)
{
  struct ext_build e;
  /* In the context's memory: entries are told apart by the log that they are of.  */
  struct pass_log *log = CTX_NEW (ctx, struct pass_log);
  struct ext_call *first = r->members[0];
  struct gen_versions v, tried;
  struct fir_prog *samples;
  bool tries;
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
  memset (&v, 0, sizeof v);
  v.of = VERSIONS_OF_REGION;
  if (!lower_versions (&e, e.p, log, &v, log))
    return false;
  diag_quiet (true);
  tries = lower_samples (&e, samples, &tried, log);
  stub = gen_region (&v, tries ? &tried : NULL, f->decl, first->s->loc);
  diag_quiet (false);
  if (v.marches)
    log_processors (log, first->site);
  region_report (&e, log);
  region_replace (&e, stub, v.sites);
  return true;
}

/* The pass manager: which passes run, in which order, how often, and what is checked between them.

   The rows of passes.def run in their order over every region; the list repeats until a round
   changes nothing, at most PASS_ROUNDS times.  The first and the last program are always checked;
   the others if asked for.  A pass that leaves an ill-typed program is named, with the program.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

#include <string.h>
#include <time.h>

#define PASS_ROUNDS 12
#define MAX_PASSES 32

const struct pass_info pass_table[] = {
#define FIR_PASS(NAME, TEXT, WHEN, NEEDS, GIVES, OFF, DOC) \
  { TEXT, DOC, PASS_##WHEN, NEEDS, GIVES, pass_##NAME, OFF },
#include "passes.def"
#undef FIR_PASS
};
const unsigned pass_count = sizeof pass_table / sizeof pass_table[0];

/* A row of the table, by number, and its function, or the one that runs where it is left out.  */
struct step
{
  unsigned pass;
  pass_function *run;
};

/* What runs, once or in rounds.  */
struct plan
{
  struct step step[MAX_PASSES];
  unsigned n;
  bool rounds;
};

struct run
{
  struct fir_prog *p;
  const struct pass_options *opt;
  struct pass_log *log;
  unsigned dumps;
  unsigned props;		/* enum pass_prop: what passes have made so */
};

/* --- The log --------------------------------------------------------------------------------- */

void
pass_log_add (struct pass_log *log, enum log_kind kind, uint32_t site, uint32_t into,
	      const char *text)
{
  struct
  {
    const void *log, *text;
    uint32_t kind, site, into, zero;
  } key = { log, NULL, kind, site, into, 0 };
  struct log_entry *e;

  if (!log)
    return;
  key.text = text = ctx_intern (log->ctx, text ? text : "");
  if (!ctx_first (log->ctx, &key, sizeof key))
    return;
  e = CTX_NEW (log->ctx, struct log_entry);
  e->kind = kind;
  e->site = site;
  e->into = into;
  e->text = text;
  if (log->last)
    log->last->next = e;
  else
    log->first = e;
  log->last = e;
}

/* --- Names ----------------------------------------------------------------------------------- */

const char *
pass_list_next (const char **list, size_t *len)
{
  const char *name;

  if (!*list)
    return NULL;
  *list += strspn (*list, ",");
  name = *list;
  *len = strcspn (name, ",");
  *list += *len;
  return *len ? name : NULL;
}

bool
pass_named (const char *name, const char *s, size_t len)
{
  return strlen (name) == len && memcmp (s, name, len) == 0;
}

bool
pass_listed (const char *list, const char *name)
{
  size_t len;

  for (const char *s; (s = pass_list_next (&list, &len)) != NULL;)
    if (pass_named (name, s, len))
      return true;
  return false;
}

/* The number of the pass that the LEN letters at NAME name; PASS_COUNT if that is none over
   FIR.  */
static unsigned
find_pass (const char *name, size_t len)
{
  unsigned k = 0;

  while (k < pass_count && !pass_named (pass_table[k].name, name, len))
    k++;
  return k;
}

/* Put the passes over FIR that LIST names into PLAN; false if there is no room for them.  */
static bool
read_list (struct nova_ctx *ctx, const char *list, struct plan *plan)
{
  size_t len;

  for (const char *name; (name = pass_list_next (&list, &len)) != NULL;)
    {
      unsigned k = find_pass (name, len);

      if (k == pass_count)
	continue;
      if (plan->n == MAX_PASSES)
	{
	  ctx_error (ctx, 0, "more than %d passes are named", MAX_PASSES);
	  return false;
	}
      plan->step[plan->n++] = (struct step) { k, pass_table[k].run };
    }
  return true;
}

/* --- Checks ---------------------------------------------------------------------------------- */

/* Stop if P, which WHAT has produced, is not well-typed.  */
static void
check_after (struct fir_prog *p, const char *what)
{
  struct strbuf err = { NULL, 0, 0 }, text = { NULL, 0, 0 };

  if (!fir_check (p, &err))
    {
      fir_print (&text, p);
      ctx_fatal (p->ctx, "ill-typed program %s:\n%s\n%s", what, err.s ? err.s : "",
		 text.s ? text.s : "");
    }
  strbuf_free (&err);
}

/* Print P, read that back and print it again: the texts must be the same.  */
static void
roundtrip_after (struct fir_prog *p, const char *what)
{
  struct strbuf once = { NULL, 0, 0 }, twice = { NULL, 0, 0 }, err = { NULL, 0, 0 };
  struct fir_prog *q;

  fir_print (&once, p);
  q = fir_parse (p->ctx, what, once.s ? once.s : "", &err);
  if (!q)
    ctx_fatal (p->ctx, "the program %s does not read back: %s\n%s", what, err.s ? err.s : "",
	       once.s ? once.s : "");
  fir_print (&twice, q);
  if (once.s && twice.s && strcmp (once.s, twice.s) != 0)
    ctx_fatal (p->ctx, "the program %s reads back as another:\n%s\n%s", what, once.s, twice.s);
  strbuf_free (&once);
  strbuf_free (&twice);
  strbuf_free (&err);
}

/* --- Running --------------------------------------------------------------------------------- */

double
pass_seconds (void)
{
  struct timespec t;

  timespec_get (&t, TIME_UTC);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

/* The functions that regions call, as separate regions.  */
struct called
{
  struct fir_prog *p;
  bool finite;
  struct fir_region *first;
};

static void
note_call (struct fir_stmt *s, void *data)
{
  struct called *c = (struct called *) data;
  struct fir_region *r;

  if (s->op != FIR_CALL || s->callee->mark == c->p->marks)
    return;
  s->callee->mark = c->p->marks;
  r = CTX_NEW (c->p->ctx, struct fir_region);
  r->name = s->callee->name;
  r->nparams = s->callee->fn->nparams;
  r->params = s->callee->fn->params;
  r->body = s->callee->fn->body;
  r->finite = c->finite;
  r->next = c->first;
  c->first = r;
  fir_walk (r->body, note_call, c);
}

/* The functions that are still called once inline has run: recursive ones.  */
static struct fir_region *
called_functions (struct fir_prog *p)
{
  struct called c = { p, true, NULL };

  if (!p->funs)
    return NULL;
  for (struct fir_region *r = p->regions; r; r = r->next)
    c.finite &= r->finite;
  p->marks++;
  for (struct fir_region *r = p->regions; r; r = r->next)
    fir_walk (r->body, note_call, &c);
  return c.first;
}

/* --- What passes need and give --------------------------------------------------------------- */

static void
note_lacking (struct fir_stmt *s, void *data)
{
  unsigned *lacks = (unsigned *) data;

  switch (s->op)
    {
    case FIR_MAP:
    case FIR_REDUCE:
    case FIR_SCAN:
    case FIR_EXSCAN:
    case FIR_FILTER: *lacks |= PASS_LOOPS; break;
    default: break;
    }
}

/* Those of PROPS that R's program does not have.  */
static unsigned
lacking (struct run *r, unsigned props)
{
  unsigned lacks = 0;

  if (!props)
    return 0;
  for (struct fir_region *region = r->p->regions; region; region = region->next)
    fir_walk (region->body, note_lacking, &lacks);
  for (struct fir_region *f = called_functions (r->p); f; f = f->next)
    fir_walk (f->body, note_lacking, &lacks);
  return props & lacks;
}

/* May the pass of INFO run on R's program?  If not, that has been reported.  */
static bool
may_run (struct run *r, const struct pass_info *info)
{
  unsigned missing = lacking (r, info->needs & ~r->props);

  for (unsigned k = 0; k < pass_count; k++)
    if (pass_table[k].gives & missing)
      ctx_error (r->p->ctx, 0, "pass '%s' needs pass '%s'", info->name, pass_table[k].name);
  return !missing;
}

/* The pass of INFO has run: the properties that it gives hold from now on.  Those of later passes,
   which in the next round come behind it, may be lost.  */
static void
note_given (struct run *r, const struct pass_info *info)
{
  unsigned lost;

  r->props |= info->gives;
  for (const struct pass_info *later = info + 1; later < pass_table + pass_count; later++)
    r->props &= ~later->gives;
  lost = r->opt->check ? lacking (r, r->props) : 0;
  for (unsigned k = 0; k < pass_count; k++)
    if (pass_table[k].gives & lost)
      ctx_fatal (r->p->ctx, "pass '%s' left what pass '%s' removes", info->name,
		 pass_table[k].name);
}

/* Run STEP over every region, and over what regions call; how much it changed, -1 if it may not
   run.  */
static int
run_pass (struct run *r, const struct step *step)
{
  const struct pass_options *opt = r->opt;
  const struct pass_info *info = &pass_table[step->pass];
  const char *what = ctx_printf (r->p->ctx, "after pass '%s'", info->name);
  double begin = opt->time ? pass_seconds () : 0;
  unsigned changes = 0;

  if (!may_run (r, info))
    return -1;
  for (struct fir_region *region = r->p->regions; region; region = region->next)
    changes += step->run (r->p, region, r->log);
  for (struct fir_region *f = called_functions (r->p); f; f = f->next)
    changes += step->run (r->p, f, r->log);
  if (opt->trace && opt->time)
    fprintf (opt->trace, "%-10s %10.6f s\n", info->name, pass_seconds () - begin);
  if (opt->trace && opt->verbose)
    fprintf (opt->trace, "%-10s %10u changes\n", info->name, changes);
  if (opt->check)
    check_after (r->p, what);
  if (opt->roundtrip)
    roundtrip_after (r->p, what);
  if (opt->dump)
    opt->dump (opt->dump_data, r->dumps++, info->name, r->p);
  note_given (r, info);
  return (int) changes;
}

/* Run PLAN's rounds, the first from pass FROM on, up to STOP in the first if STOP < pass_count;
   false if one of them may not run.  */
static bool
run_rounds (struct run *r, const struct plan *plan, unsigned from, unsigned stop)
{
  for (unsigned round = 0; round < PASS_ROUNDS; round++)
    {
      unsigned changes = 0;

      if (r->opt->trace && r->opt->verbose)
	fprintf (r->opt->trace, "round %u\n", round + 1);
      for (unsigned k = 0; k < plan->n; k++)
	{
	  if (round == 0 && plan->rounds && plan->step[k].pass < from)
	    continue;
	  int n = run_pass (r, &plan->step[k]);

	  if (n < 0)
	    return false;
	  changes += (unsigned) n;
	  if (plan->step[k].pass == stop)
	    return true;
	}
      if (!plan->rounds || !changes)
	break;
    }
  return true;
}

/* The laws that were used, and how often.  */
static void
print_laws (FILE *f, const struct nova_ctx *ctx)
{
  for (unsigned k = 0; k < LAW_LAST; k++)
    if (law_count (ctx, (enum law) k))
      fprintf (f, "law %-6s %10llu  %s\n", law_table[k].number,
	       (unsigned long long) law_count (ctx, (enum law) k), law_table[k].text);
}

/* All passes in rounds but those that have to be asked for, and those of OFF, in whose places
   others may run.  */
static void
plan_all (struct plan *plan, const char *off)
{
  plan->rounds = true;
  for (unsigned k = 0; k < pass_count; k++)
    {
      pass_function *run = pass_listed (off, pass_table[k].name) ? pass_table[k].off
			   : pass_table[k].run;

      if (run && pass_table[k].when == PASS_ALWAYS)
	plan->step[plan->n++] = (struct step) { k, run };
    }
}

static bool
in_plan (const struct plan *plan, unsigned pass)
{
  unsigned k = 0;

  while (k < plan->n && plan->step[k].pass != pass)
    k++;
  return k < plan->n;
}

bool
pass_run (struct fir_prog *p, const struct pass_options *opt, struct pass_log *log)
{
  struct run r = { p, opt, log, 0, 0 };
  struct plan plan = { .n = 0 };
  unsigned from = opt->from ? find_pass (opt->from, strlen (opt->from)) : 0;
  unsigned stop = opt->stop_after ? find_pass (opt->stop_after, strlen (opt->stop_after))
		  : pass_count;

  if (!opt->only)
    plan_all (&plan, opt->off);
  else if (!read_list (p->ctx, opt->only, &plan))
    return false;
  if (stop < pass_count && !in_plan (&plan, stop))
    {
      ctx_error (p->ctx, 0, "no stop after pass '%s', which is not among those that run",
		 opt->stop_after);
      return false;
    }
  check_after (p, "before the first pass");
  /* From a pass over IMP on there is none to run.  */
  if (from < pass_count && !run_rounds (&r, &plan, from, stop))
    return false;
  if (opt->trace && opt->verbose)
    print_laws (opt->trace, p->ctx);
  check_after (p, "after the last pass");
  for (struct fir_region *region = p->regions; region; region = region->next)
    fuse_log_kept (p, region, log);
  return true;
}

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
#define MAX_NAME 32

const struct pass_info pass_table[] = {
#define FIR_PASS(NAME, TEXT, DOC) { TEXT, DOC, pass_##NAME },
#include "passes.def"
#undef FIR_PASS
};
const unsigned pass_count = sizeof pass_table / sizeof pass_table[0];

/* What runs: the passes of PLAN, by number, once or in rounds.  */
struct plan
{
  unsigned pass[MAX_PASSES], n;
  bool rounds;
};

struct run
{
  struct fir_prog *p;
  const struct pass_options *opt;
  struct pass_log *log;
  unsigned dumps;
  bool apart;			/* pass fuse makes loops, but merges none */
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

/* How many letters must be added, taken away or replaced to make B from the LEN letters at A.  */
static unsigned
distance (const char *a, size_t len, const char *b)
{
  unsigned row[MAX_NAME + 1];
  size_t n = strlen (b);

  if (len > MAX_NAME || n > MAX_NAME)
    return MAX_NAME;
  for (size_t j = 0; j <= n; j++)
    row[j] = (unsigned) j;
  for (size_t i = 1; i <= len; i++)
    {
      unsigned corner = row[0];

      row[0] = (unsigned) i;
      for (size_t j = 1; j <= n; j++)
	{
	  unsigned best = corner + (a[i - 1] != b[j - 1]);

	  corner = row[j];
	  if (row[j] + 1 < best)
	    best = row[j] + 1;
	  if (row[j - 1] + 1 < best)
	    best = row[j - 1] + 1;
	  row[j] = best;
	}
    }
  return row[n];
}

/* The number of the pass named by the LEN letters at NAME; reports an unknown one.  */
static bool
find_pass (struct nova_ctx *ctx, const char *name, size_t len, unsigned *number)
{
  unsigned nearest = 0;

  for (unsigned k = 0; k < pass_count; k++)
    {
      if (strlen (pass_table[k].name) == len && memcmp (pass_table[k].name, name, len) == 0)
	{
	  *number = k;
	  return true;
	}
      if (distance (name, len, pass_table[k].name) < distance (name, len, pass_table[nearest].name))
	nearest = k;
    }
  ctx_error (ctx, 0, "unknown pass '%.*s'; did you mean '%s'?", (int) len, name,
	     pass_table[nearest].name);
  return false;
}

/* The passes of the comma list LIST into PLAN; false if one is unknown.  */
static bool
read_list (struct nova_ctx *ctx, const char *list, struct plan *plan)
{
  while (*list)
    {
      size_t len = strcspn (list, ",");

      if (len)
	{
	  if (plan->n == MAX_PASSES)
	    {
	      ctx_error (ctx, 0, "more than %d passes are named", MAX_PASSES);
	      return false;
	    }
	  if (!find_pass (ctx, list, len, &plan->pass[plan->n]))
	    return false;
	  plan->n++;
	}
      list += len + (list[len] == ',');
    }
  return true;
}

static bool
listed (const struct plan *plan, unsigned pass)
{
  for (unsigned k = 0; k < plan->n; k++)
    if (plan->pass[k] == pass)
      return true;
  return false;
}

/* --- Checks ---------------------------------------------------------------------------------- */

/* WHAT left P as it is: stop if it is not well-typed.  */
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

static double
seconds (void)
{
  struct timespec t;

  timespec_get (&t, TIME_UTC);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

/* What calls in regions lead to, as regions of its own.  */
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

/* Run pass number K over every region, and over what regions call; how much it changed.  */
static unsigned
run_pass (struct run *r, unsigned k)
{
  const struct pass_options *opt = r->opt;
  const char *what = ctx_printf (r->p->ctx, "after pass '%s'", pass_table[k].name);
  double begin = opt->time ? seconds () : 0;
  unsigned changes = 0;

  for (struct fir_region *region = r->p->regions; region; region = region->next)
    changes += (r->apart && pass_table[k].run == pass_fuse ? fuse_apart : pass_table[k].run)
	       (r->p, region, r->log);
  for (struct fir_region *f = called_functions (r->p); f; f = f->next)
    changes += (r->apart && pass_table[k].run == pass_fuse ? fuse_apart : pass_table[k].run)
	       (r->p, f, r->log);
  if (opt->trace && opt->time)
    fprintf (opt->trace, "%-10s %10.6f s\n", pass_table[k].name, seconds () - begin);
  if (opt->trace && opt->verbose)
    fprintf (opt->trace, "%-10s %10u changes\n", pass_table[k].name, changes);
  if (opt->check)
    check_after (r->p, what);
  if (opt->roundtrip)
    roundtrip_after (r->p, what);
  if (opt->dump)
    opt->dump (opt->dump_data, r->dumps++, pass_table[k].name, r->p);
  return changes;
}

/* Run PLAN's rounds, the first from pass FROM on, up to STOP in the first if STOP < pass_count.
   */
static void
run_rounds (struct run *r, const struct plan *plan, unsigned from, unsigned stop)
{
  for (unsigned round = 0; round < PASS_ROUNDS; round++)
    {
      unsigned changes = 0;

      if (r->opt->trace && r->opt->verbose)
	fprintf (r->opt->trace, "round %u\n", round + 1);
      for (unsigned k = 0; k < plan->n; k++)
	{
	  if (round == 0 && plan->rounds && plan->pass[k] < from)
	    continue;
	  changes += run_pass (r, plan->pass[k]);
	  if (plan->pass[k] == stop)
	    return;
	}
      if (!plan->rounds || !changes)
	return;
    }
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

bool
pass_run (struct fir_prog *p, const struct pass_options *opt, struct pass_log *log)
{
  struct run r = { p, opt, log, 0, false };
  struct plan plan = { { 0 }, 0, false }, off = { { 0 }, 0, false };
  unsigned from = 0, stop = pass_count;

  if (opt->off && !read_list (p->ctx, opt->off, &off))
    return false;
  if (opt->from && !find_pass (p->ctx, opt->from, strlen (opt->from), &from))
    return false;
  if (opt->stop_after
      && !find_pass (p->ctx, opt->stop_after, strlen (opt->stop_after), &stop))
    return false;
  if (opt->only)
    {
      if (!read_list (p->ctx, opt->only, &plan))
	return false;
    }
  else
    {
      plan.rounds = true;
      /* Lowering takes loops: of fuse, only its merging can be left out.  */
      for (unsigned k = 0; k < pass_count; k++)
	if (!listed (&off, k))
	  plan.pass[plan.n++] = k;
	else if (pass_table[k].run == pass_fuse)
	  {
	    plan.pass[plan.n++] = k;
	    r.apart = true;
	  }
    }
  check_after (p, "before the first pass");
  run_rounds (&r, &plan, from, stop);
  if (opt->trace && opt->verbose)
    print_laws (opt->trace, p->ctx);
  check_after (p, "after the last pass");
  for (struct fir_region *region = p->regions; region; region = region->next)
    fuse_log_kept (p, region, log);
  return true;
}

/* nova-fuzz: what is demanded of a program and its calls.

   It is read, checked, printed and read again.  What the evaluator of FIR gives for a call must be
   what it gives after each pass, and what the evaluator of IMP gives with chunks of several sizes:
   results, memory, or the error with its site.  In MODE_BOTH the laws E1 and E2 (doc/laws.txt)
   leave the choice of the error open, and then an error only asks for an error.  And it must not
   cost much more after a pass, or lowered.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"
#include "eval/fir-eval.h"
#include "eval/imp-eval.h"

#include <stdlib.h>
#include <string.h>

const char *const found_text[FOUND_LAST]
  = { "good", "undefined", "refused", "invalid", "fatal", "roundtrip", "pass", "imp-check", "imp",
      "c", "cost" };

uint64_t *judge_fired, *judge_laws;

/* A text of IMP, and the sizes of chunks in which it has been evaluated.  */
struct seen
{
  struct strbuf text;
  unsigned n;
  uint64_t chunk[8];
};

struct judging
{
  struct verdict v;
  jmp_buf escape;
  struct nova_ctx *ctx;
  unsigned ncalls;
  const char *const *calls;
  struct strbuf want[MAX_CALLS];	/* what each call gives */
  struct eval_cost cost[MAX_CALLS];	/* and costs, after the last pass */
  bool skip[MAX_CALLS];			/* it has no meaning */
  enum mode mode;
  struct strbuf last;			/* the program after the last pass that changed it */
  struct seen seen[8];			/* what it was lowered to, by several versions perhaps */
  unsigned nseen;
  bool found, sized, strided;		/* what that was made of had a find; groups, expanded or
					   sought elements; windows, or strided or regular views */
  bool joined, permuted;		/* what any pass began with had a concat; a permute */
};

static void __attribute__ ((noreturn))
stop (struct judging *j, enum found found)
{
  j->v.found = found;
  longjmp (j->escape, 1);
}

static void
say (struct judging *j, const char *fmt, ...)
{
  va_list ap;

  va_start (ap, fmt);
  vsnprintf (j->v.text, sizeof j->v.text, fmt, ap);
  va_end (ap);
}

/* --- Costs ----------------------------------------------------------------------------------- */

/* A call may do TIMES the work that it did, and WORK more; and hold as many elements as it did, and
   as there are arguments, and MEMORY more, in a FLAT program also as many as its work.  The
   constants are for inputs as small as these: loops around, offsets, counts.  */
struct bound
{
  const char *stage;
  uint64_t times, work, memory;
  bool lowered, flat;
};

static const struct bound bounds[] = {
  /* An operation that moved its elements, at one each, is loops that compute where to; of bins and
     buckets there are vectors between them.  */
  { "expand", 4, 300, 128, false, false },
  /* Each element finds what belongs to its segment, offsets are made, and elements are divided
     among the arms of an if and put together again.  Rows that were made one after another are
     all there at once.  */
  { "flatten", 8, 400, 512, false, true },
  /* What is the same for each element is computed once, even if there is none.  */
  { "lift", 2, 200, 64, false, false },
  { "hoist", 2, 100, 32, false, false },
  /* So it is with reverse, rotate, pad in the loop that reads them.  Windows that are a result, of
     the same elements so far, are written.  */
  { "fuse", 4, 300, 128, false, false },
  /* An if with cheap arms does both.  */
  { "simplify", 3, 32, 32, false, false },
  /* Filters count first, and partial results are combined; sorts by digits have 256 counts a
     chunk; small bins have two tables of 4096 bytes.  */
  { "loops 5", 4, 200, 10000, true, false },
  /* The same, with lanes and their sums in each loop.  */
  { "imp 0", 4, 4000, 12000, true, false },
  /* Any other pass over FIR.  */
  { NULL, 2, 32, 32, false, false },
};

/* At least how many elements there are in TEXT, a call's arguments or a result.  */
static uint64_t
elements (const char *text)
{
  uint64_t n = 1;

  for (; *text; text++)
    n += *text == ' ' || *text == ',';
  return n;
}

/* --- The host -------------------------------------------------------------------------------- */

static void
diagnose (struct nova_host *host, enum diag_kind kind, uint32_t site, const char *msg)
{
  struct judging *j = (struct judging *) host->data;

  if (kind != DIAG_ERROR)
    return;
  say (j, "%s", msg);
  stop (j, FOUND_REFUSED);
}

static void __attribute__ ((noreturn))
fatal (struct nova_host *host, const char *msg)
{
  struct judging *j = (struct judging *) host->data;

  say (j, "%s", msg);
  stop (j, FOUND_FATAL);
}

/* --- Comparing ------------------------------------------------------------------------------- */

static bool
is_error (const char *s)
{
  return strncmp (s, "error ", 6) == 0;
}

static bool
agree (const struct judging *j, const char *want, const char *got)
{
  if (strcmp (want, got) == 0)
    return true;
  return j->mode == MODE_BOTH && is_error (want) && !strstr (got, ": evaluation: ");
}

static const char *
text_of (const struct strbuf *b)
{
  return b->s ? b->s : "";
}

/* An error that an element raises: an index, or the leaf that fails.  */
static bool
is_element_error (const char *s)
{
  static const char leaf[] = "error " LEAF_SITE ":";

  return is_error (s)
	 && (strstr (s, " is not below ") || strncmp (s, leaf, sizeof leaf - 1) == 0);
}

static bool looks_at_memory (struct fir_var *v, bool through);

/* An arm of S, an if or a case, gives V a view of memory.  */
static bool
chooses_memory (struct fir_stmt *s, struct fir_var *v)
{
  for (unsigned r = 0; r < s->nres; r++)
    for (unsigned k = 0; s->res[r] == v && k < s->nfns; k++)
      if (looks_at_memory (s->fns[k]->body->rets[r].var, true))
	return true;
  return false;
}

/* V looks at memory through operations that only change indices, or choose.  */
static bool
looks_at_memory (struct fir_var *v, bool through)
{
  struct fir_stmt *s = v ? v->def : NULL;

  if (s && (s->op == FIR_IF || s->op == FIR_CASE))
    return chooses_memory (s, v);
  if (!s || (s->op != FIR_VIEW && !(fir_op_info[s->op].flags & FIR_FLAG_INDEX)))
    return false;
  if (s->op == FIR_VIEW)
    return through;
  for (unsigned k = 0; k < s->nargs; k++)
    if (looks_at_memory (s->args[k].var, true))
      return true;
  return false;
}

/* A view of a view is a view: whether such a result is looked at before a store or after is open,
   so that calls whose stores change memory have no meaning.  */
static bool
sees_stores (struct fir_region *r, const char *call, const char *got)
{
  const char *before = strstr (call, "mem=["), *after = strstr (got, "; mem=[");
  size_t n = before ? strcspn (before, "]") : 0;
  bool any = false;

  for (unsigned k = 0; k < r->body->nrets; k++)
    any |= looks_at_memory (r->body->rets[k].var, false);
  return any && before && after && strncmp (before, after + 2, n) != 0;
}

/* What the calls of P give, for the first time.  */
static void
first_values (struct judging *j, struct fir_prog *p)
{
  unsigned undefined = 0;

  for (unsigned k = 0; k < j->ncalls; k++)
    {
      eval_fir (p, j->calls[k], &j->want[k], &j->cost[k]);
      j->skip[k] = strstr (text_of (&j->want[k]), ": evaluation: ") != NULL
		   || sees_stores (p->regions, j->calls[k], text_of (&j->want[k]));
      undefined += j->skip[k];
    }
  if (undefined == j->ncalls)
    {
      say (j, "%s", text_of (&j->want[0]));
      stop (j, FOUND_UNDEFINED);
    }
}

static void
compare (struct judging *j, unsigned k, const struct strbuf *got, enum found found)
{
  if (agree (j, text_of (&j->want[k]), text_of (got)))
    return;
  /* A read or a call that failed, but that nobody needs (law E1), may have kept the program from
     what has no meaning; but not from a read outside: then a check is lost.  */
  if (is_element_error (text_of (&j->want[k])) && strstr (text_of (got), ": evaluation: ")
      && !strstr (text_of (got), " of a vector of "))
    {
      j->skip[k] = true;
      return;
    }
  /* Only dce drops such reads and calls: from now on that is what is wanted.  */
  if (is_element_error (text_of (&j->want[k])) && strcmp (j->v.stage, "dce") == 0)
    {
      strbuf_free (&j->want[k]);
      strbuf_printf (&j->want[k], "%s", text_of (got));
      return;
    }
  say (j, "%.300s\n want %.300s\n got  %.300s", j->calls[k], text_of (&j->want[k]),
       text_of (got));
  stop (j, found);
}

/* Does program TEXT have a view of several levels?  */
static bool
has_regular_view (const char *text)
{
  for (const char *p = text; (p = strstr (p, ": vec vec ")) != NULL; p++)
    {
      const char *view = strstr (p, " = view "), *end = strchr (p, '\n');

      if (view && end && view < end)
	return true;
    }
  return false;
}

/* How often the program may do the work that B says.  Each row that is sorted alone has its runs,
   blocks and cursors, however short it is.  A find that would stop at once looks at all of a part,
   which is 64 elements or what there are of fewer (law X3).  A key that is a float becomes an
   integer in ten steps, once to sort and twice to cut groups; sizes become offsets, and their sum
   is checked.  A window, strided or regular view that is a result divides each index, and asks
   which of the vectors that are joined has it, for elements that were no work so far.  Rows of
   vectors that are joined are looked for where they are, once to measure them and once to copy
   them.  A permute notes for each row where it has been.  A search among few has its bounds to
   begin with.  */
static unsigned
more_work (const struct judging *j, const struct bound *b)
{
  const char *text = text_of (&j->last);

  if (b->lowered)
    return strstr (text, " = sort ") || strstr (text, " = radix ") || j->joined || j->permuted
	   ? 2 : 1;
  if (b->stage && strcmp (b->stage, "expand") == 0)
    return j->found ? 64 : j->sized ? 2 : 1;
  return b->stage && strcmp (b->stage, "fuse") == 0 && j->strided ? 8 : 1;
}

/* The same of WORK in all, if GOT is what it gives.  */
static uint64_t
most_work (const struct judging *j, const struct bound *b, uint64_t work, const struct strbuf *got)
{
  if (b->stage && strcmp (b->stage, "fuse") == 0 && j->strided)
    work += elements (text_of (got));
  return more_work (j, b) * b->times * work + b->work;
}

/* Compare what call K cost after the last pass over FIR and what it costs now, COST, with result
   GOT.  If it fails, how much is done that nobody needs is open.  */
static void
compare_costs (struct judging *j, unsigned k, const struct strbuf *got,
	       const struct eval_cost *cost)
{
  const struct eval_cost *was = &j->cost[k];
  const struct bound *b = bounds;

  if (is_error (text_of (&j->want[k])) || is_error (text_of (got)))
    return;
  while (b->stage && strcmp (b->stage, j->v.stage) != 0)
    b++;
  if (cost->work <= most_work (j, b, was->work, got)
      && cost->peak <= was->peak + elements (j->calls[k]) + b->memory + (b->flat ? was->work : 0))
    return;
  say (j, "%.300s\n cost work %llu, peak %llu\n now  work %llu, peak %llu", j->calls[k],
       (unsigned long long) was->work, (unsigned long long) was->peak,
       (unsigned long long) cost->work, (unsigned long long) cost->peak);
  stop (j, FOUND_COST);
}

/* --- FIR ------------------------------------------------------------------------------------- */

/* TEXT, just printed, must read back to the same text.  */
static void
reads_back (struct judging *j, const char *text)
{
  struct strbuf err = { NULL, 0, 0 }, again = { NULL, 0, 0 };
  struct fir_prog *q = fir_parse (j->ctx, "printed", text, &err);

  if (!q)
    {
      say (j, "%s", text_of (&err));
      strbuf_free (&err);
      stop (j, FOUND_ROUNDTRIP);
    }
  fir_print (&again, q);
  if (strcmp (text_of (&again), text) != 0)
    {
      say (j, "reads back as another program:\n%.500s", text_of (&again));
      strbuf_free (&again);
      stop (j, FOUND_ROUNDTRIP);
    }
  strbuf_free (&again);
}

/* P is what a pass has made.  The pass manager could check and read back after each pass, too, but
   does that whether anything has changed or not.  */
static void
after_pass (void *data, unsigned number, const char *pass, struct fir_prog *p)
{
  struct judging *j = (struct judging *) data;
  struct strbuf text = { NULL, 0, 0 }, got = { NULL, 0, 0 }, err = { NULL, 0, 0 };
  struct eval_cost cost;

  (void) number;
  snprintf (j->v.stage, sizeof j->v.stage, "%s", pass);
  fir_print (&text, p);
  if (strcmp (text_of (&text), text_of (&j->last)) == 0)
    {
      strbuf_free (&text);
      return;
    }
  for (unsigned k = 0; judge_fired && k < pass_count; k++)
    judge_fired[k] += strcmp (pass_table[k].name, pass) == 0;
  j->joined |= strstr (text_of (&j->last), " = concat ") != NULL;
  j->permuted |= strstr (text_of (&j->last), " = permute ") != NULL;
  j->found = strstr (text_of (&j->last), " = find ") != NULL;
  j->sized = strstr (text_of (&j->last), " = groupby ") || strstr (text_of (&j->last), " = expand")
	     || strstr (text_of (&j->last), " = search ");
  j->strided = strstr (text_of (&j->last), " = window ")
	       || strstr (text_of (&j->last), " = viewstrided ")
	       || has_regular_view (text_of (&j->last));
  strbuf_free (&j->last);
  j->last = text;
  if (!fir_check (p, &err))
    {
      say (j, "%.500s\n%.500s", text_of (&err), text_of (&text));
      strbuf_free (&err);
      stop (j, FOUND_FATAL);
    }
  reads_back (j, text_of (&text));
  for (unsigned k = 0; k < j->ncalls; k++)
    if (!j->skip[k])
      {
	eval_fir (p, j->calls[k], &got, &cost);
	/* A list is a pointer now, which cannot be written.  */
	if (strcmp (pass, "sums") == 0 && strstr (text_of (&got), " in the arguments"))
	  j->skip[k] = true;
	else
	  {
	    compare (j, k, &got, FOUND_PASS);
	    compare_costs (j, k, &got, &cost);
	    j->cost[k] = cost;
	  }
	strbuf_free (&got);
      }
}

static struct fir_prog *
read_program (struct judging *j, const char *text)
{
  struct strbuf err = { NULL, 0, 0 };
  struct fir_prog *p = fir_parse (j->ctx, "fuzz", text, &err);

  if (!p || !fir_check_file (p, "fuzz", text, &err))
    {
      say (j, "%s", text_of (&err));
      strbuf_free (&err);
      stop (j, FOUND_INVALID);
    }
  fir_print (&j->last, p);
  reads_back (j, text_of (&j->last));
  return p;
}

/* --- IMP ------------------------------------------------------------------------------------- */

/* What a program is lowered to, and how many elements the chunks have in which it is evaluated (0:
   as many as it wants).  */
struct version
{
  const char *name;
  enum lower_reads reads;
  const struct nova_target *target;
  unsigned n;
  uint64_t chunk[4];
};

static const struct version versions[] = {
  { "imp", READS_ANY, &target_pool, 4, { 1, 2, 5, 0 } },
  { "small", READS_ANY, &target_small, 2, { 0, 5 } },
  { "dense", READS_DENSE, &target_small, 1, { 2 } },
  { "flat", READS_FLAT, &target_pool, 1, { 5 } },
  { "even", READS_EVEN, &target_pool, 1, { 0 } },
};

/* What it is before the passes over IMP: loops with outputs.  */
static const struct version unscheduled = { "loops", READS_ANY, &target_pool, 1, { 5 } };

/* Q, the program lowered to V, in chunks of CHUNK elements; some sizes as on a single thread.  */
static void
judge_chunk (struct judging *j, struct imp_prog *q, const struct version *v, uint64_t chunk)
{
  for (unsigned k = 0; k < j->ncalls; k++)
    if (!j->skip[k])
      {
	struct strbuf got = { NULL, 0, 0 };
	struct eval_cost cost;

	snprintf (j->v.stage, sizeof j->v.stage, "%s %u", v->name, (unsigned) chunk);
	eval_imp (q, j->calls[k], chunk, chunk % 5 == 0 ? 1 : 4, &got, &cost);
	/* That version is not called for such rows.  */
	if (v->reads != READS_EVEN
	    || !strstr (text_of (&got), "a loose vector that is not regular"))
	  {
	    compare (j, k, &got, FOUND_IMP);
	    if (v == &unscheduled || (v == versions && !chunk))
	      compare_costs (j, k, &got, &cost);
	  }
	strbuf_free (&got);
      }
}

/* Q, of TEXT, is admitted, and reads back to the same text.  */
static void
judge_text (struct judging *j, struct imp_prog *q, const struct strbuf *text,
	    const struct version *v)
{
  struct strbuf err = { NULL, 0, 0 }, again = { NULL, 0, 0 };
  struct imp_prog *r;

  if (!imp_check (q, &err))
    {
      say (j, "%s: %s", v->name, text_of (&err));
      stop (j, FOUND_IMP_CHECK);
    }
  r = imp_parse (j->ctx, "printed", text_of (text), &err);
  if (r)
    imp_print (&again, r);
  if (!r || strcmp (text_of (text), text_of (&again)) != 0)
    {
      say (j, "IMP: %s", r ? "reads back as another program" : text_of (&err));
      stop (j, FOUND_ROUNDTRIP);
    }
  strbuf_free (&again);
}

static bool
evaluated (const struct seen *s, uint64_t chunk)
{
  for (unsigned k = 0; k < s->n; k++)
    if (s->chunk[k] == chunk)
      return true;
  return false;
}

/* Q, the program lowered to V.  Versions that do not differ are judged once.  */
static void
judge_imp (struct judging *j, struct imp_prog *q, const struct version *v)
{
  struct seen *s = j->seen;
  struct strbuf text = { NULL, 0, 0 };

  imp_print (&text, q);
  while (s < j->seen + j->nseen && strcmp (text_of (&s->text), text_of (&text)) != 0)
    s++;
  if (s == j->seen + j->nseen)
    {
      j->nseen++;
      *s = (struct seen) { .text = text };
      judge_text (j, q, &s->text, v);
    }
  else
    strbuf_free (&text);
  for (unsigned c = 0; c < v->n; c++)
    if (!evaluated (s, v->chunk[c]))
      {
	s->chunk[s->n++] = v->chunk[c];
	judge_chunk (j, q, v, v->chunk[c]);
      }
}

static void
forget_seen (struct judging *j)
{
  while (j->nseen)
    strbuf_free (&j->seen[--j->nseen].text);
}

/* Flatten runs only where it is asked for: on the program as it is, and on one that is inlined and
   expanded.  What it has changed goes on through the other passes, and is lowered.  */
#define FLAT_PASSES \
  "flatten,closures,sums,inline,tail,simplify,cse,dce,expand,flatten,simplify,cse,dce,expand,fuse"

static void
lower_flat (struct judging *j, struct fir_prog *p)
{
  struct pass_options opt = { .dump = after_pass, .dump_data = j };
  struct imp_prog *q;

  pass_run (p, &opt, NULL);
  strcpy (j->v.stage, "flat lower");
  q = lower (p, NULL, versions[0].reads, versions[0].target, NULL);
  if (q && schedule_run (q, NULL))
    judge_imp (j, q, &versions[0]);
  forget_seen (j);
}

static void
judge_flat (struct judging *j, const char *text)
{
  struct pass_options opt = { .only = FLAT_PASSES, .dump = after_pass, .dump_data = j };
  struct judging given = *j;
  struct fir_prog *p;

  for (unsigned k = 0; k < j->ncalls; k++)
    {
      given.want[k] = (struct strbuf) { NULL, 0, 0 };
      strbuf_printf (&given.want[k], "%s", text_of (&j->want[k]));
    }
  strbuf_free (&j->last);
  p = read_program (j, text);
  strcpy (j->v.stage, "flat passes");
  pass_run (p, &opt, NULL);
  if (law_count (j->ctx, LAW_G1))
    lower_flat (j, p);
  /* The other passes begin where these did.  */
  for (unsigned k = 0; k < j->ncalls; k++)
    {
      strbuf_free (&j->want[k]);
      j->want[k] = given.want[k];
      j->cost[k] = given.cost[k];
      j->skip[k] = given.skip[k];
    }
  strbuf_free (&j->last);
}

static void
judge_all (struct judging *j, const char *text)
{
  struct pass_options opt = { .dump = after_pass, .dump_data = j };
  struct pass_log log = { j->ctx, NULL, NULL };
  struct fir_prog *p = read_program (j, text);
  struct strbuf before = { NULL, 0, 0 }, after = { NULL, 0, 0 };

  first_values (j, p);
  judge_flat (j, text);
  strbuf_free (&j->last);
  fir_print (&j->last, p);
  strcpy (j->v.stage, "passes");
  pass_run (p, &opt, &log);
  fir_print (&before, p);
  strcpy (j->v.stage, "lower");
  for (unsigned k = 0; k < sizeof versions / sizeof *versions; k++)
    {
      const struct version *v = &versions[k];
      struct imp_prog *q = lower (p, k == 0 ? &log : NULL, v->reads, v->target, NULL);

      if (q && k == 0)
	judge_imp (j, q, &unscheduled);
      if (!q || !schedule_run (q, NULL))
	{
	  say (j, "lowering gives nothing");
	  stop (j, FOUND_REFUSED);
	}
      judge_imp (j, q, v);
    }
  fir_print (&after, p);
  if (strcmp (text_of (&before), text_of (&after)) != 0)
    {
      say (j, "lowering changes the program");
      stop (j, FOUND_ROUNDTRIP);
    }
  strbuf_free (&before);
  strbuf_free (&after);
}

struct verdict
judge (const char *text, unsigned ncalls, const char *const *calls, enum mode mode)
{
  struct judging j = { .ncalls = ncalls, .calls = calls, .mode = mode };
  struct nova_host host = { diagnose, fatal, NULL, NULL, NULL, &j };

  j.ctx = ctx_new (&host);
  if (setjmp (j.escape) == 0)
    judge_all (&j, text);
  if (j.v.found == FOUND_NONE)
    {
      j.v.stage[0] = j.v.text[0] = 0;
      for (unsigned k = 0; judge_laws && k < LAW_LAST; k++)
	judge_laws[k] += law_count (j.ctx, (enum law) k);
    }
  for (unsigned k = 0; k < ncalls; k++)
    strbuf_free (&j.want[k]);
  strbuf_free (&j.last);
  forget_seen (&j);
  ctx_free (j.ctx);
  return j.v;
}

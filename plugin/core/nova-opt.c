/* nova-opt: the core as a program.  Reads FIR or IMP text, checks it, runs passes, lowers,
   evaluates, prints.

   What the plugin dumps is its input, so every step of a compilation can be done again by hand;
   the tests in testsuite/nova.fir and testsuite/nova.imp are runs of it.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass/pass.h"
#include "imp/imp.h"
#include "lower/lower.h"
#include "schedule/schedule.h"
#include "emit/emit-c.h"
#include "eval/fir-eval.h"
#include "fir/fir-graph.h"
#include "eval/imp-eval.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_EVALS 64

enum emit { EMIT_FIR, EMIT_IMP, EMIT_C, EMIT_GRAPH };

struct options
{
  const char *file;
  bool imp, passes, roundtrip, unchecked, log, help, work;
  enum lower_reads reads;
  const struct nova_target *target;
  enum emit emit;
  const char *explain;		/* a pass */
  struct strbuf before;		/* EMIT_GRAPH: the data flow before the passes */
  struct pass_options pass;
  const char *eval[MAX_EVALS];
  unsigned nevals;
  unsigned long chunk, threads;
};

/* The options: the word, what the value is called (NULL: it has none), what it does.  */
static const struct
{
  const char *name, *value, *doc;
} option_table[] = {
  { "pass", "LIST", "run exactly these passes in this order; all: every pass, to the fixed point" },
  { "passes", NULL, "as --pass=all" },
  { "off", "LIST", "run all passes but these" },
  { "from", "PASS", "run all passes, the first round from PASS on" },
  { "stop-after", "PASS", "stop after PASS, or lower" },
  { "check", NULL, "check the program after every pass" },
  { "roundtrip", NULL, "print and read again after every pass, and compare" },
  { "emit", "FORM", "what to print: fir, imp, or c; imp and c lower a FIR program first" },
  { "eval", "CALL", "evaluate '(REGION ARG ...)', print what it gives instead; may be repeated" },
  { "work", NULL, "with --eval: print the work, and the most elements alive at once, too" },
  { "unchecked", NULL, "do not check IMP, read or lowered: to see and evaluate what is refused" },
  { "chunk", "N", "evaluate IMP with chunks of N elements, so that small inputs make many" },
  { "threads", "N", "evaluate IMP as N threads would run it; 4, if not given" },
  { "reads", "FORM", "lower for vectors of any form, or those that are dense, flat, even" },
  { "target", "NAME", "lower for the target NAME" },
  { "imp", NULL, "the input is IMP (as if its name ended in .imp)" },
  { "log", NULL, "print what was fused, kept, materialised" },
  { "graph", NULL,
    "print the data flow as Graphviz text, before and after the passes that are run" },
  { "explain", "PASS",
    "print what PASS may do, and why its place is where it is; no FILE is read" },
  { "time", NULL, "print how long each pass took" },
  { "verbose", NULL, "print what each pass changed" },
  { "help", NULL, "print this" },
};

/* --- The host -------------------------------------------------------------------------------- */

static void
diagnose (struct nova_host *host, enum diag_kind kind, uint32_t site, const char *msg)
{
  static const char *const text[] = { "error", "warning", "note" };
  const struct options *o = (const struct options *) host->data;

  if (site)
    fprintf (stderr, "%s:%u:1: %s: %s\n", o->file, (unsigned) site, text[kind], msg);
  else
    fprintf (stderr, "nova-opt: %s: %s\n", text[kind], msg);
}

static void
fatal (struct nova_host *host, const char *msg)
{
  (void) host;
  fflush (stdout);
  fprintf (stderr, "nova-opt: internal error: %s\n", msg);
  exit (3);
}

/* --- Options --------------------------------------------------------------------------------- */

static void
print_help (void)
{
  size_t k;

  printf ("Usage: nova-opt [OPTION]... FILE\n"
	  "Read the FIR or IMP text FILE (-: standard input), check it, run passes, print it.\n\n"
	  "Options:\n");
  for (k = 0; k < sizeof option_table / sizeof *option_table; k++)
    {
      char buf[64];

      snprintf (buf, sizeof buf, "--%s%s%s", option_table[k].name, option_table[k].value ? "=" : "",
		option_table[k].value ? option_table[k].value : "");
      printf ("  %-20s %s\n", buf, option_table[k].doc);
    }
  printf ("\nPasses over FIR:\n");
  for (k = 0; k < pass_count; k++)
    printf ("  %-20s %s\n", pass_table[k].name, pass_table[k].doc);
  printf ("\nPasses over IMP, behind lowering:\n");
  for (k = 0; k < schedule_count; k++)
    printf ("  %-20s %s\n", schedule_table[k].name, schedule_table[k].doc);
  printf ("\nTargets:\n");
  for (k = 0; target_all[k]; k++)
    printf ("  %-20s %s\n", target_all[k]->name, target_all[k]->doc);
  printf ("\nOperations of FIR (doc/fir.txt):\n");
  for (k = 0; k < FIR_LAST; k++)
    printf ("  %-20s %s\n", fir_op_info[k].text, fir_op_info[k].doc);
}

/* doc/laws.txt, a line each.  */
static const char *const laws[] = {
#include "laws-text.h"
};

/* Does line K of the laws head the section of a pass, NAME or "NAME: ..." behind its number?  */
static bool
heads (size_t k, const char *name)
{
  const char *s = laws[k];
  size_t n = strlen (name);

  while (*s >= '0' && *s <= '9')
    s++;
  if (s == laws[k] || strncmp (s, ". ", 2) != 0)
    return false;
  s += 2;
  return !name[0] || (strncmp (s, name, n) == 0 && (!s[n] || s[n] == ':' || s[n] == ' '));
}

/* What doc/laws.txt says of pass NAME.  */
static void
print_laws (const char *name)
{
  size_t n = sizeof laws / sizeof *laws, k;
  bool in = false;

  for (k = 0; k < n; k++)
    {
      if (heads (k, ""))
	in = heads (k, name);
      if (in)
	printf ("%s\n", laws[k]);
    }
}

static void __attribute__ ((noreturn, format (printf, 1, 2)))
usage (const char *fmt, ...)
{
  va_list ap;

  fprintf (stderr, "nova-opt: ");
  va_start (ap, fmt);
  vfprintf (stderr, fmt, ap);
  va_end (ap);
  fprintf (stderr, "\nTry 'nova-opt --help'.\n");
  exit (2);
}

static void
explain (const char *name)
{
  unsigned k;

  for (k = 0; k < pass_count && strcmp (pass_table[k].name, name) != 0; k++)
    ;
  if (k == pass_count)
    usage ("'%s' is no pass over FIR", name);
  printf ("%s: %s\n\n", name, pass_table[k].doc);
  if (pass_table[k].when == PASS_ASKED)
    printf ("It runs only where --pass names it.\n\n");
  else
    printf ("It runs %s%s%s%s, again and again until nothing changes.\n\n",
	    k ? "after " : "first", k ? pass_table[k - 1].name : "",
	    k + 1 < pass_count ? ", before " : "",
	    k + 1 < pass_count ? pass_table[k + 1].name : "");
  print_laws (name);
}

static void
set_emit (struct options *o, const char *value)
{
  if (strcmp (value, "fir") == 0)
    o->emit = EMIT_FIR;
  else if (strcmp (value, "imp") == 0)
    o->emit = EMIT_IMP;
  else if (strcmp (value, "c") == 0)
    o->emit = EMIT_C;
  else
    usage ("--emit is fir, imp or c, not '%s'", value);
}

static void
set_reads (struct options *o, const char *value)
{
  static const char *const name[] = { "any", "dense", "flat", "even" };
  for (unsigned k = 0; k < sizeof name / sizeof *name; k++)
    if (strcmp (value, name[k]) == 0)
      {
	o->reads = (enum lower_reads) k;
	return;
      }
  usage ("--reads is any, dense, flat or even, not '%s'", value);
}

static void
set_target (struct options *o, const char *value)
{
  const struct nova_target *const *t = target_all;

  while (*t && strcmp ((*t)->name, value) != 0)
    t++;
  if (!*t)
    usage ("'%s' is no target", value);
  o->target = *t;
}

/* The option NAME, a row of the table, with its VALUE.  */
static void
set_option (struct options *o, const char *name, const char *value)
{
  if (strcmp (name, "pass") == 0)
    {
      o->passes = true;
      o->pass.only = strcmp (value, "all") == 0 ? NULL : value;
    }
  else if (strcmp (name, "passes") == 0)
    o->passes = true;
  else if (strcmp (name, "off") == 0)
    o->passes = true, o->pass.off = value;
  else if (strcmp (name, "from") == 0)
    o->passes = true, o->pass.from = value;
  else if (strcmp (name, "stop-after") == 0)
    o->passes = true, o->pass.stop_after = value;
  else if (strcmp (name, "check") == 0)
    o->pass.check = true;
  else if (strcmp (name, "work") == 0)
    o->work = true;
  else if (strcmp (name, "unchecked") == 0)
    o->unchecked = true;
  else if (strcmp (name, "roundtrip") == 0)
    o->roundtrip = o->pass.roundtrip = true;
  else if (strcmp (name, "emit") == 0)
    set_emit (o, value);
  else if (strcmp (name, "reads") == 0)
    set_reads (o, value);
  else if (strcmp (name, "target") == 0)
    set_target (o, value);
  else if (strcmp (name, "chunk") == 0)
    o->chunk = strtoul (value, NULL, 10);
  else if (strcmp (name, "threads") == 0)
    o->threads = strtoul (value, NULL, 10);
  else if (strcmp (name, "imp") == 0)
    o->imp = true;
  else if (strcmp (name, "log") == 0)
    o->log = true;
  else if (strcmp (name, "graph") == 0)
    o->emit = EMIT_GRAPH;
  else if (strcmp (name, "explain") == 0)
    o->explain = value;
  else if (strcmp (name, "time") == 0)
    o->pass.time = true;
  else if (strcmp (name, "verbose") == 0)
    o->pass.verbose = true;
  else if (strcmp (name, "help") == 0)
    o->help = true;
  else if (o->nevals == MAX_EVALS)
    usage ("--eval more than %d times", MAX_EVALS);
  else
    o->eval[o->nevals++] = value;
}

static void
read_options (struct options *o, int argc, char **argv)
{
  int i;

  memset (o, 0, sizeof *o);
  o->pass.trace = stderr;
  o->target = &target_pool;
  for (i = 1; i < argc; i++)
    {
      const char *arg = argv[i], *eq = strchr (arg, '=');
      size_t k, len = eq ? (size_t) (eq - arg) : strlen (arg);

      if (arg[0] != '-' || !arg[1])
	{
	  if (o->file)
	    usage ("one file at a time");
	  o->file = arg;
	  continue;
	}
      for (k = 0; k < sizeof option_table / sizeof *option_table; k++)
	if (len > 2 && strncmp (arg, "--", 2) == 0 && strlen (option_table[k].name) == len - 2
	    && strncmp (arg + 2, option_table[k].name, len - 2) == 0)
	  break;
      if (k == sizeof option_table / sizeof *option_table)
	usage ("'%s' is no option", arg);
      if (!eq != !option_table[k].value)
	usage (eq ? "--%s takes no value" : "--%s needs a value", option_table[k].name);
      set_option (o, option_table[k].name, eq ? eq + 1 : NULL);
    }
  if (!o->file && !o->help && !o->explain)
    usage ("no file");
}

/* --- Files ----------------------------------------------------------------------------------- */

/* The text of the file NAME, malloc'd in B.  */
static void
read_file (const char *name, struct strbuf *b)
{
  FILE *f = strcmp (name, "-") == 0 ? stdin : fopen (name, "r");
  char buf[4096];
  size_t n, i;

  if (!f)
    {
      fprintf (stderr, "nova-opt: %s: %s\n", name, strerror (errno));
      exit (2);
    }
  strbuf_printf (b, "%s", "");
  while ((n = fread (buf, 1, sizeof buf, f)) > 0)
    for (i = 0; i < n; i++)
      strbuf_putc (b, buf[i] ? buf[i] : '\1');
  if (ferror (f))
    {
      fprintf (stderr, "nova-opt: %s: %s\n", name, strerror (errno));
      exit (2);
    }
  if (f != stdin)
    fclose (f);
}

static bool
imp_name (const char *name)
{
  size_t n = strlen (name);

  return n > 4 && strcmp (name + n - 4, ".imp") == 0;
}

/* --- What is done ---------------------------------------------------------------------------- */

/* Print OUT and empty it.  */
static void
flush_text (struct strbuf *out)
{
  if (out->len)
    fwrite (out->s, 1, out->len, stdout);
  strbuf_free (out);
}

/* Print what ERR says, and give the exit status of an error.  */
static int
complain (struct strbuf *err)
{
  if (err->len)
    fwrite (err->s, 1, err->len, stderr);
  strbuf_free (err);
  return 1;
}

/* Is the text A of P that of what A reads back as?  A problem is appended to ERR.  */
static bool
same_again (const struct options *o, struct nova_ctx *ctx, struct fir_prog *p, struct imp_prog *q,
	    struct strbuf *err)
{
  struct strbuf a = { NULL, 0, 0 }, b = { NULL, 0, 0 };
  bool same = false;

  if (q)
    imp_print (&a, q);
  else
    fir_print (&a, p);
  if (q ? (q = imp_parse (ctx, "printed", a.s ? a.s : "", err)) != NULL
      : (p = fir_parse (ctx, "printed", a.s ? a.s : "", err)) != NULL)
    {
      if (q)
	imp_print (&b, q);
      else
	fir_print (&b, p);
      same = a.len == b.len && (!a.len || memcmp (a.s, b.s, a.len) == 0);
      if (!same)
	strbuf_printf (err, "%s:1:1: error: the program reads back as another one\n", o->file);
    }
  strbuf_free (&a);
  strbuf_free (&b);
  return same;
}

static void
print_log (const struct pass_log *log)
{
  static const char *const kind[]
    = { "fused", "shared", "kept", "materialised", "buffered", "parallel", "sequential" };
  const struct log_entry *e;

  for (e = log->first; e; e = e->next)
    {
      printf (";; %s %u", kind[e->kind], (unsigned) e->site);
      if (e->into)
	printf (" into %u", (unsigned) e->into);
      printf (": %s\n", e->text ? e->text : "");
    }
}

/* Q as C can say it: where a chunk ends if one of its elements fails, there are branches.  */
static struct imp_prog *
printable (struct imp_prog *q)
{
  if (!schedule_reach (q, IMP_PRECHECKED))
    exit (1);
  return q;
}

/* Evaluate what the options ask for in Q, or in P if Q is NULL.  */
static int
evaluate (const struct options *o, struct fir_prog *p, struct imp_prog *q)
{
  struct strbuf out = { NULL, 0, 0 }, err = { NULL, 0, 0 };
  bool good = true;
  unsigned k;

  if (q && o->emit == EMIT_C)
    {
      good = emit_c_main (&out, printable (q), o->nevals, o->eval, &err);
      flush_text (&out);
      return good ? 0 : complain (&err);
    }

  for (k = 0; k < o->nevals; k++)
    {
      struct eval_cost cost;

      good &= q ? eval_imp (q, o->eval[k], o->chunk, o->threads ? o->threads : 4, &out, &cost)
		: eval_fir (p, o->eval[k], &out, &cost);
      if (o->work)
	strbuf_printf (&out, "; work %llu, peak %llu", (unsigned long long) cost.work,
		       (unsigned long long) cost.peak);
      strbuf_putc (&out, '\n');
    }
  flush_text (&out);
  return !good;
}

static int
show (const struct options *o, struct fir_prog *p, struct imp_prog *q)
{
  struct strbuf out = { NULL, 0, 0 };

  if (o->emit == EMIT_GRAPH)
    {
      strbuf_printf (&out, "digraph fir {\n  node [fontname=\"sans-serif\", fontsize=11];\n"
		     "  edge [fontname=\"sans-serif\", fontsize=9];\n%s",
		     o->before.s ? o->before.s : "");
      fir_graph (&out, p, 1, o->passes ? "after" : "data flow");
      strbuf_printf (&out, "}\n");
    }
  else if (!q)
    fir_print (&out, p);
  else if (o->emit == EMIT_C)
    emit_c (&out, printable (q));
  else
    imp_print (&out, q);
  flush_text (&out);
  return 0;
}

/* P lowered and scheduled as the options say.  With --check P itself must be as it was.  */
static struct imp_prog *
lower_as (const struct options *o, struct fir_prog *p, struct pass_log *log)
{
  struct strbuf before = { NULL, 0, 0 }, after = { NULL, 0, 0 };
  struct lower_refusal why;
  struct imp_prog *q;

  if (o->pass.check)
    fir_print (&before, p);
  q = lower (p, log, o->reads, o->target, &why);
  if (!q)
    ctx_error (p->ctx, why.site, "%s", why.text);
  if (o->pass.check)
    fir_print (&after, p);
  if (strcmp (before.s ? before.s : "", after.s ? after.s : "") != 0)
    ctx_fatal (p->ctx, "lowering has changed its program to\n%s", after.s ? after.s : "");
  if (q && (o->pass.check || o->pass.roundtrip))
    schedule_check (q, "lowering", o->pass.roundtrip);
  strbuf_free (&before);
  strbuf_free (&after);
  return q && schedule_run (q, &o->pass) ? q : NULL;
}

static int
run_imp (const struct options *o, struct nova_ctx *ctx, struct imp_prog *q)
{
  struct strbuf err = { NULL, 0, 0 };

  q->target = o->target;
  if ((!o->unchecked && !imp_check (q, &err))
      || (o->roundtrip && !same_again (o, ctx, NULL, q, &err)))
    return complain (&err);
  if (o->passes && !schedule_run (q, &o->pass))
    return 1;
  return o->nevals ? evaluate (o, NULL, q) : show (o, NULL, q);
}

static int
run_fir (struct options *o, struct nova_ctx *ctx, struct fir_prog *p, const char *text)
{
  struct pass_log log = { ctx, NULL, NULL };
  struct strbuf err = { NULL, 0, 0 };
  struct imp_prog *q = NULL;
  int status;

  if (!fir_check_file (p, o->file, text, &err)
      || (o->roundtrip && !same_again (o, ctx, p, NULL, &err)))
    return complain (&err);
  if (o->passes && o->emit == EMIT_GRAPH)
    fir_graph (&o->before, p, 0, "before");
  if (o->passes && !pass_run (p, &o->pass, &log))
    return 1;
  if (o->emit == EMIT_IMP || o->emit == EMIT_C)
    {
      q = lower_as (o, p, &log);
      if (!q)
	return 1;
      if ((!o->unchecked && !imp_check (q, &err))
	  || (o->roundtrip && !same_again (o, ctx, NULL, q, &err)))
	return complain (&err);
    }
  if (o->nevals)
    return evaluate (o, p, q);
  if (o->log)
    print_log (&log);
  status = show (o, p, q);
  strbuf_free (&o->before);
  return status;
}

int
main (int argc, char **argv)
{
  struct strbuf text = { NULL, 0, 0 }, err = { NULL, 0, 0 };
  struct options o;
  struct nova_host host = { diagnose, fatal, NULL, NULL, NULL, &o };
  struct nova_ctx *ctx;
  struct imp_prog *q;
  struct fir_prog *p;
  int status;

  read_options (&o, argc, argv);
  if (o.help)
    {
      print_help ();
      return 0;
    }
  if (o.explain)
    {
      explain (o.explain);
      return 0;
    }
  ctx = ctx_new (&host);
  if (!schedule_known (ctx, &o.pass))
    {
      ctx_free (ctx);
      return 1;
    }
  read_file (o.file, &text);
  if (o.imp || imp_name (o.file))
    {
      q = imp_parse (ctx, o.file, text.s, &err);
      status = q ? run_imp (&o, ctx, q) : complain (&err);
    }
  else
    {
      p = fir_parse (ctx, o.file, text.s, &err);
      status = p ? run_fir (&o, ctx, p, text.s) : complain (&err);
    }
  strbuf_free (&text);
  ctx_free (ctx);
  if (fflush (stdout) != 0)
    {
      fprintf (stderr, "nova-opt: %s\n", strerror (errno));
      status = 2;
    }
  return status;
}

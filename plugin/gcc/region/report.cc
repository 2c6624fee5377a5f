/* The report: per region what was fused, shared, kept in memory, run in parallel, and why not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   One line per fact, sorted and without repetition, so that two reports can be compared with diff;
   the same lines are notes of -fopt-info-optimized.  The facts come from the passes' log.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "gen/generate.h"
#include "dumpfile.h"
#include "extract/extract.h"
#include "state.h"

struct line
{
  unsigned at, rank;		/* source line, kind: the order of lines */
  location_t loc;
  char *text;
};

static unsigned
site_line (unsigned site)
{
  return site ? LOCATION_LINE (site_get (site)->loc) : 0;
}

/* "map (6)"; xmalloc'd.  */
static char *
site_text (unsigned site)
{
  const char *name;

  if (!site)
    return xstrdup ("a loop");
  name = op_name (site_get (site)->op);
  if (strncmp (name, "__nova_", 7) == 0)
    name += 7;
  return xasprintf ("%s (%u)", name, site_line (site));
}

static char *
entry_text (struct log_entry *l)
{
  char *a = site_text (l->site), *b = site_text (l->into), *text;
  const char *why = l->text ? l->text : "";

  switch (l->kind)
    {
    case LOG_FUSED:
      text = xasprintf ("%s fused into %s", a, b);
      break;
    case LOG_SHARED:
      text = xasprintf ("%s shares the loop of %s", a, b);
      break;
    case LOG_KEPT:
      text = xasprintf ("%s not fused: %s", a, why);
      break;
    case LOG_MATERIALISED:
      text = xasprintf ("%s: in memory, %s", a, why);
      break;
    case LOG_BUFFERED:
      text = xasprintf ("%s: may need a buffer, %s", a, why);
      break;
    case LOG_PARALLEL:
      text = xasprintf ("%s: parallel, %s", a, why);
      break;
    case LOG_SEQUENTIAL:
      text = xasprintf ("%s: sequential, %s", a, why);
      break;
    case LOG_PROCESSORS:
      text = xasprintf ("%s: also for %s", a, why);
      break;
    default:
      text = xasprintf ("%s: no version %s", a, why);
      break;
    }
  free (a);
  free (b);
  return text;
}

static int
compare_lines (const void *x, const void *y)
{
  const struct line *a = (const struct line *) x, *b = (const struct line *) y;

  if (a->at != b->at)
    return a->at < b->at ? -1 : 1;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  return strcmp (a->text, b->text);
}

static void
add_line (auto_vec<line> *lines, unsigned at, unsigned rank, location_t loc, char *text)
{
  struct line l = { at, rank, loc, text };

  for (const struct line &m : *lines)
    if (m.at == at && m.rank == rank && strcmp (m.text, text) == 0)
      {
	free (text);
	return;
      }
  lines->safe_push (l);
}

/* The head of the report of E's region; xmalloc'd.  */
static char *
head_text (struct ext_build *e)
{
  unsigned first = ~0u, last = 0;
  location_t loc = e->r->members[0]->s->loc;

  for (struct ext_call *c : e->r->members)
    if (!c->importable)
      {
	first = MIN (first, site_line (c->site));
	last = MAX (last, site_line (c->site));
      }
  return first == last
	 ? xasprintf ("%s:%u: region %s: line %u", LOCATION_FILE (loc), first, e->fr->name, first)
	 : xasprintf ("%s:%u: region %s: lines %u-%u", LOCATION_FILE (loc), first, e->fr->name,
		      first, last);
}

/* The lines of -fopt-info-optimized.  */
static void
dump_notes (auto_vec<line> *lines)
{
  if (!dump_enabled_p ())
    return;
  for (const struct line &l : *lines)
    {
      dump_user_location_t loc = dump_user_location_t::from_location_t (l.loc);

      dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, loc, "nova: %s\n", l.text);
    }
}

/* -warn-sequential and -warn-copy: the entries of LOG that cost time or memory, as warnings.  */
static void
warn_entries (struct pass_log *log)
{
  for (struct log_entry *l = log->first; l; l = l->next)
    if (l->site
	&& ((l->kind == LOG_SEQUENTIAL && option.warn_sequential)
	    || ((l->kind == LOG_MATERIALISED || l->kind == LOG_BUFFERED) && option.warn_copy)))
      {
	char *text = entry_text (l);

	warning_at (site_get (l->site)->loc, 0, "%s", text);
	free (text);
      }
}

/* Keep the section of E's region with LINES for region_report_finish.  */
static void
add_section (struct ext_build *e, const auto_vec<line> &lines)
{
  struct strbuf text = { NULL, 0, 0 };
  char *head = head_text (e);
  struct report_part s
    = { site_line (e->r->members[0]->site), unit.region->sections.length (), NULL };

  strbuf_printf (&text, "%s\n", head);
  for (const struct line &l : lines)
    strbuf_printf (&text, "  %s\n", l.text);
  free (head);
  s.text = text.s;
  unit.region->sections.safe_push (s);
}

/* What became of the functions of E's region.  */
static void
add_notes (struct ext_build *e, auto_vec<line> *lines)
{
  for (const struct ext_note &n : e->notes)
    {
      const char *name = IDENTIFIER_POINTER (DECL_NAME (n.fndecl));
      unsigned at = DECL_SOURCE_LINE (n.fndecl), where = LOCATION_LINE (n.where);
      location_t loc = n.where != UNKNOWN_LOCATION ? n.where : DECL_SOURCE_LOCATION (n.fndecl);
      char *text;

      if (strncmp (name, "nova_lambda_", 12) == 0)
	name = "lambda";
      text = !n.why ? xasprintf ("%s (%u) is read", name, at)
	     : where ? xasprintf ("%s (%u) stays a call: %s (%u)", name, at, n.why, where)
	     : xasprintf ("%s (%u) stays a call: %s", name, at, n.why);
      add_line (lines, ~0u, 97, loc, text);
    }
}

/* The loops of a function that is called for elements run in the thread that calls it.  */
static void
note_nested (struct ext_build *e, struct pass_log *log)
{
  if (!leaf_only_p (e->f->decl))
    return;
  for (struct log_entry *l = log->first; l; l = l->next)
    if (l->kind == LOG_PARALLEL)
      {
	l->kind = LOG_SEQUENTIAL;
	l->text = "in a function that is called for elements";
      }
}

/* Loops whose functions read variables of the thread run in the thread that is meant.  */
static void
note_in_thread (struct pass_log *log)
{
  for (struct log_entry *l = log->first; l; l = l->next)
    if (l->kind == LOG_PARALLEL && gen_in_thread_p (l->into ? l->into : l->site))
      {
	l->kind = LOG_SEQUENTIAL;
	l->text = "a function reads a variable of the thread";
      }
}

void
region_report (struct ext_build *e, struct pass_log *log)
{
  auto_vec<line> lines;

  note_in_thread (log);
  note_nested (e, log);
  warn_entries (log);
  if (!option.report && !dump_enabled_p ())
    return;
  for (struct log_entry *l = log->first; l; l = l->next)
    /* A builtin that is several terms is one to the user.  */
    if (!l->into || l->into != l->site)
      add_line (&lines, site_line (l->site), l->kind,
		l->site ? site_get (l->site)->loc : UNKNOWN_LOCATION, entry_text (l));
  add_notes (e, &lines);
  for (struct ext_call *c : e->r->joined)
    add_line (&lines, ~0u, 98, c->s->loc,
	      xasprintf ("joined with line %u if disjoint", site_line (c->site)));
  if (e->r->cut && e->r->followed)
    add_line (&lines, ~0u, 99, e->r->members.last ()->s->loc,
	      xasprintf ("ended by line %u: %s", e->r->cut_line, e->r->cut));
  lines.qsort (compare_lines);
  dump_notes (&lines);
  if (option.report)
    add_section (e, lines);
  for (const struct line &l : lines)
    free (l.text);
}

static int
compare_sections (const void *x, const void *y)
{
  const struct report_part *a = (const struct report_part *) x, *b = (const struct report_part *) y;

  if (a->line != b->line)
    return a->line < b->line ? -1 : 1;
  return a->made < b->made ? -1 : a->made > b->made;
}

void
region_report_finish (void)
{
  bool to_stderr = option.report && strcmp (option.report, "-") == 0;
  FILE *file;

  if (!option.report)
    return;
  file = to_stderr ? stderr : fopen (option.report, "w");
  if (!file)
    fatal_error (UNKNOWN_LOCATION, "cannot write the report %qs: %m", option.report);
  unit.region->sections.qsort (compare_sections);
  for (const struct report_part &s : unit.region->sections)
    {
      fputs (s.text, file);
      free (s.text);
    }
  unit.region->sections.release ();
  if (!to_stderr && fclose (file) != 0)
    fatal_error (UNKNOWN_LOCATION, "cannot write the report %qs: %m", option.report);
}

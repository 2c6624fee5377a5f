/* The manager of the passes over IMP: their order, what is checked between them, and how they
   walk over statements.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The rows of imp-passes.def run once, in their order, over one procedure after another.  A row
   states the properties that the program must have, must not have, and has afterwards; they are
   checked before each pass.  */

#include "schedule.h"

#include <string.h>

const struct schedule_pass schedule_table[] = {
#define IMP_PASS(NAME, TEXT, TAKES, FOR, NEEDS, NOT, GIVES, DOC)	\
  { TEXT, DOC, SCHEDULE_##TAKES, SCHEDULE_FOR_##FOR, NEEDS, NOT, GIVES, schedule_##NAME },
#include "imp-passes.def"
#undef IMP_PASS
};
const unsigned schedule_count = sizeof schedule_table / sizeof schedule_table[0];

/* --- Names ----------------------------------------------------------------------------------- */

/* The names of passes over FIR, then of lowering, then of those over IMP; NULL behind them.  */
static const char *
stage_name (unsigned k)
{
  if (k < pass_count)
    return pass_table[k].name;
  k -= pass_count;
  return k == 0 ? "lower" : k <= schedule_count ? schedule_table[k - 1].name : NULL;
}

#define MAX_NAME 32

/* The edit distance of B from the LEN letters at A.  */
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

/* Does each name of LIST exist?  */
static bool
known (struct nova_ctx *ctx, const char *list)
{
  size_t len;

  for (const char *name; (name = pass_list_next (&list, &len)) != NULL;)
    {
      const char *nearest = stage_name (0);
      bool found = false;

      for (unsigned k = 0; stage_name (k); k++)
	{
	  found |= pass_named (stage_name (k), name, len);
	  if (distance (name, len, stage_name (k)) < distance (name, len, nearest))
	    nearest = stage_name (k);
	}
      if (found)
	continue;
      ctx_error (ctx, 0, "unknown pass '%.*s'; did you mean '%s'?", (int) len, name, nearest);
      return false;
    }
  return true;
}

bool
schedule_known (struct nova_ctx *ctx, const struct pass_options *opt)
{
  return known (ctx, opt->only) && known (ctx, opt->off) && known (ctx, opt->from)
	 && known (ctx, opt->stop_after);
}

/* --- Walking --------------------------------------------------------------------------------- */

static unsigned walk_block (struct imp_here *h, struct schedule_walk *w, struct imp_block *b);

/* What stands in the blocks of S.  */
static unsigned
walk_inside (struct imp_here *h, struct schedule_walk *w, struct imp_stmt *s)
{
  enum par_level level = w->level;
  unsigned n;

  if (s->kind == IMP_PARFOR)
    w->level = s->level;
  else if (imp_is_whole (s))
    w->level = LEVEL_ELEMENT;
  n = walk_block (h, w, &s->body);
  w->level = level;
  return n + walk_block (h, w, &s->orelse);
}

static unsigned
walk_block (struct imp_here *h, struct schedule_walk *w, struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct imp_block made = { NULL, NULL };
      struct imp_here here = { h->p, h->proc, &made };
      enum schedule_taken taken;
      struct imp_stmt *into;

      if (w->inner_first)
	n += walk_inside (h, w, s);
      w->into = NULL;
      taken = w->take (w, &here, b, s);
      into = w->into;
      if (taken == SCHEDULE_LEFT)
	{
	  n += w->inner_first ? 0 : walk_inside (h, w, s);
	  continue;
	}
      if (taken == SCHEDULE_TURNED)
	n += walk_block (h, w, &made);
      imp_replace (b, s, &made);
      if (taken == SCHEDULE_TAKEN)
	n += 1 + (into ? walk_inside (h, w, into) : 0);
    }
  return n;
}

unsigned
schedule_walk (struct imp_prog *p, struct imp_proc *proc, struct schedule_walk *w)
{
  struct imp_here h = { p, proc, NULL };

  w->level = LEVEL_PROC;
  for (const struct imp_proc *fun = p->funs; fun; fun = fun->next)
    if (fun == proc)
      w->level = LEVEL_ELEMENT;
  return walk_block (&h, w, &proc->body);
}

/* --- Running --------------------------------------------------------------------------------- */

void
schedule_check (struct imp_prog *p, const char *what, bool again)
{
  struct strbuf err = { NULL, 0, 0 }, once = { NULL, 0, 0 }, twice = { NULL, 0, 0 };
  struct imp_prog *q;

  imp_print (&once, p);
  if (!imp_check (p, &err))
    ctx_fatal (p->ctx, "%s left what is no IMP: %s\n%s", what, err.s ? err.s : "",
	       once.s ? once.s : "");
  q = again ? imp_parse (p->ctx, what, once.s ? once.s : "", &err) : NULL;
  if (q)
    imp_print (&twice, q);
  if (again && (!q || strcmp (once.s ? once.s : "", twice.s ? twice.s : "") != 0))
    ctx_fatal (p->ctx, "%s left a program that does not read back: %s\n%s", what,
	       err.s ? err.s : "it is another one", once.s ? once.s : "");
  strbuf_free (&err);
  strbuf_free (&once);
  strbuf_free (&twice);
}

/* May S run on P as it is?  If not, that has been reported.  */
static bool
may_run (struct imp_prog *p, const struct schedule_pass *s)
{
  const char *what = (s->needs & ~p->props) ? "needs"
		     : (s->excludes & p->props) ? "cannot follow" : NULL;
  unsigned missing = (s->needs & ~p->props) ? s->needs & ~p->props : s->excludes & p->props;

  if (!what)
    return true;
  for (unsigned k = 0; k < schedule_count; k++)
    if (schedule_table[k].gives & missing)
      ctx_error (p->ctx, 0, "pass '%s' %s pass '%s'", s->name, what, schedule_table[k].name);
  return false;
}

/* The number of changes that S makes.  */
static unsigned
run_over (struct imp_prog *p, const struct schedule_pass *s)
{
  unsigned n = 0;

  for (struct imp_proc *fun = p->funs; fun && s->takes == SCHEDULE_ALL; fun = fun->next)
    n += s->run (p, fun);
  for (struct imp_proc *proc = p->procs; proc; proc = proc->next)
    n += s->run (p, proc);
  return n;
}

static bool
run_one (struct imp_prog *p, const struct schedule_pass *s, const struct pass_options *opt,
	 unsigned number)
{
  double begin = opt->time ? pass_seconds () : 0;
  unsigned changes;

  if (!may_run (p, s))
    return false;
  changes = p->target->plain && s->purpose == SCHEDULE_FOR_SPEED ? 0 : run_over (p, s);
  p->props |= s->gives;
  if (opt->trace && opt->time)
    fprintf (opt->trace, "%-10s %10.6f s\n", s->name, pass_seconds () - begin);
  if (opt->trace && opt->verbose)
    fprintf (opt->trace, "%-10s %10u changes\n", s->name, changes);
  if (opt->check || opt->roundtrip)
    schedule_check (p, ctx_printf (p->ctx, "pass '%s'", s->name), opt->roundtrip);
  if (opt->dump_imp)
    opt->dump_imp (opt->dump_data, number, s->name, p);
  return true;
}

/* The row named by the LEN letters at NAME, NULL if there is none.  */
static const struct schedule_pass *
find_pass (const char *name, size_t len)
{
  for (unsigned k = 0; k < schedule_count; k++)
    if (pass_named (schedule_table[k].name, name, len))
      return &schedule_table[k];
  return NULL;
}

/* Does LIST name a row?  */
static bool
names_one (const char *list)
{
  size_t len;

  for (const char *name; (name = pass_list_next (&list, &len)) != NULL;)
    if (find_pass (name, len))
      return true;
  return false;
}

bool
schedule_reach (struct imp_prog *p, unsigned props)
{
  static const struct pass_options none;

  /* A pass that gives a property may need another one, of an earlier row.  */
  for (unsigned k = schedule_count; k-- > 0;)
    if (schedule_table[k].gives & props & ~p->props)
      props |= schedule_table[k].needs;
  for (unsigned k = 0; k < schedule_count; k++)
    if ((schedule_table[k].gives & props & ~p->props) && !run_one (p, &schedule_table[k], &none, k))
      return false;
  return true;
}

bool
schedule_run (struct imp_prog *p, const struct pass_options *opt)
{
  static const struct pass_options none;
  const struct schedule_pass *s;
  unsigned number = 1;
  size_t len;

  if (!opt)
    opt = &none;
  if (opt->stop_after && strcmp (opt->stop_after, "lower") == 0)
    return true;
  if (names_one (opt->only))
    {
      const char *list = opt->only;

      for (const char *name; (name = pass_list_next (&list, &len)) != NULL;)
	if ((s = find_pass (name, len)) != NULL && !run_one (p, s, opt, number++))
	  return false;
      return true;
    }
  s = opt->from ? find_pass (opt->from, strlen (opt->from)) : NULL;
  for (s = s ? s : schedule_table; s < schedule_table + schedule_count; s++)
    {
      if (!pass_listed (opt->off, s->name) && !run_one (p, s, opt, number++))
	return false;
      if (opt->stop_after && strcmp (opt->stop_after, s->name) == 0)
	break;
    }
  return true;
}

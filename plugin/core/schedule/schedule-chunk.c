/* The pass chunk: divides the elements of a region's loop into chunks that run in parallel.

     loop i < n cost k by S { reduce s ... } do { ... give s := v }

   becomes

     new size := chunk_size (n, k)   new nc := chunks (n, size)   array part: T[nc]
     parfor c < nc cost size * k {
       new b := c * size   new e := min (n, b + size)   new acc := neutral
       loop i = b to e by S { reduce acc ... } do { ... give acc := v }
       part[c] := acc }
     for c = 0 to nc { s := f (s, part[c]) }

   or, if the loop runs along rows of several lengths, which begin at offsets o, weigh r each
   besides their elements, and cost w for each element of weight:

     new all := weight (o, n, r)
     new size := chunk_size (all, w)   new nc := chunks (all, size)   array part: T[nc]
     parfor c < nc cost size * w {
       new at := c * size   new b := cut (o, n, r, at)   new e := cut (o, n, r, at + size) ...

   which is DPIA's reduceI over chunks (Atkey et al., section 4.2): the number of elements of a
   chunk depends on counts alone, and partial results are combined in order (schedule-partial.c).

   A scan reduces the chunks in a first pass and runs from a seed in a second (Blelloch, "Prefix
   Sums and Their Applications", section 1.3).  Chunks go through both in groups: one at a time if a
   single thread does them all, which then rereads its data from the cache.  One chunk goes through
   the second pass only, if that yields the seed of the next one.

   In the first pass a filter counts, and a cursor adds up, so that it is known where each chunk
   stores and how much memory that takes; elements store in the second.  What is left of the body in
   either pass: imp-dead.c.  With filters and cursors all chunks go through the first pass, the
   statements between the passes run, and then all go through the second.  So it is with scans
   beside reductions, which are part of the first pass.

   Short rows that filters make, or decide the lengths of, are kept by the first pass, and moved by
   the second (schedule-row-kept.c).  Chunks that keep others go through both passes in groups, so
   that less is kept at a time (schedule-row-groups.c).

   The needs of elements are checked ahead of the rest of a chunk, or of all chunks (checked), in a
   separate loop (schedule-precheck.c); the rest then needs nothing.  Where nobody sees what is
   stored before an error, checked elements have one pass, too (schedule-checked.c).

   A chunk of a loop along rows has those that begin in its part of the weight: so it may have none,
   and exceeds its part by at most one row, if that is neither cut (schedule-row-cut.c) nor taken by
   itself (schedule-row-wide.c).

   Chunks of whole rows of one length: schedule-row-chunk.c.  Loops that reduce columns have chunks
   of a multiple of schedule_column_unit, whatever a column costs.

   Elements whose checks stand among the rest fail in the first pass, or the only one; the second
   makes no checks (imp-fail.c).  But if the first one then need not run a loop that may fail, and
   what the second one stores is not seen if it raises, the second makes all of them (late).

   Elements that call functions with loops of their own, such as the one that they are in, are
   chunks of one each, or no chunks if there is but one thread:

     if size = 1 & threads () = 1 { loop i = 0 to n { reduce s ... } do { ... give s := v } }
     else { parfor ... }

   What seldom runs is to be small: for a plain target a loop of one pass that cannot fail has no
   chunks.

   Does not: combine vectors; lowering makes the chunks of such loops (lower-chunk.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-across.h"
#include "schedule-brief.h"
#include "schedule-chunk.h"
#include "schedule-columns.h"
#include "schedule-nest.h"

/* Bodies of more statements are not made twice where a thread may be alone.  */
#define ALONE_STMTS 32

/* new NAME := FN (X [, Y]), a size.  */
static struct imp_var *
new_call (struct chunks *d, const char *name, enum imp_fn fn, struct imp_expr *x,
	  struct imp_expr *y)
{
  struct imp_expr *args[] = { x, y };
  struct imp_expr *e = imp_call (d->h.p, fn, NULL, y ? 2 : 1, args);

  return imp_make_new (&d->h, name, e->type, e);
}

/* Do chunks of scans go through both passes before others have gone through the first?  */
static bool
takes_groups (struct chunks *d)
{
  for (unsigned k = 0; k < d->nouts; k++)
    if (!output_scans (&d->outs[k]))
      return false;
  return d->nouts && !imp_has_needs (d->loop) && !d->fails && !imp_between (d->loop);
}

struct imp_expr *
chunks_offset (struct chunks *d, struct imp_expr *i)
{
  struct imp_expr *e = imp_load (d->h.p, here_again (&d->h, d->loop->args[0]), i);
  const struct type *u64 = type_size (d->h.p->ctx);

  return e->type == u64 ? e : imp_prim (d->h.p, FIR_CONV, u64, 1, &e);
}

/* NAME := the first of the rows along which D's loop runs that has weight W before it.  */
static struct imp_expr *
cut (struct chunks *d, const char *name, struct imp_expr *w)
{
  const struct imp_stmt *s = d->loop;
  struct imp_expr *args[] = { here_again (&d->h, s->args[0]), here_again (&d->h, d->n),
			      here_again (&d->h, s->args[1]), w };

  return imp_make_let (&d->h, name, imp_call (d->h.p, IMP_FN_CUT, NULL, 4, args));
}

/* The number of chunk C of the group that D goes through.  */
static struct imp_expr *
number (struct chunks *d, const struct imp_expr *c)
{
  struct imp_expr *n = here_again (&d->h, c);

  return d->from ? here_op (&d->h, FIR_ADD, n, here_use (&d->h, d->from)) : n;
}

void
chunks_rows (struct chunks *d, const struct imp_expr *c, struct imp_expr **b, struct imp_expr **e)
{
  struct imp_expr *at = here_op (&d->h, FIR_MUL, number (d, c), here_use (&d->h, d->size));

  at = imp_make_let (&d->h, "at", at);
  *b = cut (d, "b", here_again (&d->h, at));
  *e = cut (d, "e", here_op (&d->h, FIR_ADD, at, here_use (&d->h, d->size)));
}

struct imp_stmt *
chunks_begin (struct chunks *d, struct imp_var *n, struct imp_var *from, struct imp_expr **c,
	      struct imp_expr **b, struct imp_expr **e)
{
  const struct type *u64 = type_size (d->h.p->ctx);
  struct imp_stmt *s = imp_stmt_new (d->h.p, d->h.b, IMP_PARFOR, d->loop->site);

  s->trust = d->loop->trust;
  s->var = imp_var_new (d->h.p, d->h.proc, IMP_VAR_LOCAL, "c", u64);
  s->e[0] = here_use (&d->h, n);
  s->e[1] = here_op (&d->h, FIR_MUL, here_use (&d->h, d->size), here_again (&d->h, d->unit));
  d->h.b = &s->body;
  *c = here_use (&d->h, s->var);
  if (from)
    *c = imp_make_let (&d->h, "c", here_op (&d->h, FIR_ADD, *c, here_use (&d->h, from)));
  if (d->loop->nargs)
    {
      chunks_rows (d, *c, b, e);
      return s;
    }
  *b = here_op (&d->h, FIR_MUL, number (d, *c), here_use (&d->h, d->size));
  *b = imp_make_let (&d->h, "b", *b);
  *e = here_op (&d->h, FIR_ADD, here_again (&d->h, *b), here_use (&d->h, d->size));
  *e = here_op (&d->h, FIR_MIN, here_again (&d->h, d->n), *e);
  *e = imp_make_let (&d->h, "e", *e);
  return s;
}

struct imp_expr *
chunks_resumed (struct chunks *d, struct imp_expr *b)
{
  return d->marks
	 ? here_use (&d->h, new_call (d, "b", IMP_FN_RESUME, b, NULL)) : b;
}

/* --- Rows ------------------------------------------------------------------------------------ */

/* The report says of D's loop, which runs along rows, what becomes of long ones: TEXT.  */
static void
report_rows (struct chunks *d, const char *text)
{
  if (!d->loop->once)
    pass_log_add (d->h.p->log, LOG_PARALLEL, d->loop->site, 0, text);
}

/* PASS over all rows, to be copied.  Outputs have new accumulators.  */
static struct imp_stmt *
all_rows (struct chunks *d, enum pass pass)
{
  struct imp_block *after = d->h.b, made = { NULL, NULL };
  struct imp_stmt *s;

  d->h.b = &made;
  partial_begin (d);
  d->both = true;
  s = chunks_part (d, here_size (&d->h, 0), d->n, pass);
  d->both = false;
  d->h.b = after;
  return s;
}

/* Are long rows, which give to outputs, taken by themselves in all passes of D's loop, which are
   two or one?  */
static bool
shares_rows (struct chunks *d, bool two)
{
  bool shared = false;
  const char *why;

  if (!d->loop->nargs || !d->nouts)
    return false;
  why = imp_has_needs (d->loop) ? "it is checked for what is done with it"
	: row_stays (d, all_rows (d, two ? PASS_FIRST : PASS_ONLY), false, &shared);
  if (!why && two)
    why = row_stays (d, all_rows (d, PASS_SECOND), true, &shared);
  why = why || shared ? why : row_serial;
  report_rows (d, why ? ctx_printf (d->h.p->ctx, "a long row is one thread's: %s", why)
		  : "long rows have loops of their own");
  return !why;
}

/* The pass over all rows, long ones cut or taken by themselves; false: the elements do something
   for which that does not go.  The loop is in B.  */
static bool
cut_rows (struct chunks *d, struct imp_block *b, enum pass pass)
{
  const char *why = imp_has_needs (d->loop) || (d->reduced && pass != PASS_ONLY)
		    ? "it is checked for what is done with it" : NULL;
  struct imp_stmt *s, *in = NULL;
  bool shared = false;

  if (!d->loop->nargs || d->nouts)
    return false;
  if (!why)
    {
      s = all_rows (d, pass);
      in = d->reduced ? NULL : row_cut_loop (d, s, pass == PASS_ONLY);
      why = in ? NULL : row_stays (d, s, pass == PASS_SECOND, &shared);
      why = in || why || shared ? why : row_serial;
    }
  if (why)
    {
      report_rows (d, ctx_printf (d->h.p->ctx, "a long row is one thread's: %s", why));
      return false;
    }
  report_rows (d, in ? "long rows are cut where chunks end" : "long rows have loops of their own");
  if (in)
    row_cut (d, b, s, in);
  else
    {
      struct imp_var *last = row_begin (d);

      row_share (d, last, s, pass == PASS_SECOND);
      row_take (d, last, s, pass == PASS_SECOND);
    }
  return true;
}

/* --- One pass -------------------------------------------------------------------------------- */

/* It stood first between the passes, or directly behind the loop.  */
void
chunks_raise (struct chunks *d, struct imp_block *b)
{
  struct imp_stmt *between = imp_between (d->loop);
  struct imp_stmt *s = between ? between->body.first : d->loop->next;

  /* One behind elements that do not fail is another loop's.  */
  if (!(imp_has_needs (d->loop) || d->fails) || !s || s->kind != IMP_RAISE)
    return;
  b = between ? &between->body : b;
  imp_unlink (b, s);
  imp_link_last (d->h.b, s);
  partial_free (d, &s->body);
}

/* All chunks, each into its own partial results.  */
static void
combine_chunks (struct chunks *d, enum pass pass)
{
  struct imp_expr *c, *begin, *end;
  struct imp_stmt *s = NULL;
  struct rare r;

  chunks_begin (d, d->nc, NULL, &c, &begin, &end);
  begin = chunks_resumed (d, begin);
  if (imp_has_needs (d->loop))
    chunks_checks (d, begin, end);
  partial_begin (d);
  if (d->gave)
    rare_note_begin (d, &r, c);
  if (pass == PASS_ONLY || d->nouts || d->fails)
    s = chunks_part (d, begin, end, pass);
  if (d->gave)
    rare_note (d, &r, s, c);
  partial_keep (d, c);
}

/* All chunks, or rows, and the combination of their partial results.  */
static void
combine_pass (struct chunks *d, struct imp_block *b, enum pass pass)
{
  struct imp_block *after = d->h.b;

  if (d->shares && !d->last)
    d->last = row_begin (d);
  if (d->brief)
    {
      struct imp_stmt *i = imp_make_if (&d->h, here_use (&d->h, d->brief));
      d->h.b = &i->body;
      row_kept_make (d, false);
      d->h.b = &i->orelse;
    }
  if (d->room)
    row_kept_make (d, true);
  else if (d->shares)
    row_share (d, d->last, all_rows (d, pass), false);
  else
    combine_chunks (d, pass);
  d->h.b = after;
  if (d->shares)
    row_take (d, d->last, all_rows (d, pass), false);
  if (!d->late)
    chunks_raise (d, b);
  partial_combine (d, b);
}

/* --- Two passes ------------------------------------------------------------------------------ */

/* Reduce SOME chunks from FROM on; then part[c] is the combination of all before chunk c, and the
   sums advance.  */
static void
reduce_group (struct chunks *d, struct imp_var *from, struct imp_var *some)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *c, *b, *e;

  chunks_begin (d, some, from, &c, &b, &e);
  partial_begin (d);
  chunks_part (d, b, e, PASS_FIRST);
  partial_keep (d, c);
  d->h.b = after;
  partial_combine_some (d, from, some);
}

/* The second pass in chunks of whole rows, if it only stores; false if that is impossible, or the
   chunks of elements are still to be made.  */
static bool
store_rows (struct chunks *d)
{
  struct imp_block *after = d->h.b, made = { NULL, NULL };
  struct imp_stmt *s;

  if (d->nouts || d->late || d->loop->nargs)
    return false;
  d->h.b = &made;
  s = chunks_part (d, here_size (&d->h, 0), d->n, PASS_SECOND);
  s->e[3] = here_again (&d->h, d->cost);
  s->site = d->loop->site;
  s->once = d->loop->once;
  s->trust = d->loop->trust;
  d->h.b = after;
  return schedule_row_chunks (&d->h, d->known, s, d->size) && !d->h.b;
}

/* Does a loop in B reduce anything?  */
static bool
reduces (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_REDUCE || imp_is_alone (s) || reduces (&s->body) || reduces (&s->orelse))
      return true;
  return false;
}

/* Does a check of D's loop, which has no outputs, depend on what a loop in its elements reduces?
   Then both passes have to reduce in one order, or the second may do what was not checked.  */
static bool
checks_reduced (struct chunks *d)
{
  struct imp_block *after = d->h.b, made = { NULL, NULL };
  bool some;

  if (imp_has_needs (d->loop))
    return true;
  d->h.b = &made;
  d->both = true;
  some = d->fails && reduces (&chunks_part (d, here_size (&d->h, 0), d->n, PASS_FIRST)->body);
  d->both = false;
  d->h.b = after;
  return some;
}

/* The second pass of all chunks.  */
static void
store_chunks (struct chunks *d)
{
  struct imp_expr *c, *b, *e;
  struct imp_stmt *s = chunks_begin (d, d->nc, NULL, &c, &b, &e);
  struct rare r;

  if (imp_moves (d->loop))
    s->trust = IMP_TRUST_CURSOR;
  partial_go_on (d, c);
  if (d->gave)
    rare_take_begin (d, &r, c);
  s = chunks_part (d, b, e, PASS_SECOND);
  if (d->gave)
    rare_take (d, &r, s);
}

/* The same of all chunks, or rows.  */
static void
store_pass (struct chunks *d)
{
  struct imp_block *after;

  if (store_rows (d) || cut_rows (d, NULL, PASS_SECOND))
    return;
  after = d->h.b;
  if (d->brief)
    {
      struct imp_stmt *i = imp_make_if (&d->h, here_use (&d->h, d->brief));
      d->h.b = &i->body;
      row_kept_move (d, false);
      d->h.b = &i->orelse;
    }
  if (d->room)
    row_kept_move (d, true);
  else if (d->shares)
    row_share (d, d->last, all_rows (d, PASS_SECOND), true);
  else
    store_chunks (d);
  d->h.b = after;
  if (d->shares)
    row_take (d, d->last, all_rows (d, PASS_SECOND), true);
}

/* Can the second pass record failures: does BETWEEN, between the passes, do nothing but to raise
   them and to allocate, and nobody sees what elements store if they fail?  */
static bool
may_be_late (struct chunks *d, const struct imp_stmt *between)
{
  if (!d->fails || d->marks || !between || between->body.first->kind != IMP_RAISE)
    return false;
  for (const struct imp_stmt *s = between->body.first->next; s; s = s->next)
    if (!(s->kind == IMP_NEW && !type_is_vec (s->var->type))
	&& !(s->kind == IMP_VECNEW && !s->e[1]))
      return false;
  return imp_stores_own (d->h.p, d->loop);
}

/* Move the statements between the passes here.  What raises failures goes behind the second pass if
   that records them, and then also frees what is allocated here: it is returned, else NULL.  */
static struct imp_stmt *
move_between (struct chunks *d, struct imp_block *between)
{
  struct imp_stmt *raise = d->late ? between->first : NULL, *s;

  if (raise)
    imp_unlink (between, raise);
  partial_free_with_errors (d, between);
  while ((s = between->first) != NULL)
    {
      imp_unlink (between, s);
      imp_link_last (d->h.b, s);
      if (raise && s->kind == IMP_VECNEW)
	imp_stmt_new (d->h.p, &raise->body, IMP_RELEASE, 0)->var = s->var;
    }
  return raise;
}

/* Both passes, by groups of chunks.  */
static void
go_by_groups (struct chunks *d, struct imp_block *b)
{
  struct imp_block *after = d->h.b;
  struct row_groups g;

  /* Memory of the stack, once.  */
  if (d->shares)
    d->last = row_begin (d);
  g = row_groups_loop (d, b);
  combine_pass (d, b, PASS_FIRST);
  row_groups_grow (d, &g);
  store_pass (d);
  row_groups_end (d, &g, after);
}

/* All elements run ahead before any of them stores anything.  */
static void
count_and_store (struct chunks *d, struct imp_block *b)
{
  struct imp_stmt *between = imp_between (d->loop), *raise = NULL, *i = NULL;
  struct imp_block *after = d->h.b;
  struct imp_var *one = one_begin (d);

  d->late = may_be_late (d, between);
  partial_new (d);
  d->one = one;
  d->brief = row_kept_begin (d);
  if (d->group)
    {
      go_by_groups (d, b);
      return;
    }
  rare_begin (d);
  combine_pass (d, b, PASS_FIRST);
  if (between)
    raise = move_between (d, &between->body);
  if (one)
    {
      i = imp_make_if (&d->h, here_use (&d->h, one));
      d->h.b = &i->body;
      one_pass (d);
      d->h.b = &i->orelse;
    }
  store_pass (d);
  d->h.b = after;
  if (!raise)
    return;
  imp_link_last (d->h.b, raise);
  partial_free (d, &raise->body);
}

/* Scan the same chunks from part[c] on; HANDS_ON: part[c] becomes the combination up to the end of
   chunk c.  */
static void
scan_group (struct chunks *d, struct imp_var *from, struct imp_var *some, bool hands_on)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *c, *b, *e;

  chunks_begin (d, some, from, &c, &b, &e);
  partial_go_on (d, c);
  chunks_part (d, b, e, PASS_SECOND);
  if (d->joined)
    imp_loop_range (&d->h, d->joined, here_again (&d->h, b), here_again (&d->h, e), false);
  if (hands_on)
    partial_keep (d, c);
  d->h.b = after;
}

static void
loop_groups (struct chunks *d, struct imp_block *b)
{
  const struct type *u64 = type_size (d->h.p->ctx);
  struct imp_block *after = d->h.b;
  struct imp_var *most, *some;
  struct imp_stmt *groups, *i;
  struct imp_expr *rest, *last;
  bool on = true;

  for (unsigned k = 0; k < d->nouts; k++)
    on &= partial_exact (d->outs[k].s);
  partial_new (d);
  partial_bind (d, b);
  most = new_call (d, "group", IMP_FN_GROUP, here_use (&d->h, d->nc), NULL);
  groups = imp_make_for (&d->h, "g", here_size (&d->h, 0), here_use (&d->h, d->nc), 1, false);
  groups->e[2] = here_use (&d->h, most);
  d->h.b = &groups->body;
  rest = here_op (&d->h, FIR_SUB, here_use (&d->h, d->nc), here_use (&d->h, groups->var));
  some = imp_make_new (&d->h, "some", u64, here_op (&d->h, FIR_MIN, here_use (&d->h, most), rest));
  last = here_use (&d->h, on ? some : d->nc);
  i = imp_make_if (&d->h, here_op (&d->h, FIR_GT, last, here_size (&d->h, 1)));
  d->h.b = &i->body;
  reduce_group (d, groups->var, some);
  d->h.b = &i->orelse;
  partial_combine_none (d, groups->var);
  d->h.b = &groups->body;
  scan_group (d, groups->var, some, on);
  if (on)
    partial_take_last (d, groups->var, some);
  d->h.b = after;
}

/* --- Alone ----------------------------------------------------------------------------------- */

/* Is E a call of a function that has loops of its own?  */
static bool
shares (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_LEAF && e->leaf->flags & LEAF_LOOPS;
}

/* Does each element of D's loop, which has one pass, call a function that has loops of its own?
   That may be the function that the loop is in, with some elements in each of its calls: chunks
   would cost as much as the elements.  */
static bool
calls_itself (struct chunks *d)
{
  return !d->fails && !imp_has_needs (d->loop) && !d->loop->once
	 && imp_count_stmts (&d->loop->body) <= ALONE_STMTS
	 && imp_block_any (&d->loop->body, shares);
}

/* One pass, in chunks if there are threads for them.  Chunks have one element each where there is
   another way, so that both combine the same values in the same order.  */
static void
combine_or_alone (struct chunks *d, struct imp_block *b)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *alone = imp_call (d->h.p, IMP_FN_THREADS, NULL, 0, NULL), *each;
  struct imp_stmt *i;

  partial_new (d);
  partial_bind (d, b);
  each = here_op (&d->h, FIR_EQ, here_use (&d->h, d->size), here_size (&d->h, 1));
  alone = here_op (&d->h, FIR_EQ, alone, here_size (&d->h, 1));
  i = imp_make_if (&d->h, here_op (&d->h, FIR_BAND, each, alone));
  d->h.b = &i->body;
  chunks_all (d);
  d->h.b = &i->orelse;
  combine_pass (d, b, PASS_ONLY);
  d->h.b = after;
}

/* Is D's loop, which takes TWO passes or one, to stay one?  */
static bool
stays (struct chunks *d, bool two)
{
  return d->h.p->target->plain && !two && !d->fails && !imp_has_needs (d->loop) && !d->loop->nargs
	 && !takes_groups (d);
}

/* --- The pass -------------------------------------------------------------------------------- */

/* The number of elements of a chunk, of N in all, of COST each: a multiple of UNIT, or NULL.  */
static struct imp_expr *
chunk_size (struct imp_here *h, struct imp_expr *n, struct imp_expr *cost, struct imp_expr *unit)
{
  struct imp_expr *args[2] = { n, cost };

  if (!unit)
    return imp_call (h->p, IMP_FN_CHUNK_SIZE, NULL, 2, args);
  args[0] = schedule_ceil_div (h, n, unit);
  args[1] = here_op (h, FIR_MUL, cost, here_again (h, unit));
  n = imp_call (h->p, IMP_FN_CHUNK_SIZE, NULL, 2, args);
  return here_op (h, FIR_MUL, n, here_again (h, unit));
}

/* The weight of all rows along which D's loop runs.  */
static struct imp_expr *
weight (struct chunks *d)
{
  const struct imp_stmt *s = d->loop;
  struct imp_expr *args[] = { here_again (&d->h, s->args[0]), here_again (&d->h, d->n),
			      here_again (&d->h, s->args[1]) };

  return imp_make_let (&d->h, "all", imp_call (d->h.p, IMP_FN_WEIGHT, NULL, 3, args));
}

/* Do the elements of LOOP, in block IN, reduce columns, unless one fails?  A part of LOOP is tried,
   as pass columns will have it.  */
static bool
reduces_columns (struct imp_here *h, const struct imp_binders *known, struct imp_block *in,
		 const struct imp_stmt *loop)
{
  struct imp_block made = { NULL, NULL };
  struct imp_here at = { h->p, h->proc, &made };
  struct imp_stmt *part;
  struct imp_binders all;
  struct imp_copy c;
  bool columns;

  if (schedule_reduces_columns (h->p, known, loop))
    return true;
  if (loop->orelse.first || !imp_block_fails (&loop->body))
    return false;
  c = imp_copy_new (&at);
  imp_copy_stmt (&c, loop);
  part = made.last;
  part->e[0] = here_size (h, 0);
  part->e[3] = NULL;
  imp_unlink (&made, part);
  imp_link_last (in, part);
  all = imp_binders_of (h->p, h->proc);
  columns = schedule_columns_ahead (&at, &all, in, part);
  imp_unlink (in, part);
  return columns;
}

/* The number of elements of LOOP's chunks, in block B, N in all, is a multiple of this; NULL: of
   any.  */
static struct imp_expr *
chunk_unit (struct imp_here *h, const struct imp_binders *known, struct imp_block *b,
	    const struct imp_stmt *loop, struct imp_expr *n)
{
  if (loop->nargs)
    return NULL;
  if (schedule_goes_across (h, loop))
    return here_size (h, h->p->target->across);
  return reduces_columns (h, known, b, loop) ? schedule_column_unit (h, n) : NULL;
}

/* The loop behind that of D, in B, which runs with its second pass, and is no loop of the region
   any more; NULL: there is none.  */
static const struct imp_stmt *
take_joined (struct chunks *d, struct imp_block *b)
{
  struct imp_stmt *s = d->loop->next;

  if (!s || !s->joins || !imp_is_whole (s) || !takes_groups (d))
    return NULL;
  imp_unlink (b, s);
  return s;
}

/* How large the chunks of D, in B, of TWO passes or one, are, and how many.  */
static void
find_chunks (struct chunks *d, struct imp_block *b, bool two)
{
  const struct imp_stmt *loop = d->loop;
  struct imp_expr *size;

  d->cost = imp_make_name (&d->h, loop->e[3], "cost");
  d->unit = loop->nargs ? imp_make_name (&d->h, loop->args[2], "unit") : d->cost;
  d->all = loop->nargs ? weight (d) : d->n;
  size = chunk_size (&d->h, here_again (&d->h, d->all), here_again (&d->h, d->unit),
		     chunk_unit (&d->h, d->known, b, loop, d->n));
  if (loop->nargs && !two && !d->fails && !imp_has_needs (loop))
    size = row_size (d, size);
  d->size = imp_make_new (&d->h, "size", d->n->type, size);
  d->nc = new_call (d, "nc", IMP_FN_CHUNKS, here_again (&d->h, d->all), here_use (&d->h, d->size));
}

/* All chunks of D, in B: of TWO passes or one.  */
static void
all_passes (struct chunks *d, struct imp_block *b, bool two)
{
  const struct imp_stmt *loop = d->loop;

  if (takes_groups (d))
    loop_groups (d, b);
  else if (checked_once (d))
    checked_store (d, b);
  else if (two)
    count_and_store (d, b);
  else if (cut_rows (d, b, PASS_ONLY))
    ;
  else if (!loop->nargs && calls_itself (d))
    combine_or_alone (d, b);
  else if (loop->nargs || !schedule_row_chunks (&d->h, d->known, loop, d->size) || d->h.b)
    {
      partial_new (d);
      combine_pass (d, b, PASS_ONLY);
    }
}

/* Expand LOOP, in B, to the end of H.  */
static void
take (struct imp_here *h, const struct imp_binders *known, struct imp_block *b,
      const struct imp_stmt *loop)
{
  struct chunks d = { .h = *h, .known = known, .loop = loop, .place = h->b,
		      .outermost = b == &h->proc->body };
  bool two = imp_looks_ahead (loop) || imp_between (loop) || loop->ahead_checked;

  d.marks = imp_block_marks (&loop->body);
  d.fails = d.marks || imp_block_fails (&loop->body);
  partial_find (&d);
  d.joined = take_joined (&d, b);
  d.n = imp_make_name (&d.h, loop->e[1], "n");
  if (stays (&d, two))
    {
      partial_bind (&d, b);
      chunks_all (&d);
      return;
    }
  find_chunks (&d, b, two);
  if (two)
    chunks_settle (&d);
  d.reduced = !d.nouts && checks_reduced (&d);
  d.shares = !takes_groups (&d) && shares_rows (&d, two);
  all_passes (&d, b, two);
  if (d.h.b)
    partial_free (&d, d.h.b);
}

static enum schedule_taken
take_whole (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  if (!imp_is_whole (s))
    return SCHEDULE_LEFT;
  take (h, (const struct imp_binders *) w->data, b, s);
  /* Long rows have loops of their own.  */
  return s->nargs ? SCHEDULE_TURNED : SCHEDULE_TAKEN;
}

unsigned
schedule_chunk (struct imp_prog *p, struct imp_proc *proc)
{
  struct imp_binders known = imp_binders_of (p, proc);
  struct schedule_walk w = { .take = take_whole, .data = &known };
  unsigned n;

  brief_mark (&known, proc);
  n = schedule_walk (p, proc, &w);
  brief_forget (proc);
  return n;
}

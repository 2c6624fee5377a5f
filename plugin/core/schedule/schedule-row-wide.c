/* The pass chunk: rows that are shared out.

   Along rows of several lengths (schedule-chunk.c) a chunk exceeds its part of the weight by what
   is left of its last row.  If more is done with a row than to reduce its elements, it has no parts
   that could go to the chunks behind (schedule-row-cut.c).  So long rows stay out of the chunks,
   and are taken one by one behind them, their loops being loops of a whole region:

     loop i < n cost k along (o, r, w) { } do {
       loop j = 0 to o[i + 1] - o[i] { reduce s apart ... } do { ... }
       loop j = 0 to o[i + 1] - o[i] { reduce t apart ... } do { ... s ... }   d[i] := t }

   becomes

     parfor c < nc { at, b, e as of any rows; last[c] := 0
       if b < e and row e - 1 is long { last[c] := e }
       loop i = b to last[c] ? e - 1 : e { } do { ... } }
     for c = 0 to nc { if last[c] {
       new i := last[c] - 1
       loop j < o[i + 1] - o[i] cost w { reduce s ... } do { ... }
       loop j < o[i + 1] - o[i] cost w { reduce t ... } do { ... s ... }   d[i] := t } }

   A row is long if it has more elements than a chunk has weight, so that it is the last one of its
   chunk, and more than a 128th of all: so at most 128 rows are taken by themselves, and no chunk
   has more than its part and a 128th.  Which rows these are depends on counts alone.

   If an element of a long row fails, bad becomes 1, nothing else is done with the row, and all of
   it is done again as chunks do it: the error is the one that a short row would have.  That does
   not read what has been stored before, since nothing has.

   Rows may filter, make memory and release it, and give to reductions and cursors of the whole
   loop; `if alone () { } else { }' has a form for long rows.

   If a leaf of a long row raises, the row is done again, too; what stands behind leaves is stored
   when none has (schedule-row-stored.c, schedule-row-alone.c).

   Does not: share out rows of bodies that have other loops that are not parallel, private arrays of
   their own, or leaves of vectors that may raise; nor elements that fail where anything has been
   stored or given.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-row-wide.h"

/* Bodies of more statements are not made twice.  */
#define MOST_STMTS 128
/* How many variables are looked behind.  */
#define FUEL 5

/* --- Which rows are shared out ---------------------------------------------------------------- */

/* Does B bind V?  */
bool
row_binds (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->var == v && imp_binds (s)) || row_binds (&s->body, v) || row_binds (&s->orelse, v))
      return true;
  return false;
}

bool
row_fails (const struct imp_block *b)
{
  return imp_block_fails (b) || imp_block_marks (b);
}

/* Do the statements of B, in LOOP, assign only what is bound in it, outputs, and flags of W?  */
static bool
assigns_own (struct wide *w, const struct imp_stmt *loop, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind == IMP_ASSIGN && !row_binds (&loop->body, s->var) && !imp_output (loop, s->var)
	 && !imp_fails_flag (w->fails, s->var))
	|| !assigns_own (w, loop, &s->body) || !assigns_own (w, loop, &s->orelse))
      return false;
  return true;
}

bool
row_stores (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_STORE || s->base || row_stores (&s->body) || row_stores (&s->orelse))
      return true;
  return false;
}

static bool leads_inside (const struct imp_block *in, const struct imp_block *b,
			  const struct imp_var *v, unsigned fuel);

/* Is E, in IN, a vector that IN makes, or a pointer that leads only to the data of such?  */
static bool
is_own (const struct imp_block *in, const struct imp_expr *e, unsigned fuel)
{
  if (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_DATA)
    e = e->args[0];
  return fuel && e->kind == IMP_EXPR_VAR && row_binds (in, e->var)
	 && leads_inside (in, in, e->var, fuel - 1);
}

/* Is all that B, in IN, binds or assigns to V of that kind?  */
static bool
leads_inside (const struct imp_block *in, const struct imp_block *b, const struct imp_var *v,
	      unsigned fuel)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->var == v && s->kind != IMP_RELEASE
	 && (s->kind == IMP_VECNEW ? s->e[1] != NULL
	     : (s->kind != IMP_NEW && s->kind != IMP_ASSIGN) || !s->e[0]
	       || !is_own (in, s->e[0], fuel)))
	|| !leads_inside (in, &s->body, v, fuel) || !leads_inside (in, &s->orelse, v, fuel))
      return false;
  return true;
}

/* Does B, in an element IN, store to memory that IN does not make?  */
static bool
stores_outside (const struct imp_block *in, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->base && !is_own (in, s->base, FUEL)) || stores_outside (in, &s->body)
	|| stores_outside (in, &s->orelse))
      return true;
  return false;
}

/* Do the stores of LOOP's elements go to element I of pointers from outside, I being its index?  */
static bool
stores_plainly (const struct imp_stmt *loop, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind == IMP_STORE
	 && (s->base->kind != IMP_EXPR_VAR || row_binds (&loop->body, s->base->var)
	     || !imp_is_var (s->e[0], loop->var)))
	|| !stores_plainly (loop, &s->body) || !stores_plainly (loop, &s->orelse))
      return false;
  return true;
}

/* Does B store to V?  */
static bool
stores_to (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->base && s->base->var == v) || stores_to (&s->body, v) || stores_to (&s->orelse, v))
      return true;
  return false;
}

/* Does E, in LOOP, read from a pointer that its elements store to?  */
static bool
reads_stored (const struct imp_stmt *loop, const struct imp_expr *e)
{
  if (!e)
    return false;
  if (e->kind == IMP_EXPR_LOAD
      && (e->args[0]->kind != IMP_EXPR_VAR || stores_to (&loop->body, e->args[0]->var)))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (reads_stored (loop, e->args[k]))
      return true;
  return false;
}

/* Do the statements of B, in LOOP, read only what its elements do not store?  */
static bool
reads_others (const struct imp_stmt *loop, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	if (reads_stored (loop, s->e[k]))
	  return false;
      if (!reads_others (loop, &s->body) || !reads_others (loop, &s->orelse))
	return false;
    }
  return true;
}

/* Are the elements of LOOP, a `for' in W, independent of one another?  They are if that is stated,
   and if each has a place of its own and may fail, for which it is not; so in a pass behind the one
   that has found none to fail.  */
static bool
is_independent (const struct wide *w, const struct imp_stmt *loop)
{
  uint64_t n;

  return loop->ivdep
	 || (imp_is_const (loop->e[2], &n) && n == 1
	     && (row_fails (&loop->body) || (w->second && w->d->fails))
	     && stores_plainly (loop, &loop->body) && reads_others (loop, &loop->body));
}

bool
row_plain_leaf (const struct imp_stmt *s)
{
  const struct imp_expr *e = s->e[0];

  if (imp_is_mark (s))
    return true;
  if ((s->kind != IMP_NEW && s->kind != IMP_ASSIGN) || !e || e->kind != IMP_EXPR_LEAF
      || type_is_vec (s->var->type))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!imp_computes (e->args[k]))
      return false;
  return true;
}

/* Do the statements of B, in a loop that is shared out, only do what elements may, without memory
   of their own?  */
static bool
plain_inside (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (!row_plain_leaf (s)
	&& ((s->kind != IMP_NEW && s->kind != IMP_ASSIGN && s->kind != IMP_IF
	     && s->kind != IMP_GIVE && s->kind != IMP_STORE && s->kind != IMP_FAIL
	     && s->kind != IMP_WHILE && !imp_counts (s) && s->kind != IMP_REDUCE)
	    || s->kept || !row_plain (s, false) || !plain_inside (&s->body)
	    || !plain_inside (&s->orelse)))
      return false;
  return true;
}

/* Does B, of an element of a loop, which has *STORED or not before, fail only before it stores?  */
static bool
fails_first (const struct imp_block *b, bool *stored)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool other = *stored;

      if ((*stored && s->kind == IMP_FAIL) || !fails_first (&s->body, stored)
	  || !fails_first (&s->orelse, &other))
	return false;
      *stored |= other || s->base;
      if ((imp_counts (s) || s->kind == IMP_WHILE) && row_stores (&s->body)
	  && imp_block_fails (&s->body))
	return false;
    }
  return true;
}

bool
row_checks_loop (const struct imp_stmt *loop)
{
  bool more = row_stores (&loop->body);

  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    more |= o->kind != IMP_REDUCE;
  return more && imp_block_fails (&loop->body);
}

/* Can O, an output of LOOP, which FAILS or not, be an output of a loop of a whole region?  What it
   combines is known behind the loop unless it scans.  */
static bool
wide_output (struct wide *w, const struct imp_stmt *loop, const struct imp_stmt *o, bool fails)
{
  if (o->kind == IMP_CURSOR)
    return true;
  if (o->kind == IMP_REDUCE)
    return (o->apart || (o->e[0] && !o->first)) && !o->e[1] && plain_inside (&o->body);
  if (o->kind == IMP_FILTER)
    return o->base->kind == IMP_EXPR_VAR && !imp_block_uses (&loop->body, o->var);
  return (o->kind == IMP_SCAN || o->kind == IMP_EXSCAN) && plain_inside (&o->body)
	 && !(fails && imp_block_uses (&loop->body, o->var))
	 && imp_block_uses (&w->s->body, o->var) == imp_block_uses (&loop->body, o->var)
						      + imp_block_uses (&loop->orelse, o->var);
}

/* Does E have the value 0?  */
static bool
is_zero (struct wide *w, const struct imp_expr *e)
{
  uint64_t zero;

  e = row_bound_to (&w->s->body, e);
  return imp_is_const (e, &zero) && zero == 0;
}

/* How many stores to V has B?  */
static unsigned
count_stores (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += (s->base && s->base->var == v) + count_stores (&s->body, v) + count_stores (&s->orelse, v);
  return n;
}

struct imp_expr *
row_is_good (struct wide *w)
{
  struct imp_here *h = &w->d->h;

  return here_op (h, FIR_EQ, here_use (h, w->bad), imp_i32 (h->p, 0));
}

void
row_begin_good (struct wide *w)
{
  w->d->h.b = &imp_make_if (&w->d->h, row_is_good (w))->body;
}

bool
row_stores_surely (const struct wide *w, const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      const struct imp_block *good = imp_fails_not (w->fails, s);

      if ((s->kind == IMP_STORE && s->base->var == v)
	  || (good ? row_stores_surely (w, good, v)
	      : s->kind == IMP_IF && row_stores_surely (w, &s->body, v)
		&& row_stores_surely (w, &s->orelse, v)))
	return true;
    }
  return false;
}

/* Can what B, in LOOP, stores be kept until no leaf has raised: is each pointer used for that
   alone, at element I, I being LOOP's index?  */
static bool
keeps (const struct imp_stmt *loop, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->base && imp_block_uses (&loop->body, s->base->var)
		    != count_stores (&loop->body, s->base->var))
	|| !keeps (loop, &s->body) || !keeps (loop, &s->orelse))
      return false;
  return true;
}

/* Can LOOP, in an element of W, be shared out as it stands?  */
static bool
shares_stated (struct wide *w, const struct imp_stmt *loop)
{
  bool fails = imp_block_fails (&loop->body), scans = false, stored = false;
  bool filters = false, prefixes = false, cursors = false;

  if (imp_has_needs (loop) || !is_zero (w, loop->e[0])
      || !plain_inside (&loop->body) || !assigns_own (w, loop, &loop->body))
    return false;
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    {
      if (!wide_output (w, loop, o, fails))
	return false;
      cursors |= o->kind == IMP_CURSOR;
      filters |= imp_output_moves (o);
      prefixes |= o->kind == IMP_SCAN || o->kind == IMP_EXSCAN;
      scans |= o->kind != IMP_REDUCE;
    }
  if (filters && prefixes)
    return false;
  if (!scans && !row_stores (&loop->body))
    return true;
  if (imp_block_marks (&loop->body) && (!scans || !row_calls_ahead (&loop->body, false)))
    return !scans && stores_plainly (loop, &loop->body) && keeps (loop, &loop->body);
  return (!fails || fails_first (&loop->body, &stored))
	 && (cursors || w->trust || stores_plainly (loop, &loop->body));
}

const struct imp_stmt *
row_shares_loop (struct wide *w, const struct imp_stmt *loop)
{
  const struct imp_stmt *moves = row_with_cursors (w, loop);
  uint64_t n;

  if (!moves && loop->kind != IMP_LOOP
      && (loop->kind != IMP_FOR || imp_is_const (loop->e[1], &n) || !is_independent (w, loop)))
    return NULL;
  loop = moves ? moves : loop;
  return shares_stated (w, loop) ? loop : NULL;
}

/* Does what E, of an element, is depend on the length of the row?  */
static bool
is_of_length (struct wide *w, const struct imp_expr *e, unsigned fuel)
{
  if (row_is_length (w->d, w->s, e))
    return true;
  e = row_bound_to (&w->s->body, e);
  for (unsigned k = 0; fuel && e->kind == IMP_EXPR_PRIM && k < e->nargs; k++)
    if (is_of_length (w, e->args[k], fuel - 1))
      return true;
  return false;
}

/* The output of W's pass to which S, of an element, gives; NULL: it gives to none.  */
struct imp_stmt *
row_given (const struct wide *w, const struct imp_stmt *s)
{
  return s->kind == IMP_GIVE ? imp_output (w->s, s->var) : NULL;
}

/* Can what S does, which is neither a loop nor a branch, be done for a row that is shared out?  */
bool
row_single (const struct imp_stmt *s)
{
  switch (s->kind)
    {
    case IMP_NEW:
    case IMP_ASSIGN:
    case IMP_STORE:
    case IMP_FAIL:
    case IMP_RELEASE: return true;
    case IMP_VECNEW: return !s->e[1];
    case IMP_ARRAY: return s->var->space == SPACE_PROGRAM;
    case IMP_EVAL: return s->e[0]->kind == IMP_EXPR_CALL && s->e[0]->fn == IMP_FN_MOVE;
    default: return false;
    }
}

/* May S, or a statement behind it in its block, fail?  */
static bool
may_fail (const struct imp_stmt *s)
{
  for (; s; s = s->next)
    if (s->kind == IMP_FAIL || imp_is_mark (s) || row_fails (&s->body) || row_fails (&s->orelse))
      return true;
  return false;
}

/* How many statements are made twice for B.  */
static unsigned
count_twice (const struct imp_block *b)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += imp_is_alone (s) ? 1 : 1 + count_twice (&s->body) + count_twice (&s->orelse);
  return n;
}

static bool fits (struct wide *w, const struct imp_block *b, bool *stored);

/* Is E, in an element of W, at most a constant, or what is the same for all rows?  */
static bool
is_bounded (struct wide *w, const struct imp_expr *e)
{
  uint64_t n;

  e = row_bound_to (&w->s->body, e);
  return imp_is_const (e, &n)
	 || (e->kind == IMP_EXPR_VAR && e->var != w->s->var && !row_binds (&w->s->body, e->var))
	 || (e->kind == IMP_EXPR_PRIM && e->op == FIR_MIN
	     && (imp_is_const (e->args[0], &n) || imp_is_const (e->args[1], &n)));
}

/* Does each turn of S, a `while' in an element of W, halve V?  */
static bool
halves (struct wide *w, const struct imp_block *b, const struct imp_expr *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_ASSIGN && imp_is_var (v, s->var))
      {
	const struct imp_expr *e = row_bound_to (&w->s->body, row_bound_to (&w->s->body, s->e[0]));

	return e->kind == IMP_EXPR_PRIM && e->op == FIR_SHR && imp_expr_equal (e->args[0], v);
      }
  return false;
}

/* Has S, a `while' without loops in an element of W, few turns: does it go on while something is
   below a constant, or what is the same for all rows, or until nothing is left of what each turn
   halves?  */
static bool
few_turns (struct wide *w, const struct imp_stmt *s)
{
  for (const struct imp_stmt *t = s->body.first; t; t = t->next)
    if (t->kind == IMP_IF)
      return !t->next && t->e[0]->kind == IMP_EXPR_PRIM
	     && (t->e[0]->op == FIR_LT || t->e[0]->op == FIR_LE)
	     && (is_bounded (w, t->e[0]->args[1]) || halves (w, &t->body, t->e[0]->args[1]));
  return false;
}

/* May a row that is shared out take the turns of S, a `while' in an element of W, one after
   another?  What there is to share is in them.  */
static bool
fits_turns (struct wide *w, const struct imp_stmt *s, bool *stored)
{
  bool shared = w->shared;

  if (row_fails (&s->body))
    return false;
  w->shared = false;
  if (!fits (w, &s->body, stored)
      || (!w->shared && (imp_has_loops (&s->body) || !few_turns (w, s))))
    return false;
  w->shared |= shared;
  return true;
}

/* Is there nothing in B, in an element of W, that a row that is shared out could not have?
   *STORED: something has been stored before.  The first of two passes stores only what it keeps,
   which a row that is done again keeps again.  */
static bool
fits (struct wide *w, const struct imp_block *b, bool *stored)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool loop = imp_counts (s);
      uint64_t n;

      if (*stored && !w->first && may_fail (s))
	return false;
      if (imp_is_alone (s))
	{
	  w->shared = true;
	  *stored |= stores_outside (&w->s->body, &s->body);
	  continue;
	}
      if (row_plain_leaf (s))
	continue;
      if (s->kept || !row_plain (s, true))
	return false;
      if (loop && row_shares_loop (w, s))
	w->shared |= is_of_length (w, s->e[1], FUEL);
      else if (s->kind == IMP_FOR && imp_is_const (s->e[1], &n))
	{
	  if (!fits (w, &s->body, stored) || (*stored && !w->first && may_fail (s)))
	    return false;
	}
      else if (s->kind == IMP_WHILE)
	{
	  if (!fits_turns (w, s, stored))
	    return false;
	}
      else if (s->kind == IMP_IF)
	{
	  bool other = *stored;

	  if (!fits (w, &s->body, stored) || !fits (w, &s->orelse, &other))
	    return false;
	  *stored |= other;
	}
      else if (!row_single (s) && !row_given (w, s))
	return false;
      *stored |= (s->base && !is_own (&w->s->body, s->base, FUEL))
		 || (s->kind == IMP_EVAL && !is_own (&w->s->body, s->e[0]->args[0], FUEL))
		 || (loop && (stores_outside (&w->s->body, &s->body)
			      || stores_outside (&w->s->body, &s->orelse)));
    }
  return true;
}

/* The rows of D in S, a pass, the SECOND of two or another.  */
struct wide
row_wide (struct chunks *d, const struct imp_stmt *s, bool second)
{
  struct wide w = { .d = d, .s = s, .second = second };

  w.fails = row_fails (&s->body) ? imp_flags_of (d->h.p, &s->body) : NULL;
  w.first = !second && imp_runs_twice (d->loop);
  w.trust = second && imp_moves (d->loop) ? IMP_TRUST_CURSOR : d->loop->trust;
  w.acc = CTX_NEWV (d->h.p->ctx, struct imp_var *, d->nouts + 1);
  w.was = CTX_NEWV (d->h.p->ctx, struct imp_var *, d->nouts + 1);
  for (unsigned k = 0; k < d->nouts; k++)
    {
      w.acc[k] = d->outs[k].acc;
      w.was[k] = NULL;
    }
  return w;
}

/* Has output number K a part in W's pass?  */
bool
row_takes_part (const struct wide *w, unsigned k)
{
  return !w->second || imp_output_looks_ahead (w->d->outs[k].s);
}

const char row_serial[] = "not all that is done with it is parallel";

const char *
row_stays (struct chunks *d, const struct imp_stmt *s, bool second, bool *shared)
{
  struct wide w = row_wide (d, s, second);
  bool stored = false;

  for (unsigned k = 0; k < d->nouts; k++)
    if (output_scans (&d->outs[k]) || (!d->outs[k].s->e[0] && !output_counts (&d->outs[k])))
      return "what rows give is put together";
  /* Code that is not made twice; report_rows is silent about it.  */
  if (d->loop->once)
    return "";
  if (count_twice (&s->body) > MOST_STMTS)
    return "much is done with it";
  if (!fits (&w, &s->body, &stored))
    return d->marks ? "a function in it may fail" : row_serial;
  *shared |= w.shared;
  return NULL;
}

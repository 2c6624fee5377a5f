/* Statements that only make what nobody reads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A pass that takes one of several loops out of a body leaves what only the others need.  A
   variable is dead if nothing in the block reads it; its binder goes, and what is assigned to it,
   and with these what they read, until nothing is dead.  So do outputs that combine what nobody
   reads, and branches and loops that are empty then.  Leaves and functions that do not fail do
   nothing but give a value.  Readers are counted once, so that this takes time in proportion to the
   block.

   Does not: outputs that store, or say whether they have a value; variables that are read only to
   assign themselves; loops that end when a condition says so.  */

#include "imp-make.h"

#include <limits.h>

/* --- Facts ----------------------------------------------------------------------------------- */

/* Where a statement stands: in block B of IN (NULL: the body itself), which stands in AROUND.  */
struct place
{
  struct imp_block *b;
  struct imp_stmt *in;
  const struct place *around;
};

/* A statement, and where it stands.  */
struct found
{
  struct imp_stmt *s;
  const struct place *at;
  struct found *next;
};

/* What is known of a variable that the body binds.  */
struct fact
{
  struct imp_stmt *binder;	/* NULL: it is bound elsewhere */
  struct found *sets;		/* what assigns it or gives it something, the output that it is, and
				   its binder if that is `new' */
  unsigned reads;		/* expressions, drops and outputs that have it */
  unsigned asked;		/* the last question that came by here */
  struct fact *next;		/* that nobody reads */
};

struct body
{
  struct imp_prog *p;
  struct fact *facts;		/* by number of the variable, from FIRST on, N of them */
  unsigned first, n;
  struct fact *dead;		/* to be looked at */
  struct found *empty;		/* branches and loops with nothing in them */
  unsigned asked;		/* questions so far */
  bool passed;			/* leaves that may fail do not */
};

static struct fact *
fact_of (struct body *d, const struct imp_var *v)
{
  return v->id >= d->first && v->id - d->first < d->n ? &d->facts[v->id - d->first] : NULL;
}

static struct found *
add_found (struct body *d, struct found *list, struct imp_stmt *s, const struct place *at)
{
  struct found *f = CTX_NEW (d->p->ctx, struct found);

  *f = (struct found) { s, at, list };
  return f;
}

/* E reads its variables, once more or (DELTA -1) no longer.  */
static void
count_reads (struct body *d, const struct imp_expr *e, int delta)
{
  struct fact *f;

  if (!e)
    return;
  for (unsigned k = 0; k < e->nargs; k++)
    count_reads (d, e->args[k], delta);
  f = e->kind == IMP_EXPR_VAR ? fact_of (d, e->var) : NULL;
  if (!f)
    return;
  f->reads += (unsigned) delta;
  if (delta > 0 || f->reads)
    return;
  f->next = d->dead;
  d->dead = f;
}

static void
count_stmt (struct body *d, const struct imp_stmt *s, int delta)
{
  count_reads (d, s->base, delta);
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    count_reads (d, s->e[k], delta);
  for (unsigned k = 0; k < s->nargs; k++)
    count_reads (d, s->args[k], delta);
}

/* Is S a branch or a loop of nothing?  */
static bool
is_empty (const struct imp_stmt *s)
{
  return (s->kind == IMP_IF || s->kind == IMP_FOR || (s->kind == IMP_LOOP && !imp_is_whole (s)))
	 && !s->body.first && !s->orelse.first;
}

/* Is S an output that only combines?  */
static bool
combines (const struct imp_stmt *s)
{
  return s->kind == IMP_REDUCE && !s->e[1];
}

/* The operator of output O has its parameters, whether it reads them or not.  */
static void
keep_params (struct body *d, const struct imp_stmt *o)
{
  const struct imp_stmt *s = o->body.first;

  for (unsigned k = 0; s && k < 2 && s->kind == IMP_NEW && !s->e[0]; k++, s = s->next)
    if (fact_of (d, s->var))
      fact_of (d, s->var)->reads++;
}

/* Note what stands in B, a block of IN, which stands in AROUND.  */
static void
note_block (struct body *d, struct imp_block *b, struct imp_stmt *in, const struct place *around)
{
  struct place *at = CTX_NEW (d->p->ctx, struct place);

  *at = (struct place) { b, in, around };
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct fact *f = s->var ? fact_of (d, s->var) : NULL;

      if (f && imp_binds (s))
	f->binder = s;
      if (f && (s->kind == IMP_NEW || s->kind == IMP_ASSIGN || s->kind == IMP_GIVE || combines (s)))
	f->sets = add_found (d, f->sets, s, at);
      else if (f && !imp_binds (s))
	f->reads++;
      if (is_empty (s))
	d->empty = add_found (d, d->empty, s, at);
      count_stmt (d, s, 1);
      if (imp_is_output (s))
	keep_params (d, s);
      note_block (d, &s->body, s, at);
      note_block (d, &s->orelse, s, at);
    }
}

static struct body
note_body (struct imp_prog *p, struct imp_block *b)
{
  struct body d = { .p = p };
  unsigned least = UINT_MAX, most = 0;

  imp_bound_range (b, &least, &most);
  d.first = least;
  d.n = least <= most ? most - least + 1 : 0;
  d.facts = CTX_NEWV (p->ctx, struct fact, d.n + 1);
  note_block (&d, b, NULL, NULL);
  return d;
}

/* --- What is dead ---------------------------------------------------------------------------- */

/* Does E do nothing but give a value?  */
static bool
only_value (const struct body *d, const struct imp_expr *e)
{
  if (!e)
    return true;
  if ((e->kind == IMP_EXPR_CALL && (!e->type || type_is_vec (e->type)))
      || (e->kind == IMP_EXPR_LEAF && (e->leaf->flags & LEAF_MAYFAIL) && !d->passed))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!only_value (d, e->args[k]))
      return false;
  return true;
}

/* Do the expressions of S do nothing but give values?  */
static bool
only_values (const struct body *d, const struct imp_stmt *s)
{
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    if (!only_value (d, s->e[k]))
      return false;
  return true;
}

/* Does B, of an operator, do nothing but give values to its own variables?  */
static bool
quiet (const struct body *d, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind != IMP_NEW && s->kind != IMP_ASSIGN && s->kind != IMP_IF) || !only_values (d, s)
	|| !quiet (d, &s->body) || !quiet (d, &s->orelse))
      return false;
  return true;
}

/* S, and what stands in it, reads no longer; what is bound in it is not looked at any more.  */
static void
forget (struct body *d, const struct imp_stmt *s)
{
  count_stmt (d, s, -1);
  for (const struct imp_stmt *t = s->body.first; t; t = t->next)
    {
      if (imp_binds (t) && fact_of (d, t->var))
	fact_of (d, t->var)->binder = NULL;
      forget (d, t);
    }
  for (const struct imp_stmt *t = s->orelse.first; t; t = t->next)
    forget (d, t);
}

/* S, at AT, goes, and branches and loops with it that it leaves empty.  */
static void
drop (struct body *d, struct imp_stmt *s, const struct place *at)
{
  for (;;)
    {
      forget (d, s);
      imp_unlink (at->b, s);
      s = at->in;
      at = at->around;
      if (!s || !is_empty (s) || !only_values (d, s))
	return;
    }
}

/* The output that F's variable is goes, and what is given to it, if that only gives values.  False
   if it has to stay.  */
static bool
drop_output (struct body *d, const struct fact *f)
{
  for (const struct found *g = f->sets; g; g = g->next)
    if ((g->s->kind == IMP_GIVE || g->s->kind == IMP_REDUCE)
	&& (!only_values (d, g->s) || !quiet (d, &g->s->body)))
      return false;
  for (const struct found *g = f->sets; g; g = g->next)
    if (g->s->kind == IMP_GIVE)
      drop (d, g->s, g->at);
  for (const struct found *g = f->sets; g; g = g->next)
    if (g->s->kind == IMP_REDUCE)
      drop (d, g->s, g->at);
  return true;
}

/* Nobody reads the variable of F: what is assigned to it goes, and its binder when nothing assigns
   it any more.  */
static void
drop_sets (struct body *d, const struct fact *f)
{
  bool assigned = !drop_output (d, f);

  for (struct found *g = f->sets; g; g = g->next)
    if (g->s->kind == IMP_ASSIGN && only_value (d, g->s->e[0]))
      drop (d, g->s, g->at);
    else
      assigned |= g->s->kind == IMP_ASSIGN;
  for (struct found *g = f->sets; g && !assigned; g = g->next)
    if (g->s->kind == IMP_NEW && only_value (d, g->s->e[0]))
      drop (d, g->s, g->at);
}

void
imp_drop_dead (struct imp_prog *p, struct imp_block *body, bool passed)
{
  struct body d = note_body (p, body);

  d.passed = passed;
  for (unsigned k = 0; k < d.n; k++)
    if (!d.facts[k].reads)
      {
	d.facts[k].next = d.dead;
	d.dead = &d.facts[k];
      }
  for (struct found *g = d.empty; g; g = g->next)
    if (only_values (&d, g->s))
      drop (&d, g->s, g->at);
  while (d.dead)
    {
      struct fact *f = d.dead;

      d.dead = f->next;
      if (f->binder)
	drop_sets (&d, f);
    }
}

/* --- Stores ---------------------------------------------------------------------------------- */

/* Does E lead to nothing but memory that the body makes?  A variable that has been asked about is
   not asked again.  */
static bool
leads_to_own (struct body *d, const struct imp_expr *e)
{
  struct fact *f;

  switch (e->kind)
    {
    case IMP_EXPR_VAR:
      f = fact_of (d, e->var);
      if (!f || !f->binder)
	return false;
      if (f->binder->kind != IMP_NEW || f->asked == d->asked)
	return true;
      f->asked = d->asked;
      for (const struct found *g = f->sets; g; g = g->next)
	if (g->s->e[0] && !leads_to_own (d, g->s->e[0]))
	  return false;
      return true;
    case IMP_EXPR_PRIM:
      if (e->op == FIR_SELECT)
	return leads_to_own (d, e->args[1]) && leads_to_own (d, e->args[2]);
      return e->op == FIR_PADD && leads_to_own (d, e->args[0]);
    case IMP_EXPR_CALL:
      return e->fn == IMP_FN_COPY
	     || (imp_fn_info[e->fn].leads == IMP_LEADS_SAME && leads_to_own (d, e->args[0]));
    default:
      return false;
    }
}

static bool
stores_outside (struct body *d, const struct imp_stmt *s)
{
  d->asked++;
  return s->base && !leads_to_own (d, s->base);
}

static void
drop_stores (struct body *d, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      drop_stores (d, &s->body);
      drop_stores (d, &s->orelse);
      if (s->kind == IMP_STORE && !s->kept && stores_outside (d, s))
	imp_unlink (b, s);
    }
}

void
imp_drop_stores (struct imp_prog *p, struct imp_block *body)
{
  struct body d = note_body (p, body);

  drop_stores (&d, body);
}

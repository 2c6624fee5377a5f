/* The pass chunk: where in an element there has to be room for the row that it makes.

     new seg := padd (rows, at)   new m
     if c { for j = 0 to k { seg[j] := ... }   m := k }
     else if d { loop ... { filter q to seg ... }   m := q }
     else {
       new n := 0
       for i = 0 to l { new part := padd (seg, n)   new q := ...
	 for j = 0 to q { part[j] := ... }
	 n := n + q }
       m := n }
     give at := m

   There has to be room behind `at' for k values before the first loop, and for n + q before that of
   each part; behind a filter of which the row, or a part, is made, for what it has kept and is
   about to store.
   Does not: rows whose length is known only behind their first value.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-chunk.h"

struct finding
{
  struct nova_ctx *ctx;
  struct row_room *found;
  struct row_room now;		/* the parts around */
  unsigned arms;		/* so many branches are around */
};

/* --- Statements ------------------------------------------------------------------------------ */

const struct imp_expr *
row_without_zero (const struct imp_expr *n)
{
  uint64_t zero;

  return n->kind == IMP_EXPR_PRIM && n->op == FIR_SUB && imp_is_const (n->args[1], &zero) && !zero
	 ? n->args[0] : n;
}

/* The only give of AT in B; *N: how many there are.  */
static const struct imp_stmt *
give_of (const struct imp_block *b, const struct imp_var *at, unsigned *n)
{
  const struct imp_stmt *found = NULL, *t;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_GIVE && s->var == at)
	++*n, found = s;
      if ((t = give_of (&s->body, at, n)) != NULL || (t = give_of (&s->orelse, at, n)) != NULL)
	found = t;
    }
  return found;
}

const struct imp_expr *
row_gives (const struct imp_block *b, const struct imp_var *at)
{
  unsigned gives = 0;
  const struct imp_stmt *give = give_of (b, at, &gives);
  const struct imp_expr *n = gives == 1 && !give->e[1] ? row_without_zero (give->e[0]) : NULL;

  return n && (n->kind == IMP_EXPR_CONST || n->kind == IMP_EXPR_VAR) ? n : NULL;
}

/* How often do statements of B assign V, or combine values in it?  *S: one that does.  */
static unsigned
count_sets (const struct imp_block *b, const struct imp_var *v, const struct imp_stmt **s)
{
  unsigned n = 0;

  for (const struct imp_stmt *t = b->first; t; t = t->next)
    {
      if (t->var == v && t->kind != IMP_GIVE && !imp_binds (t))
	n++, *s = t;
      n += count_sets (&t->body, v, s) + count_sets (&t->orelse, v, s);
    }
  return n;
}

static bool
sets_in (const struct imp_block *b, const struct imp_var *v)
{
  const struct imp_stmt *s;

  return count_sets (b, v, &s) != 0;
}

/* Does S, or a statement in it, assign V, or combine values in it?  */
static bool
sets (const struct imp_stmt *s, const struct imp_var *v)
{
  return (s->var == v && s->kind == IMP_ASSIGN) || sets_in (&s->body, v) || sets_in (&s->orelse, v);
}

/* Does S, or a statement behind it in its block?  */
static bool
sets_from (const struct imp_stmt *s, const struct imp_var *v)
{
  for (; s; s = s->next)
    if (sets (s, v))
      return true;
  return false;
}

static bool
uses (const struct imp_stmt *s, const struct imp_var *v)
{
  return imp_stmt_uses (s, v) || imp_block_uses (&s->body, v) || imp_block_uses (&s->orelse, v);
}

static bool
uses_from (const struct imp_stmt *s, const struct imp_var *v)
{
  for (; s; s = s->next)
    if (uses (s, v))
      return true;
  return false;
}

/* Does B bind V, with 0?  */
static bool
bound_to_zero (const struct imp_block *b, const struct imp_var *v)
{
  const struct imp_stmt *s = imp_block_binder (b, v);
  uint64_t zero;

  return s && s->kind == IMP_NEW && s->e[0] && imp_is_const (s->e[0], &zero) && !zero;
}

/* Has V a value behind S for certain, if it has none before?  */
static bool
sets_surely (const struct imp_stmt *s, const struct imp_var *v)
{
  bool body = false, orelse = false;

  if (s->var == v && (s->kind == IMP_ASSIGN || imp_binds (s)))
    return s->kind != IMP_NEW || s->e[0];
  if (s->kind != IMP_IF)
    return false;
  for (const struct imp_stmt *t = s->body.first; t; t = t->next)
    body |= sets_surely (t, v);
  for (const struct imp_stmt *t = s->orelse.first; t; t = t->next)
    orelse |= sets_surely (t, v);
  return body && orelse;
}

static bool
is_simple (const struct imp_expr *n)
{
  return n->kind == IMP_EXPR_CONST || n->kind == IMP_EXPR_VAR;
}

/* --- Filters --------------------------------------------------------------------------------- */

/* Is V the number of values of a filter in B?  */
static bool
is_filtered (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind == IMP_FILTER && s->var == v) || is_filtered (&s->body, v)
	|| is_filtered (&s->orelse, v))
      return true;
  return false;
}

/* The filter in B that stores to SEG and counts in V; else NULL.  */
static struct imp_stmt *
filter_to (struct imp_block *b, const struct imp_var *seg, const struct imp_var *v)
{
  struct imp_stmt *found = NULL;

  for (struct imp_stmt *s = b->first; s && !found; s = s->next)
    if (s->kind == IMP_FILTER && s->var == v && imp_is_var (s->base, seg) && !s->body.first)
      found = s;
    else if (s->kind == IMP_LOOP || s->kind == IMP_IF)
      {
	found = filter_to (&s->body, seg, v);
	found = found ? found : filter_to (&s->orelse, seg, v);
      }
  return found;
}

/* The number of values of a filter in B that V is, or becomes in B; else NULL.  */
static const struct imp_var *
filtered (const struct imp_block *b, const struct imp_var *v)
{
  const struct imp_stmt *s;
  const struct imp_expr *n;

  if (is_filtered (b, v))
    return v;
  if (count_sets (b, v, &s) != 1 || s->kind != IMP_ASSIGN)
    return NULL;
  n = row_without_zero (s->e[0]);
  for (const struct imp_stmt *t = b->first; t; t = t->next)
    if (t == s && n->kind == IMP_EXPR_VAR && is_filtered (b, n->var))
      return n->var;
  return NULL;
}

/* --- Places ---------------------------------------------------------------------------------- */

static bool find (struct finding *f, struct imp_block *b, const struct imp_stmt *seg,
		  const struct imp_expr *n, bool has);

static bool
found (struct finding *f, struct imp_block *in, struct imp_stmt *first, struct imp_stmt *filter,
       const struct imp_expr *n)
{
  struct row_room *r = CTX_NEWV (f->ctx, struct row_room, 1);

  *r = f->now;
  r->in = in;
  r->first = first;
  r->filter = filter;
  r->n = n;
  r->next = f->found;
  f->found = r;
  return true;
}

/* N, a variable without a value before B, gets one in B, where SEG is used from FIRST on: that of a
   constant or another variable, which is known before FIRST.  Else NULL.  */
static const struct imp_expr *
set_once (const struct imp_block *b, const struct imp_stmt *first, const struct imp_expr *n)
{
  const struct imp_stmt *s = imp_block_binder (b, n->var);
  const struct imp_expr *y;
  bool has;

  if ((s && s->e[0]) || count_sets (b, n->var, &s) != 1 || s->kind != IMP_ASSIGN)
    return NULL;
  y = row_without_zero (s->e[0]);
  if (!is_simple (y) || y->kind == IMP_EXPR_CONST)
    return is_simple (y) ? y : NULL;
  has = !imp_block_binder (b, y->var);
  for (s = b->first; s != first; s = s->next)
    has |= sets_surely (s, y->var);
  return has && !sets_from (first, y->var) ? y : NULL;
}

/* The row, or part of one, at SEG is made in the arms of FIRST, in each of as many values as N has
   then.  HAS: N may have a value before.  */
static bool
find_in_arms (struct finding *f, struct imp_stmt *first, const struct imp_stmt *seg,
	      const struct imp_expr *n, bool has)
{
  struct imp_block *arms[2] = { &first->body, &first->orelse };
  bool all = true;

  f->arms++;
  for (unsigned k = 0; k < 2; k++)
    all = all && (!imp_block_uses (arms[k], seg->var) || find (f, arms[k], seg, n, has));
  f->arms--;
  return all;
}

/* What binds, in B, the place of a part of the row at SEG, from value number N on; else NULL.  */
static struct imp_stmt *
part_of (struct imp_block *b, const struct imp_stmt *seg, const struct imp_var *n)
{
  struct imp_stmt *s = b->first;

  while (s && !(s->kind == IMP_NEW && imp_is_pair (s->e[0], FIR_PADD, seg->var, n)))
    s = s->next;
  return s;
}

/* Each turn of FIRST, a loop, makes a part of the row at SEG, behind the N values of those before
   it.  */
static bool
find_in_turns (struct finding *f, struct imp_stmt *first, const struct imp_stmt *seg,
	       struct imp_var *n)
{
  struct imp_block *b = &first->body;
  struct imp_stmt *part = part_of (b, seg, n);
  const struct imp_stmt *more = NULL;
  const struct imp_expr *m;
  bool all;

  if (!part || f->now.deep == ROW_PARTS || imp_block_uses (b, seg->var) != 1
      || imp_block_uses (b, n) != 2 || count_sets (b, n, &more) != 1 || more->kind != IMP_ASSIGN
      || more->e[0]->kind != IMP_EXPR_PRIM || more->e[0]->op != FIR_ADD
      || !imp_is_var (more->e[0]->args[0], n))
    return false;
  m = row_without_zero (more->e[0]->args[1]);
  if (!is_simple (m))
    return false;
  f->now.to[f->now.deep] = part->var;
  f->now.from[f->now.deep++] = n;
  all = find (f, b, part, m, m->kind == IMP_EXPR_VAR && !imp_block_binder (b, m->var));
  f->now.deep--;
  return all;
}

/* The places in B where there has to be room for N values at SEG; false if they are not known.
   HAS: N has a value before B, or may have one.  */
static bool
find (struct finding *f, struct imp_block *b, const struct imp_stmt *seg,
      const struct imp_expr *n, bool has)
{
  struct imp_var *v = n->kind == IMP_EXPR_VAR ? n->var : NULL;
  struct imp_stmt *first = b->first, *filter = NULL;
  const struct imp_expr *y;
  const struct imp_var *kept = v ? filtered (b, v) : NULL;
  bool surely = has && !f->arms, alone;

  if (kept && imp_block_uses (b, seg->var) == 1 && bound_to_zero (b, kept))
    filter = filter_to (b, seg->var, kept);
  if (filter)
    return found (f, NULL, NULL, filter, n);
  for (; first && (first == seg || !uses (first, seg->var)); first = first->next)
    if (v)
      {
	surely |= sets_surely (first, v);
	has |= surely || sets (first, v);
      }
  if (!first)
    return false;
  alone = !uses_from (first->next, seg->var) && !(v && sets_from (first->next, v));
  /* A condition may check what N is.  */
  if (first->kind == IMP_IF && alone && (has || !v))
    return find_in_arms (f, first, seg, n, has);
  if (!v || ((surely || (has && f->arms)) && !sets_from (first, v)))
    return found (f, b, first, NULL, n);
  y = has ? NULL : set_once (b, first, n);
  if (y)
    return found (f, b, first, NULL, y);
  if (!alone)
    return false;
  if (first->kind == IMP_IF)
    return find_in_arms (f, first, seg, n, has);
  return first->kind == IMP_FOR && bound_to_zero (b, v) && find_in_turns (f, first, seg, v);
}

struct row_room *
row_rooms (struct nova_ctx *ctx, struct imp_stmt *s, const struct imp_stmt *seg,
	   struct imp_var *at, const struct imp_expr *n)
{
  struct finding f = { .ctx = ctx };

  f.now.to[0] = seg->var;
  f.now.from[0] = at;
  f.now.deep = 1;
  if (!find (&f, &s->body, seg, n, n->kind == IMP_EXPR_VAR && !imp_block_binder (&s->body, n->var)))
    return NULL;
  return f.found;
}

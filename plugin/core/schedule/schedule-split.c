/* The pass peel: a loop whose elements branch at a place that is known before it becomes two loops
   without the branch.

     for i = b to e { ... if lt (i, k) { A } else { B } ... }   =>
     for i = b to min (e, k)  { ... A ... }
     for i = max (b, k) to e  { ... B ... }

   `if eq (i, 0)' is `if lt (i, 1)', and `if gt (i, 0)' the same with A and B exchanged.  So is what
   a concatenation, or padding, of short rows is made of: the loops are copies, and no part is
   counted twice.  B may branch again at a place behind k, which it counts from there: with
   j = sub (i, k), `if lt (j, m)' branches at k + m, or nowhere before e.  B may fail: then indices
   that are the numbers of the elements are checked once, not in each element.

   Loops that store, assign, and branch only so.  The pass lanes begins by that, where the loop of a
   chunk adds up integers, and elements from a few on are alike: then all of its blocks are, and the
   lanes stay in registers.

     loop i = b to e by lanes { reduce s ... } do { ... if eq (i, 0) { A } else { B } ... }   =>
     loop i = min (e, max (b, 1)) to e by lanes { reduce s ... } do { ... B ... }
     loop i = b to min (e, 1) { reduce s ... } do { ... A ... }

   Does not: split where an element compares otherwise, as at both ends (schedule-peel.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir/fir-term.h"
#include "imp/imp-make.h"
#include "schedule.h"
#include "schedule-lanes.h"
#include "schedule-split.h"

/* The greatest number of statements of a body, and of places.  */
#define STATEMENTS 32
#define PLACES 4
/* So many elements before a place are taken one after another.  */
#define FEW 8

/* The elements of a loop behind N places; what each is counted from the one before.  */
struct split
{
  struct imp_prog *p;
  struct imp_proc *proc;
  struct imp_expr *k[PLACES];
  struct imp_expr *from, *end;	/* the last place, NULL if N is 0; where all end */
  unsigned n;
  bool within;			/* a loop does not begin behind its end */
};

/* Does B bind or assign V?  */
static bool
sets (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (((s->kind == IMP_NEW || s->kind == IMP_ASSIGN) && s->var == v) || sets (&s->body, v)
	|| sets (&s->orelse, v))
      return true;
  return false;
}

/* Is E the same in all turns of LOOP, and computed without memory?  */
static bool
invariant (const struct imp_stmt *loop, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR)
    return e->var != loop->var && e->var->kind != IMP_VAR_ARRAY && e->var->kind != IMP_VAR_TEMP
	   && !sets (&loop->body, e->var);
  if (e->kind == IMP_EXPR_PRIM && !imp_prim_total (e))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!invariant (loop, e->args[k]))
      return false;
  return e->kind == IMP_EXPR_CONST || e->kind == IMP_EXPR_PRIM;
}

/* The statement that V has its value from at S, in the body of LOOP and not behind its branch;
   NULL: none there.  */
static const struct imp_stmt *
set_before (const struct imp_stmt *loop, const struct imp_stmt *s, const struct imp_var *v)
{
  const struct imp_stmt *from = NULL;

  for (const struct imp_stmt *t = loop->body.first; t != s; t = t->next)
    if ((t->kind == IMP_NEW || t->kind == IMP_ASSIGN) && t->var == v)
      from = t;
  return from && from->e[0] ? from : NULL;
}

/* Is E, at S in the body of LOOP, its index as counted from the first N places?  */
static bool
counts_from (const struct split *w, const struct imp_stmt *loop, const struct imp_stmt *s,
	     const struct imp_expr *e, unsigned n)
{
  if (imp_is_var (e, loop->var))
    return n == 0;
  if (e->kind == IMP_EXPR_VAR)
    {
      s = set_before (loop, s, e->var);
      return s && counts_from (w, loop, s, s->e[0], n);
    }
  if (e->kind != IMP_EXPR_PRIM)
    return false;
  if (e->op == FIR_CONV && e->args[0]->type == e->type)
    return counts_from (w, loop, s, e->args[0], n);
  return n > 0 && e->op == FIR_SUB && imp_expr_equal (e->args[1], w->k[n - 1])
	 && counts_from (w, loop, s, e->args[0], n - 1);
}

/* Is E a comparison of numbers that may be an index?  */
static bool
compares (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_PRIM
	 && (e->op == FIR_MIN || e->op == FIR_MAX || fir_op_info[e->op].flags & FIR_FLAG_CMP)
	 && e->args[0]->type->size == 8 && type_is_integral (e->args[0]->type);
}

/* Does B only fail, perhaps on a condition?  */
static bool
only_fails (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind != IMP_FAIL && (s->kind != IMP_IF || s->orelse.first || !only_fails (&s->body)))
      return false;
  return b->first;
}

/* Do the statements of B store and assign, without a comparison, but for a branch with an else,
   which does the same, at most PLACES of them in one another, or fails?  */
static bool
plain (const struct imp_block *b, unsigned places)
{
  unsigned branches = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_IF)
	{
	  if (branches++ || !places || !s->orelse.first || !plain (&s->body, 0)
	      || !(only_fails (&s->orelse) || plain (&s->orelse, places - 1)))
	    return false;
	  continue;
	}
      if ((s->kind != IMP_NEW && s->kind != IMP_ASSIGN && s->kind != IMP_STORE
	   && s->kind != IMP_GIVE)
	  || imp_expr_any (s->base, compares) || imp_stmt_any (s, compares))
	return false;
    }
  return true;
}

static struct imp_stmt *
branch_of (struct imp_block *b)
{
  struct imp_stmt *s = b->first;

  while (s && s->kind != IMP_IF)
    s = s->next;
  return s;
}

/* What a branch compares: ARG is below PLACE, or not below it (BEHIND).  */
struct test
{
  struct imp_expr *arg, *place;
  bool behind;
};

/* The test of S, a branch; an ARG that is 0, or not, is below 1, or not.  */
static struct test
test_of (const struct split *w, const struct imp_stmt *s)
{
  const struct imp_expr *c = s->e[0];
  struct test t = { NULL, NULL, false };
  uint64_t n;

  if (c->kind != IMP_EXPR_PRIM || c->nargs != 2 || c->args[0]->type != type_size (w->p->ctx))
    return t;
  if (c->op == FIR_LT)
    t = (struct test) { c->args[0], c->args[1], false };
  else if ((c->op == FIR_EQ || c->op == FIR_NE || c->op == FIR_GT)
	   && imp_is_const (c->args[1], &n) && n == 0)
    t = (struct test) { c->args[0], imp_size (w->p, 1), c->op != FIR_EQ };
  if (t.arg && imp_is_const (t.arg, &n) && n == 0)
    t = (struct test) { t.place, imp_size (w->p, 1), true };
  return t;
}

/* Is S, the branch of LOOP, one at the next place?  Then *T is its test.  */
static bool
at_next (const struct split *w, const struct imp_stmt *loop, const struct imp_stmt *s,
	 struct test *t)
{
  if (!s || w->n == PLACES)
    return false;
  *t = test_of (w, s);
  return t->arg && counts_from (w, loop, s, t->arg, w->n) && invariant (loop, t->place);
}

static struct imp_expr *
wraps (struct imp_expr *e)
{
  e->wrap = true;
  return e;
}

/* The place AT of a test, which counts as that does: behind the end, no place is.  */
static struct imp_expr *
place (struct split *w, struct imp_here *h, const struct imp_expr *at)
{
  struct imp_copy c = imp_copy_new (h);
  struct imp_expr *k = imp_copy_expr (&c, at), *left;

  imp_let_wrap (k);
  if (!w->n)
    return imp_make_name (h, k, "cut");
  left = wraps (here_op (h, FIR_SUB, here_again (h, w->end), here_again (h, w->from)));
  k = here_op (h, FIR_MIN, k, left);
  return imp_make_name (h, wraps (here_op (h, FIR_ADD, here_again (h, w->from), k)), "cut");
}

/* A copy of LOOP, which is no statement of a block yet.  */
static struct imp_stmt *
copied (struct split *w, struct imp_stmt *loop)
{
  struct imp_block b = { NULL, NULL };
  struct imp_here h = { w->p, w->proc, &b };
  struct imp_copy c = imp_copy_new (&h);
  struct imp_stmt *s;

  imp_copy_stmt (&c, loop);
  s = b.first;
  imp_unlink (&b, s);
  return s;
}

/* LOOP, whose bounds are simple, at the end of H, split at the next place and those behind.  */
static void
split_on (struct split *w, struct imp_here *h, struct imp_stmt *loop)
{
  struct imp_stmt *s = branch_of (&loop->body), *rest, *t;
  struct imp_expr *cut;
  struct test test;

  if (!at_next (w, loop, s, &test))
    {
      imp_link_last (h->b, loop);
      return;
    }
  cut = place (w, h, test.place);
  rest = copied (w, loop);
  t = branch_of (&rest->body);
  w->k[w->n++] = test.place;
  w->from = cut;
  loop->e[1] = here_op (h, FIR_MIN, here_again (h, w->end), here_again (h, cut));
  cut = here_again (h, cut);
  /* The begin of a chunk is not above its end: in this form it is seen that the rest is inside.  */
  if (w->within)
    cut = here_op (h, FIR_MIN, here_again (h, w->end), cut);
  rest->e[0] = here_op (h, FIR_MAX, rest->e[0], cut);
  rest->e[0] = imp_make_name (h, rest->e[0], "b");
  imp_replace (&loop->body, s, test.behind ? &s->orelse : &s->body);
  imp_replace (&rest->body, t, test.behind ? &t->body : &t->orelse);
  imp_link_last (h->b, loop);
  split_on (w, h, rest);
}

/* Split LOOP, in B, whose branch is at a place.  */
static void
split (struct split *w, struct imp_block *b, struct imp_stmt *loop)
{
  struct imp_block made = { NULL, NULL };
  struct imp_here h = { w->p, w->proc, &made };
  struct imp_stmt *at = imp_stmt_new (w->p, &made, IMP_FOR, loop->site);

  imp_unlink (&made, at);
  imp_link_before (b, loop, at);
  imp_unlink (b, loop);
  loop->e[0] = imp_make_name (&h, loop->e[0], "b");
  w->end = imp_make_name (&h, loop->e[1], "e");
  loop->e[1] = here_again (&h, w->end);
  split_on (w, &h, loop);
  imp_replace (b, at, &made);
}

bool
schedule_split (struct imp_prog *p, struct imp_proc *proc, struct imp_block *b,
		struct imp_stmt *loop)
{
  struct split w = { .p = p, .proc = proc };
  struct test test;
  uint64_t n;

  if (!imp_is_const (loop->e[2], &n) || n != 1 || imp_is_const (loop->e[1], &n)
      || imp_count_stmts (&loop->body) > STATEMENTS || !plain (&loop->body, PLACES)
      || !at_next (&w, loop, branch_of (&loop->body), &test))
    return false;
  split (&w, b, loop);
  return true;
}

/* Does LOOP only add up integers, which both halves of it do where the other has left off?  */
static bool
only_adds (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (o->kind != IMP_REDUCE || !o->e[0] || o->e[1] || o->first || o->apart
	|| !o->commutes || !type_is_integral (o->var->type))
      return false;
  return loop->orelse.first;
}

/* Let S, the first part of a loop, in B, come behind the other one: lanes begin with nothing.  */
static void
behind_lanes (struct imp_block *b, struct imp_stmt *s)
{
  struct imp_stmt *rest = s->next;

  while (rest->kind != IMP_LOOP)
    rest = rest->next;
  imp_unlink (b, s);
  imp_link_after (b, rest, s);
  s->shape = IMP_SHAPE_SERIAL;
}

/* Split the loops in B, all of which is in a parfor if INSIDE.  How many there were.  */
static unsigned
split_loops (struct imp_prog *p, struct imp_proc *proc, struct imp_block *b, bool inside)
{
  unsigned done = 0;

  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      /* How many blocks there are is a difference.  */
      struct split w = { .p = p, .proc = proc, .within = true };
      struct test test;
      uint64_t few;

      next = s->next;
      if (inside && s->kind == IMP_LOOP && s->shape == IMP_SHAPE_LANES && only_adds (s)
	  && imp_count_stmts (&s->body) <= STATEMENTS && plain (&s->body, 1)
	  && at_next (&w, s, branch_of (&s->body), &test) && imp_is_const (test.place, &few)
	  && few <= FEW)
	{
	  split (&w, b, s);
	  behind_lanes (b, s);
	  done++;
	}
      else if (s->kind == IMP_PARFOR || s->kind == IMP_IF)
	done += split_loops (p, proc, &s->body, inside || s->kind == IMP_PARFOR)
		+ split_loops (p, proc, &s->orelse, inside);
    }
  return done;
}

unsigned
schedule_split_loops (struct imp_prog *p, struct imp_proc *proc)
{
  return split_loops (p, proc, &proc->body, false);
}

/* The pass peel: peels the first and last iterations of a loop, so that those in between need not
   test whether they are at an end.

     for i = b to e { ... min (add (i, 1), t) ... if gt (i, 0) { A } else { B } ... }   =>
     new ok := (at both ends of lo to mid the `min' is add (i, 1), and A is run)
     for i = b to lo   { the same }
     for i = lo to mid { ... add (i, 1) ... A ... }
     for i = mid to e  { the same }

   lo is a few elements behind b, as many as the constants of the body require, mid as many before
   e; mid is lo unless ok.  What is compared is i, plus or minus an invariant, so it grows with i
   and it suffices to test both ends; that it does not wrap between them is one more test.  The
   outcome of the comparisons in between is a guess: that elements there are far from small
   constants, and below anything that is not a constant.  A wrong guess costs the tests.  Blocks of
   a constant number of elements are not cut but duplicated.  The order of the elements does not
   change.

   Loops whose elements branch only at such places are split there (schedule-split.c).

   A multiple of such a sum, plus an invariant, may be compared, too: it grows, so it is below what
   it is compared with if it is at the last element.  So a grid of half the size, whose elements
   read at 2 i and 2 i + 1, has its checks made once a row.

   What remains of such a sum divided by an invariant is the sum less a multiple of that, if the
   quotient is the same at both ends: rem (add (i, n - 1), n) is i - 1.  So grids whose edges meet,
   and rings, are indexed without divisions.

   Where a body has many branches, what they compare of the loops around it is guessed, too: that a
   row is none of the first or last ones of a grid.  So the inside of a grid whose function asks for
   each neighbour whether there is one runs without conditions, and its edges as they are.  Whether
   a row is an even one is not guessed: it would be wrong for half of them.

   A 32-bit index of elements, as of a C program whose variables are ints, is taken for the index of
   the loop, if it is that at both ends and there are fewer than 2^32 elements; but no loop is
   peeled for that alone, which costs more than it gains where rows are short.

   Only innermost loops of parfors that store, assign, branch and fail; what they compare has 32
   or 64 bits.
   Does not: inspect elements before the loop runs, cut where an index wraps around further inside,
   or hoist the conditions of few branches that are loop-invariant (GCC does).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-peel.h"
#include "schedule-split.h"
#include "schedule.h"

/* The greatest number of statements of a body, which is copied three times.  */
#define STATEMENTS 128

/* May the statements of B be duplicated?  Records what they bind and assign; *N: their number.  */
static bool
copies (struct peel *d, struct imp_block *b, unsigned *n)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (++*n > STATEMENTS)
	return false;
      if (s->kind == IMP_NEW)
	d->names[s->var->id].loop = d->loop;
      else if (s->kind == IMP_ASSIGN)
	d->names[s->var->id].assigned = d->loop;
      else if (s->kind == IMP_IF)
	d->branches++;
      else if (s->kind != IMP_STORE && s->kind != IMP_FAIL)
	return false;
      if (!copies (d, &s->body, n) || !copies (d, &s->orelse, n))
	return false;
    }
  return true;
}

/* A copy of B at the end of TO.  */
static void
copy_block (struct peel *d, struct imp_block *b, struct imp_block *to)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct imp_stmt *t = imp_stmt_new (d->p, to, s->kind, s->site), links = *t;
      struct value v = { 0 };

      *t = *s;
      t->prev = links.prev;
      t->next = NULL;
      t->body = t->orelse = links.body;
      if (s->base)
	t->base = peel_value (d, s->base).e;
      for (unsigned k = 0; k < 4; k++)
	if (s->e[k])
	  {
	    v = peel_value (d, s->e[k]);
	    t->e[k] = v.e;
	  }
      if (s->nargs)
	t->args = CTX_NEWV (d->p->ctx, struct imp_expr *, s->nargs);
      for (unsigned k = 0; k < s->nargs; k++)
	t->args[k] = peel_value (d, s->args[k]).e;
      if (s->kind == IMP_NEW)
	{
	  struct named *n = &d->names[s->var->id];

	  n->v = v;
	  t->var = n->var = imp_var_new (d->p, d->proc, s->var->kind, s->var->name, s->var->type);
	}
      else if (s->kind == IMP_ASSIGN && d->names[s->var->id].loop == d->loop)
	t->var = d->names[s->var->id].var;
      copy_block (d, &s->body, &t->body);
      copy_block (d, &s->orelse, &t->orelse);
    }
}

/* A copy of the loop, without bounds; PLAIN: unchanged, else as between the ends.  */
static struct imp_stmt *
copy_loop (struct peel *d, struct imp_block *to, bool plain)
{
  struct imp_here h = { d->p, d->proc, to };
  struct imp_stmt *s = imp_make_for (&h, d->s->var->name, NULL, NULL, 1, d->s->ivdep);

  s->site = d->s->site;
  s->scalar = d->s->scalar;
  d->i = s->var;
  d->plain = plain;
  copy_block (d, &d->s->body, &s->body);
  return s;
}

/* Move the loop itself into TO, which replaces it.  */
static struct imp_stmt *
same_loop (struct peel *d, struct imp_block *to)
{
  struct imp_stmt *s = imp_stmt_new (d->p, to, IMP_FOR, d->s->site), links = *s;

  *s = *d->s;
  s->prev = links.prev;
  s->next = NULL;
  return s;
}

/* A block of N elements.  */
static void
twice (struct peel *d, struct imp_block *to, uint64_t n)
{
  struct imp_block body = { NULL, NULL };
  struct imp_here h = { d->p, d->proc, to };
  struct imp_stmt *i, *inner;

  d->before = &h;
  d->lo = imp_size (d->p, 0);
  d->last = imp_size (d->p, n - 1);
  inner = copy_loop (d, &body, false);
  if (!d->ok)
    return;
  inner->e[0] = d->s->e[0];
  inner->e[1] = d->s->e[1];
  i = imp_make_if (&h, imp_make_let (&h, "ok", d->ok));
  i->body = body;
  same_loop (d, &i->orelse);
}

/* A loop of any number of elements.  */
static void
thrice (struct peel *d, struct imp_block *to)
{
  struct imp_block body = { NULL, NULL }, head = { NULL, NULL };
  struct imp_here h = { d->p, d->proc, &head };
  struct imp_expr *b = imp_make_let (&h, "b", d->s->e[0]);
  struct imp_expr *e = imp_make_let (&h, "e", d->s->e[1]), *far, *ok, *mid;
  struct imp_stmt *lo, *last, *begin, *inner, *end;

  /* Their value is known only when the sizes of the ends are.  */
  d->lo = imp_use (d->p, imp_make_new (&h, "lo", type_size (d->p->ctx), NULL));
  lo = head.last;
  d->last = imp_use (d->p, imp_make_new (&h, "last", type_size (d->p->ctx), NULL));
  last = head.last;
  d->before = &h;
  inner = copy_loop (d, &body, false);
  if (!d->ok)
    return;
  far = imp_size (d->p, d->far);
  lo->e[0] = imp_op (d->p, FIR_MIN, e, imp_op (d->p, FIR_ADD, b, far));
  last->e[0] = imp_op (d->p, FIR_SUB, e, imp_size (d->p, d->far + 1));
  far = imp_op (d->p, FIR_ADD, b, imp_size (d->p, 2 * d->far + 8));
  peel_test (d, imp_op (d->p, FIR_LT, far, e));
  far = imp_size (d->p, d->far);
  ok = imp_make_let (&h, "ok", d->ok);
  mid = imp_select (d->p, ok, imp_op (d->p, FIR_SUB, e, far), d->lo);
  mid = imp_make_let (&h, "mid", imp_op (d->p, FIR_MIN, e, mid));
  *to = head;
  begin = same_loop (d, to);
  begin->e[0] = b;
  begin->e[1] = d->lo;
  inner->e[0] = imp_op (d->p, FIR_MAX, b, d->lo);
  inner->e[1] = mid;
  imp_link_after (to, begin, inner);
  end = copy_loop (d, to, true);
  end->e[0] = imp_op (d->p, FIR_MAX, b, mid);
  end->e[1] = e;
}

/* Cut loop S of block B, if that pays.  */
static void
cut (struct peel *d, struct imp_block *b, struct imp_stmt *s)
{
  struct imp_block to = { NULL, NULL };
  uint64_t step, from, end;
  unsigned n = 0;

  d->loop++;
  d->s = s;
  d->ok = NULL;
  d->tests = d->ntested = d->branches = 0;
  d->brief = d->pays = false;
  d->far = 1;
  if (s->vector)
    return;
  if (!imp_is_const (s->e[2], &step) || step != 1 || !copies (d, &s->body, &n))
    return;
  if (imp_is_const (s->e[1], &end) && imp_is_const (s->e[0], &from))
    {
      if (from == 0 && end > 1)
	twice (d, &to, end);
    }
  else
    thrice (d, &to);
  if (d->ok && d->pays)
    {
      imp_replace (b, s, &to);
      d->peeled++;
    }
}

/* Has B no loops?  */
static bool
innermost (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (imp_counts (s) || s->kind == IMP_WHILE || !innermost (&s->body) || !innermost (&s->orelse))
      return false;
  return true;
}

/* Does E depend on the index of a loop around?  */
static bool
of_row (struct peel *d, const struct imp_expr *e)
{
  bool row = e->kind == IMP_EXPR_VAR && e->var->id <= d->nnames && d->names[e->var->id].row;

  for (unsigned k = 0; k < e->nargs; k++)
    row |= of_row (d, e->args[k]);
  return row && !peel_residue (e);
}

static void
cut_block (struct peel *d, struct imp_block *b, bool inside)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind == IMP_FOR && inside && innermost (&s->body))
	{
	  if (schedule_split (d->p, d->proc, b, s))
	    d->peeled++;
	  else
	    cut (d, b, s);
	  continue;
	}
      if (s->kind == IMP_FOR || (s->kind == IMP_NEW && s->e[0]))
	d->names[s->var->id].row = s->kind == IMP_FOR || of_row (d, s->e[0]);
      bool in = inside || (s->kind == IMP_PARFOR && s->trust != IMP_TRUST_MERGE
			   && s->trust != IMP_TRUST_PLACES && s->trust != IMP_TRUST_SPANS);
      cut_block (d, &s->body, in);
      cut_block (d, &s->orelse, in);
    }
}

unsigned
schedule_peel (struct imp_prog *p, struct imp_proc *proc)
{
  struct peel d = { .p = p, .proc = proc, .nnames = proc->nvars };

  d.names = CTX_NEWV (p->ctx, struct named, proc->nvars + 1);
  cut_block (&d, &proc->body, false);
  return d.peeled;
}

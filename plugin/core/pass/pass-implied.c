/* The pass implied: removes checks of indices that the conditions around them imply.

     loop n { (i)  c = ne i 0  r = if c { k = sub i 1  e = get x k ... } ... }     len x = n
     =>
     loop n { (i)  c = ne i 0  r = if c { k = sub i 1  e = at x k ... } ... }

   An index that is i + k, through whatever types, is written so:

     j: i32 = conv i  k: i32 = sub j 1  l: u64 = conv k  e = at x l
       =>     l = add i -1  e = at x l

   So is the number of steps of 1 from a constant b to e, where b <= e is known:

     m = steps 1 (conv n) 1   =>   m = add n -1

   Stencils whose function tests for the edges itself then have loops of one pass that vectorise.
   What is known: the index of each loop around is below its trip count; the conditions of the
   conditionals around; sizes that a check before the loop bounds (facts.c).  A read that does not
   depend on the index of a loop may later be hoisted out of that loop (pass lift), and run although
   the loop does not.  So the index of a loop is only used where the term or a condition depends on
   it.
   Does not: use function values, guards of outputs, or preceding element checks.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "facts.h"

/* An enclosing condition C, which HOLDS or not, or LOOP.  */
struct around
{
  const struct around *up;
  struct fir_atom c;
  bool holds;
  struct fir_stmt *loop;
};

struct implied
{
  struct fir_prog *p;
  struct fir_region *r;
  struct fir_stmt *top;		/* of the region, being processed */
  unsigned changes;
};

static void
assume_around (struct facts *f, const struct around *a)
{
  if (!a)
    return;
  assume_around (f, a->up);
  if (a->loop)
    facts_index (f, fir_atom_var (a->loop->fns[0]->params[0]), a->loop->args[0]);
  else
    facts_assume (f, a->c, a->holds);
}

/* What the checks before the term of the region say of sizes.  */
static void
assume_checks (struct implied *z, struct facts *f)
{
  for (struct fir_stmt *s = z->r->body->first; s && s != z->top; s = s->next)
    if (s->op == FIR_CHECK && (s->check == CHECK_SIZE || s->check == CHECK_COUNT))
      facts_at_most (f, s->args[1], INT64_MAX);
}

/* Collect in F the facts known at read S, and about its operands; true if its index is in
   range.  */
static bool
learn (struct implied *z, struct fir_stmt *s, const struct around *a, struct facts *f)
{
  facts_begin (f, z->p->ctx, z->top);
  /* A fact about one term may imply more about another.  */
  for (unsigned again = 0; again < 3; again++)
    {
      facts_meet (f, s->args[1], s->args[0]);
      assume_checks (z, f);
      assume_around (f, a);
      if (facts_within (f, s->args[1], s->args[0]))
	return true;
    }
  return false;
}

/* Before S, in the block of S.  */
static struct fir_atom
put_before (struct implied *z, struct fir_stmt *s, enum fir_op op, unsigned n,
	    struct fir_atom *args)
{
  struct fir_block *b = fir_block_new (z->p);
  struct fir_atom r = fir_prim (z->p, b, op, type_size (z->p->ctx), n, args);
  struct fir_stmt *t = b->last;
  fir_unlink (t);
  fir_insert_before (s, t);
  return r;
}

/* Is A computed from OF in more ways than an addition?  */
static bool
roundabout (struct fir_atom a, struct fir_atom of)
{
  struct fir_stmt *d = fir_atom_def (a);
  return !fir_atom_equal (a, of) && d
	 && !(d->op == FIR_ADD
	      && (fir_atom_equal (d->args[0], of) || fir_atom_equal (d->args[1], of)))
	 && !(d->op == FIR_SUB && fir_atom_equal (d->args[0], of));
}

/* The index of S is in range: write i + k where it is that, whatever types it passes through.  */
static void
straighten (struct implied *z, struct fir_stmt *s, struct facts *f)
{
  struct fir_atom args[2];
  __int128 off;
  if (!facts_exactly (f, s->args[1], &args[0], &off) || !roundabout (s->args[1], args[0]))
    return;
  args[1] = fir_atom_int (z->p, type_size (z->p->ctx), off);
  s->args[1] = off ? put_before (z, s, FIR_ADD, 2, args) : args[0];
  law_fired (z->p->ctx, LAW_H3);
  z->changes++;
}

/* S, whose index is in range, becomes an unchecked read.  */
static void
read_unchecked (struct implied *z, struct fir_stmt *s)
{
  if (fir_atom_type (s->args[1]) != type_size (z->p->ctx))
    s->args[1] = put_before (z, s, FIR_CONV, 1, &s->args[1]);
  s->op = type_is_vec (s->res[0]->type) ? FIR_ROW : FIR_AT;
  s->nargs = 2;
  s->site = s->order = 0;
  law_fired (z->p->ctx, LAW_H2);
  z->changes++;
}

static void
look_at_read (struct implied *z, struct fir_stmt *s, const struct around *a)
{
  struct facts f;
  if (s->op == FIR_GET)
    {
      if ((s->check != CHECK_INDEX && s->check != CHECK_INDEX_AT) || !learn (z, s, a, &f))
	return;
      read_unchecked (z, s);
      straighten (z, s, &f);
    }
  /* The index is in range: that it is not known only means that other facts are not.  */
  else if (fir_atom_def (s->args[1]) && fir_atom_def (s->args[1])->op == FIR_CONV)
    {
      learn (z, s, a, &f);
      straighten (z, s, &f);
    }
}

/* The steps of S, from a constant on, are the end less that, if the context, A, implies that this
   is not negative.  From other begins on they stay: facts_index knows more of them than of a
   difference.  */
static void
look_at_steps (struct implied *z, struct fir_stmt *s, const struct around *a)
{
  struct fir_atom of;
  __int128 begin, off;
  struct facts f;
  if (!fir_atom_is_int (s->args[2], 1) || !fir_atom_value (s->args[0], &begin))
    return;
  facts_begin (&f, z->p->ctx, z->top);
  for (unsigned again = 0; again < 3; again++)
    {
      facts_meet_value (&f, s->args[1]);
      assume_checks (z, &f);
      assume_around (&f, a);
    }
  if (!facts_ordered (&f, s->args[0], s->args[1]) || !facts_exactly (&f, s->args[1], &of, &off))
    return;
  s->op = FIR_ADD;
  s->nargs = 2;
  s->args[0] = of;
  s->args[1] = fir_atom_int (z->p, type_size (z->p->ctx), off - begin);
  s->site = s->order = 0;
  law_fired (z->p->ctx, LAW_H3);
  z->changes++;
}

static void
look (struct implied *z, struct fir_block *b, const struct around *a)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (!a)
	z->top = s;
      if (a && fir_reads (s))
	look_at_read (z, s, a);
      else if (a && s->op == FIR_STEPS)
	look_at_steps (z, s, a);
      else if (s->op == FIR_LOOP)
	look (z, s->fns[0]->body, &(struct around) { a, FIR_NONE, false, s });
      else if (s->op == FIR_IF)
	for (unsigned k = 0; k < 2; k++)
	  look (z, s->fns[k]->body, &(struct around) { a, s->args[0], !k, NULL });
    }
}

unsigned
pass_implied (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct implied z = { p, r, NULL, 0 };
  (void) log;
  look (&z, r->body, NULL);
  return z.changes;
}

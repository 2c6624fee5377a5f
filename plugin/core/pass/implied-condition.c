/* The pass implied: conditions that reads do not need, and conditions that always hold.

   A read of a neighbour leaves a condition that says nothing of its place:

     e = at x i  c = gt e 0  d = ne i 0  b = band c d
     r = if b { g = at x (add i -1) ... } else { 0 }
       =>     q = if d { g = at x (add i -1) ... } else { 0 }  r = if c { q } else { 0 }

   What is left is a condition of places, where the pass peel splits the loop, and a choice of
   values, which vectorises.

   A comparison that the trip count of the loop around implies is a constant.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "implied.h"

/* --- Reads that need no condition ------------------------------------------------------------- */

/* More than this costs more than a branch that is often foreseen; neighbours no further apart are
   mostly in one line of a cache.  */
#define MAX_SPECULATED 12
#define MAX_APART 16

/* Does nothing before S in its block fail?  Then S runs whenever the block does.  */
static bool
always_reached (struct fir_stmt *s)
{
  while ((s = s->prev) != NULL)
    if (s->nfns || !fir_total (s))
      return false;
  return true;
}

/* X + J, X bound outside LOOP and the operand K of the sum that is READ's index: J, or NULL.  */
static struct fir_atom *
row_index (struct fir_stmt *read, unsigned k, struct fir_atom x)
{
  struct fir_stmt *d = fir_atom_def (read->args[1]);
  return d && d->op == FIR_ADD && fir_atom_equal (d->args[k], x) ? &d->args[1 - k] : NULL;
}

/* Does READ, in conditional S of a loop's body, read x (b + j), where every element of the loop has
   read x (b + i), i its index, before S, and is j certainly one of these i?  A says what is around
   READ.  All of the row is read then, if not by this element.  */
static bool
beside_in_row (struct implied *z, struct fir_stmt *read, struct fir_stmt *s,
	       const struct around *a)
{
  const struct around *in = a;
  struct fir_atom i, of, *j;
  struct facts f;
  __int128 off;
  while (in && !in->loop && !in->key && !fir_atom_none (in->c))
    in = in->up;
  if (!in || !in->loop || s->parent != in->loop->fns[0]->body)
    return false;
  i = fir_atom_var (in->loop->fns[0]->params[0]);
  for (struct fir_stmt *t = s->prev; t; t = t->prev)
    for (unsigned k = 0; t->op == FIR_AT && k < 2; k++)
      {
	struct fir_stmt *d = fir_atom_def (t->args[1]);
	if (!fir_atom_equal (t->args[0], read->args[0]) || !d || d->op != FIR_ADD
	    || !fir_atom_equal (d->args[1 - k], i) || !facts_bound_outside (d->args[k], in->loop)
	    || !always_reached (t))
	  continue;
	j = row_index (read, 0, d->args[k]);
	j = j ? j : row_index (read, 1, d->args[k]);
	if (!j)
	  continue;
	implied_learn_value (z, *j, a, &f);
	if (facts_exactly (&f, *j, &of, &off) && fir_atom_equal (of, i) && off <= MAX_APART
	    && off >= -MAX_APART && facts_below (&f, *j, 0, in->loop->args[0]))
	  return true;
      }
  return false;
}

/* Does READ, whose facts are F, read a neighbour of what a statement before S in its block reads?
   Then it takes no other memory.  */
static bool
beside_read (struct facts *f, struct fir_stmt *read, struct fir_stmt *s)
{
  struct fir_atom of, of2;
  __int128 off, off2;
  if (!facts_exactly (f, read->args[1], &of, &off))
    return false;
  for (struct fir_stmt *t = s->prev; t; t = t->prev)
    if (t->op == FIR_AT && fir_atom_equal (t->args[0], read->args[0])
	&& facts_exactly (f, t->args[1], &of2, &off2) && fir_atom_equal (of, of2)
	&& off - off2 <= MAX_APART && off2 - off <= MAX_APART)
      return true;
  return false;
}

/* May B, which stands in conditional S, run where S's condition says otherwise?  A says what is
   around B but for that condition.  */
static bool
needs_no_condition (struct implied *z, struct fir_stmt *s, struct fir_block *b,
		    const struct around *a)
{
  struct facts f;
  for (struct fir_stmt *t = b->first; t; t = t->next)
    if (t->op == FIR_IF)
      {
	for (unsigned k = 0; k < 2; k++)
	  {
	    struct around in = { .up = a, .c = t->args[0], .holds = !k, .at = t };
	    if (!needs_no_condition (z, s, t->fns[k]->body, &in))
	      return false;
	  }
      }
    else if (t->op == FIR_AT ? (!implied_learn (z, t, a, &f) || !beside_read (&f, t, s))
			       && !beside_in_row (z, t, s, a)
	     : !fir_speculates (t))
      return false;
  return true;
}

/* Is A, as far as can be seen, computed from indices and sizes alone?  Then a loop can be split
   where it changes.  */
static bool
of_places (struct fir_atom a, unsigned depth)
{
  struct fir_stmt *d = fir_atom_def (a);
  if (!d)
    return true;
  if (!fir_speculates (d) || !depth)
    return false;
  for (unsigned k = 0; k < d->nargs; k++)
    if (!of_places (d->args[k], depth - 1))
      return false;
  return true;
}

/* Of conditional S, are the results scalars, which a select may choose?  */
static bool
gives_scalars (struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nres; k++)
    if (!type_is_scalar (s->res[k]->type))
      return false;
  return true;
}

/* The statements of S's blocks need not stand under its condition: they come before it.  */
void
implied_read_always (struct implied *z, struct fir_stmt *s, const struct around *a)
{
  struct fir_block *x = s->fns[0]->body, *y = s->fns[1]->body;
  if (!a || (!x->first && !y->first) || !gives_scalars (s)
      || fir_block_weight (x) + fir_block_weight (y) > MAX_SPECULATED
      || !needs_no_condition (z, s, x, a) || !needs_no_condition (z, s, y, a))
    return;
  for (unsigned k = 0; k < 2; k++)
    {
      fir_walk (s->fns[k]->body, fir_let_wrap, NULL);
      fir_put_before (s, s->fns[k]->body);
    }
  law_fired (z->p->ctx, LAW_H4);
  z->changes++;
}

/* Conditional S becomes one of PLACE, before it, whose block ARM reads, and one of OTHER, which
   chooses what that gives.  */
static void
part (struct implied *z, struct fir_stmt *s, unsigned arm, struct fir_atom place,
      struct fir_atom other)
{
  struct fir_block *b = fir_block_new (z->p);
  struct fir_stmt *t = fir_stmt_new (z->p, b, FIR_IF, s->site, 1, 2, s->res[0]->type, "r");
  struct fir_atom v = fir_atom_var (t->res[0]);
  t->args[0] = place;
  for (unsigned k = 0; k < 2; k++)
    {
      t->fns[k] = s->fns[k];
      s->fns[k] = fir_fn_new (z->p, 0, NULL);
      fir_block_return (z->p, s->fns[k]->body, 1, k == arm ? &v : t->fns[k]->body->rets);
    }
  fir_walk (t->fns[arm]->body, fir_let_wrap, NULL);
  s->args[0] = other;
  fir_unlink (t);
  fir_insert_before (s, t);
  law_fired (z->p->ctx, LAW_H4);
  z->changes++;
}

/* S, whose one block ARM reads where two conditions hold, or neither, of which the reads need only
   one, that of their places: the loop can be split there, and needs no branch for the other.  */
void
implied_read_in_place (struct implied *z, struct fir_stmt *s, const struct around *a)
{
  struct fir_stmt *both = fir_atom_def (s->args[0]);
  unsigned arm = both && both->op == FIR_BOR;
  struct fir_block *b = s->fns[arm]->body;
  if (!a || !both || (both->op != FIR_BAND && !arm) || s->nres != 1 || !gives_scalars (s)
      || !b->first || s->fns[1 - arm]->body->first || fir_block_weight (b) > MAX_SPECULATED)
    return;
  for (unsigned k = 0; k < 2; k++)
    {
      struct fir_atom place = both->args[k], other = both->args[1 - k];
      struct around in = { .up = a, .c = place, .holds = !arm, .at = s };
      if (!simplify_truth (place) || !simplify_truth (other) || !of_places (place, MAX_SUM)
	  || of_places (other, MAX_SUM) || !needs_no_condition (z, s, b, &in))
	continue;
      part (z, s, arm, place, other);
      return;
    }
}

/* --- Conditions that always hold -------------------------------------------------------------- */

/* Is there no function in B but the blocks of conditionals?  */
static bool
only_branches (const struct fir_block *b)
{
  for (const struct fir_stmt *s = b->first; s; s = s->next)
    for (unsigned k = 0; k < s->nfns; k++)
      if (s->op != FIR_IF || !only_branches (s->fns[k]->body))
	return false;
  return true;
}

/* Collect in F what A says of the element of the innermost loop; false if there is none.  */
static bool
assume_element (struct facts *f, const struct around *a)
{
  if (!a || (!a->loop && (a->key || fir_atom_none (a->c))))
    return false;
  if (a->loop)
    facts_index (f, fir_atom_var (a->loop->fns[0]->params[0]), a->loop->args[0]);
  else if (!assume_element (f, a->up))
    return false;
  else
    facts_assume (f, a->c, a->holds);
  return true;
}

/* The condition of S becomes a constant where the index of the innermost loop around, of which A
   says what is known, or the conditions in it, imply that it holds, or does not.  What stands in
   loops in S's blocks might then be lifted out of that loop, and run although it does not.  */
void
implied_condition (struct implied *z, struct fir_stmt *s, const struct around *a)
{
  struct fir_stmt *c = fir_atom_def (s->args[0]);
  if (!c || c->nargs != 2 || !(fir_op_info[c->op].flags & FIR_FLAG_CMP)
      || !type_is_integral (fir_atom_type (c->args[0])) || !only_branches (s->fns[0]->body)
      || !only_branches (s->fns[1]->body))
    return;
  for (unsigned holds = 0; holds < 2; holds++)
    {
      struct facts f;
      facts_begin (&f, z->p->ctx, z->top);
      for (unsigned again = 0; again < 3; again++)
	{
	  facts_meet_value (&f, c->args[0]);
	  facts_meet_value (&f, c->args[1]);
	  implied_checks (z, &f);
	  if (!assume_element (&f, a) || facts_never (&f))
	    return;
	}
      facts_assume (&f, s->args[0], !holds);
      if (!facts_never (&f))
	continue;
      s->args[0] = fir_atom_int (z->p, fir_atom_type (s->args[0]), holds);
      law_fired (z->p->ctx, LAW_H6);
      z->changes++;
      return;
    }
}

/* The pass implied: removes checks of indices that the conditions around them imply.

     loop n { (i)  c = ne i 0  r = if c { k = sub i 1  e = get x k ... } ... }     len x = n
     =>
     loop n { (i)  c = ne i 0  r = if c { k = sub i 1  e = at x k ... } ... }

   An index that is i + k, through whatever types, is written so:

     j: i32 = conv i  k: i32 = sub j 1  l: u64 = conv k  e = at x l
       =>     l = add i -1  e = at x l

   So is i itself, converted to another type and back, if that has all its values, and the number of
   steps of 1 from a constant b to e, where b <= e is known:

     m = steps 1 (conv n) 1   =>   m = add n -1

   Stencils whose function tests for the edges itself then have loops of one pass that vectorise.
   So do those whose function reads a neighbour only under a condition, once they always read it:

     e = at x i  c = gt e 0  r = if c { f = if first { 1 } else { g = at x (add i -1) ... } } else
     { 0 }
       =>     f = if first { 1 } else { g = at x (add i -1) ... }  r = if c { f } else { 0 }

   The same in a row, at x (add b i), where b + i is only known to be read by every element.  Those
   that need a part of their condition keep that (implied-condition.c).

   Numbers that are not negative are divided as sizes (implied-divide.c).  Loops over grids have a
   version for sound sizes (implied-version.c).

   What is known: the index of each loop around is below its trip count; the conditions of the
   conditionals around; sizes that a check before the loop bounds (facts.c); what counts up from a
   constant is at least that (implied-counter.c).  A read that does not
   depend on the index of a loop may later be hoisted out of that loop (pass lift), and run although
   the loop does not.  So the index of a loop is only used where the term or a condition depends on
   it; that the innermost loop around a read runs is always known, for lift leaves the read in it.
   Checks before the read that a vector has elements: lift leaves behind them what reads.
   Checks of elements that are known to hold go: that a row has elements, or is not too long.

     c = eq n 0  r = if c { ... } else { check nonempty _ n ... }   =>   the same without the check

   Does not: use guards of outputs, or other checks of elements.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "implied.h"

/* No memory has more bytes.  */
#define MOST_MEMORY ((__int128) 1 << 48)

static void
assume_around (struct facts *f, const struct around *a)
{
  if (!a)
    return;
  assume_around (f, a->up);
  if (a->loop)
    facts_index (f, fir_atom_var (a->loop->fns[0]->params[0]), a->loop->args[0]);
  else if (a->key)
    facts_index (f, fir_atom_var (a->key->params[0]), a->c);
  else if (a->counter)
    facts_from (f, fir_atom_var (a->counter), a->from);
  else if (!fir_atom_none (a->c))
    facts_assume (f, a->c, a->holds);
}

/* What the checks before the term of the region say of sizes.  */
void
implied_checks (struct implied *z, struct facts *f)
{
  __int128 bytes;
  for (struct fir_stmt *s = z->r->body->first; s && s != z->top; s = s->next)
    if (s->op == FIR_CHECK && (s->check == CHECK_SIZE || s->check == CHECK_COUNT))
      facts_at_most (f, s->args[1],
		     s->check == CHECK_SIZE && fir_atom_value (s->args[2], &bytes) && bytes > 0
		     ? INT64_MAX / bytes : INT64_MAX);
}

/* No view is of more than there can be of memory.  */
static void
assume_memory (struct implied *z, struct facts *f)
{
  for (struct fir_stmt *s = z->r->body->first; s && s != z->top; s = s->next)
    if (s->op == FIR_VIEW && !type_is_vec (s->res[0]->type->elem) && s->res[0]->type->elem->size)
      facts_at_most (f, s->args[1], MOST_MEMORY / s->res[0]->type->elem->size);
}

/* What the checks before S in its block say of vectors that have elements.  */
static void
assume_elements (struct facts *f, const struct fir_stmt *s)
{
  while ((s = s->prev) != NULL)
    if (s->op == FIR_CHECK && s->check == CHECK_NONEMPTY)
      facts_at_least (f, s->args[1], 1);
}

/* What is around a read, A, is an element of a loop: that runs.  */
static void
assume_runs (struct facts *f, const struct around *a)
{
  while (a && a->at)
    a = a->up;
  if (a && a->loop)
    facts_assume (f, a->loop->args[0], true);
}

/* What the checks say that read S has passed: those before the term of the region, and in the
   function where S is; and that it is reached at all.  A says what is around S.  */
static void
assume_passed (struct implied *z, struct facts *f, const struct fir_stmt *s,
	       const struct around *a)
{
  assume_runs (f, a);
  implied_checks (z, f);
  assume_elements (f, z->top);
  for (assume_elements (f, s); a && a->at; a = a->up)
    assume_elements (f, a->at);
}

/* The statement of the function of the region's loop in which S, around which A says what is,
   stands; NULL: it stands in none.  */
static const struct fir_stmt *
in_element (struct implied *z, const struct fir_stmt *s, const struct around *a)
{
  const struct fir_block *b = z->loop ? z->loop->fns[0]->body : NULL;
  if (s->parent == b)
    return s;
  for (; a; a = a->up)
    if (a->at && a->at->parent == b)
      return a->at;
    else if (a->loop && a->loop->parent == b)
      return a->loop;
  return NULL;
}

/* Collect in F the facts known at read S, whose place in a grid is Z's: is it one of the grid?
   SIGN: the width is positive, or negative; 0: either.  */
static bool
learn_place (struct implied *z, struct fir_stmt *s, const struct around *a, struct facts *f,
	     int sign)
{
  struct facts_grid *g = &z->grid;
  facts_begin (f, z->p->ctx, z->top);
  for (unsigned again = 0; again < 3; again++)
    {
      facts_meet_grid (f, g);
      if (sign < 0)
	facts_at_most (f, g->width, -1);
      else if (sign > 0)
	facts_at_least (f, g->width, 1);
      assume_passed (z, f, s, a);
      assume_around (f, a);
      if (facts_within_grid (f, g))
	return true;
    }
  return false;
}

/* The condition in A, what is around a read, that grid G is sound; NULL: there is none.  */
static const struct around *
about_sound (const struct facts_grid *g, const struct around *a)
{
  while (a && !(a->at && facts_says_sound (a->c, g->rows, g->width)))
    a = a->up;
  return a;
}

/* The check of read S would go if the size of Z's grid, a place of which is its index, were
   sound.  */
static void
want_sound (struct implied *z, const struct facts_grid *g)
{
  if (!z->loop || !facts_bound_outside (g->width, z->loop)
      || !facts_bound_outside (g->rows, z->loop))
    return;
  if (!z->wants_sound)
    z->size = *g;
  else if (!fir_atom_equal (z->size.width, g->width) || z->size.sound != g->sound
	   || (!g->sound && !fir_atom_equal (z->size.rows, g->rows)))
    return;
  z->wants_sound = true;
  z->wanted++;
}

/* Is the index of read S a place in a grid that the facts, of which F is made, say it has?  If
   something has been divided by the width that is not 0: it is positive where it is not
   negative.  */
static bool
learn_grid (struct implied *z, struct fir_stmt *s, const struct around *a, struct facts *f)
{
  struct facts_grid *g = &z->grid;
  const struct around *about;
  if (!facts_grid_of (z->p, z->r->body, z->top, in_element (z, s, a), s->args[1], s->args[0], g))
    return false;
  about = about_sound (g, a);
  if (!g->sound && !(about && about->holds))
    {
      if (s->op == FIR_GET && !about && fir_atom_type (g->width) == type_size (z->p->ctx)
	  && fir_atom_type (g->rows) == type_size (z->p->ctx) && learn_place (z, s, a, f, 0))
	want_sound (z, g);
      return false;
    }
  z->in_grid = learn_place (z, s, a, f, 0);
  if (z->in_grid || fir_atom_none (g->of) || facts_positive (f, g->width))
    return z->in_grid;
  learn_place (z, s, a, f, -1);
  z->in_grid = facts_never (f) && learn_place (z, s, a, f, 1);
  if (!z->in_grid && s->op == FIR_GET && learn_place (z, s, a, f, 1))
    want_sound (z, g);
  return z->in_grid;
}

bool
implied_learn_if (struct implied *z, struct fir_stmt *s, const struct around *a,
		  struct fir_atom c, struct facts *f)
{
  facts_begin (f, z->p->ctx, z->top);
  /* A fact about one term may imply more about another.  */
  for (unsigned again = 0; again < 3; again++)
    {
      facts_meet (f, s->args[1], s->args[0]);
      assume_passed (z, f, s, a);
      assume_around (f, a);
      if (!fir_atom_none (c))
	facts_assume (f, c, true);
      if (facts_within (f, s->args[1], s->args[0]))
	return true;
    }
  return false;
}

bool
implied_learn (struct implied *z, struct fir_stmt *s, const struct around *a, struct facts *f)
{
  z->in_grid = false;
  return implied_learn_if (z, s, a, FIR_NONE, f) || learn_grid (z, s, a, f);
}

/* Collect in F the facts known about the N numbers at X where A says what is around.  */
static void
learn_values (struct implied *z, unsigned n, const struct fir_atom *x, const struct around *a,
	      struct facts *f)
{
  facts_begin (f, z->p->ctx, z->top);
  for (unsigned again = 0; again < 3; again++)
    {
      for (unsigned k = 0; k < n; k++)
	facts_meet_value (f, x[k]);
      implied_checks (z, f);
      assume_around (f, a);
    }
}

void
implied_learn_value (struct implied *z, struct fir_atom x, const struct around *a, struct facts *f)
{
  learn_values (z, 1, &x, a, f);
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

/* Before S, in the block of S: exactly A + OFF as a size, if the facts in F say what that is; else
   none.  */
static struct fir_atom
put_exactly (struct implied *z, struct fir_stmt *s, struct facts *f, struct fir_atom a,
	     __int128 off)
{
  struct fir_atom args[2];
  __int128 more;
  if (!facts_exactly (f, a, &args[0], &more))
    return FIR_NONE;
  args[1] = fir_atom_int (z->p, type_size (z->p->ctx), off + more);
  return off + more ? put_before (z, s, FIR_ADD, 2, args) : args[0];
}

/* Is A what counts in a function that AROUND is in?  */
static bool
is_counter (const struct around *around, struct fir_atom a)
{
  while (around && !(around->counter && around->counter == a.var))
    around = around->up;
  return around;
}

/* Before S, which AROUND is around, in the block of S: A, a number, as a size, sums of which are
   those of what A adds up, if that is computed exactly; MORE: no deeper.  *EXACT: F says of some
   part that it is a size and a constant, or a part is what turns count, for they are a loop of
   sizes.  */
static struct fir_atom
put_sum (struct implied *z, struct fir_stmt *s, const struct around *around, struct facts *f,
	 struct fir_atom a, unsigned more, bool *exact)
{
  struct fir_stmt *d = fir_atom_def (a);
  struct fir_atom args[2] = { put_exactly (z, s, f, a, 0), FIR_NONE };
  if (!fir_atom_none (args[0]))
    {
      *exact = true;
      return args[0];
    }
  if (!d || (d->op != FIR_ADD && d->op != FIR_SUB) || !fir_overflows (d) || !more)
    {
      *exact |= is_counter (around, a);
      return put_before (z, s, FIR_CONV, 1, &a);
    }
  for (unsigned k = 0; k < 2; k++)
    args[k] = put_sum (z, s, around, f, d->args[k], more - 1, exact);
  return put_before (z, s, d->op, 2, args);
}

/* The index of S, in range, is a signed sum of which F knows a part as a size, or that A, what is
   around, counts: write it as a sum of sizes.  */
static void
straighten_sum (struct implied *z, struct fir_stmt *s, const struct around *a, struct facts *f)
{
  struct fir_stmt *d = fir_atom_def (s->args[1]), *sum, *last = s->prev;
  struct fir_atom index;
  bool exact = false;
  if (!d || d->op != FIR_CONV || fir_atom_type (s->args[1]) != type_size (z->p->ctx))
    return;
  sum = fir_atom_def (d->args[0]);
  if (!sum || (sum->op != FIR_ADD && sum->op != FIR_SUB) || !fir_overflows (sum))
    return;
  index = put_sum (z, s, a, f, d->args[0], MAX_SUM, &exact);
  if (exact)
    {
      s->args[1] = index;
      law_fired (z->p->ctx, LAW_H3);
      z->changes++;
    }
  else
    while (s->prev != last)
      fir_unlink (s->prev);
}

/* Before S, in the block of S: A, a number of bytes, with sums of sizes for the signed ones that it
   converts, as far as MORE terms show; *EXACT as in put_sum, where AROUND says what is around.  */
static struct fir_atom
put_bytes (struct implied *z, struct fir_stmt *s, const struct around *around, struct fir_atom a,
	   unsigned more, bool *exact)
{
  struct fir_stmt *d = fir_atom_def (a), *sum;
  struct fir_atom args[2];
  struct facts f;
  if (!d || d->nres != 1 || d->res[0]->type != type_size (z->p->ctx) || !more)
    return a;
  if (d->op == FIR_CONV)
    {
      sum = fir_atom_def (d->args[0]);
      if (!sum || (sum->op != FIR_ADD && sum->op != FIR_SUB) || !fir_overflows (sum))
	return a;
      implied_learn_value (z, d->args[0], around, &f);
      return put_sum (z, s, around, &f, d->args[0], MAX_SUM, exact);
    }
  if (d->op != FIR_ADD && d->op != FIR_SUB && d->op != FIR_MUL)
    return a;
  for (unsigned k = 0; k < 2; k++)
    args[k] = put_bytes (z, s, around, d->args[k], more - 1, exact);
  return fir_atom_equal (args[0], d->args[0]) && fir_atom_equal (args[1], d->args[1]) ? a
	 : put_before (z, s, d->op, 2, args);
}

/* The same as straighten_sum for load S, which A is around.  */
static void
look_at_load (struct implied *z, struct fir_stmt *s, const struct around *a)
{
  struct fir_stmt *last = s->prev;
  bool exact = false;
  struct fir_atom bytes = put_bytes (z, s, a, s->args[1], MAX_SUM, &exact);
  if (exact)
    {
      s->args[1] = bytes;
      law_fired (z->p->ctx, LAW_H3);
      z->changes++;
    }
  else
    while (s->prev != last)
      fir_unlink (s->prev);
}

/* The index of S is in range: write i + k where it is that, whatever types it passes through.  */
static void
straighten (struct implied *z, struct fir_stmt *s, const struct around *a, struct facts *f)
{
  struct fir_atom args[2];
  __int128 off;
  if (!facts_exactly (f, s->args[1], &args[0], &off))
    {
      straighten_sum (z, s, a, f);
      return;
    }
  if (!roundabout (s->args[1], args[0]))
    return;
  args[1] = fir_atom_int (z->p, type_size (z->p->ctx), off);
  s->args[1] = off ? put_before (z, s, FIR_ADD, 2, args) : args[0];
  law_fired (z->p->ctx, LAW_H3);
  z->changes++;
}

/* X OP Y, sizes, before S in the block of S.  */
static struct fir_atom
put_op (struct implied *z, struct fir_stmt *s, enum fir_op op, struct fir_atom x, struct fir_atom y)
{
  struct fir_atom args[2] = { x, y };
  return put_before (z, s, op, 2, args);
}

/* The index of S, a signed number, is a place in a grid: write it as one of sizes.  */
static void
straighten_grid (struct implied *z, struct fir_stmt *s, struct facts *f)
{
  const struct type *size = type_size (z->p->ctx);
  struct facts_grid *g = &z->grid;
  struct fir_stmt *d = fir_atom_def (s->args[1]);
  bool away = !fir_atom_none (g->of);
  struct fir_atom width = g->width, row, place;
  if (!d || d->op != FIR_CONV)
    return;
  place = put_exactly (z, s, f, away ? g->of : g->place, g->off);
  row = away ? fir_atom_int (z->p, size, g->down < 0 ? -g->down : g->down)
	: put_exactly (z, s, f, g->row, g->down);
  if (fir_atom_none (place) || fir_atom_none (row))
    return;
  if (fir_atom_type (width) != size)
    width = put_before (z, s, FIR_CONV, 1, &width);
  if (!fir_atom_is_int (row, 1))
    width = put_op (z, s, FIR_MUL, row, width);
  s->args[1] = away && !g->down ? place
	       : put_op (z, s, away && g->down < 0 ? FIR_SUB : FIR_ADD, place, width);
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
      unsigned wanted = z->wanted;
      if (s->check != CHECK_INDEX && s->check != CHECK_INDEX_AT)
	return;
      if (!implied_learn (z, s, a, &f))
	{
	  if (z->wanted == wanted)
	    implied_want_end (z, s, a);
	  return;
	}
      read_unchecked (z, s);
      if (z->in_grid)
	straighten_grid (z, s, &f);
      else
	straighten (z, s, a, &f);
    }
  /* The index is in range: that it is not known only means that other facts are not.  */
  else if (fir_atom_def (s->args[1]) && fir_atom_def (s->args[1])->op == FIR_CONV)
    {
      implied_learn (z, s, a, &f);
      straighten (z, s, a, &f);
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
  implied_learn_value (z, s->args[1], a, &f);
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

/* S is what it is a conversion of, through another type and back, if the context, A, implies that
   the other type has its value.  */
static void
look_at_conversion (struct implied *z, struct fir_stmt *s, const struct around *a)
{
  struct fir_stmt *d = fir_atom_def (s->args[0]);
  /* What elements give may be it.  */
  struct fir_stmt *loop = a->loop && a->loop->fns[0]->body == s->parent ? a->loop : NULL;
  struct fir_atom of, x = fir_atom_var (s->res[0]);
  struct fir_subst *subst;
  __int128 off;
  struct facts f;
  if (x.var->type != type_size (z->p->ctx) || !d || d->op != FIR_CONV
      || fir_atom_type (d->args[0]) != x.var->type
      || !(loop ? fir_stmt_uses (loop, x.var) : fir_count_uses (s->parent, x.var)))
    return;
  implied_learn_value (z, x, a, &f);
  if (!facts_exactly (&f, x, &of, &off) || off || !fir_atom_equal (of, d->args[0]))
    return;
  subst = fir_subst_new (z->p);
  fir_subst_put (subst, x.var, of);
  if (loop)
    fir_subst_stmt (subst, loop);
  else
    fir_subst_block (subst, s->parent);
  law_fired (z->p->ctx, LAW_H3);
  z->changes++;
}

/* S divides, where A says what is around.  */
static void
look_at_division (struct implied *z, struct fir_stmt *s, const struct around *a)
{
  struct facts f;
  if (!z->loop || !pass_divides_number (s, z->loop))
    return;
  learn_values (z, 2, s->args, a, &f);
  z->changes += pass_divide_as_size (z->p, s, z->loop, &f);
}

/* --- Checks that hold ----------------------------------------------------------------------- */

/* May check S, which holds, go from the loops that A says are around it?  */
static bool
may_go (struct fir_stmt *s, const struct around *a)
{
  bool in_loop = false;
  for (; a; a = a->up)
    if (a->loop)
      {
	if (!pass_check_may_go (s, a->loop))
	  return false;
	in_loop = true;
      }
    else if (a->key || fir_atom_none (a->c))
      return false;
  return in_loop;
}

/* Remove check S if the context, A, implies that it holds.  */
static void
look_at_check (struct implied *z, struct fir_stmt *s, const struct around *a)
{
  struct facts f;
  if ((s->check != CHECK_NONEMPTY && s->check != CHECK_SIZE && s->check != CHECK_TOTAL
       && s->check != CHECK_INDEX_AT) || !may_go (s, a))
    return;
  facts_begin (&f, z->p->ctx, z->top);
  for (unsigned again = 0; again < 3; again++)
    {
      for (unsigned k = 1; k < s->nargs; k++)
	facts_meet_value (&f, s->args[k]);
      implied_checks (z, &f);
      assume_memory (z, &f);
      assume_around (&f, a);
    }
  if (!facts_check_holds (&f, s))
    return;
  fir_unlink (s);
  law_fired (z->p->ctx, LAW_H7);
  z->changes++;
}

/* --- The walk over the terms of a region ------------------------------------------------------ */

/* Is what A is around a statement of the region itself, or in its conditionals?  */
static bool
of_region (const struct around *a)
{
  while (a && a->at)
    a = a->up;
  return !a;
}

static void look (struct implied *z, struct fir_block *b, const struct around *a);

/* Before Z's loop: the test of what it wants.  */
static struct fir_atom
put_wanted (struct implied *z)
{
  struct fir_block *b = fir_block_new (z->p);
  struct fir_atom c = z->nends ? implied_ends (z, b)
		      : pass_sound_grid (z->p, b, &z->size, !z->size.sound);
  fir_put_before (z->loop, b);
  return c;
}

/* Look at what LOOP does, of the region itself or in its conditionals, as A says.  If it cannot
   fail but for the size of a grid, or for turns that end behind a vector, make a version for a
   sound one, or for those that end in time.  */
static void
look_at_loop (struct implied *z, struct fir_stmt *loop, const struct around *a)
{
  struct fir_stmt *s;
  z->loop = loop;
  z->wanted = z->nends = 0;
  z->wants_sound = false;
  look (z, loop->fns[0]->body, &(struct around) { .up = a, .loop = loop });
  if (z->wanted && !(z->nends && (z->wants_sound || a)) && pass_fails_only (z->r, loop, z->wanted))
    {
      s = pass_split_loop (z->p, z->r, loop, put_wanted (z));
      z->loop = NULL;
      z->changes++;
      z->top = a ? z->top : s;
      look (z, s->fns[0]->body,
	    &(struct around) { .up = a, .c = s->args[0], .holds = true, .at = s });
    }
  z->loop = NULL;
}

/* Look at what the function of MU does, as A says, and what its parameters from K on imply.  */
static void
look_at_mu (struct implied *z, struct fir_stmt *mu, unsigned k, const struct around *a)
{
  struct around in = { .up = a };

  if (k == mu->fns[0]->nparams)
    look (z, mu->fns[0]->body, a);
  else if (implied_counts (z, mu, k, &in.from))
    {
      in.counter = mu->fns[0]->params[k];
      look_at_mu (z, mu, k + 1, &in);
    }
  else
    look_at_mu (z, mu, k + 1, a);
}

static void
look (struct implied *z, struct fir_block *b, const struct around *a)
{
  struct fir_atom n;

  for (struct fir_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      if (!a)
	z->top = s;
      if (a && fir_reads (s))
	look_at_read (z, s, a);
      else if (a && s->op == FIR_LEAF && (s->leaf->flags & LEAF_LOAD))
	look_at_load (z, s, a);
      else if (a && s->op == FIR_CHECK)
	look_at_check (z, s, a);
      else if (a && s->op == FIR_STEPS)
	look_at_steps (z, s, a);
      else if (a && s->op == FIR_CONV)
	look_at_conversion (z, s, a);
      else if (a && (s->op == FIR_DIV || s->op == FIR_REM))
	look_at_division (z, s, a);
      else if (s->op == FIR_LOOP && of_region (a))
	look_at_loop (z, s, a);
      else if (s->op == FIR_LOOP)
	look (z, s->fns[0]->body, &(struct around) { .up = a, .loop = s });
      else if ((s->op == FIR_GROUP_BY || s->op == FIR_BUCKET)
	       && facts_numbers (s->args[s->op == FIR_BUCKET], &n))
	look (z, s->fns[0]->body, &(struct around) { .up = a, .c = n, .key = s->fns[0] });
      /* It is applied only where it is bound: what was known there still is.  */
      else if (s->op == FIR_MU)
	look_at_mu (z, s, 0, &(struct around) { .up = a });
      else if (s->op == FIR_LAMBDA)
	look (z, s->fns[0]->body, &(struct around) { .up = a });
      else if (s->op == FIR_IF)
	{
	  implied_condition (z, s, a);
	  for (unsigned k = 0; k < 2; k++)
	    look (z, s->fns[k]->body,
		  &(struct around) { .up = a, .c = s->args[0], .holds = !k, .at = s });
	  implied_read_always (z, s, a);
	  implied_read_in_place (z, s, a);
	}
    }
}

unsigned
pass_implied (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct implied z = { .p = p, .r = r };
  (void) log;
  look (&z, r->body, NULL);
  return z.changes;
}

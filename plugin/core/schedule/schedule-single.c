/* The pass single: rows that all have one element are taken without loops over them.

     loop i = b to e {                       odd = 1
       n = o[i + 1] - o[i]                   if (b < e && o[e] - o[b] == e - b) {
       new acc := 0                     =>     base = o[b] - b
       loop j = 0 to n {                       odd = 0
         give acc := x[o[i] + j]               for t = b to e { odd |= (o[t + 1] - o[t]) ^ 1 }
       }                                     }
       d[i] := acc                           if (odd == 0) {
     }                                         loop i = b to e { d[i] := 0 + x[base + i] }
                                             } else {
                                               as before
                                             }

   The elements of such rows lie side by side, so all of the loop is taken in vectors; else a row is
   a loop of one turn, which takes longer than what it does.  The sum of the lengths tells nearly
   always that rows are others: the lengths are looked at only if their mean is 1.

   In the copy lengths are 1, offsets are the places of the rows, and what follows from that is
   known: branches on lengths, loops of one turn.  It is made only if no loop is left in it but
   some of a few turns.  What a row gives is combined as in a loop of one turn, so the result has
   the same bits.  Memory for one element is a variable (schedule-single-value.c).

   Does not: look through offsets that are converted, or made in the loop; take rows that are
   gathered, that only some elements have, or for which other memory is made.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir/fir-term.h"
#include "imp/imp-make.h"
#include "schedule.h"
#include "schedule-single.h"

/* The most statements of an element, and of what is left of it; the most turns of a loop in
   that.  */
#define MOST 256
#define LEFT 64
#define TURNS 16

/* A loop over rows.  */
struct rows
{
  struct imp_here h;
  const struct imp_binders *known;
  const struct imp_stmt *loop;
  struct imp_var *offsets;	/* o; NULL: not yet known */
  const struct imp_expr *place;	/* where in O an element's row begins */
  struct imp_expr *base;	/* in the copy: o[i] is base + place */
};

/* What E is bound to, if it is a variable of the loop that has no other value; else E.  */
static const struct imp_expr *
bound_to (const struct rows *w, const struct imp_expr *e)
{
  const struct imp_expr *x;

  while ((x = imp_bound_to (w->known, e)) && imp_changes (w->known, w->loop, e->var))
    e = x;
  return e;
}

/* Are X and Y the same sum of variables and constants?  */
static bool
same_place (const struct rows *w, const struct imp_expr *x, const struct imp_expr *y)
{
  x = bound_to (w, x);
  y = bound_to (w, y);
  if (x->kind == IMP_EXPR_PRIM && y->kind == IMP_EXPR_PRIM)
    return x->op == FIR_ADD && y->op == FIR_ADD && same_place (w, x->args[0], y->args[0])
	   && same_place (w, x->args[1], y->args[1]);
  return (x->kind == IMP_EXPR_VAR || x->kind == IMP_EXPR_CONST) && imp_expr_equal (x, y);
}

/* Is E a number that is the same for all elements?  */
static bool
stays (const struct rows *w, const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_CONST
	 || (e->kind == IMP_EXPR_VAR && e->var != w->loop->var && !imp_expr_is_area (e)
	     && !imp_changes (w->known, w->loop, e->var));
}

/* Is E the number of the element, or that and what stays?  */
static bool
steps (const struct rows *w, const struct imp_expr *e)
{
  e = bound_to (w, e);
  if (e->type != type_size (w->h.p->ctx))
    return false;
  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_ADD)
    return (steps (w, e->args[0]) && stays (w, bound_to (w, e->args[1])))
	   || (stays (w, bound_to (w, e->args[0])) && steps (w, e->args[1]));
  return imp_is_var (e, w->loop->var);
}

/* Is E one more than PLACE?  */
static bool
is_behind (const struct rows *w, const struct imp_expr *e, const struct imp_expr *place)
{
  uint64_t one;

  e = bound_to (w, e);
  return e->kind == IMP_EXPR_PRIM && e->op == FIR_ADD && imp_is_const (e->args[1], &one)
	 && one == 1 && same_place (w, e->args[0], place);
}

/* The place in memory that E is loaded from, if that is the loop's offsets; else NULL.  */
static const struct imp_expr *
offset (const struct rows *w, const struct imp_expr *e)
{
  e = bound_to (w, e);
  return imp_loads_from (e, w->offsets) && e->type == type_size (w->h.p->ctx) ? e->args[1] : NULL;
}

/* Is E the offset where an element's row begins; where it ends; its length?  */
static bool
is_begin (const struct rows *w, const struct imp_expr *e)
{
  const struct imp_expr *at = offset (w, e);

  return at && same_place (w, at, w->place);
}

static bool
is_end (const struct rows *w, const struct imp_expr *e)
{
  const struct imp_expr *at = offset (w, e);

  return at && is_behind (w, at, w->place);
}

static bool
is_length (const struct rows *w, const struct imp_expr *e)
{
  e = bound_to (w, e);
  return e->kind == IMP_EXPR_PRIM && e->op == FIR_SUB && is_end (w, e->args[0])
	 && is_begin (w, e->args[1]);
}

/* --- Which loops ------------------------------------------------------------------------------ */

/* Is E the length of a row?  Then W knows its offsets.  */
static bool
find_length (struct rows *w, const struct imp_expr *e)
{
  const struct imp_expr *begin;

  if (!e)
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (find_length (w, e->args[k]))
      return true;
  if (e->kind != IMP_EXPR_PRIM || e->op != FIR_SUB)
    return false;
  begin = bound_to (w, e->args[1]);
  if (begin->kind != IMP_EXPR_LOAD || begin->args[0]->kind != IMP_EXPR_VAR
      || imp_expr_is_area (begin->args[0]) || !stays (w, begin->args[0])
      || !steps (w, begin->args[1]))
    return false;
  w->offsets = begin->args[0]->var;
  w->place = begin->args[1];
  return is_length (w, e);
}

/* Has each element of W's loop a row, that is, does each load where its row begins and ends?  The
   offsets of others are not to be read.  */
static bool
has_rows (struct rows *w)
{
  for (const struct imp_stmt *s = w->loop->body.first; s; s = s->next)
    if ((s->kind == IMP_NEW && find_length (w, s->e[0]))
	|| (imp_counts (s) && find_length (w, s->e[1])))
      return true;
  return false;
}

/* Does B write memory, an output's included?  */
static bool
writes (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_STORE || s->kind == IMP_EVAL || s->base || writes (&s->body)
	|| writes (&s->orelse))
      return true;
  return false;
}

/* Has B a loop of more than a few turns?  */
static bool
long_loops (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      uint64_t from, to;

      if (imp_counts (s)
	  && (s->kind != IMP_FOR || !imp_is_const (s->e[0], &from)
	      || !imp_is_const (s->e[1], &to) || to > from + TURNS))
	return true;
      if (s->kind == IMP_WHILE || long_loops (&s->body) || long_loops (&s->orelse))
	return true;
    }
  return false;
}

/* --- The copy --------------------------------------------------------------------------------- */

/* Where in the offsets the row begins of the element that C substitutes for the loop's.  */
static struct imp_expr *
place (const struct rows *w, struct imp_copy *c, const struct imp_expr *e)
{
  e = bound_to (w, e);
  if (e->kind != IMP_EXPR_PRIM)
    return imp_copy_expr (c, e);
  return imp_op (w->h.p, FIR_ADD, place (w, c, e->args[0]), place (w, c, e->args[1]));
}

/* E in the copy C.  */
static struct imp_expr *
copy_expr (const struct rows *w, struct imp_copy *c, const struct imp_expr *e)
{
  struct imp_expr *f, bare;

  if (!e)
    return NULL;
  if (e->kind == IMP_EXPR_VAR || e->kind == IMP_EXPR_CONST)
    return imp_copy_expr (c, e);
  if (is_length (w, e))
    return imp_size (w->h.p, 1);
  if (is_begin (w, e) || is_end (w, e))
    {
      f = imp_op (w->h.p, FIR_ADD, here_again (&c->h, w->base), place (w, c, w->place));
      return is_begin (w, e) ? f : imp_op (w->h.p, FIR_ADD, f, imp_size (w->h.p, 1));
    }
  bare = *e;
  bare.nargs = 0;
  f = imp_copy_expr (c, &bare);
  f->nargs = e->nargs;
  f->args = CTX_NEWV (w->h.p->ctx, struct imp_expr *, e->nargs ? e->nargs : 1);
  for (unsigned k = 0; k < e->nargs; k++)
    f->args[k] = copy_expr (w, c, e->args[k]);
  return single_folded (w->h.p, f);
}

static void copy_block (const struct rows *w, struct imp_copy *c, const struct imp_block *b);

/* S, which binds a variable to a value and is the only one that does.  */
static void
copy_new (const struct rows *w, struct imp_copy *c, const struct imp_stmt *s)
{
  struct imp_expr *e = copy_expr (w, c, s->e[0]);

  if (e->kind != IMP_EXPR_CONST)
    {
      e = here_use (&c->h, imp_make_new (&c->h, s->var->name, s->var->type, e));
      c->h.b->last->site = s->site;
    }
  imp_copy_set (c, s->var, e);
}

static void
copy_if (const struct rows *w, struct imp_copy *c, const struct imp_stmt *s)
{
  struct imp_expr *e = copy_expr (w, c, s->e[0]);
  struct imp_block *after = c->h.b;
  struct imp_stmt *t;
  uint64_t yes;

  if (imp_is_const (e, &yes))
    {
      copy_block (w, c, yes ? &s->body : &s->orelse);
      return;
    }
  t = imp_make_if (&c->h, e);
  t->site = s->site;
  c->h.b = &t->body;
  copy_block (w, c, &s->body);
  c->h.b = &t->orelse;
  copy_block (w, c, &s->orelse);
  c->h.b = after;
}

/* S, a loop inside an element; one of one turn is not a loop in the copy.  */
static void
copy_loop (const struct rows *w, struct imp_copy *c, const struct imp_stmt *s)
{
  struct imp_block *after = c->h.b, made = { NULL, NULL };
  struct imp_expr *b = copy_expr (w, c, s->e[0]), *e = copy_expr (w, c, s->e[1]);
  struct imp_stmt *t, head = *s;
  uint64_t from, to;
  bool known = imp_is_const (b, &from) && imp_is_const (e, &to);

  if (known && to <= from)
    return;
  if (known && to == from + 1 && s->kind == IMP_FOR)
    {
      imp_copy_set (c, s->var, b);
      copy_block (w, c, &s->body);
      return;
    }
  head.body = (struct imp_block) { NULL, NULL };
  c->h.b = &made;
  imp_copy_stmt (c, &head);
  t = made.first;
  t->e[0] = b;
  t->e[1] = e;
  if (known && to == from + 1)
    imp_copy_set (c, s->var, b);
  c->h.b = &t->body;
  copy_block (w, c, &s->body);
  c->h.b = after;
  if (known && to == from + 1)
    {
      imp_loop_element (&c->h, t, b, true);
      return;
    }
  imp_unlink (&made, t);
  imp_link_last (after, t);
}

/* Does S bind a variable, and nothing else writes to it?  */
static bool
binds (const struct rows *w, const struct imp_stmt *s)
{
  const struct imp_binder *k = s->kind == IMP_NEW && s->e[0] ? imp_binder (w->known, s->var) : NULL;

  return k && k->written == 1;
}

/* The statements of B, in the body of the loop.  */
static void
copy_block (const struct rows *w, struct imp_copy *c, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (binds (w, s))
      copy_new (w, c, s);
    else if (s->kind == IMP_IF)
      copy_if (w, c, s);
    else if (s->kind == IMP_FOR || s->kind == IMP_LOOP)
      copy_loop (w, c, s);
    else
      imp_copy_stmt (c, s);
}

/* The loop for rows of one element each; NULL: there would be loops in it, or much else.  */
static struct imp_stmt *
rows_of_one (struct rows *w)
{
  struct imp_block made = { NULL, NULL };
  struct imp_here h = { w->h.p, w->h.proc, &made };
  struct imp_copy c = imp_copy_new (&h);
  struct imp_stmt head = *w->loop, *s;

  head.body = (struct imp_block) { NULL, NULL };
  imp_copy_stmt (&c, &head);
  s = made.first;
  c.h.b = &s->body;
  copy_block (w, &c, &w->loop->body);
  imp_unlink (&made, s);
  return single_values (&h, &s->body) && !long_loops (&s->body)
	 && imp_count_stmts (&s->body) <= LEFT ? s : NULL;
}

/* --- The test --------------------------------------------------------------------------------- */

/* The place of the row of element I, or of the one behind it.  */
static struct imp_expr *
place_of (const struct rows *w, const struct imp_expr *i, bool behind)
{
  struct imp_copy c = imp_copy_new ((struct imp_here *) &w->h);
  struct imp_expr *at;

  imp_copy_set (&c, w->loop->var, here_again (&c.h, i));
  at = place (w, &c, w->place);
  return behind ? imp_op (w->h.p, FIR_ADD, at, imp_size (w->h.p, 1)) : at;
}

/* Its offset.  */
static struct imp_expr *
offset_of (const struct rows *w, const struct imp_expr *i, bool behind)
{
  return imp_load (w->h.p, imp_use (w->h.p, w->offsets), place_of (w, i, behind));
}

void
schedule_single_note (struct imp_here *h, const struct imp_expr *odd, struct imp_expr *n,
		      const struct imp_expr *size)
{
  n = here_op (h, FIR_BXOR, n, here_again (h, size));
  imp_make_assign (h, odd->var, here_op (h, FIR_BOR, here_again (h, odd), n));
}

/* Bind BASE, and what is 0 if all rows from B to E have one element, here.  */
static struct imp_expr *
make_test (struct rows *w, const struct imp_expr *b, const struct imp_expr *e)
{
  struct imp_here *h = &w->h;
  struct imp_block *after = h->b;
  struct imp_expr *odd = imp_make_let (h, "odd", here_size (h, 1)), *first, *n, *t;

  w->base = imp_make_let (h, "base", here_size (h, 0));
  h->b = &imp_make_if (h, here_op (h, FIR_LT, here_again (h, b), here_again (h, e)))->body;
  first = imp_make_let (h, "first", offset_of (w, b, false));
  n = here_op (h, FIR_SUB, here_again (h, e), here_again (h, b));
  t = here_op (h, FIR_SUB, offset_of (w, e, false), here_again (h, first));
  h->b = &imp_make_if (h, here_op (h, FIR_EQ, t, n))->body;
  imp_make_assign (h, w->base->var, here_op (h, FIR_SUB, first, place_of (w, b, false)));
  imp_make_assign (h, odd->var, here_size (h, 0));
  t = here_begin_for (h, "t", here_again (h, b), here_again (h, e), 1, false);
  n = here_op (h, FIR_SUB, offset_of (w, t, true), offset_of (w, t, false));
  schedule_single_note (h, odd, n, here_size (h, 1));
  h->b = after;
  return odd;
}

/* --- The pass --------------------------------------------------------------------------------- */

/* Replace S, of B, by two loops, if it takes rows.  KNOWN is of the variables that there were
   before the pass.  NESTED: it is in a loop of an element, other turns of which may write what it
   reads.  */
static bool
divide (struct imp_here *h, const struct imp_binders *known, struct imp_block *b,
	struct imp_stmt *s, bool nested)
{
  struct imp_block made = { NULL, NULL };
  struct rows w = { .h = { h->p, h->proc, &made }, .known = known, .loop = s };
  struct imp_expr *from, *to, *odd;
  struct imp_stmt *one, *i;
  struct imp_copy c;

  if (imp_count_stmts (&s->body) > MOST || !imp_has_loops (&s->body)
      || (nested && writes (&s->body)))
    return false;
  if (!has_rows (&w))
    return false;
  from = imp_make_name (&w.h, s->e[0], "b");
  to = imp_make_name (&w.h, s->e[1], "e");
  odd = make_test (&w, from, to);
  one = rows_of_one (&w);
  if (!one)
    return false;
  one->e[0] = here_again (h, from);
  one->e[1] = here_again (h, to);
  i = imp_make_if (&w.h, here_op (h, FIR_EQ, here_again (h, odd), here_size (h, 0)));
  imp_link_last (&i->body, one);
  w.h.b = &i->orelse;
  c = imp_copy_new (&w.h);
  imp_copy_stmt (&c, s);
  i->orelse.last->e[0] = here_again (h, from);
  i->orelse.last->e[1] = here_again (h, to);
  imp_replace (b, s, &made);
  return true;
}

/* How many loops in B, which stands in a parfor if INSIDE, and in another loop there if NESTED,
   have been divided.  */
static unsigned
divide_block (struct imp_here *h, const struct imp_binders *known, struct imp_block *b,
	      bool inside, bool nested)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first, *behind; s; s = behind)
    {
      bool in = inside || s->kind == IMP_PARFOR;
      bool loop = imp_counts (s) || s->kind == IMP_WHILE;

      behind = s->next;
      n += divide_block (h, known, &s->body, in, nested || (inside && loop));
      n += divide_block (h, known, &s->orelse, in, nested);
      if (inside && s->kind == IMP_LOOP && !imp_is_whole (s))
	n += divide (h, known, b, s, nested);
    }
  return n;
}

unsigned
schedule_single (struct imp_prog *p, struct imp_proc *proc)
{
  struct imp_here h = { p, proc, NULL };
  struct imp_binders known = imp_binders_of (p, proc);

  return divide_block (&h, &known, &proc->body, false, false);
}

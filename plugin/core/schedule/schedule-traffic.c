/* The pass traffic: each loop of a region says how many bytes it moves, for the profile.

     loop i < n ... {                       loop i < n ... {
       new p := x[i]                          (the same)
       new q := y[c[i]]             =>      }
       z[i] := mul (p, q)                   eval moved (mul (n, 28))
     }

   The bytes are those that the program means, whatever the cache and the passes behind this one
   make of them: what an element, or a turn of a loop inside it, reads from memory of its own or
   another's place, once for each place that it names, and what it stores.  Places that neighbours
   share, x[i] and x[i + 1], are one.  What does not depend on the element stays in a register, and
   memory that an element has for itself in the cache.

   A loop inside counts where its turns are known outside: those of rows between offsets are what
   the offsets span, those of windows share their places.  Both sides of a branch count.  What
   stands in other loops is left out, and so is what functions and operators read.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"

/* A loop, and those around it up to that of the region.  It is not on the stack: places and
   variables name it later.  */
struct level
{
  struct level *around;
  const struct imp_stmt *loop;
  struct imp_expr *turns;	/* all of them; NULL: not known */
  uint64_t bytes;		/* that each moves */
};

/* Terms of more parts are not computed behind a loop.  */
#define PARTS 32

/* The innermost loop in whose turns a variable differs, if that is KNOWN.  */
struct varying
{
  bool known;
  struct level *level;
};

/* A place in memory that has been counted.  */
struct place
{
  struct place *next;
  const struct imp_expr *base, *index;
  const struct level *level;
};

struct traffic
{
  struct imp_here h;
  struct imp_binders binders;
  const struct imp_stmt *whole;	/* the region's loop */
  struct varying *of;		/* by number of the variable, of those bound in WHOLE */
  struct level *now;
  struct place *places;
  struct imp_expr *sum;		/* NULL: 0 */
  unsigned n;			/* loops that have been told */
};

/* --- Terms ----------------------------------------------------------------------------------- */

/* The term that E, a variable bound in the loop and not written again, stands for; else E.  */
static const struct imp_expr *
meant (const struct traffic *w, const struct imp_expr *e)
{
  const struct imp_expr *x;

  while ((x = imp_bound_to (&w->binders, e)) && imp_changes (&w->binders, w->whole, e->var))
    e = x;
  return e;
}

/* The inner one of two loops around the same place; either may be NULL.  */
static struct level *
inner (struct level *x, struct level *y)
{
  for (struct level *l = y; l; l = l->around)
    if (l == x)
      return y;
  return x ? x : y;
}

/* The innermost loop that V, which is bound in the region's, is bound in.  */
static struct level *
binds (const struct traffic *w, const struct imp_var *v)
{
  const struct imp_binder *k = imp_binder (&w->binders, v), *o;
  struct level *l = w->now;

  while (l->around
	 && (!l->loop->var || !k || !(o = imp_binder (&w->binders, l->loop->var))
	     || k->begin <= o->begin))
    l = l->around;
  return l;
}

/* The innermost loop in whose turns E differs; NULL: it is the same in all.  Variables are looked
   into once: what they stand for may have them in many places.  */
static struct level *
varies (const struct traffic *w, const struct imp_expr *e)
{
  const struct imp_expr *m = meant (w, e);
  struct varying *known = m != e ? &w->of[e->var->id] : NULL;
  struct level *l = NULL;

  if (known && known->known)
    return known->level;
  if (m->kind == IMP_EXPR_VAR)
    {
      for (l = w->now; l && l->loop->var != m->var; l = l->around)
	;
      if (!l && imp_changes (&w->binders, w->whole, m->var))
	l = binds (w, m->var);
    }
  for (unsigned k = 0; k < m->nargs; k++)
    l = inner (varies (w, m->args[k]), l);
  if (known)
    *known = (struct varying) { true, l };
  return l;
}

/* X plus or minus what is the same in all turns, or bounded by that: X.  */
static const struct imp_expr *
place_of (const struct traffic *w, const struct imp_expr *e)
{
  for (;;)
    {
      e = meant (w, e);
      if (e->kind != IMP_EXPR_PRIM
	  || (e->op != FIR_ADD && e->op != FIR_SUB && e->op != FIR_MIN && e->op != FIR_MAX))
	return e;
      if (!varies (w, e->args[1]))
	e = e->args[0];
      else if (!varies (w, e->args[0]))
	e = e->args[1];
      else
	return e;
    }
}

/* --- How often ------------------------------------------------------------------------------- */

/* Can E be computed behind the loop, also if that has no turns?  PARTS: how many parts it may have,
   and how many are left.  */
static bool
outside_p (const struct traffic *w, const struct imp_expr *e, unsigned *parts)
{
  e = meant (w, e);
  if (!*parts)
    return false;
  --*parts;
  if (e->kind == IMP_EXPR_VAR || e->kind == IMP_EXPR_CONST)
    return !varies (w, e);
  if (e->kind != IMP_EXPR_PRIM || !imp_prim_total (e))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!outside_p (w, e->args[k], parts))
      return false;
  return true;
}

static void
set_meanings (struct traffic *w, struct imp_copy *c, const struct imp_expr *e)
{
  const struct imp_expr *m = meant (w, e);

  for (unsigned k = 0; k < m->nargs; k++)
    set_meanings (w, c, m->args[k]);
  if (m != e)
    imp_copy_set (c, e->var, imp_copy_expr (c, m));
}

/* E, which outside_p admits, behind the loop.  */
static struct imp_expr *
outside (struct traffic *w, const struct imp_expr *e)
{
  struct imp_copy c = imp_copy_new (&w->h);
  struct imp_expr *made;

  set_meanings (w, &c, e);
  made = imp_copy_expr (&c, e);
  imp_let_wrap (made);
  return made;
}

/* The offsets, the same in all turns, of which E is that of the region's element, or, with NEXT, of
   the one behind it; NULL: E is no such thing.  */
static const struct imp_expr *
offset_of (const struct traffic *w, const struct imp_expr *e, bool next)
{
  const struct imp_expr *i;
  uint64_t one;

  e = meant (w, e);
  if (e->kind != IMP_EXPR_LOAD || varies (w, e->args[0]) || imp_expr_is_area (e->args[0])
      || !imp_is_offsets (e->args[0]->type))
    return NULL;
  i = meant (w, e->args[1]);
  if (next)
    {
      if (i->kind != IMP_EXPR_PRIM || i->op != FIR_ADD || !imp_is_const (i->args[1], &one)
	  || one != 1)
	return NULL;
      i = meant (w, i->args[0]);
    }
  return imp_is_var (i, w->whole->var) ? e->args[0] : NULL;
}

/* All turns from B to E, of a loop in the region's: what the offsets span that they are of; NULL:
   they are not.  */
static struct imp_expr *
spanned (struct traffic *w, const struct imp_expr *b, const struct imp_expr *e)
{
  const struct imp_expr *from, *to;
  struct imp_expr *args[3];
  uint64_t zero;

  e = meant (w, e);
  if (imp_is_const (b, &zero) && zero == 0 && e->kind == IMP_EXPR_PRIM && e->op == FIR_SUB)
    {
      b = e->args[1];
      e = e->args[0];
    }
  from = offset_of (w, b, false);
  to = offset_of (w, e, true);
  if (!from || !to || !imp_expr_equal (from, to))
    return NULL;
  args[0] = outside (w, from);
  args[1] = outside (w, w->whole->e[1]);
  args[2] = here_size (&w->h, 0);
  return imp_call (w->h.p, IMP_FN_WEIGHT, NULL, 3, args);
}

/* All turns of LOOP, which stands in W->now; NULL: not known outside.  */
static struct imp_expr *
turns (struct traffic *w, const struct imp_stmt *loop)
{
  const struct imp_expr *b = loop->e[0], *e = loop->e[1];
  struct imp_expr *all;
  uint64_t step, zero;
  unsigned parts = PARTS;

  if (!w->now->turns || !imp_is_const (loop->e[2], &step) || step != 1)
    return NULL;
  if (w->now->loop == w->whole && (all = spanned (w, b, e)))
    return all;
  if (!outside_p (w, b, &parts) || !outside_p (w, e, &parts))
    return NULL;
  all = outside (w, e);
  if (!imp_is_const (b, &zero) || zero != 0)
    all = here_op (&w->h, FIR_SUB, all, outside (w, b));
  all = here_op (&w->h, FIR_MUL, all, outside (w, w->now->turns));
  imp_let_wrap (all);
  return all;
}

/* --- What is moved --------------------------------------------------------------------------- */

static void
add (struct traffic *w, struct imp_expr *times, uint64_t bytes)
{
  struct imp_expr *e;

  if (!times || !bytes)
    return;
  e = here_op (&w->h, FIR_MUL, times, here_size (&w->h, bytes));
  w->sum = w->sum ? here_op (&w->h, FIR_ADD, w->sum, e) : e;
  imp_let_wrap (w->sum);
}

/* Is E the index of a loop, and counts it one by one?  That loop; else NULL.  */
static struct level *
counter (const struct traffic *w, const struct imp_expr *e)
{
  struct level *l = w->now;

  e = meant (w, e);
  while (l && !imp_is_var (e, l->loop->var))
    l = l->around;
  return l;
}

/* The loop whose turns read places of their own by I, a place that differs in the turns of L: those
   that two indices add up to are as many as the outer one's turns, and few more.  */
static struct level *
apart (const struct traffic *w, const struct imp_expr *i, struct level *l)
{
  struct level *x, *y;

  if (i->kind != IMP_EXPR_PRIM || i->op != FIR_ADD || !(x = counter (w, i->args[0]))
      || !(y = counter (w, i->args[1])))
    return l;
  return inner (x, y) == x ? y : x;
}

/* BASE[INDEX] is read or written, a value of type T.  */
static void
count_place (struct traffic *w, const struct imp_expr *base, const struct imp_expr *index,
	     const struct type *t)
{
  const struct imp_expr *i = place_of (w, index);
  struct level *l = inner (varies (w, base), apart (w, i, varies (w, index)));
  struct place *p;

  if (!l || (imp_expr_is_area (base) && imp_changes (&w->binders, w->whole, base->var)))
    return;
  base = meant (w, base);
  for (p = w->places; p; p = p->next)
    if (p->level == l && imp_expr_equal (p->base, base) && imp_expr_equal (p->index, i))
      return;
  p = CTX_NEW (w->h.p->ctx, struct place);
  *p = (struct place) { w->places, base, i, l };
  w->places = p;
  l->bytes += t->size;
}

static void
count_expr (struct traffic *w, const struct imp_expr *e)
{
  if (!e)
    return;
  for (unsigned k = 0; k < e->nargs; k++)
    count_expr (w, e->args[k]);
  if (e->kind == IMP_EXPR_LOAD)
    count_place (w, e->args[0], e->args[1], e->type);
}

/* S gives to an output of LOOP, one of those around it, which stores what it gets.  */
static void
count_give (struct traffic *w, const struct imp_stmt *s)
{
  struct level *l;
  const struct imp_stmt *o = NULL;

  for (l = w->now; l && !(o = imp_output (l->loop, s->var)); l = l->around)
    ;
  if (o && (o->kind == IMP_SCAN || o->kind == IMP_EXSCAN))
    l->bytes += s->e[0]->type->size;
  else if (o && o->kind == IMP_FILTER && l->loop == w->whole)
    add (w, here_use (&w->h, o->var), s->e[0]->type->size);
}

static void count_block (struct traffic *w, const struct imp_block *b);

/* What the turns of LOOP move, TURNS in all.  */
static void
count_loop (struct traffic *w, const struct imp_stmt *loop, struct imp_expr *turns)
{
  struct level *l = CTX_NEW (w->h.p->ctx, struct level);

  *l = (struct level) { w->now, loop, turns, 0 };
  w->now = l;
  count_block (w, &loop->body);
  w->now = l->around;
  add (w, turns, l->bytes);
}

static void
count_block (struct traffic *w, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_WHILE)
      count_loop (w, s, NULL);
    else if (s->kind != IMP_FAIL && s->kind != IMP_CHECK && s->kind != IMP_RAISE)
      {
	for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	  count_expr (w, s->e[k]);
	if (s->kind == IMP_FOR || s->kind == IMP_LOOP)
	  {
	    count_loop (w, s, turns (w, s));
	    continue;
	  }
	if (s->kind == IMP_STORE)
	  count_place (w, s->base, s->e[0], s->e[1]->type);
	else if (s->kind == IMP_GIVE)
	  count_give (w, s);
	count_block (w, &s->body);
	count_block (w, &s->orelse);
      }
}

static enum schedule_taken
take (struct schedule_walk *walk, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  struct traffic *w = (struct traffic *) walk->data;
  struct imp_block made = { NULL, NULL };
  struct imp_stmt *told, *at = s;

  if (!imp_is_whole (s))
    return SCHEDULE_LEFT;
  w->h = (struct imp_here) { h->p, h->proc, &made };
  w->whole = s;
  w->of = CTX_NEWV (h->p->ctx, struct varying, w->binders.n);
  w->places = NULL;
  w->sum = NULL;
  w->now = NULL;
  count_loop (w, s, outside (w, s->e[1]));
  if (!w->sum)
    return SCHEDULE_LEFT;
  told = imp_stmt_new (h->p, &made, IMP_EVAL, 0);
  told->e[0] = imp_call (h->p, IMP_FN_MOVED, NULL, 1, &w->sum);
  imp_unlink (&made, told);
  /* Errors are raised first.  */
  while (at->next && at->next->kind == IMP_RAISE)
    at = at->next;
  imp_link_after (b, at, told);
  w->n++;
  return SCHEDULE_LEFT;
}

unsigned
schedule_traffic (struct imp_prog *p, struct imp_proc *proc)
{
  struct traffic w = { .binders = imp_binders_of (p, proc) };
  struct schedule_walk walk = { .take = take, .data = &w };

  schedule_walk (p, proc, &walk);
  return w.n;
}

/* The pass lanes: a scan of few elements, and the loops that read its values, as one loop.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Rows are often shorter than a block, and then one element follows another in each of the loops of
   a row; each waits for its accumulator, and the last one for the first.  In one loop they wait
   together:

     vecnew s [n]  new d := data (s)                      vecnew s [n]  new d := data (s)
     loop i = 0 to n { scan a to d } do { A }             new t := z
     new t := z                                      =>   if lt (n, 32) {
     loop j = 0 to n { reduce t } do { .. d[j] .. }         for i = 0 to n { A  .. d[i] .. }
							  } else {
							    both loops
							  }

   Below the size of a block all shapes take the elements in their order: the results are the same,
   bit for bit.  The values are still stored, which costs little, since other code may read them.

   Loops that take any number of elements in their order are always one: then there is no branch,
   and memory that only they read is not made at all:

     vecnew s [n]  new d := data (s)
     loop i = 0 to n { scan a to d } do { A }      =>   for i = 0 to n {
     for j = 0 to n { e[j] := f (d[j]) }                  A  new v := a  e[i] := f (v) }
     release s

   The loops between may be scans, too.  Each reads what those before it have stored only at its own
   index, uses no result of theirs, nor they what it combines, and neither stores, needs nor fails.
   The last one may be a loop that only stores, or a filter, elsewhere than where the group reads or
   stores: then the values of elements are stored while those behind them are still to be read.
   Below how many elements the loops are one depends on what they are: 32 with a reduction, or
   without a filter.

   Does not: include other loops with outputs that store, too.  */

#include "schedule-brief.h"
#include "schedule-lanes.h"

/* Of more loops, or of more statements in these, no copy is made.  */
#define MOST_LOOPS 4
#define MOST_STMTS 32
/* So many elements or more are filtered by themselves, in vectors: rows of 32 take a fifth less
   time with their scan, rows of 100 take no less, if the condition is cheap.  */
#define FILTERED 64

/* Loops of one block, one behind the other.  */
struct group
{
  const struct imp_binders *known;	/* of the procedure's variables */
  const struct imp_block *b;
  struct imp_stmt *loop[MOST_LOOPS];
  unsigned n;
};

/* Pointers to memory that is not made.  */
struct passed
{
  const struct imp_var *to;
  struct passed *next;
};

/* --- May they be one? ------------------------------------------------------------------------ */

/* E, or the constant that it is bound to in the block of G.  */
static const struct imp_expr *
bound_to (const struct group *g, const struct imp_expr *e)
{
  const struct imp_expr *x = imp_bound_to (g->known, e);

  return x && x->kind == IMP_EXPR_CONST && imp_binder (g->known, e->var)->in == g->b ? x : e;
}

/* The memory to which O, a scan, stores, made in the block or around it; NULL: memory that others
   may have.  */
static const struct imp_stmt *
memory (const struct group *g, const struct imp_stmt *o)
{
  const struct imp_binder *d, *v;

  d = o->base->kind == IMP_EXPR_VAR ? imp_binder (g->known, o->base->var) : NULL;
  if (!d || !d->by || d->by->kind != IMP_NEW || !imp_data_of (d->by))
    return NULL;
  v = imp_binder (g->known, imp_data_of (d->by));
  return v && v->by && v->by->kind == IMP_VECNEW && v->in == d->in && !v->by->e[1] ? v->by : NULL;
}

/* The uses of D in E, NULL or not, otherwise than as D[I].  */
static unsigned
other_uses (const struct imp_expr *e, const struct imp_var *d, const struct imp_var *i)
{
  unsigned n = 0;

  if (!e)
    return 0;
  if (e->kind == IMP_EXPR_VAR)
    return e->var == d;
  if (imp_loads_from (e, d) && imp_is_var (e->args[1], i))
    return 0;
  for (unsigned k = 0; k < e->nargs; k++)
    n += other_uses (e->args[k], d, i);
  return n;
}

static unsigned
block_other_uses (const struct imp_block *b, const struct imp_var *d, const struct imp_var *i)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      n += other_uses (s->base, d, i);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	n += other_uses (s->e[k], d, i);
      n += block_other_uses (&s->body, d, i) + block_other_uses (&s->orelse, d, i);
    }
  return n;
}

/* Do the statements of B, of an element, only compute, and, if STORES, store?  */
static bool
only_computes (const struct imp_block *b, bool stores)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind != IMP_NEW && s->kind != IMP_ASSIGN && s->kind != IMP_GIVE && s->kind != IMP_IF
	 && !(stores && s->kind == IMP_STORE))
	|| !only_computes (&s->body, stores) || !only_computes (&s->orelse, stores))
      return false;
  return true;
}

/* The variable from which E, a pointer, is made, by steps and names alone; NULL: it is loaded, or
   chosen, or the like.  */
static const struct imp_var *
root (const struct group *g, const struct imp_expr *e)
{
  const struct imp_stmt *s;

  while (e)
    {
      if (e->kind == IMP_EXPR_PRIM && e->op == FIR_PADD)
	e = e->args[0];
      else if (e->kind != IMP_EXPR_VAR)
	return NULL;
      else
	{
	  s = imp_bound_by (g->known, e);
	  if (!s)
	    return e->var;
	  if (imp_data_of (s))
	    return imp_data_of (s);
	  e = s->e[0];
	}
    }
  return NULL;
}

/* May a load in E, NULL or not, be of memory that is made from TO?  */
static bool
may_load (const struct group *g, const struct imp_expr *e, const struct imp_var *to)
{
  const struct imp_var *from;

  if (!e)
    return false;
  if (e->kind == IMP_EXPR_LOAD)
    {
      from = root (g, e->args[0]);
      if (!from || from == to)
	return true;
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (may_load (g, e->args[k], to))
      return true;
  return false;
}

static bool
block_may_load (const struct group *g, const struct imp_block *b, const struct imp_var *to)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	if (may_load (g, s->e[k], to))
	  return true;
      if (block_may_load (g, &s->body, to) || block_may_load (g, &s->orelse, to))
	return true;
    }
  return false;
}

/* Do the stores in B, of S behind the loops of G, leave alone what these and S read?  What a store
   of the program overlaps has been tested, or the element read is at the place of the one stored:
   other names are other memory here (doc/imp.txt, section 4).  */
static bool
stores_elsewhere (const struct group *g, const struct imp_stmt *s, const struct imp_block *b)
{
  for (const struct imp_stmt *t = b->first; t; t = t->next)
    {
      const struct imp_var *to = t->kind == IMP_STORE ? root (g, t->base) : NULL;

      if (t->kind == IMP_STORE)
	{
	  if (!to || block_may_load (g, &s->body, to))
	    return false;
	  for (unsigned k = 0; k < g->n; k++)
	    if (block_may_load (g, &g->loop[k]->body, to)
		|| block_may_load (g, &g->loop[k]->orelse, to))
	      return false;
	}
      if (!stores_elsewhere (g, s, &t->body) || !stores_elsewhere (g, s, &t->orelse))
	return false;
    }
  return true;
}

/* Can S, behind the loops of G, be the last one, a loop that only stores?  */
static bool
suits_last (const struct group *g, const struct imp_stmt *s)
{
  uint64_t step;

  return s->kind == IMP_FOR && g->n && imp_simple (s->e[0]) && imp_simple (s->e[1])
	 && imp_is_const (s->e[2], &step) && step == 1 && only_computes (&s->body, true)
	 && stores_elsewhere (g, s, &s->body);
}

/* Does an output of LOOP, one of G, go to the memory TO?  */
static bool
stores_to (const struct group *g, const struct imp_stmt *loop, const struct imp_var *to)
{
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (o->kind != IMP_REDUCE && root (g, o->base) == to)
      return true;
  return false;
}

/* Does LOOP, behind the loops of G, only filter, to where neither these nor LOOP read?  */
static bool
only_filters (const struct group *g, const struct imp_stmt *loop)
{
  const struct imp_stmt *o = loop->orelse.first;
  const struct imp_var *to = g->n && o && o->kind == IMP_FILTER && !o->next ? root (g, o->base)
									   : NULL;

  if (!to || block_may_load (g, &loop->body, to))
    return false;
  for (unsigned k = 0; k < g->n; k++)
    if (block_may_load (g, &g->loop[k]->body, to) || block_may_load (g, &g->loop[k]->orelse, to)
	|| stores_to (g, g->loop[k], to))
      return false;
  return true;
}

/* Can LOOP be of any group, or the last one of G?  */
static bool
suits (const struct group *g, const struct imp_stmt *loop)
{
  if (loop->kind != IMP_LOOP || imp_is_whole (loop) || !loop->orelse.first
      || !(loop->brief || loop->shape == IMP_SHAPE_SERIAL)
      || !imp_simple (loop->e[0]) || !imp_simple (loop->e[1])
      || !only_computes (&loop->body, false))
    return false;
  if (only_filters (g, loop))
    return true;
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (o->kind == IMP_REDUCE ? o->first || o->e[1] || !o->e[0]
			      : (o->kind != IMP_SCAN && o->kind != IMP_EXSCAN) || !memory (g, o))
      return false;
  return true;
}

/* Does B use a variable that a loop with the outputs OUTS combines, or that their operators bind or
   assign?  */
static bool
uses_state (const struct imp_block *b, const struct imp_block *outs)
{
  for (const struct imp_stmt *s = outs->first; s; s = s->next)
    if ((s->var && imp_block_uses (b, s->var)) || uses_state (b, &s->body)
	|| uses_state (b, &s->orelse))
      return true;
  return false;
}

/* Does LOOP read values of A, before it, only at its own index, and use no result of A, nor A what
   LOOP combines?  *READS: it reads some.  */
static bool
follows (const struct group *g, const struct imp_stmt *loop, const struct imp_stmt *a, bool *reads)
{
  if (uses_state (&a->body, &loop->orelse) || uses_state (&a->orelse, &loop->orelse))
    return false;
  for (const struct imp_stmt *o = a->orelse.first; o; o = o->next)
    {
      const struct imp_var *d = o->kind == IMP_REDUCE ? NULL : o->base->var;

      if (imp_block_uses (&loop->body, o->var) || imp_block_uses (&loop->orelse, o->var)
	  || imp_stmt_uses (loop, o->var) || imp_output (loop, o->var))
	return false;
      if (!d)
	continue;
      if (imp_block_uses (&loop->body, memory (g, o)->var)
	  || imp_block_uses (&loop->orelse, memory (g, o)->var)
	  || block_other_uses (&loop->body, d, loop->var) || imp_block_uses (&loop->orelse, d))
	return false;
      *reads |= imp_block_uses (&loop->body, d) > 0;
    }
  return true;
}

/* May S, between two loops of G, stand before all of them?  */
static bool
goes_before (const struct group *g, const struct imp_stmt *s)
{
  if (s->kind == IMP_VECNEW && s->e[1])
    return false;
  if (s->kind != IMP_VECNEW
      && (s->kind != IMP_NEW || !s->e[0] || !(imp_simple (s->e[0]) || imp_data_of (s))))
    return false;
  for (unsigned k = 0; k < g->n; k++)
    for (const struct imp_stmt *o = g->loop[k]->orelse.first; o; o = o->next)
      if (imp_stmt_uses (s, o->var)
	  || (o->kind != IMP_REDUCE
	      && (imp_stmt_uses (s, memory (g, o)->var) || imp_stmt_uses (s, o->base->var))))
	return false;
  return true;
}

/* The group that begins with LOOP in B; of no loops if there is none.  */
static struct group
group_of (const struct imp_binders *known, const struct imp_block *b, struct imp_stmt *loop)
{
  struct group g = { .known = known, .b = b };
  bool reads = false;
  unsigned used = 0, size = 0;

  for (struct imp_stmt *s = loop; s && g.n < MOST_LOOPS; s = s->next)
    if (s->kind == IMP_LOOP || s->kind == IMP_FOR)
      {
	bool stores = s->kind == IMP_FOR, mine = stores ? suits_last (&g, s) : suits (&g, s);
	bool last = stores || (mine && s->orelse.first->kind == IMP_FILTER);

	size += imp_count_stmts (&s->body) + imp_count_stmts (&s->orelse);
	reads = false;
	for (unsigned k = 0; k < g.n && mine; k++)
	  mine = imp_expr_equal (bound_to (&g, s->e[0]), bound_to (&g, loop->e[0]))
		 && imp_expr_equal (bound_to (&g, s->e[1]), bound_to (&g, loop->e[1]))
		 && follows (&g, s, g.loop[k], &reads);
	if (!mine || size > MOST_STMTS)
	  break;
	g.loop[g.n++] = s;
	used = reads ? g.n : used;
	if (last)
	  break;
      }
    else if (!goes_before (&g, s))
      break;
  g.n = used;
  return g;
}

/* --- One loop -------------------------------------------------------------------------------- */

/* Does LOOP take its elements in their order, however many there are?  Those of a loop that only
   stores are taken in vectors, which gains if they take time.  */
static bool
in_order (const struct imp_stmt *loop)
{
  return loop->kind == IMP_LOOP ? loop->shape == IMP_SHAPE_SERIAL : lanes_cheap (loop);
}

/* How many statements of B drop V.  */
static unsigned
drops (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += imp_drops (s, v) + drops (&s->body, v) + drops (&s->orelse, v);
  return n;
}

/* Does nothing but the loops of G behind number K read what O, a scan of that, stores?  What is
   made around the block could be read before it is stored again.  */
static bool
only_passes (const struct group *g, unsigned k, const struct imp_stmt *o)
{
  const struct imp_stmt *m = memory (g, o);
  const struct imp_block *in = imp_binder (g->known, m->var)->in;
  const struct imp_var *d = o->base->var;
  unsigned uses = 0;

  while (++k < g->n)
    uses += imp_block_uses (&g->loop[k]->body, d);
  return drops (in, m->var) + 1 == imp_binder (g->known, m->var)->written
	 && imp_block_uses (in, m->var) == 1 && imp_block_uses (in, d) == uses + 1;
}

/* Memory M is not made in B.  */
static void
drop_memory (struct imp_block *b, const struct imp_stmt *m)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      drop_memory (&s->body, m);
      drop_memory (&s->orelse, m);
      if (s == m || imp_drops (s, m->var) || imp_data_of (s) == m->var)
	imp_unlink (b, s);
    }
}

/* Statement S of block FROM to the end of TO.  */
static void
shift (struct imp_block *from, struct imp_stmt *s, struct imp_block *to)
{
  imp_unlink (from, s);
  imp_link_last (to, s);
}

/* The loads from D in E, NULL or not, become V.  */
static void
put_in (struct imp_here *h, struct imp_expr *e, const struct imp_var *d, struct imp_var *v)
{
  if (!e)
    return;
  if (imp_loads_from (e, d))
    *e = *here_use (h, v);
  for (unsigned k = 0; k < e->nargs; k++)
    put_in (h, e->args[k], d, v);
}

/* The same in the statements from S on.  */
static void
put_in_all (struct imp_here *h, struct imp_stmt *s, const struct imp_var *d, struct imp_var *v)
{
  for (; s; s = s->next)
    {
      put_in (h, s->base, d, v);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	put_in (h, s->e[k], d, v);
      put_in_all (h, s->body.first, d, v);
      put_in_all (h, s->orelse.first, d, v);
    }
}

/* In ELEMENT, which stores to D, that becomes a name for the value, as which it is read.  */
static void
name_stored (struct imp_here *h, struct imp_block *element, const struct imp_var *d)
{
  struct imp_here here = { h->p, h->proc, NULL };
  struct imp_block made = { NULL, NULL };
  struct imp_stmt *s = element->first;
  struct imp_var *v;

  while (s->kind != IMP_STORE || s->base->var != d)
    s = s->next;
  here.b = &made;
  v = imp_make_new (&here, "v", s->e[1]->type, s->e[1]);
  put_in_all (h, s->next, d, v);
  imp_replace (element, s, &made);
}

/* A copy of LOOP, which is linked nowhere, without outputs that combine apart: what they need is
   appended to H before it, and to AFTER behind it.  */
static struct imp_stmt *
joined (struct imp_here *h, const struct imp_stmt *loop, struct imp_block *after)
{
  struct imp_block made = { NULL, NULL };
  struct imp_here here = { h->p, h->proc, &made };
  struct imp_stmt *copy = NULL, *next;

  imp_loop_join (&here, loop);
  for (struct imp_stmt *s = made.first; s; s = next)
    {
      next = s->next;
      if (s->kind == IMP_LOOP)
	{
	  imp_unlink (&made, s);
	  copy = s;
	}
      else
	shift (&made, s, copy ? after : h->b);
    }
  return copy;
}

/* All elements of the loops of G, here, from B to E; what the memory of PASSED would have is a
   value, of each element.  */
static void
together (struct imp_here *h, const struct group *g, const struct imp_expr *b,
	  const struct imp_expr *e, const struct passed *passed)
{
  struct imp_block *here = h->b, after = { NULL, NULL };
  struct imp_stmt *loop[MOST_LOOPS], *next;
  struct imp_expr *i;

  for (unsigned k = 0; k < g->n; k++)
    loop[k] = g->loop[k]->kind == IMP_LOOP ? joined (h, g->loop[k], &after) : g->loop[k];
  i = here_begin_for (h, "i", here_again (h, b), here_again (h, e), 1, false);
  for (unsigned k = 0; k < g->n; k++)
    imp_loop_element (h, loop[k], here_again (h, i), false);
  for (; passed; passed = passed->next)
    name_stored (h, h->b, passed->to);
  h->b = here;
  for (struct imp_stmt *s = after.first; s; s = next)
    {
      next = s->next;
      shift (&after, s, h->b);
    }
}

/* The memory that only the loops of G read; no statement makes it any more.  */
static struct passed *
passed_of (struct nova_ctx *ctx, const struct group *g)
{
  struct passed *all = NULL;

  for (unsigned k = 0; k < g->n; k++)
    for (const struct imp_stmt *o = g->loop[k]->orelse.first; o; o = o->next)
      if (o->kind != IMP_REDUCE && o->kind != IMP_FILTER && only_passes (g, k, o))
	{
	  const struct imp_stmt *m = memory (g, o);
	  struct passed *p = CTX_NEW (ctx, struct passed);

	  *p = (struct passed) { o->base->var, all };
	  all = p;
	  drop_memory ((struct imp_block *) imp_binder (g->known, m->var)->in, m);
	}
  return all;
}

/* Does a loop of G have an output of KIND?  */
static bool
has (const struct group *g, enum imp_stmt_kind kind)
{
  for (unsigned k = 0; k < g->n; k++)
    for (const struct imp_stmt *o = g->loop[k]->orelse.first; o; o = o->next)
      if (o->kind == kind)
	return true;
  return false;
}

/* S, of block B, and the loops of its group, to the end of H.  */
static enum schedule_taken
take (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  const struct nova_target *t = h->p->target;
  struct group g = { .n = 0 };
  unsigned least = t->tile * t->tile;
  struct imp_stmt *i, *next;
  struct passed *passed;
  struct imp_expr *n;
  bool always = true;

  if (s->kind == IMP_LOOP)
    g = group_of ((const struct imp_binders *) w->data, b, s);
  if (g.n < 2)
    return SCHEDULE_LEFT;
  for (unsigned k = 0; k < g.n; k++)
    always &= in_order (g.loop[k]);
  passed = always ? passed_of (h->p->ctx, &g) : NULL;
  if (has (&g, IMP_REDUCE) || !has (&g, IMP_FILTER))
    {
      least = t->lanes < least ? t->lanes : least;
      least = t->tree < least ? t->tree : least;
    }
  if (has (&g, IMP_FILTER))
    least = least < FILTERED ? least : FILTERED;
  for (struct imp_stmt *m = s->next; m != g.loop[g.n - 1]; m = next)
    {
      next = m->next;
      if (m->kind != IMP_LOOP)
	shift (b, m, h->b);
    }
  if (always)
    {
      together (h, &g, s->e[0], s->e[1], passed);
      for (unsigned k = 1; k < g.n; k++)
	imp_unlink (b, g.loop[k]);
      return SCHEDULE_TAKEN;
    }
  n = here_op (h, FIR_SUB, here_again (h, s->e[1]), here_again (h, s->e[0]));
  i = imp_make_if (h, here_op (h, FIR_LT, n, here_size (h, least)));
  h->b = &i->body;
  together (h, &g, s->e[0], s->e[1], NULL);
  for (unsigned k = 1; k < g.n; k++)
    shift (b, g.loop[k], &i->orelse);
  /* S itself is replaced.  */
  next = CTX_NEW (h->p->ctx, struct imp_stmt);
  *next = *s;
  next->prev = next->next = NULL;
  if (i->orelse.first)
    imp_link_before (&i->orelse, i->orelse.first, next);
  return SCHEDULE_TAKEN;
}

/* What was said of the loops of B is no longer so.  */
static void
forget (struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      s->joins = false;
      forget (&s->body);
      forget (&s->orelse);
    }
}

void
brief_forget (struct imp_proc *proc)
{
  forget (&proc->body);
}

/* LOOP of G's block, and the next one, which only stores: may they be one, in their order?  */
static struct imp_stmt *
joins (struct group *g, struct imp_stmt *loop)
{
  struct imp_stmt *s = loop->next;
  bool reads = false;

  while (s && s->kind == IMP_NEW && s->e[0] && s->e[0]->kind == IMP_EXPR_CONST)
    s = s->next;
  if (!s || s->kind != IMP_FOR || !suits (g, loop) || loop->shape != IMP_SHAPE_SERIAL)
    return NULL;
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (o->kind == IMP_REDUCE)
      return NULL;
  for (const struct imp_stmt *t = loop->next; t != s; t = t->next)
    if (imp_block_uses (&s->body, t->var))
      return NULL;
  g->loop[0] = loop;
  g->n = 1;
  return suits_last (g, s) && lanes_cheap (s)
	 && imp_expr_equal (bound_to (g, s->e[0]), bound_to (g, loop->e[0]))
	 && imp_expr_equal (s->e[1], loop->e[1]) && follows (g, s, loop, &reads) && reads
	 ? s : NULL;
}

static void
mark (const struct imp_binders *known, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct group g = { .known = known, .b = b };
      struct imp_stmt *next = s->kind == IMP_LOOP ? joins (&g, s) : NULL;

      if (next)
	next->joins = true;
      mark (known, &s->body);
      mark (known, &s->orelse);
    }
}

void
brief_mark (const struct imp_binders *known, struct imp_proc *proc)
{
  mark (known, &proc->body);
}

unsigned
schedule_brief (struct imp_prog *p, struct imp_proc *proc)
{
  struct imp_binders known = imp_binders_of (p, proc);
  struct schedule_walk w = { .take = take, .data = &known };

  return schedule_walk (p, proc, &w);
}

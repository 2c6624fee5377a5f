/* The pass prefetch: single elements that indices in memory lead to are asked for ahead.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     for j = b to e step 32 {          new large := ge (n, 6 MiB / 8)
       for k = 0 to 32 {               for j = b to e step 32 {
	 new i := add (j, k)     =>      if large {
	 ... v[x[i]]                       for p = select (gt (j, b), add (j, 64), b)
       }                                           to min (e, add (j, 32 + 64)) {
     }                                       eval read_soon (v, mul (x[p], 8))
					   }
					 }
					 for k = 0 to 32 { ... }
				       }

   What indices lead to lies anywhere in memory.  A processor looks a few hundred instructions
   ahead: loads that miss its caches, and more so those whose pages it has to look up, fill that
   soon, and an end of a row that it has not foreseen begins anew.  A hint does not wait: so those
   of elements that come soon stand in a loop of their own.

   It pays if the vector is larger than what the tables of pages reach and the caches hold; below,
   it takes as much time as the loads do.  So the vector's length decides, which the check of the
   indices knows, wherever in the procedure that is; if it is small nothing is done but a test for a
   block.  Nor does it pay where the first and the last of the elements that would be asked for lie
   side by side, as they do where indices ascend.

   The blocks of a loop over rows are rows that have 64 elements or more: while one is done, the
   next one is asked for, of each row at most 256 elements.  They are as long as the loop if the
   vector is small.  If the middle of a row is where that of the last one that was looked at was, 16
   rows are passed by; if 128 rows have fewer than 64 elements, 1,024 more are:

     for i = b to e {                  new q := b   new j := b
       for k = o[i] to o[i + 1] {      while lt (j, e) {
	 ... v[x[k]]                     new m := select (large, q, e)
       }                                 if large {
     }                                     new stop := min (e, add (q, 128))
					   new room := 0
					   while band (lt (q, stop), lt (room, 64)) {
					     for p = o[q] to min (o[q + 1], o[q] + 256) {
					       eval read_soon (v, mul (x[p], 8))
					     }
					     room := add (room, what these are)
					     q := add (q, 1)
					   }
					   if lt (room, 64) { q := min (e, add (q, 1024)) }
					 }
					 for i = max (b, j) to min (e, m) { ... }
					 j := m
				       }

   What is loaded for a hint is what the loop itself loads, under the same conditions, and from
   memory that nothing in the chunks stores to (schedule-prefetch.c).

   Does not: ask for what an index leads to that is itself read at a loaded index; where no check
   says how long the vector is; where a loop has neither blocks nor rows: there hints were tried,
   and took as much time as they saved.  */

#include "schedule-ahead.h"

/* From so many bytes on a vector is large: 1,536 pages of 4 KiB, three quarters of the entries of a
   table of pages of the second level.  */
#define LARGE_BYTES (6u << 20)

/* So many elements are asked for ahead.  */
#define AHEAD 64

/* Of a row no more is asked for.  */
#define OF_ROW 256

/* Blocks of fewer elements are not looked at.  */
#define BLOCK 16

/* Elements so many bytes apart lie side by side, if they are the first and the last of some.  */
#define NEAR_BY 8192

/* So many rows are passed by whose elements lie where those of the row before do.  */
#define PASSED 16

/* Rows of which so many have fewer than AHEAD elements are nearly all empty: to look at each takes
   longer than hints save.  Then so many are passed by.  */
#define SPARSE 128
#define PASSED_SPARSE 1024

/* Bindings that are followed.  */
#define FOLLOW 8

/* What a loop that reads single elements has to know.  */
struct elements
{
  struct ahead d;
  struct imp_block *hints;	/* what asks goes here */
  struct imp_expr *large;	/* is one of the vectors? */
  /* What leads to the first one: an index, of elements of SIZE bytes, in a statement; NULL: it is
     not always loaded.  */
  const struct imp_expr *index;
  const struct imp_stmt *in;
  uint64_t size;
  unsigned n;			/* of how many vectors elements are asked for */
};

/* --- How long the vector is ------------------------------------------------------------------ */

/* E, or what it is bound to, without conversions, and what is done with a constant.  */
static const struct imp_expr *
plain (const struct ahead *d, const struct imp_expr *e)
{
  const struct imp_expr *x;
  uint64_t n;

  for (unsigned k = 0; k < FOLLOW; k++)
    if ((x = imp_bound_to (&d->binders, e)))
      e = x;
    else if (e->kind == IMP_EXPR_PRIM && e->op == FIR_CONV)
      e = e->args[0];
    else if (e->kind == IMP_EXPR_PRIM && e->nargs == 2 && imp_is_const (e->args[1], &n))
      e = e->args[0];
    else
      return e;
  return e;
}

/* Is E known where D's chunks begin, and of the type of sizes?  */
static bool
known_before (const struct ahead *d, const struct imp_expr *e)
{
  const struct imp_binder *k = e->kind == IMP_EXPR_VAR ? imp_binder (&d->binders, e->var) : NULL;
  const struct imp_binder *c = imp_binder (&d->binders, d->chunks->var);

  if (e->kind == IMP_EXPR_CONST)
    return e->type == type_size (d->h.p->ctx);
  return k && c && e->type == type_size (d->h.p->ctx)
	 && (!k->written
	     || (k->written == 1 && k->by && k->by->kind == IMP_NEW && k->in == &d->h.proc->body
		 && k->begin < c->begin));
}

/* What E says an element of FROM is below; NULL: nothing.  */
static const struct imp_expr *
end_in (const struct ahead *d, const struct imp_expr *e, const struct imp_var *from)
{
  const struct imp_expr *x, *y;
  uint64_t n;

  if (!e)
    return NULL;
  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_LT)
    {
      x = plain (d, e->args[0]);
      for (y = e->args[1]; y->kind == IMP_EXPR_PRIM
			   && (y->op == FIR_CONV
			       || (y->op == FIR_MIN && imp_is_const (y->args[1], &n)));)
	y = y->args[0];
      if (imp_loads_from (x, from) && known_before (d, y))
	return y;
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if ((y = end_in (d, e->args[k], from)))
      return y;
  return NULL;
}

/* The same of what B does.  */
static const struct imp_expr *
end_of (const struct ahead *d, const struct imp_block *b, const struct imp_var *from)
{
  const struct imp_expr *end;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	if ((end = end_in (d, s->e[k], from)))
	  return end;
      if ((end = end_of (d, &s->body, from)) || (end = end_of (d, &s->orelse, from)))
	return end;
    }
  return NULL;
}

/* --- What is asked for ----------------------------------------------------------------------- */

/* AT without what is added to it.  */
static const struct imp_expr *
about (const struct imp_expr *at)
{
  uint64_t n;

  while (at->kind == IMP_EXPR_PRIM && (at->op == FIR_ADD || at->op == FIR_SUB)
	 && imp_is_const (at->args[1], &n))
    at = at->args[0];
  return at;
}

/* Ask for what E, in IN, loads.  Elements beside one that is asked for are in its line.  */
static void
ask_expr (struct elements *g, const struct imp_expr *e, const struct imp_stmt *in)
{
  struct ahead *d = &g->d;
  struct imp_var *base;
  struct imp_expr *at;
  const struct imp_expr *end;
  uint64_t n, large;
  bool always;

  if (!e)
    return;
  for (unsigned k = 0; k < e->nargs; k++)
    ask_expr (g, e->args[k], in);
  if (e->kind != IMP_EXPR_LOAD || e->args[0]->kind != IMP_EXPR_VAR
      || imp_var_is_area (e->args[0]->var) || imp_changes (&d->binders, d->loop, e->args[0]->var)
      || e->args[1]->type != type_size (d->h.p->ctx))
    return;
  base = e->args[0]->var;
  at = ahead_term (d, e->args[1], in, 0);
  if (!at || !d->loads || d->load || !d->from)
    return;
  always = d->deep <= d->known;
  end = end_of (d, &d->loop->body, d->from);
  if (!end)
    end = end_of (d, &d->h.proc->body, d->from);
  large = LARGE_BYTES / e->type->size + 1;
  if (!end || (imp_is_const (end, &n) && n < large) || ahead_known (d, base, about (at))
      || !ahead_ask (d, g->hints, base, at, e->type->size))
    return;
  at = here_op (&d->h, FIR_GE, here_again (&d->h, end),
		here_size (&d->h, large));
  g->large = g->large ? here_op (&d->h, FIR_BOR, g->large, at) : at;
  if (!g->n++ && always)
    {
      g->index = e->args[1];
      g->in = in;
      g->size = e->type->size;
    }
}

/* The same of what B does, but not in loops.  */
static void
ask_block (struct elements *g, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind != IMP_FOR && s->kind != IMP_WHILE)
      {
	for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	  ask_expr (g, s->e[k], s);
	ask_block (g, &s->body);
	ask_block (g, &s->orelse);
      }
}

/* `for p = B to E', which becomes D->later or D->pos, with what is asked for in the loop.  */
static struct imp_stmt *
begin_hints (struct elements *g, struct imp_here *to, struct imp_expr *b, struct imp_expr *e)
{
  struct imp_stmt *s = imp_make_for (to, "p", b, e, 1, false);

  g->hints = &s->body;
  return s;
}

/* Is X, an index of G's vector, far from Y?  */
static struct imp_expr *
far (struct elements *g, struct imp_here *h, struct imp_expr *x, struct imp_expr *y)
{
  uint64_t n = g->size < NEAR_BY / 64 ? NEAR_BY / g->size : 64;

  return here_op (h, FIR_GE,
		  here_op (h, FIR_ADD, here_op (h, FIR_SUB, x, y), here_size (h, n)),
		  here_size (h, 2 * n));
}

/* At H, before the block of elements from FIRST to BEHIND of those from BEGIN to END, ask by HINTS
   for elements behind it, unless they lie side by side.  The hints of a block begin where those of
   the one before end.  */
static void
block_hints (struct elements *g, struct imp_here *h, struct imp_stmt *hints, struct imp_expr *begin,
	     struct imp_expr *first, struct imp_expr *behind, struct imp_expr *end)
{
  struct imp_here within = *h;
  struct imp_expr *lo, *hi, *x, *y;

  lo = imp_make_let (&within, "lo",
		     imp_select (h->p, here_op (h, FIR_GT, here_again (h, first),
						here_again (h, begin)),
				 here_op (h, FIR_ADD, here_again (h, first), here_size (h, AHEAD)),
				 here_again (h, begin)));
  hi = imp_make_let (&within, "hi",
		     here_op (h, FIR_MIN, here_again (h, end),
			      here_op (h, FIR_ADD, behind, here_size (h, AHEAD))));
  if (g->index)
    {
      within.b = &imp_make_if (&within, here_op (h, FIR_LT, here_again (h, lo),
						 here_again (h, hi)))->body;
      g->d.later = imp_make_let (&within, "last",
				 here_op (h, FIR_SUB, here_again (h, hi), here_size (h, 1)));
      x = ahead_term (&g->d, g->index, g->in, 0);
      g->d.later = lo;
      y = ahead_term (&g->d, g->index, g->in, 0);
      within.b = &imp_make_if (&within, far (g, h, x, y))->body;
    }
  hints->e[0] = here_again (h, lo);
  hints->e[1] = hi;
  imp_link_last (within.b, hints);
}

/* --- Loops ----------------------------------------------------------------------------------- */

/* Is E how many elements LOOP, which steps by STEP, has left, or STEP?  */
static bool
rest (const struct ahead *d, const struct imp_stmt *loop, const struct imp_expr *e, uint64_t step)
{
  uint64_t n;

  if (imp_is_const (e, &n))
    return n == step;
  e = imp_bound_to (&d->binders, e);
  if (!e || e->kind != IMP_EXPR_PRIM || e->op != FIR_MIN || !imp_is_const (e->args[1], &n)
      || n != step)
    return false;
  e = e->args[0];
  return e->kind == IMP_EXPR_PRIM && e->op == FIR_SUB && imp_expr_equal (e->args[0], loop->e[1])
	 && imp_is_var (e->args[1], loop->var);
}

/* LOOP, of block B, whose blocks of STEP elements are those of INNER.  */
static unsigned
blocks (struct elements *g, struct imp_block *b, struct imp_stmt *loop,
	const struct imp_stmt *inner, uint64_t step)
{
  struct imp_block before = { NULL, NULL }, made = { NULL, NULL }, test = { NULL, NULL };
  struct imp_here to = { g->d.h.p, g->d.h.proc, &made }, *h = &to;
  struct imp_stmt *hints = begin_hints (g, h, NULL, NULL);
  struct imp_expr *large;

  g->d.inner = inner;
  g->d.blocks = true;
  g->d.later = imp_use (h->p, hints->var);
  ask_block (g, &inner->body);
  if (!g->n)
    return 0;
  h->b = &before;
  large = imp_make_let (h, "large", g->large);
  ahead_pass (b, loop, &before);
  imp_unlink (&made, hints);
  h->b = &test;
  h->b = &imp_make_if (h, large)->body;
  block_hints (g, h, hints, loop->e[0], here_use (h, loop->var),
	       here_op (h, FIR_ADD, here_use (h, loop->var), here_size (h, step)), loop->e[1]);
  ahead_pass (&loop->body, loop->body.first, &test);
  return 1;
}

/* Bind at D->h where the elements of D's inner loop begin, *LO, and end, those that are asked for,
   in the row that D->later says; false: that is not known.  Returns how many they are.  */
static struct imp_expr *
row (struct ahead *d, struct imp_expr **lo, struct imp_expr **hi)
{
  struct imp_here *h = &d->h;
  struct imp_expr *b = ahead_term (d, d->inner->e[0], d->inner, 0);
  struct imp_expr *e = b ? ahead_term (d, d->inner->e[1], d->inner, 0) : NULL;

  if (!e)
    return NULL;
  *lo = imp_make_let (h, "lo", b);
  *hi = imp_make_let (h, "hi",
		      here_op (h, FIR_MIN, e,
			       here_op (h, FIR_ADD, here_again (h, *lo), here_size (h, OF_ROW))));
  return imp_select (h->p, here_op (h, FIR_LT, here_again (h, *lo), here_again (h, *hi)),
		     here_op (h, FIR_SUB, here_again (h, *hi), here_again (h, *lo)),
		     here_size (h, 0));
}

/* Ask, at D->h, for the row that D->later says, whose loop has the branches IFS around it, OF of
   them; add to ROOM how many elements it has.  False: it is not known what it reads.  */
static bool
ask_row (struct elements *g, const struct imp_stmt **ifs, int of, struct imp_var *room)
{
  struct ahead *d = &g->d;
  struct imp_here *h = &d->h;
  struct imp_expr *lo, *hi, *n;

  if (!ahead_enter (d, ifs, 0, of) || !(n = row (d, &lo, &hi)))
    return false;
  d->known = (unsigned) of;
  d->pos = imp_use (h->p, begin_hints (g, h, lo, hi)->var);
  ask_block (g, &d->inner->body);
  imp_make_assign (h, room, here_op (h, FIR_ADD, here_use (h, room), n));
  return g->n > 0;
}

/* Assign, at H, to NEAR whether the element in the middle of row Q, which is below END, leads to
   where that of the last such row, LAST, did.  */
static void
ask_near (struct elements *g, struct imp_here *h, const struct imp_stmt **ifs, int of,
	  struct imp_var *near, struct imp_var *last, struct imp_expr *end)
{
  struct ahead *d = &g->d;
  struct imp_here was = d->h;
  struct imp_expr *lo, *hi, *mid;

  d->h.b = &imp_make_if (h, here_op (h, FIR_LT, here_again (h, d->later), end))->body;
  ahead_enter (d, ifs, 0, of);
  row (d, &lo, &hi);
  d->h.b = &imp_make_if (&d->h, here_op (h, FIR_LT, lo, hi))->body;
  d->pos = imp_make_let (&d->h, "middle",
			 here_op (h, FIR_ADD, here_again (h, lo),
				  here_op (h, FIR_SHR, here_op (h, FIR_SUB, here_again (h, hi),
								here_again (h, lo)),
					   here_size (h, 1))));
  mid = imp_make_let (&d->h, "at", ahead_term (d, g->index, g->in, 0));
  imp_make_assign (&d->h, near, here_op (h, FIR_EQ, far (g, h, mid, here_use (h, last)),
					 imp_i32 (h->p, 0)));
  imp_make_assign (&d->h, last, here_again (h, mid));
  d->h = was;
}

/* The row N rows behind Q, or END.  */
static struct imp_expr *
behind (struct imp_here *h, struct imp_var *q, const struct imp_expr *end, uint64_t n)
{
  return here_op (h, FIR_MIN, here_again (h, end),
		  here_op (h, FIR_ADD, here_use (h, q), here_size (h, n)));
}

/* Q passes N rows by, END being the end.  */
static void
pass_by (struct imp_here *h, struct imp_var *q, const struct imp_expr *end, uint64_t n)
{
  imp_make_assign (h, q, behind (h, q, end, n));
}

/* LOOP, of block B, whose elements have the loop INNER over a row.  */
static unsigned
rows (struct elements *g, struct imp_block *b, struct imp_stmt *loop,
      const struct imp_stmt *inner)
{
  struct ahead *d = &g->d;
  const struct imp_stmt *ifs[AHEAD_BRANCHES];
  struct imp_block before = { NULL, NULL }, asks = { NULL, NULL };
  struct imp_here to = { d->h.p, d->h.proc, &before }, *h = &to;
  const struct type *u64 = type_size (h->p->ctx), *i32 = type_i32 (h->p->ctx);
  struct imp_expr *begin = loop->e[0], *end = loop->e[1];
  struct imp_var *large = imp_make_new (h, "large", i32, NULL), *q, *j, *m, *room, *near, *last;
  struct imp_stmt *of_large = before.last, *turns, *loops, *test;
  struct imp_expr *stop;
  int of = ahead_branches (d, inner, ifs);

  if (of < 0)
    return 0;
  q = imp_make_new (h, "q", u64, here_again (h, begin));
  j = imp_make_new (h, "j", u64, here_again (h, begin));
  last = imp_make_new (h, "last", u64, here_size (h, 1ull << 62));
  turns = imp_stmt_new (h->p, h->b, IMP_WHILE, 0);
  turns->e[0] = here_op (h, FIR_LT, here_use (h, j), here_again (h, end));
  h->b = &turns->body;
  m = imp_make_new (h, "m", u64, imp_select (h->p, here_use (h, large), here_use (h, q),
					     here_again (h, end)));
  h->b = &imp_make_if (h, here_use (h, large))->body;
  near = imp_make_new (h, "near", i32, imp_i32 (h->p, 0));
  room = imp_make_new (h, "room", u64, here_size (h, 0));
  d->inner = inner;
  d->later = here_use (h, q);
  d->h.b = &asks;
  if (!ask_row (g, ifs, of, room))
    return 0;
  of_large->e[0] = g->large;
  if (g->index)
    ask_near (g, h, ifs, of, near, last, here_again (h, end));
  test = imp_make_if (h, here_use (h, near));
  h->b = &test->body;
  pass_by (h, q, end, PASSED);
  h->b = &test->orelse;
  stop = imp_make_let (h, "stop", behind (h, q, end, SPARSE));
  loops = imp_stmt_new (h->p, h->b, IMP_WHILE, 0);
  loops->e[0] = here_op (h, FIR_BAND, here_op (h, FIR_LT, here_use (h, q), stop),
			 here_op (h, FIR_LT, here_use (h, room), here_size (h, AHEAD)));
  h->b = &loops->body;
  ahead_pass (h->b, NULL, &asks);
  imp_make_assign (h, q, here_op (h, FIR_ADD, here_use (h, q), here_size (h, 1)));
  h->b = &test->orelse;
  h->b = &imp_make_if (h, here_op (h, FIR_LT, here_use (h, room), here_size (h, AHEAD)))->body;
  pass_by (h, q, end, PASSED_SPARSE);
  ahead_pass (b, loop, &before);
  imp_unlink (b, loop);
  loop->e[0] = here_op (h, FIR_MAX, begin, here_use (h, j));
  loop->e[1] = here_op (h, FIR_MIN, end, here_use (h, m));
  imp_link_last (&turns->body, loop);
  h->b = &turns->body;
  imp_make_assign (h, j, here_use (h, m));
  return 1;
}

/* Has B loops?  */
static bool
has_loops (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_FOR || s->kind == IMP_WHILE || has_loops (&s->body)
	|| has_loops (&s->orelse))
      return true;
  return false;
}

/* LOOP, of block B, and INNER in it.  */
static unsigned
ask_loop (struct imp_here *h, const struct imp_binders *binders, struct imp_stmt *chunks,
	  struct imp_block *b, struct imp_stmt *loop, const struct imp_stmt *inner)
{
  struct elements g = { .d = { .h = *h, .binders = *binders, .chunks = chunks, .loop = loop } };
  uint64_t step, n;

  if (loop->var->type != type_size (h->p->ctx) || inner->var->type != loop->var->type
      || !imp_is_const (loop->e[2], &step) || !imp_is_const (inner->e[2], &n) || n != 1
      || !imp_simple (loop->e[0]) || !imp_simple (loop->e[1]))
    return 0;
  if (step == 1)
    return loop->ivdep ? 0 : rows (&g, b, loop, inner);
  return step >= BLOCK && imp_is_const (inner->e[0], &n) && n == 0
	     && rest (&g.d, loop, inner->e[1], step)
	   ? blocks (&g, b, loop, inner, step)
	   : 0;
}

/* The same of the loops in BODY, of LOOP, as loops in it.  */
static unsigned
ask_inner (struct imp_here *h, const struct imp_binders *binders, struct imp_stmt *chunks,
	   struct imp_block *b, struct imp_stmt *loop, const struct imp_block *body)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = body->first; s && !n; s = s->next)
    if (s->kind == IMP_FOR && !has_loops (&s->body))
      n = ask_loop (h, binders, chunks, b, loop, s);
    else if (s->kind == IMP_IF)
      n = ask_inner (h, binders, chunks, b, loop, &s->body);
  return n;
}

unsigned
ahead_elements (struct imp_here *h, const struct imp_binders *binders, struct imp_stmt *chunks,
		struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      unsigned of = s->kind == IMP_FOR ? ask_inner (h, binders, chunks, b, s, &s->body) : 0;

      next = s->next;
      if (!of && s->kind != IMP_PARFOR)
	of = ahead_elements (h, binders, chunks, &s->body)
	     + ahead_elements (h, binders, chunks, &s->orelse);
      n += of;
    }
  return n;
}

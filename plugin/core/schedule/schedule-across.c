/* The pass across: elements that look through the same row do so side by side.

     loop i = b to e { } do {                 if band (ge (e, add (b, LEAST)), c) {
       A                                        for j = b to e step BLOCK {
       if c {                                     new end := min (e, add (j, BLOCK))
	 new x := y                               for i = j to end: A; lanes of A and of x, i - j
	 loop k = f to m by lanes {               for k = f to m {
	   reduce x (p, q) { } ret r       =>       for l = 0 to end - j:
	 } do { L  give x := v }                      L, i being j + l; x's lane l := r
	 D                                        }
       } else { F }                               for i = j to end: D
     }                                          }
					      } else { the loop as it was }

   One lane is an element, not a place of the row: what L reads is the same for all lanes, nothing
   is left to be combined behind the row, and there is no end of the row to be taken one by one.  An
   element combines the places of its row in their order.

   What is done for several elements together may be: a loop's elements are independent.  All
   elements of a block have done A and L before the first does D, which alone stores and fails.
   What is asked before the loop, c, f and m, is so asked of loops without elements, too: it loads
   nothing and is total.  What D gives is combined for a block, then with the blocks before.

   Sums of comparisons have lanes as narrow as what is compared, if they hold the sum of a row
   (schedule-narrow.c); what the sum begins with is added behind the row.

   Where few elements need a value that is dear, places of the row are passed by
   (schedule-across-rare.c).

   Lanes here are loaded and stored for each place of the row, those of a long row are registers,
   and chunks of long rows have few elements.  So rows have ACROSS_SHORT places at most.

   Does not: take operators that round, whose result would depend on the number of elements; rows
   whose length, or place in memory, is another for each element, which would be read with steps;
   elements with several rows, or with memory of their own.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-across.h"
#include "schedule-narrow.h"

/* Elements of a block.  */
#define BLOCK 128

/* for each element from J to END: its statements go into that from now on, its lane is D->k.  */
static struct imp_copy
begin_elements (struct across *d, const struct imp_expr *j, const struct imp_expr *end, bool ivdep)
{
  struct imp_expr *i = here_begin_for (&d->h, d->loop->var->name, here_again (&d->h, j),
				       here_again (&d->h, end), 1, ivdep);
  struct imp_copy c = imp_copy_new (&d->h);

  d->k = imp_make_let (&d->h, "k", here_op (&d->h, FIR_SUB, here_again (&d->h, i),
					   here_again (&d->h, j)));
  c.h.b = d->h.b;
  imp_copy_set (&c, d->loop->var, i);
  return c;
}

/* What the elements from J to END do before their rows.  */
static void
before (struct across *d, const struct imp_expr *j, const struct imp_expr *end)
{
  struct imp_block *after = d->h.b;
  struct imp_copy c = begin_elements (d, j, end, true);

  for (unsigned k = 0; k < d->nlevels; k++)
    for (const struct imp_stmt *s = d->level[k].b->first; s != d->level[k].at; s = s->next)
      imp_copy_stmt (&c, s);
  for (unsigned k = 0; k < d->nvalues; k++)
    {
      struct across_value *v = &d->value[k];

      if (v->late)
	continue;
      soa_write (&c.h, &v->lanes, d->k,
		 v->narrow ? imp_zero (d->h.p, v->narrow)
		 : imp_copy_expr (&c, imp_use (d->h.p, v->var)));
      if (v->placed)
	imp_make_store (&c.h, here_use (&c.h, v->place), here_again (&c.h, d->k),
			imp_zero (d->h.p, v->place->type));
    }
  d->h.b = after;
}

/* E, the value V behind the row, with its place for field BY if it is from the row.  */
static struct imp_expr *
with_place (struct across *d, struct imp_here *h, const struct across_value *v,
	    const struct imp_expr *e)
{
  const struct type *t = v->var->type, *u64 = type_size (d->h.p->ctx);
  struct imp_expr *args[SOA_LEAVES], *place;

  place = imp_load (d->h.p, here_use (h, v->place), here_again (h, d->k));
  place = imp_make_let (h, "place", imp_prim (d->h.p, FIR_CONV, u64, 1, &place));
  for (unsigned k = 0; k < t->nfields; k++)
    {
      struct imp_expr *r = here_again (h, e);

      args[k] = imp_prim (d->h.p, FIR_FIELD, t->fields[k].type, 1, &r);
      args[k]->index = k;
      if (k != v->output->by - 1)
	continue;
      r = here_op (h, FIR_SUB, here_again (h, place), here_size (h, 1));
      r = here_op (h, FIR_ADD, here_again (h, d->f), r);
      args[k] = imp_select (d->h.p, here_op (h, FIR_EQ, here_again (h, place), here_size (h, 0)),
			    args[k], r);
    }
  return imp_prim (d->h.p, FIR_RECORD, t, t->nfields, args);
}

/* The sum V behind the row, whose narrow lane is E: that was combined with 0.  */
static struct imp_expr *
with_begin (struct across *d, struct imp_here *h, const struct across_value *v, struct imp_expr *e)
{
  e = imp_make_let (h, "v", imp_prim (d->h.p, FIR_CONV, v->var->type, 1, &e));
  return imp_apply (h, v->output, imp_copy_expr (&(struct imp_copy) { .h = *h }, v->begin), e);
}

/* The values of lane D->k, as C copies them; ALL: those that are combined, and those that get their
   value behind the row, too.  */
static void
lane_values (struct across *d, struct imp_copy *c, bool all)
{
  for (unsigned k = 0; k < d->nvalues; k++)
    if (all || (!d->value[k].output && !d->value[k].late))
      {
	struct across_value *v = &d->value[k];
	struct imp_expr *e = v->late ? NULL : soa_read (&c->h, &v->lanes, d->k);

	if (v->placed)
	  e = with_place (d, &c->h, v, e);
	if (v->narrow)
	  e = with_begin (d, &c->h, v, e);
	imp_copy_set (c, v->var,
		      imp_use (d->h.p, imp_make_new (&c->h, v->var->name, v->var->type, e)));
      }
}

/* Combine V, a record of scalars, with the lane of O.  It is one choice of all that a lane keeps:
   several of one condition become paths to GCC, and so no loop in vectors.  */
static void
give_placed (struct across *d, struct imp_here *h, struct across_value *o, struct imp_expr *v)
{
  const struct imp_stmt *x = o->output->body.first, *y = x->next;
  const struct type *t, *u32 = type_scalar (d->h.p->ctx, SCALAR_U32);
  struct imp_copy c = imp_copy_new (h);
  struct imp_expr *p = soa_read (h, &o->lanes, d->k), *before, *r;
  struct imp_expr *was[SOA_LEAVES], *is[SOA_LEAVES];
  struct type_field fields[SOA_LEAVES];
  unsigned n = o->lanes.n;

  v = imp_make_let (h, "q", v);
  imp_copy_set (&c, x->var, here_again (h, p));
  imp_copy_set (&c, y->var, here_again (h, v));
  before = imp_make_let (h, "before", imp_copy_expr (&c, o->output->e[2]->args[0]));
  for (unsigned k = 0; k < n; k++)
    {
      bool by = k == o->output->by - 1;

      fields[k] = o->lanes.t->fields[k];
      if (by)
	{
	  fields[k].type = u32;
	  was[k] = imp_load (d->h.p, here_use (h, o->place), here_again (h, d->k));
	  is[k] = here_again (h, d->place);
	  continue;
	}
      was[k] = here_again (h, p);
      is[k] = here_again (h, v);
      was[k] = imp_prim (d->h.p, FIR_FIELD, fields[k].type, 1, &was[k]);
      is[k] = imp_prim (d->h.p, FIR_FIELD, fields[k].type, 1, &is[k]);
      was[k]->index = is[k]->index = k;
    }
  t = type_record (d->h.p->ctx, NULL, n, fields, 0, 0, 0);
  r = imp_select (d->h.p, before, imp_prim (d->h.p, FIR_RECORD, t, n, is),
		  imp_prim (d->h.p, FIR_RECORD, t, n, was));
  r = imp_make_let (h, "r", r);
  for (unsigned k = 0; k < n; k++)
    {
      struct imp_var *to = k == o->output->by - 1 ? o->place : o->lanes.a[k];
      struct imp_expr *f = here_again (h, r);

      f = imp_prim (d->h.p, FIR_FIELD, fields[k].type, 1, &f);
      f->index = k;
      imp_make_store (h, here_use (h, to), here_again (h, d->k), f);
    }
}

/* The give of a row: combine with the lane.  */
static void
give (struct across *d, struct imp_copy *c, const struct imp_stmt *s)
{
  struct imp_expr *v = imp_copy_expr (c, s->e[0]), *g = imp_copy_expr (c, s->e[1]), *x;
  struct across_value *o = d->value;

  while (o->var != s->var)
    o++;
  if (o->placed)
    {
      give_placed (d, &c->h, o, v);
      return;
    }
  x = soa_read (&c->h, &o->lanes, d->k);
  if (o->narrow)
    x = here_op (&c->h, FIR_ADD, x, narrow_value (&c->h, o->narrow, v, g));
  else
    x = imp_apply (&c->h, o->output, x, g ? imp_loop_guarded (&c->h, o->output, v, g) : v);
  soa_write (&c->h, &o->lanes, d->k, x);
}

/* for each of the N lanes from J on, D->k: statements go into that from now on.  */
static void
begin_lanes (struct across *d, struct imp_copy *c, const struct imp_expr *j,
	     const struct imp_expr *n, bool ivdep)
{
  d->k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_again (&d->h, n), 1, ivdep);
  c->h.b = d->h.b;
  lane_values (d, c, false);
  if (imp_block_uses (&d->row->body, d->loop->var))
    {
      struct imp_expr *i = here_op (&d->h, FIR_ADD, here_again (&d->h, j),
				    here_again (&d->h, d->k));

      imp_copy_set (c, d->loop->var, imp_make_let (&d->h, d->loop->var->name, i));
    }
}

/* Go on only if some lane of N from J on needs this place of the row.  */
static void
ask (struct across *d, struct imp_copy *c, const struct imp_expr *j, const struct imp_expr *n)
{
  const struct type *i32 = type_i32 (d->h.p->ctx);
  struct imp_block *after = d->h.b, *asking;
  struct imp_expr *hopes;
  struct imp_var *any;

  hopes = here_op (&d->h, FIR_GT, here_use (&d->h, d->luck), imp_i32 (d->h.p, 0));
  any = imp_make_new (&d->h, "any", i32,
		      here_op (&d->h, FIR_LE, here_use (&d->h, d->luck), imp_i32 (d->h.p, 0)));
  asking = d->h.b = &imp_make_if (&d->h, hopes)->body;
  begin_lanes (d, c, j, n, false);
  across_ask (d, c, any);
  d->h.b = asking;
  across_note_rare (d, any);
  d->h.b = after;
  d->h.b = &imp_make_if (&d->h, here_use (&d->h, any))->body;
}

/* The rows of the N elements of a block from J on.  */
static void
rows (struct across *d, const struct imp_expr *j, const struct imp_expr *n)
{
  const struct type *u32 = type_scalar (d->h.p->ctx, SCALAR_U32);
  struct imp_block *after = d->h.b;
  struct imp_copy c = imp_copy_new (&d->h);
  struct imp_expr *k = here_begin_for (&d->h, d->row->var->name, here_again (&d->h, d->f),
				       here_again (&d->h, d->m), 1, false);

  c.h.b = d->h.b;
  imp_copy_set (&c, d->row->var, k);
  for (const struct imp_stmt *s = d->row->body.first; s; s = s->next)
    if (s->kind == IMP_NEW && !d->lane[s->var->id])
      imp_copy_stmt (&c, s);
  if (d->choice)
    ask (d, &c, j, n);
  if (d->placed)
    {
      struct imp_expr *place = here_op (&d->h, FIR_SUB, here_again (&d->h, k),
					here_again (&d->h, d->f));

      place = here_op (&d->h, FIR_ADD, place, here_size (&d->h, 1));
      d->place = imp_make_let (&d->h, "place", imp_prim (d->h.p, FIR_CONV, u32, 1, &place));
    }
  begin_lanes (d, &c, j, n, true);
  for (const struct imp_stmt *s = d->row->body.first; s; s = s->next)
    if (s->kind == IMP_GIVE)
      give (d, &c, s);
    else if (d->lane[s->var->id])
      imp_copy_stmt (&c, s);
  d->h.b = after;
}

/* Loop S, over elements, combines what they give as their loop does.  */
static void
combines (struct across *d, struct imp_stmt *s)
{
  struct imp_block made = { NULL, NULL };
  struct imp_here h = { d->h.p, d->h.proc, &made };
  struct imp_copy c = imp_copy_new (&h);

  imp_copy_stmt (&c, d->loop);
  s->kind = IMP_LOOP;
  s->orelse = made.first->orelse;
}

/* What the elements from J to END do behind their rows, and give.  */
static void
behind (struct across *d, const struct imp_expr *j, const struct imp_expr *end)
{
  struct imp_block *after = d->h.b;
  struct imp_copy c = begin_elements (d, j, end, false);

  if (d->loop->orelse.first)
    combines (d, after->last);
  lane_values (d, &c, true);
  for (unsigned k = d->nlevels; k--; )
    for (const struct imp_stmt *s = d->level[k].at->next; s; s = s->next)
      imp_copy_stmt (&c, s);
  /* Those that fail before the row have the loop as it was.  */
  after->last->ivdep = after->last->kind == IMP_FOR && !imp_block_fails (&after->last->body);
  d->h.b = after;
}

/* The elements from B to E, in blocks.  */
static void
blocks (struct across *d, const struct imp_expr *b, const struct imp_expr *e)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *j, *end, *n;

  across_begin_rare (d);
  j = here_begin_for (&d->h, "j", here_again (&d->h, b), here_again (&d->h, e), BLOCK, false);
  end = here_op (&d->h, FIR_ADD, here_again (&d->h, j), here_size (&d->h, BLOCK));
  end = imp_make_let (&d->h, "end", here_op (&d->h, FIR_MIN, here_again (&d->h, e), end));
  n = imp_make_let (&d->h, "n", here_op (&d->h, FIR_SUB, here_again (&d->h, end),
					here_again (&d->h, j)));
  for (unsigned k = 0; k < d->nvalues; k++)
    {
      struct across_value *v = &d->value[k];

      if (v->late)
	continue;
      v->lanes = soa_new (&d->h, v->narrow ? v->narrow : v->var->type, v->var->name, BLOCK);
      if (v->placed)
	v->place = imp_make_array (&d->h, "place", type_scalar (d->h.p->ctx, SCALAR_U32), BLOCK);
    }
  before (d, j, end);
  rows (d, j, n);
  behind (d, j, end);
  d->h.b = after;
}

static enum schedule_taken
take (struct schedule_walk *w, struct imp_here *h, struct imp_block *block, struct imp_stmt *s)
{
  struct across d = { .h = *h };
  struct imp_block *after = h->b;
  struct imp_expr *b, *e, *c, *n;
  struct imp_copy whole = imp_copy_new (h);
  struct imp_stmt *i;

  (void) w;
  (void) block;
  if (!across_p (&d, s))
    return SCHEDULE_LEFT;
  b = imp_make_name (h, s->e[0], "b");
  e = imp_make_name (h, s->e[1], "e");
  d.f = imp_make_name (h, imp_copy_expr (&whole, d.row->e[0]), "f");
  d.m = imp_make_name (h, imp_copy_expr (&whole, d.row->e[1]), "m");
  /* Elements may be none, with B behind E.  */
  c = here_op (h, FIR_ADD, here_again (h, b), here_size (h, ACROSS_LEAST));
  c = here_op (h, FIR_GE, here_again (h, e), c);
  for (unsigned k = 0; k + 1 < d.nlevels; k++)
    c = here_op (h, FIR_BAND, c, imp_copy_expr (&whole, d.level[k].at->e[0]));
  /* A row may end before it begins.  */
  n = here_op (h, FIR_SUB, here_again (h, d.m), here_again (h, d.f));
  c = here_op (h, FIR_BAND, c, here_op (h, FIR_LE, n, here_size (h, ACROSS_SHORT)));
  i = imp_make_if (h, c);
  d.h.b = &i->body;
  blocks (&d, b, e);
  whole.h.b = &i->orelse;
  imp_copy_stmt (&whole, s);
  i->orelse.last->e[0] = here_again (h, b);
  i->orelse.last->e[1] = here_again (h, e);
  h->b = after;
  return SCHEDULE_TAKEN;
}

unsigned
schedule_across (struct imp_prog *p, struct imp_proc *proc)
{
  struct schedule_walk w = { .take = take };

  return schedule_walk (p, proc, &w);
}

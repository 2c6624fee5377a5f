/* The pass nest: elements that are combined in blocks, and divide their index, are computed row by
   row, before they are combined.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Lanes and trees are of the elements of a chunk, whatever rows these are in; a nest is of rows.
   Both at once would begin and fold lanes in each row, or keep them in memory.  So a loop computes
   what some elements give, and another one combines it:

     loop i = b to e by lanes {              for t = b to e step N {
       reduce s neutral z op                   m = min (e, t + N)   array v [N]
     } do {                                    loop i = t to m { } do {
       A (div (i, d), rem (i, d))      =>        A   v[i - t] := x }
       give s := x when g                      loop i = t to m by lanes {
     }                                           reduce s apart neutral z op
                                               } do { give s := v[i - t] } }

   The former becomes a nest like any other loop that only stores.  v stays in the nearest cache: a
   store and a load for each element, in vectors, in place of a division.  Where an element does not
   give, v is z, or, where there is no z, another array tells.  Outputs that give the same share v.
   An operator without a neutral element begins with the first element of all.

   N is a whole number of blocks of any kind, and depends on types alone.

   Does not: take elements that may fail or have loops, which cost more than divisions; or truths of
   which one may decide, where lanes stop (schedule-stop.c).  */

#include "schedule-lanes.h"
#include "schedule-nest.h"
#include "schedule-soa.h"

/* Values of fewer bytes are no more than as many of this size, lest a short loop has room for very
   many.  */
#define NARROW 4

/* An output of the loop.  */
struct given
{
  const struct imp_stmt *o;
  const struct imp_stmt *give;	/* what each element does; in its own block, no branch */
  struct soa v;			/* the values, */
  struct imp_var *g;		/* and which of them are given; NULL: all */
  bool shared;			/* V and G are those of an output before */
};

struct blocks
{
  struct imp_here h;
  const struct imp_stmt *loop;
  struct given *of;
  unsigned n;
  struct imp_expr *t;		/* where those begin that are kept */
};

/* Does combining go on from what O has, in the next block?  */
static bool
goes_on (const struct imp_stmt *o)
{
  return o->kind != IMP_CURSOR && !o->e[1] && !type_is_vec (imp_output_type (o));
}

/* Are the elements of LOOP, which are combined in blocks, to be computed first?  */
static bool
takes (struct imp_here *h, const struct imp_binders *known, const struct imp_stmt *loop)
{
  struct nest_levels v = { .known = known };

  if (loop->kind != IMP_LOOP || imp_is_whole (loop) || loop->shape == IMP_SHAPE_SERIAL
      || loop->shape == IMP_SHAPE_SWEEP || imp_has_needs (loop)
      || imp_has_loops (&loop->body) || imp_block_fails (&loop->body)
      || imp_block_marks (&loop->body) || lanes_stop_p (h->p, h->proc, loop))
    return false;
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (!goes_on (o) || !imp_give_of (loop, o->var))
      return false;
  nest_find_levels (&v, loop, h->p->target->lanes);
  return v.n > 0;
}

/* Do S and T, gives, give the same, there being nothing but gives between them?  */
static bool
same (const struct imp_stmt *s, const struct imp_stmt *t)
{
  const struct imp_stmt *p = s;

  while (p && p != t && p->kind == IMP_GIVE)
    p = p->next;
  return p == t && !s->e[1] && !t->e[1] && imp_simple (s->e[0])
	 && imp_expr_equal (s->e[0], t->e[0]);
}

/* Is X the condition of a value that O has no neutral element for?  */
static bool
tells (const struct given *x)
{
  return x->give->e[1] && !(x->o->kind == IMP_REDUCE && x->o->e[0]);
}

/* What D's loop gives, all that is not shared counting as W bytes for an element.  */
static void
find (struct blocks *d, uint64_t *w)
{
  unsigned n = 0;

  for (const struct imp_stmt *o = d->loop->orelse.first; o; o = o->next)
    n++;
  d->of = CTX_NEWV (d->h.p->ctx, struct given, n);
  *w = 0;
  for (const struct imp_stmt *o = d->loop->orelse.first; o; o = o->next)
    {
      struct given *x = &d->of[d->n++];

      *x = (struct given) { .o = o, .give = imp_give_of (d->loop, o->var) };
      for (unsigned k = 0; k + 1 < d->n && !x->shared; k++)
	x->shared = same (d->of[k].give, x->give) || same (x->give, d->of[k].give);
      if (!x->shared)
	*w += (imp_output_type (o)->size > NARROW ? imp_output_type (o)->size : NARROW)
	      + (tells (x) ? sizeof (int32_t) : 0);
    }
}

/* So many values of W bytes are kept: a whole number of blocks.  A BRIEF loop seldom has more than
   one.  */
static uint64_t
kept (const struct nova_target *t, uint64_t w, bool brief)
{
  uint64_t n = t->tree;

  n = t->filter > n ? t->filter : n;
  n = t->tile * t->tile > n ? t->tile * t->tile : n;
  while (!brief && w && 2 * n * w <= t->values)
    n *= 2;
  return n;
}

/* The memory of what D's elements give, N values each.  */
static void
make_room (struct blocks *d, uint64_t n)
{
  for (unsigned k = 0; k < d->n; k++)
    {
      struct given *x = &d->of[k], *y = d->of;

      if (!x->shared)
	{
	  x->v = soa_new (&d->h, imp_output_type (x->o), "v", n);
	  if (tells (x))
	    x->g = imp_make_array (&d->h, "g", type_i32 (d->h.p->ctx), n);
	  continue;
	}
      while (!same (y->give, x->give) && !same (x->give, y->give))
	y++;
      x->v = y->v;
    }
}

/* The GIVE of an imp_copy: what S gives is kept.  */
static bool
keep (struct imp_copy *c, const struct imp_stmt *s)
{
  const struct blocks *d = (const struct blocks *) c->data;
  struct imp_expr *v, *g, *at;

  for (unsigned k = 0; k < d->n; k++)
    {
      struct given *x = &d->of[k];

      if (x->give != s || x->shared)
	continue;
      v = imp_copy_expr (c, s->e[0]);
      g = imp_copy_expr (c, s->e[1]);
      if (g && !x->g)
	v = imp_loop_guarded (&c->h, x->o, v, g);
      at = imp_make_let (&c->h, "at", here_op (&c->h, FIR_SUB,
					       imp_copy_expr (c, imp_use (c->h.p, d->loop->var)),
					       here_again (&c->h, d->t)));
      soa_write (&c->h, &x->v, at, v);
      if (!x->g)
	continue;
      if (g->type != type_i32 (c->h.p->ctx))
	g = imp_select (c->h.p, g, imp_i32 (c->h.p, 1), imp_i32 (c->h.p, 0));
      imp_make_store (&c->h, here_use (&c->h, x->g), here_again (&c->h, at), g);
    }
  return true;
}

/* The loop of D from its t to M, of SHAPE, here; its body is left to the caller.  */
static struct imp_stmt *
part (struct blocks *d, const struct imp_expr *m, enum imp_shape shape)
{
  struct imp_stmt *s = imp_stmt_new (d->h.p, d->h.b, IMP_LOOP, d->loop->site);

  s->var = imp_var_like (d->h.p, d->h.proc, d->loop->var);
  s->e[0] = here_again (&d->h, d->t);
  s->e[1] = here_again (&d->h, m);
  s->e[2] = here_size (&d->h, 1);
  s->shape = shape;
  s->brief = d->loop->brief;
  return s;
}

/* The elements of D from t to M are computed.  */
static void
compute (struct blocks *d, const struct imp_expr *m)
{
  struct imp_stmt *s = part (d, m, IMP_SHAPE_SERIAL);
  struct imp_copy c = imp_copy_new (&d->h);

  c.h.b = &s->body;
  c.give = keep;
  c.data = d;
  imp_copy_set (&c, d->loop->var, here_use (&d->h, s->var));
  imp_copy_block (&c, &d->loop->body);
}

/* What they have given is combined.  */
static void
combine (struct blocks *d, const struct imp_expr *m)
{
  struct imp_stmt *s = part (d, m, d->loop->shape), *o;
  struct imp_here h = { d->h.p, d->h.proc, &s->body };
  struct imp_copy c = imp_copy_new (&d->h);
  struct imp_expr *at = here_op (&h, FIR_SUB, here_use (&h, s->var), here_again (&h, d->t));

  c.h.b = &s->orelse;
  imp_copy_block (&c, &d->loop->orelse);
  at = imp_make_let (&h, "at", at);
  o = s->orelse.first;
  for (unsigned k = 0; k < d->n; k++, o = o->next)
    {
      struct imp_expr *v = soa_read (&h, &d->of[k].v, at);
      struct imp_stmt *g = imp_stmt_new (h.p, h.b, IMP_GIVE, 0);

      o->first = false;
      o->apart = o->kind == IMP_REDUCE;
      g->var = o->var;
      g->e[0] = v;
      if (d->of[k].g)
	g->e[1] = imp_load (h.p, here_use (&h, d->of[k].g), here_again (&h, at));
    }
}

bool
nest_blocks (struct imp_here *h, const struct imp_binders *known, const struct imp_stmt *loop)
{
  struct blocks d = { .h = *h, .loop = loop };
  struct imp_expr *b, *e, *m;
  uint64_t w, n;

  if (!takes (h, known, loop))
    return false;
  find (&d, &w);
  n = kept (h->p->target, w, loop->brief);
  b = imp_make_name (h, loop->e[0], "b");
  e = imp_make_name (h, loop->e[1], "e");
  if (imp_loop_first (loop))
    {
      imp_loop_element (h, loop, here_again (h, b), true);
      b = imp_make_let (h, "b", here_op (h, FIR_ADD, here_again (h, b), here_size (h, 1)));
    }
  d.t = here_begin_for (&d.h, "t", b, here_again (h, e), n, false);
  m = here_op (&d.h, FIR_MIN, here_again (h, e),
	       here_op (&d.h, FIR_ADD, here_again (h, d.t), here_size (h, n)));
  m = imp_make_let (&d.h, "m", m);
  make_room (&d, n);
  compute (&d, m);
  combine (&d, m);
  return true;
}

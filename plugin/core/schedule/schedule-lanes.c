/* The pass lanes: takes the elements of a loop in blocks.

   DPIA's reduceI (Atkey et al., section 4.2) has one accumulator and runs from left to right, and
   so do its scan and filter.  The shapes here use another order, fixed by counts alone; the loop
   says which shape it takes (imp.def), and that its operators allow it.

     lanes    LANES accumulators, element i into number i mod LANES: for operators that commute;
	      GCC keeps them in vector registers.  If these do not hold those of all reductions of
	      the loop, each has fewer: else all would be loaded and stored for each block.  Where
	      they commute by a field, two lanes are exchanged before they are combined, if need be.
	      Those of a sum of small values are narrower than it (schedule-narrow.c), and are added
	      to it before they overflow.  Of
	      cheap elements of a short row not before there are two for each; on a machine that
	      loads under a mask the last few of a shorter row are loaded so, at once.  Cheap
	      elements of a row that are combined in any order are left to GCC
	      (schedule-masked.c).  Rows whose values are only combined in turn share their
	      lanes (schedule-sums.c).  Those that 0 or 1 decides stop at it (schedule-stop.c).
	      Totals that saturate are sums (schedule-totals.c).
	      A block of a row that mostly has so many elements as a program says, and no more
	      than there are lanes, is taken without (schedule-usual.c)
     tree     blocks of TREE values, combined pairwise: keeps the order, vectorises; for operators
	      that are associative only
     compact  blocks of FILTER elements, of which the kept ones go to the front (schedule-compact.c)
     tiles    blocks of TILE segments of TILE values that are scanned side by side; then each
	      segment's seed is the one before it combined with that one's last value, and segments
	      are combined with their seeds.  Twice the work, but in vectors; keeps the order.  If
	      the operators are the machine's own (imp_sweeps) a segment is scanned in registers,
	      by shuffles: that stays a loop, by sweep, which the generator expands (gen-sweep.cc)

   The elements behind the last block are taken one after another, as are all elements of a loop
   without a shape (imp-loop.c).  The body is copied for each use.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-brief.h"
#include "schedule-lanes.h"
#include "schedule-pairs.h"
#include "schedule-sums.h"
#include "schedule-totals.h"

/* An element of more statements takes longer than to combine its value.  */
#define SMALL 16

/* --- Elements of a block --------------------------------------------------------------------- */

static struct lanes_output *
output_of (struct lanes *d, const struct imp_stmt *give)
{
  for (unsigned k = 0; k < d->nouts; k++)
    if (d->outs[k].s->var == give->var)
      return &d->outs[k];
  return NULL;
}

/* Add V, if G (NULL: always) holds, to lane K of O, which is narrower than V.  */
static void
accept_narrow (struct imp_here *h, struct lanes *d, struct lanes_output *o, struct imp_expr *v,
	       struct imp_expr *g)
{
  v = narrow_value (h, o->narrow.t, v, g);
  soa_write (h, &o->block, d->k, here_op (h, FIR_ADD, soa_read (h, &o->block, d->k), v));
}

/* V, if G (NULL: always) holds, to place K of the block of O.  */
static void
accept_place (struct imp_here *h, struct lanes *d, struct lanes_output *o, struct imp_expr *v,
	      struct imp_expr *g)
{
  if (g)
    v = imp_loop_guarded (h, o->s, v, g);
  soa_write (h, &o->block, d->k, v);
}

/* Combine V, if G (NULL: always) holds, into lane K of O.  */
static void
accept_lane (struct imp_here *h, struct lanes *d, struct lanes_output *o, struct imp_expr *v,
	     struct imp_expr *g)
{
  if (o->narrow.t)
    {
      accept_narrow (h, d, o, v, g);
      return;
    }
  if (g)
    v = imp_loop_guarded (h, o->s, v, g);
  if (d->below.end)
    v = lanes_below (h, d, v);
  soa_write (h, &o->block, d->k, imp_apply (h, o->s, soa_read (h, &o->block, d->k), v));
}

/* The same in the first block, which initialises the lanes without a neutral element.  */
static void
accept_first (struct imp_here *h, struct lanes *d, struct lanes_output *o, struct imp_expr *v,
	      struct imp_expr *g)
{
  (o->s->first ? accept_place : accept_lane) (h, d, o, v, g);
}

static bool
give (struct imp_copy *c, const struct imp_stmt *s)
{
  struct lanes *d = (struct lanes *) c->data;
  struct lanes_output *o = output_of (d, s);
  struct imp_expr *v = imp_copy_expr (c, s->e[0]), *g = imp_copy_expr (c, s->e[1]);

  d->accept (&c->h, d, o, v, g);
  return true;
}

void
lanes_element (struct lanes *d, struct imp_expr *i, lanes_accept *accept)
{
  struct imp_copy c = imp_copy_new (&d->h);

  c.give = give;
  c.data = d;
  d->accept = accept;
  imp_copy_set (&c, d->loop->var, i);
  imp_copy_block (&c, &d->loop->body);
}

void
lanes_block (struct lanes *d, struct imp_expr *j, struct imp_expr *n, lanes_accept *accept)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *k = here_begin_for (&d->h, "k", here_size (&d->h, 0), n, 1, true);
  struct imp_expr *i = here_op (&d->h, FIR_ADD, here_again (&d->h, j), here_again (&d->h, k));

  /* Of so few GCC would make code for each.  */
  after->last->vector = d->few;
  d->k = k;
  lanes_element (d, imp_make_let (&d->h, d->loop->var->name, i), accept);
  d->h.b = after;
}

/* --- Lanes and trees ------------------------------------------------------------------------- */

/* Pairwise levels: N values in FROM to N / 2 in TO.  */
static void
tree_level (struct lanes *d, struct lanes_output *o, struct soa *from, struct soa *to, unsigned n)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_size (&d->h, n / 2),
				       1, true);
  struct imp_expr *even = here_op (&d->h, FIR_MUL, here_again (&d->h, k), here_size (&d->h, 2));
  struct imp_expr *odd, *x, *y;

  even = imp_make_let (&d->h, "j", even);
  odd = imp_make_let (&d->h, "j",
		      here_op (&d->h, FIR_ADD, here_again (&d->h, even), here_size (&d->h, 1)));
  x = soa_read (&d->h, from, even);
  y = soa_read (&d->h, from, odd);
  soa_write (&d->h, to, k, imp_apply (&d->h, o->s, x, y));
  d->h.b = after;
}

/* The values of a block, which starts at J; the loop at B.  */
static void
tree_block (struct lanes *d, struct lanes_output *o, const struct imp_expr *j,
	    const struct imp_expr *b)
{
  struct imp_block *after = d->h.b;
  unsigned n = d->target->tree;
  struct soa other = soa_new (&d->h, o->t, "u", n / 2), *from = &o->block, *to = &other;
  struct imp_var *q;
  struct imp_stmt *i;

  for (; n > d->target->tree_rest; n /= 2)
    {
      struct soa *t = from;

      tree_level (d, o, from, to, n);
      from = to;
      to = t;
    }
  q = imp_make_new (&d->h, "q", o->t, NULL);
  lanes_chain (d, o, from, q, n, false);
  i = imp_make_if (&d->h, here_op (&d->h, FIR_EQ, here_again (&d->h, j), here_again (&d->h, b)));
  d->h.b = &i->body;
  imp_make_assign (&d->h, o->s->var, here_use (&d->h, q));
  d->h.b = &i->orelse;
  imp_make_assign (&d->h, o->s->var,
		   imp_apply (&d->h, o->s, here_use (&d->h, o->s->var), here_use (&d->h, q)));
  d->h.b = after;
}

void
lanes_begin (struct lanes *d, struct lanes_output *o)
{
  struct imp_block *after = d->h.b;
  const struct type *t = o->narrow.t ? o->narrow.t : o->t;
  struct imp_expr *k, *zero;

  o->block = soa_new (&d->h, t, "lane", d->target->lanes);
  if (!o->s->e[0])
    return;
  k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_size (&d->h, d->target->lanes), 1,
		      true);
  zero = o->narrow.t ? imp_zero (d->h.p, t) : here_again (&d->h, o->s->e[0]);
  soa_write (&d->h, &o->block, k, zero);
  d->h.b = after;
}

/* Add the narrow lanes of O to its accumulator.  */
static void
narrow_end (struct lanes *d, struct lanes_output *o)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *k = here_begin_for (&d->h, "k", here_size (&d->h, 0),
				       here_size (&d->h, d->target->lanes), 1, false);
  struct imp_expr *v = soa_read (&d->h, &o->block, k);

  v = imp_prim (d->h.p, FIR_CONV, o->t, 1, &v);
  imp_make_assign (&d->h, o->s->var, imp_apply (&d->h, o->s, here_use (&d->h, o->s->var), v));
  d->h.b = after;
}

/* How many blocks narrow lanes take before they are added to their accumulators; 0: there are no
   narrow ones.  */
static uint64_t
narrow_steps (const struct lanes *d)
{
  uint64_t n = 0;

  for (unsigned k = 0; k < d->nouts; k++)
    if (d->outs[k].narrow.t && (!n || d->outs[k].narrow.steps < n))
      n = d->outs[k].narrow.steps;
  return n;
}

void
lanes_run (struct lanes *d, struct imp_expr *start, const struct imp_expr *m)
{
  struct imp_block *after = d->h.b, *run;
  unsigned n = d->target->lanes;
  uint64_t steps = narrow_steps (d);
  struct imp_expr *j, *end = here_again (&d->h, m);

  if (steps)
    {
      start = here_begin_for (&d->h, "j", start, end, n * steps, false);
      end = here_op (&d->h, FIR_MIN, here_again (&d->h, m),
		     here_op (&d->h, FIR_ADD, here_again (&d->h, start),
			      here_size (&d->h, n * steps)));
    }
  run = d->h.b;
  for (unsigned k = 0; k < d->nouts; k++)
    if (d->outs[k].narrow.t)
      lanes_begin (d, &d->outs[k]);
  j = here_begin_for (&d->h, "j", start, end, n, false);
  lanes_block (d, j, here_size (&d->h, n), accept_lane);
  d->h.b = run;
  for (unsigned k = 0; k < d->nouts; k++)
    if (d->outs[k].narrow.t)
      narrow_end (d, &d->outs[k]);
  d->h.b = after;
}

/* The blocks from B to M by a tree.  */
static void
tree_blocks (struct lanes *d, const struct imp_expr *b, const struct imp_expr *m)
{
  struct imp_block *after = d->h.b;
  unsigned n = d->target->tree;
  struct imp_expr *j = here_begin_for (&d->h, "j", here_again (&d->h, b), here_again (&d->h, m), n,
				       false);

  for (unsigned k = 0; k < d->nouts; k++)
    d->outs[k].block = soa_new (&d->h, d->outs[k].t, "t", n);
  lanes_block (d, j, here_size (&d->h, n), accept_place);
  for (unsigned k = 0; k < d->nouts; k++)
    tree_block (d, &d->outs[k], j, b);
  d->h.b = after;
}

void
lanes_blocks (struct lanes *d, const struct imp_expr *b, const struct imp_expr *m, bool first)
{
  unsigned n = d->target->lanes;
  struct imp_expr *start = here_again (&d->h, b);

  if (d->loop->shape == IMP_SHAPE_TREE)
    {
      tree_blocks (d, b, m);
      return;
    }
  for (unsigned k = 0; k < d->nouts; k++)
    if (!d->outs[k].narrow.t)
      lanes_begin (d, &d->outs[k]);
  if (first)
    {
      lanes_block (d, here_again (&d->h, b), here_size (&d->h, n), accept_first);
      start = here_op (&d->h, FIR_ADD, start, here_size (&d->h, n));
    }
  lanes_run (d, start, m);
  for (unsigned k = 0; k < d->nouts; k++)
    if (!d->outs[k].narrow.t)
      {
	struct lanes_output *o = &d->outs[k];

	if (d->loop->brief || lanes_extreme (o))
	  lanes_fold (d, o, o->s->var, n);
	else
	  {
	    bool slow = lanes_slow (o);

	    lanes_chain (d, o, &o->block, o->s->var, n, !slow && o->s->e[0]);
	    d->h.b->last->scalar = slow;
	  }
      }
}

/* new m := the end of the whole blocks of N elements from B on, up to E.  A loop from a number that
   is not 0 may begin behind its end: it has no elements, and no blocks.  */
static struct imp_expr *
whole_blocks (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e, unsigned n)
{
  struct imp_expr *all = here_again (&d->h, e);
  uint64_t from;

  if (imp_is_const (b, &from) && from)
    all = here_op (&d->h, FIR_MAX, all, here_again (&d->h, b));
  all = here_op (&d->h, FIR_SUB, all, here_again (&d->h, b));
  all = here_op (&d->h, FIR_BAND, all, here_size (&d->h, -(uint64_t) n));
  return imp_make_let (&d->h, "m", here_op (&d->h, FIR_ADD, here_again (&d->h, b), all));
}

/* Is E a call, or a division?  */
static bool
takes_time (const struct imp_expr *e)
{
  switch (e->kind)
    {
    case IMP_EXPR_CONST: case IMP_EXPR_VAR: case IMP_EXPR_LOAD:
      return false;
    case IMP_EXPR_PRIM:
      return e->op == FIR_DIV || e->op == FIR_REM;
    default:
      return true;
    }
}

bool
lanes_cheap (const struct imp_stmt *loop)
{
  if (imp_count_stmts (&loop->body) > SMALL)
    return false;
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    if (s->body.first || imp_expr_any (s->base, takes_time) || imp_stmt_any (s, takes_time))
      return false;
  return true;
}

/* M > X, which is consumed.  */
static struct imp_expr *
above (struct lanes *d, const struct imp_expr *m, struct imp_expr *x)
{
  return here_op (&d->h, FIR_GT, here_again (&d->h, m), x);
}

/* if there are whole blocks from B to M, of N elements; TWO: if there are two or more.  FIRST: the
   first of them stands in the branch; the checker asks for a block, not for two.  */
static struct imp_stmt *
if_blocks (struct lanes *d, const struct imp_expr *b, const struct imp_expr *m, unsigned n,
	   bool two, bool first)
{
  struct imp_expr *c = NULL, *t = NULL;
  uint64_t from;

  if (first || !two)
    c = above (d, m, here_again (&d->h, b));
  if (two && imp_is_const (b, &from))
    t = above (d, m, here_size (&d->h, from + n));
  else if (two)
    t = above (d, m, here_op (&d->h, FIR_ADD, here_again (&d->h, b), here_size (&d->h, n)));
  return imp_make_if (&d->h, c && t ? here_op (&d->h, FIR_BAND, c, t) : c ? c : t);
}

/* Does an output of LOOP commute by a field, so that combining lanes takes time?  */
static bool
commutes_by (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (o->by)
      return true;
  return false;
}

/* The elements from B to E in any order, as GCC takes them.  */
static void
any_order (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  if (lanes_masked_p (d, b, e))
    lanes_masked (d, b, e, true);
  else
    imp_loop_range (&d->h, d->loop, here_again (&d->h, b), here_again (&d->h, e), false);
}

/* Behind the whole blocks in I, which end at M, the other elements one by one; in place of them,
   all elements from B to E under masks.  */
static void
rest_or_masked (struct lanes *d, struct imp_stmt *i, const struct imp_expr *b,
		const struct imp_expr *m, const struct imp_expr *e)
{
  imp_loop_range (&d->h, d->loop, here_again (&d->h, m), here_again (&d->h, e), false);
  d->h.b = &i->orelse;
  lanes_masked (d, b, e, false);
}

/* In place of the whole blocks in I, the first element, at B; the others are the REST.  */
static void
first_element (struct lanes *d, struct imp_stmt *i, const struct imp_expr *b,
	       const struct imp_expr *rest)
{
  d->h.b = &i->orelse;
  imp_loop_element (&d->h, d->loop, here_again (&d->h, b), true);
  imp_make_assign (&d->h, rest->var,
		   here_op (&d->h, FIR_ADD, here_again (&d->h, b), here_size (&d->h, 1)));
}

/* By lanes or a tree.  Rows are often so short that setting up and combining lanes costs more, and
   the only chunk of a short vector has no block at all.
   Lanes that have one value each are combined in the order of the elements, so those of a single
   block may as well go one by one, with the same result, unless they are better computed side by
   side.  */
static void
combine (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  bool tree = d->loop->shape == IMP_SHAPE_TREE, first = imp_loop_first (d->loop);
  bool brief = d->loop->brief && !tree;
  bool two = brief && (lanes_cheap (d->loop) || commutes_by (d->loop));
  bool mask = two && !first && lanes_masked_p (d, b, e);
  unsigned n = tree ? d->target->tree : d->target->lanes;
  bool stop = lanes_stop_p (d->h.p, d->h.proc, d->loop), some = !tree && !stop;
  struct imp_expr *m = whole_blocks (d, b, e, n), *rest;
  struct imp_block *after = d->h.b;
  struct imp_stmt *i = NULL;
  uint64_t begin;

  if (stop && !mask)
    m = lanes_below_begin (d, b, m);
  rest = m;
  if (first || (two && !mask))
    rest = imp_make_let (&d->h, "rest", here_again (&d->h, two ? b : m));
  if (first || brief || some)
    {
      i = if_blocks (d, b, m, n, two, first);
      d->h.b = &i->body;
    }
  if (stop)
    lanes_stop (d, b, m);
  else
    lanes_blocks (d, b, m, first);
  if (mask)
    {
      rest_or_masked (d, i, b, m, e);
      d->h.b = after;
      return;
    }
  if (two)
    imp_make_assign (&d->h, rest->var, here_again (&d->h, m));
  if (first)
    first_element (d, i, b, rest);
  d->h.b = after;
  rest = here_again (&d->h, rest);
  /* That the first is not among them is no news, but lets its test be left out (pass extremes).  */
  if (first && commutes_by (d->loop) && imp_is_const (b, &begin))
    rest = here_op (&d->h, FIR_MAX, rest, here_size (&d->h, begin + 1));
  imp_loop_range (&d->h, d->loop, rest, here_again (&d->h, e), false);
}

/* --- Tiles ----------------------------------------------------------------------------------- */

/* for NAME = FROM to the size of a tile; statements go into it from now on.  */
static struct imp_expr *
tile_for (struct lanes *d, const char *name, uint64_t from, bool ivdep)
{
  return here_begin_for (&d->h, name, here_size (&d->h, from), here_size (&d->h, d->target->tile),
			 1, ivdep);
}

/* The place of X, Y in a tile, named.  */
static struct imp_expr *
tile_at (struct lanes *d, const struct imp_expr *x, const struct imp_expr *y)
{
  struct imp_expr *row = here_op (&d->h, FIR_MUL, here_again (&d->h, x),
				  here_size (&d->h, d->target->tile));

  return imp_make_let (&d->h, "at", here_op (&d->h, FIR_ADD, row, here_again (&d->h, y)));
}

/* Element q of segment r of the values to T[q][r]; then each T[q] becomes T[q - 1] op T[q].  */
static void
tile_down (struct lanes *d, struct lanes_output *o, struct soa *t)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *q = tile_for (d, "q", 0, false), *r = tile_for (d, "r", 0, true);
  struct imp_expr *to = tile_at (d, q, r), *up, *x, *y;

  soa_write (&d->h, t, to, soa_read (&d->h, &o->block, tile_at (d, r, q)));
  d->h.b = after;
  q = tile_for (d, "q", 1, false);
  r = tile_for (d, "r", 0, true);
  to = tile_at (d, q, r);
  up = here_op (&d->h, FIR_SUB, here_again (&d->h, to), here_size (&d->h, d->target->tile));
  up = imp_make_let (&d->h, "at", up);
  x = soa_read (&d->h, t, up);
  y = soa_read (&d->h, t, to);
  soa_write (&d->h, t, to, imp_apply (&d->h, o->s, x, y));
  d->h.b = after;
}

/* Store the seed of each segment in SEEDS; the accumulator advances over the block.  */
static void
tile_seeds (struct lanes *d, struct lanes_output *o, struct soa *t, struct soa *seeds)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *r = tile_for (d, "r", 0, false), *last, *y;

  soa_write (&d->h, seeds, r, here_use (&d->h, o->s->var));
  last = tile_at (d, here_size (&d->h, d->target->tile - 1), r);
  y = soa_read (&d->h, t, last);
  imp_make_assign (&d->h, o->s->var, imp_apply (&d->h, o->s, here_use (&d->h, o->s->var), y));
  d->h.b = after;
}

/* Store the block that starts at J.  In an exclusive scan element q gets the value of q - 1.  */
static void
tile_out (struct lanes *d, struct lanes_output *o, struct soa *t, struct soa *seeds,
	  const struct imp_expr *j)
{
  bool ex = o->s->kind == IMP_EXSCAN;
  struct imp_block *after = d->h.b;
  struct imp_expr *r = tile_for (d, "r", 0, false), *seed, *base, *q, *from, *to, *y;

  seed = imp_make_let (&d->h, "seed", soa_read (&d->h, seeds, r));
  base = here_op (&d->h, FIR_MUL, here_again (&d->h, r), here_size (&d->h, d->target->tile));
  base = imp_make_let (&d->h, "base", here_op (&d->h, FIR_ADD, here_again (&d->h, j), base));
  if (ex)
    imp_make_store (&d->h, here_again (&d->h, o->s->base), here_again (&d->h, base),
		    here_again (&d->h, seed));
  q = tile_for (d, "q", ex, true);
  from = q;
  if (ex)
    from = imp_make_let (&d->h, "p",
			 here_op (&d->h, FIR_SUB, here_again (&d->h, q), here_size (&d->h, 1)));
  y = soa_read (&d->h, t, tile_at (d, from, r));
  to = imp_make_let (&d->h, "to",
		     here_op (&d->h, FIR_ADD, here_again (&d->h, base), here_again (&d->h, q)));
  imp_make_store (&d->h, here_again (&d->h, o->s->base), to,
		  imp_apply (&d->h, o->s, here_again (&d->h, seed), y));
  d->h.b = after;
}

static void
tiles (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  struct imp_block *after = d->h.b;
  unsigned n = d->target->tile * d->target->tile;
  struct imp_expr *m = whole_blocks (d, b, e, n);
  struct imp_expr *j = here_begin_for (&d->h, "j", here_again (&d->h, b), here_again (&d->h, m), n,
				       false);

  for (unsigned k = 0; k < d->nouts; k++)
    d->outs[k].block = soa_new (&d->h, d->outs[k].t, "value", n);
  lanes_block (d, j, here_size (&d->h, n), accept_place);
  for (unsigned k = 0; k < d->nouts; k++)
    {
      struct lanes_output *o = &d->outs[k];
      struct soa t = soa_new (&d->h, o->t, "tile", n);
      struct soa seeds = soa_new (&d->h, o->t, "seeds", d->target->tile);

      tile_down (d, o, &t);
      tile_seeds (d, o, &t, &seeds);
      tile_out (d, o, &t, &seeds, j);
    }
  d->h.b = after;
  imp_loop_range (&d->h, d->loop, here_again (&d->h, m), here_again (&d->h, e), false);
}

/* Without tiles: whole blocks stay a loop, for the generator, whose vectors IMP cannot state.  As
   with tiles, fewer elements than a block have the order of a loop: a function of a short row gives
   the same bits alone and among others.  */
static void
sweep (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  unsigned n = d->target->tile * d->target->tile;
  struct imp_expr *m = whole_blocks (d, b, e, n);
  struct imp_copy c = imp_copy_new (&d->h);
  struct imp_stmt *s;

  imp_copy_stmt (&c, d->loop);
  s = d->h.b->last;
  s->e[0] = here_again (&d->h, b);
  s->e[1] = here_again (&d->h, m);
  s->shape = IMP_SHAPE_SWEEP;
  imp_loop_range (&d->h, d->loop, here_again (&d->h, m), here_again (&d->h, e), false);
}

/* --- The pass -------------------------------------------------------------------------------- */

static void
find_outputs (struct lanes *d)
{
  unsigned n = 0;

  for (const struct imp_stmt *o = d->loop->orelse.first; o; o = o->next)
    n++;
  d->outs = CTX_NEWV (d->h.p->ctx, struct lanes_output, n + 1);
  d->nouts = 0;
  for (const struct imp_stmt *o = d->loop->orelse.first; o; o = o->next)
    {
      d->outs[d->nouts] = (struct lanes_output) { .s = o, .t = imp_output_type (o) };
      if (d->loop->shape == IMP_SHAPE_LANES)
	d->outs[d->nouts].narrow = narrow_lanes (d->h.p, d->h.proc, d->loop, o);
      d->nouts++;
    }
}

/* The lanes of each output of D.  Rows have as many as ever: of short ones lanes are the order of
   their elements, whatever loops they share.  */
static unsigned
lanes_each (const struct lanes *d)
{
  uint64_t size = 0;

  for (unsigned k = 0; k < d->nouts; k++)
    size += (d->outs[k].narrow.t ? d->outs[k].narrow.t : d->outs[k].t)->size;
  return d->loop->brief ? d->target->lanes : target_lanes (d->target, size);
}

/* What in front of S, a give in its block, must stay there: what it uses, a give to the same
   output, or other than a name for a value.  NULL: nothing.  */
static struct imp_stmt *
comes_before (const struct imp_stmt *s)
{
  struct imp_stmt *p = s->prev;

  while (p && (p->kind == IMP_GIVE ? p->var != s->var
	       : p->kind == IMP_NEW && !imp_stmt_uses (s, p->var)))
    p = p->prev;
  return p;
}

/* Each value that an element of B gives is given as soon as it is known: so it takes no register
   any longer.  */
static void
give_early (struct imp_block *b)
{
  struct imp_stmt *next;

  for (struct imp_stmt *s = b->first; s; s = next)
    {
      struct imp_stmt *p = s->kind == IMP_GIVE ? comes_before (s) : NULL;

      next = s->next;
      if (!p)
	continue;
      for (p = p->next; p->kind == IMP_GIVE && p != s;)
	p = p->next;
      if (p == s)
	continue;
      imp_unlink (b, s);
      imp_link_before (b, p, s);
    }
}

/* The elements up to E, one after another; mostly there are N.  */
static void
usual (struct lanes *d, const struct imp_expr *e, uint64_t n)
{
  struct imp_expr *is = here_op (&d->h, FIR_EQ, here_again (&d->h, e), here_size (&d->h, n));
  struct imp_block *after = d->h.b;
  struct imp_stmt *i = imp_make_if (&d->h, is);

  d->h.b = &i->body;
  imp_loop_range (&d->h, d->loop, here_size (&d->h, 0), here_size (&d->h, n), false);
  d->h.b = &i->orelse;
  imp_loop_range (&d->h, d->loop, here_size (&d->h, 0), here_again (&d->h, e), false);
  d->h.b = after;
}

/* The elements from B to E, as the shape of D's loop says.  */
static void
in_shape (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  switch (d->loop->shape)
    {
    case IMP_SHAPE_COMPACT: lanes_compact (d, b, e); break;
    case IMP_SHAPE_TILES: (imp_loop_sweeps (d->loop) ? sweep : tiles) (d, b, e); break;
    default: (lanes_any_order_p (d) ? any_order : combine) (d, b, e); break;
    }
}

/* Expand LOOP, of block IN, to the end of H.  LEVEL, ALONE: see struct lanes.  */
static void
take (struct imp_here *h, const struct imp_block *in, struct imp_stmt *loop, enum par_level level,
      bool alone)
{
  struct lanes d = { .h = *h, .target = h->p->target, .loop = loop, .level = level,
		     .alone = alone };
  struct nova_target fewer = *h->p->target;
  struct imp_expr *b, *e;
  uint64_t n;

  if (loop->shape == IMP_SHAPE_SERIAL || d.target->plain)
    {
      imp_loop_serial (h, loop);
      return;
    }
  n = lanes_usual (&d, in);
  b = imp_make_name (&d.h, loop->e[0], "b");
  e = imp_make_name (&d.h, loop->e[1], "e");
  if (n)
    {
      usual (&d, e, n);
      return;
    }
  find_outputs (&d);
  fewer.lanes = lanes_each (&d);
  if (loop->shape == IMP_SHAPE_LANES && fewer.lanes < d.target->lanes)
    {
      d.target = &fewer;
      d.few = true;
      give_early (&loop->body);
    }
  in_shape (&d, b, e);
}

/* Are there no loops in B but S?  */
static bool
only_loop (const struct imp_block *b, const struct imp_stmt *s)
{
  for (const struct imp_stmt *t = b->first; t; t = t->next)
    if (t != s && (imp_counts (t) || t->kind == IMP_WHILE || imp_has_loops (&t->body)
		   || imp_has_loops (&t->orelse)))
      return false;
  return true;
}

/* What take_loop knows of the loop that comes next.  */
struct next
{
  bool joined;			/* it is another form, in a block of its own, of one */
  bool alone;			/* that was the only loop of its block */
  struct imp_block *in;		/* the block that the loop stood in */
};

static enum schedule_taken
take_loop (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  struct next *n = (struct next *) w->data;

  if (s->kind != IMP_LOOP || s->shape == IMP_SHAPE_SWEEP)
    return SCHEDULE_LEFT;
  if (imp_loop_apart (s))
    {
      n->joined = true;
      n->alone = only_loop (b, s);
      n->in = b;
      imp_loop_join (h, s);
      return SCHEDULE_TURNED;
    }
  take (h, n->joined ? n->in : b, s, w->level, n->joined ? n->alone : only_loop (b, s));
  n->joined = false;
  return SCHEDULE_TAKEN;
}

/* Loops inside others first, of which these may make copies.  */
unsigned
schedule_lanes (struct imp_prog *p, struct imp_proc *proc)
{
  struct next next = { .joined = false };
  struct schedule_walk w = { .take = take_loop, .data = &next, .inner_first = true };
  unsigned n = 0;

  if (!p->target->plain)
    n = schedule_split_loops (p, proc) + schedule_totals (p, proc) + schedule_brief (p, proc)
	+ schedule_sums (p, proc) + schedule_pairs (p, proc);
  return n + schedule_walk (p, proc, &w);
}

/* The pass lanes: takes the elements of a loop in blocks.

   DPIA's reduceI (Atkey et al., section 4.2) has one accumulator and runs from left to right, and
   so do its scan and filter.  The shapes here use another order, fixed by counts alone; the loop
   says which shape it takes (imp.def), and that its operators allow it.

     lanes    LANES accumulators, element i into number i mod LANES: for operators that commute; GCC
	      keeps them in vector registers.  Those of a sum of small values are narrower than
	      it (schedule-narrow.c), and are added to it before they overflow.  Of cheap elements
	      of a short row not before there are two for each
     tree     blocks of TREE values, combined pairwise: keeps the order, vectorises; for operators
	      that are associative only
     compact  blocks of FILTER elements in three loops: values and guards into arrays; the kept
	      ones to the front of a buffer, each value being written and the cursor moving by 0 or
	      1, since a branch would be mispredicted half of the time in the worst case; the buffer
	      to its place.  The buffer is private: a value written behind the kept ones never
	      reaches the next chunk's memory.  The few elements of a short row cost less with the
	      branch.  Where it is seen that there is room for all elements, as in memory that the
	      row has for itself, each is written there at once, kept or not.  Where that is known
	      (wide) the place itself is the buffer, and one loop compacts the values of all
	      outputs; what an element gives to several is in one array.  The guards are in arrays
	      there, too: GCC would make branches of those that exclude one another
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
#include "schedule-narrow.h"
#include "schedule-soa.h"

/* Rows of so many elements are filtered without blocks, if the loop, which is copied for that, has
   no more statements.  */
#define SHORT 6
#define SMALL 16

/* So many elements, if there is room for all.  */
#define SHORT_WIDE 16

/* The kind of block that an element belongs to.  */
enum phase
{
  PHASE_BLOCK,
  PHASE_AT_ONCE,		/* none: its values go to their place, kept or not */
  PHASE_FIRST_BLOCK		/* the first, which initialises the lanes without a neutral
				   element */
};

/* The translation of an output.  */
struct output
{
  const struct imp_stmt *s;
  const struct type *t;		/* of its values */
  struct narrow narrow;		/* of its lanes */
  struct soa block;		/* lanes, or the values of a block */
  struct imp_var *keep;		/* compact: 1 for the values that are kept */
  bool shared;			/* BLOCK is that of an output before, of the same values */
};

struct lanes
{
  struct imp_here h;
  const struct nova_target *target;
  const struct imp_stmt *loop;
  struct output *outs;
  unsigned nouts;
  /* The place in the block of the element being copied.  */
  enum phase phase;
  const struct imp_expr *k;
};

/* --- Elements of a block --------------------------------------------------------------------- */

static struct output *
output_of (struct lanes *d, const struct imp_stmt *give)
{
  for (unsigned k = 0; k < d->nouts; k++)
    if (d->outs[k].s->var == give->var)
      return &d->outs[k];
  return NULL;
}

/* Add V, if G (NULL: always) holds, to lane K of O, which is narrower than V.  */
static void
accept_narrow (struct imp_here *h, struct lanes *d, struct output *o, struct imp_expr *v,
	       struct imp_expr *g)
{
  v = imp_prim (h->p, FIR_CONV, o->narrow.t, 1, &v);
  if (g)
    v = imp_select (h->p, g, imp_make_name (h, v, "v"), imp_zero (h->p, o->narrow.t));
  soa_write (h, &o->block, d->k, here_op (h, FIR_ADD, soa_read (h, &o->block, d->k), v));
}

/* Combine V, if G (NULL: always) holds, into lane K of O.  */
static void
accept_lane (struct imp_here *h, struct lanes *d, struct output *o, struct imp_expr *v,
	     struct imp_expr *g)
{
  if (o->narrow.t)
    {
      accept_narrow (h, d, o, v, g);
      return;
    }
  if (g)
    v = imp_loop_guarded (h, o->s, v, g);
  if (d->loop->shape == IMP_SHAPE_LANES && !(d->phase == PHASE_FIRST_BLOCK && o->s->first))
    v = imp_apply (h, o->s, soa_read (h, &o->block, d->k), v);
  soa_write (h, &o->block, d->k, v);
}

/* The same, place K of a block that is compacted.  */
static void
accept_kept (struct imp_here *h, struct lanes *d, struct output *o, struct imp_expr *v,
	     struct imp_expr *g)
{
  if (!o->shared)
    soa_write (h, &o->block, d->k, v);
  imp_make_store (h, imp_use (h->p, o->keep), imp_again (h->p, d->k),
		  g ? imp_select (h->p, g, imp_i32 (h->p, 1), imp_i32 (h->p, 0))
		  : imp_i32 (h->p, 1));
}

/* The number of values, 1 or 0, that guard G lets pass.  */
static struct imp_expr *
passed (struct imp_here *h, struct imp_expr *g)
{
  return g ? imp_select (h->p, g, imp_size (h->p, 1), imp_size (h->p, 0)) : imp_size (h->p, 1);
}

/* V to the end of what O has kept, and behind it, if G holds, the next one.  */
static void
accept_at_once (struct imp_here *h, struct output *o, struct imp_expr *v, struct imp_expr *g)
{
  struct imp_var *pos = o->s->var;

  g = g ? imp_make_name (h, g, "keep") : NULL;
  imp_make_store (h, imp_again (h->p, o->s->base), imp_use (h->p, pos), v);
  imp_make_assign (h, pos, imp_op (h->p, FIR_ADD, imp_use (h->p, pos), passed (h, g)));
}

static bool
give (struct imp_copy *c, const struct imp_stmt *s)
{
  struct lanes *d = (struct lanes *) c->data;
  struct output *o = output_of (d, s);
  struct imp_expr *v = imp_copy_expr (c, s->e[0]), *g = imp_copy_expr (c, s->e[1]);

  if (d->phase == PHASE_AT_ONCE)
    accept_at_once (&c->h, o, v, g);
  else if (d->loop->shape == IMP_SHAPE_COMPACT)
    accept_kept (&c->h, d, o, v, g);
  else
    accept_lane (&c->h, d, o, v, g);
  return true;
}

/* Element I, here.  */
static void
element (struct lanes *d, struct imp_expr *i, enum phase phase)
{
  struct imp_copy c = imp_copy_new (&d->h);

  c.give = give;
  c.data = d;
  d->phase = phase;
  imp_copy_set (&c, d->loop->var, i);
  imp_copy_block (&c, &d->loop->body);
}

/* N elements from J on, element J + k in place k of the block.  */
static void
block_elements (struct lanes *d, struct imp_expr *j, struct imp_expr *n, enum phase phase)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *k = here_begin_for (&d->h, "k", here_size (&d->h, 0), n, 1, true);
  struct imp_expr *i = here_op (&d->h, FIR_ADD, here_again (&d->h, j), here_again (&d->h, k));

  d->k = k;
  element (d, imp_make_let (&d->h, d->loop->var->name, i), phase);
  d->h.b = after;
}

/* --- Lanes and trees ------------------------------------------------------------------------- */

/* Pairwise levels: N values in FROM to N / 2 in TO.  */
static void
tree_level (struct lanes *d, struct output *o, struct soa *from, struct soa *to, unsigned n)
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

/* V := the combination of the N values of S, one after another.  */
static void
fold_array (struct lanes *d, struct output *o, struct soa *s, struct imp_var *v, unsigned n)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *k, *y;

  imp_make_assign (&d->h, v, soa_read (&d->h, s, here_size (&d->h, 0)));
  k = here_begin_for (&d->h, "k", here_size (&d->h, 1), here_size (&d->h, n), 1, false);
  y = soa_read (&d->h, s, k);
  imp_make_assign (&d->h, v, imp_apply (&d->h, o->s, here_use (&d->h, v), y));
  d->h.b = after;
}

/* The same of N lanes, a power of two, by halves, the upper one onto the lower one, until one lane
   is left: in a nested loop a chain of all lanes may take longer than the elements.  */
static void
fold_halves (struct lanes *d, struct output *o, struct soa *s, struct imp_var *v, unsigned n)
{
  struct imp_block *after = d->h.b;

  for (n /= 2; n; n /= 2)
    {
      struct imp_expr *k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_size (&d->h, n),
					   1, true);
      struct imp_expr *j = imp_make_let (&d->h, "j", here_op (&d->h, FIR_ADD, here_again (&d->h, k),
							     here_size (&d->h, n)));
      struct imp_expr *x = soa_read (&d->h, s, here_again (&d->h, k)), *y = soa_read (&d->h, s, j);

      soa_write (&d->h, s, k, imp_apply (&d->h, o->s, x, y));
      d->h.b = after;
    }
  imp_make_assign (&d->h, v, soa_read (&d->h, s, here_size (&d->h, 0)));
}

/* The values of a block, which starts at J; the loop at B.  */
static void
tree_block (struct lanes *d, struct output *o, const struct imp_expr *j, const struct imp_expr *b)
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
  fold_array (d, o, from, q, n);
  i = imp_make_if (&d->h, here_op (&d->h, FIR_EQ, here_again (&d->h, j), here_again (&d->h, b)));
  d->h.b = &i->body;
  imp_make_assign (&d->h, o->s->var, here_use (&d->h, q));
  d->h.b = &i->orelse;
  imp_make_assign (&d->h, o->s->var,
		   imp_apply (&d->h, o->s, here_use (&d->h, o->s->var), here_use (&d->h, q)));
  d->h.b = after;
}

/* The lanes of O; all neutral if they begin so.  */
static void
lanes_begin (struct lanes *d, struct output *o)
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
narrow_end (struct lanes *d, struct output *o)
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

/* The blocks from START to M by lanes, those without narrow ones having begun.  */
static void
lane_blocks (struct lanes *d, struct imp_expr *start, const struct imp_expr *m)
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
  block_elements (d, j, here_size (&d->h, n), PHASE_BLOCK);
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
  block_elements (d, j, here_size (&d->h, n), PHASE_BLOCK);
  for (unsigned k = 0; k < d->nouts; k++)
    tree_block (d, &d->outs[k], j, b);
  d->h.b = after;
}

/* The blocks from B to M, by lanes or a tree; lanes into the accumulators.  FIRST: the first block
   initialises the lanes of operators without a neutral element.  */
static void
combine_blocks (struct lanes *d, const struct imp_expr *b, const struct imp_expr *m, bool first)
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
      block_elements (d, here_again (&d->h, b), here_size (&d->h, n), PHASE_FIRST_BLOCK);
      start = here_op (&d->h, FIR_ADD, start, here_size (&d->h, n));
    }
  lane_blocks (d, start, m);
  for (unsigned k = 0; k < d->nouts; k++)
    if (!d->outs[k].narrow.t)
      (d->loop->brief ? fold_halves : fold_array) (d, &d->outs[k], &d->outs[k].block,
						  d->outs[k].s->var, n);
}

/* new m := the end of the whole blocks of N elements from B on, up to E.  */
static struct imp_expr *
whole_blocks (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e, unsigned n)
{
  struct imp_expr *all = here_op (&d->h, FIR_SUB, here_again (&d->h, e), here_again (&d->h, b));

  all = here_op (&d->h, FIR_BAND, all, here_size (&d->h, -(uint64_t) n));
  return imp_make_let (&d->h, "m", here_op (&d->h, FIR_ADD, here_again (&d->h, b), all));
}

/* Does E call something, or divide?  */
static bool
takes_time (const struct imp_expr *e)
{
  if (!e)
    return false;
  switch (e->kind)
    {
    case IMP_EXPR_CONST: case IMP_EXPR_VAR: case IMP_EXPR_LOAD:
      break;
    case IMP_EXPR_PRIM:
      if (e->op == FIR_DIV || e->op == FIR_REM)
	return true;
      break;
    default:
      return true;
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (takes_time (e->args[k]))
      return true;
  return false;
}

/* Is an element of LOOP computed in the time that it takes to combine its value?  */
static bool
cheap (const struct imp_stmt *loop)
{
  if (imp_count_stmts (&loop->body) > SMALL)
    return false;
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    {
      if (s->body.first || takes_time (s->base))
	return false;
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	if (takes_time (s->e[k]))
	  return false;
    }
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

/* By lanes or a tree.  Rows are often so short that setting up and combining lanes costs more.
   Lanes that have one value each are combined in the order of the elements, so those of a single
   block may as well go one by one, with the same result, unless they are better computed side by
   side.  */
static void
combine (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  bool tree = d->loop->shape == IMP_SHAPE_TREE, first = imp_loop_first (d->loop);
  bool brief = d->loop->brief && !tree, two = brief && cheap (d->loop);
  unsigned n = tree ? d->target->tree : d->target->lanes;
  struct imp_expr *m = whole_blocks (d, b, e, n), *rest = m;
  struct imp_block *after = d->h.b;
  struct imp_stmt *i = NULL;

  if (first || two)
    rest = imp_make_let (&d->h, "rest", here_again (&d->h, two ? b : m));
  if (first || brief)
    {
      i = if_blocks (d, b, m, n, two, first);
      d->h.b = &i->body;
    }
  combine_blocks (d, b, m, first);
  if (two)
    imp_make_assign (&d->h, rest->var, here_again (&d->h, m));
  if (first)
    {
      d->h.b = &i->orelse;
      imp_loop_element (&d->h, d->loop, here_again (&d->h, b), true);
      imp_make_assign (&d->h, rest->var,
		       here_op (&d->h, FIR_ADD, here_again (&d->h, b), here_size (&d->h, 1)));
    }
  d->h.b = after;
  imp_loop_range (&d->h, d->loop, here_again (&d->h, rest), here_again (&d->h, e), false);
}

/* --- Compaction ------------------------------------------------------------------------------ */

/* Compact the kept ones of O's M values to the front of a buffer, and copy them to d[pos].  */
static void
compact_block (struct lanes *d, struct output *o, const struct imp_expr *m)
{
  const struct type *u64 = type_size (d->h.p->ctx);
  struct imp_var *buf = imp_make_array (&d->h, "kept", o->t, d->target->filter);
  struct imp_var *q = imp_make_new (&d->h, "q", u64, here_size (&d->h, 0)), *pos = o->s->var;
  struct imp_block *after = d->h.b;
  struct imp_expr *k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_again (&d->h, m), 1,
				       false);
  struct imp_expr *one;

  imp_make_store (&d->h, here_use (&d->h, buf), here_use (&d->h, q),
		  soa_read (&d->h, &o->block, k));
  one = imp_load (d->h.p, here_use (&d->h, o->keep), here_again (&d->h, k));
  one = imp_prim (d->h.p, FIR_CONV, u64, 1, &one);
  imp_make_assign (&d->h, q, here_op (&d->h, FIR_ADD, here_use (&d->h, q), one));
  d->h.b = after;
  if (o->s->body.first)
    imp_apply (&d->h, o->s, here_use (&d->h, q), NULL);
  k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_use (&d->h, q), 1, true);
  imp_make_store (&d->h, here_again (&d->h, o->s->base),
		  here_op (&d->h, FIR_ADD, here_use (&d->h, pos), here_again (&d->h, k)),
		  imp_load (d->h.p, here_use (&d->h, buf), here_again (&d->h, k)));
  d->h.b = after;
  imp_make_assign (&d->h, pos,
		   here_op (&d->h, FIR_ADD, here_use (&d->h, pos), here_use (&d->h, q)));
}

/* What each element gives to O, NULL: that stands in a branch.  */
static const struct imp_expr *
given (const struct lanes *d, const struct output *o)
{
  for (const struct imp_stmt *s = d->loop->body.first; s; s = s->next)
    if (s->kind == IMP_GIVE && s->var == o->s->var)
      return s->e[0];
  return NULL;
}

/* The output before number K that is given the same value by each element, for which there is room,
   or NULL.  */
static struct output *
same_values (struct lanes *d, unsigned k)
{
  const struct imp_expr *v = given (d, &d->outs[k]);

  for (unsigned j = 0; j < k && d->outs[k].s->wide && v && imp_simple (v); j++)
    if (given (d, &d->outs[j]) && imp_expr_equal (given (d, &d->outs[j]), v))
      return &d->outs[j];
  return NULL;
}

/* The arrays for a block of output K.  */
static void
compact_arrays (struct lanes *d, unsigned k)
{
  struct output *o = &d->outs[k], *same = same_values (d, k);

  o->shared = same != NULL;
  o->block = same ? same->block : soa_new (&d->h, o->t, "value", d->target->filter);
  o->keep = imp_make_array (&d->h, "keep", type_i32 (d->h.p->ctx), d->target->filter);
}

/* The kept ones of the M values of each output go to their place; there is room for all.  */
static void
compact_wide (struct lanes *d, const struct imp_expr *m)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_again (&d->h, m), 1,
				       false);

  for (struct output *o = d->outs; o < d->outs + d->nouts; o++)
    {
      struct imp_expr *g = imp_load (d->h.p, here_use (&d->h, o->keep), here_again (&d->h, k));

      g = imp_prim (d->h.p, FIR_CONV, o->s->var->type, 1, &g);
      imp_make_store (&d->h, here_again (&d->h, o->s->base), here_use (&d->h, o->s->var),
		      soa_read (&d->h, &o->block, k));
      imp_make_assign (&d->h, o->s->var, here_op (&d->h, FIR_ADD, here_use (&d->h, o->s->var), g));
    }
  d->h.b = after;
}

/* Is there room for all elements in every output?  */
static bool
all_wide (const struct lanes *d)
{
  for (unsigned k = 0; k < d->nouts; k++)
    if (!d->outs[k].s->wide)
      return false;
  return true;
}

/* So many elements have room in the memory to which O stores, as the block that makes room shows:
   new want := add (pos, more)  if gt (want, cap) { ... }.  NULL: that is not known.  */
static const struct imp_expr *
room (const struct imp_stmt *o)
{
  const struct imp_stmt *want = o->body.first ? o->body.first->next : NULL;
  const struct imp_stmt *i = want ? want->next : NULL;
  const struct imp_expr *sum = want && want->kind == IMP_NEW ? want->e[0] : NULL, *gt;

  if (!i || i->kind != IMP_IF || i->next || i->orelse.first || !sum || sum->op != FIR_ADD
      || sum->kind != IMP_EXPR_PRIM || sum->args[0]->var != o->var
      || sum->args[1]->var != o->body.first->var)
    return NULL;
  gt = i->e[0];
  return gt->kind == IMP_EXPR_PRIM && gt->op == FIR_GT && gt->args[0]->var == want->var
	 && imp_simple (gt->args[1]) ? gt->args[1] : NULL;
}

/* Do the outputs of D have room for the elements from B to E?  NULL: that is not known.  */
static struct imp_expr *
has_room (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  struct imp_expr *all = NULL, *left;

  for (unsigned k = 0; k < d->nouts; k++)
    if (!room (d->outs[k].s))
      return NULL;
  left = imp_make_let (&d->h, "left",
		       here_op (&d->h, FIR_SUB, here_again (&d->h, e), here_again (&d->h, b)));
  for (unsigned k = 0; k < d->nouts; k++)
    {
      const struct imp_stmt *o = d->outs[k].s;
      struct imp_expr *end = here_op (&d->h, FIR_ADD, here_use (&d->h, o->var),
				      here_again (&d->h, left));
      struct imp_expr *one = here_op (&d->h, FIR_LE, end, here_again (&d->h, room (o)));

      all = all ? here_op (&d->h, FIR_BAND, all, one) : one;
    }
  return all;
}

/* The elements from B to E, each of which goes to its place at once.  */
static void
at_once (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *i = here_begin_for (&d->h, d->loop->var->name, here_again (&d->h, b),
				       here_again (&d->h, e), 1, false);

  element (d, i, PHASE_AT_ONCE);
  d->h.b = after;
}

static void
compact (struct lanes *d, const struct imp_expr *b, const struct imp_expr *e)
{
  bool wide = all_wide (d);
  struct imp_block *after = d->h.b;
  unsigned n = d->target->filter;
  struct imp_expr *j, *left, *m, *fits;
  bool small = d->loop->brief && imp_count_stmts (&d->loop->body) <= SMALL;

  fits = small ? has_room (d, b, e) : NULL;
  if (fits)
    {
      struct imp_stmt *i = imp_make_if (&d->h, fits);
      d->h.b = &i->body;
      at_once (d, b, e);
      d->h.b = &i->orelse;
    }
  else if (small
	   && imp_count_stmts (&d->loop->body) + imp_count_stmts (&d->loop->orelse) <= SMALL)
    {
      left = here_op (&d->h, FIR_SUB, here_again (&d->h, e), here_again (&d->h, b));
      struct imp_stmt *i = imp_make_if (&d->h, here_op (&d->h, FIR_LE, left,
							here_size (&d->h, wide ? SHORT_WIDE
								: SHORT)));
      d->h.b = &i->body;
      if (wide)
	at_once (d, b, e);
      else
	imp_loop_range (&d->h, d->loop, here_again (&d->h, b), here_again (&d->h, e), false);
      d->h.b = &i->orelse;
    }
  j = here_begin_for (&d->h, "j", here_again (&d->h, b), here_again (&d->h, e), n, false);
  left = here_op (&d->h, FIR_SUB, here_again (&d->h, e), here_again (&d->h, j));
  m = imp_make_let (&d->h, "m", here_op (&d->h, FIR_MIN, left, here_size (&d->h, n)));

  for (unsigned k = 0; k < d->nouts; k++)
    compact_arrays (d, k);
  block_elements (d, j, here_again (&d->h, m), PHASE_BLOCK);
  for (unsigned k = 0; k < d->nouts && !wide; k++)
    compact_block (d, &d->outs[k], m);
  if (wide)
    compact_wide (d, m);
  d->h.b = after;
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
tile_down (struct lanes *d, struct output *o, struct soa *t)
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
tile_seeds (struct lanes *d, struct output *o, struct soa *t, struct soa *seeds)
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
tile_out (struct lanes *d, struct output *o, struct soa *t, struct soa *seeds,
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
  block_elements (d, j, here_size (&d->h, n), PHASE_BLOCK);
  for (unsigned k = 0; k < d->nouts; k++)
    {
      struct output *o = &d->outs[k];
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
  s->brief = false;
  imp_loop_range (&d->h, d->loop, here_again (&d->h, m), here_again (&d->h, e), false);
}

/* --- The pass -------------------------------------------------------------------------------- */

static void
find_outputs (struct lanes *d)
{
  unsigned n = 0;

  for (const struct imp_stmt *o = d->loop->orelse.first; o; o = o->next)
    n++;
  d->outs = CTX_NEWV (d->h.p->ctx, struct output, n + 1);
  d->nouts = 0;
  for (const struct imp_stmt *o = d->loop->orelse.first; o; o = o->next)
    {
      d->outs[d->nouts] = (struct output) { .s = o, .t = imp_output_type (o) };
      if (d->loop->shape == IMP_SHAPE_LANES)
	d->outs[d->nouts].narrow = narrow_lanes (d->h.p, d->h.proc, d->loop, o);
      d->nouts++;
    }
}

/* Expand LOOP, to the end of H.  */
static void
take (struct imp_here *h, const struct imp_stmt *loop)
{
  struct lanes d = { .h = *h, .target = h->p->target, .loop = loop };
  struct imp_expr *b, *e;

  if (loop->shape == IMP_SHAPE_SERIAL)
    {
      imp_loop_serial (h, loop);
      return;
    }
  b = imp_make_name (&d.h, loop->e[0], "b");
  e = imp_make_name (&d.h, loop->e[1], "e");
  find_outputs (&d);
  switch (loop->shape)
    {
    case IMP_SHAPE_COMPACT: compact (&d, b, e); break;
    case IMP_SHAPE_TILES:
      if (imp_loop_sweeps (loop))
	sweep (&d, b, e);
      else
	tiles (&d, b, e);
      break;
    default: combine (&d, b, e); break;
    }
}

static enum schedule_taken
take_loop (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  (void) w;
  (void) b;
  if (s->kind != IMP_LOOP || s->shape == IMP_SHAPE_SWEEP)
    return SCHEDULE_LEFT;
  if (imp_loop_apart (s))
    {
      imp_loop_join (h, s);
      return SCHEDULE_TURNED;
    }
  take (h, s);
  return SCHEDULE_TAKEN;
}

/* Loops inside others first, of which these may make copies.  */
unsigned
schedule_lanes (struct imp_prog *p, struct imp_proc *proc)
{
  struct schedule_walk w = { .take = take_loop, .inner_first = true };
  unsigned n = schedule_brief (p, proc);

  return n + schedule_walk (p, proc, &w);
}

/* Lowering of the second pass of scans.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A scan is one chain of dependent applications.  Blocks of 256 values are taken as 16 segments
   of 16 that are scanned side by side, which vectorises; then each segment's seed is the one
   before it combined with that one's last value, and the segments are combined with their seeds.
   Twice the work, but in vectors; the order of the values is kept, so any associative operator
   will do.  It does not pay where an application takes one cycle: sums of integers.  */

#include "lower-loop.h"

static void
scan_serial (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *index)
{
  struct lower *l = lp->l;
  if (o->job == JOB_EXSCAN)
    {
      v = lower_name (l, v, "v");
      s_store (l, e_again (l, o->d), e_again (l, index), imp_use (l->p, o->acc));
    }
  s_assign (l, o->acc, reduce_combine (lp, o, imp_use (l->p, o->acc), v));
  if (o->job == JOB_SCAN)
    s_store (l, e_again (l, o->d), e_again (l, index), imp_use (l->p, o->acc));
}

void
scan_accept (struct loop *lp, struct out *o, struct imp_expr *v, struct imp_expr *index,
	     struct imp_expr *k)
{
  if (k)
    soa_write (lp->l, &o->values, k, v);
  else
    scan_serial (lp, o, v, index);
}

static bool
is_scan (struct out *o)
{
  return o->job == JOB_SCAN || o->job == JOB_EXSCAN;
}

bool
scan_exact (struct out *o)
{
  enum fir_op op = fir_fn_operator (o->o->combine);
  return type_is_integral (o->t)
	 && (op == FIR_ADD || op == FIR_BAND || op == FIR_BOR || op == FIR_BXOR || op == FIR_MIN
	     || op == FIR_MAX);
}

/* An element that takes more than this gains from blocks even if the scan itself does not.  */
#define QUICK_ELEMENT 6

int
scan_gains (struct loop *lp, struct out *o)
{
  if (lp->serial || !reduce_cheap (o->o->combine))
    return 0;
  return scan_exact (o) && lp->cost <= QUICK_ELEMENT ? 1 : 2;
}

/* --- Tiles ---------------------------------------------------------------------------------- */

/* for x = FROM to the size of a tile: the blocks of two nested loops, the inner one ivdep; l->b is
   the inner body.  */
static struct imp_expr *
tile_for (struct lower *l, const char *name, uint64_t from, bool ivdep)
{
  struct imp_stmt *f = s_for (l, name, e_size (l, from), e_size (l, l->target->tile), 1, ivdep);
  l->b = &f->body;
  return imp_use (l->p, f->var);
}

/* The place of X, Y in a tile, named.  */
static struct imp_expr *
tile_at (struct lower *l, struct imp_expr *x, struct imp_expr *y)
{
  struct imp_expr *e = e_op (l, FIR_MUL, e_again (l, x), e_size (l, l->target->tile));
  return imp_use (l->p, s_new (l, "at", type_size (l->ctx), e_op (l, FIR_ADD, e, e_again (l, y))));
}

/* Element q of segment r of the values to T[q][r]; then each T[q] becomes T[q - 1] op T[q].  */
static void
tile_down (struct loop *lp, struct out *o, struct soa *t)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_expr *q = tile_for (l, "q", 0, false), *r = tile_for (l, "r", 0, true);
  struct imp_expr *to = tile_at (l, q, r);
  soa_write (l, t, to, soa_read (l, &o->values, tile_at (l, r, q)));
  l->b = after;
  q = tile_for (l, "q", 1, false);
  r = tile_for (l, "r", 0, true);
  to = tile_at (l, q, r);
  struct imp_expr *above = imp_use (l->p, s_new (l, "at", type_size (l->ctx),
						 e_op (l, FIR_SUB, e_again (l, to),
						       e_size (l, l->target->tile))));
  struct imp_expr *x = soa_read (l, t, above), *y = soa_read (l, t, to);
  soa_write (l, t, to, reduce_combine (lp, o, x, y));
  l->b = after;
}

/* The seed of each segment to SEEDS; acc moves over the block.  */
static void
tile_seeds (struct loop *lp, struct out *o, struct soa *t, struct soa *seeds)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct imp_expr *r = tile_for (l, "r", 0, false);
  soa_write (l, seeds, r, imp_use (l->p, o->acc));
  struct imp_expr *last = tile_at (l, e_size (l, l->target->tile - 1), r);
  struct imp_expr *y = soa_read (l, t, last);
  s_assign (l, o->acc, reduce_combine (lp, o, imp_use (l->p, o->acc), y));
  l->b = after;
}

/* The block that starts at J to its place.  Exclusively, element q gets what belongs to q - 1.  */
static void
tile_out (struct loop *lp, struct out *o, struct soa *t, struct soa *seeds, struct imp_expr *j)
{
  struct lower *l = lp->l;
  bool ex = o->job == JOB_EXSCAN;
  struct imp_block *after = l->b;
  struct imp_expr *r = tile_for (l, "r", 0, false);
  struct imp_expr *seed = imp_use (l->p, s_new (l, "seed", o->t, soa_read (l, seeds, r)));
  struct imp_expr *base = e_op (l, FIR_MUL, e_again (l, r), e_size (l, l->target->tile));
  base = imp_use (l->p, s_new (l, "base", type_size (l->ctx),
			       e_op (l, FIR_ADD, e_again (l, j), base)));
  if (ex)
    s_store (l, e_again (l, o->d), e_again (l, base), e_again (l, seed));
  struct imp_expr *q = tile_for (l, "q", ex, true), *from = e_again (l, q);
  if (ex)
    from = imp_use (l->p, s_new (l, "p", type_size (l->ctx),
				 e_op (l, FIR_SUB, from, e_size (l, 1))));
  struct imp_expr *y = soa_read (l, t, tile_at (l, from, r));
  struct imp_expr *to = imp_use (l->p, s_new (l, "to", type_size (l->ctx),
					      e_op (l, FIR_ADD, e_again (l, base),
						    e_again (l, q))));
  s_store (l, e_again (l, o->d), to, reduce_combine (lp, o, e_again (l, seed), y));
  l->b = after;
}

/* The elements B to E: whole blocks, then one after the other.  */
void
scan_blocks (struct loop *lp, struct imp_expr *b, struct imp_expr *e)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  const struct type *u64 = type_size (l->ctx);
  const char *name = lp->s->fns[0]->params[0]->name;
  unsigned size = l->target->tile * l->target->tile;
  struct imp_expr *whole = e_op (l, FIR_BAND, e_op (l, FIR_SUB, e_again (l, e), e_again (l, b)),
				 e_size (l, -(uint64_t) size));
  struct imp_var *m = s_new (l, "m", u64, e_op (l, FIR_ADD, e_again (l, b), whole));
  struct imp_stmt *f = s_for (l, "j", e_again (l, b), imp_use (l->p, m), size, false);
  l->b = &f->body;
  struct imp_expr *j = imp_use (l->p, f->var);
  for (unsigned n = 0; n < lp->nouts; n++)
    if (is_scan (&lp->outs[n]))
      lp->outs[n].values = soa_new (l, lp->outs[n].t, "value", size);
  struct imp_block *block = l->b;
  struct imp_stmt *g = s_for (l, "k", e_size (l, 0), e_size (l, size), 1, true);
  l->b = &g->body;
  struct imp_expr *k = imp_use (l->p, g->var);
  struct imp_var *i = s_new (l, name, u64, e_op (l, FIR_ADD, e_again (l, j), e_again (l, k)));
  elem_emit (lp, imp_use (l->p, i), PH_LANES, k);
  l->b = block;
  for (unsigned n = 0; n < lp->nouts; n++)
    if (is_scan (&lp->outs[n]))
      {
	struct out *o = &lp->outs[n];
	struct soa t = soa_new (l, o->t, "tile", size);
	struct soa seeds = soa_new (l, o->t, "seeds", l->target->tile);
	tile_down (lp, o, &t);
	tile_seeds (lp, o, &t, &seeds);
	tile_out (lp, o, &t, &seeds, j);
      }
  l->b = after;
  f = s_for (l, name, imp_use (l->p, m), e_again (l, e), 1, false);
  l->b = &f->body;
  elem_emit (lp, imp_use (l->p, f->var), PH_SERIAL, NULL);
  l->b = after;
}

/* Do all scans of LP say at the end of a chunk what they start from in the next?  */
bool
scan_hands_on (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (out_scans (&lp->outs[k]) && !scan_exact (&lp->outs[k]))
      return false;
  return true;
}

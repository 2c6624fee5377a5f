/* Elements of a grid, computed where they are read.

     x = loop n m { (e) A[e / m, e % m]  yield vec v }		y = loop n { (i)
     t = reshape x n m					=>	      loop m { (j) A[i, j]  ... } }
     y = loop n { (i) r = row t i  loop m { (j) p = at r j  ... } }

   and rows that are combined element by element are made where they are combined:

     y = loop n { (i) r = row t i		=>	      y = loop n { (i)
       yield reduce { map f } z r }			r = loop m { (j) A[i, j]  yield vec v }
							yield reduce { map f } z r }

   Of two loops, in either order, each has the number of the row or that of the column for its own,
   so that each element is computed once at most, as before, and neither is divided for.
   Does not: grids that anything else reads; elements that may fail or have loops.
   Law: F8.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* The greatest weight of an element.  */
#define MOST 32

struct grid
{
  struct fuse *f;
  struct fir_stmt *a, *t;	/* the loop, and what gives it the shape */
  struct fir_stmt *y, *in;	/* the loops that read it, the latter in the former */
  struct fir_stmt *row, *at;	/* the read */
};

/* The only statement of B that uses V, of OP; NULL: there is none, or V is used elsewhere, too.  */
static struct fir_stmt *
only_use (struct fuse *f, struct fir_block *b, struct fir_var *v, enum fir_op op)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    if (fir_stmt_uses (s, v))
      return s->op == op && fir_stmt_uses (s, v) == fir_count_uses (f->r->body, v) ? s : NULL;
  return NULL;
}

/* How often the index of G's loop is divided by the length of a row.  */
struct divisions
{
  struct grid *g;
  unsigned n;
};

static bool
divides (const struct grid *g, const struct fir_stmt *s)
{
  return (s->op == FIR_DIV || s->op == FIR_REM) && s->args[0].var == fuse_index (g->a)
	 && fir_atom_equal (s->args[1], g->t->args[2]);
}

static void
count_division (struct fir_stmt *s, void *data)
{
  struct divisions *d = (struct divisions *) data;

  d->n += divides (d->g, s);
}

/* Is what G's loop makes a grid, whose elements cost little?  */
static bool
is_grid (struct grid *g)
{
  struct fir_stmt *a = g->a;
  struct divisions d = { g, 0 };

  if (a->nouts != 1 || a->outs[0].kind != OUT_VEC || !fir_atom_none (a->outs[0].dest)
      || type_is_vec (fir_atom_type (a->outs[0].value)) || fir_may_fail (a))
    return false;
  g->t = only_use (g->f, a->parent, a->res[0], FIR_RESHAPE);
  if (!g->t || g->t->nargs != 3)
    return false;
  fir_walk (a->fns[0]->body, count_division, &d);
  for (struct fir_stmt *s = a->fns[0]->body->first; s; s = s->next)
    if (s->op == FIR_LOOP || s->op == FIR_APPLY || s->op == FIR_CALL || s->op == FIR_LEAF)
      return false;
  return d.n && d.n == fir_count_uses (a->fns[0]->body, fuse_index (a))
	 && a->outs[0].value.var != fuse_index (a)
	 && fir_block_weight (a->fns[0]->body) <= MOST;
}

/* Is each element of G read once at most?  */
static bool
read_once (struct grid *g)
{
  struct fir_block *b = g->a->parent;
  struct fir_var *i, *j;

  g->y = only_use (g->f, b, g->t->res[0], FIR_LOOP);
  if (!g->y)
    return false;
  b = g->y->fns[0]->body;
  g->row = only_use (g->f, b, g->t->res[0], FIR_ROW);
  g->in = only_use (g->f, b, g->row ? g->row->res[0] : g->t->res[0], FIR_LOOP);
  if (!g->in)
    return false;
  b = g->in->fns[0]->body;
  if (!g->row)
    g->row = only_use (g->f, b, g->t->res[0], FIR_ROW);
  g->at = g->row ? only_use (g->f, b, g->row->res[0], FIR_AT) : NULL;
  if (!g->at)
    return false;
  i = g->row->args[1].var;
  j = g->at->args[1].var;
  return i && j && i != j && (i == fuse_index (g->y) || i == fuse_index (g->in))
	 && (j == fuse_index (g->y) || j == fuse_index (g->in));
}

/* Is each row of G combined once, with others element by element?  */
static bool
combined_once (struct grid *g)
{
  struct fir_out *o;

  g->y = only_use (g->f, g->a->parent, g->t->res[0], FIR_LOOP);
  g->row = g->y ? only_use (g->f, g->y->fns[0]->body, g->t->res[0], FIR_ROW) : NULL;
  if (!g->row || g->row->args[1].var != fuse_index (g->y)
      || fir_count_uses (g->f->r->body, g->row->res[0]) != 1)
    return false;
  for (o = g->y->outs; o < g->y->outs + g->y->nouts; o++)
    if (o->value.var == g->row->res[0])
      return fir_rowwise (o) != NULL;
  return false;
}

/* A loop that makes the row of G, before what reads it; *J is its index.  Returns its body.  */
static struct fir_block *
row_loop (struct grid *g, struct fir_atom *j)
{
  struct fir_prog *p = g->f->p;
  const struct type *size = type_size (p->ctx);
  struct fir_stmt *s = fir_stmt_new (p, fir_block_new (p), FIR_LOOP, g->a->site, 1, 1, NULL, NULL);

  fir_unlink (s);
  s->order = g->a->order;
  s->args[0] = g->t->args[2];
  s->fns[0] = fir_fn_new (p, 1, &size);
  s->nouts = s->nres = 1;
  s->outs = CTX_NEW (p->ctx, struct fir_out);
  *s->outs = *g->a->outs;
  s->res = g->row->res;
  s->outs->res = s->res[0];
  s->res[0]->def = s;
  fir_insert_before (g->row, s);
  g->in = s;
  *j = fir_atom_var (s->fns[0]->params[0]);
  return s->fns[0]->body;
}

bool
fuse_grid (struct fuse *f, struct fir_stmt *a)
{
  struct grid g = { .f = f, .a = a };
  struct fir_subst *subst = fir_subst_new (f->p);
  struct fir_block *b = fir_block_new (f->p), from;
  struct fir_atom value, j;
  bool rows;

  if (!is_grid (&g))
    return false;
  rows = !read_once (&g);
  if ((rows && !combined_once (&g)) || fuse_serialises (f, a, g.y))
    return false;
  if (rows)
    b = row_loop (&g, &j);
  else
    j = g.at->args[1];
  from = *a->fns[0]->body;
  from.nrets = 1;
  from.rets = &a->outs[0].value;
  for (struct fir_stmt *s = from.first, *next; s; s = next)
    {
      next = s->next;
      if (!divides (&g, s))
	continue;
      fir_subst_put (subst, s->res[0], s->op == FIR_DIV ? g.row->args[1] : j);
      fir_unlink (s);
    }
  from.first = a->fns[0]->body->first;
  value = fir_copy_into (f->p, b, &from, subst)[0];
  fuse_log_vertical (f, a, g.y);
  if (rows)
    g.in->outs->value = value;
  else
    {
      fir_put_before (g.at, b);
      fuse_replace (f, g.at->res[0], value);
      fir_unlink (g.at);
    }
  fir_unlink (g.row);
  fir_unlink (g.t);
  fir_unlink (a);
  law_fired (f->p->ctx, LAW_F8);
  f->changes++;
  return true;
}

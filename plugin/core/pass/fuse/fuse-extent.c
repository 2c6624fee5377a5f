/* The extents of index-only vectors.

   The extent of level 0 is a vector's length; of a deeper level it is that of all its segments of
   that level, where they have one in common by construction.

     pad.M k x      n + 2 k        window k x   n - k + 1, none if k > n; then k
     transpose x    of x's rows; then the length of x
     concat x y     n + m          segments x o   the offsets but one

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* The state of a measurement: statements go to B; those of lengths, before AT.  */
struct extents
{
  struct fuse *f;
  struct fir_block *b;		/* will be behind AT */
  struct fir_stmt *at;		/* the statement measured: lengths of parameters are computed before
				   it */
};

static struct fir_atom extent (struct extents *e, struct fir_atom x, unsigned level);

static struct fir_atom
size_op (struct extents *e, enum fir_op op, struct fir_atom x, struct fir_atom y)
{
  return fuse_size_op (e->f, e->b, op, x, y);
}

/* N > 0 ? X : 0  */
static struct fir_atom
unless_empty (struct extents *e, struct fir_atom n, struct fir_atom x)
{
  struct fir_atom args[3] = { FIR_NONE, x, fir_atom_size (e->f->p, 0) };

  args[0] = fir_prim2 (e->f->p, e->b, FIR_NE, type_i32 (e->f->p->ctx), n,
		       fir_atom_size (e->f->p, 0));
  return fir_prim (e->f->p, e->b, FIR_SELECT, type_size (e->f->p->ctx), 3, args);
}

static struct fir_atom
length (struct extents *e, struct fir_atom x)
{
  struct fir_stmt *s;

  /* Where the parameter of a function is measured that does not matter to others.  */
  if (!fir_atom_def (x) && !fuse_is_region_param (e->f, x.var))
    {
      s = fir_stmt_new (e->f->p, e->b, FIR_LEN, 0, 1, 0, type_size (e->f->p->ctx), "n");
      s->args[0] = x;
      return fir_atom_var (s->res[0]);
    }
  return fuse_len (e->f, x, e->at);
}

/* The windows of S.  As many as elements, or a constant more, if those are padded enough.  */
static struct fir_atom
windows (struct extents *e, struct fir_stmt *s)
{
  struct fir_stmt *pad = fir_atom_def (s->args[1]);
  __int128 k, p;
  struct fir_atom n;

  if (pad && pad->op == FIR_PAD && fir_atom_value (s->args[0], &k)
      && fir_atom_value (pad->args[0], &p) && p < UINT32_MAX && 2 * p + 1 >= k)
    {
      n = length (e, pad->args[1]);
      return 2 * p + 1 == k ? n : size_op (e, FIR_ADD, n, fir_atom_size (e->f->p, 2 * p + 1 - k));
    }
  n = size_op (e, FIR_ADD, length (e, s->args[1]), fir_atom_size (e->f->p, 1));

  /* max (n + 1, k) - k: a length is far from the largest number.  */
  return size_op (e, FIR_SUB, size_op (e, FIR_MAX, n, s->args[0]), s->args[0]);
}

static struct fir_atom
of_pad (struct extents *e, struct fir_stmt *s, unsigned level)
{
  struct fir_atom n, m;

  if (!level)
    return size_op (e, FIR_ADD, length (e, s->args[1]),
		    size_op (e, FIR_ADD, s->args[0], s->args[0]));
  m = extent (e, s->args[1], level);
  if (s->index != PAD_ZERO || fir_atom_none (m))
    return m;
  n = length (e, s->args[1]);
  return unless_empty (e, n, m);
}

static struct fir_atom
of_concat (struct extents *e, struct fir_stmt *s, unsigned level)
{
  struct fir_atom n = level ? extent (e, s->args[0], level) : length (e, s->args[0]);

  for (unsigned k = 1; k < s->nargs; k++)
    {
      if (!level)
	n = size_op (e, FIR_ADD, n, length (e, s->args[k]));
      else if (!fir_atom_none (n) && !fir_atom_equal (n, extent (e, s->args[k], level)))
	return FIR_NONE;
    }
  return n;
}

/* The length of the first of the N rows of X, which are all alike; 0 if there are none.  */
static struct fir_atom
row_length (struct extents *e, struct fir_atom x, struct fir_atom n)
{
  struct fir_prog *p = e->f->p;
  struct fir_stmt *c = fir_stmt_new (p, e->b, FIR_IF, 0, 1, 2, type_size (p->ctx), "m"), *row, *len;
  struct fir_atom zero = fir_atom_size (e->f->p, 0), m;

  c->args[0] = n;
  c->fns[0] = fir_fn_new (p, 0, NULL);
  c->fns[1] = fir_fn_new (p, 0, NULL);
  row = fir_stmt_new (p, c->fns[0]->body, FIR_ROW, 0, 2, 0, fir_atom_type (x)->elem, "row");
  row->args[0] = x;
  row->args[1] = zero;
  len = fir_stmt_new (p, c->fns[0]->body, FIR_LEN, 0, 1, 0, type_size (p->ctx), "m");
  len->args[0] = fir_atom_var (row->res[0]);
  m = fir_atom_var (len->res[0]);
  fir_block_return (p, c->fns[0]->body, 1, &m);
  fir_block_return (p, c->fns[1]->body, 1, &zero);
  return fir_atom_var (c->res[0]);
}

/* A transposed vector has rows only if there are rows to be transposed.  */
static struct fir_atom
of_transpose (struct extents *e, struct fir_stmt *s)
{
  struct fir_atom m = extent (e, s->args[0], 1), n = length (e, s->args[0]);

  return fir_atom_none (m) ? row_length (e, s->args[0], n) : unless_empty (e, n, m);
}

/* The vectors of map S, which have equal extents: measured on its function's result for a first
   element that represents all.  The extents must not depend on its value, only on its extents.  */
static struct fir_atom
of_map (struct extents *e, struct fir_stmt *s, unsigned level)
{
  struct fir_subst *subst = fir_subst_new (e->f->p);
  struct fir_stmt **first = CTX_NEWV (e->f->p->ctx, struct fir_stmt *, s->nargs);
  struct fir_atom r, zero = fir_atom_size (e->f->p, 0);

  if (!fuse_lazy (s) && !fuse_regular (s))
    return FIR_NONE;
  for (unsigned k = 0; k < s->nargs; k++)
    {
      struct fir_stmt *def = fir_atom_def (s->args[k]);

      /* The length of a segment follows from the offsets, without reading the segment.  */
      if (def && def->op == FIR_SEGMENTS && fir_uses (s->fns[0]->body, s->fns[0]->params[k]))
	return FIR_NONE;
    }
  for (unsigned k = 0; k < s->nargs; k++)
    {
      first[k] = fir_element (e->f->p, e->b, s->args[k], zero).var->def;
      fir_subst_put (subst, s->fns[0]->params[k], fir_atom_var (first[k]->res[0]));
    }
  r = fir_copy_into (e->f->p, e->b, s->fns[0]->body, subst)[0];
  r = extent (e, r, level - 1);
  for (unsigned k = 0; k < s->nargs; k++)
    if (!fir_atom_none (r) && fir_depends (e->f->p, r, first[k]->res[0]))
      return FIR_NONE;
  return r;
}

/* FLATTEN S: as many elements as its rows have.  */
static struct fir_atom
of_flatten (struct extents *e, struct fir_stmt *s)
{
  struct fir_stmt *x = fir_atom_def (s->args[0]);
  struct fir_atom n, m;

  if (x && x->op == FIR_SEGMENTS)
    return length (e, x->args[0]);
  n = extent (e, s->args[0], 0);
  m = extent (e, s->args[0], 1);
  return fir_atom_none (n) || fir_atom_none (m) ? FIR_NONE : size_op (e, FIR_MUL, n, m);
}

/* Result X of IF S: that of the vectors of which it picks one.  */
static struct fir_atom
of_if (struct extents *e, struct fir_stmt *s, struct fir_atom x, unsigned level)
{
  struct fir_atom n[2];
  unsigned r = 0;

  while (s->res[r] != x.var)
    r++;
  for (unsigned k = 0; k < 2; k++)
    {
      struct fir_block *b = s->fns[k]->body;

      n[k] = b->first ? FIR_NONE : extent (e, b->rets[r], level);
      if (fir_atom_none (n[k]))
	return FIR_NONE;
    }
  return fir_atom_equal (n[0], n[1]) ? n[0] : FIR_NONE;
}

/* An extent of what S makes, X, that no operand has.  */
static struct fir_atom
computed (struct extents *e, struct fir_stmt *s, struct fir_atom x, unsigned level)
{
  switch (s->op)
    {
    case FIR_PAD:
      return of_pad (e, s, level);
    case FIR_CONCAT:
      return of_concat (e, s, level);
    case FIR_TRANSPOSE:
      return of_transpose (e, s);
    case FIR_MAP:
      return of_map (e, s, level);
    case FIR_WINDOW:
      return windows (e, s);
    case FIR_FLATTEN:
      return of_flatten (e, s);
    case FIR_IF:
      return of_if (e, s, x, level);
    case FIR_SEGMENTS:
      return level ? FIR_NONE
	     : size_op (e, FIR_SUB, length (e, s->args[1]), fir_atom_size (e->f->p, 1));
    default:
      return level ? FIR_NONE : length (e, x);
    }
}

static struct fir_atom
extent (struct extents *e, struct fir_atom x, unsigned level)
{
  struct fir_stmt *s = fir_atom_def (x);
  struct extent is;

  if (!s)
    return level ? FIR_NONE : length (e, x);
  is = fir_extent (s, x.var, level);
  if (is.kind == EXTENT_ARG)
    return s->args[is.arg];
  return is.kind == EXTENT_OF ? extent (e, s->args[is.arg], is.level) : computed (e, s, x, level);
}

/* Is the extent of level 0 of what S makes computed here?  */
static bool
measured (const struct fir_stmt *s)
{
  struct extent e = fir_extent (s, NULL, 0);

  return fuse_lazy (s) && (e.kind == EXTENT_OWN || e.level);
}

/* The length of segment I of SEGMENTS S.  */
static struct fir_atom
segment_length (struct extents *e, struct fir_stmt *s, struct fir_atom i)
{
  struct fir_atom next = size_op (e, FIR_ADD, i, fir_atom_size (e->f->p, 1));

  next = fuse_read (e->f, e->b, s->args[1], next, e->at);
  return size_op (e, FIR_SUB, next, fuse_read (e->f, e->b, s->args[1], i, e->at));
}

/* Put B behind DEF.  */
static void
put_behind (struct fir_stmt *def, struct fir_block *b)
{
  struct fir_block *home = def->parent;
  struct fir_stmt *next = def->next;

  while (b->first)
    {
      struct fir_stmt *t = b->first;

      fir_unlink (t);
      if (next)
	fir_insert_before (next, t);
      else
	fir_append (home, t);
    }
}

struct fir_atom
fuse_extent (struct fuse *f, struct fir_atom x, unsigned level, struct fir_stmt *at)
{
  struct fir_stmt *def = fir_atom_def (x);
  struct extents e = { f, fir_block_new (f->p), def };
  struct fir_atom n;

  if (!level)
    return fuse_len (f, x, at);
  if (!def)
    return FIR_NONE;
  n = extent (&e, x, level);
  if (!fir_atom_none (n))
    put_behind (def, e.b);
  return n;
}

struct fir_atom
fuse_measure (struct fuse *f, struct fir_atom x)
{
  struct fir_stmt *def = fir_atom_def (x), *of;
  struct extents e = { f, fir_block_new (f->p), def };
  struct fir_atom n;

  if (!def || !measured (def))
    return FIR_NONE;
  of = def->op == FIR_ROW ? fir_atom_def (def->args[0]) : NULL;
  n = of && of->op == FIR_SEGMENTS ? segment_length (&e, of, def->args[1]) : extent (&e, x, 0);
  if (!fir_atom_none (n))
    put_behind (def, e.b);
  return n;
}

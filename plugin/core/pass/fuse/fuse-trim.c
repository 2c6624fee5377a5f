/* Outputs that fusion has left without uses.

     t = loop ... yield filter v when g        (only len t is used)
       =>   n = loop ... yield reduce add 0 1 when g
     ... yield filter v when g to p            (and len t)       =>   len t is what was written
     y = loop ... yield vec r                  (of rows y only their lengths are used)
       =>   m = loop ... n = len r  yield vec n

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* All that is used of V is its length.  */
struct lens
{
  struct fir_var *v;
  unsigned n;
  struct fir_stmt *any;
};

static void
count_len (struct fir_stmt *s, void *data)
{
  struct lens *l = (struct lens *) data;

  if (s->op == FIR_LEN && s->args[0].var == l->v)
    {
      l->n++;
      l->any = s;
    }
}

/* Every `len V' is N.  */
static void
replace_lens (struct fuse *f, struct fir_var *v, struct fir_var *n)
{
  for (;;)
    {
      struct lens l = { v, 0, NULL };

      fir_walk (f->r->body, count_len, &l);
      if (!l.any)
	return;
      fuse_replace (f, l.any->res[0], fir_atom_var (n));
      fir_unlink (l.any);
    }
}

/* Another output of A whose elements are as many as O's: of the number written, if it is stored,
   else a filter.  */
static struct fir_out *
twin_of (struct fir_stmt *a, struct fir_out *o)
{
  struct fir_out *twin = NULL;

  for (unsigned k = 0; k < a->nouts; k++)
    {
      struct fir_out *t = &a->outs[k];

      if (t != o && t->kind == OUT_FILTER && fir_atom_equal (t->guard, o->guard)
	  && (!twin || !fir_atom_none (t->dest)))
	twin = t;
    }
  return twin;
}

/* Every `len' of V is that of T, a filter of as many elements.  */
static void
measure_twin (struct fuse *f, struct fir_var *v, struct fir_out *t)
{
  struct fir_subst *s = fir_subst_new (f->p);

  fir_subst_put (s, v, fir_atom_var (t->res));
  fir_subst_block (s, f->r->body);
}

/* O, a filter, becomes the number of its elements.  */
static void
make_count (struct fuse *f, struct fir_stmt *a, unsigned k)
{
  const struct type *size = type_size (f->p->ctx);
  struct fir_out *o = &a->outs[k];
  struct fir_var *old = o->res, *n = fir_var_new (f->p, "n", size);

  n->def = a;
  o->kind = OUT_REDUCE;
  o->value = fir_atom_int (f->p, size, 1);
  o->init = fir_atom_int (f->p, size, 0);
  o->combine = fir_fn_of_op (f->p, FIR_ADD, size, NULL);
  o->res = a->res[k] = n;
  fuse_info (f, n)->what = "filter";
  replace_lens (f, old, n);
}

static void
drop_out (struct fir_stmt *a, unsigned k)
{
  a->nouts--;
  a->nres--;
  for (; k < a->nouts; k++)
    {
      a->outs[k] = a->outs[k + 1];
      a->res[k] = a->res[k + 1];
    }
}

/* --- Rows of which only the lengths are used -------------------------------------------------- */

/* The reads of rows of V.  */
struct row_reads
{
  struct fuse *f;
  struct fir_var *v;
  unsigned n;
  struct fir_stmt *any;
  bool only_lens;
};

static void
find_row_read (struct fir_stmt *s, void *data)
{
  struct row_reads *w = (struct row_reads *) data;
  struct lens l = { s->op == FIR_ROW ? s->res[0] : NULL, 0, NULL };

  if (s->op != FIR_ROW || s->args[0].var != w->v)
    return;
  fir_walk (w->f->r->body, count_len, &l);
  w->only_lens &= l.n == fir_count_uses (w->f->r->body, l.v);
  w->any = s;
  w->n++;
}

/* Is nothing used of O's rows but their lengths?  */
static bool
only_row_lens (struct fuse *f, const struct fir_out *o)
{
  struct row_reads w = { f, o->res, 0, NULL, true };

  if (o->kind != OUT_VEC || !fir_atom_none (o->dest) || !fir_atom_none (o->guard)
      || !type_is_vec (fir_atom_type (o->value)))
    return false;
  fir_walk (f->r->body, find_row_read, &w);
  return w.n && w.only_lens && w.n == fir_count_uses (f->r->body, o->res);
}

/* Output K of A, which makes rows, makes their lengths.  */
static void
make_lengths (struct fuse *f, struct fir_stmt *a, unsigned k)
{
  const struct type *size = type_size (f->p->ctx);
  struct fir_out *o = &a->outs[k];
  struct fir_var *old = o->res, *v = fir_var_new (f->p, "n", type_vec (f->p->ctx, size));
  struct fir_stmt *len = fir_stmt_new (f->p, a->fns[0]->body, FIR_LEN, 0, 1, 0, size, "n");

  len->args[0] = o->value;
  v->def = a;
  o->value = fir_atom_var (len->res[0]);
  o->res = a->res[k] = v;
  fuse_info (f, v)->what = fuse_info (f, old)->what;
  for (;;)
    {
      struct row_reads w = { f, old, 0, NULL, true };
      struct fir_block *b = fir_block_new (f->p);
      struct fir_stmt *at;

      fir_walk (f->r->body, find_row_read, &w);
      if (!w.any)
	return;
      fir_element (f->p, b, fir_atom_var (v), w.any->args[1]);
      at = b->last;
      fir_unlink (at);
      fir_insert_before (w.any, at);
      replace_lens (f, w.any->res[0], at->res[0]);
      fir_unlink (w.any);
    }
}

/* --- Both ------------------------------------------------------------------------------------- */

void
fuse_trim (struct fuse *f, struct fir_stmt *a)
{
  for (unsigned k = a->nouts; k-- > 0 && a->nouts > 1;)
    if (fir_atom_none (a->outs[k].dest) && !fir_count_uses (f->r->body, a->outs[k].res))
      {
	law_fired (f->p->ctx, LAW_F6);
	drop_out (a, k);
      }
}

void
fuse_count (struct fuse *f, struct fir_stmt *a)
{
  for (unsigned k = a->nouts; k-- > 0;)
    {
      struct fir_out *o = &a->outs[k], *twin;
      struct lens l = { o->res, 0, NULL };

      if (only_row_lens (f, o))
	{
	  make_lengths (f, a, k);
	  law_fired (f->p->ctx, LAW_R20);
	  f->changes++;
	  continue;
	}
      if (o->kind != OUT_FILTER || !fir_atom_none (o->dest))
	continue;
      fir_walk (f->r->body, count_len, &l);
      if (!l.n)
	continue;
      twin = twin_of (a, o);
      /* The number stored is what checks of room must name: lowering makes them before it
         writes.  */
      if (twin && !fir_atom_none (twin->dest))
	{
	  replace_lens (f, o->res, twin->res);
	  law_fired (f->p->ctx, LAW_F5);
	  f->changes++;
	}
      else if (l.n == fir_count_uses (f->r->body, o->res))
	{
	  law_fired (f->p->ctx, LAW_F5);
	  f->changes++;
	  if (!twin)
	    make_count (f, a, k);
	  else
	    measure_twin (f, o->res, twin);
	}
    }
}

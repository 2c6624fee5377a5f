/* Segments that are only read use the offsets of a view where they are, and not a copy of them.

     o, m = loop n { (i)  e = at v i ... yield vec e ... }   y = segments x o
       =>   o, m = ...   y = segments x v

   v is a view of n offsets.  The copy is for what refers to y for longer than the array is as it
   was: a result, an operand of a function.  A row of y refers to x alone.  Stores of the region
   itself take effect when all of it has been computed (lower-store.c).
   Law: doc/laws.txt, R14.

   Does not: look for views inside loops; drop the copy, which goes if nothing else uses it.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* The region's view whose elements are those of O, a vector that a loop makes; else NULL.  */
static struct fir_var *
copied_view (struct fuse *f, struct fir_atom o)
{
  struct fir_stmt *l = fir_atom_def (o), *at, *view;
  struct fir_out *out;

  if (!l || l->op != FIR_LOOP)
    return NULL;
  out = fuse_out (l, o.var);
  if (!out || out->kind != OUT_VEC || !fir_atom_none (out->dest))
    return NULL;
  at = fir_atom_def (out->value);
  if (!at || at->op != FIR_AT || at->args[1].var != fuse_index (l))
    return NULL;
  view = fir_atom_def (at->args[0]);
  return view && view->op == FIR_VIEW && view->nargs == 2 && view->parent == f->r->body
	 && fir_atom_equal (view->args[1], l->args[0]) ? at->args[0].var : NULL;
}

struct reading
{
  struct fir_var *v;
  unsigned n;			/* the uses of V that read a row or its length */
};

static void
count_reading (struct fir_stmt *s, void *data)
{
  struct reading *r = (struct reading *) data;

  r->n += (s->op == FIR_ROW || s->op == FIR_AT || s->op == FIR_LEN) && s->args[0].var == r->v;
}

static bool
only_read (struct fuse *f, struct fir_var *v)
{
  struct reading r = { v, 0 };

  fir_walk (f->r->body, count_reading, &r);
  return r.n == fir_count_uses (f->r->body, v);
}

static void
offsets_in_place (struct fir_stmt *s, void *data)
{
  struct fuse *f = (struct fuse *) data;
  struct fir_var *v = s->op == FIR_SEGMENTS ? copied_view (f, s->args[1]) : NULL;

  if (!v || !only_read (f, s->res[0]))
    return;
  law_fired (f->p->ctx, LAW_R14);
  s->args[1] = fir_atom_var (v);
  f->changes++;
}

void
fuse_offsets (struct fuse *f)
{
  fir_walk (f->r->body, offsets_in_place, f);
}

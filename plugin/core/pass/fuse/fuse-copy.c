/* Scans that are stored: the scan writes to the store's destination, without a vector in between.

     w = loop n { ... yield scan f i v }   y = loop n { (j) e = at w j yield vec e to p }
       =>   y = loop n { ... yield scan f i v to p }

   Only if w has no other use, and the store is a plain copy; all else is left to fuse-merge.c,
   which cannot use the values of a scan, since they are computed in its second pass.
   Law: doc/laws.txt, F7.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* The scan of A that B does nothing but store, or NULL.  */
static struct fir_out *
stored_scan (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  struct fir_stmt *s = b->fns[0]->body->first;
  struct fir_out *o, *to = &b->outs[0];

  if (b->nouts != 1 || to->kind != OUT_VEC || fir_atom_none (to->dest) || !s || s->next
      || s->op != FIR_AT || s->args[1].var != fuse_index (b) || to->value.var != s->res[0]
      || !s->args[0].var)
    return NULL;
  o = fuse_out (a, s->args[0].var);
  if (!o || (o->kind != OUT_SCAN && o->kind != OUT_EXSCAN) || !fir_atom_none (o->dest)
      || type_is_vec (s->res[0]->type) || fir_count_uses (f->r->body, o->res) != 1)
    return NULL;
  return o;
}

bool
fuse_can_copy (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  const char *why;

  return stored_scan (f, a, b) && fir_atom_equal (a->args[0], b->args[0])
	 && !fuse_mixes_failures (f, a, b) && fuse_can_sink (f, a, b, NULL, &why);
}

/* Output K of A becomes the last one: it is stored behind what A stores already.  */
static void
move_out_last (struct fir_stmt *a, unsigned k)
{
  struct fir_out o = a->outs[k];

  for (; k + 1 < a->nouts; k++)
    {
      a->outs[k] = a->outs[k + 1];
      a->res[k] = a->outs[k].res;
    }
  a->outs[k] = o;
  a->res[k] = o.res;
}

void
fuse_copy (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  struct fir_out *o = stored_scan (f, a, b);

  law_fired (f->p->ctx, LAW_F7);
  fuse_sink (f, a, b, NULL);
  o->dest = b->outs[0].dest;
  o->res = b->res[0];
  o->res->def = a;
  move_out_last (a, o - a->outs);
  a->site = b->site;
  a->order = b->order;
  fir_unlink (b);
  f->changes++;
}
